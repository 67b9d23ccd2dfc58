/*
 * page.h: a Markdown page of limited size. Pieces are added one by one, each complete or not at all;
 * after the first that does not fit nothing is added, and the end counts the missing ones.
 */
#ifndef RUNGATE_REPORT_PAGE_H
#define RUNGATE_REPORT_PAGE_H

#include "rungate/base/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* A GitHub step summary holds this much, in bytes. */
#define RG_SUMMARY_MAX ((size_t)1024 * 1024)

struct rg_page {
    struct rg_buffer *out;
    struct rg_buffer piece; /* the next one: fill it, then add it */
    size_t limit;           /* of `out`, in bytes */
    size_t cut;             /* pieces that did not fit */
};

/* `out` is empty and must outlive the page. */
void rg_page_begin(struct rg_page *page, size_t limit, struct rg_buffer *out);

/* This many bytes fit, and nothing was cut yet. */
bool rg_page_has_room(const struct rg_page *page, size_t length);

/* Add `piece`, or count it as cut; either way it is empty after that. */
void rg_page_add(struct rg_page *page);

/* Say what was cut. */
void rg_page_say_cut(struct rg_page *page);

/* Free. When even what is never cut is too long, keep the first line, which holds the verdict, or nothing. */
void rg_page_end(struct rg_page *page);

#endif
