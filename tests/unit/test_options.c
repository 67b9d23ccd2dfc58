/* The option table: parsing, help, and what every command shares around its work. */
#include "check.h"
#include "option_table.h"

#include "cli/capture_options.h"
#include "cli/check_bounds.h"
#include "cli/compare_options.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/tool.h"
#include "rungate/version.h"

#include <stdlib.h>

struct arguments {
    bool quiet;
    const char *name;
    struct rg_path path;
    struct rg_list list;
    struct rg_list files;
    struct rg_span window;
    double ratio;
    long long count;
    struct rg_instant time;
    int format;
    const char *must;
};

static const char *const formats[] = {"text", "json", NULL};

#define OPTION(KIND, member) RG_OPTION(arguments, KIND, member)
static const struct rg_option options[] = {
    {"quiet", OPTION(FLAG, quiet), .help = "say nothing", .letter = 'q'},
    {"name", OPTION(STRING, name), .value_name = "NAME", .help = "a name"},
    {"path", OPTION(PATH, path), .value_name = "FILE", .file = RG_FILE_INPUT, .fallback = "x.json",
     .help = "a file", .letter = 'p'},
    {"label", OPTION(LIST, list), .value_name = "K=V", .help = "a condition"},
    {"files", OPTION(FILES, files), .value_name = "FILE...", .file = RG_FILE_INPUT, .help = "some files"},
    {"window", OPTION(DURATION, window), .value_name = "DUR", .fallback = "3m", .help = "a duration"},
    {"ratio", OPTION(RATIO, ratio), .value_name = "R", .fallback = "0.5", .help = "a share"},
    {"count", OPTION(COUNT, count), .value_name = "N", .fallback = "3", .help = "a count"},
    {"time", OPTION(TIMESTAMP, time), .value_name = "T", .help = "an instant"},
    {"format", OPTION(CHOICE, format), .choices = formats, .fallback = "text", .help = "a format"},
    {"must", OPTION(STRING, must), .value_name = "X", .help = "a thing", .required = true},
};
static const struct rg_command command = {"tool", "do something", options, COUNT_OF(options),
                                          "the end\nof it"};
/* The same without the option that must be there. */
static const struct rg_command optional = {"tool", "do something", options, COUNT_OF(options) - 1, NULL};

enum { ARGS_MAX = 20 };

/* An argument vector as main() has it, from a table's; returns argc. */
static int set_argv(char *ret[ARGS_MAX], const char *const from[])
{
    int argc = 0;

    do
        memcpy(&ret[argc], &from[argc], sizeof ret[argc]);
    while (ret[argc++] != NULL);
    return argc - 1;
}

static void test_defaults(void **state)
{
    char tool[] = "tool";
    char *argv[] = {tool, NULL};
    struct arguments a = {.quiet = false};
    struct rg_error err = {0};

    (void)state;
    assert_int_equal(rg_options_parse(&optional, 1, argv, &a, &err), RG_OPTIONS_RUN);
    assert_false(a.quiet);
    assert_null(a.name);
    assert_string_equal(a.path.path, "x.json");
    assert_false(a.path.named);
    assert_int_equal(a.list.count, 0);
    assert_string_equal(a.window.text, "3m");
    assert_int_equal(a.window.ms, 180000);
    CHECK_SAME("ratio", a.ratio, 0.5);
    assert_int_equal(a.count, 3);
    assert_false(a.time.given);
    assert_int_equal(a.format, 0);
    rg_options_release(&optional, &a);
}

static void test_set(void **state)
{
    static const char *const given[] = {
        "tool",      "-q",       "--name", "-x",       "-p",          "y.json",  "--label=a=1",
        "--label",   "b=2",      "--time", "60",       "--window=1h", "--ratio", "1",
        "--count=0", "--format", "json",   "--must=m", NULL,
    };
    char *argv[ARGS_MAX];
    int argc = set_argv(argv, given);
    struct arguments a = {.quiet = false};
    struct rg_error err = {0};

    (void)state;
    assert_int_equal(rg_options_parse(&command, argc, argv, &a, &err), RG_OPTIONS_RUN);
    assert_true(a.quiet);
    assert_string_equal(a.name, "-x");
    assert_string_equal(a.path.path, "y.json");
    assert_true(a.path.named);
    assert_int_equal(a.list.count, 2);
    assert_string_equal(a.list.items[0], "a=1");
    assert_string_equal(a.list.items[1], "b=2");
    assert_true(a.time.given);
    assert_int_equal(a.time.unix_s, 60);
    assert_int_equal(a.window.ms, 3600000);
    CHECK_SAME("ratio", a.ratio, 1);
    assert_int_equal(a.count, 0);
    assert_int_equal(a.format, 1);
    assert_string_equal(a.must, "m");
    rg_options_release(&command, &a);
    assert_null(a.list.items);
    rg_options_release(&command, &a);
}

static const struct {
    const char *name;
    const char *argv[ARGS_MAX];
    const char *message;
} refusals[] = {
    {"missing", {"tool"}, "'--must' is missing; see 'tool --help'"},
    {"unknown", {"tool", "--zebra"}, "unknown option '--zebra'; see 'tool --help'"},
    {"near", {"tool", "--nmae", "x"}, "unknown option '--nmae'; did you mean '--name'? see 'tool --help'"},
    {"near, with value",
     {"tool", "--widow=3m"},
     "unknown option '--widow'; did you mean '--window'? see 'tool --help'"},
    {"abbreviation",
     {"tool", "--win", "3m"},
     "unknown option '--win'; did you mean '--window'? see 'tool --help'"},
    {"letter", {"tool", "-z"}, "unknown option '-z'; see 'tool --help'"},
    {"letters together", {"tool", "-qq"}, "unknown option '-qq'; see 'tool --help'"},
    {"one dash", {"tool", "-quiet"}, "unknown option '-quiet'; see 'tool --help'"},
    {"dash", {"tool", "-"}, "unknown option '-'; see 'tool --help'"},
    {"two dashes", {"tool", "--"}, "unknown option '--'; see 'tool --help'"},
    {"positional", {"tool", "file"}, "unexpected argument 'file'; see 'tool --help'"},
    {"empty argument", {"tool", ""}, "unexpected argument ''; see 'tool --help'"},
    {"no value", {"tool", "--name"}, "'--name' needs a value; see 'tool --help'"},
    {"no value, letter", {"tool", "-p"}, "'--path' needs a value; see 'tool --help'"},
    {"empty value", {"tool", "--name", ""}, "'--name ''': expected a value; see 'tool --help'"},
    {"empty value, =", {"tool", "--name="}, "'--name ''': expected a value; see 'tool --help'"},
    {"twice", {"tool", "--name", "a", "--name", "a"}, "'--name' is given twice; see 'tool --help'"},
    {"flag twice", {"tool", "-q", "--quiet"}, "'--quiet' is given twice; see 'tool --help'"},
    {"flag with value", {"tool", "--quiet=no"}, "'--quiet' takes no value; see 'tool --help'"},
    {"duration",
     {"tool", "--window", "5"},
     "'--window 5': expected a duration such as 30s, 3m or 1h30m; see 'tool --help'"},
    {"ratio 0",
     {"tool", "--ratio", "0"},
     "'--ratio 0': expected a number above 0 and at most 1; see 'tool --help'"},
    {"ratio above 1",
     {"tool", "--ratio", "1.0001"},
     "'--ratio 1.0001': expected a number above 0 and at most 1; see 'tool --help'"},
    {"ratio nan",
     {"tool", "--ratio", "nan"},
     "'--ratio nan': expected a number above 0 and at most 1; see 'tool --help'"},
    {"count",
     {"tool", "--count", "1001"},
     "'--count 1001': expected a whole number from 0 to 1000; see 'tool --help'"},
    {"negative count",
     {"tool", "--count", "-1"},
     "'--count -1': expected a whole number from 0 to 1000; see 'tool --help'"},
    {"time",
     {"tool", "--time", "noon"},
     "'--time noon': expected a time such as 2026-04-24T17:30:00Z, or seconds since 1970; see 'tool "
     "--help'"},
    {"time after 9999",
     {"tool", "--time", "253402300800"},
     "'--time 253402300800': expected a time such as 2026-04-24T17:30:00Z, or seconds since 1970; see "
     "'tool "
     "--help'"},
    {"choice", {"tool", "--format", "xml"}, "'--format xml': expected text or json; see 'tool --help'"},
    {"choice of another case",
     {"tool", "--format", "JSON"},
     "'--format JSON': expected text or json; see 'tool --help'"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        struct arguments a = {.quiet = false};
        struct rg_error err = {0};
        char *argv[ARGS_MAX];
        int argc = set_argv(argv, refusals[i].argv);
        CHECK_INT(refusals[i].name, rg_options_parse(&command, argc, argv, &a, &err), RG_OPTIONS_ERROR);
        CHECK_TEXT(refusals[i].name, err.message, refusals[i].message);
        CHECK_INT(refusals[i].name, err.code, RG_ERROR_USAGE);
        rg_options_release(&command, &a);
    }
}

/* The first word after an option is its value; further words of a list end at an option. */
static void test_values(void **state)
{
    static const struct {
        const char *name;
        const char *argv[ARGS_MAX];
        enum rg_options_result result;
        const char *path;
        size_t files; /* how many, and the last of them */
        const char *last;
    } rows[] = {
        {"help as a value", {"tool", "--path", "--help"}, RG_OPTIONS_RUN, "--help", 0, NULL},
        {"-h as a value", {"tool", "-p", "-h"}, RG_OPTIONS_RUN, "-h", 0, NULL},
        {"version as a value", {"tool", "--path", "--version"}, RG_OPTIONS_RUN, "--version", 0, NULL},
        {"an option as a value", {"tool", "--path", "--quiet"}, RG_OPTIONS_RUN, "--quiet", 0, NULL},
        {"help after a value", {"tool", "--path", "a", "--help"}, RG_OPTIONS_HELP, "a", 0, NULL},
        {"help after =", {"tool", "--path=a", "-h"}, RG_OPTIONS_HELP, "a", 0, NULL},
        {"version after a flag", {"tool", "-q", "--version"}, RG_OPTIONS_VERSION, "x.json", 0, NULL},
        {"help before a fault", {"tool", "--help", "--zebra"}, RG_OPTIONS_HELP, "x.json", 0, NULL},
        {"help after a fault", {"tool", "--zebra", "--help"}, RG_OPTIONS_ERROR, "x.json", 0, NULL},
        {"one file", {"tool", "--files", "a"}, RG_OPTIONS_RUN, "x.json", 1, "a"},
        {"several files", {"tool", "--files", "a", "b", "c"}, RG_OPTIONS_RUN, "x.json", 3, "c"},
        {"several times",
         {"tool", "--files", "a", "b", "--files", "c", "--files=d", "e"},
         RG_OPTIONS_RUN,
         "x.json",
         5,
         "e"},
        {"files up to an option", {"tool", "--files", "a", "-p", "b"}, RG_OPTIONS_RUN, "b", 1, "a"},
        {"files up to help", {"tool", "--files", "a", "-h"}, RG_OPTIONS_HELP, "x.json", 1, "a"},
        {"a first file like an option", {"tool", "--files", "-h", "b"}, RG_OPTIONS_RUN, "x.json", 2, "b"},
        {"a dash is a file", {"tool", "--files", "a", "-", "b"}, RG_OPTIONS_RUN, "x.json", 3, "b"},
        {"a list takes one", {"tool", "--label", "a=1", "b=2"}, RG_OPTIONS_ERROR, "x.json", 0, NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct arguments a = {.quiet = false};
        struct rg_error err = {0};
        char *argv[ARGS_MAX];
        int argc = set_argv(argv, rows[i].argv);
        CHECK_INT(rows[i].name, rg_options_parse(&optional, argc, argv, &a, &err), rows[i].result);
        CHECK_TEXT(rows[i].name, a.path.path, rows[i].path);
        CHECK_INT(rows[i].name, a.files.count, rows[i].files);
        if (rows[i].last != NULL)
            CHECK_TEXT(rows[i].name, a.files.items[a.files.count - 1], rows[i].last);
        rg_options_release(&optional, &a);
    }
}

static void test_help(void **state)
{
    static const char expected[] =
        "usage: tool [options]\n"
        "\n"
        "do something\n"
        "\n"
        "options:\n"
        "  -q, --quiet                 say nothing\n"
        "  --name NAME                 a name\n"
        "  -p, --path FILE             a file (default: x.json)\n"
        "  --label K=V                 a condition (may be given several times)\n"
        "  --files FILE...             some files (may be given several times)\n"
        "  --window DUR                a duration (default: 3m)\n"
        "  --ratio R                   a share (default: 0.5)\n"
        "  --count N                   a count (default: 3)\n"
        "  --time T                    an instant\n"
        "  --format text|json          a format (default: text)\n"
        "  --must X                    a thing (required)\n"
        "  -h, --help                  print this and exit\n"
        "  --version                   print the version and exit\n"
        "\n"
        "exit status:\n"
        "  0                           pass: judged and good\n"
        "  1                           the gate says no\n"
        "  2                           cannot judge: bad usage, bad or missing input, a "
        "server, disk or\n"
        "                              memory failure\n"
        "\n"
        "the end\n"
        "of it\n";
    struct rg_buffer out;

    (void)state;
    rg_buffer_init(&out, RG_OUTPUT_MAX);
    rg_options_help(&command, &out);
    CHECK_TEXT("help", rg_buffer_text(&out), expected);
    rg_buffer_release(&out);
}

/* No line is wider than 100, no space stands at the end of one, and no word is lost. */
static void test_help_wraps(void **state)
{
    char help[600] = "";
    struct rg_buffer out;

    (void)state;
    for (size_t width = 1; width < 110; width++) {
        size_t at = 0;
        size_t words = 0;
        for (; at + width + 2 < sizeof help; words++) {
            for (size_t j = 0; j < width; j++)
                help[at++] = 'x';
            help[at++] = ' ';
        }
        help[at - 1] = '\0';
        struct rg_option one = {.name = "an-option-with-a-long-name-indeed",
                                .kind = RG_OPTION_STRING,
                                .value_name = "V",
                                .help = help};
        struct rg_command wide = {"tool", help, &one, 1, help};
        char row[16];
        size_t found = 0;
        (void)snprintf(row, sizeof row, "width %zu", width);
        rg_buffer_init(&out, RG_OUTPUT_MAX);
        rg_options_help(&wide, &out);
        for (const char *line = rg_buffer_text(&out); *line != '\0'; line += strcspn(line, "\n") + 1) {
            size_t length = strcspn(line, "\n");
            CHECK(row, length <= 100 || strcspn(line + 30, " \n") + 30 >= length || width > 70);
            CHECK(row, length == 0 || line[length - 1] != ' ');
        }
        for (const char *p = rg_buffer_text(&out); (p = strchr(p, 'x')) != NULL; p += strspn(p, "x"))
            found += strspn(p, "x") == width;
        CHECK(row, found >= 3 * words);
        rg_buffer_release(&out);
    }
}

static void test_table_check(void **state)
{
    static const struct rg_command *const commands[] = {&rg_capture_command, &rg_compare_command,
                                                        &rg_check_bounds_command};
#define ROW(name, KIND, value, help) name, RG_OPTION_##KIND, 0, value, NULL, help
    static const struct {
        struct rg_option option;
        const char *fault;
    } rows[] = {
        {{ROW("a", STRING, "V", "x"), .required = true}, NULL},
        {{ROW("a", STRING, "V", ""), .choices = NULL}, "--a: no name or no help"},
        {{ROW(NULL, STRING, "V", "x"), .choices = NULL}, "--?: no name or no help"},
        {{ROW("a", FLAG, "V", "x"), .choices = NULL}, "--a: a flag with a value, or the reverse"},
        {{ROW("a", STRING, NULL, "x"), .choices = NULL}, "--a: a flag with a value, or the reverse"},
        {{ROW("a", STRING, "V", "x"), .choices = formats}, "--a: choices without a choice, or the reverse"},
        {{ROW("a", CHOICE, "V", "x"), .choices = NULL}, "--a: choices without a choice, or the reverse"},
        {{.name = "a",
          .kind = RG_OPTION_STRING,
          .value_name = "V",
          .help = "x",
          .fallback = "d",
          .required = true},
         "--a: required, with a default"},
        {{ROW("a", STRING, "V", "x."), .choices = NULL}, "--a: help ends in a full stop"},
        {{ROW("a", STRING, "V", "x"), .file = RG_FILE_INPUT}, NULL},
        {{ROW("a", COUNT, "V", "x"), .file = RG_FILE_INPUT}, "--a: a file whose value is no path"},
        {{ROW("a", STRING, "FILE", "x"), .choices = NULL}, "--a: a file, and not what happens to it"},
        {{ROW("a", STRING, "V", "x"), .file = RG_FILE_OUTPUT, .may_replace = "input"}, NULL},
        {{ROW("a", STRING, "V", "x"), .file = RG_FILE_OUTPUT, .may_replace_default = "input"}, NULL},
        {{ROW("a", STRING, "V", "x"), .file = RG_FILE_OUTPUT, .may_replace = "first"},
         "--a: may replace what is no input, or is no output itself"},
        {{ROW("a", STRING, "V", "x"), .file = RG_FILE_OUTPUT, .may_replace_default = "zebra"},
         "--a: may replace what is no input, or is no output itself"},
        {{ROW("a", STRING, "V", "x"), .file = RG_FILE_INPUT, .may_replace = "input"},
         "--a: may replace what is no input, or is no output itself"},
        {{ROW("first", STRING, "V", "x"), .choices = NULL}, "--first: two options of one name"},
        {{ROW("a", STRING, "V", "x"), .letter = 'f'}, "--a: two options of one name"},
    };
#undef ROW
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_option three[] = {
            {.name = "first", .kind = RG_OPTION_FLAG, .help = "x", .letter = 'f'},
            {.name = "input",
             .kind = RG_OPTION_PATH,
             .value_name = "FILE",
             .file = RG_FILE_INPUT,
             .help = "x"},
            rows[i].option,
        };
        struct rg_command made = {"tool", "x", three, COUNT_OF(three), NULL};
        CHECK_TEXT(rows[i].fault == NULL ? "good" : rows[i].fault, table_fault(&made), rows[i].fault);
    }
    CHECK_TEXT("table", table_fault(&command), NULL);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        CHECK_TEXT(commands[i]->name, table_fault(commands[i]), NULL);
}

/* Run the beginning of a command on `argv`, with its streams in memory. */
static bool begin(const char *const given[], int *ret_exit, char **ret_out, char **ret_err)
{
    size_t out_size;
    size_t err_size;
    char *argv[ARGS_MAX];
    struct arguments a = {.quiet = false};
    struct rg_tool tool = {.command = &command,
                           .out = open_memstream(ret_out, &out_size),
                           .err = open_memstream(ret_err, &err_size)};

    assert_non_null(tool.out);
    assert_non_null(tool.err);
    int argc = set_argv(argv, given);
    bool go_on = rg_tool_begin(&tool, argc, argv, &a, ret_exit);
    rg_options_release(&command, &a);
    assert_int_equal(fclose(tool.out), 0);
    assert_int_equal(fclose(tool.err), 0);
    return go_on;
}

static void test_tool(void **state)
{
    static const struct {
        const char *name;
        const char *argv[ARGS_MAX];
        int exit; /* -1: it goes on */
        const char *out;
        const char *err;
    } rows[] = {
        {"run", {"tool", "--must", "x"}, -1, "", ""},
        {"version", {"tool", "--version"}, RG_EXIT_PASS, "tool (rungate) " RG_VERSION "\n", ""},
        {"version first",
         {"tool", "--version", "--zebra"},
         RG_EXIT_PASS,
         "tool (rungate) " RG_VERSION "\n",
         ""},
        {"usage",
         {"tool", "--bad\x1b[31m\n"},
         RG_EXIT_CANNOT_JUDGE,
         "",
         "tool: unknown option '--bad\\x1b[31m\\n'; see 'tool --help'\n"},
        {"help", {"tool", "-q", "--help"}, RG_EXIT_PASS, NULL, ""},
        {"help, letter", {"tool", "-h"}, RG_EXIT_PASS, NULL, ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char *out = NULL;
        char *err = NULL;
        int status = -1;
        CHECK_INT(rows[i].name, begin(rows[i].argv, &status, &out, &err), rows[i].exit == -1);
        CHECK_INT(rows[i].name, status, rows[i].exit);
        CHECK_TEXT(rows[i].name, err, rows[i].err);
        if (rows[i].out != NULL)
            CHECK_TEXT(rows[i].name, out, rows[i].out);
        else
            CHECK(rows[i].name, strncmp(out, "usage: tool [options]\n", 22) == 0);
        free(out);
        free(err);
    }
}

/* A full disk is an error, also for --help. */
static void test_full_output(void **state)
{
    struct rg_tool tool = {.command = &command, .out = fopen("/dev/full", "w"), .err = tmpfile()};
    struct rg_error err = {0};
    struct rg_buffer text;
    struct arguments a = {.quiet = false};
    static const char *const help[] = {"tool", "--help", NULL};
    char *argv[ARGS_MAX];
    int status = -1;

    (void)state;
    assert_non_null(tool.out);
    assert_non_null(tool.err);
    rg_buffer_init(&text, 3);
    rg_buffer_puts(&text, "abc");
    assert_false(rg_tool_print(&tool, &text, &err));
    assert_string_equal(err.message, "cannot write the standard output: No space left on device");
    assert_int_equal(err.code, RG_ERROR_OUTPUT);
    rg_buffer_puts(&text, "d");
    assert_false(rg_tool_print(&tool, &text, &err));
    assert_int_equal(err.code, RG_ERROR_LIMIT);
    rg_buffer_release(&text);
    assert_false(rg_tool_begin(&tool, set_argv(argv, help), argv, &a, &status));
    assert_int_equal(status, RG_EXIT_CANNOT_JUDGE);
    rg_options_release(&command, &a);
    (void)fclose(tool.out);
    assert_int_equal(fclose(tool.err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),    cmocka_unit_test(test_set),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_values),      cmocka_unit_test(test_help), cmocka_unit_test(test_help_wraps),
        cmocka_unit_test(test_table_check), cmocka_unit_test(test_tool), cmocka_unit_test(test_full_output),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
