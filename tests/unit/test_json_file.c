/* JSON files: the path in front of each message, and the limit of their size. */
#include "scratch.h"

#include "rungate/base/file.h"
#include "rungate/format/json.h"

static void test_read(void **state)
{
    struct rg_error err = {0};

    (void)state;
    scratch_puts("good.json", "{\"a\": 1}");
    struct rg_json_doc *doc = rg_json_read("good.json", &err);
    assert_non_null(doc);
    assert_string_equal(err.message, "");
    rg_json_free(doc);

    static const struct {
        const char *name;
        const char *text; /* NULL: no file */
        enum rg_error_code code;
        const char *message;
    } rows[] = {
        {"absent", NULL, RG_ERROR_INPUT, "cannot read 'x.json': No such file or directory"},
        {"empty", "", RG_ERROR_FORMAT,
         "cannot read 'x.json': line 1, column 1: expected a value, found the end"},
        {"array", "[1]", RG_ERROR_FORMAT,
         "cannot read 'x.json': line 1, column 1: expected an object, found an array"},
        {"number", " 1", RG_ERROR_FORMAT,
         "cannot read 'x.json': line 1, column 2: expected an object, found a number"},
        {"malformed", "{\n\n  \"a\": 1,\n  \"a\": 1}", RG_ERROR_FORMAT,
         "cannot read 'x.json': line 4, column 3: a: duplicate member"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        err = (struct rg_error){0};
        if (rows[i].text != NULL)
            scratch_puts("x.json", rows[i].text);
        CHECK(rows[i].name, rg_json_read("x.json", &err) == NULL);
        CHECK_TEXT(rows[i].name, err.message, rows[i].message);
        CHECK_INT(rows[i].name, err.code, rows[i].code);
    }
    assert_null(rg_json_read(".", &err));
    assert_string_equal(err.message, "cannot read '.': Is a directory");
}

/* A file of the largest size is read and then judged by what it holds, here NULs; one byte more is not read.
 */
static void test_size_limit(void **state)
{
    struct rg_error err = {0};

    (void)state;
    scratch_puts("large.json", "{}");
    assert_int_equal(truncate("large.json", (off_t)RG_FILE_MAX), 0);
    assert_null(rg_json_read("large.json", &err));
    assert_string_equal(err.message,
                        "cannot read 'large.json': line 1, column 3: unexpected text after the value");
    assert_int_equal(truncate("large.json", (off_t)RG_FILE_MAX + 1), 0);
    assert_null(rg_json_read("large.json", &err));
    assert_string_equal(err.message, "cannot read 'large.json': larger than the limit of 67108864 bytes");
    assert_int_equal(err.code, RG_ERROR_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_size_limit),
    };
    return cmocka_run_group_tests_name("json_file", tests, scratch_enter, scratch_leave);
}
