/*
 * counted.h: which templates are counted from raw samples, and from which.
 *
 * The template, filled in, must be histogram_quantile(φ, ARG) with ARG one of F(SEL[W]), sum by (L) (F(SEL[W]))
 * and sum(F(SEL[W])) by (L): F is rate or increase, L contains `le`, SEL selects one metric, W comes from
 * {window}. Any other template is read as the server's quantile, uncounted.
 */
#ifndef RUNGATE_COUNTED_H
#define RUNGATE_COUNTED_H

#include "measure/counts.h"
#include "measure/selector.h"
#include "rungate/base/arena.h"
#include "rungate/base/error.h"

struct rg_counted {
    struct rg_selector selector;
    struct rg_count_options options; /* the labels that the query keeps */
};

/*
 * Refuse misleading templates: a literal range where {window} belongs, and an outermost comparison, `and` or
 * `unless`, which leaves readings out. Errors: FORMAT, with the edit to make.
 */
bool rg_template_check(const char *template_text, struct rg_error *err);

/*
 * Take a template apart that is filled in but for {quantile} and {window}. *ret_why is NULL when it is counted,
 * else why it is not; it is in the arena or static. *ret points into the text and the arena. Errors: MEMORY.
 */
bool rg_template_classify(const char *template_text, struct rg_arena *arena, struct rg_counted *ret,
                          const char **ret_why, struct rg_error *err);

#endif
