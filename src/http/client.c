#include "rungate/http/client.h"

#include "http/transfer.h"
#include "rungate/base/file.h"
#include "rungate/base/timestamp.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_MAX_MS = 1000 };

struct rg_client {
    struct server server;
    long long deadline_ms; /* on the clock of timestamp.h */
    struct transfer *transfers;
    size_t transfer_count;
    rg_client_progress *progress; /* NULL for none */
    void *progress_context;
    bool curl_started;
};

/* A file that libcurl will open: report a fault once, here, and not with every request. */
static bool check_file(const char *path, struct rg_error *err)
{
    struct rg_buffer text;

    if (path == NULL)
        return true;
    rg_buffer_init(&text, RG_FILE_MAX);
    bool ok = rg_file_read(path, &text, err) || rg_error_prefix(err, "cannot read '%s'", path);
    rg_buffer_release(&text);
    return ok;
}

static bool start(struct rg_client *client, const struct rg_client_options *o, struct rg_error *err)
{
    CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);

    if (code != CURLE_OK)
        return rg_error_set(err, RG_ERROR_SERVER, "libcurl cannot start: %s", curl_easy_strerror(code));
    client->curl_started = true;
    if (!endpoint_parse(o->url, o->accept != NULL, &client->server.endpoint, err) ||
        !credentials_load(o, &client->server.credentials, err) || !check_file(o->ca_file, err) ||
        !check_file(o->cert_file, err) || !check_file(o->key_file, err))
        return false;
    client->server.lacks_certificate =
        o->cert_file == NULL && strncmp(client->server.endpoint.base, "https", 5) == 0;
    client->server.multi = curl_multi_init();
    client->transfers = calloc((size_t)o->parallel, sizeof *client->transfers);
    if (client->server.multi == NULL || client->transfers == NULL)
        return rg_error_memory(err);
    for (; client->transfer_count < (size_t)o->parallel; client->transfer_count++) {
        if (!transfer_init(&client->transfers[client->transfer_count], &client->server, o, err)) {
            transfer_release(&client->transfers[client->transfer_count]);
            return false;
        }
    }
    return true;
}

struct rg_client *rg_client_new(const struct rg_client_options *options, struct rg_error *err)
{
    struct rg_client *client = calloc(1, sizeof *client);

    if (client == NULL) {
        (void)rg_error_memory(err);
        return NULL;
    }
    client->server.timeout_ms = options->timeout_ms;
    client->server.retries = options->retries;
    client->server.is_page = options->accept != NULL;
    client->progress = options->progress;
    client->progress_context = options->progress_context;
    if (!start(client, options, err)) {
        rg_client_free(client);
        return NULL;
    }
    rg_client_restart(client);
    return client;
}

void rg_client_free(struct rg_client *client)
{
    if (client == NULL)
        return;
    for (size_t i = 0; i < client->transfer_count; i++)
        transfer_release(&client->transfers[i]);
    free(client->transfers);
    if (client->server.multi != NULL)
        (void)curl_multi_cleanup(client->server.multi);
    credentials_release(&client->server.credentials);
    endpoint_release(&client->server.endpoint);
    if (client->curl_started)
        curl_global_cleanup();
    free(client);
}

void rg_client_restart(struct rg_client *client)
{
    client->deadline_ms = rg_clock_ms() + client->server.timeout_ms * RG_CLIENT_BOUND;
}

/* The questions of one call, and how many are done. */
struct round {
    struct rg_client *client;
    struct rg_question *questions;
    size_t count;
    size_t next; /* the first that was never started */
    size_t done;
    long long unix_s;
};

/* Start what can start. At most one request a transfer: its timeout would run while libcurl queued it. */
static bool start_transfers(struct round *r, long long now, struct rg_error *err)
{
    for (size_t i = 0; i < r->client->transfer_count; i++) {
        struct transfer *t = &r->client->transfers[i];
        bool ok = true;
        if (t->question == NULL && r->next < r->count)
            ok = transfer_ask(t, &r->questions[r->next++], r->unix_s, err);
        else if (t->question != NULL && t->retry_at_ms != 0 && t->retry_at_ms <= now)
            ok = transfer_start(t, err);
        if (!ok)
            return false;
    }
    return true;
}

/* Take the transfers that ended. */
static bool finish_transfers(struct round *r, struct rg_error *err)
{
    int left;

    for (CURLMsg *m = curl_multi_info_read(r->client->server.multi, &left); m != NULL;
         m = curl_multi_info_read(r->client->server.multi, &left)) {
        struct transfer *t = NULL;
        CURLcode result = m->data.result;
        if (m->msg != CURLMSG_DONE ||
            curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)&t) != CURLE_OK)
            continue;
        (void)curl_multi_remove_handle(r->client->server.multi, t->easy);
        switch (transfer_finish(t, result, err)) {
        case TRANSFER_DONE:
            r->done++;
            break;
        case TRANSFER_AGAIN:
            break;
        case TRANSFER_ERROR:
            return false;
        }
    }
    return true;
}

/* How long to wait for the network: until the next retry, or the deadline. 0: something can start now. */
static long long idle_ms(const struct round *r, long long now)
{
    long long until = now + POLL_MAX_MS;

    if (r->client->deadline_ms < until)
        until = r->client->deadline_ms;
    for (size_t i = 0; i < r->client->transfer_count; i++) {
        const struct transfer *t = &r->client->transfers[i];
        if (t->question == NULL && r->next < r->count)
            return 0;
        if (t->question != NULL && t->retry_at_ms != 0 && t->retry_at_ms < until)
            until = t->retry_at_ms;
    }
    return until > now ? until - now : 0;
}

/* The deadline has passed: every question without an answer fails. */
static bool give_up(struct round *r, struct rg_error *err)
{
    static const char why[] =
        "the capture took longer than 20 times --timeout; raise --timeout or --parallel";

    for (size_t i = 0; i < r->client->transfer_count; i++) {
        struct transfer *t = &r->client->transfers[i];
        if (t->question == NULL)
            continue;
        if (t->retry_at_ms == 0)
            (void)curl_multi_remove_handle(r->client->server.multi, t->easy);
        if (!transfer_abandon(t, why, err))
            return false;
    }
    for (; r->next < r->count; r->next++) {
        r->questions[r->next].answer = (struct rg_answer){.failure = strdup(why)};
        if (r->questions[r->next].answer.failure == NULL)
            return rg_error_memory(err);
    }
    r->done = r->count;
    return true;
}

/* After an error: take back every request. */
static void drop_transfers(struct rg_client *client)
{
    for (size_t i = 0; i < client->transfer_count; i++) {
        struct transfer *t = &client->transfers[i];
        if (t->question != NULL)
            (void)curl_multi_remove_handle(client->server.multi, t->easy);
        t->question = NULL;
        t->retry_at_ms = 0;
    }
}

static bool turn(struct round *r, struct rg_error *err)
{
    long long now = rg_clock_ms();
    int running;

    if (now >= r->client->deadline_ms)
        return give_up(r, err);
    if (!start_transfers(r, now, err))
        return false;
    CURLMcode code = curl_multi_perform(r->client->server.multi, &running);
    if (code == CURLM_OK && !finish_transfers(r, err))
        return false;
    long long idle = idle_ms(r, rg_clock_ms());
    if (code == CURLM_OK && r->done < r->count && idle > 0)
        code = curl_multi_poll(r->client->server.multi, NULL, 0, (int)idle, NULL);
    return code == CURLM_OK || rg_error_set(err, RG_ERROR_SERVER, "%s", curl_multi_strerror(code));
}

bool rg_client_ask(void *client, struct rg_question *questions, size_t count, long long unix_s,
                   struct rg_error *err)
{
    struct round r = {.client = client, .questions = questions, .count = count, .unix_s = unix_s};
    bool ok = true;

    while (ok && r.done < count) {
        ok = turn(&r, err);
        if (r.client->progress != NULL)
            r.client->progress(r.client->progress_context, ok ? r.done : count, count);
    }
    if (!ok)
        drop_transfers(client);
    return ok;
}
