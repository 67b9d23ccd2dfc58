#include "rungate/measure/plan.h"

#include "measure/counted.h"
#include "rungate/base/sorted.h"
#include "rungate/measure/query.h"

#include <string.h>

/* A plan while it is made. */
struct maker {
    const struct rg_surface *surface;
    const struct rg_ladders *declared;
    const char *window;
    struct rg_plan *plan;
    size_t *place; /* of each of the surface's series: its index in the plan's */
    struct rg_error *err;
};

/* Expand into the arena. */
static const char *expand(struct maker *m, const char *template_text, const struct rg_query_values *values)
{
    struct rg_buffer out;
    const char *text = NULL;

    rg_buffer_init(&out, RG_TEXT_MAX);
    if (rg_query_expand(template_text, values, &out, m->err)) {
        text = rg_arena_strdup(&m->plan->arena, rg_buffer_text(&out));
        if (text == NULL)
            (void)rg_error_memory(m->err);
    }
    rg_buffer_release(&out);
    return text;
}

static bool add_evidence(struct maker *m, struct rg_plan_series *planned)
{
    struct rg_query_values values = {.quantile = "", .name = planned->series->name, .window = m->window};
    struct rg_slice rates;
    struct rg_buffer text;

    if (!rg_query_rates(planned->series->template_text, &rates))
        return true;
    planned->kind = rg_query_rates_kind(&rates);
    rg_buffer_init(&text, RG_TEXT_MAX);
    rg_query_evidence(&rates, &text);
    if (rg_buffer_check(&text, m->err))
        planned->evidence = expand(m, text.data, &values);
    rg_buffer_release(&text);
    return planned->evidence != NULL;
}

/* A query of a selector: its raw samples, or with an empty range its series. NULL without memory. */
static const char *put_selector(struct maker *m, const struct rg_selector *selector, bool with_range)
{
    struct rg_buffer out;
    const char *text = NULL;

    rg_buffer_init(&out, RG_TEXT_MAX);
    rg_selector_put(selector, &out);
    if (with_range)
        rg_buffer_printf(&out, "[%s]", m->window);
    if (rg_buffer_check(&out, m->err) &&
        (text = rg_arena_strdup(&m->plan->arena, rg_buffer_text(&out))) == NULL)
        (void)rg_error_memory(m->err);
    rg_buffer_release(&out);
    return text;
}

/* The series beside the buckets, NAME_sum and NAME_created. *ret stays NULL for a metric of another name. */
static bool put_beside(struct maker *m, const struct rg_selector *buckets, const char *ending,
                       const char **ret)
{
    struct rg_selector selector = *buckets;

    if (!rg_selector_ends(buckets, "_bucket"))
        return true;
    rg_selector_drop(&selector, "le");
    if (!rg_selector_end(&selector, "_bucket", ending, &m->plan->arena))
        return rg_error_memory(m->err);
    *ret = put_selector(m, &selector, true);
    return *ret != NULL;
}

/* What is asked of a series that is counted. */
static bool plan_counted(struct maker *m, struct rg_plan_series *planned, const struct rg_counted *found)
{
    struct rg_count_options *options = rg_arena_alloc(&m->plan->arena, sizeof *options);

    if (options == NULL)
        return rg_error_memory(m->err);
    *options = found->options;
    planned->counted = options;
    planned->raw = put_selector(m, &found->selector, true);
    planned->present = put_selector(m, &found->selector, false);
    if (planned->raw == NULL || planned->present == NULL ||
        !put_beside(m, &found->selector, "_created", &planned->created))
        return false;
    if (!planned->series->group->has_mean)
        return true;
    if (!put_beside(m, &found->selector, "_sum", &planned->sum))
        return false;
    return planned->sum != NULL ||
           rg_error_set(m->err, RG_ERROR_CONFLICT,
                        "'_mean' needs a metric whose name ends in '_bucket', and '%.*s' does not",
                        (int)found->selector.name.length, found->selector.name.start);
}

/*
 * Take the template apart. Its two other placeholders stay, so that the window in it is told from a name that holds
 * such a text.
 */
static bool classify(struct maker *m, struct rg_plan_series *planned)
{
    struct rg_query_values values = {
        .quantile = "{quantile}", .name = planned->series->name, .window = "{window}"};
    const struct rg_group *group = planned->series->group;
    const char *text = expand(m, planned->series->template_text, &values);
    struct rg_counted counted;

    if (text == NULL || !rg_template_check(text, m->err))
        return false;
    if (group->is_value)
        return true;
    if (!rg_template_classify(text, &m->plan->arena, &counted, &planned->why, m->err))
        return false;
    if (planned->why == NULL)
        return plan_counted(m, planned, &counted);
    return !group->has_mean || rg_error_set(m->err, RG_ERROR_CONFLICT,
                                            "'_mean' needs a template that can be counted: %s", planned->why);
}

static bool complete_series(struct maker *m, struct rg_plan_series *planned)
{
    const struct rg_group *group = planned->series->group;

    if (!classify(m, planned))
        return rg_error_prefix(m->err, "'%s'", planned->series->base);
    if (group->is_value)
        return true; /* no ladder, and nothing to prove it by */
    planned->declared = rg_ladders_declared(m->declared, group->ladder, planned->base);
    if (planned->declared != NULL && strcmp(planned->declared->unit, group->unit) != 0)
        return rg_error_set(m->err, RG_ERROR_CONFLICT,
                            "group '%s' is in %s, but its ladder '%s' is in %s; give both one unit",
                            group->name, group->unit, group->ladder, planned->declared->unit);
    return add_evidence(m, planned) || rg_error_prefix(m->err, "'%s'", planned->series->base);
}

/* The series that some key needs, by base. */
static bool plan_series(struct maker *m)
{
    const struct rg_surface *s = m->surface;
    struct rg_plan *plan = m->plan;

    m->place = rg_arena_array(&plan->arena, s->series_count, sizeof *m->place);
    plan->series = rg_arena_array(&plan->arena, s->series_count, sizeof *plan->series);
    if (m->place == NULL || plan->series == NULL)
        return rg_error_memory(m->err);
    for (size_t i = 0; i < s->key_count; i++) {
        const struct rg_series *series = s->keys[i].series;
        size_t *place = &m->place[series - s->series];
        if (s->keys[i].excluded || *place > 0)
            continue;
        plan->series[plan->series_count++] = (struct rg_plan_series){.base = series->base, .series = series};
        *place = plan->series_count;
    }
    rg_sort(plan->series, plan->series_count, sizeof *plan->series);
    for (size_t i = 0; i < plan->series_count; i++) {
        m->place[plan->series[i].series - s->series] = i;
        if (!complete_series(m, &plan->series[i]))
            return false;
    }
    return true;
}

static bool plan_keys(struct maker *m)
{
    const struct rg_surface *s = m->surface;

    m->plan->keys = rg_arena_array(&m->plan->arena, s->key_count, sizeof *m->plan->keys);
    if (m->plan->keys == NULL)
        return rg_error_memory(m->err);
    for (size_t i = 0; i < s->key_count; i++) {
        const struct rg_surface_key *key = &s->keys[i];
        struct rg_query_values values = {key->quantile_text, key->series->name, m->window};
        struct rg_plan_key *planned = &m->plan->keys[m->plan->key_count];
        if (key->excluded)
            continue;
        *planned = (struct rg_plan_key){.key = key, .series = m->place[key->series - s->series]};
        m->plan->key_count++;
        if (key->kind == RG_KEY_MEAN)
            continue;
        planned->query = expand(m, key->series->template_text, &values);
        if (planned->query == NULL)
            return rg_error_prefix(m->err, "'%s'", key->key);
    }
    return true;
}

bool rg_plan_make(const struct rg_surface *surface, const struct rg_ladders *declared, const char *window,
                  struct rg_plan *ret, struct rg_error *err)
{
    struct rg_plan plan = {0};
    struct maker m = {.surface = surface, .declared = declared, .window = window, .plan = &plan, .err = err};

    if (!plan_series(&m) || !plan_keys(&m)) {
        rg_plan_release(&plan);
        return false;
    }
    *ret = plan;
    return true;
}

void rg_plan_release(struct rg_plan *plan)
{
    rg_arena_release(&plan->arena);
    *plan = (struct rg_plan){0};
}
