#include "rungate/measure/page_read.h"

#include "measure/labels.h"
#include "measure/promql.h"
#include "rungate/base/number.h"
#include "rungate/format/exposition.h"

#include <math.h>
#include <string.h>

/* A name that needs no quotes; a colon is one only in names of metrics. */
static bool is_classic(const char *name, bool is_metric)
{
    if (name[0] == '\0' || (name[0] >= '0' && name[0] <= '9'))
        return false;
    for (const char *p = name; *p != '\0'; p++) {
        if (!rg_promql_is_name(*p) || (*p == ':' && !is_metric))
            return false;
    }
    return true;
}

void rg_page_line(const struct rg_page_sample *sample, struct rg_buffer *out)
{
    bool is_bare = is_classic(sample->name, true);
    char value[RG_NUMBER_SIZE];

    if (is_bare)
        rg_buffer_puts(out, sample->name);
    if (!is_bare || sample->own_count > 0)
        rg_buffer_putc(out, '{');
    if (!is_bare)
        rg_label_quote(sample->name, out);
    for (size_t i = 0; i < sample->own_count; i++) {
        const struct rg_label *label = &sample->own[i];
        if (i > 0 || !is_bare)
            rg_buffer_putc(out, ',');
        if (is_classic(label->name, false))
            rg_buffer_puts(out, label->name);
        else
            rg_label_quote(label->name, out);
        rg_buffer_putc(out, '=');
        rg_label_quote(label->value, out);
    }
    rg_buffer_puts(out, !is_bare || sample->own_count > 0 ? "} " : " ");
    if (isfinite(sample->value)) {
        rg_number_format(sample->value, value);
        rg_buffer_puts(out, value);
    } else {
        rg_buffer_puts(out, isnan(sample->value) ? "NaN" : sample->value > 0 ? "+Inf" : "-Inf");
    }
}

/* What samples are offered to. */
struct reader {
    struct rg_page *page;
    struct rg_selection *selection;
    struct rg_label labels[RG_EXPOSITION_LABELS_MAX];
};

static bool take(void *context, const struct rg_exposition_sample *sample, struct rg_error *err)
{
    struct reader *r = context;

    if (!rg_selection_wants(r->selection, sample->metric))
        return true;
    for (size_t i = 0; i < sample->label_count; i++)
        r->labels[i] = (struct rg_label){sample->labels[i].name, sample->labels[i].value};
    return rg_page_add(r->page, r->selection, sample->metric, r->labels, sample->label_count, sample->value,
                       err);
}

/* Does the last line say so? */
static bool is_openmetrics(const char *text, size_t length)
{
    static const char end[] = "# EOF";
    size_t size = sizeof end - 1;

    length -= length > 0 && text[length - 1] == '\n';
    return length >= size && memcmp(text + length - size, end, size) == 0 &&
           (length == size || text[length - size - 1] == '\n');
}

bool rg_page_read(struct rg_page *page, struct rg_selection *selection, const char *text, size_t length,
                  const char *content_type, struct rg_error *err)
{
    struct reader r = {.page = page, .selection = selection};
    enum rg_exposition_format format = RG_EXPOSITION_TEXT;

    if (content_type == NULL && is_openmetrics(text, length))
        format = RG_EXPOSITION_OPENMETRICS;
    else if (!rg_exposition_format_of(content_type, &format))
        return rg_error_set(err, RG_ERROR_FORMAT,
                            "it is of the type '%s', and not a page of metrics; check the URL", content_type);
    return rg_exposition_read(text, length, format, take, &r, err) && rg_page_end(page, err);
}
