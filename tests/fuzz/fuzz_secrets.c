/*
 * A secret of 8 to 64 bytes in a text, in some spelling, wrapped or not: the text after it was hidden holds no
 * 8 bytes of its start, in any case, and what stood around it is still there.
 *
 * The input: how to spell it, the length of the secret, the secret, the text around it.
 */
#include "fuzz.h"

#include "http/secrets.h"
#include "rungate/base/buffer.h"

#include <ctype.h>
#include <strings.h>

enum { SPELLINGS = 10, SECRET_LEAST = 8, SECRET_MOST = 64 };

static const char *named(unsigned char c)
{
    return c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : c == '/' ? "&sol;" : NULL;
}

/* One byte, as some server or library would write it: its digits, and what stands around them. */
static void put(struct rg_buffer *out, unsigned char c, unsigned how)
{
    static const struct {
        const char *before;
        const char *after;
        bool decimal;
    } forms[SPELLINGS - 1] = {
        {"%", "", false},       {"%25", "", false},   {"&#", ";", true},
        {"&#x", ";", false},    {"\\x", "", false},   {"\\u00", "", false},
        {"\\\\u00", "", false}, {"%2525", "", false}, {"", "", false},
    };

    if (how == 0) {
        rg_buffer_putc(out, (char)(c % 2 == 0 ? toupper(c) : tolower(c)));
        return;
    }
    const char *name = how == 3 ? named(c) : NULL;
    rg_buffer_puts(out, name != NULL ? name : forms[how - 1].before);
    if (name != NULL)
        return;
    rg_buffer_printf(out, forms[how - 1].decimal ? "%u" : "%02x", (unsigned)c);
    rg_buffer_puts(out, forms[how - 1].after);
}

/* The first SECRET_LEAST bytes, whatever the case. */
static bool holds(const char *text, const char *secret)
{
    for (; *text != '\0'; text++) {
        if (strncasecmp(text, secret, SECRET_LEAST) == 0)
            return true;
    }
    return false;
}

/* Of all secrets and all texts: nothing but that it ends, and does not get longer. */
static void check_any(const char *text, const char *secret)
{
    struct secrets secrets = {0};
    struct rg_error err = {0};
    char *copy = strdup(text);

    REQUIRE(copy != NULL && secrets_add(&secrets, secret, &err) && secrets_add_header(&secrets, text, &err) &&
            secrets_add_proxy(&secrets, text, &err));
    REQUIRE(secrets_hide(&secrets, copy) == strlen(copy) && strlen(copy) <= strlen(text));
    secrets_release(&secrets);
    free(copy);
}

static void check_spelling(const char *secret, const char *around, unsigned how, bool wrapped)
{
    struct secrets secrets = {0};
    struct rg_error err = {0};
    struct rg_buffer text;

    rg_buffer_init(&text, RG_TEXT_MAX);
    rg_buffer_printf(&text, "said '");
    for (size_t i = 0; secret[i] != '\0'; i++) {
        if (wrapped && i >= SECRET_MIN && i % 7 == 6)
            rg_buffer_puts(&text, "\r\n");
        put(&text, (unsigned char)secret[i], how);
    }
    rg_buffer_puts(&text, "' ");
    rg_buffer_puts(&text, around);
    REQUIRE(rg_buffer_ok(&text) && secrets_add(&secrets, secret, &err));
    (void)secrets_hide(&secrets, text.data);
    REQUIRE(strncmp(text.data, "said '***'", 10) == 0 || strstr(secret, "***") != NULL);
    REQUIRE(!holds(text.data, secret));
    secrets_release(&secrets);
    rg_buffer_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    unsigned how = data[0] % SPELLINGS;
    bool wrapped = data[0] / SPELLINGS % 2 == 1;
    size_t length = data[1] % (SECRET_MOST + 1);
    char *text = fuzz_text(data + 2, size - 2);
    size_t all = strlen(text);
    bool plain = length >= SECRET_LEAST && all >= length;
    char secret[SECRET_MOST + 1] = {0};

    memcpy(secret, text, all < length ? all : length);
    check_any(text, secret);
    /* Of printable characters, and none that a spelling begins with: those can be read in two ways. */
    for (size_t i = 0; plain && i < length; i++)
        plain = secret[i] > ' ' && secret[i] < 0x7F && strchr("%&\\'*+", secret[i]) == NULL;
    if (plain)
        check_spelling(secret, text + length, how, wrapped);
    free(text);
    return 0;
}
