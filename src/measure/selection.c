#include "rungate/measure/selection.h"

#include "measure/matcher.h"
#include "measure/unquote.h"
#include "rungate/base/sorted.h"

#include <stdlib.h>
#include <string.h>

static const char START[] = "process_start_time_seconds";
static const char EXPORTED[] = "exported_";

/* No byte of UTF-8: what stands between the values of a key. */
enum { SEPARATOR = 0xFF };

/* A kind of sample that a series wants. Sorted by name, labels, key. */
struct rg_wanted_sample {
    const char *name;
    const char *labels; /* of its `=` matchers, in order, each with a separator behind it */
    const char *key;    /* their values, in the same form */
    struct rg_hit hit;
    const struct rg_label_matcher *rest; /* the other matchers */
    size_t rest_count;
};

struct rg_wanted_group {
    const char *name; /* the first member, for rg_sorted_from() */
    const char **labels;
    size_t label_count;
    const struct rg_wanted_sample *first;
    size_t count;
    bool was_seen; /* a sample of that name was offered */
};

struct maker {
    struct rg_selection *s;
    const struct rg_plan *plan;
    const char **values; /* by series: the query of one that is a value */
    struct rg_error *err;
};

static const char *label_of(const struct rg_labels *labels, const char *name)
{
    const struct rg_label *label = rg_sorted_find(labels->items, labels->count, sizeof *labels->items, name);

    return label == NULL ? "" : label->value;
}

static bool is_ignored(struct rg_selection *s, const char *label)
{
    bool *flag = strcmp(label, "job") == 0 ? &s->ignores_job : &s->ignores_instance;

    if ((strcmp(label, "job") != 0 && strcmp(label, "instance") != 0) ||
        label_of(&s->target, label)[0] != '\0')
        return false;
    *flag = true;
    return true;
}

static int by_use(const void *a, const void *b)
{
    const struct rg_label_matcher *x = a;
    const struct rg_label_matcher *y = b;
    bool x_is_key =
        !x->is_negated && x->pattern == NULL && x->value[0] != '\0' && strcmp(x->label, "le") != 0;
    bool y_is_key =
        !y->is_negated && y->pattern == NULL && y->value[0] != '\0' && strcmp(y->label, "le") != 0;

    if (x_is_key != y_is_key)
        return x_is_key ? -1 : 1;
    /* Those on `le` are last, so that what has none can leave them out. */
    bool x_is_le = strcmp(x->label, "le") == 0;
    bool y_is_le = strcmp(y->label, "le") == 0;
    return x_is_le != y_is_le ? x_is_le - y_is_le : strcmp(x->label, y->label);
}

/* The matchers of one selector, in order of their use, and how many of them are for which. */
struct uses {
    struct rg_label_matcher *all;
    size_t count;
    size_t keys;
    size_t edges; /* at the end */
};

/* Take the matchers over. Those that fail release nothing: the selection owns them. */
static bool make_matchers(struct maker *m, const struct rg_selector *selector, struct uses *ret)
{
    struct rg_selection *s = m->s;
    struct uses uses = {.all = s->matchers + s->matcher_count};

    for (size_t i = 0; i < selector->matcher_count; i++) {
        struct rg_label_matcher *matcher = &uses.all[uses.count];
        if (!rg_matcher_make(&selector->matchers[i], &s->arena, matcher, m->err))
            return false;
        if (is_ignored(s, matcher->label)) {
            rg_matcher_release(matcher);
            continue;
        }
        uses.count++;
        s->matcher_count++;
    }
    if (uses.count > 0)
        qsort(uses.all, uses.count, sizeof *uses.all, by_use);
    for (size_t i = 0; i < uses.count; i++) {
        const struct rg_label_matcher *one = &uses.all[i];
        bool is_le = strcmp(one->label, "le") == 0;
        /* A second value for one label stays a matcher, which then finds nothing. */
        bool is_key = i == uses.keys && !one->is_negated && one->pattern == NULL && one->value[0] != '\0' &&
                      !is_le && (i == 0 || strcmp(uses.all[i - 1].label, one->label) != 0);
        uses.keys += is_key;
        uses.edges += is_le;
    }
    *ret = uses;
    return true;
}

/* The labels of the `=` matchers, or their values. NULL without memory. */
static const char *put_keys(struct maker *m, const struct uses *uses, bool values)
{
    struct rg_buffer *out = &m->s->key;

    rg_buffer_clear(out);
    for (size_t i = 0; i < uses->keys; i++) {
        rg_buffer_puts(out, values ? uses->all[i].value : uses->all[i].label);
        rg_buffer_putc(out, (char)SEPARATOR);
    }
    return rg_buffer_ok(out) ? rg_arena_strndup(&m->s->arena, rg_buffer_text(out), out->length) : NULL;
}

/* The name with another ending, which is also that of a histogram's other samples. NULL without memory. */
static const char *name_with(struct rg_arena *arena, const char *bucket, const char *ending)
{
    return rg_arena_printf(arena, "%.*s%s", (int)(strlen(bucket) - strlen("_bucket")), bucket, ending);
}

static bool ends_in_bucket(const char *name)
{
    size_t length = strlen(name);

    return length > strlen("_bucket") && strcmp(name + length - strlen("_bucket"), "_bucket") == 0;
}

static bool add_wanted(struct maker *m, const struct uses *uses, const char *name, struct rg_hit hit)
{
    struct rg_wanted_sample *w = &m->s->wanted[m->s->wanted_count++];

    *w = (struct rg_wanted_sample){.name = name,
                                   .labels = put_keys(m, uses, false),
                                   .key = put_keys(m, uses, true),
                                   .hit = hit,
                                   .rest = uses->all + uses->keys,
                                   .rest_count = uses->count - uses->keys};
    if (hit.kind != RG_HIT_BUCKET && hit.kind != RG_HIT_VALUE)
        w->rest_count -= uses->edges;
    return (name != NULL && w->labels != NULL && w->key != NULL) || rg_error_memory(m->err);
}

static bool is_classic(const char *name)
{
    for (const char *p = name; *p != '\0'; p++) {
        if (!rg_promql_is_name(*p))
            return false;
    }
    return true;
}

/* The metric's name, without escapes. NULL: *err is set. */
static const char *read_name(struct maker *m, const struct rg_selector *selector)
{
    struct rg_buffer text;
    const char *name = NULL;
    char quote = selector->quote;

    /* A bare name has no escapes, as between backquotes. */
    if (quote == '\0')
        quote = '`';
    rg_buffer_init(&text, RG_TEXT_MAX);
    if (!rg_promql_unescape(&selector->name, quote, &text))
        (void)rg_error_set(m->err, RG_ERROR_FORMAT,
                           "its metric's name has an escape that PromQL does not have");
    else if (!rg_buffer_ok(&text) || (name = rg_arena_strdup(&m->s->arena, rg_buffer_text(&text))) == NULL)
        (void)rg_error_memory(m->err);
    rg_buffer_release(&text);
    return name;
}

static bool add_selector(struct maker *m, size_t series, const struct rg_selector *selector, bool is_value)
{
    static const struct {
        const char *ending;
        enum rg_hit_kind kind;
    } others[] = {{"_sum", RG_HIT_SUM}, {"_count", RG_HIT_TOTAL}, {"_created", RG_HIT_CREATED}};
    struct rg_selected *selected = &m->s->series[series];
    struct rg_buffer text;
    struct uses uses;

    rg_buffer_init(&text, RG_TEXT_MAX);
    rg_selector_put(selector, &text);
    selected->text = rg_buffer_ok(&text) ? rg_arena_strdup(&m->s->arena, rg_buffer_text(&text)) : NULL;
    rg_buffer_release(&text);
    if (selected->text == NULL)
        return rg_error_memory(m->err);
    selected->metric = read_name(m, selector);
    if (selected->metric == NULL || !make_matchers(m, selector, &uses))
        return false;
    m->s->wants_utf8 = m->s->wants_utf8 || !is_classic(selected->metric);
    for (size_t i = 0; i < uses.count; i++)
        m->s->wants_utf8 = m->s->wants_utf8 || !is_classic(uses.all[i].label);
    struct rg_hit hit = {series, is_value ? RG_HIT_VALUE : RG_HIT_BUCKET};
    if (!add_wanted(m, &uses, selected->metric, hit))
        return false;
    for (size_t i = 0; !is_value && ends_in_bucket(selected->metric) && i < sizeof others / sizeof *others;
         i++) {
        hit.kind = others[i].kind;
        if (!add_wanted(m, &uses, name_with(&m->s->arena, selected->metric, others[i].ending), hit))
            return false;
    }
    return true;
}

static bool add_series(struct maker *m, size_t series)
{
    const struct rg_plan_series *p = &m->plan->series[series];
    bool is_value = p->series->group->is_value;
    const char *text = is_value ? m->values[series] : p->raw;
    struct rg_selector selector;

    if (text == NULL) {
        m->s->series[series].why = p->why;
        return true;
    }
    struct rg_slice whole = rg_slice_strip((struct rg_slice){text, strlen(text)});
    struct rg_scan scan = rg_scan_of(&whole);
    /* Behind the raw samples of a counted series stands its range. */
    if (!rg_scan_selector(&scan, &selector) || (is_value && !rg_scan_at_end(&scan))) {
        m->s->series[series].why = "the template is not one selector of a gauge or a counter";
        return true;
    }
    return add_selector(m, series, &selector, is_value);
}

/* Every matcher there will be, so that none has to move: a compiled pattern stays where it is. */
static bool allocate(struct maker *m)
{
    struct rg_selection *s = m->s;
    size_t count = m->plan->series_count;

    s->series_count = count;
    s->series = rg_arena_array(&s->arena, count + 1, sizeof *s->series);
    s->wanted = rg_arena_array(&s->arena, 4 * count + 1, sizeof *s->wanted);
    s->groups = rg_arena_array(&s->arena, 4 * count + 1, sizeof *s->groups);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are kept */
    m->values = rg_arena_array(&s->arena, count + 1, sizeof *m->values);
    if (s->series == NULL || s->wanted == NULL || s->groups == NULL || m->values == NULL)
        return rg_error_memory(m->err);
    for (size_t i = 0; i < m->plan->key_count; i++) {
        const struct rg_plan_key *key = &m->plan->keys[i];
        if (key->key->kind == RG_KEY_VALUE)
            m->values[key->series] = key->query;
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct rg_wanted_sample *x = a;
    const struct rg_wanted_sample *y = b;
    int order = strcmp(x->name, y->name);

    if (order == 0)
        order = strcmp(x->labels, y->labels);
    return order != 0 ? order : strcmp(x->key, y->key);
}

/* Split the text of labels up. */
static bool name_labels(struct maker *m, const char *text, struct rg_wanted_group *group)
{
    size_t count = 0;

    for (const char *p = text; (p = strchr(p, SEPARATOR)) != NULL; p++)
        count++;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are kept */
    group->labels = rg_arena_array(&m->s->arena, count + 1, sizeof *group->labels);
    if (group->labels == NULL)
        return rg_error_memory(m->err);
    for (const char *p = text; *p != '\0'; p = strchr(p, SEPARATOR) + 1) {
        char *label = rg_arena_strndup(&m->s->arena, p, (size_t)(strchr(p, SEPARATOR) - p));
        if (label == NULL)
            return rg_error_memory(m->err);
        group->labels[group->label_count++] = label;
    }
    return true;
}

static bool make_groups(struct maker *m)
{
    struct rg_selection *s = m->s;
    const struct rg_wanted_sample *last = NULL;

    if (s->wanted_count > 0)
        qsort(s->wanted, s->wanted_count, sizeof *s->wanted, by_place);
    for (size_t i = 0; i < s->wanted_count; i++) {
        const struct rg_wanted_sample *w = &s->wanted[i];
        struct rg_wanted_group *group = &s->groups[s->group_count];
        if (last == NULL || strcmp(last->name, w->name) != 0 || strcmp(last->labels, w->labels) != 0) {
            *group = (struct rg_wanted_group){.name = w->name, .first = w};
            if (!name_labels(m, w->labels, group))
                return false;
            s->group_count++;
        }
        s->groups[s->group_count - 1].count++;
        last = w;
    }
    s->hits = rg_arena_array(&s->arena, s->wanted_count + 1, sizeof *s->hits);
    return s->hits != NULL || rg_error_memory(m->err);
}

/* How many matchers the selectors of a plan can have at most: a quote opens each value. */
static size_t count_matchers(const struct rg_plan *plan, const char *const *values)
{
    size_t count = 0;

    for (size_t i = 0; i < plan->series_count; i++) {
        const char *text = plan->series[i].raw != NULL ? plan->series[i].raw : values[i];
        for (const char *p = text; p != NULL && *p != '\0'; p++)
            count += *p == '"' || *p == '\'' || *p == '`';
    }
    return count + 1;
}

static bool make(struct maker *m)
{
    struct rg_selection *s = m->s;

    if (!allocate(m))
        return false;
    s->matchers = rg_arena_array(&s->arena, count_matchers(m->plan, m->values), sizeof *s->matchers);
    if (s->matchers == NULL)
        return rg_error_memory(m->err);
    for (size_t i = 0; i < m->plan->series_count; i++) {
        if (!add_series(m, i))
            return rg_error_prefix(m->err, "'%s'", m->plan->series[i].base);
    }
    return make_groups(m);
}

bool rg_selection_make(const struct rg_plan *plan, const struct rg_labels *target, struct rg_selection *ret,
                       struct rg_error *err)
{
    struct rg_selection selection = {.target = *target};
    struct maker m = {.s = &selection, .plan = plan, .err = err};

    rg_buffer_init(&selection.key, RG_TEXT_MAX);
    if (!make(&m)) {
        rg_selection_release(&selection);
        return false;
    }
    *ret = selection;
    return true;
}

void rg_selection_release(struct rg_selection *s)
{
    for (size_t i = 0; i < s->matcher_count; i++)
        rg_matcher_release(&s->matchers[i]);
    rg_buffer_release(&s->key);
    rg_arena_release(&s->arena);
    *s = (struct rg_selection){0};
}

static size_t find_name(const struct rg_selection *s, const char *name)
{
    size_t at = rg_sorted_from(s->groups, s->group_count, sizeof *s->groups, name, strlen(name), "");

    return at < s->group_count && strcmp(s->groups[at].name, name) == 0 ? at : s->group_count;
}

bool rg_selection_wants(const struct rg_selection *s, const char *name)
{
    return strcmp(name, START) == 0 || find_name(s, name) < s->group_count;
}

/* Add those of a group that want the sample. */
static void find_in_group(struct rg_selection *s, const struct rg_wanted_group *group,
                          const struct rg_labels *labels)
{
    const char *key = rg_buffer_text(&s->key);
    size_t low = 0;
    size_t high = group->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(group->first[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < group->count && strcmp(group->first[low].key, key) == 0; low++) {
        const struct rg_wanted_sample *w = &group->first[low];
        size_t i = 0;
        while (i < w->rest_count && rg_matcher_test(&w->rest[i], label_of(labels, w->rest[i].label)))
            i++;
        if (i == w->rest_count)
            s->hits[s->hit_count++] = w->hit;
    }
}

bool rg_selection_find(struct rg_selection *s, const char *name, const struct rg_labels *labels,
                       struct rg_error *err)
{
    size_t at = find_name(s, name);

    s->hit_count = 0;
    if (strcmp(name, START) == 0)
        s->hits[s->hit_count++] = (struct rg_hit){.kind = RG_HIT_START};
    for (; at < s->group_count && strcmp(s->groups[at].name, name) == 0; at++) {
        const struct rg_wanted_group *group = &s->groups[at];
        s->groups[at].was_seen = true;
        rg_buffer_clear(&s->key);
        for (size_t i = 0; i < group->label_count; i++) {
            rg_buffer_puts(&s->key, label_of(labels, group->labels[i]));
            rg_buffer_putc(&s->key, (char)SEPARATOR);
        }
        if (!rg_buffer_check(&s->key, err))
            return false;
        find_in_group(s, group, labels);
    }
    return true;
}

bool rg_selection_saw(const struct rg_selection *s, const char *name)
{
    size_t at = find_name(s, name);

    return at < s->group_count && s->groups[at].was_seen;
}

static bool is_targets(const struct rg_selection *s, const char *name)
{
    return strcmp(name, "job") == 0 || strcmp(name, "instance") == 0 || label_of(&s->target, name)[0] != '\0';
}

struct rg_labels rg_selection_labels(const struct rg_selection *s, const char *instance,
                                     const struct rg_label *labels, size_t count, struct rg_arena *arena)
{
    struct rg_label *all = rg_arena_array(arena, count + s->target.count + 1, sizeof *all);
    size_t kept = 0;

    for (size_t i = 0; all != NULL && i < count; i++) {
        if (labels[i].value[0] == '\0')
            continue;
        all[kept] = labels[i];
        if (is_targets(s, labels[i].name) &&
            (all[kept].name = rg_arena_printf(arena, "%s%s", EXPORTED, labels[i].name)) == NULL)
            return (struct rg_labels){0};
        kept++;
    }
    if (all == NULL)
        return (struct rg_labels){0};
    if (label_of(&s->target, "instance")[0] == '\0')
        all[kept++] = (struct rg_label){"instance", instance};
    for (size_t i = 0; i < s->target.count; i++)
        all[kept++] = s->target.items[i];
    rg_sort(all, kept, sizeof *all);
    return (struct rg_labels){all, rg_sorted_unique(all, kept, sizeof *all)};
}
