/*
 * html_page.h: the frame of an HTML page: one file that loads nothing and has no script.
 */
#ifndef RUNGATE_REPORT_HTML_PAGE_H
#define RUNGATE_REPORT_HTML_PAGE_H

#include "rungate/base/buffer.h"
#include "rungate/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* How a verdict looks: good, good as far as it goes, bad, or one that says nothing of good or bad. */
enum rg_html_tone { RG_HTML_GOOD, RG_HTML_PARTIAL, RG_HTML_BAD, RG_HTML_OPEN };

enum rg_html_tone rg_html_tone_of(enum rg_exit exit);

/* Append the head and the verdict: `total` is its sentence, which begins with a word in capitals. */
void rg_html_begin(struct rg_buffer *out, const char *subject, const char *total, enum rg_html_tone tone);
void rg_html_end(struct rg_buffer *out);

/* What a shape in the charts stands for. */
struct rg_html_sign {
    const char *shape; /* "#b": as rg_chart_mark() draws it; "before", "after": a distribution; "band" */
    const char *meaning;
};

/* Append the signs that the charts use. */
void rg_html_legend(struct rg_buffer *out, const struct rg_html_sign *signs, size_t count);

/* Append a paragraph of outside text, and a list of such texts; nothing for an empty one. */
void rg_html_paragraph(struct rg_buffer *out, const char *class_name, const char *text);
void rg_html_list(struct rg_buffer *out, const char *heading, const char *const *texts, size_t count);

/* Begin and end what is shown of a key: a card, or `folded` into a line. What is `bad` stands out. */
void rg_html_key_begin(struct rg_buffer *out, const char *key, const char *sentence, bool folded, bool bad);
void rg_html_key_end(struct rg_buffer *out, bool folded);

/* Append lines as they are, folded under a title of our own. */
void rg_html_folded(struct rg_buffer *out, const char *title, const char *lines);

#endif
