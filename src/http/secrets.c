/*
 * The secrets that are sent, to be hidden in what comes back: a server may echo each, in its own spelling.
 */
#include "http/secrets.h"

#include "rungate/base/buffer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char HIDDEN[] = "***";
static const char CUT[] = "..."; /* at the end of a message that was too long; see error.h */

static bool add(struct secrets *s, const char *text, size_t length, struct rg_error *err)
{
    if (length < SECRET_MIN)
        return true;
    char **longer = realloc(s->items, (s->count + 1) * sizeof *longer);
    if (longer == NULL)
        return rg_error_memory(err);
    s->items = longer;
    s->items[s->count] = strndup(text, length);
    if (s->items[s->count] == NULL)
        return rg_error_memory(err);
    s->count++;
    return true;
}

bool secrets_add(struct secrets *s, const char *text, struct rg_error *err)
{
    return add(s, text, strlen(text), err);
}

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Base64, without padding. */
static void encode(const char *text, struct rg_buffer *out)
{
    unsigned bits = 0;
    unsigned count = 0;

    for (; *text != '\0'; text++) {
        bits = (bits << 8 | (unsigned char)*text) & 0xFFFFU;
        for (count += 8; count >= 6; count -= 6)
            rg_buffer_putc(out, DIGITS[bits >> (count - 6) & 0x3FU]);
    }
    if (count > 0)
        rg_buffer_putc(out, DIGITS[bits << (6 - count) & 0x3FU]);
}

/* Decode base64, up to the first character that is not of it. */
static void decode(const char *text, struct rg_buffer *out)
{
    unsigned bits = 0;
    unsigned count = 0;

    for (const char *digit; *text != '\0' && (digit = strchr(DIGITS, *text)) != NULL; text++) {
        bits = (bits << 6 | (unsigned)(digit - DIGITS)) & 0xFFFFU;
        count += 6;
        if (count >= 8) {
            count -= 8;
            rg_buffer_putc(out, (char)(bits >> count & 0xFFU));
        }
    }
}

bool secrets_add_basic(struct secrets *s, const char *user_password, struct rg_error *err)
{
    const char *colon = strchr(user_password, ':');
    struct rg_buffer base64;

    rg_buffer_init(&base64, RG_TEXT_MAX);
    encode(user_password, &base64);
    bool ok = rg_buffer_check(&base64, err) && secrets_add(s, rg_buffer_text(&base64), err) &&
              secrets_add(s, user_password, err) && (colon == NULL || secrets_add(s, colon + 1, err));
    rg_buffer_release(&base64);
    return ok;
}

/* "Bearer TOKEN" or "Basic BASE64". */
static bool add_authorization(struct secrets *s, const char *value, struct rg_error *err)
{
    size_t scheme = strcspn(value, " \t");
    const char *token = value + scheme + strspn(value + scheme, " \t");
    struct rg_buffer plain;

    if (scheme != strlen("Basic") || strncasecmp(value, "Basic", scheme) != 0)
        return secrets_add(s, token, err);
    rg_buffer_init(&plain, RG_TEXT_MAX);
    decode(token, &plain);
    bool ok = rg_buffer_check(&plain, err) && secrets_add(s, token, err) &&
              secrets_add_basic(s, rg_buffer_text(&plain), err);
    rg_buffer_release(&plain);
    return ok;
}

/* "name=VALUE; name=VALUE" */
static bool add_cookies(struct secrets *s, const char *p, struct rg_error *err)
{
    bool ok = true;

    while (ok && *p != '\0') {
        size_t length = strcspn(p, ";");
        const char *equals = memchr(p, '=', length);
        if (equals != NULL)
            ok = add(s, equals + 1, length - (size_t)(equals + 1 - p), err);
        p += length;
        p += *p == ';';
    }
    return ok;
}

bool secrets_add_header(struct secrets *s, const char *line, struct rg_error *err)
{
    size_t name = strcspn(line, ":");
    const char *value = line + name + (line[name] == ':');

    value += strspn(value, " \t");
    size_t length = strlen(value);
    while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t'))
        length--;
    if (!add(s, value, length, err))
        return false;
    if (strncasecmp(line, "Cookie:", name + 1) == 0)
        return add_cookies(s, value, err);
    if (strncasecmp(line, "Authorization:", name + 1) == 0 ||
        strncasecmp(line, "Proxy-Authorization:", name + 1) == 0)
        return add_authorization(s, value, err);
    return true;
}

/* The byte that two hexadecimal digits stand for, or -1. */
static int hex_byte(const char *p)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *high = p[0] == '\0' ? NULL : strchr(digits, p[0]);
    const char *low = high == NULL || p[1] == '\0' ? NULL : strchr(digits, p[1]);

    return low == NULL ? -1 : (int)((high - digits) % 16 * 16 + (low - digits) % 16);
}

/* The length of that byte at `p`, plain or as a URL or a quoted string escapes it; 0 when it is another. */
static size_t spelled(const char *p, unsigned char byte)
{
    if (p[0] == '%' && hex_byte(p + 1) == byte)
        return 3;
    if (strncmp(p, "\\u00", 4) == 0 && hex_byte(p + 4) == byte)
        return 6;
    if (p[0] == '\\' && p[1] == 'x' && hex_byte(p + 2) == byte)
        return 4;
    if (p[0] == '\\' && (unsigned char)p[1] == byte)
        return 2;
    return (unsigned char)p[0] == byte || (p[0] == '+' && byte == ' ');
}

/* How many bytes of the text spell the secret, which the end of the text may cut; 0 when it is not there. */
static size_t found(const char *text, size_t left, const char *secret, bool as_it_stands)
{
    size_t at = 0;
    size_t used = 0;

    while (secret[at] != '\0' && used < left) {
        size_t size =
            as_it_stands ? text[used] == secret[at] : spelled(text + used, (unsigned char)secret[at]);
        if (size == 0) {
            /* The rest may be the start of an escape that was cut. */
            bool is_cut = at >= SECRET_MIN && left - used < 6 && strchr("%\\", text[used]) != NULL;
            return is_cut ? left : 0;
        }
        used += size;
        at++;
    }
    return secret[at] == '\0' || at >= SECRET_MIN ? used : 0;
}

static size_t longest(const struct secrets *s, const char *text, size_t left)
{
    size_t most = 0;

    for (size_t i = 0; i < 2 * s->count; i++) {
        size_t size = found(text, left, s->items[i / 2], i % 2 == 0);
        most = size > most ? size : most;
    }
    return most < left ? most : left;
}

size_t secrets_hide(const struct secrets *s, char *text)
{
    size_t length = strlen(text);
    const char *end = text + length;
    char *to = text;

    if (length >= strlen(CUT) && strcmp(end - strlen(CUT), CUT) == 0)
        end -= strlen(CUT);
    for (const char *from = text; *from != '\0';) {
        size_t size = from < end ? longest(s, from, (size_t)(end - from)) : 0;
        if (size == 0) {
            *to++ = *from++;
            continue;
        }
        /* In place: a secret is never shorter than what stands for it. */
        memcpy(to, HIDDEN, strlen(HIDDEN));
        to += strlen(HIDDEN);
        from += size;
    }
    *to = '\0';
    return (size_t)(to - text);
}

void secrets_release(struct secrets *s)
{
    for (size_t i = 0; i < s->count; i++)
        free(s->items[i]);
    free(s->items);
    *s = (struct secrets){0};
}
