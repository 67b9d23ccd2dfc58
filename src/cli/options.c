#include "cli/options.h"

#include "rungate/base/buffer.h"
#include "rungate/base/duration.h"
#include "rungate/base/nearest.h"
#include "rungate/base/number.h"
#include "rungate/base/timestamp.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 1000, FACTOR_MAX = 1000000 };

static void *target(const struct rg_option *option, void *arguments)
{
    return (char *)arguments + option->offset;
}

static bool refuse(const struct rg_command *command, const struct rg_option *option, const char *value,
                   const char *expected, struct rg_error *err)
{
    return rg_error_set(err, RG_ERROR_USAGE, "'--%s %s': expected %s; see '%s --help'", option->name, value,
                        expected, command->name);
}

static bool set_choice(const struct rg_command *command, const struct rg_option *option, const char *value,
                       int *ret, struct rg_error *err)
{
    struct rg_buffer expected;

    for (int i = 0; option->choices[i] != NULL; i++) {
        if (strcmp(option->choices[i], value) == 0) {
            *ret = i;
            return true;
        }
    }
    rg_buffer_init(&expected, RG_ERROR_SIZE);
    for (int i = 0; option->choices[i] != NULL; i++)
        rg_buffer_printf(&expected, "%s%s", i == 0 ? "" : " or ", option->choices[i]);
    (void)refuse(command, option, value, rg_buffer_text(&expected), err);
    rg_buffer_release(&expected);
    return false;
}

static bool is_list(const struct rg_option *option)
{
    return option->kind == RG_OPTION_LIST || option->kind == RG_OPTION_FILES;
}

static bool append(struct rg_list *list, const char *value, struct rg_error *err)
{
    const char **items = realloc(list->items, (list->count + 1) * sizeof *items);

    if (items == NULL)
        return rg_error_memory(err);
    items[list->count++] = value;
    list->items = items;
    return true;
}

static bool set_timestamp(const char *value, struct rg_instant *ret)
{
    long long unix_s;

    if (!rg_timestamp_parse(value, &unix_s) && !rg_integer_parse(value, 0, 253402300799, &unix_s))
        return false;
    *ret = (struct rg_instant){.given = true, .unix_s = unix_s};
    return true;
}

static bool set(const struct rg_command *command, const struct rg_option *option, const char *value,
                bool named, void *arguments, struct rg_error *err)
{
    void *to = target(option, arguments);

    if (value[0] == '\0')
        return refuse(command, option, "''", "a value", err);
    switch (option->kind) {
    case RG_OPTION_FLAG:
        *(bool *)to = true;
        return true;
    case RG_OPTION_STRING:
        *(const char **)to = value;
        return true;
    case RG_OPTION_PATH:
        *(struct rg_path *)to = (struct rg_path){.path = value, .named = named};
        return true;
    case RG_OPTION_LIST:
    case RG_OPTION_FILES:
        return append(to, value, err);
    case RG_OPTION_DURATION:
        ((struct rg_span *)to)->text = value;
        return rg_duration_parse(value, &((struct rg_span *)to)->ms) ||
               refuse(command, option, value, "a duration such as 30s, 3m or 1h30m", err);
    case RG_OPTION_RATIO:
        return (rg_number_parse(value, to) && *(double *)to > 0 && *(double *)to <= 1) ||
               refuse(command, option, value, "a number above 0 and at most 1", err);
    case RG_OPTION_FACTOR:
        return (rg_number_parse(value, to) && *(double *)to > 1 && *(double *)to <= (double)FACTOR_MAX) ||
               refuse(command, option, value, "a number above 1 and at most 1000000", err);
    case RG_OPTION_PERCENT:
        ((struct rg_percent *)to)->given = true;
        return (rg_number_parse(value, &((struct rg_percent *)to)->value) &&
                ((struct rg_percent *)to)->value >= 0 &&
                ((struct rg_percent *)to)->value <= (double)FACTOR_MAX) ||
               refuse(command, option, value, "a percentage from 0 to 1000000", err);
    case RG_OPTION_COUNT:
        return rg_integer_parse(value, 0, COUNT_MAX, to) ||
               refuse(command, option, value, "a whole number from 0 to 1000", err);
    case RG_OPTION_TIMESTAMP:
        return set_timestamp(value, to) ||
               refuse(command, option, value, "a time such as 2026-04-24T17:30:00Z, or seconds since 1970",
                      err);
    case RG_OPTION_DATE:
        ((struct rg_instant *)to)->given = true;
        return rg_date_parse(value, &((struct rg_instant *)to)->unix_s) ||
               refuse(command, option, value, "a day such as 2026-12-31", err);
    case RG_OPTION_CHOICE:
        return set_choice(command, option, value, to, err);
    }
    return false;
}

static bool set_defaults(const struct rg_command *command, void *arguments, struct rg_error *err)
{
    for (size_t i = 0; i < command->option_count; i++) {
        const struct rg_option *option = &command->options[i];
        if (option->kind == RG_OPTION_CHOICE)
            *(int *)target(option, arguments) = -1;
        if (option->fallback != NULL && !is_list(option) &&
            !set(command, option, option->fallback, false, arguments, err))
            return false;
    }
    return true;
}

static const struct rg_option *find(const struct rg_command *command, const char *name, size_t length)
{
    for (size_t i = 0; i < command->option_count; i++) {
        const char *known = command->options[i].name;
        if (strncmp(known, name, length) == 0 && known[length] == '\0')
            return &command->options[i];
    }
    return NULL;
}

static const struct rg_option *find_letter(const struct rg_command *command, const char *argument)
{
    for (size_t i = 0; i < command->option_count; i++) {
        if (argument[1] != '\0' && argument[2] == '\0' && command->options[i].letter == argument[1])
            return &command->options[i];
    }
    return NULL;
}

static bool unknown(const struct rg_command *command, const char *argument, struct rg_error *err)
{
    char name[64] = {0};
    struct rg_near near = rg_near_to(name + 2, 3);

    if (argument[0] != '-')
        return rg_error_set(err, RG_ERROR_USAGE, "unexpected argument '%s'; see '%s --help'", argument,
                            command->name);
    (void)memcpy(name, argument, strnlen(argument, sizeof name - 1));
    name[strcspn(name, "=")] = '\0';
    for (size_t i = 0; i < command->option_count && strncmp(name, "--", 2) == 0; i++)
        (void)rg_near_consider(&near, command->options[i].name);
    if (near.name != NULL)
        return rg_error_set(err, RG_ERROR_USAGE, "unknown option '%s'; did you mean '--%s'? see '%s --help'",
                            name, near.name, command->name);
    return rg_error_set(err, RG_ERROR_USAGE, "unknown option '%s'; see '%s --help'", name, command->name);
}

/* "-" alone is a word. */
static bool looks_like_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

/* Take the option at argv[*at], and its value. */
static bool take(const struct rg_command *command, int argc, char **argv, int *at, bool *seen,
                 void *arguments, struct rg_error *err)
{
    char *argument = argv[*at];
    bool is_long = strncmp(argument, "--", 2) == 0;
    size_t length = is_long ? strcspn(argument + 2, "=") : 0;
    const char *value = is_long && argument[2 + length] == '=' ? argument + 2 + length + 1 : NULL;
    const struct rg_option *option = NULL;

    if (is_long)
        option = find(command, argument + 2, length);
    else if (argument[0] == '-')
        option = find_letter(command, argument);
    if (option == NULL)
        return unknown(command, argument, err);
    if (seen[option - command->options] && !is_list(option))
        return rg_error_set(err, RG_ERROR_USAGE, "'--%s' is given twice; see '%s --help'", option->name,
                            command->name);
    seen[option - command->options] = true;
    if (option->kind == RG_OPTION_FLAG) {
        if (value != NULL)
            return rg_error_set(err, RG_ERROR_USAGE, "'--%s' takes no value; see '%s --help'", option->name,
                                command->name);
        return set(command, option, "true", true, arguments, err);
    }
    if (value == NULL && *at + 1 < argc)
        value = argv[++*at];
    if (value == NULL)
        return rg_error_set(err, RG_ERROR_USAGE, "'--%s' needs a value; see '%s --help'", option->name,
                            command->name);
    if (!set(command, option, value, true, arguments, err))
        return false;
    while (option->kind == RG_OPTION_FILES && *at + 1 < argc && !looks_like_option(argv[*at + 1])) {
        if (!set(command, option, argv[++*at], true, arguments, err))
            return false;
    }
    return true;
}

static enum rg_options_result take_all(const struct rg_command *command, int argc, char **argv, bool *seen,
                                       void *arguments, struct rg_error *err)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return RG_OPTIONS_HELP;
        if (strcmp(argv[i], "--version") == 0)
            return RG_OPTIONS_VERSION;
        if (!take(command, argc, argv, &i, seen, arguments, err))
            return RG_OPTIONS_ERROR;
    }
    for (size_t i = 0; i < command->option_count; i++) {
        if (command->options[i].required && !seen[i]) {
            (void)rg_error_set(err, RG_ERROR_USAGE, "'--%s' is missing; see '%s --help'",
                               command->options[i].name, command->name);
            return RG_OPTIONS_ERROR;
        }
    }
    return RG_OPTIONS_RUN;
}

enum rg_options_result rg_options_parse(const struct rg_command *command, int argc, char **argv,
                                        void *arguments, struct rg_error *err)
{
    enum rg_options_result result = RG_OPTIONS_ERROR;
    bool *seen = calloc(command->option_count + 1, sizeof *seen);

    if (seen == NULL)
        (void)rg_error_memory(err);
    else if (set_defaults(command, arguments, err))
        result = take_all(command, argc, argv, seen, arguments, err);
    free(seen);
    return result;
}

struct rg_list rg_options_values(const struct rg_option *option, void *arguments)
{
    /* A path is a struct, of which the text is the first member. */
    const char **one = target(option, arguments);

    if (is_list(option))
        return *(struct rg_list *)target(option, arguments);
    return (struct rg_list){.items = one, .count = *one != NULL};
}

void rg_options_release(const struct rg_command *command, void *arguments)
{
    for (size_t i = 0; i < command->option_count; i++) {
        if (is_list(&command->options[i])) {
            struct rg_list *list = target(&command->options[i], arguments);
            free(list->items);
            *list = (struct rg_list){0};
        }
    }
}
