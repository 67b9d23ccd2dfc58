/* ladders.json: edges ascend, and each lies in the bucket that it closes. */
#include "fuzz.h"

#include "rungate/model/ladder.h"

static void check_ladder(const struct rg_ladder *ladder)
{
    struct rg_bucket bucket;

    REQUIRE(ladder->edge_count >= 2 && ladder->edges[0] > 0);
    for (size_t i = 0; i < ladder->edge_count; i++) {
        REQUIRE(i == 0 || ladder->edges[i] > ladder->edges[i - 1]);
        REQUIRE(rg_ladder_bucket(ladder, ladder->edges[i], &bucket));
        REQUIRE(rg_edges_equal(bucket.hi, ladder->edges[i]));
    }
    REQUIRE(rg_ladders_equal(ladder, ladder));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rg_error err = {0};
    struct rg_ladders ladders = {0};
    struct rg_json_doc *doc = rg_json_parse((const char *)data, size, &err);

    if (doc == NULL)
        return 0;
    for (int keep_unknown = 0; keep_unknown < 2; keep_unknown++) {
        if (!rg_ladders_read(rg_json_root(doc), keep_unknown == 1, &ladders, &err)) {
            REQUIRE(err.code == RG_ERROR_FORMAT || err.code == RG_ERROR_LIMIT);
            continue;
        }
        for (size_t i = 0; i < ladders.count; i++) {
            check_ladder(&ladders.items[i]);
            REQUIRE(rg_ladders_find(&ladders, ladders.items[i].name) == &ladders.items[i]);
        }
        rg_ladders_release(&ladders);
    }
    rg_json_free(doc);
    return 0;
}
