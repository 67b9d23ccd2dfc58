/* Evidence, and what it makes of a value. */
#include "check.h"

#include "rungate/measure/reading.h"

#include <math.h>
#include <string.h>

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

static struct rg_reading judge(struct fixture *f, const struct rg_ladder *declared, bool allow_partial)
{
    struct rg_error err = {0};

    assert_true(rg_evidence_make(&f->buckets, &f->evidence, &err));
    struct rg_reading reading = rg_reading_judge(0.95, &f->answer, &f->evidence, declared, allow_partial);
    rg_evidence_release(&f->evidence);
    return reading;
}

static void assert_status(struct fixture *f, enum rg_status status)
{
    struct rg_reading reading = judge(f, NULL, false);

    if (reading.status != status)
        fail_msg("status %d, wanted %d: %s", (int)reading.status, (int)status, reading.note);
    assert_int_equal(reading.has_value, status == RG_STATUS_GOOD || status == RG_STATUS_SATURATED ||
                                            status == RG_STATUS_BELOW_LADDER);
    assert_true(reading.has_value || reading.value == 0);
}

static const double LE[] = {1, 2, 5, 10, (double)INFINITY};
static const double GOOD[] = {10, 50, 90, 100, 100};

static void keeps_a_value_that_its_buckets_give(void **state)
{
    struct fixture f;

    (void)state;
    set(&f, 5, LE, GOOD, 7.5);
    assert_status(&f, RG_STATUS_GOOD);
    set(&f, 5, LE, GOOD, 7.5 * (1 + 0.9e-6));
    assert_status(&f, RG_STATUS_GOOD);
    set(&f, 5, LE, GOOD, 7.5 * (1 + 1.1e-6));
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
    struct rg_reading reading = judge(&f, NULL, false);
    assert_true(reading.differs);
    assert_string_equal(reading.note, "the server answers 7.50000825, its buckets give 7.5");
}

static void takes_either_side_of_a_tie(void **state)
{
    static const double rates[] = {10, 95, 95, 100, 100}; /* the rank is exactly the count at 2, and at 5 */
    struct fixture f;

    (void)state;
    set(&f, 5, LE, rates, 2);
    assert_status(&f, RG_STATUS_GOOD);
    set(&f, 5, LE, rates, 5.0000000000001);
    assert_status(&f, RG_STATUS_GOOD);
    set(&f, 5, LE, rates, 5.1);
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, rates, 1.9);
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
}

static void never_takes_what_is_no_number(void **state)
{
    struct fixture f;

    (void)state;
    set(&f, 5, LE, GOOD, (double)NAN);
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, GOOD, (double)INFINITY);
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, GOOD, 7.5);
    f.answer.count = 0;
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, GOOD, 7.5);
    f.answer.count = 2;
    assert_status(&f, RG_STATUS_AMBIGUOUS);
    set(&f, 5, LE, GOOD, 7.5);
    f.value.is_native = true;
    assert_status(&f, RG_STATUS_ERROR);
    set(&f, 5, LE, GOOD, 7.5);
    f.answer = (struct rg_answer){.failure = (char[]){"refused"}};
    assert_status(&f, RG_STATUS_ERROR);
    set(&f, 5, LE, GOOD, 7.5);
    f.buckets = (struct rg_answer){.failure = (char[]){"refused"}};
    assert_status(&f, RG_STATUS_ERROR);
}

static void tells_no_data_from_no_traffic(void **state)
{
    static const double zero[] = {0, 0, 0, 0, 0};
    struct fixture f;

    (void)state;
    set(&f, 5, LE, zero, (double)NAN);
    assert_status(&f, RG_STATUS_NO_TRAFFIC);
    set(&f, 5, LE, zero, 0);
    f.answer.count = 0;
    assert_status(&f, RG_STATUS_NO_TRAFFIC);
    set(&f, 0, LE, zero, 0);
    f.answer.count = 0;
    assert_status(&f, RG_STATUS_NO_DATA);
    set(&f, 0, LE, zero, 0);
    f.answer.count = 0;
    add(&f, RG_ELEMENT_SAMPLES, 1, 1); /* one sample makes no rate */
    assert_status(&f, RG_STATUS_NO_DATA);
    set(&f, 0, LE, zero, 7.5);
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
}

static void sees_the_ends_of_the_ladder(void **state)
{
    static const double high[] = {10, 20, 30, 90, 100};
    static const double low[] = {100, 100, 100, 100, 100};
    static const double almost_low[] = {99.9, 100, 100, 100, 100};
    struct fixture f;

    (void)state;
    set(&f, 5, LE, high, 10);
    assert_status(&f, RG_STATUS_SATURATED);
    set(&f, 5, LE, low, 0.95);
    assert_status(&f, RG_STATUS_BELOW_LADDER);
    set(&f, 5, LE, almost_low, 0.95 * 100 / 99.9);
    assert_status(&f, RG_STATUS_GOOD);
}

static void refuses_what_is_no_histogram(void **state)
{
    static const double falls[] = {10, 90, 50, 100, 100};
    static const double noise[] = {10, 50, 90, 100, 100 * (1 - 1e-12)};
    static const double negative[] = {-1, 50, 90, 100, 100};
    struct fixture f;

    (void)state;
    set(&f, 5, LE, falls, 7.5);
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, noise, 7.5);
    assert_status(&f, RG_STATUS_GOOD);
    set(&f, 5, LE, negative, 7.5);
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 4, LE, GOOD, 7.5);
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 1, LE + 4, GOOD, 7.5);
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
    set(&f, 5, LE, GOOD, 7.5);
    f.elements[2].has_le = false;
    assert_status(&f, RG_STATUS_BAD_HISTOGRAM);
}

static void sees_ladders_that_differ(void **state)
{
    static const double edges[] = {1, 2, 5.000000001, 10};
    static const double other[] = {1, 2, 5.0001, 10};
    struct rg_ladder declared = {.name = "x", .edges = edges, .edge_count = 4};
    struct fixture f;

    (void)state;
    set(&f, 5, LE, GOOD, 7.5);
    assert_int_equal(judge(&f, &declared, false).status, RG_STATUS_GOOD);
    declared.edges = other;
    assert_int_equal(judge(&f, &declared, false).status, RG_STATUS_LADDER_MISMATCH);
    declared.edges = edges;
    declared.edge_count = 3;
    assert_int_equal(judge(&f, &declared, false).status, RG_STATUS_LADDER_MISMATCH);

    for (size_t i = 0; i < 5; i++)
        add(&f, RG_ELEMENT_SERIES, LE[i], i == 2 ? 1 : 2);
    assert_status(&f, RG_STATUS_LADDER_MISMATCH);
    set(&f, 5, LE, GOOD, 7.5);
    for (size_t i = 0; i < 5; i++)
        add(&f, RG_ELEMENT_SAMPLES, LE[i], i == 2 ? 11 : 12);
    assert_status(&f, RG_STATUS_GOOD); /* the latest scrape may still be arriving */
    f.elements[7].value = 10;
    assert_status(&f, RG_STATUS_LADDER_MISMATCH);
}

static void takes_one_edge_in_two_spellings(void **state)
{
    static const double le[] = {(double)INFINITY, 10, 5, 2, 1, 1, 2, 5};
    static const double rates[] = {100, 100, 45, 25, 5, 5, 25, 45};
    struct fixture f;

    (void)state;
    set(&f, 8, le, rates, 7.5);
    assert_status(&f, RG_STATUS_GOOD);
}

static void leaves_overflow_edges_out(void **state)
{
    static const double le[] = {1, 2, 5, 10, 1e308, (double)INFINITY};
    static const double rates[] = {10, 50, 90, 100, 100, 100};
    static const double edges[] = {1, 2, 5, 10};
    struct rg_ladder declared = {.name = "x", .edges = edges, .edge_count = 4};
    struct fixture f;

    (void)state;
    set(&f, 6, le, rates, 7.5);
    assert_int_equal(judge(&f, &declared, false).status, RG_STATUS_GOOD);
}

static void keeps_a_partial_value_only_when_asked(void **state)
{
    static const double high[] = {10, 20, 30, 90, 100};
    static const double falls[] = {10, 90, 50, 100, 100};
    struct fixture f;
    struct rg_reading reading;

    (void)state;
    set(&f, 5, LE, GOOD, 7.5);
    f.answer.warning = (char[]){"a store is down"};
    assert_status(&f, RG_STATUS_PARTIAL);
    reading = judge(&f, NULL, true);
    assert_int_equal(reading.status, RG_STATUS_PARTIAL);
    assert_true(reading.has_value && reading.value == 7.5);
    assert_string_equal(reading.note, "a store is down");
    set(&f, 5, LE, high, 10);
    f.buckets.warning = (char[]){"a store is down"};
    reading = judge(&f, NULL, true);
    assert_int_equal(reading.status, RG_STATUS_PARTIAL);
    assert_true(reading.has_value);
    set(&f, 5, LE, falls, 7.5);
    f.answer.warning = (char[]){"a store is down"};
    reading = judge(&f, NULL, true);
    assert_int_equal(reading.status, RG_STATUS_PARTIAL);
    assert_false(reading.has_value);
}

/* What the server says about the data leaves no value, whichever query brought it, and --allow-partial or
 * not. */
static void takes_no_value_that_the_server_doubts(void **state)
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
    struct fixture f;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_note note = {"", rows[i].noted, "the server's word"};
        for (int of_buckets = 0; of_buckets < 2; of_buckets++) {
            set(&f, 5, LE, GOOD, 7.5);
            (of_buckets ? &f.buckets : &f.answer)->note = &note;
            f.answer.warning = rows[i].is_partial ? (char[]){"a store is down"} : NULL;
            struct rg_reading reading = judge(&f, NULL, true);
            CHECK_INT(rows[i].name, reading.status, rows[i].status);
            CHECK(rows[i].name, !reading.has_value);
            CHECK_TEXT(rows[i].name, reading.note,
                       rows[i].status == RG_STATUS_PARTIAL ? "a store is down" : note.meaning);
        }
    }
}

static void trusts_a_value_without_evidence(void **state)
{
    static const double edges[] = {1, 2};
    struct rg_ladder declared = {.name = "x", .edges = edges, .edge_count = 2};
    struct rg_evidence none = {0};
    struct rg_element element = {.value = 1.5};
    struct rg_answer answer = {.elements = &element, .count = 1};

    (void)state;
    assert_int_equal(rg_reading_judge(0.5, &answer, &none, NULL, false).status, RG_STATUS_GOOD);
    element.value = 2;
    assert_int_equal(rg_reading_judge(0.5, &answer, &none, &declared, false).status, RG_STATUS_SATURATED);
    /* The answer points to the element. */
    /* cppcheck-suppress redundantAssignment */
    element.value = (double)NAN;
    assert_int_equal(rg_reading_judge(0.5, &answer, &none, NULL, false).status, RG_STATUS_NO_TRAFFIC);
    /* cppcheck-suppress redundantAssignment */
    element.value = (double)INFINITY;
    assert_int_equal(rg_reading_judge(0.5, &answer, &none, NULL, false).status, RG_STATUS_BAD_HISTOGRAM);
    answer.count = 0;
    assert_int_equal(rg_reading_judge(0.5, &answer, &none, NULL, false).status, RG_STATUS_NO_DATA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_a_value_that_its_buckets_give),
        cmocka_unit_test(takes_either_side_of_a_tie),
        cmocka_unit_test(never_takes_what_is_no_number),
        cmocka_unit_test(tells_no_data_from_no_traffic),
        cmocka_unit_test(sees_the_ends_of_the_ladder),
        cmocka_unit_test(refuses_what_is_no_histogram),
        cmocka_unit_test(sees_ladders_that_differ),
        cmocka_unit_test(takes_one_edge_in_two_spellings),
        cmocka_unit_test(leaves_overflow_edges_out),
        cmocka_unit_test(keeps_a_partial_value_only_when_asked),
        cmocka_unit_test(takes_no_value_that_the_server_doubts),
        cmocka_unit_test(trusts_a_value_without_evidence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
