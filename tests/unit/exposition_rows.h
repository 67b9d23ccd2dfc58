/*
 * exposition_rows.h: pages, and what is read of them.
 */
#ifndef RUNGATE_EXPOSITION_ROWS_H
#define RUNGATE_EXPOSITION_ROWS_H

#include "check.h"

#include "rungate/base/buffer.h"
#include "rungate/format/exposition.h"
#include "rungate/format/exposition_sample.h"

#define VALUE "expected a decimal number, NaN, +Inf or -Inf"

static const char *const type_letters = "ucghsGSI";

/* Append a sample: its type's letter, the metric, its labels, the value. */
static bool show(void *context, const struct rg_exposition_sample *sample, struct rg_error *err)
{
    struct rg_buffer *out = context;

    rg_buffer_printf(out, "%zu%c %s{", sample->line, type_letters[sample->type], sample->metric);
    for (size_t i = 0; i < sample->label_count; i++)
        rg_buffer_printf(out, "%s%s=%s", i > 0 ? "," : "", sample->labels[i].name, sample->labels[i].value);
    rg_buffer_printf(out, "} %.17g;", sample->value);
    return rg_buffer_check(out, err);
}

struct row {
    const char *row;
    const char *text;
    const char *wanted; /* the samples, or the error's message */
};

/* Read without a NUL behind the text, so that a sanitizer sees who reads on. */
static void check_rows(const struct row *rows, size_t count, enum rg_exposition_format format, bool good)
{
    for (size_t i = 0; i < count; i++) {
        struct rg_error err = {0};
        struct rg_buffer seen;
        size_t length = strlen(rows[i].text);
        char *text = malloc(length + 1);
        assert_non_null(text);
        char *page = realloc(memcpy(text, rows[i].text, length + 1), length > 0 ? length : 1);
        assert_non_null(page);
        rg_buffer_init(&seen, RG_TEXT_MAX);
        bool ok = rg_exposition_read(page, length, format, show, &seen, &err);
        CHECK_TEXT(rows[i].row, ok ? rg_buffer_text(&seen) : err.message, rows[i].wanted);
        CHECK_INT(rows[i].row, ok, good);
        CHECK_INT(rows[i].row, err.code, good ? RG_ERROR_NONE : RG_ERROR_FORMAT);
        rg_buffer_release(&seen);
        free(page);
    }
}

#endif
