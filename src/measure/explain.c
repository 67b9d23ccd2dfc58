#include "rungate/measure/explain.h"

#include "measure/round.h"
#include "measure/selector.h"
#include "rungate/base/timestamp.h"
#include "rungate/measure/query.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How far back a series is looked for. */
#define EARLIER "6h"

enum { CLUES_MAX = 8 + RG_MATCHERS_MAX };

/* Of series of one metric so many are explained: the next would say the same. */
enum { OF_ONE_METRIC = 2 };

enum clue_kind {
    CLUE_METRIC,  /* the metric, without matchers */
    CLUE_STEM,    /* the same without "_bucket" */
    CLUE_OTHER,   /* a metric of another name */
    CLUE_WITHOUT, /* the selector without one of its matchers */
    CLUE_EARLIER, /* when the series was last there */
};

/* One of the things that are asked for, all in one question. */
struct clue {
    enum clue_kind kind;
    const char *selector; /* as text */
    size_t matcher;
    double answer; /* a number of series, or a time; 0: nothing */
};

struct work {
    struct rg_attempt *attempt;
    size_t series;
    struct rg_selector selector;
    struct clue clues[CLUES_MAX];
    size_t count;
    struct rg_round round;
    struct rg_error *err;
};

static bool add_clue(struct work *w, enum clue_kind kind, const struct rg_selector *selector, size_t matcher)
{
    struct rg_buffer out;

    rg_buffer_init(&out, RG_TEXT_MAX);
    rg_selector_put(selector, &out);
    char *text = rg_buffer_ok(&out) ? rg_arena_strdup(&w->attempt->arena, rg_buffer_text(&out)) : NULL;
    rg_buffer_release(&out);
    if (text == NULL)
        return rg_error_memory(w->err);
    w->clues[w->count++] = (struct clue){.kind = kind, .selector = text, .matcher = matcher};
    return true;
}

/* The metric with another ending. */
static bool add_name(struct work *w, enum clue_kind kind, const char *ending, const char *other)
{
    struct rg_selector selector = w->selector;

    selector.matcher_count = 0;
    if (!rg_selector_ends(&selector, ending))
        return true;
    return rg_selector_end(&selector, ending, other, &w->attempt->arena) ? add_clue(w, kind, &selector, 0)
                                                                         : rg_error_memory(w->err);
}

/* OpenTelemetry's dots are underscores where names are not UTF-8. */
static bool add_without_dots(struct work *w)
{
    struct rg_selector selector = w->selector;

    selector.matcher_count = 0;
    if (memchr(selector.name.start, '.', selector.name.length) == NULL)
        return true;
    char *name = rg_arena_strndup(&w->attempt->arena, selector.name.start, selector.name.length);
    if (name == NULL)
        return rg_error_memory(w->err);
    for (char *p = name; *p != '\0'; p++) {
        if (*p == '.')
            *p = '_';
    }
    selector.form = RG_NAME_BARE;
    selector.name.start = name;
    return add_clue(w, CLUE_OTHER, &selector, 0);
}

static bool add_names(struct work *w)
{
    static const char *const units[][3] = {
        {"_seconds_bucket", "_milliseconds_bucket", "_bucket"},
        {"_milliseconds_bucket", "_seconds_bucket", "_bucket"},
    };
    const struct rg_selector *s = &w->selector;

    if (!rg_selector_ends(s, "_bucket"))
        return add_name(w, CLUE_OTHER, "", "_bucket");
    if (!add_name(w, CLUE_STEM, "_bucket", ""))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (rg_selector_ends(s, units[i][0]))
            return add_name(w, CLUE_OTHER, units[i][0], units[i][1]) &&
                   add_name(w, CLUE_OTHER, units[i][0], units[i][2]);
    }
    return add_name(w, CLUE_OTHER, "_bucket", "_seconds_bucket") &&
           add_name(w, CLUE_OTHER, "_bucket", "_milliseconds_bucket");
}

static bool gather_clues(struct work *w)
{
    struct rg_selector bare = w->selector;

    bare.matcher_count = 0;
    if (!add_clue(w, CLUE_METRIC, &bare, 0) || !add_names(w) || !add_without_dots(w) ||
        !add_clue(w, CLUE_EARLIER, &w->selector, 0))
        return false;
    for (size_t i = 0; i < w->selector.matcher_count; i++) {
        struct rg_selector without = w->selector;
        rg_selector_drop_at(&without, i);
        if (!add_clue(w, CLUE_WITHOUT, &without, i))
            return false;
    }
    return true;
}

/* All of them in one question: a number each, marked. */
static const char *make_query(struct work *w)
{
    struct rg_buffer out;

    rg_buffer_init(&out, RG_TEXT_MAX);
    for (size_t i = 0; i < w->count; i++) {
        const struct clue *c = &w->clues[i];
        rg_buffer_puts(&out, i == 0 ? "label_replace(" : " or label_replace(");
        if (c->kind == CLUE_EARLIER)
            rg_buffer_printf(&out, "max(max_over_time(timestamp(%s)[" EARLIER ":1m]))", c->selector);
        else
            rg_buffer_printf(&out, "count(%s)", c->selector);
        rg_buffer_printf(&out, ", \"" RG_WITNESS_LABEL "\", \"%zu\", \"\", \"\")", i);
    }
    const char *query = rg_buffer_ok(&out) ? rg_arena_strdup(&w->attempt->arena, rg_buffer_text(&out)) : NULL;
    rg_buffer_release(&out);
    return query;
}

static bool ask_one(struct work *w, struct rg_question *q)
{
    const struct rg_attempt_input *input = w->attempt->input;

    return rg_round_add(&w->round, q, w->err) &&
           rg_round_ask(&w->round, input->ask, input->context, w->attempt->unix_s, w->err);
}

static const struct clue *find_clue(const struct work *w, enum clue_kind kind)
{
    for (size_t i = 0; i < w->count; i++) {
        if (w->clues[i].kind == kind && w->clues[i].answer > 0)
            return &w->clues[i];
    }
    return NULL;
}

static void put_matcher(const struct work *w, size_t index, struct rg_buffer *out)
{
    const struct rg_matcher *m = &w->selector.matchers[index];

    rg_buffer_add(out, m->label.start, m->label.length);
    rg_buffer_add(out, m->op.start, m->op.length);
    rg_buffer_add(out, m->value.start, m->value.length);
}

/* The metric is there: which of the matchers finds nothing? */
static void put_matchers(const struct work *w, double count, struct rg_buffer *out)
{
    const struct clue *without = find_clue(w, CLUE_WITHOUT);

    rg_buffer_printf(out, "'%s' has %.0f series, but none ", w->clues[0].selector, count);
    if (without == NULL) {
        rg_buffer_puts(out, "that fits several of the matchers");
        return;
    }
    rg_buffer_puts(out, "with ");
    put_matcher(w, without->matcher, out);
    if (without->answer < count)
        rg_buffer_printf(out, " among the %.0f that fit otherwise", without->answer);
}

static void put_other_names(const struct work *w, struct rg_buffer *out)
{
    size_t said = 0;

    rg_buffer_printf(out, "there is no '%s'", w->clues[0].selector);
    for (size_t i = 0; i < w->count; i++) {
        const struct clue *c = &w->clues[i];
        if ((c->kind != CLUE_OTHER && c->kind != CLUE_STEM) || !(c->answer > 0))
            continue;
        rg_buffer_printf(out, "%s'%s' (%.0f series)", said++ == 0 ? ", but " : ", ", c->selector, c->answer);
    }
}

static const char *put_words(struct work *w)
{
    const struct clue *metric = find_clue(w, CLUE_METRIC);
    const struct clue *earlier = find_clue(w, CLUE_EARLIER);
    char stamp[RG_TIMESTAMP_SIZE];
    struct rg_buffer out;

    rg_buffer_init(&out, RG_TEXT_MAX);
    if (metric != NULL)
        put_matchers(w, metric->answer, &out);
    else
        put_other_names(w, &out);
    if (earlier != NULL && earlier->answer < 253402300800.0) {
        rg_timestamp_format((long long)floor(earlier->answer), stamp);
        rg_buffer_printf(&out, "; the series was last there at %s", stamp);
    }
    const char *text = rg_buffer_ok(&out) ? rg_arena_strdup(&w->attempt->arena, rg_buffer_text(&out)) : NULL;
    rg_buffer_release(&out);
    return text;
}

/* A metric without "_bucket" may be a native histogram: then that is what is wrong. */
static bool check_native(struct work *w)
{
    const struct clue *stem = find_clue(w, CLUE_STEM);
    struct rg_question q = {.wanted = RG_WANT_SERIES};
    struct rg_attempt *a = w->attempt;

    if (stem == NULL || find_clue(w, CLUE_METRIC) != NULL)
        return true;
    q.query = stem->selector;
    bool ok = ask_one(w, &q);
    for (size_t i = 0; ok && q.answer.is_native && i < a->input->plan->key_count; i++) {
        if (a->input->plan->keys[i].series != w->series)
            continue;
        a->readings[i].status = RG_STATUS_ERROR;
        (void)snprintf(a->readings[i].note, sizeof a->readings[i].note, "'%s': %s", stem->selector,
                       RG_NATIVE_MEANING);
    }
    rg_answer_release(&q.answer);
    return ok;
}

static bool explain(struct work *w)
{
    struct rg_question q = {0};

    if (!gather_clues(w))
        return false;
    q.query = make_query(w);
    if (q.query == NULL)
        return rg_error_memory(w->err);
    bool ok = ask_one(w, &q);
    for (size_t i = 0; ok && i < q.answer.count; i++) {
        const struct rg_element *e = &q.answer.elements[i];
        if (e->kind == RG_ELEMENT_MARKED && (size_t)e->mark < w->count)
            w->clues[e->mark].answer = e->value;
    }
    bool is_answered = ok && q.answer.failure == NULL;
    rg_answer_release(&q.answer);
    if (!is_answered)
        return ok;
    const char *words = put_words(w);
    w->attempt->series[w->series].missing = words;
    return words != NULL ? check_native(w) : rg_error_memory(w->err);
}

/* A series that is to be explained: it is not there at all, and not yet two others of its metric were. */
static bool choose(const struct work *w, size_t series, struct rg_slice *names, size_t chosen,
                   struct rg_selector *ret)
{
    const struct rg_plan_series *planned = &w->attempt->input->plan->series[series];
    size_t same = 0;

    if (!w->attempt->series[series].is_absent || planned->present == NULL)
        return false;
    struct rg_slice text = {planned->present, strlen(planned->present)};
    struct rg_scan scan = rg_scan_of(&text);
    if (!rg_scan_selector(&scan, ret))
        return false;
    for (size_t i = 0; i < chosen; i++)
        same += names[i].length == ret->name.length &&
                memcmp(names[i].start, ret->name.start, ret->name.length) == 0;
    return same < OF_ONE_METRIC;
}

bool rg_attempt_explain(struct rg_attempt *a, struct rg_error *err)
{
    struct work w = {.attempt = a, .err = err};
    struct rg_slice names[RG_EXPLAIN_MAX];
    size_t chosen = 0;
    bool ok = true;

    for (size_t s = 0; ok && s < a->input->plan->series_count && chosen < RG_EXPLAIN_MAX; s++) {
        if (!choose(&w, s, names, chosen, &w.selector))
            continue;
        names[chosen++] = w.selector.name;
        w.series = s;
        w.count = 0;
        ok = explain(&w);
    }
    a->asked += w.round.asked;
    rg_round_release(&w.round);
    return ok;
}
