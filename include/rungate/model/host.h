/*
 * host.h: the machine that a capture was made on, and how busy it was: the block `host`.
 *
 *     "host": {"processors": 4, "load_average": [0.5, 0.4, 0.3],
 *              "began_at": "2026-04-24T17:26:00Z", "load_average_at_begin": [0.2, 0.3, 0.3]}
 */
#ifndef RUNGATE_HOST_H
#define RUNGATE_HOST_H

#include "rungate/base/arena.h"
#include "rungate/base/buffer.h"
#include "rungate/base/error.h"
#include "rungate/format/json_members.h"
#include "rungate/format/json_write.h"

#include <stdbool.h>

/* The schema_version of what holds this block: timings.json, and the file of capture --begin. */
enum { RG_TIMINGS_SCHEMA = 1 };

struct rg_host {
    long processors;      /* 0: unknown, and the block is left out */
    double load[3];       /* averages over 1, 5 and 15 minutes */
    double begin_load[3]; /* the same before the workload */
    const char *began_at; /* before the workload, the server's time; NULL when not recorded */
    bool has_load;
    bool has_begin_load;
};

/* An rg_json_read_function for the block, into a struct rg_host; members that are not known are left alone. */
rg_json_read_function rg_host_read;

/* The member `host`, when there is something to say. */
void rg_host_write(struct rg_json_writer *w, const struct rg_host *host);

/* The file of capture --begin: the time, and the host as it is. Errors: LIMIT, MEMORY. */
bool rg_begin_render(const char *began_at, const struct rg_host *host, struct rg_buffer *out,
                     struct rg_error *err);

/* The same members, into an object that is open. */
void rg_begin_write(struct rg_json_writer *w, const char *began_at, const struct rg_host *host);

/* Read such a document into the `began_at` and `begin_load` of *ret. Errors: FORMAT, MEMORY. */
bool rg_begin_read(const struct rg_json *root, struct rg_arena *arena, struct rg_host *ret,
                   struct rg_error *err);

/* The member that the file has besides, where pages were scraped; see scrape_file.h of measure. */
#define RG_BEGIN_SCRAPE "scrape"

/*
 * Read such a file, without pages unless it may have them, into the `began_at` and `begin_load` of *ret, which is left alone otherwise.
 * Errors: those of rg_json_read(); FORMAT; each with the path in front.
 */
bool rg_begin_load(const char *path, bool may_have_pages, struct rg_arena *arena, struct rg_host *ret,
                   struct rg_error *err);

/* The load was above the number of processors, at the begin or at the end; *ret_load says how much. */
bool rg_host_busy(const struct rg_host *host, double *ret_load, bool *ret_at_begin);

#endif
