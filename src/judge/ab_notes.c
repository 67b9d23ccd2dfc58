#include "judge/ab_notes.h"

#include "rungate/base/buffer.h"
#include "rungate/base/number.h"
#include "rungate/model/key.h"

#include <math.h>
#include <string.h>

/* The words for a reading that gets worse, and for one that gets better. */
struct words {
    const char *worse;
    const char *better;
    const char *loss; /* "a slowdown" */
};

static struct words words_of(const struct rg_ab_row *key)
{
    if (key->context.higher)
        return (struct words){"lower", "higher", "a fall"};
    if (key->context.kind == RG_KEY_VALUE)
        return (struct words){"higher", "lower", "a rise"};
    return (struct words){"slower", "faster", "a slowdown"};
}

/* A difference d (see ab.h) as a change of the reading in percent. */
static double percent(const struct rg_ab_row *key, double d)
{
    return 100 * rg_ab_change(key, d);
}

/* The other keys that start with the first `length` bytes, which stand together. Returns their number. */
static size_t put_sharing(const struct rg_ab_verdict *v, const struct rg_ab_row *key, size_t length,
                          struct rg_buffer *out)
{
    enum { SHOWN = 5 };
    const struct rg_ab_row *end = v->keys + v->key_count;
    const struct rg_ab_row *other = key;
    size_t found = 0;

    while (other > v->keys && strncmp(other[-1].key, key->key, length) == 0)
        other--;
    for (; other < end && strncmp(other->key, key->key, length) == 0; other++) {
        if (other != key && found++ < SHOWN)
            rg_buffer_printf(out, "%s%s", found == 1 ? "; time next: " : ", ", other->key);
    }
    if (found > SHOWN)
        rg_buffer_printf(out, " and %zu more", found - SHOWN);
    return found;
}

/* The keys to time next: those that share the base, else the next shorter name, but more than the prefix. */
static void put_relatives(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    size_t length = strlen(key->key);

    do {
        do {
            length--;
        } while (length > 0 && key->key[length] != '.');
    } while (length > 0 && memchr(key->key, '.', length) != NULL &&
             put_sharing(v, key, length + 1, out) == 0);
}

/* "; above 5 ms lie 0.81 % of the observations of A and 7.1 % of those of B": where they are counted. */
static void put_shares(const struct rg_ab_row *key, struct rg_buffer *out)
{
    const double *share = key->edge.share;
    char edge[RG_NUMBER_SIZE];

    if (share[RG_AB_A] < 0 || share[RG_AB_B] < 0)
        return;
    rg_number_format_short(key->edge.edge, edge);
    rg_buffer_printf(out, "; above %s %s lie %.4g %% of the observations of A and %.4g %% of those of B",
                     edge, key->unit, 100 * share[RG_AB_A], 100 * share[RG_AB_B]);
}

/* What is known of a quantile on a ladder: the rounds in which it is above an edge. */
static void put_edge(const struct rg_ab_row *key, struct rg_buffer *out)
{
    char edge[RG_NUMBER_SIZE];

    rg_number_format_short(key->edge.edge, edge);
    rg_buffer_printf(out, "A is above %s %s in %zu of %zu rounds and B in %zu", edge, key->unit,
                     key->edge.above[RG_AB_A], key->counted, key->edge.above[RG_AB_B]);
    put_shares(key, out);
}

static void put_bucket(const struct rg_ab_row *key, struct rg_buffer *out)
{
    char lo[RG_NUMBER_SIZE];
    char hi[RG_NUMBER_SIZE];

    rg_number_format_short(key->bucket.lo, lo);
    rg_number_format_short(key->bucket.hi, hi);
    rg_buffer_printf(out, "all readings lie in (%s, %s] %s: what moves inside a bucket is not known", lo, hi,
                     key->unit);
    put_shares(key, out);
}

/* "+43.4 % to +56.1 %", from the lower reading to the higher one. */
static void put_interval(const struct rg_ab_row *key, struct rg_buffer *out)
{
    double lower = percent(key, key->measure.lower);
    double upper = percent(key, key->measure.upper);

    rg_buffer_printf(out, "%+.1f %% to %+.1f %%", fmin(lower, upper), fmax(lower, upper));
}

static void put_needed(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    if (key->needed > 0)
        rg_buffer_printf(out, "; %s %zu rounds would show %+.0f %%",
                         key->needed < RG_AB_NEEDED_MAX ? "about" : "more than", key->needed,
                         percent(key, log1p(rg_ab_gain(v->margin))));
}

/* A key that is proven. */
static void put_proven(const struct rg_ab_row *key, const char *word, struct rg_buffer *out)
{
    bool worse = key->kind == RG_AB_REGRESSION;
    const struct rg_signed_rank *ranks = worse ? &key->measure.worse : &key->measure.better;

    if (key->ladder != NULL) {
        put_edge(key, out);
        return;
    }
    rg_buffer_printf(out, "B is %.1f %% %s in the median round, ", fabs(percent(key, key->measure.median)),
                     word);
    put_interval(key, out);
    rg_buffer_puts(out, " on average, each end with 99.9 %");
    if (key->proof == RG_AB_BY_RANKS)
        rg_buffer_printf(
            out,
            "; the average does not show it, the ranks of the rounds do (signed-rank test, W+ %zu, %zu "
            "are enough)",
            ranks->sum, rg_signed_rank_critical(ranks->ranked));
}

static void put_no_difference(const struct rg_ab_verdict *v, const struct rg_ab_row *key,
                              struct rg_buffer *out)
{
    if (key->ladder != NULL) {
        put_edge(key, out);
        return;
    }
    if (key->measure.upper > 0)
        rg_buffer_printf(out, "%s of more than %.1f %% is ruled out", words_of(key).loss,
                         fabs(percent(key, key->measure.upper)));
    else
        rg_buffer_printf(out, "%s is ruled out", words_of(key).loss);
    put_needed(v, key, out);
}

static void put_too_noisy(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    if (key->ladder != NULL) {
        put_edge(key, out);
        rg_buffer_puts(out, "; the rounds differ too much");
        return;
    }
    rg_buffer_printf(out, "nothing below %.1f %% is ruled out; B is %s in %zu of %zu rounds",
                     fabs(percent(key, key->measure.upper)), words_of(key).worse, rg_ab_worse(key),
                     key->counted);
    put_needed(v, key, out);
}

static void put_unstable(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    static const char *const names[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};
    size_t most = key->slow[RG_AB_A] > key->slow[RG_AB_B] ? RG_AB_A : RG_AB_B;

    if (key->slow[most] == 0) {
        rg_buffer_printf(out, "the largest is %.4g × the smallest within A and %.4g × within B",
                         rg_ab_span(v, key, RG_AB_A), rg_ab_span(v, key, RG_AB_B));
        return;
    }
    rg_buffer_printf(out, "%s was slow in %zu of %zu rounds, %s in ", names[most], key->slow[most],
                     v->lopsided ? v->round_count : key->counted, names[1 - most]);
    if (key->slow[1 - most] == 0)
        rg_buffer_puts(out, "none");
    else
        rg_buffer_printf(out, "%zu", key->slow[1 - most]);
    if (key->edge.there) {
        rg_buffer_puts(out, "; ");
        put_edge(key, out);
    }
}

static void put_lead(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    rg_buffer_printf(out, "B is %s in %zu of %zu rounds, which is not proven to be beyond the margin; ",
                     words_of(key).worse, rg_ab_worse(key), key->counted);
    if (key->ladder != NULL) {
        put_edge(key, out);
    } else {
        rg_buffer_printf(out, "%+.1f %% in the median round, ", percent(key, key->measure.median));
        put_interval(key, out);
        rg_buffer_puts(out, " on average");
    }
    put_needed(v, key, out);
    put_relatives(v, key, out);
}

static void put_cannot_judge(const struct rg_ab_verdict *v, const struct rg_ab_row *key,
                             struct rg_buffer *out)
{
    const char *why = rg_ab_first_fault(v, key);

    if (!rg_ab_has_one_ladder(v, key)) {
        rg_buffer_puts(out, "the bucket edges are not the same in all captures");
        return;
    }
    if (key->counted >= RG_AB_ROUNDS_MIN) {
        rg_buffer_puts(
            out, "in some rounds B is above the top edge, or A below the first: B is worse there, and how "
                 "much is not known; ");
        put_edge(key, out);
        return;
    }
    rg_buffer_printf(out, "%zu of %zu rounds count, %d are needed%s%s", key->counted, v->round_count,
                     RG_AB_ROUNDS_MIN, why == NULL ? "" : "; the first that does not is ",
                     why == NULL ? "" : why);
}

static void put_note(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    switch (key->kind) {
    case RG_AB_REGRESSION:
        put_proven(key, words_of(key).worse, out);
        break;
    case RG_AB_IMPROVEMENT:
        put_proven(key, words_of(key).better, out);
        break;
    case RG_AB_UNSTABLE:
        put_unstable(v, key, out);
        break;
    case RG_AB_LEAD:
        put_lead(v, key, out);
        break;
    case RG_AB_TOO_NOISY:
        put_too_noisy(v, key, out);
        break;
    case RG_AB_CANNOT_JUDGE:
        put_cannot_judge(v, key, out);
        break;
    case RG_AB_SAME_BUCKET:
        put_bucket(key, out);
        break;
    case RG_AB_NO_DIFFERENCE:
    case RG_AB_KIND_COUNT:
        put_no_difference(v, key, out);
        break;
    }
}

bool rg_ab_note(struct rg_ab_verdict *v, struct rg_ab_row *key, struct rg_error *err)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_TEXT_MAX);
    put_note(v, key, &text);
    bool ok = rg_buffer_check(&text, err);
    if (ok) {
        key->note = rg_arena_strdup(&v->arena, rg_buffer_text(&text));
        ok = key->note != NULL || rg_error_memory(err);
    }
    rg_buffer_release(&text);
    return ok;
}
