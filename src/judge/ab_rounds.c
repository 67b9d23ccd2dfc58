#include "judge/ab_rounds.h"

#include "rungate/base/duration.h"
#include "rungate/base/stats.h"
#include "rungate/base/timestamp.h"
#include "rungate/model/unit.h"

#include <stdlib.h>
#include <string.h>

/* The one label that may differ: it names the build. */
static const char BUILD[] = "build";

static const char *const side_names[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};

/* What is wrong with the experiment. */
#define wrong(err, ...) rg_error_set(err, RG_ERROR_CONFLICT, __VA_ARGS__)

static const char *label_of(const struct rg_timings *t, const char *name)
{
    for (size_t i = 0; i < t->label_count; i++) {
        if (strcmp(t->labels[i].name, name) == 0)
            return t->labels[i].value;
    }
    return NULL;
}

/* What tells the builds apart: the label, else the commit. */
static const char *build_of(const struct rg_timings *t)
{
    const char *label = label_of(t, BUILD);

    if (label != NULL)
        return label;
    return t->git_sha == NULL || strcmp(t->git_sha, "unknown") == 0 ? NULL : t->git_sha;
}

static bool check_builds(const struct rg_ab_input *in, struct rg_ab_verdict *v, struct rg_error *err)
{
    for (size_t i = 0; i < in->file_count; i++) {
        const char *build = build_of(in->files[i].timings);
        size_t side = i % RG_AB_SIDES;
        if (build == NULL)
            return wrong(err,
                         "'%s' does not say which build it is of; capture with --git-sha or --label build=",
                         in->files[i].path);
        if (v->build[side] == NULL)
            v->build[side] = build;
        else if (strcmp(v->build[side], build) != 0)
            return wrong(
                err, "'%s' is of build '%s' and stands where '%s' is of build '%s': all %s must be one build",
                in->files[i].path, build, in->files[side].path, v->build[side], side_names[side]);
    }
    if (strcmp(v->build[RG_AB_A], v->build[RG_AB_B]) == 0)
        return wrong(err, "A and B are the same build, '%s'; name them with --label build= if they are not",
                     v->build[RG_AB_A]);
    return true;
}

static bool check_text(const char *what, const char *a, const char *b, const struct rg_ab_file *first,
                       const struct rg_ab_file *other, struct rg_error *err)
{
    if (a == b || (a != NULL && b != NULL && strcmp(a, b) == 0))
        return true;
    return wrong(err, "%s differs: '%s' in '%s', '%s' in '%s'; only the build may differ", what,
                 a == NULL ? "none" : a, first->path, b == NULL ? "none" : b, other->path);
}

static bool check_labels(const struct rg_ab_file *first, const struct rg_ab_file *other, struct rg_error *err)
{
    for (size_t i = 0; i < first->timings->label_count; i++) {
        const struct rg_condition *label = &first->timings->labels[i];
        if (strcmp(label->name, BUILD) != 0 &&
            !check_text(label->name, label->value, label_of(other->timings, label->name), first, other, err))
            return rg_error_prefix(err, "label");
    }
    return true;
}

/* All captures were taken under the same conditions. */
static bool check_conditions(const struct rg_ab_input *in, struct rg_error *err)
{
    const struct rg_ab_file *first = &in->files[0];

    for (size_t i = 1; i < in->file_count; i++) {
        const struct rg_ab_file *other = &in->files[i];
        if (!check_labels(first, other, err) || !check_labels(other, first, err) ||
            !check_text("profile", first->timings->profile, other->timings->profile, first, other, err) ||
            !check_text("window", first->timings->window, other->timings->window, first, other, err))
            return false;
    }
    return true;
}

/* When the workload of a capture ran: from its begin, else from the start of its window. */
static bool find_interval(const struct rg_ab_file *file, long long *ret_begin_s, long long *ret_end_s,
                          struct rg_error *err)
{
    const struct rg_timings *t = file->timings;
    long long window_ms;

    if (t->captured_at == NULL || !rg_timestamp_parse(t->captured_at, ret_end_s))
        return wrong(err, "'%s' has no 'captured_at' that is a time, so its round has no place", file->path);
    if (t->host.began_at != NULL && rg_timestamp_parse(t->host.began_at, ret_begin_s)) {
        if (*ret_begin_s <= *ret_end_s)
            return true;
        return wrong(err, "'%s' began at %s and was captured before that, at %s", file->path,
                     t->host.began_at, t->captured_at);
    }
    if (t->window == NULL || !rg_duration_parse(t->window, &window_ms))
        return wrong(err, "'%s' has neither a begin nor a 'window' that is a duration", file->path);
    *ret_begin_s = *ret_end_s - (window_ms + 999) / 1000;
    return true;
}

/* When a round was, and which. */
struct span {
    long long begin_s;
    long long end_s;
    size_t round;
};

static int by_begin(const void *a, const void *b)
{
    const struct span *x = a;
    const struct span *y = b;

    if (x->begin_s != y->begin_s)
        return x->begin_s < y->begin_s ? -1 : 1;
    return (x->end_s > y->end_s) - (x->end_s < y->end_s);
}

/* One round is over before the next begins. */
static bool check_overlap(struct rg_ab_verdict *v, struct rg_error *err)
{
    struct span *spans = rg_arena_array(&v->arena, v->round_count, sizeof *spans);

    if (spans == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < v->round_count; i++)
        spans[i] = (struct span){v->rounds[i].begin_s, v->rounds[i].end_s, i};
    qsort(spans, v->round_count, sizeof *spans, by_begin);
    for (size_t i = 1; i < v->round_count; i++) {
        const struct rg_ab_round *first = &v->rounds[spans[i - 1].round];
        const struct rg_ab_round *next = &v->rounds[spans[i].round];
        if (spans[i].begin_s < spans[i - 1].end_s)
            return wrong(
                err,
                "rounds %zu ('%s', '%s') and %zu ('%s', '%s') overlap in time; finish one before the next",
                spans[i - 1].round + 1, first->file[RG_AB_A].path, first->file[RG_AB_B].path,
                spans[i].round + 1, next->file[RG_AB_A].path, next->file[RG_AB_B].path);
    }
    return true;
}

bool rg_ab_make_rounds(const struct rg_ab_input *in, struct rg_ab_verdict *v, struct rg_error *err)
{
    if (in->file_count == 0 || in->file_count % RG_AB_SIDES != 0)
        return wrong(err, "an experiment needs an A and a B for each round; there are %zu files",
                     in->file_count);
    v->round_count = in->file_count / RG_AB_SIDES;
    v->rounds = rg_arena_array(&v->arena, v->round_count, sizeof *v->rounds);
    if (v->rounds == NULL)
        return rg_error_memory(err);
    if (!check_builds(in, v, err) || !check_conditions(in, err))
        return false;
    for (size_t i = 0; i < in->file_count; i++) {
        struct rg_ab_round *round = &v->rounds[i / RG_AB_SIDES];
        long long begin_s = 0;
        long long end_s = 0;
        if (!find_interval(&in->files[i], &begin_s, &end_s, err))
            return false;
        round->file[i % RG_AB_SIDES] = in->files[i];
        round->begin_s = i % RG_AB_SIDES == 0 || begin_s < round->begin_s ? begin_s : round->begin_s;
        round->end_s = i % RG_AB_SIDES == 0 || end_s > round->end_s ? end_s : round->end_s;
    }
    return check_overlap(v, err);
}

static bool drop(struct rg_ab_verdict *v, struct rg_ab_round *round, const char *why, struct rg_error *err)
{
    if (why == NULL)
        return rg_error_memory(err);
    v->dropped += round->dropped == NULL;
    round->dropped = why;
    return true;
}

bool rg_ab_drop_busy(struct rg_ab_verdict *v, struct rg_error *err)
{
    for (size_t i = 0; i < v->round_count * RG_AB_SIDES; i++) {
        struct rg_ab_round *round = &v->rounds[i / RG_AB_SIDES];
        size_t side = i % RG_AB_SIDES;
        const struct rg_host *host = &round->file[side].timings->host;
        double load = 0;
        bool at_begin = false;
        v->load_unknown += host->processors <= 0 || !(host->has_load || host->has_begin_load);
        if (round->dropped == NULL && rg_host_busy(host, &load, &at_begin) &&
            !drop(v, round,
                  rg_arena_printf(&v->arena,
                                  "the host was busy: load average %.2f on %ld processors at the %s of %s",
                                  load, host->processors, at_begin ? "begin" : "end", side_names[side]),
                  err))
            return false;
    }
    return true;
}

/* Only what is a time can be slowed; memory and counts are not. */
static bool can_be_slowed(const struct rg_ab_key *key)
{
    return !key->context.higher && rg_unit_ns(key->unit) > 0;
}

/* The median of a key over one side's rounds, less those that are dropped. `room` holds as many values as
 * rounds. */
static double median_of(const struct rg_ab_verdict *v, const struct rg_ab_key *key, size_t side, double *room)
{
    size_t count = 0;

    for (size_t r = 0; r < v->round_count; r++) {
        const struct rg_side *reading = &key->values[side][r].reading;
        if (v->rounds[r].dropped == NULL && reading->has_value && reading->value > 0)
            room[count++] = reading->value;
    }
    return rg_median(room, count);
}

/* The slowdown of one run: how many of its keys are far above their median, and how far the middle one is. */
static const char *slowed(const struct rg_ab_verdict *v, size_t round, size_t side, const double *medians,
                          double *room, struct rg_arena *arena, bool *ok)
{
    static const double FAR = 1.25;
    static const double FAR_SHARE = 0.9;
    static const double MIDDLE = 1.5;
    size_t count = 0;
    size_t far = 0;
    const char *text;

    for (size_t k = 0; k < v->key_count; k++) {
        const struct rg_side *reading = &v->keys[k].values[side][round].reading;
        if (!(medians[k] > 0) || !reading->has_value || !(reading->value > 0))
            continue;
        room[count] = reading->value / medians[k];
        far += room[count++] > FAR;
    }
    double middle = rg_median(room, count);
    if (count == 0 || (double)far < FAR_SHARE * (double)count || !(middle > MIDDLE))
        return NULL;
    text = rg_arena_printf(
        arena,
        "%s was slowed from outside: %zu of %zu keys above 1.25 × the median of its own build, the "
        "middle one at %.2f ×",
        side_names[side], far, count, middle);
    *ok = text != NULL;
    return text;
}

bool rg_ab_drop_slowed(struct rg_ab_verdict *v, struct rg_error *err)
{
    double *room = rg_arena_array(&v->arena, v->round_count + v->key_count, sizeof *room);
    double *medians = rg_arena_array(&v->arena, v->key_count, sizeof *medians);
    const char **why = rg_arena_array(&v->arena, v->round_count, sizeof *why);
    bool ok = room != NULL && medians != NULL && why != NULL;

    /* All against the same medians: dropping one round must not change what is said of the next. */
    for (size_t side = 0; ok && side < RG_AB_SIDES; side++) {
        for (size_t k = 0; k < v->key_count; k++)
            medians[k] = can_be_slowed(&v->keys[k]) ? median_of(v, &v->keys[k], side, room) : 0;
        for (size_t r = 0; ok && r < v->round_count; r++) {
            if (v->rounds[r].dropped == NULL && why[r] == NULL)
                why[r] = slowed(v, r, side, medians, room, &v->arena, &ok);
        }
    }
    if (!ok)
        return rg_error_memory(err);
    for (size_t r = 0; r < v->round_count; r++) {
        if (why[r] != NULL) {
            v->rounds[r].dropped = why[r];
            v->dropped++;
        }
    }
    return true;
}
