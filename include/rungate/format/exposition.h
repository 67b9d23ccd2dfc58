/*
 * exposition.h: what a target shows at /metrics, read sample by sample, without a tree.
 *
 * Prometheus text 0.0.4 and OpenMetrics 1.0, both also with quoted UTF-8 names. Timestamps and exemplars are
 * checked and passed over. The page is read in one pass: memory grows with the numbers of its families and of
 * its series, by a few words each, and not with their labels.
 *
 * Stricter than a server in one thing: a series that stands twice on a page is a fault, because one of its two
 * values would be lost without a word. A server keeps one of them. Families may be interleaved in text, as
 * servers take them; OpenMetrics forbids that. Whether the buckets of a histogram fit each other is not checked
 * here: a page that was torn while a process counted is no fault of grammar. Native histograms exist in
 * neither format; a target that has them shows only their _count and _sum, or classic buckets beside them.
 */
#ifndef RUNGATE_EXPOSITION_H
#define RUNGATE_EXPOSITION_H

#include "rungate/base/error.h"
#include "rungate/format/exposition_sample.h"

#include <stdbool.h>
#include <stddef.h>

/* Called with each sample, in the page's order. Returns false, with the error set, to stop: the error stays as it
 * is. */
typedef bool rg_exposition_take(void *context, const struct rg_exposition_sample *sample,
                                struct rg_error *err);

/*
 * The format that a Content-Type names; parameters such as charset and escaping do not matter, a version must be
 * one that is known. NULL or an empty text is RG_EXPOSITION_TEXT, as for a server of old. False: another type,
 * such as text/html or protobuf.
 */
bool rg_exposition_format_of(const char *content_type, enum rg_exposition_format *ret_format);

/*
 * Read `length` bytes, of which none needs to be a NUL. Calls `take` as it goes: after an error the samples so
 * far have been taken. Errors: FORMAT, LIMIT, with line and column (in code points, from 1) in front; MEMORY; what
 * `take` says.
 */
bool rg_exposition_read(const char *text, size_t length, enum rg_exposition_format format,
                        rg_exposition_take *take, void *context, struct rg_error *err);

#endif
