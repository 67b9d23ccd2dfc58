#include "rungate/measure/discover_write.h"

#include "measure/promql.h"
#include "rungate/base/name.h"
#include "rungate/base/sorted.h"
#include "rungate/format/json_write.h"
#include "rungate/model/key.h"

#include <string.h>

/* The quantiles that may be in a surface, with one observation in how many beyond each. */
static const struct {
    double quantile;
    const char *label;
    int one_in;
} quantiles[] = {{0.5, "p50", 2}, {0.95, "p95", 20}, {0.99, "p99", 100}, {0.999, "p999", 1000}};

enum { QUANTILES = sizeof quantiles / sizeof *quantiles };

/* How many of the quantiles so many observations resolve. */
static size_t resolved(double samples)
{
    size_t count = 0;

    while (count < QUANTILES && samples >= (double)RG_DISCOVER_BEYOND * quantiles[count].one_in)
        count++;
    return count;
}

/* A series that is not there, or not as the median and the mean of enough observations. */
static bool judge_key(struct rg_discovery *d, const struct rg_attempt *a, size_t key,
                      struct rg_discovered_series *s)
{
    const struct rg_plan_key *planned = &a->input->plan->keys[key];
    const struct rg_series_reading *series = &a->series[planned->series];
    const struct rg_reading *reading = &a->readings[key];
    const int least = RG_DISCOVER_BEYOND * quantiles[0].one_in;

    if (planned->key->kind == RG_KEY_MEAN) {
        s->has_mean = reading->has_value;
        return true;
    }
    s->samples = series->samples;
    if (series->uncounted != NULL)
        s->why = rg_arena_printf(&d->arena, "it cannot be counted: %s", series->uncounted);
    else if (reading->status == RG_STATUS_NO_TRAFFIC)
        s->why = rg_status_meaning(reading->status);
    else if (!reading->has_value)
        s->why = rg_arena_strdup(&d->arena, reading->note[0] != '\0' ? reading->note
                                                                     : rg_status_meaning(reading->status));
    else if (series->samples < least)
        s->why = rg_arena_printf(&d->arena, "%.0f observation%s, and %d are needed", series->samples,
                                 series->samples == 1 ? "" : "s", least);
    else
        return true;
    return s->why != NULL;
}

/* The series of the trial, to find them by base. */
struct tried {
    const char *base;
    struct rg_discovered_series *series;
};

static struct tried *index_tried(struct rg_discovery *d, size_t *ret_count)
{
    size_t count = 0;

    for (size_t i = 0; i < d->histogram_count; i++)
        count += d->histograms[i].series_count;
    struct tried *all = rg_arena_array(&d->arena, count + 1, sizeof *all);
    *ret_count = 0;
    for (size_t i = 0; all != NULL && i < d->histogram_count; i++) {
        const struct rg_discovered *h = &d->histograms[i];
        for (size_t s = 0; h->why == NULL && s < h->series_count; s++)
            all[(*ret_count)++] = (struct tried){h->series[s].base, &h->series[s]};
    }
    if (all != NULL)
        rg_sort(all, *ret_count, sizeof *all);
    return all;
}

bool rg_discovery_judge(struct rg_discovery *d, const struct rg_attempt *a, struct rg_error *err)
{
    size_t count;
    const struct tried *all = index_tried(d, &count);

    if (all == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < a->input->plan->key_count; i++) {
        const struct rg_plan_key *planned = &a->input->plan->keys[i];
        struct tried *tried = rg_sorted_find(all, count, sizeof *all, planned->key->series->base);
        if (tried != NULL && !judge_key(d, a, i, tried->series))
            return rg_error_memory(err);
    }
    return true;
}

/* A PromQL string. */
static void put_string(struct rg_buffer *out, const char *text)
{
    rg_buffer_putc(out, '"');
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\\' || *p == '"')
            rg_buffer_putc(out, '\\');
        if ((unsigned char)*p < 0x20 || *p == 0x7F)
            rg_buffer_printf(out, "\\x%02x", (unsigned char)*p);
        else
            rg_buffer_putc(out, *p);
    }
    rg_buffer_putc(out, '"');
}

static bool is_plain_name(const char *name)
{
    for (const char *p = name; *p != '\0'; p++) {
        if (!rg_promql_is_name(*p) || (p == name && *p >= '0' && *p <= '9'))
            return false;
    }
    return true;
}

/* In the shape that is counted; see counted.h. */
static void put_template(struct rg_buffer *out, const struct rg_discovered *h)
{
    bool is_plain = is_plain_name(h->metric);

    rg_buffer_puts(out, "histogram_quantile({quantile}, sum by (le) (rate(");
    if (is_plain) {
        rg_buffer_puts(out, h->metric);
    } else {
        rg_buffer_puts(out, "{__name__=");
        put_string(out, h->metric);
    }
    if (h->label != NULL)
        rg_buffer_printf(out, "%s%s=\"{name}\"", is_plain ? "{" : ", ", h->label);
    rg_buffer_puts(out, !is_plain || h->label != NULL ? "}[{window}])))" : "[{window}])))");
}

/* What the members of a group have in common. */
struct kind {
    size_t quantiles;
    bool has_mean;
};

static bool is_of(const struct rg_discovered_series *s, const struct kind *kind, bool is_trial)
{
    return s->why == NULL &&
           (is_trial || (resolved(s->samples) == kind->quantiles && s->has_mean == kind->has_mean));
}

static void write_names(struct rg_json_writer *w, const struct rg_discovered *h, const struct kind *kind,
                        bool is_trial)
{
    double least = -1;

    rg_json_member_open_array(w, "names");
    for (size_t i = 0; i < h->series_count; i++) {
        const struct rg_discovered_series *s = &h->series[i];
        if (!is_of(s, kind, is_trial))
            continue;
        rg_json_write_string(w, s->name);
        least = least < 0 || s->samples < least ? s->samples : least;
    }
    rg_json_write_close_array(w);
    if (!is_trial)
        rg_json_member_integer(w, "_observations_at_least", (long long)least);
}

static void write_group(struct rg_json_writer *w, const char *name, const struct rg_discovered *h,
                        const struct kind *kind, bool is_trial)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_TEXT_MAX);
    put_template(&text, h);
    rg_json_member_open_object(w, name);
    rg_json_member_string(w, "_query_template", rg_buffer_text(&text));
    if (strcmp(rg_key_default_prefix(name), h->prefix) != 0)
        rg_json_member_string(w, "_prefix", h->prefix);
    rg_json_member_string(w, "_unit", h->unit == NULL ? "count" : h->unit);
    if (h->unit == NULL)
        rg_json_member_string(w, "_about_unit", "the metric's name holds none: set it if this is no count");
    if (h->note != NULL)
        rg_json_member_string(w, "_about_names", h->note);
    if (kind->has_mean)
        rg_json_member_bool(w, "_mean", true);
    rg_json_member_open_array(w, "_quantiles");
    for (size_t q = 0; q < kind->quantiles; q++)
        rg_json_write_number(w, quantiles[q].quantile);
    rg_json_write_close_array(w);
    write_names(w, h, kind, is_trial);
    rg_json_write_close_object(w);
    rg_buffer_inherit(w->out, &text);
    rg_buffer_release(&text);
}

/* A group for each kind that some series is of; the first one has the plain name. */
static void write_groups(struct rg_json_writer *w, const struct rg_discovered *h)
{
    struct rg_buffer name;
    bool is_first = true;

    rg_buffer_init(&name, RG_TEXT_MAX);
    for (size_t k = 2 * QUANTILES + 1; k >= 2; k--) {
        struct kind kind = {k / 2, k % 2 == 1};
        bool has_some = false;
        for (size_t i = 0; i < h->series_count && !has_some; i++)
            has_some = is_of(&h->series[i], &kind, false);
        if (!has_some)
            continue;
        rg_buffer_clear(&name);
        rg_buffer_puts(&name, h->prefix);
        if (!is_first)
            rg_buffer_printf(&name, " up to %s%s", quantiles[kind.quantiles - 1].label,
                             kind.has_mean ? "" : " without mean");
        write_group(w, rg_buffer_text(&name), h, &kind, false);
        is_first = false;
    }
    rg_buffer_inherit(w->out, &name);
    rg_buffer_release(&name);
}

/* In place of all names that a file must not hold. A series that exists has no empty name. */
static const char UNNAMED[] = "";

/* Why a histogram, or which of its series for what reason, are left out. */
static void write_left_out(struct rg_json_writer *w, const struct rg_discovered *h)
{
    size_t out = 0;
    bool same = true;

    for (size_t i = 0; h->why == NULL && i < h->series_count; i++) {
        const char *why = h->series[i].why;
        out += why != NULL;
        same = same && why != NULL && strcmp(why, h->series[0].why) == 0;
    }
    if (h->why == NULL && out == 0)
        return;
    if (h->why != NULL || same) {
        rg_json_member_string(w, h->metric, h->why != NULL ? h->why : h->series[0].why);
        return;
    }
    rg_json_member_open_object(w, h->metric);
    bool has_unnamed = false;
    for (size_t i = 0; i < h->series_count; i++) {
        const struct rg_discovered_series *s = &h->series[i];
        bool is_unnamed = s->why != NULL && rg_name_fault(s->name) != NULL;
        if (s->why != NULL && !(is_unnamed && has_unnamed))
            rg_json_member_string(w, is_unnamed ? UNNAMED : s->name, s->why);
        has_unnamed = has_unnamed || is_unnamed;
    }
    rg_json_write_close_object(w);
}

bool rg_discovery_render_trial(const struct rg_discovery *d, struct rg_buffer *out, struct rg_error *err)
{
    static const struct kind kind = {1, true};
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    for (size_t i = 0; i < d->histogram_count; i++) {
        if (d->histograms[i].why == NULL)
            write_group(&w, d->histograms[i].prefix, &d->histograms[i], &kind, true);
    }
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}

bool rg_discovery_render(const struct rg_discovery *d, const char *words, struct rg_buffer *out,
                         struct rg_error *err)
{
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_string(&w, "_discovered", words);
    rg_json_member_open_object(&w, "_left_out");
    for (size_t i = 0; i < d->histogram_count; i++)
        write_left_out(&w, &d->histograms[i]);
    rg_json_write_close_object(&w);
    for (size_t i = 0; i < d->histogram_count; i++) {
        if (d->histograms[i].why == NULL)
            write_groups(&w, &d->histograms[i]);
    }
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}
