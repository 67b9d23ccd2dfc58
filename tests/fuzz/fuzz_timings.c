/*
 * timings.json and baselines: strict, and with each fault on its own. The canonical form of what was accepted
 * is accepted, holds the same readings, and is its own canonical form.
 */
#include "fuzz.h"

#include "rungate/model/timings.h"
#include "rungate/model/timings_copy.h"

static void check_same(const struct rg_timings *a, const struct rg_timings *b)
{
    REQUIRE(a->metric_count == b->metric_count && a->value_count == b->value_count);
    REQUIRE(a->run_count == b->run_count && a->samples.count == b->samples.count);
    REQUIRE(a->placeholder == b->placeholder && rg_timings_complete(a) == rg_timings_complete(b));
    for (size_t i = 0; i < a->metric_count; i++) {
        REQUIRE(strcmp(a->metrics[i].key, b->metrics[i].key) == 0);
        REQUIRE(!(a->metrics[i].value < b->metrics[i].value || a->metrics[i].value > b->metrics[i].value));
        REQUIRE(rg_timings_find(a, a->metrics[i].key) == &a->metrics[i]);
    }
}

static void check_canonical(const struct rg_json_doc *doc, const struct rg_timings *timings)
{
    struct rg_error err = {0};
    struct rg_buffer first;
    struct rg_buffer second;
    struct rg_timings again = {0};

    rg_buffer_init(&first, RG_OUTPUT_MAX);
    rg_buffer_init(&second, RG_OUTPUT_MAX);
    REQUIRE(rg_timings_copy(doc, NULL, &first, &err));
    struct rg_json_doc *copy = rg_json_parse(rg_buffer_text(&first), first.length, &err);
    REQUIRE(copy != NULL && rg_timings_read(copy, NULL, &again, &err));
    check_same(timings, &again);
    REQUIRE(rg_timings_copy(copy, NULL, &second, &err));
    REQUIRE(strcmp(rg_buffer_text(&first), rg_buffer_text(&second)) == 0);
    rg_timings_release(&again);
    rg_json_free(copy);
    rg_buffer_release(&first);
    rg_buffer_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rg_error err = {0};
    struct rg_json_doc *doc = rg_json_parse((const char *)data, size, &err);

    if (doc == NULL || rg_json_type(rg_json_root(doc)) != RG_JSON_OBJECT) {
        rg_json_free(doc);
        return 0;
    }
    struct rg_faults faults = {0};
    struct rg_timings strict = {0};
    struct rg_timings lenient = {0};
    bool accepted = rg_timings_read(doc, NULL, &strict, &err);
    bool read = rg_timings_read(doc, &faults, &lenient, &err);

    REQUIRE(!accepted || (read && faults.count == 0));
    REQUIRE(!read || accepted == (faults.count == 0));
    if (accepted)
        check_canonical(doc, &strict);
    rg_faults_release(&faults);
    rg_timings_release(&strict);
    rg_timings_release(&lenient);
    rg_json_free(doc);
    return 0;
}
