/* Evidence, and what it makes of a value. */
#include "check.h"

#include "rungate/measure/reading.h"

enum { MAX = 8 };

/* A histogram as an answer: edges and rates, ended by a rate below 0 that is not counted. */
struct fixture {
    struct rg_element elements[3 * MAX];
    struct rg_answer buckets;
    struct rg_element value;
    struct rg_answer answer;
    struct rg_evidence evidence;
};

static void add(struct fixture *f, enum rg_element_kind kind, double le, double value)
{
    f->elements[f->buckets.count++] =
        (struct rg_element){.kind = kind, .le = le, .value = value, .has_le = true};
}

static void set(struct fixture *f, size_t count, const double *le, const double *rates, double value)
{
    *f = (struct fixture){.value.value = value};
    f->buckets.elements = f->elements;
    f->answer = (struct rg_answer){.elements = &f->value, .count = 1};
    for (size_t i = 0; i < count; i++)
        add(f, RG_ELEMENT_VALUE, le[i], rates[i]);
}

static struct rg_reading judge(const char *row, struct fixture *f, const struct rg_ladder *declared,
                               bool allow_partial)
{
    struct rg_error err = {0};

    CHECK(row, rg_evidence_make(&f->buckets, &f->evidence, &err));
    struct rg_reading reading = rg_reading_judge(0.95, &f->answer, &f->evidence, declared, allow_partial);
    rg_evidence_release(&f->evidence);
    return reading;
}

static void check_status(const char *row, struct fixture *f, enum rg_status status)
{
    struct rg_reading reading = judge(row, f, NULL, false);

    CHECK_INT(row, reading.status, status);
    CHECK_INT(row, reading.has_value,
              status == RG_STATUS_GOOD || status == RG_STATUS_SATURATED || status == RG_STATUS_BELOW_LADDER);
    CHECK(row, reading.has_value || reading.value == 0);
}

static void check_declared(const char *row, struct fixture *f, const struct rg_ladder *declared,
                           enum rg_status status)
{
    CHECK_INT(row, judge(row, f, declared, false).status, status);
}

static const double LE[] = {1, 2, 5, 10, (double)INFINITY};
static const double GOOD[] = {10, 50, 90, 100, 100};

static void test_value(void **state)
{
    struct fixture f;

    (void)state;
    set(&f, 5, LE, GOOD, 7.5);
    check_status("7.5 is interpolated", &f, RG_STATUS_GOOD);
    set(&f, 5, LE, GOOD, 7.5 * (1 + 0.9e-6));
    check_status("almost that", &f, RG_STATUS_GOOD);
    set(&f, 5, LE, GOOD, 7.5 * (1 + 1.1e-6));
    check_status("a millionth from it", &f, RG_STATUS_BAD_HISTOGRAM);
    struct rg_reading reading = judge("what it says", &f, NULL, false);
    CHECK("what it says", reading.differs);
    CHECK_TEXT("what it says", reading.note, "the server answers 7.50000825, its buckets give 7.5");
}

static void test_tie(void **state)
{
    static const double rates[] = {10, 95, 95, 100, 100}; /* the rank is exactly the count at 2, and at 5 */
    struct fixture f;

    (void)state;
    set(&f, 5, LE, rates, 2);
    check_status("tie: the lower edge", &f, RG_STATUS_GOOD);
    set(&f, 5, LE, rates, 5.0000000000001);
    check_status("tie: the upper edge", &f, RG_STATUS_GOOD);
    set(&f, 5, LE, rates, 5.1);
    check_status("tie: above it", &f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, rates, 1.9);
    check_status("tie: below the lower edge", &f, RG_STATUS_BAD_HISTOGRAM);
}

static void test_no_number(void **state)
{
    struct fixture f;

    (void)state;
    set(&f, 5, LE, GOOD, (double)NAN);
    check_status("NaN", &f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, GOOD, (double)INFINITY);
    check_status("infinite", &f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, GOOD, 7.5);
    f.answer.count = 0;
    check_status("no value", &f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, GOOD, 7.5);
    f.answer.count = 2;
    check_status("two values", &f, RG_STATUS_AMBIGUOUS);
    set(&f, 5, LE, GOOD, 7.5);
    f.answer.is_native = true;
    check_status("a native histogram", &f, RG_STATUS_ERROR);
    set(&f, 5, LE, GOOD, 7.5);
    f.answer = (struct rg_answer){.failure = (char[]){"refused"}};
    check_status("the query failed", &f, RG_STATUS_ERROR);
    set(&f, 5, LE, GOOD, 7.5);
    f.buckets = (struct rg_answer){.failure = (char[]){"refused"}};
    check_status("the query for buckets failed", &f, RG_STATUS_ERROR);
}

static void test_no_data(void **state)
{
    static const double zero[] = {0, 0, 0, 0, 0};
    struct fixture f;

    (void)state;
    set(&f, 5, LE, zero, (double)NAN);
    check_status("rates of zero, NaN", &f, RG_STATUS_NO_TRAFFIC);
    set(&f, 5, LE, zero, 0);
    f.answer.count = 0;
    check_status("rates of zero, no value", &f, RG_STATUS_NO_TRAFFIC);
    set(&f, 0, LE, zero, 0);
    f.answer.count = 0;
    check_status("no buckets", &f, RG_STATUS_NO_DATA);
    set(&f, 0, LE, zero, 0);
    f.answer.count = 0;
    add(&f, RG_ELEMENT_SAMPLES, 1, 1); /* one sample makes no rate */
    check_status("one sample", &f, RG_STATUS_NO_DATA);
    set(&f, 0, LE, zero, 7.5);
    check_status("a value without buckets", &f, RG_STATUS_BAD_HISTOGRAM);
}

static void test_ends(void **state)
{
    static const double high[] = {10, 20, 30, 90, 100};
    static const double low[] = {100, 100, 100, 100, 100};
    static const double almost_low[] = {99.9, 100, 100, 100, 100};
    static const double at_rank[] = {95, 100, 100, 100, 100};
    static const double past_rank[] = {94.9, 100, 100, 100, 100};
    struct fixture f;

    (void)state;
    set(&f, 5, LE, high, 10);
    check_status("rank above the top edge", &f, RG_STATUS_SATURATED);
    set(&f, 5, LE, low, 0.95);
    check_status("all in the first bucket", &f, RG_STATUS_BELOW_LADDER);
    set(&f, 5, LE, almost_low, 0.95 * 100 / 99.9);
    check_status("the rank is in the first bucket", &f, RG_STATUS_BELOW_LADDER);
    set(&f, 5, LE, at_rank, 1);
    check_status("at its end", &f, RG_STATUS_BELOW_LADDER);
    set(&f, 5, LE, past_rank, 1 + 0.1 / 5.1);
    check_status("just above it", &f, RG_STATUS_GOOD);
}

static void test_no_histogram(void **state)
{
    static const double falls[] = {10, 90, 50, 100, 100};
    static const double noise[] = {10, 50, 90, 100, 100 * (1 - 1e-12)};
    static const double negative[] = {-1, 50, 90, 100, 100};
    struct fixture f;

    (void)state;
    set(&f, 5, LE, falls, 7.5);
    check_status("a count that falls", &f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, noise, 7.5);
    check_status("a count that falls by a rounding error", &f, RG_STATUS_GOOD);
    set(&f, 5, LE, negative, 7.5);
    check_status("a negative rate", &f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 4, LE, GOOD, 7.5);
    check_status("no +Inf", &f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 1, LE + 4, GOOD, 7.5);
    check_status("only +Inf", &f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, GOOD, 7.5);
    f.elements[2].has_le = false;
    check_status("an edge without le", &f, RG_STATUS_BAD_HISTOGRAM);
}

static void test_ladders(void **state)
{
    static const double edges[] = {1, 2, 5.000000001, 10};
    static const double other[] = {1, 2, 5.0001, 10};
    struct rg_ladder declared = {.name = "x", .edges = edges, .edge_count = 4};
    struct fixture f;

    (void)state;
    set(&f, 5, LE, GOOD, 7.5);
    check_declared("the declared ladder, within the tolerance", &f, &declared, RG_STATUS_GOOD);
    declared.edges = other;
    check_declared("another edge is declared", &f, &declared, RG_STATUS_LADDER_MISMATCH);
    declared.edges = edges;
    declared.edge_count = 3;
    check_declared("an edge less is declared", &f, &declared, RG_STATUS_LADDER_MISMATCH);

    for (size_t i = 0; i < 5; i++)
        add(&f, RG_ELEMENT_SERIES, LE[i], i == 2 ? 1 : 2);
    check_status("one edge has fewer series", &f, RG_STATUS_LADDER_MISMATCH);
    set(&f, 5, LE, GOOD, 7.5);
    for (size_t i = 0; i < 5; i++)
        add(&f, RG_ELEMENT_SAMPLES, LE[i], i == 2 ? 11 : 12);
    /* The latest scrape may still be arriving. */
    check_status("one edge has a sample less", &f, RG_STATUS_GOOD);
    f.elements[7].value = 10;
    check_status("one edge has two samples less", &f, RG_STATUS_LADDER_MISMATCH);
}

static void test_spellings(void **state)
{
    static const double le[] = {(double)INFINITY, 10, 5, 2, 1, 1, 2, 5};
    static const double rates[] = {100, 100, 45, 25, 5, 5, 25, 45};
    struct fixture f;

    (void)state;
    set(&f, 8, le, rates, 7.5);
    check_status("one edge in two spellings", &f, RG_STATUS_GOOD);
}

static void test_overflow(void **state)
{
    static const double le[] = {1, 2, 5, 10, 1e308, (double)INFINITY};
    static const double rates[] = {10, 50, 90, 100, 100, 100};
    static const double edges[] = {1, 2, 5, 10};
    struct rg_ladder declared = {.name = "x", .edges = edges, .edge_count = 4};
    struct fixture f;

    (void)state;
    set(&f, 6, le, rates, 7.5);
    check_declared("an edge that overflows", &f, &declared, RG_STATUS_GOOD);
}

static void test_partial(void **state)
{
    static const double high[] = {10, 20, 30, 90, 100};
    static const double falls[] = {10, 90, 50, 100, 100};
    struct fixture f;
    struct rg_reading reading;

    (void)state;
    set(&f, 5, LE, GOOD, 7.5);
    f.answer.warning = (char[]){"a store is down"};
    check_status("partial", &f, RG_STATUS_PARTIAL);
    reading = judge("partial, allowed", &f, NULL, true);
    CHECK_INT("partial, allowed", reading.status, RG_STATUS_PARTIAL);
    CHECK("partial, allowed", reading.has_value && reading.value == 7.5);
    CHECK_TEXT("partial, allowed", reading.note, "a store is down");
    set(&f, 5, LE, high, 10);
    f.buckets.warning = (char[]){"a store is down"};
    reading = judge("partial buckets, allowed", &f, NULL, true);
    CHECK_INT("partial buckets, allowed", reading.status, RG_STATUS_PARTIAL);
    CHECK("partial buckets, allowed", reading.has_value);
    set(&f, 5, LE, falls, 7.5);
    f.answer.warning = (char[]){"a store is down"};
    reading = judge("partial and no histogram, allowed", &f, NULL, true);
    CHECK_INT("partial and no histogram, allowed", reading.status, RG_STATUS_PARTIAL);
    CHECK("partial and no histogram, allowed", !reading.has_value);
}

/* What the server says about the data leaves no value, whichever query brought it, and --allow-partial or
 * not. */
static void test_doubts(void **state)
{
    static const struct {
        const char *name;
        enum rg_status noted;
        bool is_partial;
        enum rg_status status;
    } rows[] = {
        {"native histograms", RG_STATUS_ERROR, false, RG_STATUS_ERROR},
        {"native histograms, partial", RG_STATUS_ERROR, true, RG_STATUS_ERROR},
        {"ladders", RG_STATUS_LADDER_MISMATCH, false, RG_STATUS_LADDER_MISMATCH},
        {"ladders, partial", RG_STATUS_LADDER_MISMATCH, true, RG_STATUS_PARTIAL},
        {"counts", RG_STATUS_BAD_HISTOGRAM, false, RG_STATUS_BAD_HISTOGRAM},
        {"counts, partial", RG_STATUS_BAD_HISTOGRAM, true, RG_STATUS_PARTIAL},
    };
    char warning[] = "a store is down";
    struct fixture f;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_note note = {"", rows[i].noted, "the server's word"};
        for (int of_buckets = 0; of_buckets < 2; of_buckets++) {
            set(&f, 5, LE, GOOD, 7.5);
            (of_buckets ? &f.buckets : &f.answer)->note = &note;
            f.answer.warning = rows[i].is_partial ? warning : NULL;
            struct rg_reading reading = judge(rows[i].name, &f, NULL, true);
            CHECK_INT(rows[i].name, reading.status, rows[i].status);
            CHECK(rows[i].name, !reading.has_value);
            CHECK_TEXT(rows[i].name, reading.note,
                       rows[i].status == RG_STATUS_PARTIAL ? warning : note.meaning);
        }
    }
}

static void test_no_evidence(void **state)
{
    static const double edges[] = {1, 2};
    struct rg_ladder declared = {.name = "x", .edges = edges, .edge_count = 2};
    struct rg_evidence none = {0};
    struct rg_element element = {.value = 1.5};
    struct rg_answer answer = {.elements = &element, .count = 1};

    (void)state;
    CHECK_INT("a value", rg_reading_judge(0.5, &answer, &none, NULL, false).status, RG_STATUS_GOOD);
    element.value = 2;
    CHECK_INT("a value on the top edge", rg_reading_judge(0.5, &answer, &none, &declared, false).status,
              RG_STATUS_SATURATED);
    /* The answer points to the element. */
    /* cppcheck-suppress redundantAssignment */
    element.value = (double)NAN;
    CHECK_INT("NaN", rg_reading_judge(0.5, &answer, &none, NULL, false).status, RG_STATUS_NO_TRAFFIC);
    /* cppcheck-suppress redundantAssignment */
    element.value = (double)INFINITY;
    CHECK_INT("infinite", rg_reading_judge(0.5, &answer, &none, NULL, false).status, RG_STATUS_BAD_HISTOGRAM);
    answer.count = 0;
    CHECK_INT("no value", rg_reading_judge(0.5, &answer, &none, NULL, false).status, RG_STATUS_NO_DATA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_value),   cmocka_unit_test(test_tie),       cmocka_unit_test(test_no_number),
        cmocka_unit_test(test_no_data), cmocka_unit_test(test_ends),      cmocka_unit_test(test_no_histogram),
        cmocka_unit_test(test_ladders), cmocka_unit_test(test_spellings), cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_partial), cmocka_unit_test(test_doubts),    cmocka_unit_test(test_no_evidence),
    };

    return cmocka_run_group_tests_name("reading", tests, NULL, NULL);
}
