#include "rungate/model/host.h"

#include "rungate/base/timestamp.h"
#include "rungate/model/timings.h"

#include <math.h>
#include <string.h>

enum { AVERAGES = 3 };

static bool read_load(const struct rg_json *list, double ret[AVERAGES], struct rg_error *err)
{
    size_t count = 0;

    if (!rg_json_expect(list, RG_JSON_ARRAY, err))
        return false;
    for (const struct rg_json *v = rg_json_first(list); v != NULL; v = rg_json_next(v)) {
        if (!rg_json_expect(v, RG_JSON_NUMBER, err))
            return false;
        if (count == AVERAGES || !(rg_json_number(v) >= 0))
            return rg_json_fail(v, err, "expected three load averages, none of them negative");
        ret[count++] = rg_json_number(v);
    }
    return count == AVERAGES || rg_json_fail(list, err, "expected three load averages");
}

static bool read_processors(const struct rg_json *value, long *ret, struct rg_error *err)
{
    if (!rg_json_expect(value, RG_JSON_NUMBER, err))
        return false;
    double number = rg_json_number(value);
    if (number < 1 || number != floor(number) || number > 1e6)
        return rg_json_fail(value, err, "expected a number of processors");
    *ret = (long)number;
    return true;
}

static bool read_instant(const struct rg_json *value, struct rg_arena *arena, const char **ret,
                         struct rg_error *err)
{
    long long unix_s;

    if (!rg_json_expect(value, RG_JSON_STRING, err))
        return false;
    if (!rg_timestamp_parse(rg_json_string(value), &unix_s))
        return rg_json_fail(value, err, "expected a time such as 2026-04-24T17:30:00Z");
    *ret = rg_arena_strdup(arena, rg_json_string(value));
    return *ret != NULL || rg_error_memory(err);
}

bool rg_host_read(const struct rg_json *object, struct rg_arena *arena, struct rg_host *ret,
                  struct rg_error *err)
{
    struct rg_host host = {0};

    if (!rg_json_expect(object, RG_JSON_OBJECT, err))
        return false;
    const struct rg_json *processors = rg_json_member(object, "processors");
    const struct rg_json *load = rg_json_member(object, "load_average");
    const struct rg_json *began_at = rg_json_member(object, "began_at");
    const struct rg_json *begin_load = rg_json_member(object, "load_average_at_begin");
    host.has_load = load != NULL;
    host.has_begin_load = begin_load != NULL;
    if ((processors != NULL && !read_processors(processors, &host.processors, err)) ||
        (load != NULL && !read_load(load, host.load, err)) ||
        (began_at != NULL && !read_instant(began_at, arena, &host.began_at, err)) ||
        (begin_load != NULL && !read_load(begin_load, host.begin_load, err)))
        return false;
    *ret = host;
    return true;
}

static void write_load(struct rg_json_writer *w, const char *name, const double load[AVERAGES])
{
    rg_json_write_name(w, name);
    rg_json_write_open_array(w);
    for (size_t i = 0; i < AVERAGES; i++)
        rg_json_write_number(w, load[i]);
    rg_json_write_close_array(w);
}

void rg_host_write(struct rg_json_writer *w, const struct rg_host *host)
{
    if (host->processors <= 0 && host->began_at == NULL)
        return;
    rg_json_write_name(w, "host");
    rg_json_write_open_object(w);
    if (host->processors > 0) {
        rg_json_member_integer(w, "processors", host->processors);
    }
    if (host->has_load)
        write_load(w, "load_average", host->load);
    if (host->began_at != NULL) {
        rg_json_member_string(w, "began_at", host->began_at);
    }
    if (host->has_begin_load)
        write_load(w, "load_average_at_begin", host->begin_load);
    rg_json_write_close_object(w);
}

bool rg_begin_render(const char *began_at, const struct rg_host *host, struct rg_buffer *out,
                     struct rg_error *err)
{
    struct rg_host at_begin = {.processors = host->processors, .began_at = began_at};
    struct rg_json_writer w;

    if (host->has_load) {
        at_begin.has_begin_load = true;
        (void)memcpy(at_begin.begin_load, host->load, sizeof host->load);
    }
    rg_json_writer_init(&w, out);
    rg_json_write_open_object(&w);
    rg_json_member_integer(&w, "schema_version", RG_TIMINGS_SCHEMA);
    rg_host_write(&w, &at_begin);
    rg_json_write_close_object(&w);
    rg_json_write_end(&w);
    rg_json_writer_release(&w);
    return rg_buffer_check(out, err);
}

bool rg_begin_load(const char *path, struct rg_arena *arena, struct rg_host *ret, struct rg_error *err)
{
    struct rg_json_doc *doc = rg_json_read(path, err);
    struct rg_host host = {0};

    if (doc == NULL)
        return false;
    const struct rg_json *root = rg_json_root(doc);
    const struct rg_json *object = rg_json_member(root, "host");
    bool ok = object == NULL ? rg_json_fail(root, err, "missing 'host'; is this a file of 'capture --begin'?")
                             : rg_host_read(object, arena, &host, err);
    if (ok && host.began_at == NULL)
        ok = rg_json_fail(object, err, "missing 'began_at'; is this a file of 'capture --begin'?");
    rg_json_free(doc);
    if (!ok)
        return rg_error_prefix(err, "cannot read '%s'", path);
    ret->began_at = host.began_at;
    ret->has_begin_load = host.has_begin_load;
    (void)memcpy(ret->begin_load, host.begin_load, sizeof host.begin_load);
    return true;
}

bool rg_host_busy(const struct rg_host *host, double *ret_load, bool *ret_at_begin)
{
    if (host->processors <= 0)
        return false;
    *ret_at_begin = host->has_begin_load && host->begin_load[0] > (double)host->processors;
    *ret_load = *ret_at_begin ? host->begin_load[0] : host->load[0];
    return *ret_at_begin || (host->has_load && host->load[0] > (double)host->processors);
}
