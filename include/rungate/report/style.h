/*
 * style.h: what a reader's terminal can show, the colours, and numbers as people read them.
 */
#ifndef RUNGATE_REPORT_STYLE_H
#define RUNGATE_REPORT_STYLE_H

#include "rungate/base/buffer.h"
#include "rungate/base/error.h"
#include "rungate/model/ladder.h"

#include <stdbool.h>

struct rg_style {
    bool color;
    bool bars;          /* UTF-8: show as a bar how far a reading has gone */
    const char *prefix; /* of the names of commands to type: "rungate-" when installed, else "" */
};

enum rg_paint { RG_PAINT_PLAIN, RG_PAINT_RED, RG_PAINT_YELLOW, RG_PAINT_GREEN };

/* What switches a terminal to that colour, PLAIN: back; "" when `color` is false. */
const char *rg_paint(enum rg_paint paint, bool color);

/* The colour of a total. */
enum rg_paint rg_paint_of(enum rg_exit exit);

/* A short text, by value: for an argument of printf. */
struct rg_text {
    char text[128];
};

struct rg_text rg_textf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "" for what is not there. */
struct rg_text rg_text_number(bool there, double value);                   /* "0.4995" */
struct rg_text rg_text_trip(bool there, bool higher, double trip);         /* "0.5"; "below 90" */
struct rg_text rg_text_count(double count);                                /* "18,234" */
struct rg_text rg_text_bucket(bool there, const struct rg_bucket *bucket); /* "(0.25, 0.5]" */

struct rg_text rg_text_time(long long unix_s); /* "2026-04-24T17:30:00Z" */

#endif
