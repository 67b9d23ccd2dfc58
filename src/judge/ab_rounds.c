#include "judge/ab_rounds.h"

#include "rungate/base/timestamp.h"
#include "rungate/model/conditions.h"

#include <string.h>

static const char *const side_names[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};

/* What is wrong with the experiment. */
#define wrong(err, ...) rg_error_set(err, RG_ERROR_CONFLICT, __VA_ARGS__)

static bool check_builds(const struct rg_runs *captures, struct rg_ab_verdict *v, struct rg_error *err)
{
    for (size_t i = 0; i < captures->count; i++) {
        const char *build = rg_build_of(&captures->items[i]);
        size_t side = i % RG_AB_SIDES;
        if (build == NULL)
            return wrong(err, "'%s' does not name its build; capture with --git-sha or --label build=",
                         captures->names[i]);
        if (v->build[side] == NULL)
            v->build[side] = build;
        else if (strcmp(v->build[side], build) != 0)
            return wrong(
                err,
                "'%s' is from build '%s', and '%s' is from build '%s': all captures of %s must be from one "
                "build",
                captures->names[i], build, captures->names[side], v->build[side], side_names[side]);
    }
    if (strcmp(v->build[RG_AB_A], v->build[RG_AB_B]) == 0)
        return wrong(err, "A and B are the same build, '%s'; name them with --label build= if they are not",
                     v->build[RG_AB_A]);
    return true;
}

/* All captures were taken under the same conditions; only the build may differ. */
static bool check_conditions(const struct rg_runs *captures, struct rg_error *err)
{
    struct rg_difference d;

    for (size_t i = 1; i < captures->count; i++) {
        for (size_t at = 0; rg_conditions_next(&captures->items[0], &captures->items[i], &at, &d);) {
            bool label = d.kind == RG_DIFFERS_LABEL;
            if (!label || strcmp(d.name, RG_LABEL_BUILD) != 0)
                return wrong(err, "%s%s%s%s differs: '%s' in '%s', '%s' in '%s'; only the build may differ",
                             rg_condition_name(d.kind), label ? " '" : "", label ? d.name : "",
                             label ? "'" : "", d.a == NULL ? "none" : d.a, captures->names[0],
                             d.b == NULL ? "none" : d.b, captures->names[i]);
        }
    }
    return true;
}

/* When the workload of a capture ran: from its begin, else from the start of its window. */
static bool find_interval(const struct rg_timings *t, const char *name, struct rg_interval *ret,
                          struct rg_error *err)
{
    if (!rg_captured_at(t, name, &ret->end_s, err))
        return false;
    if (t->host.began_at == NULL || !rg_timestamp_parse(t->host.began_at, &ret->begin_s))
        return rg_captured_interval(t, name, ret, err);
    return ret->begin_s <= ret->end_s || wrong(err, "'%s' began at %s and was captured before that, at %s",
                                               name, t->host.began_at, t->captured_at);
}

/* Rounds do not overlap, so that none disturbs another. */
static bool check_overlap(struct rg_ab_verdict *v, struct rg_error *err)
{
    struct rg_interval *intervals = rg_arena_array(&v->arena, v->round_count, sizeof *intervals);
    size_t at;

    if (intervals == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < v->round_count; i++)
        intervals[i] = (struct rg_interval){v->rounds[i].begin_s, v->rounds[i].end_s, i};
    if (!rg_intervals_overlap(intervals, v->round_count, &at))
        return true;
    const struct rg_ab_round *first = &v->rounds[intervals[at - 1].index];
    const struct rg_ab_round *next = &v->rounds[intervals[at].index];
    return wrong(err,
                 "rounds %zu ('%s', '%s') and %zu ('%s', '%s') overlap in time; finish one before the next",
                 intervals[at - 1].index + 1, first->file[RG_AB_A].path, first->file[RG_AB_B].path,
                 intervals[at].index + 1, next->file[RG_AB_A].path, next->file[RG_AB_B].path);
}

bool rg_ab_make_rounds(const struct rg_runs *captures, struct rg_ab_verdict *v, struct rg_error *err)
{
    if (captures->count == 0 || captures->count % RG_AB_SIDES != 0)
        return wrong(err, "an experiment needs an A and a B for each round; there are %zu files",
                     captures->count);
    v->round_count = captures->count / RG_AB_SIDES;
    v->rounds = rg_arena_array(&v->arena, v->round_count, sizeof *v->rounds);
    if (v->rounds == NULL)
        return rg_error_memory(err);
    if (!check_builds(captures, v, err) || !check_conditions(captures, err))
        return false;
    for (size_t i = 0; i < captures->count; i++) {
        struct rg_ab_round *round = &v->rounds[i / RG_AB_SIDES];
        struct rg_interval ran;
        if (!find_interval(&captures->items[i], captures->names[i], &ran, err))
            return false;
        round->file[i % RG_AB_SIDES] = (struct rg_ab_file){captures->names[i], &captures->items[i]};
        round->captured_s[i % RG_AB_SIDES] = ran.end_s;
        round->begin_s = i % RG_AB_SIDES == 0 || ran.begin_s < round->begin_s ? ran.begin_s : round->begin_s;
        round->end_s = i % RG_AB_SIDES == 0 || ran.end_s > round->end_s ? ran.end_s : round->end_s;
    }
    return check_overlap(v, err);
}
