#include "cli/capture_page.h"

#include "cli/capture_ask.h"
#include "rungate/base/file.h"
#include "rungate/http/client.h"
#include "rungate/http/gunzip.h"
#include "rungate/measure/page_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

/* How often a torn page is asked for again. */
enum { AGAIN_MAX = 3 };

/* Names beyond the classic alphabet come with underscores unless they are asked for. */
static const char ACCEPT[] =
    "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
static const char ACCEPT_UTF8[] = "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8,"
                                  "text/plain;version=0.0.4;escaping=allow-utf-8;q=0.5,*/*;q=0.1";

bool capture_is_url(const char *source)
{
    return strstr(source, "://") != NULL;
}

static long long now_ms(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool read_stdin(struct rg_buffer *out, struct rg_error *err)
{
    char bytes[16384];
    ssize_t got;

    do {
        got = read(STDIN_FILENO, bytes, sizeof bytes);
        if (got > 0)
            rg_buffer_add(out, bytes, (size_t)got);
    } while ((got > 0 && rg_buffer_ok(out)) || (got < 0 && errno == EINTR));
    if (got < 0)
        return rg_error_set(err, RG_ERROR_INPUT, "%s", strerror(errno));
    return rg_buffer_check(out, err);
}

/* Start a page anew, at its time. */
static void start(const struct capture_arguments *a, const char *target, struct rg_page *page)
{
    rg_page_release(page);
    rg_page_init(page, target, a->time.given ? a->time.unix_s * 1000 : now_ms());
}

static bool read_file(const struct capture_arguments *a, struct rg_selection *selection, const char *source,
                      struct rg_page *page, struct rg_error *err)
{
    struct rg_buffer file;
    struct rg_buffer plain;

    rg_buffer_init(&file, RG_FILE_MAX);
    rg_buffer_init(&plain, RG_FILE_MAX);
    start(a, page->target, page);
    bool ok = strcmp(source, "-") == 0 ? read_stdin(&file, err) : rg_file_read(source, &file, err);
    bool is_compressed = ok && rg_gunzip_wanted(rg_buffer_text(&file), file.length);
    const struct rg_buffer *text = is_compressed ? &plain : &file;
    ok = ok && (!is_compressed || rg_gunzip(file.data, file.length, &plain, err)) &&
         rg_page_read(page, selection, rg_buffer_text(text), text->length, NULL, err);
    rg_buffer_release(&file);
    rg_buffer_release(&plain);
    return ok || rg_error_prefix(err, "cannot read '%s'", source);
}

/* Ask once. */
static bool ask(struct rg_client *client, const struct capture_arguments *a, struct rg_selection *selection,
                bool is_begin, struct rg_page *page, struct rg_error *err)
{
    struct rg_question question = {0};

    start(a, page->target, page);
    bool ok = rg_client_ask(client, &question, 1, RG_ASK_NOW, err);
    if (!is_begin)
        page->time_ms = now_ms();
    if (ok && question.answer.failure != NULL)
        ok = rg_error_set(err, RG_ERROR_SERVER, "%s", question.answer.failure);
    ok = ok && rg_page_read(page, selection, question.page, question.page_length, question.content_type, err);
    rg_answer_release(&question.answer);
    free(question.page);
    free(question.content_type);
    return ok;
}

static bool ask_target(const struct rg_tool *tool, const struct capture_arguments *a,
                       struct rg_selection *selection, const char *source, bool is_begin,
                       struct rg_page *page, struct rg_error *err)
{
    struct capture_progress progress = {0};
    struct rg_client *client =
        capture_connect(tool, a, source, selection->wants_utf8 ? ACCEPT_UTF8 : ACCEPT, &progress, err);
    bool ok = client != NULL;
    int again = 0;

    if (!ok)
        return false;
    do {
        ok = ask(client, a, selection, is_begin, page, err);
    } while (ok && page->tear_count > 0 && again++ < AGAIN_MAX);
    rg_client_free(client);
    return ok || rg_error_prefix(err, "cannot ask '%s'", source);
}

bool capture_read_page(const struct rg_tool *tool, const struct capture_arguments *a,
                       struct rg_selection *selection, const char *source, bool is_begin, struct rg_page *ret,
                       struct rg_error *err)
{
    return capture_is_url(source) ? ask_target(tool, a, selection, source, is_begin, ret, err)
                                  : read_file(a, selection, source, ret, err);
}
