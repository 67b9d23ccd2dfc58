/*
 * The secrets that are sent, to be hidden in what comes back: a server may echo each, in its own spelling.
 */
#include "http/secrets.h"

#include "http/spelling.h"
#include "rungate/base/buffer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char HIDDEN[] = "***";
static const char CUT[] = "..."; /* at the end of a message that was too long; see error.h */

/* PREFIX: so much of a secret is hidden even when the rest does not follow. */
enum { PREFIX_MIN = 8 };

struct secret {
    const char *text;
    const struct secret *before;
};

static bool add_as_is(struct secrets *s, const char *text, size_t length, struct rg_error *err)
{
    if (length < SECRET_MIN)
        return true;
    struct secret *secret = rg_arena_alloc(&s->arena, sizeof *secret);
    char *copy = rg_arena_strndup(&s->arena, text, length);
    if (secret == NULL || copy == NULL)
        return rg_error_memory(err);
    *secret = (struct secret){.text = copy, .before = s->last};
    s->last = secret;
    return true;
}

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Base64 of the bits from `skip` on, without padding; only whole digits, or with what is left over as well. */
static void encode(const char *text, size_t length, size_t skip, bool whole, struct rg_buffer *out)
{
    size_t end = length * 8;

    for (size_t bit = skip; bit < end && (!whole || bit + 6 <= end); bit += 6) {
        unsigned two = (unsigned)(unsigned char)text[bit / 8] << 8;
        two |= bit / 8 + 1 < length ? (unsigned char)text[bit / 8 + 1] : 0U;
        rg_buffer_putc(out, DIGITS[two >> (10 - bit % 8) & 0x3FU]);
    }
}

/*
 * A secret, and what base64 makes of it inside a longer text: after none, one or two bytes of something else
 * its digits begin at its bit 0, 4 or 2.
 */
static bool add(struct secrets *s, const char *text, size_t length, struct rg_error *err)
{
    static const size_t skips[] = {0, 4, 2};
    bool ok = add_as_is(s, text, length, err);

    for (size_t i = 0; ok && i < sizeof skips / sizeof skips[0]; i++) {
        struct rg_buffer digits;
        rg_buffer_init(&digits, RG_TEXT_MAX);
        encode(text, length, skips[i], true, &digits);
        ok = rg_buffer_check(&digits, err) &&
             (digits.length < PREFIX_MIN || add_as_is(s, digits.data, digits.length, err));
        rg_buffer_release(&digits);
    }
    return ok;
}

bool secrets_add(struct secrets *s, const char *text, struct rg_error *err)
{
    return add(s, text, strlen(text), err);
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
    encode(user_password, strlen(user_password), 0, false, &base64);
    bool ok = rg_buffer_check(&base64, err) && add_as_is(s, rg_buffer_text(&base64), base64.length, err) &&
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

    if (*token == '\0')
        return secrets_add(s, value, err);
    if (scheme != strlen("Basic") || strncasecmp(value, "Basic", scheme) != 0)
        return secrets_add(s, token, err);
    rg_buffer_init(&plain, RG_TEXT_MAX);
    decode(token, &plain);
    bool ok = rg_buffer_check(&plain, err) && secrets_add(s, token, err) &&
              secrets_add_basic(s, rg_buffer_text(&plain), err);
    rg_buffer_release(&plain);
    return ok;
}

/* "name=VALUE; name=VALUE". The names are none, nor is the scheme of Authorization: a server may say them. */
static bool add_cookies(struct secrets *s, const char *p, struct rg_error *err)
{
    bool ok = true;

    while (ok && *p != '\0') {
        size_t length = strcspn(p, ";");
        const char *equals = memchr(p, '=', length);
        const char *value = equals == NULL ? p : equals + 1;
        ok = add(s, value, length - (size_t)(value - p), err);
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
    if (strncasecmp(line, "Cookie:", name + 1) == 0)
        return add_cookies(s, value, err);
    if (strncasecmp(line, "Authorization:", name + 1) == 0 ||
        strncasecmp(line, "Proxy-Authorization:", name + 1) == 0)
        return add_authorization(s, value, err);
    return add(s, value, length, err);
}

/* The user, the password and both, as they stand and as the percent signs in them read. */
static bool add_user_info(struct secrets *s, const char *text, struct rg_error *err)
{
    const char *colon = strchr(text, ':');
    struct rg_buffer plain;
    bool ok = secrets_add_basic(s, text, err) && (colon == NULL || add(s, text, (size_t)(colon - text), err));

    if (!ok || strchr(text, '%') == NULL)
        return ok;
    rg_buffer_init(&plain, RG_TEXT_MAX);
    for (const char *p = text; *p != '\0'; p++) {
        char c = *p;
        if (c == '%' && isxdigit((unsigned char)p[1]) && isxdigit((unsigned char)p[2])) {
            const char digits[] = {p[1], p[2], '\0'};
            c = (char)strtol(digits, NULL, 16);
            p += 2;
        }
        rg_buffer_putc(&plain, c);
    }
    const char *decoded = rg_buffer_text(&plain);
    colon = strchr(decoded, ':');
    ok = rg_buffer_check(&plain, err) && secrets_add_basic(s, decoded, err) &&
         (colon == NULL || add(s, decoded, (size_t)(colon - decoded), err));
    rg_buffer_release(&plain);
    return ok;
}

bool secrets_add_proxy(struct secrets *s, const char *proxy, struct rg_error *err)
{
    const char *scheme = strstr(proxy, "://");
    const char *start = scheme == NULL ? proxy : scheme + strlen("://");
    const char *at = strrchr(start, '@');

    if (at == NULL)
        return true;
    char *info = strndup(start, (size_t)(at - start));
    if (info == NULL)
        return rg_error_memory(err);
    bool ok = add_user_info(s, info, err);
    free(info);
    return ok;
}

/* How a text may spell a secret: as it stands, with escapes, or in hexadecimal digits. */
typedef size_t spelling(const char *p, unsigned char byte);

static size_t as_it_stands(const char *p, unsigned char byte)
{
    return tolower((unsigned char)*p) == tolower(byte);
}

static spelling *const spellings[] = {as_it_stands, spelled, spelled_in_hex};

enum { SPELLINGS = sizeof spellings / sizeof spellings[0], ESCAPE_MAX = 10 };

/*
 * How many bytes of the text spell the secret, lines wrapped in it or not: all of it, or PREFIX_MIN bytes of it, or
 * fewer that the end of the text cuts. 0 when it is not there.
 */
static size_t found(const char *text, size_t left, const char *secret, spelling *spell)
{
    size_t at = 0;
    size_t used = 0;
    size_t wrap = 0;

    while (secret[at] != '\0' && used + wrap < left) {
        size_t size = spell(text + used + wrap, (unsigned char)secret[at]);
        if (size == 0 && wrap == 0 && at >= SECRET_MIN)
            wrap = line_break(text + used);
        else if (size == 0)
            wrap = 0;
        if (size == 0 && wrap == 0) {
            /* The rest may be the start of an escape that was cut. */
            bool is_cut = at >= SECRET_MIN && left - used < ESCAPE_MAX &&
                          strchr("%\\&", text[used]) != NULL && text[used] != '\0';
            return is_cut ? left : at >= PREFIX_MIN ? used : 0;
        }
        if (size == 0)
            continue;
        used += wrap + size;
        wrap = 0;
        at++;
    }
    return secret[at] == '\0' || at >= SECRET_MIN ? used : 0;
}

static size_t longest(const struct secrets *s, const char *text, size_t left)
{
    size_t most = 0;

    for (const struct secret *secret = s->last; secret != NULL; secret = secret->before) {
        for (size_t i = 0; i < SPELLINGS; i++) {
            size_t size = found(text, left, secret->text, spellings[i]);
            most = size > most ? size : most;
        }
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
    rg_arena_release(&s->arena);
    *s = (struct secrets){0};
}
