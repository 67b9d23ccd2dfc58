/*
 * findings.h: collecting what check-bounds finds. Private to the rules.
 */
#ifndef RUNGATE_FINDINGS_H
#define RUNGATE_FINDINGS_H

#include "rungate/judge/check.h"

/* Add a finding; key and message are copied. Errors: MEMORY. */
bool rg_finding_add(struct rg_findings *findings, enum rg_rule rule, enum rg_bounds_file file, size_t line,
                    const char *key, struct rg_error *err, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

void rg_findings_sort(struct rg_findings *findings);

#endif
