#include "cli/results.h"

#include "rungate/base/file.h"
#include "rungate/model/timings_write.h"

#include <sys/stat.h>

static const char NO_BEGIN[] = "{}\n";

/* A regular file that holds something. */
static bool is_there(const char *path)
{
    return rg_file_size(path) > 0;
}

/* The error of reading a file that must not be replaced, or that of having no memory to read it. */
static bool refuse(const char *path, const char *kind, struct rg_error *err)
{
    if (err->code == RG_ERROR_MEMORY)
        return false;
    err->code = RG_ERROR_CONFLICT;
    return rg_error_prefix(
        err, "'%s' is there and is not %s, so it is not replaced; remove it, or name another", path, kind);
}

/* A disk that is full takes nothing, but it gives up what it has. */
static bool replace(const char *path, const char *bytes, size_t length, struct rg_error *err)
{
    struct rg_error ignored = {0};

    if (rg_file_write(path, bytes, length, err))
        return true;
    (void)rg_file_remove(path, &ignored);
    return false;
}

/* The old file, less all that was measured. */
static bool render_mark(const struct rg_timings *old, double min_ratio, struct rg_buffer *out,
                        struct rg_error *err)
{
    static const struct rg_host unknown_host = {0};
    struct rg_timings mark = {0};
    bool ok = false;

    mark.metrics = rg_arena_array(&mark.arena, old->metric_count, sizeof *mark.metrics);
    if (mark.metrics == NULL) {
        (void)rg_error_memory(err);
    } else {
        for (size_t i = 0; i < old->metric_count; i++)
            mark.metrics[mark.metric_count++] =
                (struct rg_metric){.key = old->metrics[i].key, .unit = old->metrics[i].unit};
        rg_timings_count(&mark, min_ratio);
        ok = rg_timings_write(&mark, &unknown_host, out, err);
    }
    rg_timings_release(&mark);
    return ok;
}

bool results_mark_timings(const char *path, double min_ratio, struct rg_error *err)
{
    struct rg_timings old = {0};
    struct rg_error ignored = {0};
    struct rg_buffer text;

    if (!is_there(path))
        return true;
    if (!rg_timings_load(path, NULL, &old, err) && !refuse(path, "a timings file", err)) {
        if (err->code == RG_ERROR_MEMORY)
            (void)rg_file_remove(path, &ignored);
        return false;
    }
    rg_buffer_init(&text, RG_OUTPUT_MAX);
    bool ok = render_mark(&old, min_ratio, &text, err);
    if (ok)
        ok = replace(path, text.data, text.length, err);
    else
        (void)rg_file_remove(path, &ignored);
    rg_buffer_release(&text);
    rg_timings_release(&old);
    return ok;
}

/* What a begin left that did not come to its end. */
static bool is_mark_of_begin(const char *path)
{
    struct rg_error ignored = {0};
    struct rg_json_doc *doc = rg_json_read(path, &ignored);
    bool empty = doc != NULL && rg_json_first(rg_json_root(doc)) == NULL;

    rg_json_free(doc);
    return empty;
}

bool results_mark_begin(const char *path, struct rg_error *err)
{
    struct rg_host host = {0};
    struct rg_arena arena = {0};

    if (!is_there(path) || is_mark_of_begin(path))
        return true;
    bool ok = rg_begin_load(path, true, &arena, &host, err) || refuse(path, "a file of '--begin'", err);
    rg_arena_release(&arena);
    return ok && replace(path, NO_BEGIN, sizeof NO_BEGIN - 1, err);
}

bool results_remove(const char *path, struct rg_error *err)
{
    return path == NULL || rg_file_remove(path, err);
}

bool results_expect_none(const char *path, struct rg_error *err)
{
    struct stat status;

    if (rg_file_is_standard(path) || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return true;
    return rg_error_set(err, RG_ERROR_CONFLICT,
                        "'%s' is there, and is not replaced; remove it, or name another", path);
}

bool results_expect_ladders(const char *path, struct rg_error *err)
{
    struct rg_ladders old = {0};

    if (path == NULL || !is_there(path))
        return true;
    struct rg_json_doc *doc = rg_json_read(path, err);
    bool ok = doc != NULL && rg_ladders_read(rg_json_root(doc), false, &old, err);
    rg_ladders_release(&old);
    rg_json_free(doc);
    return ok || refuse(path, "a ladders file", err);
}
