#include "rungate/measure/answer.h"

#include "measure/matrix.h"
#include "rungate/base/number.h"
#include "rungate/format/json.h"
#include "rungate/format/json_walk.h"
#include "rungate/measure/query.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXPLAIN_MAX = 200 };

/* Annotations of Prometheus, in warnings and infos. Those that only native histograms cause are errors. */
static const struct rg_note notes[] = {
    {"mix of classic and native", RG_STATUS_ERROR, "there are native histograms beside classic buckets"},
    {"mix of histograms and floats", RG_STATUS_ERROR, "there are native histograms beside plain numbers"},
    {"ignored histogram", RG_STATUS_ERROR, "the server left native histograms out"},
    {"mismatched custom buckets were reconciled", RG_STATUS_LADDER_MISMATCH,
     "the server had to reconcile histograms with different edges"},
    {"bucket label \"le\" is missing", RG_STATUS_BAD_HISTOGRAM,
     "a bucket has no 'le' that is a number; keep it with 'sum by (le)'"},
    {"needed to be fixed for monotonicity", RG_STATUS_BAD_HISTOGRAM,
     "the server had to raise counts that fall"},
    {"has NaN observations", RG_STATUS_BAD_HISTOGRAM, "some observations are NaN"},
    {"conflicting counter resets", RG_STATUS_BAD_HISTOGRAM,
     "the server added histograms of which some were reset and some were not"},
};

/* A response while it is read. */
struct reader {
    struct rg_answer *answer;
    struct rg_error *err;
    enum rg_wanted wanted; /* of series `result` is read elsewhere, and is empty here */
    const struct rg_json *first[RG_ELEMENT_MARKED + 1]; /* the labels of the first element of each kind */
};

/* A member that must be there, of that type. */
static const struct rg_json *member(const struct rg_json *object, const char *name, enum rg_json_type type,
                                    struct rg_error *err)
{
    const struct rg_json *value = rg_json_member(object, name);

    if (value == NULL) {
        (void)rg_json_fail(object, err, "missing '%s'", name);
        return NULL;
    }
    return rg_json_expect(value, type, err) ? value : NULL;
}

static void take_time(struct reader *r, double time_s)
{
    if (!r->answer->has_time)
        r->answer->time_s = time_s;
    else if (r->answer->time_s != time_s)
        r->answer->mixed_times = true;
    r->answer->has_time = true;
}

/* [ time, "number" ] */
static bool read_sample(struct reader *r, const struct rg_json *pair, double *ret)
{
    struct rg_error *err = r->err;

    if (!rg_json_expect(pair, RG_JSON_ARRAY, err))
        return false;
    const struct rg_json *time = rg_json_first(pair);
    const struct rg_json *value = time == NULL ? NULL : rg_json_next(time);
    if (value == NULL || rg_json_next(value) != NULL)
        return rg_json_fail(pair, err, "expected a time and a value");
    if (!rg_json_expect(time, RG_JSON_NUMBER, err) || !rg_json_expect(value, RG_JSON_STRING, err))
        return false;
    take_time(r, rg_json_number(time));
    return rg_number_parse_prometheus(rg_json_string(value), ret) ||
           rg_json_fail(value, err, "expected a number, found '%s'", rg_json_string(value));
}

static bool is_le_or_witness(const char *name)
{
    return strcmp(name, "le") == 0 || strcmp(name, RG_WITNESS_LABEL) == 0;
}

/* Every label of `a`, but for `le` and the witness, has the same value in `b`. */
static bool labels_in(const struct rg_json *a, const struct rg_json *b)
{
    for (const struct rg_json *m = rg_json_first(a); m != NULL; m = rg_json_next(m)) {
        const struct rg_json *other = rg_json_member(b, rg_json_name(m));
        if (!is_le_or_witness(rg_json_name(m)) &&
            (other == NULL || strcmp(rg_json_string(m), rg_json_string(other)) != 0))
            return false;
    }
    return true;
}

static bool read_labels(struct reader *r, const struct rg_json *labels, struct rg_element *element)
{
    const char *witness = "";
    long long mark = 0;

    if (rg_json_count(labels) > RG_SERIES_LABELS_MAX)
        return rg_json_fail(labels, r->err, "a series of more than %d labels", RG_SERIES_LABELS_MAX);
    for (const struct rg_json *m = rg_json_first(labels); m != NULL; m = rg_json_next(m)) {
        if (!rg_json_expect(m, RG_JSON_STRING, r->err))
            return false;
        if (strcmp(rg_json_name(m), RG_WITNESS_LABEL) == 0)
            witness = rg_json_string(m);
        else if (strcmp(rg_json_name(m), "le") == 0)
            element->has_le =
                rg_number_parse_prometheus(rg_json_string(m), &element->le) && !isnan(element->le);
    }
    if (strcmp(witness, RG_WITNESS_SERIES) == 0)
        element->kind = RG_ELEMENT_SERIES;
    else if (strcmp(witness, RG_WITNESS_SAMPLES) == 0)
        element->kind = RG_ELEMENT_SAMPLES;
    else if (rg_integer_parse(witness, 0, INT_MAX, &mark))
        element->kind = RG_ELEMENT_MARKED;
    element->mark = (int)mark;

    const struct rg_json **first = &r->first[element->kind];
    if (*first == NULL)
        *first = labels;
    else if (!labels_in(labels, *first) || !labels_in(*first, labels))
        r->answer->mixed_labels = true;
    return true;
}

static bool read_element(struct reader *r, const struct rg_json *object, struct rg_element *element)
{
    if (!rg_json_expect(object, RG_JSON_OBJECT, r->err))
        return false;
    const struct rg_json *labels = member(object, "metric", RG_JSON_OBJECT, r->err);
    if (labels == NULL || !read_labels(r, labels, element))
        return false;
    const struct rg_json *sample = rg_json_member(object, "value");
    element->is_native = sample == NULL && rg_json_member(object, "histogram") != NULL;
    if (element->is_native) {
        r->answer->is_native = true;
        return true;
    }
    if (sample == NULL)
        return rg_json_fail(object, r->err, "missing 'value'");
    return read_sample(r, sample, &element->value);
}

static bool read_result(struct reader *r, const struct rg_json *data)
{
    const struct rg_json *type = member(data, "resultType", RG_JSON_STRING, r->err);
    const struct rg_json *result = type == NULL ? NULL : member(data, "result", RG_JSON_ARRAY, r->err);

    if (result == NULL)
        return false;
    if (r->wanted != RG_WANT_NUMBERS) {
        const char *expected = r->wanted == RG_WANT_SAMPLES ? "matrix" : "vector";
        return strcmp(rg_json_string(type), expected) == 0 ||
               rg_json_fail(type, r->err, "expected a %s, found a '%s'", expected, rg_json_string(type));
    }
    bool is_scalar = strcmp(rg_json_string(type), "scalar") == 0;
    if (!is_scalar && strcmp(rg_json_string(type), "vector") != 0)
        return rg_json_fail(type, r->err, "expected a vector or a scalar, found a '%s'",
                            rg_json_string(type));
    size_t count = is_scalar ? 1 : rg_json_count(result);
    r->answer->elements = calloc(count + 1, sizeof *r->answer->elements);
    if (r->answer->elements == NULL)
        return rg_error_memory(r->err);
    r->answer->count = count;
    if (is_scalar)
        return read_sample(r, result, &r->answer->elements[0].value);
    struct rg_element *element = r->answer->elements;
    for (const struct rg_json *e = rg_json_first(result); e != NULL; e = rg_json_next(e)) {
        if (!read_element(r, e, element++))
            return false;
    }
    return true;
}

static bool set_warning(struct reader *r, const char *text)
{
    if (r->answer->warning == NULL)
        r->answer->warning = strdup(text);
    return r->answer->warning != NULL || rg_error_memory(r->err);
}

/* Keep the note whose status comes first. False: the text is none of them. */
static bool take_note(struct rg_answer *answer, const char *text)
{
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        if (strstr(text, notes[i].text) == NULL)
            continue;
        if (answer->note == NULL || notes[i].status < answer->note->status)
            answer->note = &notes[i];
        return true;
    }
    return false;
}

/*
 * An info, also among the warnings, where Prometheus before 2.54 and Thanos put it; or how many infos were
 * left out. "3 more annotations omitted" does not say of which level: that is a warning.
 */
static bool is_info(const char *text)
{
    static const char level[] = "PromQL info";
    size_t digits = strspn(text, "0123456789");

    return strncmp(text, level, sizeof level - 1) == 0 ||
           (digits > 0 && strcmp(text + digits, " more info annotations omitted") == 0);
}

/* `warnings` and `infos`: arrays of strings, each optional. */
static bool read_notices(struct reader *r, const struct rg_json *root, const char *name, bool are_warnings)
{
    const struct rg_json *list = rg_json_member(root, name);

    if (list == NULL || rg_json_type(list) == RG_JSON_NULL)
        return true;
    if (!rg_json_expect(list, RG_JSON_ARRAY, r->err))
        return false;
    for (const struct rg_json *v = rg_json_first(list); v != NULL; v = rg_json_next(v)) {
        if (!rg_json_expect(v, RG_JSON_STRING, r->err))
            return false;
        const char *text = rg_json_string(v);
        if (!take_note(r->answer, text) && are_warnings && !is_info(text) && !set_warning(r, text))
            return false;
    }
    return true;
}

static bool read_partial(struct reader *r, const struct rg_json *root)
{
    const struct rg_json *partial = rg_json_member(root, "isPartial");

    if (partial == NULL)
        return true;
    if (!rg_json_expect(partial, RG_JSON_BOOL, r->err))
        return false;
    return !rg_json_bool(partial) || set_warning(r, "the server says that the result is partial");
}

static bool read_root(struct reader *r, const struct rg_json *root)
{
    struct rg_buffer said;

    if (!rg_json_expect(root, RG_JSON_OBJECT, r->err))
        return false;
    const struct rg_json *status = member(root, "status", RG_JSON_STRING, r->err);
    if (status == NULL)
        return false;
    if (strcmp(rg_json_string(status), "error") == 0) {
        const struct rg_json *error = member(root, "error", RG_JSON_STRING, r->err);
        const struct rg_json *type = rg_json_member(root, "errorType");
        if (error == NULL)
            return false;
        rg_buffer_init(&said, RG_TEXT_MAX);
        if (type != NULL && rg_json_type(type) == RG_JSON_STRING)
            rg_buffer_printf(&said, "%s: ", rg_json_string(type));
        rg_buffer_puts(&said, rg_json_string(error));
        if (rg_buffer_check(&said, r->err))
            (void)rg_error_set(r->err, RG_ERROR_SERVER, "%s", rg_buffer_text(&said));
        rg_buffer_release(&said);
        return false;
    }
    if (strcmp(rg_json_string(status), "success") != 0)
        return rg_json_fail(status, r->err, "expected 'success' or 'error'");
    const struct rg_json *data = member(root, "data", RG_JSON_OBJECT, r->err);
    return data != NULL && read_result(r, data) && read_notices(r, root, "warnings", true) &&
           read_notices(r, root, "infos", false) && read_partial(r, root);
}

bool rg_answer_parse(const char *text, size_t length, struct rg_answer *ret, struct rg_error *err)
{
    struct rg_answer answer = {0};
    struct reader r = {.answer = &answer, .err = err};
    struct rg_json_doc *doc = rg_json_parse(text, length, err);

    if (doc == NULL)
        return false;
    bool ok = read_root(&r, rg_json_root(doc));
    rg_json_free(doc);
    if (!ok) {
        rg_answer_release(&answer);
        return false;
    }
    *ret = answer;
    return true;
}

/* Go to data.result. False: there is none, and what there is instead is for the reader of the tree. */
static bool find_result(struct rg_json_walk *w, struct rg_buffer *name)
{
    static const char *const path[] = {"data", "result"};

    for (size_t level = 0; level < 2; level++) {
        bool found = false;
        if (rg_json_walk_type(w) != RG_JSON_OBJECT || !rg_json_walk_enter(w, RG_JSON_OBJECT))
            return false;
        while (!found && rg_json_walk_next(w)) {
            if (!rg_json_walk_name(w, name))
                return false;
            found = strcmp(rg_buffer_text(name), path[level]) == 0;
            if (!found)
                rg_json_walk_skip(w);
        }
        if (!found)
            return false;
    }
    return rg_json_walk_type(w) == RG_JSON_ARRAY;
}

/* Read the series, and the rest as of any answer, with an empty `result`. */
static bool read_series(struct reader *r, const char *text, size_t length)
{
    struct rg_json_walk walk;
    struct rg_buffer rest;

    if (!rg_json_walk_begin(&walk, text, length, r->err))
        return false;
    rg_buffer_init(&rest, RG_TEXT_MAX);
    bool has_result = find_result(&walk, &rest);
    const char *start = walk.at;
    bool ok = r->err->code == RG_ERROR_NONE && (!has_result || rg_matrix_read(&walk, r->answer->series));
    for (size_t i = 0; ok && i < r->answer->series->count; i++)
        r->answer->is_native = r->answer->is_native || r->answer->series->series[i].is_native;
    rg_buffer_clear(&rest);
    if (has_result) {
        rg_buffer_add(&rest, text, (size_t)(start - text));
        rg_buffer_puts(&rest, "[]");
        rg_buffer_add(&rest, walk.at, length - (size_t)(walk.at - text));
    } else {
        rg_buffer_add(&rest, text, length);
    }
    ok = ok && rg_buffer_check(&rest, r->err);
    struct rg_json_doc *doc = ok ? rg_json_parse(rest.data, rest.length, r->err) : NULL;
    ok = doc != NULL && read_root(r, rg_json_root(doc));
    rg_json_free(doc);
    rg_buffer_release(&rest);
    return ok;
}

bool rg_answer_parse_series(const char *text, size_t length, enum rg_wanted wanted, struct rg_answer *ret,
                            struct rg_error *err)
{
    struct rg_answer answer = {.series = calloc(1, sizeof *answer.series)};
    struct rg_error fault = {0};
    struct reader r = {.answer = &answer, .err = &fault, .wanted = wanted};

    if (answer.series == NULL)
        return rg_error_memory(err);
    if (!read_series(&r, text, length)) {
        *err = fault;
        rg_answer_release(&answer);
        return false;
    }
    *ret = answer;
    return true;
}

void rg_answer_release(struct rg_answer *answer)
{
    if (answer->series != NULL)
        rg_matrix_release(answer->series);
    free(answer->series);
    free(answer->failure);
    free(answer->warning);
    free(answer->elements);
    *answer = (struct rg_answer){0};
}

void rg_answer_explain(const char *text, size_t length, struct rg_buffer *out)
{
    struct rg_answer answer = {0};
    struct rg_error err = {0};

    if (rg_answer_parse(text, length, &answer, &err)) {
        rg_answer_release(&answer);
        return;
    }
    if (err.code == RG_ERROR_SERVER) {
        rg_buffer_puts(out, err.message);
        return;
    }
    /* Text: its first line; that of an HTML page is of no use. */
    while (length > 0 && (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t'))
        text++, length--;
    size_t line = 0;
    while (line < length && line < EXPLAIN_MAX && text[line] != '\n' && text[line] != '\r' &&
           text[line] != '\0')
        line++;
    if (length > 0 && *text != '<')
        rg_buffer_add(out, text, line);
}
