/*
 * check.h: cmocka, with rows that name themselves.
 *
 * A table-driven test gives each row a name; a check that fails prints it with what was found and what was
 * expected, and ends the test. cmocka 1.1.5 compares no doubles, so that is here as well.
 */
#ifndef RUNGATE_CHECK_H
#define RUNGATE_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

#define CHECK(row, condition) check_true(row, condition, #condition, __FILE__, __LINE__)
#define CHECK_TEXT(row, actual, expected) check_text(row, actual, expected, __FILE__, __LINE__)
#define CHECK_INT(row, actual, expected)                                                                     \
    check_int(row, (long long)(actual), (long long)(expected), __FILE__, __LINE__)

/* The same double to the last bit; any NaN equals any other. */
#define CHECK_SAME(row, actual, expected) check_near(row, actual, expected, 0, __FILE__, __LINE__)

/* Within `relative` × |expected|. */
#define CHECK_NEAR(row, actual, expected, relative)                                                          \
    check_near(row, actual, expected, relative, __FILE__, __LINE__)

/* End the test. cmocka's own function does so as well, and does not say it. */
_Noreturn static inline void check_fail(const char *file, int line)
{
    _fail(file, line);
    abort();
}

static inline void check_true(const char *row, bool holds, const char *condition, const char *file, int line)
{
    if (holds)
        return;
    print_error("row '%s': does not hold: %s\n", row, condition);
    check_fail(file, line);
}

static inline void check_text(const char *row, const char *actual, const char *expected, const char *file,
                              int line)
{
    if (actual == expected || (actual != NULL && expected != NULL && strcmp(actual, expected) == 0))
        return;
    print_error("row '%s': text differs\n    found:    %s\n    expected: %s\n", row,
                actual == NULL ? "NULL" : actual, expected == NULL ? "NULL" : expected);
    check_fail(file, line);
}

static inline void check_int(const char *row, long long actual, long long expected, const char *file,
                             int line)
{
    if (actual == expected)
        return;
    print_error("row '%s': found %lld, expected %lld\n", row, actual, expected);
    check_fail(file, line);
}

static inline void check_near(const char *row, double actual, double expected, double relative,
                              const char *file, int line)
{
    bool near = relative > 0 ? fabs(actual - expected) <= relative * fabs(expected)
                             : memcmp(&actual, &expected, sizeof actual) == 0;

    if (near || (isnan(actual) && isnan(expected)))
        return;
    print_error("row '%s': found %.17g, expected %.17g\n", row, actual, expected);
    check_fail(file, line);
}

#endif
