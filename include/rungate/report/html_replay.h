/*
 * html_replay.h: a replay as an HTML page: the runs as rows, of each key those that fired first.
 */
#ifndef RUNGATE_REPORT_HTML_REPLAY_H
#define RUNGATE_REPORT_HTML_REPLAY_H

#include "rungate/judge/replay.h"

/* Append the page. Errors: MEMORY. */
bool rg_html_replay(const struct rg_replay *replay, struct rg_buffer *out, struct rg_error *err);

#endif
