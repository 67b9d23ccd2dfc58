#include "measure/rated.h"

#include <string.h>

bool rg_rated_series(const struct rg_evidence *e, enum rg_rates_kind kind, double window_s,
                     struct rg_arena *arena, struct rg_series_reading *ret, struct rg_error *err)
{
    struct rg_series_reading series = {.samples = -1, .covered_s = -1};

    series.is_absent = e->kind == RG_EVIDENCE_EMPTY;
    if (e->kind == RG_EVIDENCE_BUCKETS && e->has_inf && !e->has_bad && kind != RG_RATES_OTHER)
        series.samples = kind == RG_RATES_INCREASE ? e->total : e->total * window_s;
    /* A sum over different ladders shows a ladder that nobody has. */
    if (e->kind == RG_EVIDENCE_BUCKETS && e->mixed == NULL && e->changed == NULL) {
        double *edges = rg_arena_array(arena, e->edge_count + 1, sizeof *edges);
        if (edges == NULL)
            return rg_error_memory(err);
        if (e->edge_count > 0)
            memcpy(edges, e->edges, e->edge_count * sizeof *edges);
        series.edges = edges;
        series.edge_count = e->edge_count;
    }
    *ret = series;
    return true;
}
