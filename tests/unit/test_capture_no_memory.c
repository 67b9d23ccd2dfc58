/*
 * Every allocation of a capture fails once, each in its turn, and then each and all after it: first on the
 * way from answers to the file, then for the command as a whole, against a port where nobody listens.
 *
 * Linked with --wrap, so that malloc and its kin in the project's own code come here; libcurl, initialised
 * here first, is given the same functions.
 */
#include "no_memory.h"
#include "scratch.h"

#include "cli/capture.h"
#include "rungate/measure/discover.h"
#include "rungate/measure/discover_write.h"
#include "rungate/measure/plan.h"
#include "rungate/measure/reading.h"
#include "rungate/model/ladder_vote.h"
#include "rungate/model/timings_write.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#define SURFACE                                                                                              \
    "{\"spans\": {\"_query_template\": \"histogram_quantile({quantile}, sum by (le) (rate(t{c='{name}'}["    \
    "{window}])))\", \"_quantiles\": [0.5, 0.95], \"_unit\": \"ms\", \"names\": [\"a\", \"b\"]}}"
#define ELEMENT(le, value) "{\"metric\":{\"le\":\"" le "\"},\"value\":[1,\"" value "\"]}"
#define ANSWER                                                                                               \
    "{\"status\":\"success\",\"warnings\":[\"w\"],\"data\":{\"resultType\":\"vector\",\"result\":[" ELEMENT( \
        "1", "10") "," ELEMENT("2", "90") "," ELEMENT("+Inf", "100") "]}}"

static bool plan(struct rg_error *err)
{
    struct rg_surface surface = {0};
    struct rg_ladders none = {0};
    struct rg_plan made = {.key_count = 77};

    if (!rg_surface_load("surface.json", &surface, err))
        return false;
    bool ok = rg_plan_make(&surface, &none, "3m", &made, err);
    CHECK("plan", ok ? made.key_count == 4 : made.key_count == 77);
    if (ok)
        rg_plan_release(&made);
    rg_surface_release(&surface);
    return ok;
}

static bool evidence(struct rg_error *err)
{
    struct rg_answer answer = {.count = 77};
    struct rg_evidence made = {.bucket_count = 77};

    if (!rg_answer_parse(ANSWER, sizeof ANSWER - 1, &answer, err)) {
        CHECK("answer", answer.count == 77);
        return false;
    }
    bool ok = rg_evidence_make(&answer, &made, err);
    CHECK("evidence", ok ? made.bucket_count == 3 : made.bucket_count == 77);
    if (ok)
        rg_evidence_release(&made);
    rg_answer_release(&answer);
    return ok;
}

static bool file(struct rg_error *err)
{
    static const double edges[] = {1, 2};
    const struct rg_seen_ladder seen = {"span", "span.a", {.unit = "ms", .edges = edges, .edge_count = 2}};
    struct rg_metric metric = {.key = "span.a.p50", .unit = "ms", .status = RG_STATUS_NO_DATA};
    struct rg_timings timings = {.captured_at = "t", .metrics = &metric, .metric_count = 1};
    struct rg_host host = {.processors = 2, .has_load = true};
    struct rg_buffer out;

    rg_buffer_init(&out, RG_OUTPUT_MAX);
    rg_timings_count(&timings, 0.5);
    bool ok = rg_ladders_vote(&seen, 1, &timings.ladders, err) &&
              rg_timings_write(&timings, &host, &out, err) && rg_ladders_write(&timings.ladders, &out, err);
    rg_buffer_release(&out);
    rg_ladders_release(&timings.ladders);
    return ok;
}

static bool discovery(struct rg_error *err)
{
    static const struct rg_sighting seen[] = {
        {"a_seconds_bucket", {"x", "y"}}, {"a_seconds_bucket", {"z"}}, {"b.c_bucket", {NULL}}};
    struct rg_discovery d = {0};
    struct rg_buffer out;
    bool ok = true;

    rg_buffer_init(&out, RG_OUTPUT_MAX);
    for (size_t i = 0; ok && i < COUNT_OF(seen); i++)
        ok = rg_discovery_see(&d, &seen[i], err);
    ok = ok && rg_discovery_group(&d, err) && rg_discovery_render_trial(&d, &out, err) &&
         rg_discovery_render(&d, "here", &out, err);
    rg_buffer_release(&out);
    rg_discovery_release(&d);
    return ok;
}

static void test_each_allocation(void **state)
{
    static const struct {
        const char *name;
        bool (*run)(struct rg_error *err);
        size_t at_least; /* allocations: that the wrappers are in place */
    } rows[] = {
        {"plan", plan, 12}, {"evidence", evidence, 6}, {"file", file, 8}, {"discovery", discovery, 16}};

    (void)state;
    for (size_t i = 0; i < 2 * COUNT_OF(rows); i++) {
        bool ok = false;
        fail_after = i % 2 == 1;
        for (size_t n = 1; !ok; n++) {
            struct rg_error err = {0};
            allocations = 0;
            fail_at = n;
            ok = rows[i / 2].run(&err);
            fail_at = 0;
            /* Done when there were fewer allocations than that; until then each is noticed. */
            CHECK_INT(rows[i / 2].name, ok, allocations < n);
            CHECK_INT(rows[i / 2].name, err.code, ok ? RG_ERROR_NONE : RG_ERROR_MEMORY);
            CHECK(rows[i / 2].name, !ok || n > rows[i / 2].at_least);
        }
    }
}

/* A port that is taken, by a socket that does not listen: whoever connects is refused. */
static int refusing_port(char url[64])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0) {
        fail_msg("no socket");
        return -1;
    }
    assert_int_equal(bind(fd, (struct sockaddr *)&address, length), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &length), 0);
    (void)snprintf(url, 64, "http://127.0.0.1:%u", (unsigned)ntohs(address.sin_port));
    return fd;
}

/* A capture of another day. */
#define OLD                                                                                                  \
    "{\"capture\": {\"captured\": 1, \"complete\": true, \"declared\": 1}, \"metrics\": "                    \
    "{\"span.a.p95\": {\"unit\": \"ms\", \"value\": 7.5}}, \"schema_version\": 1}"

/* It is whole and not complete, or the file is empty or gone. */
static bool is_cleared(const char *text)
{
    size_t length = strlen(text);

    return length == 0 || (strstr(text, "\"complete\": false") != NULL && text[length - 2] == '}');
}

/* Status 2, a message, and a file that is the old one, cleared, or a whole new one. */
static void run_command(char *url, size_t n)
{
    char arguments[][24] = {"capture",
                            "--metrics",
                            "surface.json",
                            "--retries",
                            "0",
                            "--git-sha",
                            "x",
                            "--label",
                            "a=b",
                            "--header",
                            "X-A: b",
                            "--output",
                            "t.json",
                            "--header-file",
                            "h",
                            "--basic-auth-file",
                            "b",
                            "--prometheus"};
    char *argv[COUNT_OF(arguments) + 1];
    FILE *out = tmpfile();
    FILE *err = tmpfile();
    char text[2048] = {0};

    assert_non_null(out);
    assert_non_null(err);
    for (size_t i = 0; i < COUNT_OF(arguments); i++)
        argv[i] = arguments[i];
    argv[COUNT_OF(arguments)] = url;
    scratch_puts("t.json", OLD);
    allocations = 0;
    fail_at = n;
    int status = rg_capture_run((int)COUNT_OF(arguments) + 1, argv, out, err);
    fail_at = 0;
    CHECK_INT("command", status, 2);
    CHECK("a message", ftell(err) > 0);
    FILE *written = fopen("t.json", "r");
    bool is_there = written != NULL;
    if (is_there) {
        assert_true(fread(text, 1, sizeof text - 1, written) < sizeof text - 1);
        assert_int_equal(fclose(written), 0);
    }
    CHECK("old, cleared or whole", strcmp(text, OLD) == 0 || is_cleared(text));
    assert_int_equal(fclose(out), 0);
    assert_int_equal(fclose(err), 0);
    CHECK_INT("no temporary file", scratch_count(), is_there ? 4 : 3);
}

static void test_the_command(void **state)
{
    char url[64];
    int fd = refusing_port(url);

    (void)state;
    for (int mode = 0; mode < 2; mode++) {
        fail_after = mode == 1;
        allocations = 0;
        for (size_t n = 1; n == 1 || allocations >= n - 1; n++)
            run_command(url, n);
        print_message("%zu allocations, %s\n", allocations, fail_after ? "and from there on" : "once");
        CHECK("the wrappers are in place, libcurl's too", allocations > 200);
    }
    assert_int_equal(close(fd), 0);
}

static int enter(void **state)
{
    if (scratch_enter(state) != 0)
        return -1;
    scratch_puts("surface.json", SURFACE);
    scratch_puts("h", "Cookie: a=first; b=second\nProxy-Authorization: Basic dXNlcjpwYXNzd29yZA==\n");
    scratch_puts("b", "user:password\n");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation),
        cmocka_unit_test(test_the_command),
    };
    /* The first initialisation counts: that of the client adds nothing to it. */
    if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, free, realloc, strdup, calloc) != CURLE_OK)
        return 1;
    int failed = cmocka_run_group_tests_name("capture_no_memory", tests, enter, scratch_leave);
    curl_global_cleanup();
    return failed;
}
