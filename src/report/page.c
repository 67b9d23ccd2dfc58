#include "rungate/report/page.h"

#include <string.h>

/* Room that is kept for what closes a table, for the line that says what was cut, and for what follows it. */
enum { RESERVE = 1024 };

void rg_page_begin(struct rg_page *page, size_t limit, struct rg_buffer *out)
{
    *page = (struct rg_page){.out = out, .limit = limit};
    rg_buffer_init(&page->piece, RG_TEXT_MAX);
}

bool rg_page_has_room(const struct rg_page *page, size_t length)
{
    return page->cut == 0 && page->out->length + length + RESERVE <= page->limit;
}

void rg_page_add(struct rg_page *page)
{
    rg_buffer_inherit(page->out, &page->piece);
    if (rg_page_has_room(page, page->piece.length))
        rg_buffer_add(page->out, rg_buffer_text(&page->piece), page->piece.length);
    else
        page->cut++;
    rg_buffer_clear(&page->piece);
}

void rg_page_say_cut(struct rg_page *page)
{
    if (page->cut > 0)
        rg_buffer_printf(
            page->out,
            "%zu rows were cut to stay below the size limit of a summary; the JSON report has all.\n\n",
            page->cut);
}

void rg_page_end(struct rg_page *page)
{
    struct rg_buffer *out = page->out;

    if (out->length > page->limit) {
        rg_buffer_add(&page->piece, out->data, strcspn(out->data, "\n"));
        rg_buffer_puts(&page->piece,
                       "\n\nAll rows were cut: this summary is full; the JSON report has them.\n\n");
        rg_buffer_clear(out);
        if (page->piece.length <= page->limit)
            rg_buffer_add(out, rg_buffer_text(&page->piece), page->piece.length);
    }
    rg_buffer_release(&page->piece);
}
