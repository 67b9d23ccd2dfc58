#include "rungate/model/host.h"

#include "rungate/base/timestamp.h"

#include <math.h>
#include <string.h>

enum { AVERAGES = 3 };

static bool read_load(struct rg_json_reader *r, const struct rg_json *list, void *to)
{
    double *averages = to;
    size_t count = 0;

    if (!rg_json_expect(list, RG_JSON_ARRAY, r->err))
        return false;
    for (const struct rg_json *v = rg_json_first(list); v != NULL; v = rg_json_next(v)) {
        if (!rg_json_expect(v, RG_JSON_NUMBER, r->err))
            return false;
        if (count == AVERAGES || !(rg_json_number(v) >= 0))
            return rg_json_fail(v, r->err, "expected three load averages, none of them negative");
        averages[count++] = rg_json_number(v);
    }
    return count == AVERAGES || rg_json_fail(list, r->err, "expected three load averages");
}

static bool read_processors(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    if (!rg_json_expect(value, RG_JSON_NUMBER, r->err))
        return false;
    double number = rg_json_number(value);
    if (number < 1 || number != floor(number) || number > 1e6)
        return rg_json_fail(value, r->err, "expected a number of processors");
    *(long *)to = (long)number;
    return true;
}

static bool read_instant(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    long long unix_s;

    return rg_read_text(r, value, to) &&
           (rg_timestamp_parse(rg_json_string(value), &unix_s) ||
            rg_json_fail(value, r->err, "expected a time such as 2026-04-24T17:30:00Z"));
}

bool rg_host_read(struct rg_json_reader *r, const struct rg_json *object, void *to)
{
    static const struct rg_field fields[] = {
        {"processors", read_processors, offsetof(struct rg_host, processors), NULL},
        {"load_average", read_load, offsetof(struct rg_host, load), NULL},
        {"began_at", read_instant, offsetof(struct rg_host, began_at), NULL},
        {"load_average_at_begin", read_load, offsetof(struct rg_host, begin_load), NULL},
        {0},
    };
    struct rg_host *host = to;

    if (!rg_read_known_fields(r, object, fields, host))
        return false;
    host->has_load = rg_json_member(object, "load_average") != NULL;
    host->has_begin_load = rg_json_member(object, "load_average_at_begin") != NULL;
    return true;
}

void rg_host_write(struct rg_json_writer *w, const struct rg_host *host)
{
    if (host->processors <= 0 && host->began_at == NULL)
        return;
    rg_json_member_open_object(w, "host");
    if (host->processors > 0)
        rg_json_member_integer(w, "processors", host->processors);
    if (host->has_load)
        rg_json_member_numbers(w, "load_average", host->load, AVERAGES);
    if (host->began_at != NULL)
        rg_json_member_string(w, "began_at", host->began_at);
    if (host->has_begin_load)
        rg_json_member_numbers(w, "load_average_at_begin", host->begin_load, AVERAGES);
    rg_json_write_close_object(w);
}

void rg_begin_write(struct rg_json_writer *w, const char *began_at, const struct rg_host *host)
{
    struct rg_host at_begin = {.processors = host->processors, .began_at = began_at};

    if (host->has_load) {
        at_begin.has_begin_load = true;
        (void)memcpy(at_begin.begin_load, host->load, sizeof host->load);
    }
    rg_json_member_integer(w, "schema_version", RG_TIMINGS_SCHEMA);
    rg_host_write(w, &at_begin);
}

bool rg_begin_render(const char *began_at, const struct rg_host *host, struct rg_buffer *out,
                     struct rg_error *err)
{
    struct rg_json_writer w;

    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_begin_write(&w, began_at, host);
    rg_json_write_close_object(&w);
    return rg_json_writer_finish(&w, err);
}

bool rg_begin_read(const struct rg_json *root, struct rg_arena *arena, struct rg_host *ret,
                   struct rg_error *err)
{
    struct rg_json_reader r = {.arena = arena, .err = err};
    struct rg_host host = {0};
    const struct rg_json *object = rg_json_member(root, "host");
    bool ok = object == NULL ? rg_json_fail(root, err,
                                            "missing 'host'; was this file written by 'capture "
                                            "--begin'?")
                             : rg_host_read(&r, object, &host);
    if (ok && host.began_at == NULL)
        ok = rg_json_fail(object, err, "missing 'began_at'; was this file written by 'capture --begin'?");
    if (!ok)
        return false;
    ret->began_at = host.began_at;
    ret->has_begin_load = host.has_begin_load;
    (void)memcpy(ret->begin_load, host.begin_load, sizeof host.begin_load);
    return true;
}

bool rg_begin_load(const char *path, bool may_have_pages, struct rg_arena *arena, struct rg_host *ret,
                   struct rg_error *err)
{
    struct rg_json_doc *doc = rg_json_read(path, err);

    if (doc == NULL)
        return false;
    const struct rg_json *pages = rg_json_member(rg_json_root(doc), RG_BEGIN_SCRAPE);
    bool ok = pages == NULL || may_have_pages
                  ? rg_begin_read(rg_json_root(doc), arena, ret, err)
                  : rg_json_fail(pages, err, "--begin scraped pages; give '--scrape' here, too");
    rg_json_free(doc);
    return ok || rg_error_prefix(err, "cannot read '%s'", path);
}

bool rg_host_busy(const struct rg_host *host, double *ret_load, bool *ret_at_begin)
{
    if (host->processors <= 0)
        return false;
    *ret_at_begin = host->has_begin_load && host->begin_load[0] > (double)host->processors;
    *ret_load = *ret_at_begin ? host->begin_load[0] : host->load[0];
    return *ret_at_begin || (host->has_load && host->load[0] > (double)host->processors);
}
