/*
 * report.h: a verdict in each form. Every renderer reads the same struct rg_verdict and appends to a buffer;
 * none decides anything.
 */
#ifndef RUNGATE_REPORT_H
#define RUNGATE_REPORT_H

#include "rungate/buffer.h"
#include "rungate/error.h"
#include "rungate/judge.h"

#include <stdbool.h>

/* What the reader's terminal can show. */
struct rg_style {
    bool color;
    bool bars; /* UTF-8: show where a reading stands as a bar */
};

/* For people: regressions first, then what was not judged, improvements, the rest, and a total. Errors:
 * MEMORY. */
bool rg_report_text(const struct rg_verdict *verdict, struct rg_style style, struct rg_buffer *out,
                    struct rg_error *err);

/* regression-report.json. Errors: MEMORY. */
bool rg_report_json(const struct rg_verdict *verdict, struct rg_buffer *out, struct rg_error *err);

#endif
