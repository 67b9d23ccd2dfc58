#include "measure/counts_notes.h"

#include "rungate/base/number.h"
#include "rungate/base/timestamp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum rg_status rg_count_status(enum rg_count_kind kind)
{
    static const enum rg_status status[] = {[RG_COUNT_NONE] = RG_STATUS_GOOD,
#define X(id, leads_to, words) [RG_COUNT_##id] = RG_STATUS_##leads_to,
                                            RG_COUNT_MAP(X)
#undef X
    };
    return status[kind];
}

static void put_number(double value, struct rg_buffer *out)
{
    char text[RG_NUMBER_SIZE];

    if (isinf(value)) {
        rg_buffer_puts(out, value > 0 ? "+Inf" : "-Inf");
        return;
    }
    rg_number_format_short(value, text);
    rg_buffer_puts(out, text);
}

/* Milliseconds are left out: 12:03:15. */
static void put_time(long long time_ms, struct rg_buffer *out)
{
    char stamp[RG_TIMESTAMP_SIZE];

    rg_timestamp_format(time_ms / 1000, stamp);
    rg_buffer_printf(out, "%.8s", strchr(stamp, 'T') + 1);
}

/* What stands for a name in braces. */
static void put_member(const struct rg_count_note *note, const char *name, size_t length,
                       struct rg_buffer *out)
{
    if (strncmp(name, "edge", length) == 0)
        put_number(note->edge, out);
    else if (strncmp(name, "number", length) == 0)
        put_number(note->number, out);
    else if (strncmp(name, "time", length) == 0)
        put_time(note->time_ms, out);
    else if (strncmp(name, "text", length) == 0)
        rg_buffer_puts(out, note->text);
    else if (strncmp(name, "several", length) == 0 && length > 1)
        rg_buffer_puts(out, "several processes behind one target, or a sum whose members change");
    else if (note->number != 1)
        rg_buffer_putc(out, 's');
}

void rg_count_note_text(const struct rg_count_note *note, bool with_instance, struct rg_buffer *out)
{
    static const char *const words[] = {[RG_COUNT_NONE] = "",
#define X(id, leads_to, text) [RG_COUNT_##id] = (text),
                                        RG_COUNT_MAP(X)
#undef X
    };

    if (with_instance && note->instance != NULL) {
        rg_labels_text(&note->instance->labels, out);
        rg_buffer_puts(out, ": ");
    }
    for (const char *p = words[note->kind]; *p != '\0'; p++) {
        size_t length = *p == '{' ? strcspn(p + 1, "}") : 0;
        if (length == 0) {
            rg_buffer_putc(out, *p);
            continue;
        }
        put_member(note, p + 1, length, out);
        p += length + 1;
    }
}
