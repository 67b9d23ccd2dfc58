#include "rungate/judge/derive.h"

#include "rungate/base/sorted.h"
#include "rungate/format/json_members.h"
#include "rungate/format/json_write.h"
#include "rungate/model/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A key that needs an override and has none. */
struct addition {
    const char *base;
    const struct rg_gate *gate;
    bool written;
};

struct deriver {
    const struct rg_check_input *in;
    const struct rg_findings *findings;
    struct rg_json_writer w;
    struct addition *additions; /* by base */
    size_t addition_count;
    struct rg_derivation done;
    struct rg_arena arena;
};

bool rg_gate_is_unbounded(const struct rg_gate *gate)
{
    return gate->trip.rule == RG_TRIP_NONE || gate->stopped_by == RG_RULE_H;
}

/* The gate whose bound is derived here, or NULL. */
static const struct rg_gate *derived_gate(const struct rg_findings *findings, const char *key)
{
    const struct rg_gate *gate = rg_findings_gate(findings, key);

    return gate != NULL && rg_gate_is_derived(gate) ? gate : NULL;
}

/* Room for what is found on the way, too. */
static bool find_additions(struct deriver *d, struct rg_error *err)
{
    const struct rg_findings *f = d->findings;

    d->additions = rg_arena_array(&d->arena, f->gate_count, sizeof *d->additions);
    d->done.lowered = rg_arena_array(&d->done.arena, f->gate_count, sizeof *d->done.lowered);
    if (d->additions == NULL || d->done.lowered == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < f->gate_count; i++) {
        if (rg_gate_is_derived(&f->gates[i]) && !rg_gate_is_unbounded(&f->gates[i]) &&
            f->gates[i].override == NULL)
            d->additions[d->addition_count++] =
                (struct addition){.base = f->gates[i].key->series->base, .gate = &f->gates[i]};
    }
    rg_sort(d->additions, d->addition_count, sizeof *d->additions);
    return true;
}

static bool is_abs_member(const char *name)
{
    return strncmp(name, RG_ABS_MEMBER, sizeof RG_ABS_MEMBER - 1) == 0 &&
           rg_unit_find(name + sizeof RG_ABS_MEMBER - 1) != NULL;
}

/* A percentage that would decide in place of the trip point, `wanted`, becomes a smaller one. */
static void write_pct(struct deriver *d, const struct rg_gate *gate, double limit, double wanted)
{
    struct rg_derivation *done = &d->done;
    /* Beside a mean's trip point, as compare resolves it: nothing that could decide in its place. */
    double pct = gate->trip.rule == RG_TRIP_MEAN ? (wanted >= 0 && wanted < limit ? wanted : 0)
                                                 : rg_trip_pct(limit, wanted);

    if (wanted >= limit)
        done->lowered[done->lowered_count++] =
            (struct rg_lowered){.key = gate->key->key, .from = wanted, .to = pct, .limit = limit};
    rg_json_write_number(&d->w, pct);
}

/* Write both bounds of a key. A number that is right as it stands keeps its text. */
static void write_bounds(struct deriver *d, const struct rg_gate *gate, const struct rg_json *abs,
                         const struct rg_json *pct)
{
    const char *unit = gate->metric->unit;
    const struct rg_surface_key *key = gate->key;
    const struct rg_group *group = key->series->group;
    const struct rg_bound *fallback =
        rg_thresholds_default(d->in->thresholds, group->policy, strlen(group->policy), key->label);
    double bound = fabs(gate->trip.edge - gate->metric->value);
    double limit = 100 * bound / gate->metric->value;
    double wanted = fallback != NULL && fallback->has_pct ? fallback->pct : -1;
    bool keep_abs = abs != NULL && rg_json_number(abs) == bound;
    bool keep_pct = pct != NULL && rg_json_number(pct) < limit;
    char name[sizeof RG_ABS_MEMBER + 32];

    (void)snprintf(name, sizeof name, RG_ABS_MEMBER "%s", unit);
    rg_json_write_name(&d->w, name);
    if (keep_abs)
        rg_json_write_value(&d->w, abs);
    else
        rg_json_write_number(&d->w, bound);
    rg_json_write_name(&d->w, RG_PCT_MEMBER);
    if (keep_pct)
        rg_json_write_value(&d->w, pct);
    else
        write_pct(d, gate, limit, pct == NULL ? wanted : rg_json_number(pct));
    d->done.derived++;
    d->done.changed += !keep_abs || !keep_pct;
}

/* An override as it becomes: re-derived, or without its bound where none can be derived. */
static void write_entry(struct deriver *d, const struct rg_json *entry, const struct rg_gate *gate)
{
    const struct rg_json *abs = NULL;
    const struct rg_json *pct = NULL;

    rg_json_write_open_object(&d->w);
    for (const struct rg_json *m = rg_json_first(entry); m != NULL; m = rg_json_next(m)) {
        const char *name = rg_json_name(m);
        if (is_abs_member(name)) {
            abs = m;
            continue;
        }
        if (strcmp(name, RG_PCT_MEMBER) == 0 && !rg_gate_is_unbounded(gate)) {
            pct = m;
            continue;
        }
        rg_json_write_name(&d->w, name);
        rg_json_write_value(&d->w, m);
    }
    if (!rg_gate_is_unbounded(gate))
        write_bounds(d, gate, abs, pct);
    rg_json_write_close_object(&d->w);
}

/* The keys of a base that have no override yet. */
static void write_additions(struct deriver *d, const char *base)
{
    size_t first =
        rg_sorted_from(d->additions, d->addition_count, sizeof *d->additions, base, strlen(base), "");

    for (size_t i = first; i < d->addition_count && strcmp(d->additions[i].base, base) == 0; i++) {
        struct addition *a = &d->additions[i];
        rg_json_member_open_object(&d->w, a->gate->key->label);
        write_bounds(d, a->gate, NULL, NULL);
        rg_json_write_close_object(&d->w);
        d->done.added++;
        a->written = true;
    }
}

/* The overrides of one base. Entries of keys that are not gated, or that cannot be read, stay as they are. */
static bool write_base(struct deriver *d, const struct rg_json *base, struct rg_error *err)
{
    rg_json_write_name(&d->w, rg_json_name(base));
    if (rg_is_comment(rg_json_name(base)) || rg_json_type(base) != RG_JSON_OBJECT) {
        rg_json_write_value(&d->w, base);
        return true;
    }
    rg_json_write_open_object(&d->w);
    for (const struct rg_json *m = rg_json_first(base); m != NULL; m = rg_json_next(m)) {
        const char *key = rg_arena_printf(&d->arena, "%s.%s", rg_json_name(base), rg_json_name(m));
        if (key == NULL)
            return rg_error_memory(err);
        const struct rg_gate *gate = derived_gate(d->findings, key);
        rg_json_write_name(&d->w, rg_json_name(m));
        if (gate == NULL || gate->override_faulty || rg_json_type(m) != RG_JSON_OBJECT)
            rg_json_write_value(&d->w, m);
        else
            write_entry(d, m, gate);
    }
    write_additions(d, rg_json_name(base));
    rg_json_write_close_object(&d->w);
    return true;
}

static bool write_overrides(struct deriver *d, const struct rg_json *overrides, struct rg_error *err)
{
    rg_json_member_open_object(&d->w, "overrides");
    for (const struct rg_json *m = overrides == NULL ? NULL : rg_json_first(overrides); m != NULL;
         m = rg_json_next(m)) {
        if (!write_base(d, m, err))
            return false;
    }
    for (size_t i = 0; i < d->addition_count; i++) {
        if (d->additions[i].written)
            continue;
        const char *base = d->additions[i].base;
        rg_json_member_open_object(&d->w, base);
        write_additions(d, base);
        rg_json_write_close_object(&d->w);
    }
    rg_json_write_close_object(&d->w);
    return true;
}

static bool write_document(struct deriver *d, const struct rg_json *root, struct rg_error *err)
{
    const struct rg_json *overrides = rg_json_member(root, "overrides");

    rg_json_write_open_object(&d->w);
    for (const struct rg_json *m = rg_json_first(root); m != NULL; m = rg_json_next(m)) {
        if (m == overrides)
            continue;
        rg_json_write_name(&d->w, rg_json_name(m));
        rg_json_write_value(&d->w, m);
    }
    if ((overrides != NULL || d->addition_count > 0) && !write_overrides(d, overrides, err))
        return false;
    rg_json_write_close_object(&d->w);
    rg_json_write_end(&d->w);
    return true;
}

/* What the derivation does not solve: keys without a bound, and findings that no bound fixes. */
static void count_rest(struct deriver *d)
{
    const struct rg_findings *f = d->findings;

    for (size_t i = 0; i < f->gate_count; i++)
        d->done.unbounded += rg_gate_is_derived(&f->gates[i]) && rg_gate_is_unbounded(&f->gates[i]);
    for (size_t i = 0; i < f->count; i++) {
        const struct rg_finding *finding = &f->items[i];
        const struct rg_gate *gate = derived_gate(f, finding->key);
        bool of_bound =
            finding->rule == RG_RULE_B || finding->rule == RG_RULE_C || finding->rule == RG_RULE_D;
        bool listed = gate != NULL && rg_gate_is_unbounded(gate) && finding->rule == gate->stopped_by;
        d->done.left += !listed && !(of_bound && gate != NULL && !rg_gate_is_unbounded(gate));
    }
}

bool rg_derive(const struct rg_check_input *input, const struct rg_findings *findings,
               const struct rg_json_doc *thresholds, struct rg_buffer *out, struct rg_derivation *ret,
               struct rg_error *err)
{
    struct deriver d = {.in = input, .findings = findings};

    rg_json_writer_init(&d.w, out);
    bool ok = find_additions(&d, err) && write_document(&d, rg_json_root(thresholds), err) &&
              rg_buffer_check(out, err);
    if (ok) {
        count_rest(&d);
        *ret = d.done;
    }
    rg_json_writer_release(&d.w);
    rg_arena_release(&d.arena);
    if (!ok)
        rg_derivation_release(&d.done);
    return ok;
}

void rg_derivation_release(struct rg_derivation *derivation)
{
    rg_arena_release(&derivation->arena);
    *derivation = (struct rg_derivation){0};
}
