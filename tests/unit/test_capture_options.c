/* The option table of capture, and what the table cannot say. */
#include "check.h"

#include "cli/capture_options.h"

static void test_combinations(void **state)
{
    static const struct {
        const char *name;
        struct capture_arguments arguments;
        const char *part; /* of the message; NULL: allowed */
    } rows[] = {
        {"a profile that is a command", {.parallel = 1, .profile = "x##[error]"}, "--profile"},
        {"a commit that is a command", {.parallel = 1, .git_sha = "##vso[x]"}, "--git-sha"},
        {"plain", {.parallel = 1}, NULL},
        {"no requests", {.parallel = 0}, "--parallel 0"},
        {"wait", {.parallel = 1, .wait = {"1s", 1000}}, NULL},
        {"wait and time", {.parallel = 1, .wait = {"1s", 1000}, .time = {true, 7}}, "--time"},
        {"quiet and verbose", {.parallel = 1, .quiet = true, .verbose = true}, "--verbose"},
        {"certificate alone", {.parallel = 1, .cert_file = "c"}, "--key-file"},
        {"key alone", {.parallel = 1, .key_file = "k"}, "--cert-file"},
        {"certificate and key", {.parallel = 1, .cert_file = "c", .key_file = "k"}, NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_error err = {0};
        struct capture_arguments arguments = rows[i].arguments;
        if (arguments.profile == NULL)
            arguments.profile = "default";
        bool ok = capture_check_arguments(&arguments, &err);
        CHECK_INT(rows[i].name, ok, rows[i].part == NULL);
        CHECK_INT(rows[i].name, err.code, ok ? RG_ERROR_NONE : RG_ERROR_USAGE);
        CHECK(rows[i].name, ok || strstr(err.message, rows[i].part) != NULL);
    }
}

static void test_labels(void **state)
{
    enum { ITEMS = RG_LABELS_MAX + 1 };
    static char texts[ITEMS][16];
    const char *items[ITEMS];
    struct rg_condition *labels = NULL;
    struct rg_arena arena = {0};
    struct rg_error err = {0};

    (void)state;
    for (size_t i = 0; i < ITEMS; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "label%zu=x", i);
        items[i] = texts[i];
    }
    struct rg_list list = {.items = items, .count = RG_LABELS_MAX};
    assert_true(capture_read_pairs(&list, "label", &arena, &labels, &err));
    list.count++;
    assert_false(capture_read_pairs(&list, "label", &arena, &labels, &err));
    items[0] = "a##[=x";
    items[1] = "a=##vso[";
    for (list.count = 1; list.items < items + 2; list.items++) {
        err = (struct rg_error){0};
        assert_false(capture_read_pairs(&list, "label", &arena, &labels, &err));
        assert_int_equal(err.code, RG_ERROR_USAGE);
    }
    rg_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_combinations),
        cmocka_unit_test(test_labels),
    };
    return cmocka_run_group_tests_name("capture_options", tests, NULL, NULL);
}
