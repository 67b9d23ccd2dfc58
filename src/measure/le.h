/*
 * le.h: the label `le` of a bucket as a number.
 *
 * Servers read it with Go's strconv.ParseFloat, so that is the grammar here: decimals; "inf", "+Inf" and
 * "Infinity" in any case; hexadecimal floats, whose exponent is required ("0x1p-2"); underscores between digits
 * and after "0x". Nothing may stand around the number.
 */
#ifndef RUNGATE_LE_H
#define RUNGATE_LE_H

#include <stdbool.h>

/* From here on an edge is one of overflow, which some clients expose beside +Inf or in its place. */
#define RG_EDGE_OVERFLOW 1e300

/*
 * An edge of 1e300 or more is +Inf, also one too large for a double, which servers leave out. False for what
 * is no edge: NaN, -Inf, and anything that is no number.
 */
bool rg_le_parse(const char *text, double *ret_edge);

/* One edge: the same, or both finite and within RG_EDGE_TOLERANCE. */
bool rg_le_equal(double a, double b);

#endif
