/*
 * Query templates. The input is a name, a NUL and a template. Whatever the name holds, it cannot end the
 * string that it stands in: the text around it is what it is with a harmless name.
 */
#include "fuzz.h"

#include "measure/counted.h"
#include "rungate/measure/query.h"

static bool expand(const char *text, const char *name, struct rg_buffer *out)
{
    struct rg_query_values values = {.quantile = "0.95", .name = name, .window = "3m"};
    struct rg_error err = {0};

    rg_buffer_init(out, RG_OUTPUT_MAX);
    bool ok = rg_query_expand(text, &values, out, &err);
    REQUIRE(ok == (err.code == RG_ERROR_NONE) && err.code != RG_ERROR_MEMORY);
    return ok;
}

/* {name} in a string of that quoting, with a tail behind: unescaped it is the name. */
static void check_quoting(const char *name, char quote)
{
    char text[] = "x\"{name}\"y";
    struct rg_buffer out;

    text[1] = text[8] = quote;
    if (expand(text, name, &out)) {
        const char *p = rg_buffer_text(&out) + 2;
        for (; *p != quote; p++) {
            REQUIRE(*p != '\0' && (quote == '`' || (unsigned char)*p >= 0x20));
            if (*p == '\\' && quote != '`')
                REQUIRE(*++p != '\0');
        }
        REQUIRE(strcmp(p + 1, "y") == 0);
    }
    rg_buffer_release(&out);
}

/* A selector that is taken is written, and taken again, as the same. */
static void check_selector(const struct rg_selector *selector)
{
    struct rg_selector again;
    struct rg_buffer once;
    struct rg_buffer twice;

    rg_buffer_init(&once, RG_OUTPUT_MAX);
    rg_buffer_init(&twice, RG_OUTPUT_MAX);
    rg_selector_put(selector, &once);
    struct rg_slice text = {rg_buffer_text(&once), once.length};
    struct rg_scan scan = rg_scan_of(&text);
    REQUIRE(rg_scan_selector(&scan, &again) && rg_scan_at_end(&scan));
    rg_selector_put(&again, &twice);
    REQUIRE(strcmp(rg_buffer_text(&once), rg_buffer_text(&twice)) == 0);
    rg_buffer_release(&once);
    rg_buffer_release(&twice);
}

static void check_counted(const char *text)
{
    struct rg_arena arena = {0};
    struct rg_counted counted;
    struct rg_error err = {0};
    const char *why = NULL;

    REQUIRE(rg_template_check(text, &err) == (err.code == RG_ERROR_NONE));
    err = (struct rg_error){0};
    REQUIRE(rg_template_classify(text, &arena, &counted, &why, &err));
    if (why == NULL)
        check_selector(&counted.selector);
    rg_arena_release(&arena);
}

static void check_template(const char *text, const char *name)
{
    struct rg_slice rates;
    struct rg_buffer out;
    struct rg_buffer evidence;
    bool ok = expand(text, name, &out);

    if (ok && strstr(text, "{quantile}") == NULL && strstr(text, "{window}") == NULL &&
        strstr(text, "{name}") == NULL)
        REQUIRE(strcmp(rg_buffer_text(&out), text) == 0);
    rg_buffer_release(&out);
    if (rg_query_rates(text, &rates)) {
        REQUIRE(rates.start >= text && rates.start + rates.length <= text + strlen(text));
        rg_buffer_init(&evidence, RG_OUTPUT_MAX);
        rg_query_evidence(&rates, &evidence);
        /* What can be asked can be proved: the evidence of a sound template is sound. */
        REQUIRE(expand(rg_buffer_text(&evidence), name, &out) || !ok);
        rg_buffer_release(&out);
        rg_buffer_release(&evidence);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    size_t length = strlen(text);

    check_quoting(text, '"');
    check_quoting(text, '\'');
    check_quoting(text, '`');
    if (length < size) {
        check_template(text + length + 1, text);
        check_counted(text + length + 1);
    }
    free(text);
    return 0;
}
