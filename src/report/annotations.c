#include "rungate/report/annotations.h"

#include "rungate/base/escape.h"

enum { KEPT_MAX = 10 };

static const char *const names[] = {[RG_LEVEL_WARNING] = "warning", [RG_LEVEL_ERROR] = "error"};

void rg_annotation(enum rg_level level, const char *title, const char *message, struct rg_buffer *out)
{
    rg_buffer_printf(out, "::%s title=", names[level]);
    rg_escape_annotation_property(out, title);
    rg_buffer_puts(out, "::");
    rg_escape_annotation(out, message);
    rg_buffer_putc(out, '\n');
}

void rg_annotations_begin(struct rg_annotations *a, const char *title, const char *doubt,
                          struct rg_buffer *out)
{
    *a = (struct rg_annotations){.out = out, .title = title};
    rg_buffer_init(&a->text, RG_TEXT_MAX);
    for (int level = 0; level < RG_LEVEL_COUNT; level++)
        rg_buffer_init(&a->tenth[level], RG_TEXT_MAX);
    if (doubt == NULL)
        return;
    rg_buffer_puts(&a->text, doubt);
    rg_annotations_add(a, RG_LEVEL_ERROR);
}

void rg_annotations_add(struct rg_annotations *a, enum rg_level level)
{
    rg_buffer_inherit(a->out, &a->text);
    if (level != RG_LEVEL_NONE && ++a->counts[level] <= KEPT_MAX)
        rg_annotation(level, a->title, rg_buffer_text(&a->text),
                      a->counts[level] < KEPT_MAX ? a->out : &a->tenth[level]);
    rg_buffer_clear(&a->text);
}

void rg_annotations_end(struct rg_annotations *a)
{
    for (int level = RG_LEVEL_ERROR; level > RG_LEVEL_NONE; level--) {
        if (a->counts[level] > KEPT_MAX) {
            rg_buffer_clear(&a->text);
            rg_buffer_printf(&a->text, "and %zu more %ss; see the report", a->counts[level] - KEPT_MAX + 1,
                             names[level]);
            rg_annotation((enum rg_level)level, a->title, rg_buffer_text(&a->text), a->out);
        } else {
            rg_buffer_puts(a->out, rg_buffer_text(&a->tenth[level]));
        }
        rg_buffer_inherit(a->out, &a->tenth[level]);
        rg_buffer_release(&a->tenth[level]);
    }
    rg_buffer_release(&a->text);
}
