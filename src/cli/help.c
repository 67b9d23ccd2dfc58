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

    rg_buffer_init(&head, RG_BUFFER_UNLIMITED);
    rg_buffer_init(&help, RG_BUFFER_UNLIMITED);
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
    if (head.failed != RG_ERROR_NONE || help.failed != RG_ERROR_NONE)
        out->failed = RG_ERROR_MEMORY;
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

/* The input that an output may be written over is there, and is one. */
static bool is_input(const struct rg_command *command, const char *name)
{
    const struct rg_option *input = name == NULL ? NULL : rg_options_find(command, name);

    return input != NULL && (input->file == RG_FILE_INPUT || input->file == RG_FILE_LADDERS);
}

/* What is wrong with one row, or NULL. */
static const char *row_fault(const struct rg_command *command, const struct rg_option *o)
{
    bool is_path = o->kind == RG_OPTION_STRING || o->kind == RG_OPTION_PATH || o->kind == RG_OPTION_LIST ||
                   o->kind == RG_OPTION_FILES;

    if (o->name == NULL || o->help == NULL || o->help[0] == '\0')
        return "no name or no help";
    if ((o->kind == RG_OPTION_FLAG) != (o->value_name == NULL && o->choices == NULL))
        return "a flag with a value, or the reverse";
    if ((o->kind == RG_OPTION_CHOICE) != (o->choices != NULL))
        return "choices without a choice, or the reverse";
    if (o->required && o->fallback != NULL)
        return "required, with a default";
    if (o->help[strlen(o->help) - 1] == '.')
        return "help ends in a full stop";
    if (o->file != RG_FILE_NONE && !is_path)
        return "a file whose value is no path";
    if (o->file == RG_FILE_NONE && o->value_name != NULL && strstr(o->value_name, "FILE") != NULL)
        return "a file, and not what happens to it";
    if ((o->may_replace != NULL || o->may_replace_default != NULL) &&
        (o->file != RG_FILE_OUTPUT ||
         !is_input(command, o->may_replace != NULL ? o->may_replace : o->may_replace_default)))
        return "may replace what is no input, or is no output itself";
    for (const struct rg_option *other = command->options; other < o; other++) {
        if (strcmp(o->name, other->name) == 0 || (o->letter != 0 && o->letter == other->letter))
            return "two options of one name";
    }
    return NULL;
}

const char *rg_options_fault(const struct rg_command *command)
{
    static char fault[160];

    for (const struct rg_option *o = command->options; o < command->options + command->option_count; o++) {
        const char *what = row_fault(command, o);
        if (what != NULL) {
            (void)snprintf(fault, sizeof fault, "--%s: %s", o->name == NULL ? "?" : o->name, what);
            return fault;
        }
    }
    return NULL;
}
