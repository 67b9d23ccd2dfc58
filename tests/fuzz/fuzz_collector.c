/* The configuration of an OpenTelemetry Collector, in YAML: what comes out is a ladder, for a group in its unit. */
#include "fuzz.h"

#include "rungate/model/collector.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rg_error err = {0};
    struct rg_arena arena = {0};
    struct rg_ladder ladder = {.name = "span"};
    const struct rg_group group = {.name = "spans", .unit = "ms"};

    if (rg_collector_ladder_read((const char *)data, size, NULL, NULL, &arena, &ladder, &err)) {
        bool is_ms = strcmp(ladder.unit, "ms") == 0;
        REQUIRE(ladder.edge_count >= 2 && ladder.edges[0] > 0);
        for (size_t i = 1; i < ladder.edge_count; i++)
            REQUIRE(ladder.edges[i] > ladder.edges[i - 1]);
        REQUIRE(is_ms ==
                rg_collector_ladder_read((const char *)data, size, NULL, &group, &arena, &ladder, &err));
    } else {
        REQUIRE(err.code != RG_ERROR_NONE && err.code != RG_ERROR_MEMORY);
    }
    rg_arena_release(&arena);
    return 0;
}
