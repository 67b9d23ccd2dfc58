/* The reader, and write after read: what was accepted is written, accepted again, and written the same. */
#include "fuzz.h"

#include "rungate/format/json.h"
#include "rungate/format/json_write.h"

static void write_document(const struct rg_json_doc *doc, struct rg_buffer *out)
{
    static struct rg_json_writer w;

    rg_buffer_init(out, RG_OUTPUT_MAX);
    rg_json_writer_init(&w, out);
    rg_json_write_value(&w, rg_json_root(doc));
    rg_json_write_end(&w);
    rg_json_writer_release(&w);
    REQUIRE(out->failed == RG_ERROR_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rg_error err = {0};
    struct rg_buffer first;
    struct rg_buffer second;
    struct rg_json_doc *doc = rg_json_parse((const char *)data, size, &err);

    if (doc == NULL) {
        REQUIRE(err.code == RG_ERROR_FORMAT || err.code == RG_ERROR_LIMIT);
        return 0;
    }
    REQUIRE(err.code == RG_ERROR_NONE);
    write_document(doc, &first);
    rg_json_free(doc);

    doc = rg_json_parse(rg_buffer_text(&first), first.length, &err);
    REQUIRE(doc != NULL);
    write_document(doc, &second);
    rg_json_free(doc);
    REQUIRE(first.length == second.length &&
            memcmp(rg_buffer_text(&first), rg_buffer_text(&second), first.length) == 0);
    rg_buffer_release(&first);
    rg_buffer_release(&second);
    return 0;
}
