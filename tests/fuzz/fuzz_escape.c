/* Each form, read back by its own rules, is the text that a terminal is shown. */
#include "fuzz.h"

#include "rungate/base/escape.h"
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
        REQUIRE(c != 0x2028 && c != 0x2029 && c != 0x202E);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct rg_buffer buffer = escaped(rg_escape_terminal, text);
    const char *shown = rg_buffer_text(&buffer);

    check_terminal(&buffer);
    check_references(rg_escape_xml, text, shown, "<>\"'");
    check_references(rg_escape_markdown, text, shown, "<>|`*_[]~@:!#$^");
    check_percent(rg_escape_annotation, text, shown, "");
    check_percent(rg_escape_annotation_property, text, shown, ":,");
    check_shell(text, shown);
    rg_buffer_release(&buffer);
    free(text);
    return 0;
}
