/* regression-thresholds.json, with waivers and budgets: strict, and with each fault on its own. */
#include "fuzz.h"

#include "rungate/model/thresholds.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rg_error err = {0};
    struct rg_json_doc *doc = rg_json_parse((const char *)data, size, &err);

    if (doc == NULL || rg_json_type(rg_json_root(doc)) != RG_JSON_OBJECT) {
        rg_json_free(doc);
        return 0;
    }
    struct rg_faults faults = {0};
    struct rg_thresholds strict = {0};
    struct rg_thresholds lenient = {0};
    bool accepted = rg_thresholds_read(doc, "t", NULL, &strict, &err);
    bool read = rg_thresholds_read(doc, "t", &faults, &lenient, &err);

    REQUIRE(!accepted || (read && faults.count == 0));
    REQUIRE(!read || accepted == (faults.count == 0));
    for (size_t i = 0; accepted && i < strict.override_count; i++)
        REQUIRE(rg_thresholds_override(&strict, strict.overrides[i].key) == &strict.overrides[i]);
    for (size_t i = 0; accepted && i < strict.waivers.count; i++)
        REQUIRE(rg_waivers_find(&strict.waivers, strict.waivers.items[i].key) == &strict.waivers.items[i]);
    rg_faults_release(&faults);
    rg_thresholds_release(&strict);
    rg_thresholds_release(&lenient);
    rg_json_free(doc);
    return 0;
}
