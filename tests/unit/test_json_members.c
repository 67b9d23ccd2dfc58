/* Objects into structs by tables of fields, and arrays of records. */
#include "check.h"

#include "rungate/format/json_members.h"

struct limit {
    double value;
    const char *unit;
};

struct thing {
    const char *name;
    const char *text;
    double number;
    bool flag;
    struct limit limit;
    const struct rg_json *later;
};

static bool read_limit(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    struct limit *limit = to;

    limit->unit = r->ending;
    return rg_read_number(r, value, &limit->value);
}

static const char *const endings[] = {"ms", "s", NULL};

static const struct rg_field fields[] = {
    {"text", rg_read_text, offsetof(struct thing, text), NULL},
    {"number", rg_read_number, offsetof(struct thing, number), NULL},
    {"flag", rg_read_bool, offsetof(struct thing, flag), NULL},
    {"max_", read_limit, offsetof(struct thing, limit), endings},
    {"_later", rg_read_later, offsetof(struct thing, later), NULL},
    {0},
};

static bool read_thing(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    return rg_read_fields(r, value, fields, to);
}

/* A document and what reads it. */
struct reading {
    struct rg_json_doc *doc;
    struct rg_arena arena;
    struct rg_error err;
    struct rg_json_reader reader;
};

static const struct rg_json *begin(struct reading *r, const char *text)
{
    *r = (struct reading){0};
    r->reader = (struct rg_json_reader){.arena = &r->arena, .err = &r->err};
    r->doc = rg_json_parse(text, strlen(text), &r->err);
    CHECK(text, r->doc != NULL);
    return rg_json_root(r->doc);
}

static void end(struct reading *r)
{
    rg_arena_release(&r->arena);
    rg_json_free(r->doc);
}

static void test_fields(void **state)
{
    struct reading r;
    struct thing thing = {0};
    const struct rg_json *root = begin(
        &r, "{\"flag\": true, \"max_s\": 4, \"text\": \"x\", \"_\": 0, \"number\": 2, \"_later\": [1]}");

    (void)state;
    CHECK("read", rg_read_fields(&r.reader, root, fields, &thing));
    CHECK_TEXT("text", thing.text, "x");
    CHECK("flag", thing.flag);
    CHECK_SAME("number", thing.number, 2);
    CHECK_SAME("limit", thing.limit.value, 4);
    CHECK_TEXT("its ending is the table's own", thing.limit.unit, "s");
    CHECK("no copy of it", thing.limit.unit == endings[1]);
    CHECK_INT("later", rg_json_count(thing.later), 1);
    end(&r);
}

static void test_refused(void **state)
{
    static const struct {
        const char *text;
        const char *message;
    } rows[] = {
        {"[]", "line 1, column 1: expected an object, found an array"},
        {"{\"text\": null}", "line 1, column 2: text: expected a string, found null"},
        {"{\"number\": \"1\"}", "line 1, column 2: number: expected a number, found a string"},
        {"{\"flag\": 1}", "line 1, column 2: flag: expected a boolean, found a number"},
        {"{\"max_ms\": null}", "line 1, column 2: max_ms: expected a number, found null"},
        {"{\"texts\": 1}", "line 1, column 2: texts: unknown member; did you mean 'text'?"},
        {"{\"max_m\": 1}", "line 1, column 2: max_m: unknown member; did you mean 'max_ms'?"},
        {"{\"max_\": 1}", "line 1, column 2: max_: unknown member; did you mean 'max_s'?"},
        {"{\"max_sms\": 1}", "line 1, column 2: max_sms: unknown member; did you mean 'max_ms'?"},
        {"{\"zzzzzzzzzzzzz\": 2}", "line 1, column 2: zzzzzzzzzzzzz: unknown member"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct reading r;
        struct thing thing = {0};
        CHECK(rows[i].text, !rg_read_fields(&r.reader, begin(&r, rows[i].text), fields, &thing));
        CHECK_TEXT(rows[i].text, r.err.message, rows[i].message);
        CHECK_INT(rows[i].text, r.err.code, RG_ERROR_FORMAT);
        end(&r);
    }
}

static void test_known_fields(void **state)
{
    struct reading r;
    struct thing thing = {0};

    (void)state;
    CHECK("unknown members are left alone",
          rg_read_known_fields(&r.reader, begin(&r, "{\"texts\": 1, \"text\": \"x\"}"), fields, &thing));
    CHECK_TEXT("text", thing.text, "x");
    end(&r);
    thing.text = "kept";
    CHECK("null is left alone",
          rg_read_name_or_null(&r.reader, begin(&r, "null"), &thing.text) && thing.text[0] == 'k');
    end(&r);
}

static void test_records(void **state)
{
    static const char text[] = "{\"b\": {\"number\": 1}, \"_x\": 0, \"a\": {\"number\": 2}}";
    struct reading r;
    size_t count = 9;
    const struct thing *things =
        rg_read_records(&r.reader, begin(&r, text), sizeof *things, read_thing, &count);

    (void)state;
    CHECK("read", things != NULL);
    CHECK_INT("without the comment", count, 2);
    CHECK("sorted", strcmp(things[0].name, "a") == 0 && things[0].number == 2);
    CHECK("sorted", strcmp(things[1].name, "b") == 0 && things[1].number == 1);
    end(&r);

    CHECK("no members are no error",
          rg_read_records(&r.reader, begin(&r, "{}"), sizeof *things, read_thing, &count) != NULL);
    CHECK_INT("none", count, 0);
    end(&r);
    CHECK("a record that cannot be read",
          rg_read_records(&r.reader, begin(&r, "{\"a\": 1}"), sizeof *things, read_thing, &count) == NULL);
    CHECK_TEXT("its place", r.err.message, "line 1, column 2: a: expected an object, found a number");
    end(&r);
    CHECK("no object",
          rg_read_records(&r.reader, begin(&r, "1"), sizeof *things, read_thing, &count) == NULL);
    CHECK_INT("left alone", count, 0);
    end(&r);
}

static void test_nested_records(void **state)
{
    static const char text[] =
        "{\"b\": {\"y\": {}, \"_c\": 1, \"x\": {\"number\": 1}}, \"_a\": {\"x\": 1}, \"a\": {}}";
    struct reading r;
    size_t count = 9;
    const struct thing *things =
        rg_read_nested_records(&r.reader, begin(&r, text), sizeof *things, read_thing, &count);

    (void)state;
    CHECK("read", things != NULL);
    CHECK_INT("comments are left out on both levels", count, 2);
    CHECK("names are joined", strcmp(things[0].name, "b.x") == 0 && things[0].number == 1);
    CHECK("names are joined", strcmp(things[1].name, "b.y") == 0);
    end(&r);
    CHECK("an outer member is offered itself when it is no object",
          rg_read_nested_records(&r.reader, begin(&r, "{\"a\": 1}"), sizeof *things, read_thing, &count) ==
              NULL);
    CHECK_TEXT("its place", r.err.message, "line 1, column 2: a: expected an object, found a number");
    end(&r);
}

/* A fault is an error, or is noted. */
static void test_faults(void **state)
{
    struct rg_faults faults = {0};
    struct reading r;
    const struct rg_json *root = begin(&r, "{\"a\": 1}");

    (void)state;
    CHECK("an error", !rg_fault_or_fail(&r.reader, "k", rg_json_first(root), "bad %d", 5));
    CHECK_TEXT("its message", r.err.message, "line 1, column 2: a: bad 5");
    r.reader.faults = &faults;
    for (int i = 0; i < 20; i++)
        CHECK("noted", rg_fault_or_fail(&r.reader, "k", rg_json_first(root), "bad %d", i));
    CHECK_INT("all of them", faults.count, 20);
    CHECK_TEXT("the last", faults.items[19].message, "bad 19");
    CHECK_TEXT("its key", faults.items[19].key, "k");
    rg_faults_release(&faults);
    CHECK_INT("released", faults.count, 0);
    rg_faults_release(&faults);
    end(&r);
    CHECK("a comment", rg_is_comment("_") && !rg_is_comment("") && !rg_is_comment("a_"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),         cmocka_unit_test(test_refused),
        cmocka_unit_test(test_known_fields),   cmocka_unit_test(test_records),
        cmocka_unit_test(test_nested_records), cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests_name("json_members", tests, NULL, NULL);
}
