/* The configuration of an OpenTelemetry Collector, in YAML: what comes out is a ladder. */
#include "fuzz.h"

#include "rungate/model/collector.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rg_error err = {0};
    struct rg_arena arena = {0};
    struct rg_ladder ladder = {.name = "span", .unit = "ms"};

    if (rg_collector_ladder_read((const char *)data, size, NULL, 1e6, &arena, &ladder, &err)) {
        REQUIRE(ladder.edge_count >= 2 && ladder.edges[0] > 0);
        for (size_t i = 1; i < ladder.edge_count; i++)
            REQUIRE(ladder.edges[i] > ladder.edges[i - 1]);
    } else {
        REQUIRE(err.code != RG_ERROR_NONE && err.code != RG_ERROR_MEMORY);
    }
    rg_arena_release(&arena);
    return 0;
}
