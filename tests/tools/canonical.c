/*
 * canonical: the writer as a filter, for comparison with Python.
 *
 *   canonical value        each line of standard input, a JSON document, in canonical form
 *   canonical timings      the same, as a timings document
 *   canonical number       each line, a double as strtod reads it, as rungate writes it
 */
#include "rungate/base/number.h"
#include "rungate/format/json_write.h"
#include "rungate/model/timings.h"
#include "rungate/model/timings_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool write_document(const char *line, size_t length, bool as_timings, struct rg_error *err)
{
    struct rg_json_writer w;
    struct rg_buffer out;
    bool ok;
    struct rg_json_doc *doc = rg_json_parse(line, length, err);

    if (doc == NULL)
        return false;
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    if (as_timings) {
        ok = rg_timings_copy(doc, NULL, &out, err);
    } else {
        rg_json_writer_init(&w, &out);
        rg_json_write_value(&w, rg_json_root(doc));
        rg_json_write_end(&w);
        rg_json_writer_release(&w);
        ok = rg_buffer_check(&out, err);
    }
    ok = ok && fwrite(rg_buffer_text(&out), 1, out.length, stdout) == out.length;
    rg_buffer_release(&out);
    rg_json_free(doc);
    return ok;
}

int main(int argc, char **argv)
{
    struct rg_error err = {0};
    char *line = NULL;
    size_t size = 0;
    bool ok = argc == 2;

    for (ssize_t length; ok && (length = getline(&line, &size, stdin)) > 0;) {
        if (strcmp(argv[1], "number") == 0) {
            char text[RG_NUMBER_SIZE];
            rg_number_format(strtod(line, NULL), text);
            ok = puts(text) >= 0;
        } else {
            ok = write_document(line, (size_t)length, strcmp(argv[1], "timings") == 0, &err);
        }
    }
    free(line);
    if (!ok)
        (void)fprintf(stderr, "canonical: %s\n", err.message);
    return ok && fflush(stdout) == 0 ? 0 : 1;
}
