#include "judge/ab_warnings.h"

#include "rungate/base/buffer.h"

static const char *const side_names[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};

/* One build ran first in every round, so what changes with time on the machine looks like a difference. */
static void put_order(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    size_t first = rg_ab_first(&v->rounds[0]);

    for (size_t r = 1; r < v->round_count; r++) {
        if (rg_ab_first(&v->rounds[r]) != first)
            return;
    }
    if (v->round_count > 1 && first != RG_AB_SIDES)
        rg_buffer_printf(out,
                         "%s ran first in every round: what the first run does to the machine is taken for a "
                         "difference; let them take turns (A B, B A)",
                         side_names[first]);
}

static void put_load(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    size_t busy = 0;
    size_t first = 0;

    for (size_t i = 0; i < v->round_count * RG_AB_SIDES; i++) {
        const struct rg_host *host = &v->rounds[i / RG_AB_SIDES].file[i % RG_AB_SIDES].timings->host;
        double load;
        bool at_begin;
        if (!rg_host_busy(host, &load, &at_begin))
            continue;
        first = busy == 0 ? i : first;
        busy++;
    }
    if (busy > 0)
        rg_buffer_printf(
            out,
            "%zu of %zu runs found more load than processors, first in round %zu: %s; a round of which "
            "one run did is left out; '--no-load-check' keeps it, for a container that shows its "
            "host's load",
            busy, v->round_count * RG_AB_SIDES, first / RG_AB_SIDES + 1,
            v->rounds[first / RG_AB_SIDES].slowed[first % RG_AB_SIDES]);
}

static void put_load_unknown(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    size_t unknown = 0;

    for (size_t i = 0; i < v->round_count * RG_AB_SIDES; i++) {
        const struct rg_host *host = &v->rounds[i / RG_AB_SIDES].file[i % RG_AB_SIDES].timings->host;
        unknown += host->processors <= 0 || !(host->has_load || host->has_begin_load);
    }
    if (unknown > 0)
        rg_buffer_printf(out, "%zu of %zu captures do not record how busy the host was", unknown,
                         v->round_count * RG_AB_SIDES);
}

static void put_lopsided(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    size_t most = v->slow[RG_AB_A] > v->slow[RG_AB_B] ? RG_AB_A : RG_AB_B;

    if (v->lopsided)
        rg_buffer_printf(
            out,
            "%s alone was slowed in %zu of %zu rounds, %s alone in %zu: that is no accident, so no round "
            "is left out, and a key that is not proven is unstable",
            side_names[most], v->slow[most], v->round_count, side_names[1 - most], v->slow[1 - most]);
}

/* Keep the text, when there is one. */
static bool keep(struct rg_ab_verdict *v, const struct rg_buffer *text, const char **ret,
                 struct rg_error *err)
{
    if (!rg_buffer_check(text, err))
        return false;
    if (text->length == 0)
        return true;
    *ret = rg_arena_strdup(&v->arena, rg_buffer_text(text));
    return *ret != NULL || rg_error_memory(err);
}

bool rg_ab_warn(struct rg_ab_verdict *v, bool no_load_check, struct rg_error *err)
{
    static void (*const warnings[])(const struct rg_ab_verdict *, struct rg_buffer *) = {
        put_order, put_load_unknown, put_lopsided, put_load};
    size_t count = sizeof warnings / sizeof warnings[0] - no_load_check;
    struct rg_buffer text;
    bool ok = true;

    v->warnings = rg_arena_array(&v->arena, count, sizeof *v->warnings);
    if (v->warnings == NULL)
        return rg_error_memory(err);
    rg_buffer_init(&text, RG_TEXT_MAX);
    for (size_t i = 0; i < count && ok; i++) {
        rg_buffer_clear(&text);
        warnings[i](v, &text);
        ok = keep(v, &text, &v->warnings[v->warning_count], err);
        v->warning_count += ok && text.length > 0;
    }
    rg_buffer_release(&text);
    return ok;
}

/* The rounds that are left out are often the cause, and the load of a container's host the cause of that. */
static void put_dropped(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    size_t busy = 0;

    for (size_t r = 0; r < v->round_count; r++) {
        for (size_t side = 0; side < RG_AB_SIDES; side++) {
            double load;
            bool at_begin;
            busy += v->rounds[r].dropped != NULL && v->rounds[r].dropped == v->rounds[r].slowed[side] &&
                    rg_host_busy(&v->rounds[r].file[side].timings->host, &load, &at_begin);
        }
    }
    if (v->dropped > 0)
        rg_buffer_printf(out, "; %zu of %zu rounds are left out", v->dropped, v->round_count);
    if (busy > 0)
        rg_buffer_printf(out, ", %zu for the host's load: '--no-load-check' keeps them", busy);
}

static void put_doubt(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    switch (rg_ab_unsound(v)) {
    case RG_AB_SOUND:
        return;
    case RG_AB_DOUBT_BUDGET:
        rg_buffer_puts(out, "a key under a budget has no reading");
        return;
    case RG_AB_DOUBT_B_SLOW:
        rg_buffer_printf(
            out,
            "B was slow in some rounds where A was not, in %zu of %zu keys: find out why, then run "
            "the experiment again",
            v->against_b, v->key_count);
        break;
    case RG_AB_DOUBT_NOTHING:
        rg_buffer_puts(
            out, "no key was judged: each has too few rounds that count, varies too much, or stays inside "
                 "one bucket");
        break;
    case RG_AB_DOUBT_FEW:
        rg_buffer_printf(out, "only %zu of %zu keys were judged, and --min-compared asks for %g of them",
                         v->judged, v->comparable, v->min_compared);
        break;
    }
    put_dropped(v, out);
}

bool rg_ab_note_doubt(struct rg_ab_verdict *v, struct rg_error *err)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_TEXT_MAX);
    put_doubt(v, &text);
    bool ok = keep(v, &text, &v->doubt, err);
    rg_buffer_release(&text);
    return ok;
}
