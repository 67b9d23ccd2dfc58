/*
 * exposition: what the reader of expositions sees, for comparison with other readers and for its speed.
 *
 *   exposition text|openmetrics FILE…      a JSON document and a NUL for each page: the samples, and the fault after which there are
 *                                          no more, or null. Values are text, in C's hexadecimal form.
 *   exposition count text|openmetrics FILE only how many samples there are
 */
#include "rungate/format/exposition.h"
#include "rungate/base/file.h"
#include "rungate/format/json_write.h"

#include <stdio.h>
#include <string.h>

static bool take(void *context, const struct rg_exposition_sample *sample, struct rg_error *err)
{
    static const char *const types[] = {"unknown", "counter",        "gauge",    "histogram",
                                        "summary", "gaugehistogram", "stateset", "info"};
    struct rg_json_writer *w = context;
    char value[48];

    (void)snprintf(value, sizeof value, "%a", sample->value);
    rg_json_write_open_object(w);
    rg_json_member_string(w, "metric", sample->metric);
    rg_json_member_string(w, "value", value);
    rg_json_member_string(w, "type", types[sample->type]);
    rg_json_member_integer(w, "line", (long long)sample->line);
    rg_json_member_open_object(w, "labels");
    for (size_t i = 0; i < sample->label_count; i++)
        rg_json_member_string(w, sample->labels[i].name, sample->labels[i].value);
    rg_json_write_close_object(w);
    rg_json_write_close_object(w);
    return rg_buffer_check(w->out, err);
}

static bool count(void *context, const struct rg_exposition_sample *sample, struct rg_error *err)
{
    (void)sample;
    (void)err;
    ++*(size_t *)context;
    return true;
}

/* The document of one page, written to `out`. */
static bool show(const struct rg_buffer *page, enum rg_exposition_format format, struct rg_buffer *out,
                 struct rg_error *err)
{
    static struct rg_json_writer w;
    struct rg_error fault = {0};

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_open_array(&w, "samples");
    bool ok = rg_exposition_read(rg_buffer_text(page), page->length, format, take, &w, &fault);
    rg_json_write_close_array(&w);
    rg_json_member_string(&w, "fault", ok ? NULL : fault.message);
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}

static bool run(const char *path, enum rg_exposition_format format, bool only_count, struct rg_error *err)
{
    struct rg_buffer page;
    struct rg_buffer out;
    size_t samples = 0;

    rg_buffer_init(&page, RG_FILE_MAX);
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    bool ok = rg_file_read(path, &page, err);
    if (ok && only_count) {
        ok = rg_exposition_read(rg_buffer_text(&page), page.length, format, count, &samples, err) &&
             printf("%zu\n", samples) > 0;
    } else if (ok) {
        ok = show(&page, format, &out, err) &&
             fwrite(rg_buffer_text(&out), 1, out.length, stdout) == out.length && putchar('\0') != EOF;
    }
    rg_buffer_release(&page);
    rg_buffer_release(&out);
    return ok;
}

int main(int argc, char **argv)
{
    struct rg_error err = {0};
    bool only_count = argc > 1 && strcmp(argv[1], "count") == 0;
    int next = 1 + only_count;
    bool ok = argc > next + 1;

    for (int i = next + 1; ok && i < argc; i++)
        ok = run(argv[i], strcmp(argv[next], "text") == 0 ? RG_EXPOSITION_TEXT : RG_EXPOSITION_OPENMETRICS,
                 only_count, &err);
    if (!ok)
        (void)fprintf(stderr, "exposition: %s\n", err.message);
    return ok && fflush(stdout) == 0 ? 0 : 1;
}
