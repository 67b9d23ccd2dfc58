#include "rungate/judge/findings.h"

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

static void add(struct rg_findings *findings, struct rg_finding finding, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

static void add(struct rg_findings *findings, struct rg_finding finding, const char *format, va_list args)
{
    char message[RG_ERROR_SIZE];

    if (findings->count == findings->capacity) {
        size_t capacity = findings->capacity == 0 ? 16 : findings->capacity * 2;
        struct rg_finding *items = realloc(findings->items, capacity * sizeof *items);
        findings->failed |= items == NULL;
        if (items == NULL)
            return;
        findings->items = items;
        findings->capacity = capacity;
    }
    (void)vsnprintf(message, sizeof message, format, args);
    finding.key = rg_arena_strdup(&findings->arena, finding.key);
    finding.message = rg_arena_strdup(&findings->arena, message);
    findings->failed |= finding.key == NULL || finding.message == NULL;
    findings->items[findings->count++] = finding;
}

void rg_finding_add(struct rg_findings *findings, enum rg_rule rule, enum rg_check_file file, size_t line,
                    const char *key, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add(findings, (struct rg_finding){.rule = rule, .file = file, .line = line, .key = key}, format, args);
    va_end(args);
}

void rg_finding_add_ladder(struct rg_findings *findings, enum rg_rule rule, const struct rg_ladder *ladder,
                           const char *format, ...)
{
    struct rg_finding finding = {.rule = rule,
                                 .file = RG_CHECK_LADDERS,
                                 .line = ladder->line,
                                 .key = ladder->name,
                                 .path = ladder->file};
    va_list args;

    va_start(args, format);
    add(findings, finding, format, args);
    va_end(args);
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

bool rg_findings_finish(struct rg_findings *findings, struct rg_error *err)
{
    if (findings->failed)
        return rg_error_memory(err);
    if (findings->count > 0)
        qsort(findings->items, findings->count, sizeof *findings->items, by_place);
    return true;
}

bool rg_gate_is_derived(const struct rg_gate *gate)
{
    if (gate->context.kind == RG_KEY_VALUE)
        return false;
    return gate->context.kind != RG_KEY_MEAN || gate->trip.rule != RG_TRIP_NONE ||
           gate->stopped_by != RG_RULE_COUNT;
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

enum rg_exit rg_findings_exit(const struct rg_findings *findings)
{
    if (findings->gated == 0)
        return RG_EXIT_CANNOT_JUDGE;
    return findings->count > 0 ? RG_EXIT_FAIL : RG_EXIT_PASS;
}
