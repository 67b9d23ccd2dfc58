/*
 * promql.h: PromQL by its tokens: strings in three quotings, comments, brackets, words.
 */
#ifndef RUNGATE_PROMQL_H
#define RUNGATE_PROMQL_H

#include "measure/slice.h"

#include <stdbool.h>

/* The state of a scan that is in no string and in no comment; else it is the character that began it. */
#define RG_PROMQL_OUTSIDE '\0'

/* The state after the character at `p`. *ret_size is 2 for an escape, which belongs together. */
char rg_promql_advance(char state, const char *p, size_t *ret_size);

/* A character of a name outside of quotes. */
bool rg_promql_is_name(char c);

/* A scan over a part of a text. */
struct rg_scan {
    const char *p;
    const char *end;
};

struct rg_scan rg_scan_of(const struct rg_slice *slice);

/* Pass white space and comments. */
void rg_scan_space(struct rg_scan *scan);

/* Only these are left. */
bool rg_scan_at_end(struct rg_scan *scan);

/* Pass blanks, and then that character; false when another stands there. */
bool rg_scan_take(struct rg_scan *scan, char expected);

/* A word such as a function's name; empty when there is none. */
struct rg_slice rg_scan_word(struct rg_scan *scan);

/* PromQL's keywords are the same in any case. */
bool rg_slice_is(const struct rg_slice *word, const char *text);

/*
 * "( … )" with balanced brackets; *ret is what is inside. *ret_comma is the first comma at its top, or NULL.
 */
bool rg_scan_group(struct rg_scan *scan, struct rg_slice *ret, const char **ret_comma, size_t *ret_commas);

/* What is inside the parentheses that stand around the whole. */
struct rg_slice rg_slice_strip(struct rg_slice text);

#endif
