#include "rungate/report/ab_forms.h"

#include "report/ab_json.h"
#include "report/ab_rows.h"
#include "rungate/base/escape.h"
#include "rungate/report/budgets.h"

#include <math.h>

static const char *const sides[RG_AB_SIDES] = {[RG_AB_A] = "A", [RG_AB_B] = "B"};

/* The builds, then the rounds that are dropped. */
static void put_head(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    const struct rg_timings *first = v->rounds[0].file[RG_AB_A].timings;
    long long begin_s = v->rounds[0].begin_s;
    long long end_s = v->rounds[0].end_s;

    for (size_t side = 0; side < RG_AB_SIDES; side++) {
        rg_buffer_printf(out, "%s  build ", sides[side]);
        rg_escape_terminal(out, v->build[side]);
        rg_buffer_putc(out, '\n');
    }
    for (size_t r = 1; r < v->round_count; r++) {
        begin_s = v->rounds[r].begin_s < begin_s ? v->rounds[r].begin_s : begin_s;
        end_s = v->rounds[r].end_s > end_s ? v->rounds[r].end_s : end_s;
    }
    rg_buffer_printf(out, "%zu %s from %s to %s, profile ", v->round_count,
                     v->round_count == 1 ? "round" : "rounds", rg_text_time(begin_s).text,
                     rg_text_time(end_s).text);
    rg_escape_terminal(out, first->profile == NULL ? "unknown" : first->profile);
    /* Without a server there is no window. */
    const char *window = first->source != NULL ? first->source : first->window;
    rg_buffer_puts(out, first->source != NULL ? ", source " : ", window ");
    rg_escape_terminal(out, window == NULL ? "unknown" : window);
    rg_buffer_printf(out, ", margin %g %%\n", 100 * v->margin);
    for (size_t r = 0; r < v->round_count; r++) {
        if (v->rounds[r].dropped != NULL)
            rg_buffer_printf(out, "round %zu is dropped: %s\n", r + 1, v->rounds[r].dropped);
    }
}

static void put_markdown_head(const struct rg_ab_verdict *v, struct rg_page *page)
{
    struct rg_buffer *out = page->out;

    rg_buffer_puts(out, "### ");
    rg_ab_total(v, out);
    rg_buffer_puts(out, "\n\nA is build ");
    rg_escape_markdown(out, v->build[RG_AB_A]);
    rg_buffer_puts(out, ", B is build ");
    rg_escape_markdown(out, v->build[RG_AB_B]);
    rg_buffer_puts(out, "; ");
    rg_ab_counts_line(v, out);
    rg_buffer_puts(out, "\n\n");
    for (size_t i = 0; i < v->warning_count; i++) {
        rg_buffer_puts(&page->piece, "- warning: ");
        rg_escape_markdown(&page->piece, v->warnings[i]);
        rg_buffer_putc(&page->piece, '\n');
        rg_page_add(page);
    }
    for (size_t r = 0; r < v->round_count; r++) {
        if (v->rounds[r].dropped == NULL)
            continue;
        rg_buffer_printf(&page->piece, "- round %zu is dropped: ", r + 1);
        rg_escape_markdown(&page->piece, v->rounds[r].dropped);
        rg_buffer_putc(&page->piece, '\n');
        rg_page_add(page);
    }
    rg_buffer_puts(out, v->dropped + v->warning_count > 0 ? "\n" : "");
}

static bool put_markdown(const struct rg_ab_verdict *v, size_t limit, struct rg_buffer *out,
                         struct rg_error *err)
{
    struct rg_table table;
    struct rg_page page;

    rg_page_begin(&page, limit, out);
    put_markdown_head(v, &page);
    rg_budgets_markdown(&v->budgets, &page);
    rg_ab_table(v, RG_FORM_MARKDOWN, &table);
    rg_table_markdown(&table, &page);
    rg_table_release(&table);
    rg_buffer_putc(out, '\n');
    rg_page_say_cut(&page);
    rg_page_end(&page);
    return rg_buffer_check(out, err);
}

/* Of the keys that are not proven, the one that needs most rounds: what the experiment as a whole can show. */
static void put_needed(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    const struct rg_ab_row *most = NULL;

    for (size_t k = 0; k < v->key_count; k++) {
        const struct rg_ab_row *key = &v->keys[k];
        if (key->needed > (most == NULL ? 0 : most->needed))
            most = key;
    }
    if (most == NULL)
        return;
    rg_buffer_printf(out, "%s %zu rounds would show %+.0f %% in each key that is not proven; ",
                     most->needed < RG_AB_NEEDED_MAX ? "about" : "more than", most->needed,
                     100 * rg_ab_change(most, log1p(rg_ab_gain(v->margin))));
    rg_escape_terminal(out, most->key);
    rg_buffer_puts(out, " needs most\n");
}

/* Quantiles alone show little: what to add. */
static void put_hint(const struct rg_ab_verdict *v, struct rg_buffer *out)
{
    bool mean = false;

    for (size_t k = 0; k < v->key_count; k++)
        mean = mean || v->keys[k].context.kind == RG_KEY_MEAN;
    if (v->kinds[RG_AB_SAME_BUCKET] > 0 && !mean)
        rg_buffer_puts(out,
                       "a quantile shows only which edge it crosses; \"_mean\": true in the surface adds the "
                       "means, which show a few percent\n");
}

static bool put_text(const struct rg_ab_verdict *v, struct rg_style style, struct rg_buffer *out,
                     struct rg_error *err)
{
    struct rg_table table;

    put_head(v, out);
    if (v->key_count > 0) {
        rg_ab_table(v, RG_FORM_TEXT, &table);
        rg_table_text(&table, 2, style.color, out);
        rg_table_release(&table);
    }
    rg_budgets_text(&v->budgets, style.color, out);
    rg_buffer_putc(out, '\n');
    put_needed(v, out);
    put_hint(v, out);
    rg_ab_counts_line(v, out);
    rg_buffer_printf(out, "\n%s", rg_paint(rg_paint_of(rg_ab_exit(v)), style.color));
    rg_ab_total(v, out);
    rg_buffer_printf(out, "%s\n", rg_paint(RG_PAINT_PLAIN, style.color));
    if (v->key_count > 0) {
        rg_buffer_puts(out, "for the rounds and the arithmetic of a key, the same command with --explain ");
        rg_escape_shell(out, v->shown[0]->key);
        rg_buffer_putc(out, '\n');
    }
    return rg_buffer_check(out, err);
}

static bool put_junit(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_junit junit;

    rg_junit_begin(&junit, v->doubt);
    for (size_t k = 0; k < v->key_count; k++) {
        const struct rg_ab_row *key = &v->keys[k];
        rg_ab_sentence(key, &junit.text);
        for (size_t side = 0; side < RG_AB_SIDES; side++) {
            rg_buffer_puts(&junit.text, side == RG_AB_A ? "; A" : "; B");
            for (size_t r = 0; r < v->round_count; r++)
                rg_buffer_printf(&junit.text, " %s", rg_ab_reading(v, key, side, r).text);
        }
        rg_junit_case(&junit, NULL, key->key, NULL, rg_ab_class(key->kind)->junit);
    }
    rg_budgets_junit(&v->budgets, &junit);
    rg_junit_end(&junit, v->rounds[v->round_count - 1].end_s, out);
    return rg_buffer_check(out, err);
}

static bool put_annotations(const struct rg_ab_verdict *v, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_annotations a;

    rg_annotations_begin(&a, "A/B", v->doubt, out);
    rg_budgets_annotate(&v->budgets, &a);
    for (size_t k = 0; k < v->key_count; k++) {
        const struct rg_ab_row *key = v->shown[k];
        rg_buffer_printf(&a.text, "%s: ", key->key);
        rg_ab_sentence(key, &a.text);
        rg_annotations_add(&a, rg_ab_class(key->kind)->level);
    }
    rg_annotations_end(&a);
    return rg_buffer_check(out, err);
}

bool rg_ab_report_print(const struct rg_ab_verdict *v, enum rg_form form, struct rg_style style, size_t limit,
                        struct rg_buffer *out, struct rg_error *err)
{
    switch (form) {
    case RG_FORM_JSON:
        return rg_ab_json(v, out, err);
    case RG_FORM_MARKDOWN:
        return put_markdown(v, limit, out, err);
    case RG_FORM_JUNIT:
        return put_junit(v, out, err);
    case RG_FORM_ANNOTATIONS:
        return put_annotations(v, out, err);
    case RG_FORM_TEXT:
        break;
    }
    return put_text(v, style, out, err);
}
