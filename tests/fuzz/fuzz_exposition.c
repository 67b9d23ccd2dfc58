/*
 * The reader of expositions in both formats: what was read is written as a page in one form, is read again, and is
 * the same. With an odd first byte the rest is OpenMetrics.
 */
#include "fuzz.h"

#include "rungate/base/buffer.h"
#include "rungate/base/number.h"
#include "rungate/format/exposition.h"

#include <math.h>

static void put_quoted(struct rg_buffer *out, const char *text)
{
    rg_buffer_putc(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '\n')
            rg_buffer_puts(out, "\\n");
        else if (*text == '"' || *text == '\\')
            rg_buffer_printf(out, "\\%c", *text);
        else
            rg_buffer_putc(out, *text);
    }
    rg_buffer_putc(out, '"');
}

static bool take(void *context, const struct rg_exposition_sample *sample, struct rg_error *err)
{
    struct rg_buffer *out = context;
    char number[RG_NUMBER_SIZE];

    REQUIRE(sample->metric[0] != '\0' && sample->line > 0 && err->code == RG_ERROR_NONE);
    rg_buffer_putc(out, '{');
    put_quoted(out, sample->metric);
    for (size_t i = 0; i < sample->label_count; i++) {
        REQUIRE(sample->labels[i].name[0] != '\0');
        rg_buffer_putc(out, ',');
        put_quoted(out, sample->labels[i].name);
        rg_buffer_putc(out, '=');
        put_quoted(out, sample->labels[i].value);
    }
    if (isnan(sample->value)) {
        rg_buffer_puts(out, "} NaN\n");
    } else if (isinf(sample->value)) {
        rg_buffer_puts(out, sample->value > 0 ? "} +Inf\n" : "} -Inf\n");
    } else {
        rg_number_format(sample->value, number);
        rg_buffer_printf(out, "} %s\n", number);
    }
    return rg_buffer_check(out, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rg_error err = {0};
    struct rg_buffer first;
    struct rg_buffer second;

    if (size == 0)
        return 0;
    rg_buffer_init(&first, RG_TEXT_MAX);
    rg_buffer_init(&second, RG_TEXT_MAX);
    if (rg_exposition_read((const char *)data + 1, size - 1,
                           data[0] % 2 == 0 ? RG_EXPOSITION_TEXT : RG_EXPOSITION_OPENMETRICS, take, &first,
                           &err)) {
        REQUIRE(err.code == RG_ERROR_NONE);
        REQUIRE(rg_exposition_read(rg_buffer_text(&first), first.length, RG_EXPOSITION_TEXT, take, &second,
                                   &err));
        REQUIRE(first.length == second.length &&
                memcmp(rg_buffer_text(&first), rg_buffer_text(&second), first.length) == 0);
    } else {
        REQUIRE(err.code == RG_ERROR_FORMAT || err.code == RG_ERROR_LIMIT);
        REQUIRE(strncmp(err.message, "line ", 5) == 0);
    }
    rg_buffer_release(&first);
    rg_buffer_release(&second);
    return 0;
}
