/*
 * Random sets of samples. Whatever they are, counts never fall from edge to edge, the total is the last of them,
 * quantiles lie on the ladder, and the order in which the series came makes no difference.
 *
 * A series is: a byte for kind and labels, one for the edge, one for the number of samples; then a byte for each
 * step in time and one for the value.
 */
#include "fuzz.h"

#include "measure/counts_quantile.h"

#include <math.h>

enum { SERIES_MAX = 64, SAMPLES_MAX = 15, FROM_MS = 1000, TO_MS = 2000 };

struct series {
    enum rg_raw_kind kind;
    struct rg_label labels[3];
    size_t label_count;
    struct rg_sample samples[SAMPLES_MAX];
    size_t count;
};

static const char *const EDGES[] = {"+Inf",  "0.1", "1",   "1.0", "inf",   "5",  "0", "-1",
                                    "1e308", "abc", "NaN", "2",   "0x1p1", "10", "",  "1e400"};
static const char *const VALUES[] = {"a", "b", "", "c"};

static double make_value(enum rg_raw_kind kind, uint8_t byte)
{
    if (byte == 255)
        return (double)NAN;
    if (byte == 254)
        return (double)INFINITY;
    if (byte == 253)
        return -1;
    if (kind == RG_RAW_START || kind == RG_RAW_CREATED)
        return byte / 100.0;
    return byte < 200 ? byte : byte * 1000.5;
}

/* Returns how many bytes the series took; 0 at the end. */
static size_t read_series(const uint8_t *data, size_t size, struct series *ret)
{
    long long time_ms = FROM_MS;
    size_t at = 3;

    if (size < 3)
        return 0;
    *ret = (struct series){.kind = (enum rg_raw_kind)(data[0] % (RG_RAW_PRESENT + 1))};
    ret->labels[ret->label_count++] = (struct rg_label){"i", VALUES[data[0] / 8 % 4]};
    ret->labels[ret->label_count++] = (struct rg_label){"g", VALUES[data[0] / 32 % 4]};
    if (ret->kind == RG_RAW_BUCKET && data[1] < 240)
        ret->labels[ret->label_count++] = (struct rg_label){"le", EDGES[data[1] % 16]};
    else if (ret->kind == RG_RAW_BUCKET && data[1] > 250)
        ret->labels[ret->label_count++] = (struct rg_label){"vmrange", "1...2"};
    for (; ret->count < data[2] % (SAMPLES_MAX + 1U) && at + 1 < size; at += 2) {
        time_ms += data[at] - 5;
        ret->samples[ret->count++] = (struct rg_sample){time_ms, make_value(ret->kind, data[at + 1])};
    }
    return at;
}

static struct rg_counts count(const struct series *all, size_t count, bool backwards,
                              const struct rg_count_options *options, struct rg_samples *samples)
{
    struct rg_counts counts = {0};
    struct rg_error err = {0};

    rg_samples_init(samples, FROM_MS, TO_MS);
    samples->knows_presence = count % 2 == 0;
    for (size_t i = 0; i < count; i++) {
        const struct series *s = &all[backwards ? count - 1 - i : i];
        REQUIRE(rg_samples_add(samples, s->kind, s->labels, s->label_count, s->samples, s->count, &err));
    }
    REQUIRE(rg_samples_seal(samples, &err));
    REQUIRE(rg_counts_make(samples, options, &counts, &err));
    return counts;
}

static void check_quantiles(const struct rg_counts *c)
{
    double last = c->edges[0] < 0 ? c->edges[0] : 0;

    for (int i = 0; i <= 10; i++) {
        struct rg_count_quantile q = rg_counts_quantile(c, i / 10.0);
        REQUIRE(q.value >= last && q.value <= c->edges[c->edge_count - 2]);
        REQUIRE(!rg_counts_contradict(c, i / 10.0, q.value));
        last = q.value;
    }
}

static void check_counts(const struct rg_counts *c)
{
    REQUIRE((c->reason.kind == RG_COUNT_NONE) == (c->status == RG_STATUS_GOOD && !c->is_uncounted));
    REQUIRE(c->covered_ms >= 0 && c->covered_ms <= TO_MS - FROM_MS);
    REQUIRE(c->status != RG_STATUS_GOOD || c->is_uncounted || c->total > 0);
    REQUIRE(c->no_mean.kind != RG_COUNT_NONE || isfinite(c->mean));
    if (c->edge_count == 0)
        return;
    REQUIRE(c->edge_count > 1 && isinf(c->edges[c->edge_count - 1]));
    REQUIRE(c->counts[0] >= 0 && c->total == c->counts[c->edge_count - 1]);
    for (size_t i = 1; i < c->edge_count; i++)
        REQUIRE(c->counts[i - 1] <= c->counts[i] && c->edges[i - 1] < c->edges[i]);
    if (c->total > 0)
        check_quantiles(c);
}

static void check_words(const struct rg_counts *c)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_OUTPUT_MAX);
    for (size_t i = 0; i < c->note_count; i++)
        rg_count_note_text(&c->notes[i], true, &text);
    rg_count_note_text(&c->reason, true, &text);
    rg_count_note_text(&c->no_mean, true, &text);
    if (c->edge_count > 0)
        rg_counts_text(c, &text);
    REQUIRE(text.failed == RG_ERROR_NONE);
    rg_buffer_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct series all[SERIES_MAX];
    static const char *const by[] = {"g"};
    struct rg_samples samples;
    struct rg_samples other_samples;
    size_t series_count = 0;

    if (size == 0)
        return 0;
    const struct rg_count_options options = {
        .by = by, .by_count = data[0] & 1U, .by_all = (data[0] & 6U) == 6, .of_pages = (data[0] & 24U) == 24};
    for (size_t at = 1, taken = 1; taken > 0 && series_count < SERIES_MAX; at += taken) {
        taken = read_series(data + at, size - at, &all[series_count]);
        series_count += taken > 0;
    }
    struct rg_counts counts = count(all, series_count, false, &options, &samples);
    struct rg_counts other = count(all, series_count, true, &options, &other_samples);
    check_counts(&counts);
    check_words(&counts);
    REQUIRE(counts.reason.kind == other.reason.kind && counts.edge_count == other.edge_count);
    REQUIRE(counts.note_count == other.note_count && counts.covered_ms == other.covered_ms);
    for (size_t i = 0; i < counts.edge_count; i++)
        REQUIRE(counts.counts[i] == other.counts[i]);
    rg_counts_release(&counts);
    rg_counts_release(&other);
    rg_samples_release(&samples);
    rg_samples_release(&other_samples);
    return 0;
}
