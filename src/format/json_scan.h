/*
 * json_scan.h: the check before the tree. Private to the JSON reader.
 *
 * One pass over the text finds every fault that cJSON would let through and notes where each value is, in
 * document order, which is also the order in which cJSON's tree is walked.
 */
#ifndef RUNGATE_JSON_SCAN_H
#define RUNGATE_JSON_SCAN_H

#include "rungate/base/error.h"

#include <stddef.h>
#include <stdint.h>

enum {
    RG_JSON_DEPTH_MAX = 128,
    RG_JSON_NUMBER_MAX = 63, /* characters; the longest double needs 24 */
    RG_JSON_VALUES_MAX = 4000000,
    /* A value takes some 100 bytes in memory: above VALUES_DENSE of them each must have so many in the file. */
    RG_JSON_VALUES_DENSE = 200000,
    RG_JSON_VALUE_BYTES = 8
};

/* Offsets are in bytes from the start of the text; at most 4 GiB. */
struct rg_json_place {
    uint32_t name_at; /* the member's name, or the value itself outside objects */
    uint32_t at;
    uint32_t end;    /* one past the last byte */
    uint32_t next;   /* the index of the first place after this value and all it holds */
    uint32_t line;   /* that name_at is on, from 1 */
    uint32_t parent; /* the index of the container; the root's own index for the root */
};

/*
 * Check `text` and list its values; the caller frees *ret_places. Without `ret_places` it is only checked, of any
 * number of values.
 * Errors: FORMAT ("line 3, column 7: …"), LIMIT, MEMORY.
 */
bool rg_json_scan(const char *text, size_t length, struct rg_json_place **ret_places, size_t *ret_count,
                  struct rg_error *err);

/* Set *err to FORMAT with the line and column of an offset in front. Returns false. */
bool rg_json_fault_at(const char *text, size_t offset, struct rg_error *err, const char *what);

#endif
