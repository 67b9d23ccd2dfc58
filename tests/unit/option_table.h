/*
 * option_table.h: what is wrong with an option table itself.
 */
#ifndef RUNGATE_OPTION_TABLE_H
#define RUNGATE_OPTION_TABLE_H

#include "cli/options.h"

#include <stdio.h>
#include <string.h>

/* The input that an output may be written over is there, and is one. */
static inline bool is_input(const struct rg_command *command, const char *name)
{
    for (const struct rg_option *o = command->options; o < command->options + command->option_count; o++) {
        if (name != NULL && strcmp(o->name, name) == 0)
            return o->file == RG_FILE_INPUT || o->file == RG_FILE_LADDERS;
    }
    return false;
}

/* What is wrong with one row, or NULL. */
static inline const char *row_fault(const struct rg_command *command, const struct rg_option *o)
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

/* The first fault, or NULL; it stands until the next call. */
static inline const char *table_fault(const struct rg_command *command)
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

#endif
