#include "tool.h"

#include "rungate/escape.h"
#include "rungate/version.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* Without memory to escape in: what is not plain becomes a question mark. */
static void make_plain(char *text)
{
    for (; *text != '\0'; text++) {
        if (*text < 0x20 || *text >= 0x7F)
            *text = '?';
    }
}

void rg_tool_say(const struct rg_tool *tool, const char *format, ...)
{
    char message[RG_ERROR_SIZE + 256];
    struct rg_buffer line;
    va_list args;

    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    rg_buffer_init(&line, RG_BUFFER_UNLIMITED);
    rg_escape_terminal(&line, message);
    if (line.failed != RG_ERROR_NONE)
        make_plain(message);
    (void)fprintf(tool->err, "%s: %s\n", tool->command->name,
                  line.failed == RG_ERROR_NONE ? rg_buffer_text(&line) : message);
    rg_buffer_release(&line);
}

int rg_tool_fail(const struct rg_tool *tool, const struct rg_error *error)
{
    rg_tool_say(tool, "%s", error->message);
    return (int)rg_error_exit(error);
}

bool rg_tool_print(const struct rg_tool *tool, const struct rg_buffer *text, struct rg_error *err)
{
    if (!rg_buffer_check(text, err))
        return false;
    errno = 0;
    if (fwrite(rg_buffer_text(text), 1, text->length, tool->out) != text->length || fflush(tool->out) != 0)
        return rg_error_set(err, RG_ERROR_OUTPUT, "cannot write the standard output: %s", strerror(errno));
    return true;
}

static int print_help(const struct rg_tool *tool)
{
    struct rg_error error = {0};
    struct rg_buffer text;

    rg_buffer_init(&text, RG_BUFFER_UNLIMITED);
    rg_options_help(tool->command, &text);
    bool ok = rg_tool_print(tool, &text, &error);
    rg_buffer_release(&text);
    return ok ? RG_EXIT_PASS : rg_tool_fail(tool, &error);
}

bool rg_tool_begin(const struct rg_tool *tool, int argc, char **argv, void *arguments, int *ret_exit)
{
    struct rg_error error = {0};

    switch (rg_options_parse(tool->command, argc, argv, arguments, &error)) {
    case RG_OPTIONS_RUN:
        return true;
    case RG_OPTIONS_HELP:
        *ret_exit = print_help(tool);
        break;
    case RG_OPTIONS_VERSION:
        *ret_exit = fprintf(tool->out, "%s (rungate) %s\n", tool->command->name, RG_VERSION) > 0
                        ? RG_EXIT_PASS
                        : RG_EXIT_CANNOT_JUDGE;
        break;
    case RG_OPTIONS_ERROR:
        *ret_exit = rg_tool_fail(tool, &error);
        break;
    }
    return false;
}
