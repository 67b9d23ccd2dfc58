/*
 * selector.h: a selector of one metric: NAME{matchers}, {__name__="NAME", matchers} or {"NAME", matchers}.
 */
#ifndef RUNGATE_SELECTOR_H
#define RUNGATE_SELECTOR_H

#include "measure/promql.h"
#include "rungate/base/arena.h"
#include "rungate/base/buffer.h"

#include <stdbool.h>
#include <stddef.h>

enum { RG_MATCHERS_MAX = 64 };

/* Label, operator and value, as they stand in the text. */
struct rg_matcher {
    struct rg_slice label;
    struct rg_slice op;
    struct rg_slice value;
};

enum rg_name_form {
    RG_NAME_BARE,   /* NAME{…} */
    RG_NAME_QUOTED, /* {"NAME", …} */
    RG_NAME_LABEL,  /* {__name__="NAME", …} */
};

/* A value: copy it and change the copy for a selector of something near. */
struct rg_selector {
    enum rg_name_form form;
    struct rg_slice name; /* without its quotes, its escapes as they stand */
    char quote;
    struct rg_matcher matchers[RG_MATCHERS_MAX]; /* without that of the name */
    size_t matcher_count;
};

/* Take a selector. False: there is none, or not of exactly one metric. */
bool rg_scan_selector(struct rg_scan *scan, struct rg_selector *ret);

/* Take a label's name, bare or quoted: *ret is without its quotes. False: there is none, or it has escapes. */
bool rg_scan_label(struct rg_scan *scan, struct rg_slice *ret);

void rg_selector_put(const struct rg_selector *selector, struct rg_buffer *out);

/* Leave out one matcher, or all those of a label. */
void rg_selector_drop_at(struct rg_selector *selector, size_t index);
void rg_selector_drop(struct rg_selector *selector, const char *label);

/*
 * Give the name another ending, in the arena. `old` is what it ends in: false, and no change, for another name,
 * or without memory.
 */
bool rg_selector_end(struct rg_selector *selector, const char *old, const char *other,
                     struct rg_arena *arena);

/* The name ends in that. */
bool rg_selector_ends(const struct rg_selector *selector, const char *ending);

#endif
