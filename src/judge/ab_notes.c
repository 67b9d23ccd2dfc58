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

/* A difference d (see ab.h) as a change of the reading in percent, without its sign. */
static double percent(const struct rg_ab_row *key, double d)
{
    return 100 * fabs(expm1(key->context.higher ? -d : d));
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

/* The bucket that all readings that count lie in. False when there is none. */
static bool find_bucket(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_bucket *ret)
{
    bool found = false;

    for (size_t i = 0; i < v->round_count * RG_AB_SIDES; i++) {
        const struct rg_side *reading = &key->values[i % RG_AB_SIDES][i / RG_AB_SIDES].reading;
        struct rg_bucket bucket;
        if (!rg_ab_counts(v, key, i / RG_AB_SIDES))
            continue;
        if (reading->ladder == NULL || !rg_ladder_bucket(reading->ladder, reading->value, &bucket) ||
            (found && !rg_edges_equal(bucket.hi, ret->hi)))
            return false;
        *ret = bucket;
        found = true;
    }
    return found;
}

static void put_no_difference(const struct rg_ab_verdict *v, const struct rg_ab_row *key,
                              struct rg_buffer *out)
{
    struct rg_bucket bucket;

    if (find_bucket(v, key, &bucket)) {
        char lo[RG_NUMBER_SIZE];
        char hi[RG_NUMBER_SIZE];
        rg_number_format_short(bucket.lo, lo);
        rg_number_format_short(bucket.hi, hi);
        rg_buffer_printf(
            out,
            "all readings lie in one bucket: slowdowns inside (%s, %s] %s are not ruled out, there the "
            "numbers are interpolation",
            lo, hi, key->unit);
    } else if (key->measure.upper > 0) {
        rg_buffer_printf(out, "%s of more than %.1f %% is ruled out", words_of(key).loss,
                         percent(key, key->measure.upper));
    } else {
        rg_buffer_printf(out, "%s is ruled out", words_of(key).loss);
    }
}

static void put_cannot_judge(const struct rg_ab_verdict *v, const struct rg_ab_row *key,
                             struct rg_buffer *out)
{
    const char *why = NULL;

    if (!rg_ab_has_one_ladder(v, key)) {
        rg_buffer_puts(out, "the bucket edges are not the same in all captures");
        return;
    }
    for (size_t i = 0; i < v->round_count * RG_AB_SIDES && why == NULL; i++) {
        if (v->rounds[i / RG_AB_SIDES].dropped == NULL)
            why = key->values[i % RG_AB_SIDES][i / RG_AB_SIDES].fault;
    }
    rg_buffer_printf(out, "%zu of %zu rounds count, %d are needed%s%s", key->counted, v->round_count,
                     RG_AB_ROUNDS_MIN, why == NULL ? "" : "; the first that does not is ",
                     why == NULL ? "" : why);
}

static void put_note(const struct rg_ab_verdict *v, const struct rg_ab_row *key, struct rg_buffer *out)
{
    const struct rg_ab_measure *m = &key->measure;
    struct words words = words_of(key);

    switch (key->kind) {
    case RG_AB_REGRESSION:
        rg_buffer_printf(out, "B is at least %.1f %% %s, on average %.1f %%", percent(key, m->lower),
                         words.worse, percent(key, m->mean));
        break;
    case RG_AB_IMPROVEMENT:
        rg_buffer_printf(out, "B is at least %.1f %% %s, on average %.1f %%", percent(key, m->upper),
                         words.better, percent(key, m->mean));
        break;
    case RG_AB_UNSTABLE:
        rg_buffer_printf(out, "the largest is %.4g × the smallest within A and %.4g × within B",
                         rg_ab_span(v, key, RG_AB_A), rg_ab_span(v, key, RG_AB_B));
        break;
    case RG_AB_LEAD:
        rg_buffer_printf(out, "B is %s in %zu of %zu rounds, on average by %.1f %%, which is not proven",
                         words.worse, rg_ab_worse(key), key->counted,
                         key->measure.mean > 0 ? percent(key, key->measure.mean)
                                               : -percent(key, key->measure.mean));
        put_relatives(v, key, out);
        break;
    case RG_AB_CANNOT_JUDGE:
        put_cannot_judge(v, key, out);
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
