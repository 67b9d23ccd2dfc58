/* Each form, read back by its own rules, is the text that a terminal is shown. */
#include "fuzz.h"

#include "rungate/base/escape.h"
#include "rungate/base/name.h"
#include "rungate/base/utf8.h"

typedef void escaper(struct rg_buffer *out, const char *text);

static struct rg_buffer escaped(escaper *escape, const char *text)
{
    struct rg_buffer out;

    rg_buffer_init(&out, RG_OUTPUT_MAX);
    escape(&out, text);
    REQUIRE(out.failed == RG_ERROR_NONE);
    return out;
}

/* One line of valid UTF-8 without control characters; shown again it is the same. */
static void check_terminal(const struct rg_buffer *shown)
{
    size_t size;

    for (size_t i = 0; i < shown->length; i += size) {
        uint32_t c;
        size = rg_utf8_decode(rg_buffer_text(shown) + i, shown->length - i, &c);
        REQUIRE(size > 0 && c >= 0x20 && (c < 0x7F || c >= 0xA0));
        REQUIRE(c != 0xAD && !(c >= 0x200B && c <= 0x200F) && !(c >= 0x2028 && c <= 0x202E));
        REQUIRE(!(c >= 0x2060 && c <= 0x206F) && c != 0xFEFF && !(c >= 0xE0000 && c <= 0xE0FFF));
    }
    struct rg_buffer again = escaped(rg_escape_terminal, rg_buffer_text(shown));
    REQUIRE(strcmp(rg_buffer_text(&again), rg_buffer_text(shown)) == 0);
    rg_buffer_release(&again);
}

/* Replace each &#N; and named reference; `forbidden` must not stand by itself. */
static void check_references(escaper *escape, const char *text, const char *shown, const char *forbidden)
{
    static const struct {
        const char *name;
        char c;
    } named[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
    struct rg_buffer out = escaped(escape, text);
    const char *p = rg_buffer_text(&out);

    for (; *p != '\0'; shown++) {
        static const char parting[] = "<span></span>";
        if (strncmp(p, parting, strlen(parting)) == 0)
            p += strlen(parting);
        char c = *p;
        if (c == '&' && p[1] == '#') {
            char *end;
            c = (char)strtoul(p + 2, &end, 10);
            REQUIRE(*end == ';');
            p = end + 1;
        } else if (c == '&') {
            size_t i = 0;
            while (strncmp(p, named[i].name, strlen(named[i].name)) != 0)
                REQUIRE(++i < sizeof named / sizeof named[0]);
            c = named[i].c;
            p += strlen(named[i].name);
        } else {
            REQUIRE(strchr(forbidden, c) == NULL);
            p++;
        }
        REQUIRE(c == *shown);
    }
    REQUIRE(*shown == '\0');
    rg_buffer_release(&out);
}

static void check_percent(escaper *escape, const char *text, const char *shown, const char *forbidden)
{
    struct rg_buffer out = escaped(escape, text);
    const char *p = rg_buffer_text(&out);

    for (; *p != '\0'; shown++) {
        char c = *p;
        REQUIRE(strchr(forbidden, c) == NULL);
        if (c == '%') {
            char hex[3] = {p[1], '\0', '\0'};
            if (p[1] != '\0')
                hex[1] = p[2];
            c = (char)strtoul(hex, NULL, 16);
            p += 2;
        }
        p++;
        REQUIRE(c == *shown);
    }
    REQUIRE(*shown == '\0');
    rg_buffer_release(&out);
}

/* As a shell takes it apart: one word, and that word is what was shown. */
static void check_shell(const char *text, const char *shown)
{
    struct rg_buffer out = escaped(rg_escape_shell, text);
    const char *p = rg_buffer_text(&out);
    bool quoted = false;

    REQUIRE(*p != '\0');
    for (; *p != '\0'; p++) {
        if (*p == '\'') {
            quoted = !quoted;
            continue;
        }
        if (!quoted && *p == '\\')
            p++;
        else
            REQUIRE(quoted || strchr(" ;|&$`\"<>()*?[]#~!{}\\\n", *p) == NULL);
        REQUIRE(*p == *shown++);
    }
    REQUIRE(!quoted && *shown == '\0');
    rg_buffer_release(&out);
}

/* As a runner reads a log: no line is a command, and the text is the same once its two escapes are undone. */
static void check_log(const char *text)
{
    struct rg_buffer out = escaped(rg_escape_log, text);
    const char *p = rg_buffer_text(&out);
    bool at_start = true;

    REQUIRE(!rg_has_log_command(p));
    for (const char *line = p; *p != '\0'; p++, text++) {
        if (*p == '\n' || *p == '\r')
            line = p + 1;
        at_start = line + strspn(line, " \t\v\f") == p;
        REQUIRE(!at_start || strncmp(p, "::", 2) != 0);
        if (*p == *text)
            continue;
        REQUIRE(strncmp(p, *text == ':' ? "\\u003a" : "\\u0023", 6) == 0);
        p += 5;
    }
    REQUIRE(*text == '\0');
    rg_buffer_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct rg_buffer buffer = escaped(rg_escape_terminal, text);
    const char *shown = rg_buffer_text(&buffer);

    check_terminal(&buffer);
    check_references(rg_escape_xml, text, shown, "<>\"'");
    check_references(rg_escape_markdown, text, shown, "<>|`*_[]~@:!#$^");
    struct rg_buffer logged = escaped(rg_escape_log, shown);
    check_percent(rg_escape_annotation, text, rg_buffer_text(&logged), "");
    check_shell(text, shown);
    check_log(text);
    check_log(shown);
    (void)rg_name_fault(text);
    rg_buffer_release(&logged);
    rg_buffer_release(&buffer);
    free(text);
    return 0;
}
