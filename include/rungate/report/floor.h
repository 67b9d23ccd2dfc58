/*
 * floor.h: a detection floor in each form.
 */
#ifndef RUNGATE_REPORT_FLOOR_H
#define RUNGATE_REPORT_FLOOR_H

#include "rungate/format/json_write.h"
#include "rungate/judge/trip.h"
#include "rungate/report/style.h"

#include <stdbool.h>

/* "2.00x to 5.00x"; "2.00x to unbounded" in the first bucket; "1.85x" where it is exact; "" for none. */
struct rg_text rg_text_floor(bool there, const struct rg_floor *floor);

/* "floor": trip / baseline, "floor_min", "floor_max": null where they are not there. */
void rg_json_floor(struct rg_json_writer *w, bool there, const struct rg_floor *floor);

#endif
