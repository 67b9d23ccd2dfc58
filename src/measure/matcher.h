/*
 * matcher.h: the matchers of a selector, ready to be applied to the labels of series.
 */
#ifndef RUNGATE_MATCHER_H
#define RUNGATE_MATCHER_H

#include "measure/labels.h"
#include "measure/selector.h"
#include "rungate/base/arena.h"
#include "rungate/base/error.h"

#include <regex.h>
#include <stdbool.h>

struct rg_label_matcher {
    const char *label; /* in the arena, as is the next */
    const char *value; /* unescaped */
    bool is_negated;
    bool is_number; /* `le`, which servers rewrite: its value is compared as a number */
    double number;
    regex_t *pattern; /* in the arena; NULL when the value is to be equal */
};

/*
 * Release with rg_matcher_release(). Errors: FORMAT, a string or pattern that cannot be
 * read, with the matcher in front; MEMORY.
 */
bool rg_matcher_make(const struct rg_matcher *matcher, struct rg_arena *arena, struct rg_label_matcher *ret,
                     struct rg_error *err);
void rg_matcher_release(struct rg_label_matcher *matcher);

/* Is the value, "" for a label that is not there, what it wants? */
bool rg_matcher_test(const struct rg_label_matcher *matcher, const char *value);

#endif
