/* What makes a verdict sound: each side of each boundary. What it looks like is in tests/cli/closed. */
#include "check.h"

#include "rungate/base/timestamp.h"
#include "rungate/judge/sound.h"
#include "rungate/model/conditions.h"

/* A complete capture of one key, at a time on 2026-05-01. */
static struct rg_timings taken(const char *captured_at)
{
    static struct rg_metric metrics[] = {{.key = "span.a.p50", .unit = "ms", .value = 1, .has_value = true}};

    return (struct rg_timings){
        .captured_at = captured_at,
        .git_sha = "abc",
        .window = "3m",
        .profile = "full",
        .metrics = metrics,
        .metric_count = 1,
        .value_count = 1,
        .has_capture = true,
        .capture = {.declared = 1, .captured = 1, .has_counts = true, .complete = true},
    };
}

static void test_clock(void **state)
{
    static const struct {
        const char *row;
        const char *now;
        const char *not_before; /* NULL: not demanded */
        long long max_age_s;    /* below 0: not demanded */
        const char *said;       /* NULL: sound */
    } rows[] = {
        {"nothing is demanded", "2099-01-01T00:00:00Z", NULL, -1, NULL},
        {"as old as it may be", "2026-05-01T13:10:00Z", NULL, 3600, NULL},
        {"a second older", "2026-05-01T13:10:01Z", NULL, 3600, "may be 3600 s old"},
        {"no age at all", "2026-05-01T12:10:00Z", NULL, 0, NULL},
        {"ten minutes ahead", "2026-05-01T12:00:00Z", NULL, 3600, NULL},
        {"a second more", "2026-05-01T11:59:59Z", NULL, 3600, "601 s ahead"},
        {"from the very second", "2026-05-01T12:10:00Z", "2026-05-01T12:10:00Z", -1, NULL},
        {"a second too early", "2026-05-01T12:10:00Z", "2026-05-01T12:10:01Z", -1, "1 s too early"},
        {"ahead, where only the begin is demanded", "2026-05-01T11:59:59Z", "2026-05-01T00:00:00Z", -1,
         "601 s ahead"},
        {"both, and too old", "2026-05-01T14:00:00Z", "2026-05-01T12:00:00Z", 60, "may be 60 s old"},
    };
    /* The newest counts, wherever it stands. */
    const struct rg_timings items[] = {taken("2026-05-01T12:00:00Z"), taken("2026-05-01T12:10:00Z"),
                                       taken("2026-05-01T11:00:00Z")};
    static const char *const names[] = {"a", "b", "c"};
    const struct rg_runs runs = {items, names, COUNT_OF(items)};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_clock clock = {.has_max_age = rows[i].max_age_s >= 0,
                                 .max_age_s = rows[i].max_age_s,
                                 .has_not_before = rows[i].not_before != NULL};
        struct rg_error err = {0};
        CHECK(rows[i].row, rg_timestamp_parse(rows[i].now, &clock.now_s));
        if (rows[i].not_before != NULL)
            CHECK(rows[i].row, rg_timestamp_parse(rows[i].not_before, &clock.not_before_s));
        CHECK(rows[i].row, rg_sound_clock(&runs, &clock, &err) == (rows[i].said == NULL));
        CHECK(rows[i].row, rows[i].said == NULL || (strstr(err.message, rows[i].said) != NULL &&
                                                    strstr(err.message, "'b'") != NULL));
    }
}

/* What is other in a rerun, or in what it is held to. */
enum other { AT, SHA, NO_SHA, BUILD, PROFILE, WINDOW, SOURCE, HALF, MARKED, NO_BLOCK, NO_TIME };

static void make_other(enum other other, const char *text, struct rg_timings *run, struct rg_condition *label)
{
    switch (other) {
    case AT:
        run->captured_at = text;
        break;
    case SHA:
        run->git_sha = text;
        break;
    case NO_SHA:
        run->git_sha = NULL;
        break;
    case BUILD:
        *label = (struct rg_condition){RG_LABEL_BUILD, text};
        run->labels = label;
        run->label_count = 1;
        break;
    case PROFILE:
        run->profile = text;
        break;
    case WINDOW:
        run->window = text;
        break;
    case SOURCE:
        run->source = "scrape";
        break;
    case HALF:
        run->capture.complete = false;
        break;
    case MARKED:
        run->placeholder = true;
        break;
    case NO_BLOCK:
        run->has_capture = false;
        break;
    case NO_TIME:
        run->captured_at = NULL;
        run->has_capture = text != NULL;
        break;
    }
}

static void test_reruns(void **state)
{
    static const struct {
        const char *row;
        enum other other;
        const char *text;
        const char *said; /* NULL: sound */
    } rows[] = {
        {"a window later", AT, "2026-05-01T12:03:00Z", NULL},
        {"a second less", AT, "2026-05-01T12:02:59Z", "overlap"},
        {"at the same time", AT, "2026-05-01T12:00:00Z", "overlap"},
        {"a second before", AT, "2026-05-01T11:59:59Z", "give: rerun run"},
        {"another commit", SHA, "abd", "build"},
        {"an unknown commit", SHA, "unknown", NULL},
        {"no commit", NO_SHA, NULL, NULL},
        {"a build where the run has none", BUILD, "x", "label 'build'"},
        {"another profile", PROFILE, "quick", "profile"},
        {"no profile", PROFILE, NULL, "profile"},
        {"another window", WINDOW, "2m", "window"},
        {"from another source", SOURCE, NULL, "source"},
        {"incomplete", HALF, NULL, NULL},
        {"a placeholder", MARKED, NULL, NULL},
        {"no block", NO_BLOCK, NULL, NULL},
        {"no time", NO_TIME, "complete", "captured_at"},
        {"no time, and no use", NO_TIME, NULL, NULL},
    };
    static const char *const names[] = {"run", "rerun"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_timings items[] = {taken("2026-05-01T12:00:00Z"), taken("2026-05-01T12:10:00Z")};
        const struct rg_runs runs = {items, names, COUNT_OF(items)};
        struct rg_condition label = {0};
        struct rg_error err = {0};
        make_other(rows[i].other, rows[i].text, &items[1], &label);
        CHECK(rows[i].row, rg_sound_reruns(&runs, &err) == (rows[i].said == NULL));
        CHECK(rows[i].row, rows[i].said == NULL || strstr(err.message, rows[i].said) != NULL);
        CHECK(rows[i].row, rows[i].said == NULL || strstr(err.message, "rerun") != NULL);
    }
}

/* Two reruns that agree with the run, and not with each other: the run does not say what build it is of. */
static void test_reruns_differ(void **state)
{
    struct rg_timings items[] = {taken("2026-05-01T12:00:00Z"), taken("2026-05-01T12:10:00Z"),
                                 taken("2026-05-01T12:20:00Z")};
    static const char *const names[] = {"run", "first", "second"};
    const struct rg_runs runs = {items, names, COUNT_OF(items)};
    struct rg_timings *second = items + 2;
    struct rg_error err = {0};

    (void)state;
    items[0].git_sha = NULL;
    CHECK("the same", rg_sound_reruns(&runs, &err));
    second->git_sha = "abd";
    CHECK("two builds", !rg_sound_reruns(&runs, &err) && strstr(err.message, "'first'") != NULL &&
                            strstr(err.message, "'second'") != NULL);
    second->capture.complete = false;
    CHECK("one of no use", rg_sound_reruns(&runs, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clock), cmocka_unit_test(test_reruns),
                                       cmocka_unit_test(test_reruns_differ)};

    return cmocka_run_group_tests_name("sound", tests, NULL, NULL);
}
