/*
 * compare_page.h: the HTML page of a verdict.
 */
#ifndef RUNGATE_CLI_COMPARE_PAGE_H
#define RUNGATE_CLI_COMPARE_PAGE_H

#include "cli/compare_output.h"
#include "cli/compare_read.h"
#include "rungate/report/explain.h"

/* The files that an explanation names. */
struct rg_explain_paths compare_explain_paths(const struct compare_style *style,
                                              const struct compare_arguments *arguments,
                                              const struct compare_inputs *inputs);

/* Write --html, where it is asked for. Errors: OUTPUT, MEMORY. */
bool compare_page(const struct compare_style *style, const struct compare_arguments *arguments,
                  const struct compare_inputs *inputs, const struct rg_verdict *verdict,
                  struct rg_error *err);

#endif
