#include "rungate/report/check_findings.h"

#include "rungate/base/escape.h"

static const char *path_of(const struct rg_finding *f, const struct rg_check_paths *paths)
{
    return f->path != NULL ? f->path : paths->path[f->file];
}

static void put_finding(const struct rg_finding *f, const struct rg_check_paths *paths, struct rg_buffer *out)
{
    rg_escape_terminal(out, path_of(f, paths));
    if (f->line > 0)
        rg_buffer_printf(out, ":%zu", f->line);
    rg_buffer_printf(out, ": rule %s: ", rg_rule_letter(f->rule));
    if (f->key[0] != '\0') {
        rg_escape_terminal(out, f->key);
        rg_buffer_puts(out, ": ");
    }
    rg_escape_terminal(out, f->message);
    rg_buffer_putc(out, '\n');
}

/* "19 of rule C, 4 of rule F". */
static void put_counts(const struct rg_findings *findings, struct rg_buffer *out)
{
    size_t counts[RG_RULE_COUNT] = {0};
    const char *between = "";

    for (size_t i = 0; i < findings->count; i++)
        counts[findings->items[i].rule]++;
    for (int rule = 0; rule < RG_RULE_COUNT; rule++) {
        if (counts[rule] == 0)
            continue;
        rg_buffer_printf(out, "%s%zu of rule %s", between, counts[rule], rg_rule_letter((enum rg_rule)rule));
        between = ", ";
    }
}

/* Some gated key is no quantile. */
static bool has_others(const struct rg_findings *findings)
{
    for (size_t i = 0; i < findings->gate_count; i++) {
        if (findings->gates[i].context.kind != RG_KEY_QUANTILE)
            return true;
    }
    return false;
}

/* "FAIL: 2 findings: 1 of rule C, 1 of rule D". */
static void put_total(const struct rg_findings *findings, struct rg_buffer *out)
{
    if (findings->count > 0) {
        rg_buffer_printf(out, "FAIL: %zu finding%s: ", findings->count, findings->count == 1 ? "" : "s");
        put_counts(findings, out);
    } else if (findings->gated == 0) {
        rg_buffer_puts(out, "CANNOT JUDGE: every declared key is excluded");
    } else if (findings->placeholder) {
        rg_buffer_puts(out, "PLACEHOLDER: NOTHING IS GATED until a baseline is committed");
    } else {
        rg_buffer_puts(out, has_others(findings)
                                ? "PASS: every key that is judged trips at an edge of its ladder, or "
                                  "at a bound of its own"
                                : "PASS: every gated key trips at an edge of its ladder");
    }
}

static void put_gated(const struct rg_findings *findings, struct rg_buffer *out)
{
    rg_buffer_printf(out, "%zu keys gated, %zu excluded\n",
                     findings->placeholder ? (size_t)0 : findings->gated, findings->excluded);
}

static void put_note(const struct rg_check_note *note, void (*escape)(struct rg_buffer *, const char *),
                     struct rg_buffer *out)
{
    if (note->key[0] != '\0') {
        escape(out, note->key);
        rg_buffer_puts(out, ": ");
    }
    escape(out, note->message);
    rg_buffer_putc(out, '\n');
}

static void put_markdown(const struct rg_findings *findings, const struct rg_check_paths *paths,
                         struct rg_buffer *out)
{
    static const struct rg_column columns[] = {{"rule", 'l'}, {"file", 'l'}, {"key", 'l'}, {"finding", 'l'}};
    struct rg_table table;

    rg_buffer_puts(out, "### ");
    put_total(findings, out);
    rg_buffer_puts(out, "\n\n");
    put_gated(findings, out);
    for (size_t i = 0; i < findings->note_count; i++) {
        rg_buffer_puts(out, i == 0 ? "\n- note: " : "- note: ");
        put_note(&findings->notes[i], rg_escape_markdown, out);
    }
    if (findings->count == 0)
        return;
    rg_buffer_putc(out, '\n');
    rg_table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < findings->count; i++) {
        const struct rg_finding *f = &findings->items[i];
        rg_table_cell(&table, rg_rule_letter(f->rule));
        rg_table_cell(&table, path_of(f, paths));
        if (f->line > 0)
            rg_buffer_printf(&table.text, ":%zu", f->line);
        rg_table_cell(&table, f->key);
        rg_table_cell(&table, f->message);
    }
    rg_table_print(&table, RG_FORM_MARKDOWN, out);
}

static void put_json(const struct rg_findings *findings, const struct rg_check_paths *paths,
                     struct rg_buffer *out)
{
    struct rg_json_writer w;

    rg_view_open(&w, NULL, findings, out);
    rg_json_member_open_array(&w, "failures");
    for (size_t i = 0; i < findings->count; i++) {
        const struct rg_finding *f = &findings->items[i];
        rg_json_write_open_object(&w);
        rg_json_member_string(&w, "rule", rg_rule_letter(f->rule));
        rg_json_member_string(&w, "key", f->key);
        rg_json_member_string(&w, "message", f->message);
        rg_json_member_string(&w, "file", path_of(f, paths));
        if (f->line > 0)
            rg_json_member_integer(&w, "line", (long long)f->line);
        else
            rg_json_member_string(&w, "line", NULL);
        rg_json_write_close_object(&w);
    }
    rg_json_write_close_array(&w);
    rg_json_member_open_array(&w, "notes");
    for (size_t i = 0; i < findings->note_count; i++) {
        rg_json_write_open_object(&w);
        rg_json_member_string(&w, "key", findings->notes[i].key);
        rg_json_member_string(&w, "message", findings->notes[i].message);
        rg_json_write_close_object(&w);
    }
    rg_json_write_close_array(&w);
    rg_view_close(&w);
}

bool rg_check_print(const struct rg_findings *findings, const struct rg_check_paths *paths, enum rg_form form,
                    struct rg_buffer *out, struct rg_error *err)
{
    if (form == RG_FORM_JSON) {
        put_json(findings, paths, out);
    } else if (form == RG_FORM_MARKDOWN) {
        put_markdown(findings, paths, out);
    } else {
        for (size_t i = 0; i < findings->count; i++)
            put_finding(&findings->items[i], paths, out);
        rg_buffer_puts(out, findings->count > 0 ? "\n" : "");
        for (size_t i = 0; i < findings->note_count; i++) {
            rg_buffer_puts(out, "note: ");
            put_note(&findings->notes[i], rg_escape_terminal, out);
        }
        put_gated(findings, out);
        put_total(findings, out);
        rg_buffer_putc(out, '\n');
    }
    return rg_buffer_check(out, err);
}

void rg_view_open(struct rg_json_writer *w, const char *view, const struct rg_findings *findings,
                  struct rg_buffer *out)
{
    rg_json_writer_init(w, out);
    rg_json_write_open_object(w);
    if (view != NULL) {
        rg_json_member_string(w, "view", view);
        rg_json_member_integer(w, "findings", (long long)findings->count);
    }
    rg_json_member_bool(w, "ok", rg_findings_exit(findings) == RG_EXIT_PASS);
    rg_json_member_integer(w, "gated", findings->placeholder ? 0 : (long long)findings->gated);
    rg_json_member_integer(w, "excluded", (long long)findings->excluded);
    rg_json_member_bool(w, "placeholder", findings->placeholder);
}

void rg_view_close(struct rg_json_writer *w)
{
    rg_json_write_close_object(w);
    rg_json_write_end(w);
    rg_json_writer_release(w);
}

void rg_view_bucket(struct rg_json_writer *w, const char *name, bool there, const struct rg_bucket *bucket)
{
    if (!there) {
        rg_json_member_string(w, name, NULL);
        return;
    }
    rg_json_member_open_object(w, name);
    rg_json_member_number(w, "lo", true, bucket->lo);
    rg_json_member_number(w, "hi", true, bucket->hi);
    rg_json_write_close_object(w);
}
