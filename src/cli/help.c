#include "cli/help.h"

#include <stdio.h>
#include <string.h>

enum { COLUMN = 30, WIDTH = 100 };

/* Append `text`, broken at spaces so that no line is wider than WIDTH, the next ones indented by `indent`. */
static void wrap(struct rg_buffer *out, const char *text, size_t indent)
{
    size_t column = indent;

    while (*text != '\0') {
        size_t word = strcspn(text, " \n");
        if (column > indent && column + word > WIDTH) {
            rg_buffer_putc(out, '\n');
            rg_buffer_pad(out, ' ', indent);
            column = indent;
        }
        rg_buffer_add(out, text, word);
        column += word;
        text += word;
        if (*text == '\n') {
            rg_buffer_putc(out, '\n');
            rg_buffer_pad(out, ' ', indent);
            column = indent;
            text++;
        } else if (*text == ' ') {
            if (column < WIDTH && text[1] != '\0' && column + 1 + strcspn(text + 1, " \n") <= WIDTH) {
                rg_buffer_putc(out, ' ');
                column++;
            } else {
                column = WIDTH;
            }
            text++;
        }
    }
    rg_buffer_putc(out, '\n');
}

static void describe(struct rg_buffer *out, const char *head, const char *help)
{
    size_t length = strlen(head);

    rg_buffer_puts(out, head);
    if (length + 2 > COLUMN) {
        rg_buffer_putc(out, '\n');
        length = 0;
    }
    rg_buffer_pad(out, ' ', COLUMN - length);
    wrap(out, help, COLUMN);
}

static void add_value_name(struct rg_buffer *out, const struct rg_option *option)
{
    if (option->choices == NULL) {
        rg_buffer_puts(out, option->value_name);
        return;
    }
    for (size_t i = 0; option->choices[i] != NULL; i++)
        rg_buffer_printf(out, "%s%s", i == 0 ? "" : "|", option->choices[i]);
}

static void describe_option(struct rg_buffer *out, const struct rg_option *option)
{
    struct rg_buffer head;
    struct rg_buffer help;

    rg_buffer_init(&head, RG_OUTPUT_MAX);
    rg_buffer_init(&help, RG_OUTPUT_MAX);
    if (option->letter != 0)
        rg_buffer_printf(&head, "  -%c, --%s", option->letter, option->name);
    else
        rg_buffer_printf(&head, "  --%s", option->name);
    if (option->kind != RG_OPTION_FLAG) {
        rg_buffer_putc(&head, ' ');
        add_value_name(&head, option);
    }
    rg_buffer_puts(&help, option->help);
    if (option->required)
        rg_buffer_puts(&help, " (required)");
    if (option->fallback != NULL)
        rg_buffer_printf(&help, " (default: %s)", option->fallback);
    if (option->kind == RG_OPTION_LIST || option->kind == RG_OPTION_FILES)
        rg_buffer_puts(&help, " (may be given several times)");
    describe(out, rg_buffer_text(&head), rg_buffer_text(&help));
    if (!rg_buffer_ok(&head) || !rg_buffer_ok(&help))
        rg_buffer_fail(out, RG_ERROR_MEMORY);
    rg_buffer_release(&head);
    rg_buffer_release(&help);
}

void rg_options_help(const struct rg_command *command, struct rg_buffer *out)
{
    rg_buffer_printf(out, "usage: %s [options]\n\n", command->name);
    wrap(out, command->summary, 0);
    rg_buffer_puts(out, "\noptions:\n");
    for (size_t i = 0; i < command->option_count; i++)
        describe_option(out, &command->options[i]);
    describe(out, "  -h, --help", "print this and exit");
    describe(out, "  --version", "print the version and exit");
    rg_buffer_puts(out, "\nexit status:\n");
#define X(code, name, text) describe(out, "  " #code, text);
    RG_EXIT_MAP(X)
#undef X
    if (command->notes != NULL) {
        rg_buffer_putc(out, '\n');
        wrap(out, command->notes, 0);
    }
}
