#include "rungate/report/block.h"

#include "rungate/base/escape.h"
#include "rungate/base/timestamp.h"
#include "rungate/format/json_write.h"
#include "rungate/model/paths.h"
#include "rungate/report/page.h"

#include <string.h>

/* The longest run of backticks: a fence must be longer, whatever a key holds. */
static size_t longest_run(const char *text)
{
    size_t longest = 2;
    size_t run = 0;

    for (; *text != '\0'; text++) {
        run = *text == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

void rg_block_fenced(const struct rg_buffer *json, struct rg_buffer *out)
{
    size_t fence = longest_run(rg_buffer_text(json)) + 1;

    rg_buffer_pad(out, '`', fence);
    rg_buffer_puts(out, "json\n");
    rg_buffer_add(out, rg_buffer_text(json), json->length);
    rg_buffer_pad(out, '`', fence);
    rg_buffer_puts(out, "\n\n");
}

void rg_block_markdown(const struct rg_buffer *block, size_t limit, struct rg_buffer *out)
{
    size_t fence = longest_run(rg_buffer_text(block)) + 1;
    enum { AROUND = 128 };

    rg_buffer_puts(out, "### Paste into " RG_PATH_BASELINE "\n\n");
    if (block->length + 2 * fence + AROUND > limit) {
        rg_buffer_printf(
            out,
            "The block of %zu bytes is too large for a summary and is not cut: take it from the artifact "
            "that holds compare's standard output.\n\n",
            block->length);
        return;
    }
    rg_block_fenced(block, out);
}

static void put_without_reading(const struct rg_metric *metric, const char *run, struct rg_buffer *out)
{
    rg_buffer_puts(out, "- ");
    rg_escape_markdown(out, metric->key);
    rg_buffer_puts(out, ": ");
    if (metric->status == RG_STATUS_GOOD) {
        rg_buffer_puts(out, "not captured");
    } else {
        rg_escape_markdown(out, rg_status_name(metric->status));
        rg_buffer_printf(out, ", %s", rg_status_meaning(metric->status));
    }
    if (run != NULL) {
        rg_buffer_puts(out, ", in ");
        rg_escape_markdown(out, run);
    }
    rg_buffer_putc(out, '\n');
}

void rg_block_without_reading(const struct rg_runs *runs, const struct rg_surface *surface, size_t limit,
                              struct rg_buffer *out)
{
    struct rg_page page;
    size_t count = 0;

    rg_page_begin(&page, limit, out);
    for (size_t i = 0; i < runs->count; i++) {
        for (size_t j = 0; j < runs->items[i].metric_count; j++) {
            const struct rg_metric *metric = &runs->items[i].metrics[j];
            if (metric->has_value || (surface != NULL && rg_surface_exclusion(surface, metric->key) != NULL))
                continue;
            if (count++ == 0)
                rg_buffer_puts(&page.piece, "Keys without a reading:\n\n");
            put_without_reading(metric, runs->count > 1 ? runs->names[i] : NULL, &page.piece);
            rg_page_add(&page);
        }
    }
    if (page.cut > 0)
        rg_buffer_printf(out, "- and %zu more\n", page.cut);
    if (count > 0)
        rg_buffer_putc(out, '\n');
    rg_buffer_release(&page.piece);
}

void rg_block_refused_markdown(const char *why, size_t limit, struct rg_buffer *out)
{
    rg_buffer_puts(out,
                   "### Baseline NOT refreshable from this run\n\nThe capture cannot become a baseline: ");
    rg_escape_markdown(out, why);
    rg_buffer_puts(out, ".\n\n");
    if (out->length > limit)
        rg_buffer_clear(out);
}

bool rg_block_void(long long now_s, struct rg_buffer *out, struct rg_error *err)
{
    char now[RG_TIMESTAMP_SIZE];
    struct rg_json_writer w;

    rg_timestamp_format(now_s, now);
    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_integer(&w, "schema_version", RG_TIMINGS_SCHEMA);
    rg_json_member_string(&w, "captured_at", now);
    rg_json_member_bool(&w, "placeholder", true);
    rg_json_member_open_object(&w, "metrics");
    rg_json_write_close_object(&w);
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}
