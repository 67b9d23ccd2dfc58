/*
 * The rules by which one instance is counted, both sides of each boundary. A scrape each 10 s, from 10 s after
 * the beginning of the window on; edges stand above each other: "first scrape second … | next edge".
 */
#include "histogram.h"

#define T0 1700000000000LL

/*
 * Facts are series like those of the edges, "start 1600000000 - | up 1 1", and words: "absent" and "present" at
 * the beginning of the window, "pages" for scrapes of pages. Counts are "-" where there are none. The note is the only one.
 */
struct row {
    const char *name;
    const char *edges;
    const char *values;
    const char *facts;
    const char *counts;
    enum rg_count_kind reason;
    enum rg_count_kind note;
};

/* True when there is a fact of that name; *ret is what follows the name. */
static bool find_fact(const struct row *row, const char *name, const char **ret)
{
    const char *found = strstr(row->facts, name);

    if (found != NULL)
        *ret = found + strlen(name);
    return found != NULL;
}

static void add_facts(const struct row *row, struct rg_samples *s)
{
    static const struct {
        const char *name;
        enum rg_raw_kind kind;
    } series[] = {
        {"start", RG_RAW_START}, {"created", RG_RAW_CREATED}, {"up", RG_RAW_UP}, {"sum", RG_RAW_SUM}};
    struct rg_error err = {0};
    const char *line;

    for (size_t i = 0; i < COUNT_OF(series); i++) {
        if (find_fact(row, series[i].name, &line))
            add_line(s, series[i].kind, "a=1", NULL, T0 + 10000, line);
    }
    bool was_present = find_fact(row, "present", &line);
    s->knows_presence = was_present || find_fact(row, "absent", &line);
    if (was_present)
        CHECK(row->name, add_series(s, RG_RAW_PRESENT, "a=1", "1", NULL, 0, &err));
}

static void check_row(const struct row *row)
{
    struct rg_samples s;
    char line[HISTOGRAM_TEXT_MAX];
    const char *rest;
    const struct rg_count_options options = {.of_pages = find_fact(row, "pages", &rest)};

    rg_samples_init(&s, T0, T0 + 300000);
    add_lines(&s, "a=1", row->edges, T0 + 10000, row->values);
    add_facts(row, &s);
    struct rg_counts counts = count_all(&s, NULL, &options);
    counts_line(&counts, line);
    CHECK_TEXT(row->name, counts.edge_count == 0 ? "-" : line, row->counts);
    CHECK_INT(row->name, counts.reason.kind, row->reason);
    CHECK_INT(row->name, counts.status, rg_count_status(row->reason));
    CHECK_INT(row->name, counts.is_uncounted, row->reason == RG_COUNT_SCATTERED);
    CHECK_INT(row->name, counts.note_count, row->note != RG_COUNT_NONE);
    CHECK_INT(row->name, count_notes(&counts, row->note), row->note != RG_COUNT_NONE);
    rg_counts_release(&counts);
    rg_samples_release(&s);
}

static void check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_row(&rows[i]);
}

static void test_scrapes(void **state)
{
    static const struct row rows[] = {
        {"steady", "1 2 Inf", "1 2 3 | 2 4 6 | 2 4 7", "", "2 4 5", RG_COUNT_NONE, RG_COUNT_NONE},
        {"two scrapes", "1 Inf", "1 3 | 1 4", "", "2 3", RG_COUNT_NONE, RG_COUNT_NONE},
        {"one scrape", "1 Inf", "1 | 5", "", "-", RG_COUNT_ONE_SCRAPE, RG_COUNT_ONE_SCRAPE},
        {"one scrape of nothing", "1 Inf", "0 | 0", "", "-", RG_COUNT_ONE_SCRAPE, RG_COUNT_ONE_SCRAPE},
        {"no observation", "1 Inf", "5 5 5 | 7 7 7", "", "0 0", RG_COUNT_IDLE, RG_COUNT_NONE},
        {"one scrape arriving", "1 Inf", "1 2 3 | 1 2", "", "1 1", RG_COUNT_NONE, RG_COUNT_ARRIVING},
        {"two scrapes arriving", "1 Inf", "1 2 3 4 | 1 2", "", "1 1", RG_COUNT_NONE, RG_COUNT_ARRIVING},
        {"three are too many", "1 Inf", "1 2 3 4 5 | 1 2", "", "-", RG_COUNT_EDGE_ENDS, RG_COUNT_NONE},
        {"by turns arriving", "1 Inf", "1 2 - 4 | 1 2 3", "", "1 1", RG_COUNT_NONE, RG_COUNT_ARRIVING},
        {"one arriving, one scrape left", "1 Inf", "1 2 | 1", "", "-", RG_COUNT_ONE_SCRAPE,
         RG_COUNT_ONE_SCRAPE},
        {"NaN is no sample", "1 Inf", "1 2 nan 9 | 1 2 3 9", "", "8 8", RG_COUNT_NONE, RG_COUNT_NONE},
        {"a hole in all", "1 Inf", "1 - - 9 | 1 - - 9", "", "8 8", RG_COUNT_NONE, RG_COUNT_NONE},
        {"half of the times are whole", "1 2 Inf", "1 2 - 8 | 1 - 8 8 | 1 2 8 8", "", "7 7 7", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"under half of them", "1 2 Inf", "1 2 - 8 8 | 1 - 8 - 8 | 1 2 8 8 8", "", "-", RG_COUNT_SCATTERED,
         RG_COUNT_NONE},
        {"scattered before changed", "1 2 Inf", "1 2 - 8 8 | - - 8 - 8 | 1 - 8 8 8", "", "-",
         RG_COUNT_SCATTERED, RG_COUNT_NONE},
        {"a ladder that changed early", "1 2 5 Inf", "1 | - 2 3 4 5 6 | 1 2 3 4 5 6 | 1 2 3 4 5 6", "", "-",
         RG_COUNT_EDGE_BEGINS, RG_COUNT_NONE},
        {"an edge that ends", "1 2 Inf", "1 2 3 4 5 6 | 1 2 3 | 1 2 3 4 5 6", "", "-", RG_COUNT_EDGE_ENDS,
         RG_COUNT_NONE},
        {"+Inf begins later", "1 Inf", "1 2 3 | - 2 3", "", "-", RG_COUNT_EDGE_BEGINS, RG_COUNT_NONE},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

/* Exporters that leave out empty buckets. */
static void test_late_edges(void **state)
{
    static const struct row rows[] = {
        {"at most what the next one counted", "1 2 Inf", "- - 5 6 | 9 10 15 16 | 9 10 15 16", "", "6 7 7",
         RG_COUNT_NONE, RG_COUNT_NONE},
        {"more than that", "1 2 Inf", "- - 6 6 | 9 10 15 16 | 9 10 15 16", "", "-", RG_COUNT_EDGE_BEGINS,
         RG_COUNT_NONE},
        {"a lower edge at 0", "1 2 Inf", "0 0 0 4 | - - 5 6 | 9 10 15 16", "", "4 6 7", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"a lower edge that counts", "1 2 Inf", "0 1 1 1 | - - 5 6 | 9 10 15 16", "", "-",
         RG_COUNT_EDGE_BEGINS, RG_COUNT_NONE},
        {"a lower edge that counts in the same step", "1 2 Inf", "0 0 1 1 | - - 5 6 | 9 10 15 16", "",
         "1 6 7", RG_COUNT_NONE, RG_COUNT_NONE},
        {"two at once", "1 2 Inf", "- - 3 4 | - - 5 6 | 9 10 15 16", "", "4 6 7", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"the lower one first", "1 2 Inf", "- 1 3 4 | - - 5 6 | 9 10 15 16", "", "-", RG_COUNT_EDGE_BEGINS,
         RG_COUNT_NONE},
        {"in a restart all that is new", "1 2 Inf", "- - 5 6 | 9 10 5 6 | 9 10 5 6", "", "6 7 7",
         RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"more than a restart brings", "1 2 Inf", "- - 6 6 | 9 10 5 6 | 9 10 5 6", "", "-",
         RG_COUNT_EDGE_BEGINS, RG_COUNT_NONE},
        {"before a restart", "1 2 Inf", "- 2 3 1 2 | 1 3 5 1 3 | 1 3 5 1 3", "", "5 7 7", RG_COUNT_NONE,
         RG_COUNT_RESTARTS},
        {"after a restart", "1 2 Inf", "- - - - 2 | 1 3 5 1 3 | 1 3 5 1 3", "", "2 7 7", RG_COUNT_NONE,
         RG_COUNT_RESTARTS},
        {"only where the rest is arriving", "1 2 Inf", "- - - 2 | 1 2 3 - | 1 2 3 -", "", "2 2",
         RG_COUNT_NONE, RG_COUNT_ARRIVING},
        {"that, with another ladder", "1 2 Inf", "1 2 3 - | - - - 3 | 1 2 3 4", "", "-", RG_COUNT_EDGE_BEGINS,
         RG_COUNT_NONE},
        {"nothing but +Inf is left", "1 Inf", "- - - 2 | 1 2 3 -", "", "-", RG_COUNT_ONLY_INF, RG_COUNT_NONE},
        {"where the next one has a hole", "1 2 Inf", "- - 1 2 3 | 1 2 - 4 5 | 1 2 3 4 5", "", "-",
         RG_COUNT_EDGE_BEGINS, RG_COUNT_NONE},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

static void test_base(void **state)
{
    static const struct row rows[] = {
        {"started with the window", "1 Inf", "1 3 | 1 5", "start 1700000000 1700000000", "2 4", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"a millisecond later", "1 Inf", "1 3 | 1 5", "start 1700000000.001 1700000000.001", "3 5",
         RG_COUNT_NONE, RG_COUNT_FROM_ZERO},
        {"less than half a millisecond later", "1 Inf", "1 3 | 1 5", "start 1700000000.0004 1700000000.0004",
         "2 4", RG_COUNT_NONE, RG_COUNT_NONE},
        {"at the first scrape", "1 Inf", "1 3 | 1 5", "start 1700000010 1700000010", "3 5", RG_COUNT_NONE,
         RG_COUNT_FROM_ZERO},
        {"after it", "1 Inf", "1 3 | 1 5", "start 1700000010.001 1700000010.001", "2 4", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"start not known at the first scrape", "1 Inf", "1 3 | 1 5", "start - 1700000005", "2 4",
         RG_COUNT_NONE, RG_COUNT_NONE},
        {"a child that was created", "1 Inf", "1 3 | 1 5",
         "start 1700000000 1700000000 | created 1700000000.001", "3 5", RG_COUNT_NONE, RG_COUNT_FROM_ZERO},
        {"created before", "1 Inf", "1 3 | 1 5", "created 1700000000", "2 4", RG_COUNT_NONE, RG_COUNT_NONE},
        {"created, told later", "1 Inf", "1 3 | 1 5", "created - - 1700000005", "3 5", RG_COUNT_NONE,
         RG_COUNT_FROM_ZERO},
        {"one scrape is enough", "1 Inf", "3 | 5", "start 1700000005", "3 5", RG_COUNT_NONE,
         RG_COUNT_FROM_ZERO},
        {"one scrape of nothing", "1 Inf", "0 | 0", "start 1700000005", "0 0", RG_COUNT_IDLE, RG_COUNT_NONE},
        {"seen to be absent", "1 Inf", "- 3 | - 5", "up 1 1 | absent", "3 5", RG_COUNT_NONE,
         RG_COUNT_FROM_ZERO},
        {"the target was down before", "1 Inf", "- 3 4 | - 5 6", "up 0 1 1 | absent", "1 1", RG_COUNT_NONE,
         RG_COUNT_APPEARED},
        {"up, and then down", "1 Inf", "- - 3 4 | - - 5 6", "up 1 0 1 1 | absent", "4 6", RG_COUNT_NONE,
         RG_COUNT_FROM_ZERO},
        {"no earlier scrape", "1 Inf", "3 4 | 5 6", "up 1 1 | absent", "1 1", RG_COUNT_NONE,
         RG_COUNT_APPEARED},
        {"no scrape of the target then", "1 Inf", "- 3 4 | - 5 6", "up 1 - 1 | absent", "1 1", RG_COUNT_NONE,
         RG_COUNT_APPEARED},
        {"not asked whether it was there", "1 Inf", "- 3 4 | - 5 6", "up 1 1 1", "1 1", RG_COUNT_NONE,
         RG_COUNT_APPEARED},
        {"it was there", "1 Inf", "- 3 4 | - 5 6", "up 1 1 1 | present", "1 1", RG_COUNT_NONE,
         RG_COUNT_APPEARED},
        {"and nothing followed", "1 Inf", "- 3 3 | - 5 5", "up 1 1 1 | present", "0 0", RG_COUNT_APPEARED,
         RG_COUNT_APPEARED},
        {"and it had nothing", "1 Inf", "- 0 0 | - 0 0", "up 1 1 1 | present", "0 0", RG_COUNT_IDLE,
         RG_COUNT_NONE},
        {"there from the beginning on", "1 Inf", "3 4 | 5 6", "up 1 1 | present", "1 1", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"1.5 intervals after the beginning", "1 Inf", "- - 3 - 4 | - - 5 - 6", "", "1 1", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"2 intervals after it", "1 Inf", "- 3 4 | - 5 6", "", "1 1", RG_COUNT_NONE, RG_COUNT_APPEARED},
        {"1 interval after it", "1 Inf", "3 4 | 5 6", "", "1 1", RG_COUNT_NONE, RG_COUNT_NONE},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

static void test_restarts(void **state)
{
    static const struct row rows[] = {
        {"an edge falls", "1 Inf", "5 2 3 | 5 6 9", "", "3 9", RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"+Inf falls", "1 Inf", "1 1 2 | 5 4 9", "", "2 9", RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"twice", "1 Inf", "5 2 1 | 5 6 9", "", "-", RG_COUNT_FALLS, RG_COUNT_NONE},
        {"two edges in one step", "1 Inf", "5 2 3 | 6 4 9", "", "3 9", RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"a process that did not start", "1 Inf", "5 2 3 | 5 6 9", "start 1600000000 1600000000 1600000000",
         "-", RG_COUNT_FALL, RG_COUNT_NONE},
        {"started a second later", "1 Inf", "5 2 3 | 5 6 9", "start 1600000000 1600000001 1600000001", "-",
         RG_COUNT_FALL, RG_COUNT_NONE},
        {"started more than that later", "1 Inf", "5 2 3 | 5 6 9",
         "start 1600000000 1600000001.001 1600000001.001", "3 9", RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"no fall, a second", "1 Inf", "5 6 7 | 5 7 9", "start 1600000000 1600000001 1600000001", "2 4",
         RG_COUNT_NONE, RG_COUNT_NONE},
        {"no fall, more than a second", "1 Inf", "5 6 7 | 5 7 9",
         "start 1600000000 1600000001.001 1600000001.001", "7 9", RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"back by a second", "1 Inf", "5 6 7 | 5 7 9", "start 1600000001 1600000000 1600000000", "2 4",
         RG_COUNT_NONE, RG_COUNT_NONE},
        {"back by more", "1 Inf", "5 6 7 | 5 7 9", "start 1600000001.001 1600000000 1600000000", "-",
         RG_COUNT_START_BACK, RG_COUNT_NONE},
        {"each restart known", "1 Inf", "5 2 1 | 5 3 2", "start 1600000000 1600000100 1600000200", "3 5",
         RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"one known, one not", "1 Inf", "5 2 3 1 | 5 3 4 2", "start 1600000000 1600000100 1600000100 -",
         "4 6", RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"unknown at the old scrape", "1 Inf", "5 2 3 | 5 6 9", "start - 1600000000 1600000000", "3 9",
         RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"created anew", "1 Inf", "5 2 3 | 5 6 9",
         "start 1600000000 1600000000 1600000000 | created 1600000000 1600000500 1600000500", "3 9",
         RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"created anew without a fall", "1 Inf", "5 6 7 | 5 7 9",
         "start 1600000000 1600000000 1600000000 | created 1600000000 1600000001.001 1600000001.001", "7 9",
         RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"created, back", "1 Inf", "5 6 7 | 5 7 9",
         "start 1600000000 1600000000 1600000000 | created 1600000001.001 1600000000 1600000000", "-",
         RG_COUNT_START_BACK, RG_COUNT_NONE},
        {"falls by what servers round", "1 Inf", "5 4.999999999999 5 | 5 5 9", "", "0 4", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"falls by more", "1 Inf", "5 4.9999999999 5 | 5 5 9", "", "5 9", RG_COUNT_NONE, RG_COUNT_RESTARTS},
        {"refused", "1 Inf", "5 2 | 5 6", "pages", "-", RG_COUNT_RESTART_REFUSED, RG_COUNT_NONE},
        {"refused, the process known", "1 Inf", "5 2 | 5 6", "start 1600000000 1600000000 1600000000 | pages",
         "-", RG_COUNT_RESTART_REFUSED, RG_COUNT_NONE},
        {"refused, the start rose", "1 Inf", "5 6 | 5 6",
         "start 1600000000 1600000001.001 1600000001.001 | pages", "-", RG_COUNT_RESTART_REFUSED,
         RG_COUNT_NONE},
        {"refused, the start went back", "1 Inf", "5 6 | 5 6",
         "start 1600000001.001 1600000000 1600000000 | pages", "-", RG_COUNT_RESTART_REFUSED, RG_COUNT_NONE},
        {"refused, created anew", "1 Inf", "5 6 | 5 6",
         "start 1600000000 1600000000 1600000000 | created 1600000000 1600000001.001 1600000001.001 | pages",
         "-", RG_COUNT_RESTART_REFUSED, RG_COUNT_NONE},
        {"refused, the sum fell", "1 Inf", "5 6 | 5 6", "sum 9 5 | pages", "-", RG_COUNT_RESTART_REFUSED,
         RG_COUNT_NONE},
        {"nothing to refuse", "1 Inf", "5 6 | 5 7",
         "start 1600000000 1600000000 1600000000 | created 1600000000 1600000000 1600000000 | sum 9 12 | pages",
         "1 2", RG_COUNT_NONE, RG_COUNT_NONE},
        {"a page before and after", "1 Inf", "5 6 | 5 7", "up 1 1 | present | pages", "1 2", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"on the page after only", "1 Inf", "- 6 | - 7", "up 1 1 | absent | pages", "6 7", RG_COUNT_NONE,
         RG_COUNT_FROM_ZERO},
        {"nothing between the pages", "1 Inf", "5 5 | 5 5", "up 1 1 | present | pages", "0 0",
         RG_COUNT_NOTHING, RG_COUNT_NONE},
        {"gone", "1 Inf", "5 - | 5 -", "up 1 1 | present | pages", "-", RG_COUNT_GONE, RG_COUNT_NONE},
        {"an edge gone", "1 2 Inf", "5 6 | 5 - | 5 9", "up 1 1 | present | pages", "-", RG_COUNT_EDGE_ENDS,
         RG_COUNT_NONE},
        {"an edge more", "1 2 Inf", "5 6 | - 7 | 5 9", "up 1 1 | present | pages", "-", RG_COUNT_EDGE_BEGINS,
         RG_COUNT_NONE},
        {"the target not scraped at the beginning", "1 Inf", "- 6 | - 7", "up - 1 | absent | pages", "-",
         RG_COUNT_NOT_BEFORE, RG_COUNT_NONE},
        {"absent at the beginning", "1 Inf", "- 6 | - 7", "start - 1700000015 | up 1 1 | absent | pages",
         "6 7", RG_COUNT_NONE, RG_COUNT_FROM_ZERO},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

static void test_torn_reads(void **state)
{
    static const struct row rows[] = {
        {"10 of 1000", "1 Inf", "0 1010 | 0 1000", "", "1010 1010", RG_COUNT_NONE, RG_COUNT_TORN},
        {"11 of 1000", "1 Inf", "0 1011 | 0 1000", "", "-", RG_COUNT_NOT_CUMULATIVE, RG_COUNT_NONE},
        {"10 of 10", "1 Inf", "0 20 | 0 10", "", "20 20", RG_COUNT_NONE, RG_COUNT_TORN},
        {"20 of 20000", "1 Inf", "0 20020 | 0 20000", "", "20020 20020", RG_COUNT_NONE, RG_COUNT_TORN},
        {"21 of 20000", "1 Inf", "0 20021 | 0 20000", "", "-", RG_COUNT_NOT_CUMULATIVE, RG_COUNT_NONE},
        {"10.25 of 1000", "1 Inf", "0 1010.25 | 0 1000", "", "-", RG_COUNT_NOT_CUMULATIVE, RG_COUNT_NONE},
        {"100 of 100000", "1 Inf", "0 100100 | 0 100000", "", "100100 100100", RG_COUNT_NONE, RG_COUNT_TORN},
        {"101 of 100000", "1 Inf", "0 100101 | 0 100000", "", "-", RG_COUNT_NOT_CUMULATIVE, RG_COUNT_NONE},
        {"in the middle", "1 2 5 Inf", "0 7 | 0 5 | 0 4 | 0 90", "", "7 7 7 90", RG_COUNT_NONE,
         RG_COUNT_TORN},
        {"step by step", "1 2 5 Inf", "0 100 | 0 95 | 0 91 | 0 90", "", "100 100 100 100", RG_COUNT_NONE,
         RG_COUNT_TORN},
        {"step by step, too far", "1 2 5 Inf", "0 100 | 0 95 | 0 91 | 0 89", "", "-", RG_COUNT_NOT_CUMULATIVE,
         RG_COUNT_NONE},
        {"at the beginning", "1 Inf", "7 50 | 4 50", "", "43 46", RG_COUNT_NONE, RG_COUNT_NONE},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

static void test_buckets(void **state)
{
    static const struct row rows[] = {
        {"no +Inf", "1 2", "0 1 | 0 1", "", "-", RG_COUNT_NO_INF, RG_COUNT_NONE},
        {"only +Inf", "+Inf", "0 1", "", "-", RG_COUNT_ONLY_INF, RG_COUNT_NONE},
        {"overflow in place of +Inf", "1 1.797e308", "0 5 | 0 9", "", "5 9", RG_COUNT_NONE, RG_COUNT_NONE},
        {"overflow beside +Inf", "1 1.797e308 +Inf", "0 5 | 0 9 | 0 12", "", "5 12", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"all beyond", "1 1e300 +Inf", "0 0 | 0 3 | 0 7", "", "0 7", RG_COUNT_NONE, RG_COUNT_NONE},
        {"two spellings", "1 1.0 inf", "0 5 - - | - - 6 8 | 0 5 7 9", "", "8 9", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"two spellings at once", "1 1.0 inf", "0 5 | 0 6 | 0 9", "", "-", RG_COUNT_CLASH, RG_COUNT_NONE},
        {"junk", "1 abc Inf", "0 5 | 0 6 | 0 9", "", "-", RG_COUNT_LE_JUNK, RG_COUNT_NONE},
        {"negative", "1 Inf", "-3 5 | 0 9", "", "-", RG_COUNT_BAD_VALUE, RG_COUNT_NONE},
        {"infinite", "1 Inf", "0 5 | 0 inf", "", "-", RG_COUNT_BAD_VALUE, RG_COUNT_NONE},
        {"no sample", "1 Inf", "nan nan | nan", "", "-", RG_COUNT_NO_SERIES, RG_COUNT_NONE},
        {"negative edges", "-1 0 1 Inf", "0 1 | 0 2 | 0 5 | 0 9", "", "1 2 5 9", RG_COUNT_NONE,
         RG_COUNT_NONE},
        {"whole within 1e-6", "1 Inf", "0 5 | 0 9.0000009", "", "5 9", RG_COUNT_NONE, RG_COUNT_NONE},
        {"not whole", "1 Inf", "0 5 | 0 9.0000011", "", "5 9.0000011", RG_COUNT_NONE, RG_COUNT_FRACTIONS},
        {"float counters", "1 Inf", "0.5 0.75 | 0.5 2", "", "0.25 1.5", RG_COUNT_NONE, RG_COUNT_FRACTIONS},
    };
    (void)state;
    check_rows(rows, COUNT_OF(rows));
}

/* Two of them: the counting from 0 and the restart after it. */
static void test_two_notes(void **state)
{
    struct rg_samples s;
    char line[HISTOGRAM_TEXT_MAX];

    (void)state;
    rg_samples_init(&s, T0, T0 + 300000);
    add_lines(&s, "", "1 Inf", T0 + 10000, "1 3 2 4 | 1 5 2");
    add_line(&s, RG_RAW_START, "", NULL, T0 + 10000, "1700000005 1700000005 1700000025");
    struct rg_counts counts = count_all(&s, NULL, NULL);
    counts_line(&counts, line);
    assert_string_equal(line, "5 7");
    assert_int_equal(counts.note_count, 3);
    assert_int_equal(counts.notes[0].kind, RG_COUNT_FROM_ZERO);
    assert_int_equal(counts.notes[1].kind, RG_COUNT_RESTARTS);
    assert_int_equal(counts.notes[2].kind, RG_COUNT_ARRIVING);
    assert_int_equal(counts.restarts, 1);
    assert_int_equal(counts.covered_ms, 25000);
    rg_counts_release(&counts);
    rg_samples_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scrapes),   cmocka_unit_test(test_late_edges), cmocka_unit_test(test_base),
        cmocka_unit_test(test_restarts),  cmocka_unit_test(test_torn_reads), cmocka_unit_test(test_buckets),
        cmocka_unit_test(test_two_notes),
    };
    return cmocka_run_group_tests_name("counts", tests, NULL, NULL);
}
