/* Arrays of records that begin with their name. */
#include "check.h"

#include "rungate/base/sorted.h"

struct record {
    const char *name;
    int number;
};

static void test_sort(void **state)
{
    struct record records[] = {{"b", 1}, {"a", 2}, {"\xC3\xA9", 3}, {"", 4}, {"a.b", 5}};
    static const int order[] = {4, 2, 5, 1, 3};

    (void)state;
    CHECK("not in order yet", !rg_is_sorted(records, COUNT_OF(records), sizeof *records));
    rg_sort(records, COUNT_OF(records), sizeof *records);
    CHECK("in order", rg_is_sorted(records, COUNT_OF(records), sizeof *records));
    for (size_t i = 0; i < COUNT_OF(order); i++)
        CHECK_INT(records[i].name, records[i].number, order[i]);
    rg_sort(NULL, 0, sizeof *records);
    CHECK("none are in order", rg_is_sorted(NULL, 0, sizeof *records));
    CHECK("one alone is", rg_is_sorted(records, 1, sizeof *records));
}

static void test_unique(void **state)
{
    static const struct {
        const char *row;
        const char *names[4];
        size_t count;
        size_t left;
        const char *kept;
    } rows[] = {
        {"none", {0}, 0, 0, ""},
        {"one", {"a"}, 1, 1, "a"},
        {"all differ", {"a", "b", "c"}, 3, 3, "abc"},
        {"twins first", {"a", "a", "b"}, 3, 2, "ab"},
        {"twins last", {"a", "b", "b"}, 3, 2, "ab"},
        {"all one", {"a", "a", "a", "a"}, 4, 1, "a"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct record records[4];
        char kept[5] = "";
        for (size_t r = 0; r < rows[i].count; r++)
            records[r] = (struct record){rows[i].names[r], (int)r};
        size_t left = rg_sorted_unique(records, rows[i].count, sizeof *records);
        CHECK_INT(rows[i].row, left, rows[i].left);
        for (size_t r = 0; r < left; r++) {
            kept[r] = records[r].name[0];
            CHECK("the first of a name is kept",
                  r == 0 || rows[i].names[records[r].number] != rows[i].names[records[r].number - 1]);
        }
        CHECK_TEXT(rows[i].row, kept, rows[i].kept);
    }
}

static void test_find(void **state)
{
    static const struct record records[] = {{"a", 0}, {"a.b", 1}, {"a.b.c", 2}, {"ab", 3}, {"b", 4}};
    static const struct {
        const char *text;
        size_t length;
        int number; /* -1: no record */
    } rows[] = {
        {"a", 1, 0},    {"a.b", 3, 1}, {"a.b.c", 5, 2}, {"a.b.c", 3, 1}, {"a.b.c", 1, 0},
        {"abc", 2, 3},  {"b", 1, 4},   {"", 0, -1},     {"a.", 2, -1},   {"a.b.c.d", 7, -1},
        {"a.a", 3, -1}, {"c", 1, -1},  {"\x01", 1, -1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct record *found =
            rg_sorted_find_part(records, COUNT_OF(records), sizeof *records, rows[i].text, rows[i].length);
        CHECK_INT(rows[i].text, found == NULL ? -1 : found->number, rows[i].number);
        if (rows[i].length == strlen(rows[i].text))
            CHECK(rows[i].text,
                  found == rg_sorted_find(records, COUNT_OF(records), sizeof *records, rows[i].text));
        CHECK("among none", rg_sorted_find(NULL, 0, sizeof *records, rows[i].text) == NULL);
    }
}

/* Where the names begin that start with a head and a tail. */
static void test_from(void **state)
{
    static const char *const names[] = {"a", "a.b", "a.c", "a/b", "ab", "b.a"};
    static const struct {
        const char *head;
        size_t length;
        const char *tail;
        size_t first;
    } rows[] = {
        {"a", 1, ".", 1}, {"a", 1, "", 0}, {"axx", 1, ".", 1}, {"a.b", 3, "", 1}, {"a.b", 3, ".", 2},
        {"b", 1, ".", 5}, {"b", 1, "", 5}, {"c", 1, "", 6},    {"", 0, "", 0},    {"", 0, "b", 5},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK_INT(
            rows[i].head,
            rg_sorted_from(names, COUNT_OF(names), sizeof *names, rows[i].head, rows[i].length, rows[i].tail),
            rows[i].first);
    CHECK_INT("among none", rg_sorted_from(NULL, 0, sizeof *names, "a", 1, ""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sort), cmocka_unit_test(test_unique),
                                       cmocka_unit_test(test_find), cmocka_unit_test(test_from)};
    return cmocka_run_group_tests_name("sorted", tests, NULL, NULL);
}
