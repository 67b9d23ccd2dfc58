/*
 * The base URL. A server redirects a doubled slash or one at the end to a path that can be wrong, so paths
 * are joined cleanly here.
 */
#include "http/endpoint.h"

#include "http/loopback.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char QUERY_PATH[] = "/api/v1/query";

const char *const rg_proxy_variables[] = {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY",
                                          "all_proxy",  "ALL_PROXY",  NULL};

/* The part of a URL, or NULL when it has none. Free with curl_free(). */
static char *part(CURLU *url, CURLUPart which)
{
    char *text = NULL;

    return curl_url_get(url, which, &text, 0) == CURLUE_OK ? text : NULL;
}

static bool has(CURLU *url, CURLUPart which)
{
    char *text = part(url, which);
    bool there = text != NULL;

    curl_free(text);
    return there;
}

static const char *option_of(bool is_page)
{
    return is_page ? "--scrape" : "--prometheus";
}

static bool check(CURLU *url, bool is_page, struct rg_error *err)
{
    const char *option = option_of(is_page);
    char *scheme = part(url, CURLUPART_SCHEME);
    bool is_http = scheme != NULL && (strcasecmp(scheme, "http") == 0 || strcasecmp(scheme, "https") == 0);

    curl_free(scheme);
    if (!is_http)
        return rg_error_set(err, RG_ERROR_USAGE, "'%s': only http:// and https:// URLs can be asked", option);
    if (has(url, CURLUPART_USER) || has(url, CURLUPART_PASSWORD))
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'%s': the URL holds a user or password, which others can see; put "
                            "'user:password' into a file for '--basic-auth-file'",
                            option);
    if (is_page)
        return !has(url, CURLUPART_FRAGMENT) ||
               rg_error_set(err, RG_ERROR_USAGE, "'%s': give the URL without '#'", option);
    if (has(url, CURLUPART_QUERY) || has(url, CURLUPART_FRAGMENT))
        return rg_error_set(err, RG_ERROR_USAGE, "'%s': give the base of the API, without '?' and '#'",
                            option);
    return true;
}

/* Single slashes, none at the end. In place. */
static void clean_path(char *path)
{
    char *to = path;

    for (const char *from = path; *from != '\0'; from++) {
        if (*from != '/' || to == path || to[-1] != '/')
            *to++ = *from;
    }
    while (to > path && to[-1] == '/')
        to--;
    *to = '\0';
}

/*
 * The host as libcurl will look it up: a name in other letters, such as full-width digits, in those of DNS.
 * Free with curl_free(); NULL when there is none.
 */
static char *host_of(CURLU *url)
{
#ifdef CURLU_PUNYCODE
    char *host = NULL;
    if (curl_url_get(url, CURLUPART_HOST, &host, CURLU_PUNYCODE) == CURLUE_OK)
        return host;
#endif
    return part(url, CURLUPART_HOST);
}

/* Only then does it matter what a name resolves to. */
static bool has_proxy(void)
{
    for (const char *const *name = rg_proxy_variables; *name != NULL; name++) {
        const char *value = getenv(*name);
        if (value != NULL && value[0] != '\0')
            return true;
    }
    return false;
}

/* The base of a checked URL: put its cleaned path back, and take the whole. */
static bool rebuild(CURLU *url, struct endpoint *ret, struct rg_error *err)
{
    bool ok = false;
    char *path = part(url, CURLUPART_PATH);
    char *host = host_of(url);
    char *whole = NULL;

    if (path == NULL || host == NULL)
        goto cleanup;
    clean_path(path);
    if (curl_url_set(url, CURLUPART_PATH, path[0] == '\0' ? "/" : path, 0) != CURLUE_OK ||
        (whole = part(url, CURLUPART_URL)) == NULL)
        goto cleanup;
    size_t length = strlen(whole);
    while (length > 0 && whole[length - 1] == '/')
        length--;
    ret->base = strndup(whole, length);
    ret->query = malloc(length + sizeof QUERY_PATH);
    if (ret->base == NULL || ret->query == NULL)
        goto cleanup;
    memcpy(ret->query, whole, length);
    memcpy(ret->query + length, QUERY_PATH, sizeof QUERY_PATH);
    ret->is_loopback = host_is_loopback(host, has_proxy());
    ok = true;
cleanup:
    if (!ok) {
        endpoint_release(ret);
        (void)rg_error_memory(err);
    }
    curl_free(path);
    curl_free(host);
    curl_free(whole);
    return ok;
}

/* The URL of a page is asked as it is. */
static bool take_page(CURLU *url, struct endpoint *ret, struct rg_error *err)
{
    char *host = part(url, CURLUPART_HOST);
    char *whole = part(url, CURLUPART_URL);
    bool ok = host != NULL && whole != NULL;

    if (ok) {
        ret->base = strdup(whole);
        ret->query = strdup(whole);
        ret->is_loopback = host_is_loopback(host, has_proxy());
        ok = ret->base != NULL && ret->query != NULL;
    }
    if (!ok) {
        endpoint_release(ret);
        (void)rg_error_memory(err);
    }
    curl_free(host);
    curl_free(whole);
    return ok;
}

bool endpoint_parse(const char *text, bool is_page, struct endpoint *ret, struct rg_error *err)
{
    struct endpoint endpoint = {0};
    CURLU *url = curl_url();

    if (url == NULL)
        return rg_error_memory(err);
    CURLUcode code = curl_url_set(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME);
    bool ok = code == CURLUE_OK ||
              rg_error_set(err, RG_ERROR_USAGE, "'%s': not a URL such as http://localhost:%s (%s)",
                           option_of(is_page), is_page ? "8080/metrics" : "9090", curl_url_strerror(code));
    ok = ok && check(url, is_page, err) &&
         (is_page ? take_page(url, &endpoint, err) : rebuild(url, &endpoint, err));
    curl_url_cleanup(url);
    if (ok)
        *ret = endpoint;
    return ok;
}

void endpoint_release(struct endpoint *endpoint)
{
    free(endpoint->base);
    free(endpoint->query);
    *endpoint = (struct endpoint){0};
}
