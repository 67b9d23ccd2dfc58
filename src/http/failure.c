#include "http/failure.h"

#include <string.h>

void transfer_add_said(const struct transfer *t, const char *text, struct rg_buffer *out)
{
    size_t start = out->length;

    rg_buffer_puts(out, text);
    if (rg_buffer_ok(out) && out->data != NULL)
        out->length = start + secrets_hide(&t->server->credentials.secrets, out->data + start);
}

/* The server closed the connection during the handshake, as one that is starting does; nobody refused it. */
static bool is_broken_off(const char *said)
{
    return strstr(said, "SSL_ERROR_SYSCALL") != NULL || strstr(said, "reset by peer") != NULL ||
           strstr(said, "unexpected eof") != NULL;
}

bool transfer_refused(const struct transfer *t, CURLcode result, long status)
{
    switch ((int)result) {
    case CURLE_OK:
        return status >= 300 && status < 500 && status != 304 && status != 408 && status != 425 &&
               status != 429;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_USE_SSL_FAILED:
        return true;
    case CURLE_SSL_CONNECT_ERROR:
        return !is_broken_off(t->curl_message);
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
        /* Under TLS 1.3 a certificate is refused only after the handshake. */
        return strstr(t->curl_message, "alert") != NULL;
    default:
        return false;
    }
}

/* What to do about it; "" when libcurl's own words are all there is. */
static const char *curl_hint(const struct transfer *t, CURLcode result, const char *said)
{
    switch ((int)result) {
    case CURLE_COULDNT_CONNECT:
        return "; is the server up?";
    case CURLE_GOT_NOTHING:
        return "; is this a port for https://?";
    case CURLE_PEER_FAILED_VERIFICATION:
        return "; give the certificate of its authority with --ca-file";
    case CURLE_SSL_CONNECT_ERROR:
        if (strstr(said, "wrong version number") != NULL)
            return "; is this a port for http://?";
        break;
    default:
        break;
    }
    /* Under TLS 1.3 the client reads or writes before it learns that its certificate is missing. */
    bool is_late =
        result == CURLE_SEND_ERROR || result == CURLE_RECV_ERROR || result == CURLE_SSL_CONNECT_ERROR;
    return is_late && t->server->lacks_certificate
               ? "; if the server wants a client certificate, give --cert-file and --key-file"
               : "";
}

/*
 * What libcurl says of a URL or of a proxy may hold any part of it, in any spelling, and is never passed on.
 * False: it says something else.
 */
static bool explain_address(const struct transfer *t, CURLcode result, const char *said,
                            struct rg_buffer *out)
{
    static const char *const words[] = {"proxy", "Proxy", "PROXY", "SOCKS", "tunnel", "CONNECT "};
    bool is_of_proxy = result == CURLE_COULDNT_RESOLVE_PROXY;
    long answered = 0;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        is_of_proxy = is_of_proxy || strstr(said, words[i]) != NULL;
    (void)curl_easy_getinfo(t->easy, CURLINFO_HTTP_CONNECTCODE, &answered);
    if (is_of_proxy) {
        rg_buffer_printf(out, "the proxy that http_proxy, https_proxy or all_proxy names cannot be used (%s",
                         curl_easy_strerror(result));
        if (answered > 0)
            rg_buffer_printf(out, "; it answers %ld", answered);
        rg_buffer_putc(out, ')');
    } else if (result == CURLE_URL_MALFORMAT || result == CURLE_UNSUPPORTED_PROTOCOL ||
               strstr(said, "://") != NULL) {
        rg_buffer_puts(out, curl_easy_strerror(result));
    } else {
        return false;
    }
    return true;
}

/* The failure of a transfer that gave no response. */
static void explain_curl(const struct transfer *t, CURLcode result, struct rg_buffer *out)
{
    const char *said = t->curl_message[0] != '\0' ? t->curl_message : curl_easy_strerror(result);

    if (t->question->is_too_large) {
        rg_buffer_printf(out, "the %s is larger than %zu bytes; make the %s return less",
                         t->server->is_page ? "page" : "answer", t->body.limit,
                         t->server->is_page ? "target" : "query");
    } else if (result == CURLE_OPERATION_TIMEDOUT) {
        rg_buffer_printf(out, "no answer within %g s; raise --timeout", (double)t->server->timeout_ms / 1000);
    } else if (!explain_address(t, result, said, out)) {
        transfer_add_said(t, said, out);
        rg_buffer_puts(out, curl_hint(t, result, said));
    }
}

/* Leave out the target's query and user: either can hold a secret that is not in the list. */
static void explain_redirect(const struct transfer *t, long status, struct rg_buffer *out)
{
    struct rg_buffer target;
    char *sent = NULL;

    (void)curl_easy_getinfo(t->easy, CURLINFO_REDIRECT_URL, &sent);
    rg_buffer_init(&target, RG_TEXT_MAX);
    transfer_add_said(t, sent == NULL ? "" : sent, &target);
    const char *to = rg_buffer_text(&target);
    size_t length = strcspn(to, "?#");
    const char *authority = strstr(to, "://");
    size_t start = authority == NULL || authority > to + length ? 0 : (size_t)(authority - to) + 3;
    size_t host = start;
    for (size_t i = start; i < length && to[i] != '/'; i++) {
        if (to[i] == '@')
            host = i + 1;
    }
    rg_buffer_printf(out, "the server redirects (%ld) to '", status);
    rg_buffer_add(out, to, start);
    rg_buffer_add(out, to + host, length - host);
    rg_buffer_printf(out, "'; give the final URL as --%s", t->server->is_page ? "scrape" : "prometheus");
    rg_buffer_inherit(out, &target);
    rg_buffer_release(&target);
}

/* The failure that a status other than 200 stands for. */
static void explain_status(const struct transfer *t, long status, struct rg_buffer *out)
{
    struct rg_buffer said;

    if (status >= 300 && status < 400 && status != 304) {
        explain_redirect(t, status, out);
        return;
    }
    rg_buffer_init(&said, RG_TEXT_MAX);
    rg_answer_explain(rg_buffer_text(&t->body), t->body.length, &said);
    rg_buffer_printf(out, "the server answers %ld", status);
    if (said.length > 0) {
        rg_buffer_puts(out, ": ");
        transfer_add_said(t, said.data, out);
    }
    /* Credentials are sent already, so advice to give some would not help. */
    if (status == 401 && t->server->credentials.are_sent)
        rg_buffer_puts(out, "; it does not accept the credentials that it was sent");
    else if (status == 401)
        rg_buffer_puts(out, "; give --bearer-token-file, --basic-auth-file or --header-file");
    else if (status == 403)
        rg_buffer_printf(out, "; these credentials may not %s", t->server->is_page ? "read it" : "query");
    else if (status == 404 && t->server->is_page)
        rg_buffer_puts(out, "; check the path of --scrape");
    else if (status == 404)
        rg_buffer_printf(out, "; is there a Prometheus API at '%s'? check the path of --prometheus",
                         t->server->endpoint.query);
    rg_buffer_inherit(out, &said);
    rg_buffer_release(&said);
}

void transfer_explain(const struct transfer *t, CURLcode result, long status, struct rg_buffer *out)
{
    if (result != CURLE_OK)
        explain_curl(t, result, out);
    else
        explain_status(t, status, out);
}
