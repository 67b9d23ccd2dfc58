#include "http/transfer.h"

#include "http/failure.h"
#include "rungate/base/file.h"
#include "rungate/base/timestamp.h"
#include "rungate/version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BACKOFF_FIRST_MS = 250, BACKOFF_MAX_MS = 8000, RETRY_AFTER_MAX_MS = 30000 };

/* Called with decompressed bytes, so that the limit of the buffer also holds for compressed answers. */
static size_t receive(char *bytes, size_t size, size_t count, void *context)
{
    struct transfer *t = context;

    rg_buffer_add(&t->body, bytes, size * count);
    return rg_buffer_ok(&t->body) ? size * count : 0;
}

static bool set_tls(CURL *easy, const struct rg_client_options *o)
{
    return (o->ca_file == NULL || curl_easy_setopt(easy, CURLOPT_CAINFO, o->ca_file) == CURLE_OK) &&
           (o->cert_file == NULL || curl_easy_setopt(easy, CURLOPT_SSLCERT, o->cert_file) == CURLE_OK) &&
           (o->key_file == NULL || curl_easy_setopt(easy, CURLOPT_SSLKEY, o->key_file) == CURLE_OK);
}

static bool set_credentials(CURL *easy, const struct credentials *c)
{
    if (curl_easy_setopt(easy, CURLOPT_HTTPHEADER, c->headers) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE) != CURLE_OK)
        return false;
    if (c->user == NULL)
        return true;
    return curl_easy_setopt(easy, CURLOPT_USERNAME, c->user) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PASSWORD, c->password) == CURLE_OK &&
           (c->sigv4 == NULL ? curl_easy_setopt(easy, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC)
                             : curl_easy_setopt(easy, CURLOPT_AWS_SIGV4, c->sigv4)) == CURLE_OK;
}

bool transfer_init(struct transfer *t, struct server *server, const struct rg_client_options *options,
                   struct rg_error *err)
{
    CURL *easy = curl_easy_init();

    if (easy == NULL)
        return rg_error_memory(err);
    t->server = server;
    t->easy = easy;
    size_t share = RG_ANSWERS_MAX / (size_t)options->parallel;
    size_t answer_max = share < RG_ANSWER_MAX ? share : RG_ANSWER_MAX;
    rg_buffer_init(&t->body, server->is_page ? RG_FILE_MAX : answer_max);
    if (curl_easy_setopt(easy, CURLOPT_PRIVATE, t) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, t->curl_message) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, t) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)server->timeout_ms) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_USERAGENT, "rungate/" RG_VERSION) != CURLE_OK ||
        curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "") != CURLE_OK ||
        (server->endpoint.is_loopback && curl_easy_setopt(easy, CURLOPT_PROXY, "") != CURLE_OK) ||
        !set_credentials(easy, &server->credentials) || !set_tls(easy, options))
        return rg_error_set(err, RG_ERROR_SERVER, "this libcurl is missing a required feature");
    return true;
}

void transfer_release(struct transfer *t)
{
    if (t->easy != NULL)
        curl_easy_cleanup(t->easy);
    free(t->form);
    rg_buffer_release(&t->body);
    *t = (struct transfer){0};
}

/* Append "name=value", encoded. */
static bool add_parameter(CURL *easy, struct rg_buffer *form, const char *name, const char *value)
{
    char *encoded = curl_easy_escape(easy, value, 0);

    if (encoded == NULL)
        return false;
    rg_buffer_printf(form, "%s%s=", form->length == 0 ? "" : "&", name);
    rg_buffer_puts(form, encoded);
    curl_free(encoded);
    return rg_buffer_ok(form);
}

/* `nocache` is for VictoriaMetrics, which otherwise moves an instant near now back by 30 s. */
static char *make_form(CURL *easy, const char *query, long long unix_s)
{
    struct rg_buffer form;
    char time[32];
    char *text = NULL;

    (void)snprintf(time, sizeof time, "%lld", unix_s);
    rg_buffer_init(&form, RG_TEXT_MAX);
    if (add_parameter(easy, &form, "query", query) &&
        (unix_s == RG_ASK_NOW || add_parameter(easy, &form, "time", time)) &&
        add_parameter(easy, &form, "nocache", "1"))
        text = strdup(form.data);
    rg_buffer_release(&form);
    return text;
}

bool transfer_ask(struct transfer *t, struct rg_question *question, long long unix_s, struct rg_error *err)
{
    free(t->form);
    t->form = t->server->is_page ? NULL : make_form(t->easy, question->query, unix_s);
    if (t->form == NULL && !t->server->is_page)
        return rg_error_memory(err);
    t->question = question;
    t->retries = 0;
    question->attempts = 0;
    return transfer_start(t, err);
}

static bool set_request(struct transfer *t)
{
    struct rg_buffer url;

    if (t->server->is_page)
        return curl_easy_setopt(t->easy, CURLOPT_HTTPGET, 1L) == CURLE_OK &&
               curl_easy_setopt(t->easy, CURLOPT_URL, t->server->endpoint.query) == CURLE_OK;
    if (!t->server->use_get)
        return curl_easy_setopt(t->easy, CURLOPT_URL, t->server->endpoint.query) == CURLE_OK &&
               curl_easy_setopt(t->easy, CURLOPT_POSTFIELDS, t->form) == CURLE_OK;
    rg_buffer_init(&url, RG_TEXT_MAX);
    rg_buffer_printf(&url, "%s?", t->server->endpoint.query);
    rg_buffer_puts(&url, t->form);
    bool ok = rg_buffer_ok(&url) && curl_easy_setopt(t->easy, CURLOPT_HTTPGET, 1L) == CURLE_OK &&
              curl_easy_setopt(t->easy, CURLOPT_URL, url.data) == CURLE_OK;
    rg_buffer_release(&url);
    return ok;
}

bool transfer_start(struct transfer *t, struct rg_error *err)
{
    rg_buffer_release(&t->body);
    t->curl_message[0] = '\0';
    t->retry_at_ms = 0;
    t->used_get = t->server->use_get;
    t->question->attempts++;
    if (!set_request(t))
        return rg_error_memory(err);
    CURLMcode code = curl_multi_add_handle(t->server->multi, t->easy);
    return code == CURLM_OK || rg_error_set(err, RG_ERROR_SERVER, "%s", curl_multi_strerror(code));
}

/* Whether asking again can help. 405 is not among these: see retry_as_get(). */
static bool is_transient(CURLcode result, long status)
{
    switch ((int)result) {
    case CURLE_OK:
        return status == 429 || status == 502 || status == 503 || status == 504;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        return true;
    default:
        return false;
    }
}

/* The pause before the next attempt: doubling, or what the server asks for. */
static long long pause_ms(const struct transfer *t)
{
    long long pause = BACKOFF_FIRST_MS;
    curl_off_t asked_s = 0;

    for (int i = 0; i < t->retries && pause < BACKOFF_MAX_MS; i++)
        pause *= 2;
    if (curl_easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &asked_s) == CURLE_OK && asked_s > 0)
        pause = asked_s < RETRY_AFTER_MAX_MS / 1000 ? (long long)asked_s * 1000 : RETRY_AFTER_MAX_MS;
    return pause;
}

bool transfer_abandon(struct transfer *t, const char *why, struct rg_error *err)
{
    struct rg_question *question = t->question;

    t->question = NULL;
    t->retry_at_ms = 0;
    question->answer = (struct rg_answer){.failure = strdup(why)};
    return question->answer.failure != NULL || rg_error_memory(err);
}

/* Keep the page as it came, without secrets that it may hold. The same. */
static bool take_page(struct transfer *t, struct rg_buffer *why)
{
    struct rg_question *q = t->question;
    char *type = NULL;

    (void)curl_easy_getinfo(t->easy, CURLINFO_CONTENT_TYPE, &type);
    q->page_length = t->body.length;
    q->page = malloc(t->body.length + 1);
    q->content_type = type == NULL ? NULL : strdup(type);
    if (q->page == NULL || (type != NULL && q->content_type == NULL)) {
        rg_buffer_fail(why, RG_ERROR_MEMORY);
        return false;
    }
    memcpy(q->page, rg_buffer_text(&t->body), t->body.length + 1);
    if (strlen(q->page) == q->page_length)
        q->page_length = secrets_hide(&t->server->credentials.secrets, q->page);
    return true;
}

/* Read a 200. False: the failure is in `why`, or `why` has failed for lack of memory. */
static bool take_answer(struct transfer *t, struct rg_buffer *why)
{
    struct rg_error fault = {0};
    char *type = NULL;

    if (t->server->is_page)
        return take_page(t, why);
    const char *text = rg_buffer_text(&t->body);
    struct rg_question *q = t->question;
    bool ok = q->wanted == RG_WANT_NUMBERS
                  ? rg_answer_parse(text, t->body.length, &q->answer, &fault)
                  : rg_answer_parse_series(text, t->body.length, q->wanted, &q->answer, &fault);
    if (ok) {
        if (t->question->answer.warning != NULL)
            (void)secrets_hide(&t->server->credentials.secrets, t->question->answer.warning);
        return true;
    }
    if (fault.code == RG_ERROR_MEMORY) {
        rg_buffer_fail(why, RG_ERROR_MEMORY);
    } else if (fault.code == RG_ERROR_SERVER) {
        transfer_add_said(t, fault.message, why);
    } else {
        (void)curl_easy_getinfo(t->easy, CURLINFO_CONTENT_TYPE, &type);
        rg_buffer_puts(why, "the answer (");
        transfer_add_said(t, type == NULL ? "of no type" : type, why);
        rg_buffer_puts(why, ") is not one of the Prometheus API: ");
        transfer_add_said(t, fault.message, why);
    }
    return false;
}

/* Google's managed service, for one, takes only GET. It costs no retry. */
static bool retry_as_get(struct transfer *t, CURLcode result, long status)
{
    if (result != CURLE_OK || status != 405 || t->used_get || t->server->is_page)
        return false;
    t->server->use_get = true;
    t->retry_at_ms = rg_clock_ms();
    return true;
}

enum transfer_end transfer_finish(struct transfer *t, CURLcode result, struct rg_error *err)
{
    long status = 0;
    curl_off_t elapsed_us = 0;
    struct rg_buffer why;
    bool ok;

    (void)curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    (void)curl_easy_getinfo(t->easy, CURLINFO_TOTAL_TIME_T, &elapsed_us);
    t->question->elapsed_us = (long long)elapsed_us;
    t->question->bytes = t->body.length;
    t->question->refused = transfer_refused(t, result, status);
    t->question->is_too_large = result == CURLE_WRITE_ERROR && t->body.failed == RG_ERROR_LIMIT;
    if (retry_as_get(t, result, status))
        return TRANSFER_AGAIN;
    if (is_transient(result, status) && t->retries < t->server->retries) {
        t->retry_at_ms = rg_clock_ms() + pause_ms(t);
        t->retries++;
        return TRANSFER_AGAIN;
    }
    rg_buffer_init(&why, RG_TEXT_MAX);
    if (result == CURLE_OK && status == 200 && take_answer(t, &why)) {
        t->question = NULL;
        ok = true;
    } else {
        if (result != CURLE_OK || status != 200)
            transfer_explain(t, result, status, &why);
        if (rg_buffer_ok(&why) && t->retries > 0)
            rg_buffer_printf(&why, " (%d attempts)", t->question->attempts);
        ok = rg_buffer_check(&why, err) && transfer_abandon(t, rg_buffer_text(&why), err);
    }
    rg_buffer_release(&why);
    rg_buffer_release(&t->body);
    return ok ? TRANSFER_DONE : TRANSFER_ERROR;
}
