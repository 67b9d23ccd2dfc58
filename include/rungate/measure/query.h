/*
 * query.h: from a query template to the PromQL that is sent.
 *
 * A template is PromQL with {quantile}, {name} and {window} in it. It is read by its tokens (strings in three
 * quotings, comments, brackets), never by searching for a text: a name may hold anything.
 */
#ifndef RUNGATE_QUERY_H
#define RUNGATE_QUERY_H

#include "measure/slice.h"
#include "rungate/base/buffer.h"
#include "rungate/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* What the placeholders stand for. */
struct rg_query_values {
    const char *quantile;
    const char *name;
    const char *window;
};

/*
 * Append the template with its placeholders replaced, in one pass: a name that holds "{window}" stays as it
 * is. The name is escaped for the string that its placeholder stands in; outside a string it must consist of
 * letters, digits, '_' and ':'. Errors: FORMAT.
 */
bool rg_query_expand(const char *template_text, const struct rg_query_values *values, struct rg_buffer *out,
                     struct rg_error *err);

/*
 * The second argument of histogram_quantile({quantile}, …), when the whole template is that call. False for
 * any other shape, and when the argument itself depends on the quantile.
 */
bool rg_query_rates(const char *template_text, struct rg_slice *ret);

/* The label that tells the witnesses from the rates, and its two values. */
#define RG_WITNESS_LABEL "rungate"
#define RG_WITNESS_SERIES "series"
#define RG_WITNESS_SAMPLES "samples"

/*
 * Append the template of the evidence: the rates themselves and, where the shape allows, two witnesses that
 * each answer with one number an edge:
 *
 *     series   how many series were summed: count in place of sum. Unequal where histograms with different
 *              ladders were added up.
 *     samples  how many samples the window holds of the series that has the fewest: min and
 *              count_over_time in place of sum and rate. Unequal where a ladder changed inside the window.
 *
 * One query, so that all three are of one moment.
 */
void rg_query_evidence(const struct rg_slice *rates, struct rg_buffer *out);

enum rg_rates_kind {
    RG_RATES_OTHER,      /* no number of observations can be told from them */
    RG_RATES_PER_SECOND, /* rate or irate, perhaps summed */
    RG_RATES_INCREASE,   /* increase, perhaps summed: observations in the window */
};

/* What the rates count. */
enum rg_rates_kind rg_query_rates_kind(const struct rg_slice *rates);

#endif
