/* Detection floors as ranges: what the baseline's bucket leaves open, and how each form shows it. */
#include "check.h"

#include "rungate/report/floor.h"

#include <math.h>

static void test_ranges(void **state)
{
    static const double edges[] = {1, 5, 10};
    static const struct rg_ladder ladder = {.name = "l", .unit = "ms", .edges = edges, .edge_count = 3};
    static const struct {
        const char *row;
        enum rg_key_kind kind;
        bool has_ladder;
        bool higher;
        double baseline;
        double trip;
        const char *text; /* NULL: undefined */
    } rows[] = {
        {"between two edges", RG_KEY_QUANTILE, true, false, 4, 10, "2.00x to 10.00x"},
        {"on the upper edge", RG_KEY_QUANTILE, true, false, 5, 10, "2.00x to 10.00x"},
        {"a hair above it, still on it", RG_KEY_QUANTILE, true, false, 5 * (1 + 0.9e-9), 10,
         "2.00x to 10.00x"},
        {"above it", RG_KEY_QUANTILE, true, false, 5 * (1 + 1.1e-9), 10, "1.00x to 2.00x"},
        {"in the first bucket", RG_KEY_QUANTILE, true, false, 1, 5, "5.00x to unbounded"},
        {"above the top edge", RG_KEY_QUANTILE, true, false, 11, 22, "about 2.00x"},
        {"without a ladder", RG_KEY_QUANTILE, false, false, 4, 10, "about 2.50x"},
        {"a mean", RG_KEY_MEAN, true, false, 4, 10, "2.50x"},
        {"a value", RG_KEY_VALUE, false, false, 4, 10, "2.50x"},
        {"more is better", RG_KEY_VALUE, false, true, 10, 4, "2.50x"},
        {"a fall below 0", RG_KEY_VALUE, false, true, 10, -1, NULL},
        {"a baseline of 0", RG_KEY_VALUE, false, false, 0, 1, NULL},
        {"far", RG_KEY_VALUE, false, false, 1, 123456, "1.23e+05x"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_key_context context = {.kind = rows[i].kind, .higher = rows[i].higher};
        struct rg_floor floor = {0};
        bool there = rg_floor_find(&context, rows[i].has_ladder ? &ladder : NULL, rows[i].baseline,
                                   rows[i].trip, &floor);
        CHECK_INT(rows[i].row, there, rows[i].text != NULL);
        assert_string_equal(rg_text_floor(there, &floor).text, there ? rows[i].text : "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ranges)};
    return cmocka_run_group_tests_name("floor", tests, NULL, NULL);
}
