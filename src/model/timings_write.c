#include "rungate/model/timings_write.h"

#include "rungate/format/json_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool rg_counts_are_complete(size_t captured, size_t declared, double min_ratio)
{
    return declared > 0 && (double)captured / (double)declared >= min_ratio;
}

void rg_timings_count(struct rg_timings *timings, double min_ratio)
{
    struct rg_capture_block *capture = &timings->capture;

    *capture = (struct rg_capture_block){.declared = (long long)timings->metric_count, .has_counts = true};
    for (size_t i = 0; i < timings->metric_count; i++)
        capture->captured += timings->metrics[i].has_value;
    capture->min_ratio = min_ratio;
    capture->complete =
        rg_counts_are_complete((size_t)capture->captured, (size_t)capture->declared, min_ratio);
    timings->has_capture = true;
}

static void write_capture(struct rg_json_writer *w, const struct rg_capture_block *capture)
{
    rg_json_member_open_object(w, "capture");
    rg_json_member_integer(w, "declared", capture->declared);
    rg_json_member_integer(w, "captured", capture->captured);
    rg_json_member_number(w, "min_ratio", true, capture->min_ratio);
    rg_json_member_bool(w, "complete", capture->complete);
    rg_json_write_close_object(w);
}

static void write_metrics(struct rg_json_writer *w, const struct rg_timings *timings)
{
    rg_json_member_open_object(w, "metrics");
    for (size_t i = 0; i < timings->metric_count; i++) {
        const struct rg_metric *metric = &timings->metrics[i];
        rg_json_member_open_object(w, metric->key);
        rg_json_member_number(w, "value", metric->has_value, metric->value);
        rg_json_member_string(w, "unit", metric->unit);
        rg_json_write_close_object(w);
    }
    rg_json_write_close_object(w);
}

static void write_status(struct rg_json_writer *w, const struct rg_timings *timings)
{
    bool opened = false;

    for (size_t i = 0; i < timings->metric_count; i++) {
        if (timings->metrics[i].status == RG_STATUS_GOOD)
            continue;
        if (!opened) {
            rg_json_member_open_object(w, "status");
            opened = true;
        }
        rg_json_member_string(w, timings->metrics[i].key, rg_status_name(timings->metrics[i].status));
    }
    if (opened)
        rg_json_write_close_object(w);
}

static void write_ladders(struct rg_json_writer *w, const struct rg_ladders *ladders)
{
    rg_json_write_open_object(w);
    for (size_t i = 0; i < ladders->count; i++) {
        const struct rg_ladder *ladder = &ladders->items[i];
        rg_json_member_open_object(w, ladder->name);
        rg_json_member_string(w, "unit", ladder->unit);
        rg_json_member_numbers(w, "edges", ladder->edges, ladder->edge_count);
        rg_json_write_close_object(w);
    }
    rg_json_write_close_object(w);
}

/* Counts are whole as a rule, and then written as integers. */
static void write_count(struct rg_json_writer *w, const char *base, double count)
{
    if (count == floor(count) && count < 1e15)
        rg_json_member_integer(w, base, (long long)count);
    else
        rg_json_member_number(w, base, true, count);
}

static void write_samples(struct rg_json_writer *w, const struct rg_series_numbers *samples)
{
    rg_json_member_open_object(w, "samples");
    for (size_t i = 0; i < samples->count; i++)
        write_count(w, samples->items[i].base, samples->items[i].value);
    rg_json_write_close_object(w);
}

static void write_covered(struct rg_json_writer *w, const struct rg_series_numbers *covered)
{
    if (covered->count == 0)
        return;
    rg_json_member_open_object(w, "covered");
    for (size_t i = 0; i < covered->count; i++)
        rg_json_member_number(w, covered->items[i].base, true, covered->items[i].value);
    rg_json_write_close_object(w);
}

static void write_texts(struct rg_json_writer *w, const char *name, const struct rg_named_texts *texts)
{
    if (texts->count == 0)
        return;
    rg_json_member_open_object(w, name);
    for (size_t i = 0; i < texts->count; i++)
        rg_json_member_string(w, texts->items[i].name, texts->items[i].text);
    rg_json_write_close_object(w);
}

static void write_labels(struct rg_json_writer *w, const struct rg_timings *timings)
{
    if (timings->label_count == 0)
        return;
    rg_json_member_open_object(w, "labels");
    for (size_t i = 0; i < timings->label_count; i++) {
        rg_json_member_string(w, timings->labels[i].name, timings->labels[i].value);
    }
    rg_json_write_close_object(w);
}

/* `runs` and `spread` of a baseline of several runs; a run without a value has NaN, written as null. */
static void write_runs(struct rg_json_writer *w, const struct rg_timings *timings)
{
    if (timings->run_count == 0)
        return;
    rg_json_member_open_array(w, "runs");
    for (size_t i = 0; i < timings->run_count; i++) {
        const struct rg_run *run = &timings->runs[i];
        rg_json_write_open_object(w);
        rg_json_member_string(w, "captured_at", run->captured_at);
        rg_json_member_string(w, "git_sha", run->git_sha);
        write_samples(w, &run->samples);
        write_covered(w, &run->covered);
        write_texts(w, "counts", &run->counts);
        rg_json_write_close_object(w);
    }
    rg_json_write_close_array(w);
    rg_json_member_open_object(w, "spread");
    for (size_t i = 0; i < timings->metric_count; i++) {
        const struct rg_metric *metric = &timings->metrics[i];
        rg_json_member_numbers(w, metric->key, metric->spread, metric->spread_count);
    }
    rg_json_write_close_object(w);
}

/* A scrape has an interval in place of a window. */
static void write_source(struct rg_json_writer *w, const struct rg_timings *timings)
{
    rg_json_member_string(w, "source", timings->source);
    rg_json_member_string(w, "began_at", timings->began_at);
}

bool rg_timings_write(const struct rg_timings *timings, const struct rg_host *host, struct rg_buffer *out,
                      struct rg_error *err)
{
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_integer(&w, "schema_version", RG_TIMINGS_SCHEMA);
    rg_json_member_string(&w, "captured_at", timings->captured_at);
    rg_json_member_string(&w, "git_sha", timings->git_sha);
    rg_json_member_string(&w, "profile", timings->profile);
    if (timings->source == NULL)
        rg_json_member_string(&w, "window", timings->window);
    else
        write_source(&w, timings);
    write_capture(&w, &timings->capture);
    write_metrics(&w, timings);
    write_status(&w, timings);
    write_labels(&w, timings);
    if (timings->samples.count > 0)
        write_samples(&w, &timings->samples);
    write_covered(&w, &timings->covered);
    write_texts(&w, "counts", &timings->counts);
    write_texts(&w, "uncounted", &timings->uncounted);
    write_texts(&w, "notes", &timings->notes);
    write_runs(&w, timings);
    if (timings->ladders.count > 0) {
        rg_json_write_name(&w, "ladders");
        write_ladders(&w, &timings->ladders);
    }
    rg_host_write(&w, host);
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}

bool rg_ladders_write(const struct rg_ladders *ladders, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    write_ladders(&w, ladders);
    return rg_json_writer_finish(&w, err);
}
