#include "cli/tool.h"

#include "cli/help.h"
#include "cli/outputs.h"
#include "rungate/base/escape.h"
#include "rungate/base/file.h"
#include "rungate/model/ladder_sources.h"
#include "rungate/model/paths.h"
#include "rungate/version.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The name that the user typed: the command's own, or that with the prefix of an installed one. */
static const char *called(const struct rg_command *command, int argc, char **argv)
{
    static const char prefix[] = RG_TOOL_PREFIX;
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *base = slash != NULL ? slash + 1 : argc > 0 ? argv[0] : "";
    bool installed =
        strncmp(base, prefix, sizeof prefix - 1) == 0 && strcmp(base + sizeof prefix - 1, command->name) == 0;

    return installed ? base : command->name;
}

const char *rg_tool_prefix(const struct rg_tool *tool)
{
    return tool->name == NULL || strcmp(tool->name, tool->command->name) == 0 ? "" : RG_TOOL_PREFIX;
}

/* Without memory to escape in: what is not plain, and a number sign, becomes a question mark. */
static void make_plain(char *text)
{
    for (; *text != '\0'; text++) {
        if (*text < 0x20 || *text >= 0x7F || *text == '#')
            *text = '?';
    }
}

void rg_tool_say(const struct rg_tool *tool, const char *format, ...)
{
    char message[RG_ERROR_SIZE + 256];
    const char *name = tool->name != NULL ? tool->name : tool->command->name;
    struct rg_buffer plain;
    struct rg_buffer line;
    va_list args;

    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    rg_buffer_init(&plain, RG_OUTPUT_MAX);
    rg_buffer_init(&line, RG_OUTPUT_MAX);
    rg_escape_terminal(&plain, message);
    rg_escape_log(&line, rg_buffer_text(&plain));
    rg_buffer_inherit(&line, &plain);
    rg_buffer_release(&plain);
    if (!rg_buffer_ok(&line))
        make_plain(message);
    (void)fprintf(tool->err, "%s: %s\n", name, rg_buffer_ok(&line) ? rg_buffer_text(&line) : message);
    rg_buffer_release(&line);
}

int rg_tool_fail(const struct rg_tool *tool, const struct rg_error *error)
{
    rg_tool_say(tool, "%s", error->message);
    return RG_EXIT_CANNOT_JUDGE;
}

bool rg_tool_print(const struct rg_tool *tool, const struct rg_buffer *text, struct rg_error *err)
{
    struct rg_buffer shown;

    rg_buffer_init(&shown, RG_OUTPUT_MAX);
    rg_escape_log(&shown, rg_buffer_text(text));
    rg_buffer_inherit(&shown, text);
    bool ok = rg_buffer_check(&shown, err);
    errno = 0;
    if (ok && (fwrite(rg_buffer_text(&shown), 1, shown.length, tool->out) != shown.length ||
               fflush(tool->out) != 0))
        ok = rg_error_set(err, RG_ERROR_OUTPUT, "cannot write the standard output: %s", strerror(errno));
    rg_buffer_release(&shown);
    return ok;
}

static int print_help(const struct rg_tool *tool, const struct rg_command *command)
{
    struct rg_error error = {0};
    struct rg_buffer text;

    rg_buffer_init(&text, RG_OUTPUT_MAX);
    rg_options_help(command, &text);
    bool ok = rg_tool_print(tool, &text, &error);
    rg_buffer_release(&text);
    return ok ? RG_EXIT_PASS : rg_tool_fail(tool, &error);
}

bool rg_tool_begin(struct rg_tool *tool, int argc, char **argv, void *arguments, int *ret_exit)
{
    struct rg_error error = {0};
    struct rg_command command = *tool->command;

    tool->name = called(tool->command, argc, argv);
    command.name = tool->name;
    enum rg_options_result result = rg_options_parse(&command, argc, argv, arguments, &error);
    if (result == RG_OPTIONS_RUN && !rg_outputs_check(&command, arguments, &error))
        result = RG_OPTIONS_ERROR;
    switch (result) {
    case RG_OPTIONS_RUN:
        return true;
    case RG_OPTIONS_HELP:
        *ret_exit = print_help(tool, &command);
        break;
    case RG_OPTIONS_VERSION:
        *ret_exit = fprintf(tool->out, "%s (rungate) %s\n", tool->name, RG_VERSION) > 0
                        ? RG_EXIT_PASS
                        : RG_EXIT_CANNOT_JUDGE;
        break;
    case RG_OPTIONS_ERROR:
        *ret_exit = rg_tool_fail(tool, &error);
        break;
    }
    return false;
}

bool rg_tool_expect(const struct rg_tool *tool, const char *path, const char *makes, struct rg_error *err)
{
    if (rg_file_is_standard(path) || access(path, F_OK) == 0 || errno != ENOENT)
        return true;
    return rg_error_set(err, RG_ERROR_INPUT, "there is no '%s'; '%s%s %s' makes it", path,
                        rg_tool_prefix(tool), makes, path);
}

bool rg_tool_present(const struct rg_path *path)
{
    return path->named || access(path->path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

bool rg_tool_ladders(const struct rg_tool *tool, const struct rg_list *sources,
                     const struct rg_surface *surface, bool required, struct rg_ladders *ret,
                     bool *ret_present, struct rg_error *err)
{
    const struct rg_path fallback = {.path = RG_PATH_LADDERS, .named = required && sources->count == 0};
    const char **all = calloc(sources->count + 1, sizeof *all);
    size_t count = sources->count;

    if (all == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < count; i++)
        all[i] = sources->items[i];
    if (rg_ladder_sources_want_default(sources->items, sources->count) && rg_tool_present(&fallback))
        all[count++] = fallback.path;
    bool ok = count == 0 ||
              ((sources->count > 0 || rg_tool_expect(tool, RG_PATH_LADDERS, RG_TOOL_MAKES_LADDERS, err)) &&
               rg_ladder_sources_load(all, count, surface, ret, err));
    *ret_present = ok && count > 0;
    for (size_t i = 0; *ret_present && i < ret->count; i++) {
        if (ret->items[i].note != NULL)
            rg_tool_say(tool, "warning: %s", ret->items[i].note);
    }
    free(all);
    return ok;
}
