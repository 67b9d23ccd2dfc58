/*
 * Headers and secrets. A secret comes from a file or, for AWS, from the environment; never from the command
 * line, which everybody on the machine can read. No message holds one.
 */
#include "http/credentials.h"

#include "http/endpoint.h"
#include "rungate/base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SECRET_MAX = 64 * 1024 };

static bool add_header(struct credentials *c, const char *line, struct rg_error *err)
{
    struct curl_slist *longer = curl_slist_append(c->headers, line);

    if (longer == NULL)
        return rg_error_memory(err);
    c->headers = longer;
    return true;
}

static bool add_header_of(struct credentials *c, const char *name, const char *value, struct rg_error *err)
{
    struct rg_buffer line;

    rg_buffer_init(&line, RG_TEXT_MAX);
    rg_buffer_printf(&line, "%s: ", name);
    rg_buffer_puts(&line, value);
    bool ok = rg_buffer_check(&line, err) && add_header(c, rg_buffer_text(&line), err);
    rg_buffer_release(&line);
    return ok;
}

/* "Name: value": a token, a colon, something printable. What is wrong with it, or NULL. */
static const char *header_fault(const char *line)
{
    static const char symbols[] = "!#$%&'*+-.^_`|~";
    const char *p = line;

    while ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') ||
           (*p != '\0' && strchr(symbols, *p) != NULL))
        p++;
    if (p == line || *p != ':')
        return "expected 'Name: value'";
    p++;
    p += strspn(p, " \t");
    if (*p == '\0')
        return "the header has no value";
    for (; *p != '\0'; p++) {
        if (((unsigned char)*p < 0x20 && *p != '\t') || *p == 0x7F)
            return "the header holds a control character";
    }
    return NULL;
}

static bool is_header(const char *line, const char *name)
{
    size_t length = strlen(name);

    return strncasecmp(line, name, length) == 0 && line[length] == ':';
}

static bool add_plain_header(struct credentials *c, const char *line, struct rg_error *err)
{
    static const struct {
        const char *name;
        const char *instead;
    } secret[] = {{"Authorization", "'--bearer-token-file', '--basic-auth-file' or '--header-file'"},
                  {"Proxy-Authorization", "'--header-file'"},
                  {"Cookie", "'--header-file'"}};
    const char *fault = header_fault(line);

    for (size_t i = 0; i < sizeof secret / sizeof secret[0]; i++) {
        if (is_header(line, secret[i].name))
            return rg_error_set(err, RG_ERROR_USAGE,
                                "'--header': '%s' is a secret, and others can see the command line; use %s",
                                secret[i].name, secret[i].instead);
    }
    if (fault != NULL)
        return rg_error_set(err, RG_ERROR_USAGE, "'--header': %s", fault);
    return add_header(c, line, err);
}

/* A file's text less the line ends at its end. */
static bool read_secret(const char *path, struct rg_buffer *out, struct rg_error *err)
{
    rg_buffer_init(out, SECRET_MAX);
    if (!rg_file_read(path, out, err))
        return rg_error_prefix(err, "cannot read '%s'", path);
    while (out->length > 0 && strchr("\r\n", out->data[out->length - 1]) != NULL)
        out->data[--out->length] = '\0';
    if (out->length == 0)
        return rg_error_set(err, RG_ERROR_INPUT, "'%s' is empty", path);
    if (strlen(out->data) != out->length)
        return rg_error_set(err, RG_ERROR_INPUT, "'%s' holds a NUL", path);
    return true;
}

static bool load_header_file(struct credentials *c, const char *path, struct rg_error *err)
{
    struct rg_buffer text;
    bool ok = read_secret(path, &text, err);
    size_t number = 1;

    for (char *line = text.data; ok && line != NULL; number++) {
        char *next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        size_t length = strlen(line);
        if (length > 0 && line[length - 1] == '\r')
            line[length - 1] = '\0';
        if (line[0] != '\0' && line[0] != '#') {
            const char *fault = header_fault(line);
            ok = fault == NULL ? add_header(c, line, err) && secrets_add_header(&c->secrets, line, err)
                               : rg_error_set(err, RG_ERROR_INPUT, "'%s': line %zu: %s", path, number, fault);
        }
        line = next;
    }
    rg_buffer_release(&text);
    return ok;
}

static bool load_bearer_token(struct credentials *c, const char *path, struct rg_error *err)
{
    struct rg_buffer token;
    bool ok = read_secret(path, &token, err);

    for (size_t i = 0; ok && i < token.length; i++) {
        if (token.data[i] <= 0x20 || token.data[i] >= 0x7F)
            ok = rg_error_set(err, RG_ERROR_INPUT, "'%s' must hold one token and nothing else", path);
    }
    if (ok) {
        struct rg_buffer value;
        rg_buffer_init(&value, RG_TEXT_MAX);
        rg_buffer_printf(&value, "Bearer %s", token.data);
        ok = rg_buffer_check(&value, err) && add_header_of(c, "Authorization", rg_buffer_text(&value), err) &&
             secrets_add(&c->secrets, token.data, err);
        rg_buffer_release(&value);
    }
    rg_buffer_release(&token);
    return ok;
}

static bool load_basic_auth(struct credentials *c, const char *path, struct rg_error *err)
{
    struct rg_buffer text;
    bool ok = read_secret(path, &text, err);
    const char *line = rg_buffer_text(&text);
    const char *colon = strchr(line, ':');

    if (ok && (colon == NULL || strpbrk(line, "\r\n") != NULL))
        ok = rg_error_set(err, RG_ERROR_INPUT, "'%s' must hold one line 'user:password'", path);
    if (ok && colon != NULL) {
        c->user = strndup(line, (size_t)(colon - line));
        c->password = strdup(colon + 1);
        ok = ((c->user != NULL && c->password != NULL) || rg_error_memory(err)) &&
             secrets_add_basic(&c->secrets, line, err);
    }
    rg_buffer_release(&text);
    return ok;
}

static bool load_aws(struct credentials *c, const char *region_service, struct rg_error *err)
{
    const char *id = getenv("AWS_ACCESS_KEY_ID");
    const char *secret = getenv("AWS_SECRET_ACCESS_KEY");
    const char *session = getenv("AWS_SESSION_TOKEN");
    const char *colon = strchr(region_service, ':');
    size_t region = colon == NULL ? strlen(region_service) : (size_t)(colon - region_service);
    const char *service = colon == NULL ? "aps" : colon + 1;
    struct rg_buffer provider;

    if (region == 0 || service[0] == '\0' || strchr(service, ':') != NULL)
        return rg_error_set(err, RG_ERROR_USAGE, "'--aws-sigv4 %s': expected REGION or REGION:SERVICE",
                            region_service);
    if (id == NULL || id[0] == '\0' || secret == NULL || secret[0] == '\0')
        return rg_error_set(err, RG_ERROR_INPUT,
                            "'--aws-sigv4': set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and for a role "
                            "AWS_SESSION_TOKEN");
    if (session != NULL && session[0] != '\0' &&
        (!add_header_of(c, "X-Amz-Security-Token", session, err) || !secrets_add(&c->secrets, session, err)))
        return false;
    if (!secrets_add(&c->secrets, id, err) || !secrets_add(&c->secrets, secret, err))
        return false;
    rg_buffer_init(&provider, RG_TEXT_MAX);
    rg_buffer_printf(&provider, "aws:amz:%.*s:%s", (int)region, region_service, service);
    bool ok = rg_buffer_check(&provider, err);
    c->sigv4 = ok ? strdup(rg_buffer_text(&provider)) : NULL;
    c->user = strdup(id);
    c->password = strdup(secret);
    rg_buffer_release(&provider);
    return (c->sigv4 != NULL && c->user != NULL && c->password != NULL) || (ok && rg_error_memory(err));
}

static bool has_header(const struct credentials *c, const char *name)
{
    for (const struct curl_slist *h = c->headers; h != NULL; h = h->next) {
        if (is_header(h->data, name))
            return true;
    }
    return false;
}

static bool load(const struct rg_client_options *o, struct credentials *c, struct rg_error *err)
{
    int ways = (o->bearer_token_file != NULL) + (o->basic_auth_file != NULL) + (o->aws_sigv4 != NULL);

    if (ways > 1)
        return rg_error_set(err, RG_ERROR_USAGE,
                            "give only one of '--bearer-token-file', '--basic-auth-file' and '--aws-sigv4'");
    for (size_t i = 0; i < o->header_count; i++) {
        if (!add_plain_header(c, o->headers[i], err))
            return false;
    }
    if (o->header_file != NULL && !load_header_file(c, o->header_file, err))
        return false;
    if (o->accept != NULL && !has_header(c, "Accept") && !add_header_of(c, "Accept", o->accept, err))
        return false;
    if (ways > 0 && has_header(c, "Authorization"))
        return rg_error_set(err, RG_ERROR_USAGE,
                            "'--header-file' holds 'Authorization', and another option gives it too");
    if (o->bearer_token_file != NULL)
        return load_bearer_token(c, o->bearer_token_file, err);
    if (o->basic_auth_file != NULL)
        return load_basic_auth(c, o->basic_auth_file, err);
    return o->aws_sigv4 == NULL || load_aws(c, o->aws_sigv4, err);
}

/* libcurl names the proxy in its messages, and a proxy may echo what it was sent. */
static bool load_proxies(struct credentials *c, struct rg_error *err)
{
    for (const char *const *name = rg_proxy_variables; *name != NULL; name++) {
        const char *proxy = getenv(*name);
        if (proxy != NULL && !secrets_add_proxy(&c->secrets, proxy, err))
            return false;
    }
    return true;
}

bool credentials_load(const struct rg_client_options *options, struct credentials *ret, struct rg_error *err)
{
    struct credentials credentials = {0};

    bool ok = load(options, &credentials, err);
    credentials.are_sent = credentials.user != NULL || credentials.secrets.last != NULL;
    if (!ok || !load_proxies(&credentials, err)) {
        credentials_release(&credentials);
        return false;
    }
    *ret = credentials;
    return true;
}

void credentials_release(struct credentials *credentials)
{
    curl_slist_free_all(credentials->headers);
    free(credentials->user);
    free(credentials->password);
    free(credentials->sigv4);
    secrets_release(&credentials->secrets);
    *credentials = (struct credentials){0};
}
