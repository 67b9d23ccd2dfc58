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
        bool ok = capture_check_arguments(&rows[i].arguments, &err);
        CHECK_INT(rows[i].name, ok, rows[i].part == NULL);
        CHECK_INT(rows[i].name, err.code, ok ? RG_ERROR_NONE : RG_ERROR_USAGE);
        CHECK(rows[i].name, ok || strstr(err.message, rows[i].part) != NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_combinations),
    };
    return cmocka_run_group_tests_name("capture_options", tests, NULL, NULL);
}
