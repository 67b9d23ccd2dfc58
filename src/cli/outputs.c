#include "cli/outputs.h"

#include "rungate/base/file.h"
#include "rungate/model/ladder_sources.h"

#include <stdlib.h>
#include <string.h>

/* A file that an option names. */
struct file {
    const struct rg_option *option;
    char *path;
    bool is_default;
};

struct files {
    struct file *items;
    size_t count;
};

static bool is_output(const struct rg_option *option)
{
    return option->file == RG_FILE_OUTPUT || option->file == RG_FILE_APPENDED;
}

static bool add(struct files *files, const struct rg_option *option, const char *value, bool is_default,
                struct rg_error *err)
{
    struct file *file = &files->items[files->count];

    *file = (struct file){.option = option, .is_default = is_default};
    file->path = option->file == RG_FILE_LADDERS ? rg_ladder_source_file(value) : strdup(value);
    if (file->path == NULL)
        return rg_error_memory(err);
    files->count++;
    return true;
}

/* The files of one option, its default included where that counts. */
static bool add_values(struct files *files, const struct rg_option *option, const struct rg_list *values,
                       struct rg_error *err)
{
    bool wants_default = option->file == RG_FILE_LADDERS
                             ? rg_ladder_sources_want_default(values->items, values->count)
                             : values->count == 0;

    for (size_t i = 0; i < values->count; i++) {
        bool is_default = values->items[i] == option->fallback;
        if (!add(files, option, values->items[i], is_default, err))
            return false;
    }
    return option->fallback == NULL || !wants_default || add(files, option, option->fallback, true, err);
}

static bool collect(const struct rg_command *command, void *arguments, struct files *ret,
                    struct rg_error *err)
{
    size_t most = 0;

    for (size_t i = 0; i < command->option_count; i++) {
        const struct rg_option *option = &command->options[i];
        if (option->file != RG_FILE_NONE)
            most += rg_options_values(option, arguments).count + 1;
    }
    ret->items = calloc(most + 1, sizeof *ret->items);
    if (ret->items == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < command->option_count; i++) {
        const struct rg_option *option = &command->options[i];
        if (option->file == RG_FILE_NONE)
            continue;
        struct rg_list values = rg_options_values(option, arguments);
        if (!add_values(ret, option, &values, err))
            return false;
    }
    return true;
}

static bool is_allowed(const struct file *output, const struct file *input)
{
    const char *any = output->option->may_replace;
    const char *fallback = output->option->may_replace_default;

    return (any != NULL && strcmp(any, input->option->name) == 0) ||
           (fallback != NULL && input->is_default && strcmp(fallback, input->option->name) == 0);
}

static bool check_pair(const struct rg_command *command, const struct file *output, const struct file *other,
                       struct rg_error *err)
{
    bool same = false;

    if (is_allowed(output, other))
        return true;
    if (!rg_file_same(output->path, other->path, &same, err))
        return false;
    return !same ||
           rg_error_set(err, RG_ERROR_USAGE,
                        "'--%s %s'%s is the same file as '--%s %s'%s, %s; see '%s --help'",
                        output->option->name, output->path, output->is_default ? " (the default)" : "",
                        other->option->name, other->path, other->is_default ? " (the default)" : "",
                        is_output(other->option) ? "which is written too"
                                                 : "which is read and must not be overwritten",
                        command->name);
}

/* The standard input can be read once. */
static bool check_input(const struct rg_command *command, const struct files *files, struct rg_error *err)
{
    const struct file *first = NULL;

    for (size_t i = 0; i < files->count; i++) {
        const struct file *file = &files->items[i];
        if (is_output(file->option) || !rg_file_is_standard(file->path))
            continue;
        if (first != NULL)
            return rg_error_set(err, RG_ERROR_USAGE,
                                "'--%s -' and '--%s -': the standard input can be read once; see '%s --help'",
                                first->option->name, file->option->name, command->name);
        first = file;
    }
    return true;
}

bool rg_outputs_check(const struct rg_command *command, void *arguments, struct rg_error *err)
{
    struct files files = {0};
    bool ok = collect(command, arguments, &files, err);

    for (size_t i = 0; ok && i < files.count; i++) {
        for (size_t j = 0; ok && is_output(files.items[i].option) && j < files.count; j++) {
            /* Two outputs are a pair once. */
            if (j > i || !is_output(files.items[j].option))
                ok = check_pair(command, &files.items[i], &files.items[j], err);
        }
    }
    ok = ok && check_input(command, &files, err);
    for (size_t i = 0; i < files.count; i++)
        free(files.items[i].path);
    free(files.items);
    return ok;
}
