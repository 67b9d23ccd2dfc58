#include "measure/targets.h"

#include "measure/samples_targets.h"
#include "rungate/base/buffer.h"
#include "rungate/base/sorted.h"

#include <stdlib.h>
#include <string.h>

/* So many jobs one question is about. */
enum { JOBS_AT_ONCE = 50 };

static const struct {
    const char *name;
    enum rg_raw_kind kind;
} metrics[] = {{"up", RG_RAW_UP}, {"process_start_time_seconds", RG_RAW_START}};

enum { METRICS = sizeof metrics / sizeof *metrics };

bool rg_targets_see(struct rg_targets *t, const struct rg_matrix *series, struct rg_error *err)
{
    const char *last = NULL;

    for (size_t i = 0; i < series->count; i++) {
        const char *job = rg_matrix_label(&series->series[i], "job");
        if (job == NULL)
            job = "";
        if (last != NULL && strcmp(last, job) == 0)
            continue;
        last = job;
        if (rg_sorted_find(t->jobs, t->job_count, sizeof *t->jobs, job) != NULL)
            continue;
        if (t->fresh_count == t->fresh_capacity) {
            size_t capacity = t->fresh_capacity == 0 ? 16 : t->fresh_capacity * 2;
            const char **larger = realloc(t->fresh, capacity * sizeof *larger);
            if (larger == NULL)
                return rg_error_memory(err);
            t->fresh = larger;
            t->fresh_capacity = capacity;
        }
        char *copy = rg_arena_strdup(&t->arena, job);
        if (copy == NULL)
            return rg_error_memory(err);
        t->fresh[t->fresh_count++] = copy;
    }
    return true;
}

/* A job as a part of a regular expression that stands in a string. */
static void put_pattern(struct rg_buffer *out, const char *job)
{
    for (const char *p = job; *p != '\0'; p++) {
        if (strchr("\\.+*?()|[]{}^$", *p) != NULL)
            rg_buffer_puts(out, "\\\\");
        if (*p == '\n') {
            rg_buffer_puts(out, "\\n");
            continue;
        }
        if (*p == '"' || *p == '\\')
            rg_buffer_putc(out, '\\');
        rg_buffer_putc(out, *p);
    }
}

static const char *make_query(struct rg_targets *t, const char *metric, const char *const *jobs, size_t count)
{
    struct rg_buffer out;

    rg_buffer_init(&out, RG_TEXT_MAX);
    rg_buffer_printf(&out, "%s{job=~\"", metric);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            rg_buffer_putc(&out, '|');
        put_pattern(&out, jobs[i]);
    }
    rg_buffer_printf(&out, "\"}[%s]", t->window);
    const char *query = rg_buffer_ok(&out) ? rg_arena_strdup(&t->arena, rg_buffer_text(&out)) : NULL;
    rg_buffer_release(&out);
    return query;
}

/* Take in what was answered. */
static bool add_facts(struct rg_targets *t, const struct rg_question *questions, size_t count,
                      struct rg_error *err)
{
    struct rg_samples *larger = realloc(t->facts, (t->fact_count + 1) * sizeof *larger);

    if (larger == NULL)
        return rg_error_memory(err);
    t->facts = larger;
    struct rg_samples *facts = &t->facts[t->fact_count++];
    rg_samples_init(facts, t->from_ms, t->to_ms);
    for (size_t i = 0; i < count; i++) {
        const struct rg_matrix *series = questions[i].answer.series;
        if (series != NULL && !rg_matrix_add_to(series, metrics[i % METRICS].kind, facts, err))
            return false;
    }
    return rg_samples_seal(facts, err);
}

static bool keep_jobs(struct rg_targets *t, struct rg_error *err)
{
    const char **larger = realloc(t->jobs, (t->job_count + t->fresh_count) * sizeof *larger);

    if (larger == NULL)
        return rg_error_memory(err);
    memcpy(larger + t->job_count, t->fresh, t->fresh_count * sizeof *larger);
    t->jobs = larger;
    t->job_count += t->fresh_count;
    t->fresh_count = 0;
    rg_sort(t->jobs, t->job_count, sizeof *t->jobs);
    return true;
}

bool rg_targets_ask(struct rg_targets *t, struct rg_round *round, rg_ask *ask, void *context,
                    long long unix_s, struct rg_error *err)
{
    if (t->fresh_count == 0)
        return true;
    rg_sort(t->fresh, t->fresh_count, sizeof *t->fresh);
    t->fresh_count = rg_sorted_unique(t->fresh, t->fresh_count, sizeof *t->fresh);
    size_t parts = (t->fresh_count + JOBS_AT_ONCE - 1) / JOBS_AT_ONCE;
    struct rg_question *questions = calloc(parts * METRICS, sizeof *questions);
    bool ok = true;

    if (questions == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; ok && i < parts * METRICS; i++) {
        size_t first = i / METRICS * JOBS_AT_ONCE;
        size_t left = t->fresh_count - first;
        questions[i].query = make_query(t, metrics[i % METRICS].name, t->fresh + first,
                                        left < JOBS_AT_ONCE ? left : JOBS_AT_ONCE);
        questions[i].wanted = RG_WANT_SAMPLES;
        ok = questions[i].query != NULL ? rg_round_add(round, &questions[i], err) : rg_error_memory(err);
    }
    ok = ok && rg_round_ask(round, ask, context, unix_s, err) &&
         add_facts(t, questions, parts * METRICS, err) && keep_jobs(t, err);
    for (size_t i = 0; i < parts * METRICS; i++)
        rg_answer_release(&questions[i].answer);
    free(questions);
    return ok;
}

void rg_targets_attach(const struct rg_targets *t, struct rg_samples *samples)
{
    for (size_t i = 0; i < t->fact_count; i++)
        rg_samples_attach(samples, &t->facts[i]);
}

void rg_targets_release(struct rg_targets *t)
{
    for (size_t i = 0; i < t->fact_count; i++)
        rg_samples_release(&t->facts[i]);
    free(t->facts);
    free(t->jobs);
    free(t->fresh);
    rg_arena_release(&t->arena);
    *t = (struct rg_targets){0};
}
