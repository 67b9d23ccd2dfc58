/*
 * report_cells.h: what the cells of a report for people say, the same in text and in Markdown. Private to the
 * renderers.
 */
#ifndef RUNGATE_REPORT_CELLS_H
#define RUNGATE_REPORT_CELLS_H

#include "rungate/judge/compare.h"

enum { RG_CELL_SIZE = 64 };

/* The columns of a report, in order: heading, alignment. The key, the unit and the note can hold outside
 * text. */
#define RG_COLUMN_MAP(X)                                                                                     \
    X(KEY, "key", 'l')                                                                                       \
    X(BASELINE, "baseline", 'r')                                                                             \
    X(CURRENT, "current", 'r')                                                                               \
    X(UNIT, "", 'l')                                                                                         \
    X(CHANGE, "change", 'r')                                                                                 \
    X(TRIP, "trips above", 'r')                                                                              \
    X(REACH, "to trip", 'l')                                                                                 \
    X(NOTE, "", 'l')

enum rg_column {
#define X(id, heading, align) RG_COLUMN_##id,
    RG_COLUMN_MAP(X)
#undef X
        RG_COLUMN_COUNT
};

/* Each writes "" where there is nothing to say. */
void rg_cell_baseline(const struct rg_row *row, char ret[RG_CELL_SIZE]); /* "0.4995", ">=30000", "-" */
void rg_cell_current(const struct rg_row *row, char ret[RG_CELL_SIZE]);
void rg_cell_change(const struct rg_row *row, char ret[RG_CELL_SIZE]); /* "+44.9%" */
void rg_cell_trip(const struct rg_row *row, char ret[RG_CELL_SIZE]);   /* "0.5"; "below 90": more is better */
void rg_cell_reach(const struct rg_row *row,
                   char ret[RG_CELL_SIZE]); /* "45%" of the way from baseline to trip */

/* The note, and what is known of why: status, waiver, observations. Appended unescaped. */
void rg_cell_note(const struct rg_row *row, struct rg_buffer *out);

/* "0.21391 -> 4.2781 ms (+1900.0%), trips above 0.5: REGRESSION", appended unescaped. */
void rg_row_sentence(const struct rg_row *row, struct rg_buffer *out);

/* "19 compared, 0 missing, 6 excluded, 0 new; 8 improved", and whatever else is not 0. */
void rg_total_counts(const struct rg_summary *summary, struct rg_buffer *out);

/* "PASS: none of 19 compared keys regressed". */
void rg_total_verdict(const struct rg_verdict *verdict, struct rg_buffer *out);

#endif
