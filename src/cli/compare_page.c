#include "cli/compare_page.h"

#include "rungate/report/html_compare.h"

struct rg_explain_paths compare_explain_paths(const struct compare_style *style,
                                              const struct compare_arguments *a,
                                              const struct compare_inputs *inputs)
{
    return (struct rg_explain_paths){
        .timings = inputs->runs.names[0],
        .baseline = a->baseline.path,
        .thresholds = a->thresholds.path,
        .surface = a->metrics.path,
        .ladders = a->ladders.items,
        .ladder_count = a->ladders.count,
        .prefix = style->text.prefix,
    };
}

struct subject {
    const struct rg_verdict *verdict;
    struct rg_explain_paths paths;
};

static bool render(const void *data, enum rg_form form, struct rg_style style, size_t limit,
                   struct rg_buffer *out, struct rg_error *err)
{
    const struct subject *subject = data;

    (void)form, (void)style, (void)limit;
    return rg_html_compare(subject->verdict, &subject->paths, out, err);
}

bool compare_page(const struct compare_style *style, const struct compare_arguments *a,
                  const struct compare_inputs *inputs, const struct rg_verdict *verdict, struct rg_error *err)
{
    const struct subject subject = {verdict, compare_explain_paths(style, a, inputs)};
    const struct compare_result result = {&subject, render};

    return compare_write_html(style, &result, err);
}
