#include "cli/compare_ab.h"

#include "rungate/judge/ab.h"
#include "rungate/report/ab_explain.h"
#include "rungate/report/ab_forms.h"
#include "rungate/report/html_ab.h"

static bool render(const void *subject, enum rg_form form, struct rg_style style, size_t limit,
                   struct rg_buffer *out, struct rg_error *err)
{
    return rg_ab_report_print(subject, form, style, limit, out, err);
}

static bool render_page(const void *subject, enum rg_form form, struct rg_style style, size_t limit,
                        struct rg_buffer *out, struct rg_error *err)
{
    (void)form, (void)style, (void)limit;
    return rg_html_ab(subject, out, err);
}

static bool judge(const struct compare_arguments *a, const struct compare_inputs *inputs,
                  struct rg_ab_verdict *ret, struct rg_error *err)
{
    struct rg_ab_input input = {
        .captures = inputs->runs,
        .surface = compare_surface(inputs),
        .ladders = compare_ladders(inputs),
        .thresholds = inputs->has_thresholds ? &inputs->thresholds : NULL,
        .tier = (enum rg_tier)a->tier,
        .margin = a->margin > 0 ? a->margin : RG_AB_MARGIN,
        .min_compared = a->min_compared > 0 ? a->min_compared : RG_AB_MIN_COMPARED,
        .no_load_check = a->no_load_check,
    };

    return rg_ab_judge(&input, ret, err);
}

static bool print_explanation(const struct compare_style *style, const struct rg_ab_verdict *verdict,
                              const char *key, struct rg_error *err)
{
    struct rg_buffer text;

    rg_buffer_init(&text, RG_OUTPUT_MAX);
    bool ok = rg_ab_explain(verdict, key, &text, err) && rg_tool_print(style->tool, &text, err);
    rg_buffer_release(&text);
    return ok;
}

static bool output(const struct compare_style *style, const char *explain,
                   const struct rg_ab_verdict *verdict, struct rg_error *err)
{
    const struct compare_result result = {verdict, render};
    const struct compare_result page = {verdict, render_page};

    for (size_t i = 0; i < verdict->warning_count; i++)
        rg_tool_say(style->tool, "warning: %s", verdict->warnings[i]);
    return compare_write(style, &result, err) && compare_write_html(style, &page, err) &&
           (explain != NULL ? print_explanation(style, verdict, explain, err)
                            : compare_print(style, &result, err)) &&
           compare_annotate(style, &result, err);
}

int compare_ab(const struct compare_style *style, const struct compare_arguments *arguments,
               const struct compare_inputs *inputs)
{
    struct rg_ab_verdict verdict = {0};
    struct rg_error error = {0};
    int status;

    if (judge(arguments, inputs, &verdict, &error) && output(style, arguments->explain, &verdict, &error)) {
        if (verdict.doubt != NULL)
            rg_tool_say(style->tool, "%s", verdict.doubt);
        status = (int)rg_ab_exit(&verdict);
    } else {
        status = rg_tool_fail(style->tool, &error);
    }
    rg_ab_release(&verdict);
    return status;
}
