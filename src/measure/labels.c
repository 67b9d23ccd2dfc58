#include "measure/labels.h"

#include <string.h>

static int compare_names(const struct rg_labels *a, const struct rg_labels *b)
{
    int order = 0;

    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    for (size_t i = 0; i < a->count && order == 0; i++)
        order = strcmp(a->items[i].name, b->items[i].name);
    return order;
}

bool rg_labels_same_names(const struct rg_labels *a, const struct rg_labels *b)
{
    return compare_names(a, b) == 0;
}

int rg_labels_compare(const struct rg_labels *a, const struct rg_labels *b)
{
    int order = compare_names(a, b);

    return order != 0 ? order : rg_labels_compare_values(a, b);
}

bool rg_labels_has_names(const struct rg_labels *whole, const struct rg_labels *part)
{
    size_t found = 0;

    for (size_t i = 0; i < whole->count && found < part->count; i++)
        found += strcmp(whole->items[i].name, part->items[found].name) == 0;
    return found == part->count;
}

int rg_labels_compare_values(const struct rg_labels *part, const struct rg_labels *whole)
{
    const struct rg_label *other = whole->items;
    int order = 0;

    for (size_t i = 0; i < part->count && order == 0; i++, other++) {
        while (strcmp(other->name, part->items[i].name) != 0)
            other++;
        order = strcmp(part->items[i].value, other->value);
    }
    return order;
}

void rg_label_quote(const char *text, struct rg_buffer *out)
{
    rg_buffer_putc(out, '"');
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\\' || *p == '"')
            rg_buffer_putc(out, '\\');
        if (*p == '\n')
            rg_buffer_puts(out, "\\n");
        else
            rg_buffer_putc(out, *p);
    }
    rg_buffer_putc(out, '"');
}

void rg_labels_text(const struct rg_labels *labels, struct rg_buffer *out)
{
    rg_buffer_putc(out, '{');
    for (size_t i = 0; i < labels->count; i++) {
        rg_buffer_printf(out, "%s%s=", i == 0 ? "" : ",", labels->items[i].name);
        rg_label_quote(labels->items[i].value, out);
    }
    rg_buffer_putc(out, '}');
}
