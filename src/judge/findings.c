#include "judge/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *rg_rule_letter(enum rg_rule rule)
{
    static const char *const letters[RG_RULE_COUNT] = {
#define X(letter, text) [RG_RULE_##letter] = #letter,
        RG_RULE_MAP(X)
#undef X
    };
    return letters[rule];
}

bool rg_finding_add(struct rg_findings *findings, enum rg_rule rule, enum rg_bounds_file file, size_t line,
                    const char *key, struct rg_error *err, const char *format, ...)
{
    char message[RG_ERROR_SIZE];
    va_list args;

    if (findings->count == findings->capacity) {
        size_t capacity = findings->capacity == 0 ? 16 : findings->capacity * 2;
        struct rg_finding *items = realloc(findings->items, capacity * sizeof *items);
        if (items == NULL)
            return rg_error_memory(err);
        findings->items = items;
        findings->capacity = capacity;
    }
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    struct rg_finding finding = {
        .rule = rule,
        .file = file,
        .line = line,
        .key = rg_arena_strdup(&findings->arena, key),
        .message = rg_arena_strdup(&findings->arena, message),
    };
    if (finding.key == NULL || finding.message == NULL)
        return rg_error_memory(err);
    findings->items[findings->count++] = finding;
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct rg_finding *x = a;
    const struct rg_finding *y = b;

    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    int order = strcmp(x->key, y->key);
    if (order == 0 && x->rule != y->rule)
        order = x->rule < y->rule ? -1 : 1;
    return order != 0 ? order : strcmp(x->message, y->message);
}

void rg_findings_sort(struct rg_findings *findings)
{
    if (findings->count > 0)
        qsort(findings->items, findings->count, sizeof *findings->items, by_place);
}

static int by_gate(const void *key, const void *gate)
{
    return strcmp(key, ((const struct rg_gate *)gate)->key->key);
}

const struct rg_gate *rg_findings_gate(const struct rg_findings *findings, const char *key)
{
    if (findings->gate_count == 0)
        return NULL;
    return bsearch(key, findings->gates, findings->gate_count, sizeof *findings->gates, by_gate);
}

void rg_findings_release(struct rg_findings *findings)
{
    free(findings->items);
    rg_arena_release(&findings->arena);
    *findings = (struct rg_findings){0};
}
