#include "rungate/format/json_members.h"

#include "rungate/base/nearest.h"
#include "rungate/base/sorted.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64 };

bool rg_is_comment(const char *name)
{
    return name[0] == '_' || strcmp(name, "$schema") == 0;
}

bool rg_unknown_member(const struct rg_json *member, const char *near, struct rg_error *err)
{
    if (near != NULL)
        return rg_json_fail(member, err, "unknown member; did you mean '%s'?", near);
    return rg_json_fail(member, err, "unknown member");
}

/* The field names the member; *ret_ending is set when it has endings. */
static bool matches(const struct rg_field *field, const char *name, const char **ret_ending)
{
    size_t length = strlen(field->name);

    if (field->endings == NULL)
        return strcmp(field->name, name) == 0;
    for (const char *const *e = field->endings; *e != NULL && strncmp(name, field->name, length) == 0; e++) {
        if (strcmp(name + length, *e) == 0) {
            *ret_ending = *e;
            return true;
        }
    }
    return false;
}

/* The nearest name of any field. Half the name may be wrong and the hint still helps. */
static bool refuse_unknown(const struct rg_field *fields, const struct rg_json *member, struct rg_error *err)
{
    static const char *const as_it_is[] = {"", NULL};
    struct rg_near near = rg_near_to(rg_json_name(member), strlen(rg_json_name(member)) / 2);
    char nearest[NAME_SIZE] = "";

    for (const struct rg_field *f = fields; f->name != NULL; f++) {
        for (const char *const *e = f->endings == NULL ? as_it_is : f->endings; *e != NULL; e++) {
            char name[NAME_SIZE];
            (void)snprintf(name, sizeof name, "%s%s", f->name, *e);
            if (rg_near_consider(&near, name))
                memcpy(nearest, name, sizeof nearest);
        }
    }
    return rg_unknown_member(member, nearest[0] == '\0' ? NULL : nearest, err);
}

static bool read_fields(struct rg_json_reader *r, const struct rg_json *object, const struct rg_field *fields,
                        bool keep_unknown, void *to)
{
    if (!rg_json_expect(object, RG_JSON_OBJECT, r->err))
        return false;
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m)) {
        const struct rg_field *field = fields;
        while (field->name != NULL && !matches(field, rg_json_name(m), &r->ending))
            field++;
        if (field->name != NULL) {
            if (!field->read(r, m, (char *)to + field->offset))
                return false;
        } else if (!keep_unknown && !rg_is_comment(rg_json_name(m))) {
            return refuse_unknown(fields, m, r->err);
        }
    }
    return true;
}

bool rg_read_fields(struct rg_json_reader *r, const struct rg_json *object, const struct rg_field *fields,
                    void *to)
{
    return read_fields(r, object, fields, false, to);
}

bool rg_read_known_fields(struct rg_json_reader *r, const struct rg_json *object,
                          const struct rg_field *fields, void *to)
{
    return read_fields(r, object, fields, true, to);
}

/* Records while they are read. */
struct records {
    char *items;
    size_t count;
    size_t size;
    rg_json_read_function *read;
};

/* One more record, named after a member, below `outer` when that is not NULL. */
static bool add_record(struct rg_json_reader *r, struct records *all, const char *outer,
                       const struct rg_json *member)
{
    const char *name = rg_json_name(member);

    if (rg_is_comment(name))
        return true;
    void *record = all->items + all->count++ * all->size;
    name = outer == NULL ? rg_arena_strdup(r->arena, name) : rg_arena_printf(r->arena, "%s.%s", outer, name);
    if (name == NULL)
        return rg_error_memory(r->err);
    *(const char **)record = name;
    return all->read(r, member, record);
}

static bool add_inner_records(struct rg_json_reader *r, struct records *all, const struct rg_json *outer)
{
    const struct rg_json *m = rg_is_comment(rg_json_name(outer)) ? NULL : rg_json_first(outer);
    bool ok = true;

    for (; ok && m != NULL; m = rg_json_next(m))
        ok = add_record(r, all, rg_json_name(outer), m);
    return ok;
}

static void *read_records(struct rg_json_reader *r, const struct rg_json *object, bool nested,
                          struct records all, size_t *ret_count)
{
    size_t room = 0;
    bool ok = rg_json_expect(object, RG_JSON_OBJECT, r->err);

    if (!ok)
        return NULL;
    for (const struct rg_json *m = rg_json_first(object); m != NULL; m = rg_json_next(m))
        room += nested ? rg_json_count(m) + 1 : 1;
    all.items = rg_arena_array(r->arena, room, all.size);
    if (all.items == NULL) {
        (void)rg_error_memory(r->err);
        return NULL;
    }
    for (const struct rg_json *m = rg_json_first(object); ok && m != NULL; m = rg_json_next(m))
        ok = nested && rg_json_type(m) == RG_JSON_OBJECT ? add_inner_records(r, &all, m)
                                                         : add_record(r, &all, NULL, m);
    if (!ok)
        return NULL;
    rg_sort(all.items, all.count, all.size);
    *ret_count = all.count;
    return all.items;
}

void *rg_read_records(struct rg_json_reader *r, const struct rg_json *object, size_t size,
                      rg_json_read_function *read, size_t *ret_count)
{
    return read_records(r, object, false, (struct records){.size = size, .read = read}, ret_count);
}

void *rg_read_nested_records(struct rg_json_reader *r, const struct rg_json *object, size_t size,
                             rg_json_read_function *read, size_t *ret_count)
{
    return read_records(r, object, true, (struct records){.size = size, .read = read}, ret_count);
}

bool rg_read_text(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    const char **text = to;

    if (!rg_json_expect(value, RG_JSON_STRING, r->err))
        return false;
    *text = rg_arena_strdup(r->arena, rg_json_string(value));
    return *text != NULL || rg_error_memory(r->err);
}

bool rg_read_name(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    return rg_json_expect_name(value, r->err) && rg_read_text(r, value, to);
}

bool rg_read_name_or_null(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    return rg_json_type(value) == RG_JSON_NULL || rg_read_name(r, value, to);
}

bool rg_read_number(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    if (!rg_json_expect(value, RG_JSON_NUMBER, r->err))
        return false;
    *(double *)to = rg_json_number(value);
    return true;
}

bool rg_read_bool(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    if (!rg_json_expect(value, RG_JSON_BOOL, r->err))
        return false;
    *(bool *)to = rg_json_bool(value);
    return true;
}

bool rg_read_later(struct rg_json_reader *r, const struct rg_json *value, void *to)
{
    (void)r;
    *(const struct rg_json **)to = value;
    return true;
}

static bool add_fault(struct rg_faults *faults, struct rg_arena *arena, const char *key, const char *message,
                      size_t line)
{
    if (faults->count == faults->capacity) {
        size_t capacity = faults->capacity == 0 ? 8 : faults->capacity * 2;
        struct rg_fault *items = realloc(faults->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        faults->items = items;
        faults->capacity = capacity;
    }
    struct rg_fault fault = {rg_arena_strdup(arena, key), rg_arena_strdup(arena, message), line};
    if (fault.key == NULL || fault.message == NULL)
        return false;
    faults->items[faults->count++] = fault;
    return true;
}

bool rg_fault_or_fail(struct rg_json_reader *r, const char *key, const struct rg_json *value,
                      const char *format, ...)
{
    char message[RG_ERROR_SIZE];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (r->faults == NULL)
        return rg_json_fail(value, r->err, "%s", message);
    return add_fault(r->faults, r->arena, key, message, rg_json_line(value)) || rg_error_memory(r->err);
}

void rg_faults_release(struct rg_faults *faults)
{
    free(faults->items);
    *faults = (struct rg_faults){0};
}
