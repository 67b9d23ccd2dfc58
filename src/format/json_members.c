#include "rungate/format/json_members.h"

#include "rungate/base/nearest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR_EDITS = 2 };

bool rg_is_comment(const char *name)
{
    return name[0] == '_';
}

bool rg_unknown_member(const struct rg_json *member, const char *const *known, size_t count,
                       struct rg_error *err)
{
    /* Half the name may be wrong and the hint still helps; for a comment only a near miss is one. */
    const char *name = rg_json_name(member);
    const char *near = rg_nearest(name, known, count, strlen(name) / 2);

    if (near != NULL)
        return rg_json_fail(member, err, "unknown member; did you mean '%s'?", near);
    return rg_json_fail(member, err, "unknown member");
}

bool rg_check_group_comment(const struct rg_json *member, const char *const *known, size_t count,
                            struct rg_error *err)
{
    const char *near = rg_nearest(rg_json_name(member), known, count, NEAR_EDITS);

    if (near != NULL)
        return rg_json_fail(member, err, "too close to '%s' to be a comment; did you mean that?", near);
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

bool rg_fault_or_fail(struct rg_faults *faults, struct rg_arena *arena, const char *key,
                      const struct rg_json *value, struct rg_error *err, const char *format, ...)
{
    char message[RG_ERROR_SIZE];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (faults == NULL)
        return rg_json_fail(value, err, "%s", message);
    if (!add_fault(faults, arena, key, message, rg_json_line(value)))
        return rg_error_memory(err);
    return true;
}

void rg_faults_release(struct rg_faults *faults)
{
    free(faults->items);
    *faults = (struct rg_faults){0};
}
