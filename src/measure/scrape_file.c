#include "rungate/measure/scrape_file.h"

#include "rungate/base/sorted.h"
#include "rungate/format/json_members.h"
#include "rungate/measure/page_read.h"

#include <math.h>
#include <string.h>

/* Of the member. */
enum { SCHEMA = 1 };

static const double TIME_MAX_MS = 253402300800000.0;

static void write_labels(struct rg_json_writer *w, const struct rg_labels *labels)
{
    rg_json_member_open_object(w, "target_labels");
    for (size_t i = 0; i < labels->count; i++)
        rg_json_member_string(w, labels->items[i].name, labels->items[i].value);
    rg_json_write_close_object(w);
}

/* The selectors, each once. False without memory. */
static bool write_selects(struct rg_json_writer *w, const struct rg_selection *s)
{
    struct rg_arena arena = {0};
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are kept */
    const char **texts = rg_arena_array(&arena, s->series_count + 1, sizeof *texts);
    size_t count = 0;

    for (size_t i = 0; texts != NULL && i < s->series_count; i++) {
        if (s->series[i].text != NULL)
            texts[count++] = s->series[i].text;
    }
    bool ok = texts != NULL;
    if (ok) {
        /* NOLINTBEGIN(bugprone-sizeof-expression): an array of names */
        rg_sort((void *)texts, count, sizeof *texts);
        count = rg_sorted_unique((void *)texts, count, sizeof *texts);
        /* NOLINTEND(bugprone-sizeof-expression) */
        rg_json_member_open_array(w, "selects");
        for (size_t i = 0; i < count; i++)
            rg_json_write_string(w, texts[i]);
        rg_json_write_close_array(w);
    }
    rg_arena_release(&arena);
    return ok;
}

static bool write_page(struct rg_json_writer *w, const struct rg_page *page, struct rg_error *err)
{
    struct rg_buffer line;

    rg_buffer_init(&line, RG_TEXT_MAX);
    rg_json_write_open_object(w);
    rg_json_member_string(w, "target", page->target);
    rg_json_member_integer(w, "time_ms", page->time_ms);
    rg_json_member_open_array(w, "samples");
    for (size_t i = 0; i < page->sample_count && rg_buffer_ok(&line); i++) {
        rg_buffer_clear(&line);
        rg_page_line(&page->samples[i], &line);
        rg_json_write_string(w, rg_buffer_text(&line));
    }
    rg_json_write_close_array(w);
    rg_json_write_close_object(w);
    bool ok = rg_buffer_check(&line, err);
    rg_buffer_release(&line);
    return ok;
}

bool rg_begin_scrape_render(const char *began_at, const struct rg_host *host,
                            const struct rg_selection *selection, const struct rg_page *pages,
                            size_t page_count, struct rg_buffer *out, struct rg_error *err)
{
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_begin_write(&w, began_at, host);
    rg_json_member_open_object(&w, RG_BEGIN_SCRAPE);
    rg_json_member_integer(&w, "schema_version", SCHEMA);
    write_labels(&w, &selection->target);
    bool ok = write_selects(&w, selection) || rg_error_memory(err);
    rg_json_member_open_array(&w, "pages");
    for (size_t i = 0; ok && i < page_count; i++)
        ok = write_page(&w, &pages[i], err);
    if (!ok) {
        rg_json_writer_release(&w);
        return false;
    }
    rg_json_write_close_array(&w);
    rg_json_write_close_object(&w);
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}

static bool read_schema(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    (void)to;
    return rg_json_expect(value, RG_JSON_NUMBER, r->err) &&
           (rg_json_number(value) == (double)SCHEMA ||
            rg_json_fail(value, r->err, "this version of rungate reads schema_version %d", SCHEMA));
}

static bool read_labels(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    struct rg_labels *labels = to;

    if (!rg_json_expect(object, RG_JSON_OBJECT, r->err))
        return false;
    struct rg_label *items = rg_arena_array(r->arena, rg_json_count(object) + 1, sizeof *items);
    size_t count = 0;
    if (items == NULL)
        return rg_error_memory(r->err);
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        items[count].name = rg_arena_strdup(r->arena, rg_json_name(m));
        if (!rg_read_text(r, m, &items[count].value))
            return false;
        if (items[count++].name == NULL)
            return rg_error_memory(r->err);
    }
    rg_sort(items, count, sizeof *items);
    *labels = (struct rg_labels){items, count};
    return true;
}

static bool read_selects(struct rg_json_reader *r, const struct rg_json *array, void *to)
{
    struct rg_begin_scrape *begin = to;

    if (!rg_json_expect(array, RG_JSON_ARRAY, r->err))
        return false;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are kept */
    begin->selects = rg_arena_array(r->arena, rg_json_count(array) + 1, sizeof *begin->selects);
    if (begin->selects == NULL)
        return rg_error_memory(r->err);
    for (const struct rg_json *v = rg_json_first(array); v != NULL; v = rg_json_next(v)) {
        if (!rg_read_text(r, v, &begin->selects[begin->select_count++]))
            return false;
    }
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of names */
    rg_sort((void *)begin->selects, begin->select_count, sizeof *begin->selects);
    return true;
}

static bool read_time(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    double number = 0;

    if (!rg_read_number(r, value, &number))
        return false;
    if (!(number >= 0 && number < TIME_MAX_MS && number == floor(number)))
        return rg_json_fail(value, r->err, "expected milliseconds since 1970");
    *(long long *)to = (long long)number;
    return true;
}

/* The lines, joined. */
static bool read_lines(struct rg_json_reader *r, const struct rg_json *array, void *to)
{
    const char **ret = to;
    struct rg_buffer text;

    if (!rg_json_expect(array, RG_JSON_ARRAY, r->err))
        return false;
    rg_buffer_init(&text, RG_TEXT_MAX);
    bool ok = true;
    for (const struct rg_json *v = rg_json_first(array); ok && v != NULL; v = rg_json_next(v)) {
        ok = rg_json_expect(v, RG_JSON_STRING, r->err);
        if (ok && strchr(rg_json_string(v), '\n') != NULL)
            ok = rg_json_fail(v, r->err, "expected one sample");
        if (ok) {
            rg_buffer_puts(&text, rg_json_string(v));
            rg_buffer_putc(&text, '\n');
        }
    }
    ok = ok && rg_buffer_check(&text, r->err);
    if (ok) {
        *ret = rg_arena_strdup(r->arena, rg_buffer_text(&text));
        ok = *ret != NULL || rg_error_memory(r->err);
    }
    rg_buffer_release(&text);
    return ok;
}

static bool read_page(struct rg_json_reader *r, const struct rg_json *object, struct rg_begin_page *page)
{
    static const struct rg_field fields[] = {
        {"target", rg_read_text, offsetof(struct rg_begin_page, target), NULL},
        {"time_ms", read_time, offsetof(struct rg_begin_page, time_ms), NULL},
        {"samples", read_lines, offsetof(struct rg_begin_page, text), NULL},
        {0},
    };

    return rg_read_fields(r, object, fields, page) &&
           ((page->target != NULL && page->text != NULL && page->time_ms > 0) ||
            rg_json_fail(object, r->err, "expected 'target', 'time_ms' and 'samples'"));
}

static bool read_pages(struct rg_json_reader *r, const struct rg_json *array, void *to)
{
    struct rg_begin_scrape *begin = to;

    if (!rg_json_expect(array, RG_JSON_ARRAY, r->err))
        return false;
    begin->pages = rg_arena_array(r->arena, rg_json_count(array) + 1, sizeof *begin->pages);
    if (begin->pages == NULL)
        return rg_error_memory(r->err);
    for (const struct rg_json *v = rg_json_first(array); v != NULL; v = rg_json_next(v)) {
        if (!read_page(r, v, &begin->pages[begin->page_count++]))
            return false;
    }
    return true;
}

static bool read_scrape(struct rg_json_reader *r, const struct rg_json *root, struct rg_begin_scrape *begin)
{
    static const struct rg_field fields[] = {
        {"schema_version", read_schema, 0, NULL},
        {"target_labels", read_labels, offsetof(struct rg_begin_scrape, target_labels), NULL},
        {"selects", read_selects, 0, NULL},
        {"pages", read_pages, 0, NULL},
        {0},
    };
    const struct rg_json *object = rg_json_member(root, RG_BEGIN_SCRAPE);

    if (object == NULL)
        return true; /* a --begin without --scrape: the time and the load */
    if (!rg_read_fields(r, object, fields, begin))
        return false;
    return (begin->pages != NULL && begin->selects != NULL &&
            rg_json_member(object, "schema_version") != NULL) ||
           rg_json_fail(object, r->err, "expected 'schema_version', 'selects' and 'pages'");
}

bool rg_begin_scrape_load(const char *path, struct rg_host *host, struct rg_begin_scrape *ret,
                          struct rg_error *err)
{
    struct rg_json_doc *doc = rg_json_read(path, err);
    struct rg_begin_scrape begin = {0};
    struct rg_host at_begin = *host;
    struct rg_json_reader r = {.arena = &begin.arena, .err = err};

    if (doc == NULL)
        return false;
    bool ok = rg_begin_read(rg_json_root(doc), &begin.arena, &at_begin, err) &&
              read_scrape(&r, rg_json_root(doc), &begin);
    rg_json_free(doc);
    if (!ok) {
        rg_begin_scrape_release(&begin);
        return rg_error_prefix(err, "cannot read '%s'", path);
    }
    *ret = begin;
    *host = at_begin;
    return true;
}

void rg_begin_scrape_release(struct rg_begin_scrape *begin)
{
    rg_arena_release(&begin->arena);
    *begin = (struct rg_begin_scrape){0};
}
