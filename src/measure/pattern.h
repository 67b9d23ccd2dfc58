/*
 * pattern.h: the regular expressions of matchers, as POSIX extended ones.
 *
 * A server reads them by RE2. What both languages can say, and say alike, is translated; the rest is refused: classes
 * such as \d, flags and non-capturing groups `(?…)`, non-greedy repetition, backslashes and characters beyond ASCII in
 * brackets, counts above 255. `.` and negated brackets stand for one character of UTF-8, as for RE2.
 */
#ifndef RUNGATE_PATTERN_H
#define RUNGATE_PATTERN_H

#include "rungate/base/buffer.h"
#include "rungate/base/error.h"

/*
 * Append the translation, anchored at both ends, for regcomp() with REG_EXTENDED in the C locale. Errors: FORMAT,
 * which says what it is that cannot be translated.
 */
bool rg_pattern_translate(const char *pattern, struct rg_buffer *out, struct rg_error *err);

#endif
