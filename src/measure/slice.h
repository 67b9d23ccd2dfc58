/*
 * slice.h: a part of a text. Types only.
 */
#ifndef RUNGATE_SLICE_H
#define RUNGATE_SLICE_H

#include <stddef.h>

struct rg_slice {
    const char *start;
    size_t length;
};

#endif
