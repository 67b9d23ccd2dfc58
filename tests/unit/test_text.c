/* UTF-8, escaping and the nearest name. */
#include "check.h"

#include "rungate/base/escape.h"
#include "rungate/base/name.h"
#include "rungate/base/nearest.h"
#include "rungate/base/utf8.h"

/* Each code point in its own encoding is read back; each of the surrogates is refused. */
static void test_utf8_all(void **state)
{
    (void)state;
    for (uint32_t c = 0; c <= 0x110000; c++) {
        unsigned char b[4] = {(unsigned char)c};
        size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        char row[16];
        uint32_t found = 0;
        for (size_t i = size - 1; size > 1 && i > 0; i--)
            b[i] = (unsigned char)(0x80U | (c >> 6 * (size - 1 - i) & 0x3FU));
        if (size > 1)
            b[0] = (unsigned char)((0xF00U >> size & 0xFFU) | c >> 6 * (size - 1));
        bool valid = c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
        (void)snprintf(row, sizeof row, "U+%04X", (unsigned)c);
        CHECK_INT(row, rg_utf8_decode((const char *)b, size, &found), valid ? size : 0);
        CHECK_INT(row, found, valid ? c : 0);
        CHECK_INT(row, rg_utf8_decode((const char *)b, size - 1, &found), 0);
    }
}

static void test_utf8_refused(void **state)
{
    static const struct {
        const char *name;
        const char *bytes;
    } rows[] = {
        {"continuation", "\x80"},
        {"last continuation", "\xbf"},
        {"overlong NUL", "\xc0\x80"},
        {"overlong, two", "\xc1\xbf"},
        {"overlong, three", "\xe0\x9f\xbf"},
        {"overlong, four", "\xf0\x8f\xbf\xbf"},
        {"f5", "\xf5\x80\x80\x80"},
        {"ff", "\xff\xff\xff\xff"},
        {"second is none", "\xc3("},
        {"third is none", "\xe2\x82("},
        {"fourth is none", "\xf0\x9f\x98("},
        {"lead after lead", "\xc3\xc3\xa9"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint32_t c = 42;
        CHECK_INT(rows[i].name, rg_utf8_decode(rows[i].bytes, strlen(rows[i].bytes), &c), 0);
        CHECK_INT(rows[i].name, c, 42);
    }
}

static void test_terminal(void **state)
{
    static const struct {
        const char *name;
        const char *in;
        const char *out;
    } rows[] = {
        {"plain", "span.tx.process.p99 \\ '\"", "span.tx.process.p99 \\ '\""},
        {"empty", "", ""},
        {"characters", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
        {"lines", "a\nb\rc\td", "a\\nb\\rc\\td"},
        {"colour", "\x1b[31mred", "\\x1b[31mred"},
        {"first and last of C0", "\x01\x1f ", "\\x01\\x1f "},
        {"DEL", "~\x7f", "~\\x7f"},
        {"C1", "\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0", "\\x80\\x9b\\x9f\xc2\xa0"},
        {"not UTF-8", "a\xff\xc3", "a\\xff\\xc3"},
        {"direction", "\xe2\x80\xae\xe2\x80\xaa\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c",
         "\\u{202e}\\u{202a}\\u{200e}\\u{200f}\\u{61c}"},
        {"isolates", "\xe2\x81\xa5\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa",
         "\\u{2065}\\u{2066}\\u{2069}\\u{206a}"},
        {"separators", "\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaf",
         "\xe2\x80\xa7\\u{2028}\\u{2029}\xe2\x80\xaf"},
        {"byte order mark", "\xef\xbb\xbf", "\\u{feff}"},
        {"below and above the zero widths", "\xe2\x80\x8a\xe2\x80\x90", "\xe2\x80\x8a\xe2\x80\x90"},
        {"zero widths",
         "a\xe2\x80\x8b"
         "b\xe2\x80\x8d"
         "c",
         "a\\u{200b}b\\u{200d}c"},
        {"invisible operators", "\xe2\x81\x9f\xe2\x81\xa0\xe2\x81\xa4", "\xe2\x81\x9f\\u{2060}\\u{2064}"},
        {"soft hyphen", "\xc2\xac\xc2\xad\xc2\xae", "\xc2\xac\\u{ad}\xc2\xae"},
        {"grapheme joiner", "\xcd\x8e\xcd\x8f\xcd\x90", "\xcd\x8e\\u{34f}\xcd\x90"},
        {"Hangul filler", "\xe3\x85\xa4", "\\u{3164}"},
        {"tags", "\xf3\xa0\x80\x81\xf3\xa0\x81\x81\xf3\xa0\xbf\xbf", "\\u{e0001}\\u{e0041}\\u{e0fff}"},
        {"after the tags", "\xf3\xa1\x80\x80", "\xf3\xa1\x80\x80"},
        {"a symbol as a picture", "\xe2\x9a\xa0\xef\xb8\x8f!", "\xe2\x9a\xa0\xef\xb8\x8f!"},
        {"a second selector", "\xe2\x9a\xa0\xef\xb8\x8f\xef\xb8\x8f", "\xe2\x9a\xa0\xef\xb8\x8f\\u{fe0f}"},
        {"a selector after a letter", "a\xef\xb8\x8f", "a\\u{fe0f}"},
        {"a selector after plain text",
         "\xe2\x9a\xa0"
         "a\xef\xb8\x8f",
         "\xe2\x9a\xa0"
         "a\\u{fe0f}"},
        {"any other selector", "\xe2\x9a\xa0\xef\xb8\x80", "\xe2\x9a\xa0\\u{fe00}"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer out;
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_escape_terminal(&out, rows[i].in);
        CHECK_TEXT(rows[i].name, rg_buffer_text(&out), rows[i].out);
        rg_buffer_release(&out);
    }
}

/* Links and mentions are parted; what a renderer makes of it is the text. */
static void test_markdown(void **state)
{
    static const struct {
        const char *name;
        const char *in;
        const char *out;
    } rows[] = {
        {"plain", "span.tx.process.p95 (3 ms)", "span.tx.process.p95 (3 ms)"},
        {"markup", "<b>|`*_[x](y)", "&#60;b&#62;&#124;&#96;&#42;&#95;&#91;x&#93;(y)"},
        {"a bare site", "www.evil.example/x", "www.<span></span>evil.example/x"},
        {"in capitals", "WWW.evil.example", "WWW.<span></span>evil.example"},
        {"a scheme", "http://evil.example", "http&#58;<span></span>//evil.example"},
        {"mail", "user@evil.example", "user&#64;<span></span>evil.example"},
        {"a mention", "@team/people", "&#64;<span></span>team/people"},
        {"an issue", "#123 and org/repo#4", "&#35;<span></span>123 and org/repo&#35;<span></span>4"},
        {"a merge request", "!5", "&#33;<span></span>5"},
        {"an issue by word", "GH-1 gh-2 GH-x", "GH-<span></span>1 gh-<span></span>2 GH-x"},
        {"nothing follows", "a@ #", "a&#64; &#35;"},
        {"a colon alone", "a: b", "a&#58; b"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer out;
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_escape_markdown(&out, rows[i].in);
        CHECK_TEXT(rows[i].name, rg_buffer_text(&out), rows[i].out);
        rg_buffer_release(&out);
    }
}

/* Nothing in a log is a command, wherever its parts came from; `out` NULL: it stays as it is. */
static void test_log(void **state)
{
    static const struct {
        const char *name;
        const char *in;
        const char *out;
        bool is_command; /* in a name */
    } rows[] = {
        {"plain", "a::b ## c [d] #[e]\n  f\n", NULL, false},
        {"at the start", "::error::x", "\\u003a:error::x", false},
        {"of a later line", "a\n::stop-commands::x\n", "a\n\\u003a:stop-commands::x\n", false},
        {"after a return", "a\r::error::x", "a\r\\u003a:error::x", false},
        {"after blanks", " \t::error::x", " \t\\u003a:error::x", false},
        {"after blanks of Unicode",
         "\xc2\xa0\xe2\x80\x83\xe3\x80\x80::x::", "\xc2\xa0\xe2\x80\x83\xe3\x80\x80\\u003a:x::", false},
        {"after a word", "x ::error::x", NULL, false},
        {"one colon", ":a", NULL, false},
        {"GitHub's first form", "x ##[error]y", "x #\\u0023[error]y", true},
        {"Azure", "##vso[task.setvariable]", "#\\u0023vso[task.setvariable]", true},
        {"TeamCity, other case", "##TeamCity[x]", "#\\u0023TeamCity[x]", true},
        {"Octopus", "##octopus[x]", "#\\u0023octopus[x]", true},
        {"any other word", "##my-ci.v_2[", "#\\u0023my-ci.v_2[", true},
        {"twice", "##[##[", "#\\u0023[#\\u0023[", true},
        {"a third sign", "###[", "##\\u0023[", true},
        {"a heading", "## teamcity[x]", NULL, false},
        {"the end", "##", NULL, false},
        {"a word at the end", "##vso", NULL, false},
        {"nothing", "", NULL, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer out;
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_escape_log(&out, rows[i].in);
        CHECK_TEXT(rows[i].name, rg_buffer_text(&out), rows[i].out == NULL ? rows[i].in : rows[i].out);
        CHECK(rows[i].name, (rg_name_fault(rows[i].in) != NULL) == rows[i].is_command);
        rg_buffer_release(&out);
    }
}

static void test_name_length(void **state)
{
    char name[RG_NAME_MAX + 2];

    (void)state;
    memset(name, 'x', sizeof name);
    name[RG_NAME_MAX] = '\0';
    assert_null(rg_name_fault(name));
    name[RG_NAME_MAX] = 'x';
    name[RG_NAME_MAX + 1] = '\0';
    assert_non_null(rg_name_fault(name));
}

static void test_edit_distance(void **state)
{
    static const char longest[] = "123456789012345678901234567890123456789012345678901234567890123";
    static const char too_long[] = "1234567890123456789012345678901234567890123456789012345678901234";
    static const struct {
        const char *a;
        const char *b;
        size_t limit;
        size_t distance;
    } rows[] = {
        {"", "", 0, 0},
        {"a", "a", 0, 0},
        {"a", "b", 0, 1},
        {"a", "b", 1, 1},
        {"", "abc", 3, 3},
        {"", "abc", 2, 3},
        {"abc", "", 9, 3},
        {"kitten", "sitting", 9, 3},
        {"names", "name", 2, 1},
        {"name", "names", 2, 1},
        {"ab", "ba", 9, 2},
        {"flaw", "lawn", 9, 2},
        {"A", "a", 2, 1},
        {longest, longest, 0, 0},
        {too_long, too_long, 0, 1},
        {longest, too_long, 5, 6},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char row[160];
        (void)snprintf(row, sizeof row, "%s and %s, limit %zu", rows[i].a, rows[i].b, rows[i].limit);
        struct rg_near near = rg_near_to(rows[i].a, rows[i].limit);
        CHECK(row, rg_near_consider(&near, rows[i].b) == (rows[i].distance <= rows[i].limit));
        CHECK_INT(row, near.distance, rows[i].distance);
    }
}

static void test_nearest(void **state)
{
    static const char *const known[] = {"names", "_unit", "_ladder", "_unix"};
    static const struct {
        const char *name;
        size_t limit;
        const char *nearest;
    } rows[] = {
        {"name", 1, "names"}, {"name", 0, NULL},     {"names", 0, "names"},
        {"_uni", 2, "_unit"}, {"_unix", 2, "_unix"}, {"_laddre", 2, "_ladder"},
        {"_laddre", 1, NULL}, {"", 4, NULL},         {"", 5, "names"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_near near = rg_near_to(rows[i].name, rows[i].limit);
        CHECK("none yet", near.name == NULL);
        for (size_t k = 0; k < COUNT_OF(known); k++)
            CHECK(rows[i].name, rg_near_consider(&near, known[k]) == (near.name == known[k]));
        CHECK_TEXT(rows[i].name, near.name, rows[i].nearest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf8_all),      cmocka_unit_test(test_utf8_refused),
        cmocka_unit_test(test_terminal),      cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_log),           cmocka_unit_test(test_name_length),
        cmocka_unit_test(test_edit_distance), cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
