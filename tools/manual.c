/*
 * manual: manual pages and completion, made while building from the tables that --help is made from.
 *
 *     manual man COMMAND DATE     the manual page, section 1, for man(7)
 *     manual bash COMMAND         the completion, for bash
 *     manual script NAME DATE     the manual page of the script that is the standard input, from the comment at its
 *                                 head: what it does, synopsis, options, then paragraphs
 *     manual files COMMAND        for tests, the options whose value names a file: a line each of name, use, default,
 *                                 and the inputs that it may replace, always and as long as they are the default;
 *                                 between tabs, and '-' for none
 */
#include "cli/capture_options.h"
#include "cli/check_bounds.h"
#include "cli/compare_options.h"
#include "cli/tool.h"
#include "rungate/base/error.h"
#include "rungate/judge/compare.h"
#include "rungate/model/paths.h"
#include "rungate/model/status.h"
#include "rungate/version.h"

#include <ctype.h>
#include <string.h>

static const struct rg_command *const commands[] = {&rg_capture_command, &rg_compare_command,
                                                    &rg_check_bounds_command};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* `length` bytes of text, with what roff takes for its own escaped. */
static void roff(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool starts = i == 0 || text[i - 1] == '\n';
        if (starts && (text[i] == '.' || text[i] == '\''))
            (void)fputs("\\&", out);
        if (text[i] == '\\')
            (void)fputs("\\e", out);
        else if (text[i] == '-')
            (void)fputs("\\-", out);
        else if (text[i] == '\'')
            (void)fputs("\\(aq", out);
        else
            (void)fputc(text[i], out);
    }
}

static void roff_line(FILE *out, const char *text)
{
    roff(out, text, strlen(text));
    (void)fputc('\n', out);
}

/* A tagged paragraph. */
static void item(FILE *out, const char *tag, const char *text)
{
    (void)fputs(".TP\n.B ", out);
    roff_line(out, tag);
    roff_line(out, text);
}

/* The notes: lines that start with two spaces are a list, "  A  text"; others are text, in paragraphs. */
static void notes(FILE *out, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (strncmp(text, "  ", 2) == 0) {
            size_t tag = strcspn(text + 2, " ");
            size_t gap = strspn(text + 2 + tag, " ");
            (void)fputs(".TP\n.B ", out);
            roff(out, text + 2, tag);
            (void)fputc('\n', out);
            roff(out, text + 2 + tag + gap, length - 2 - tag - gap);
            (void)fputc('\n', out);
        } else if (length == 0) {
            (void)fputs(".PP\n", out);
        } else {
            roff(out, text, length);
            (void)fputc('\n', out);
        }
        text += length + (text[length] == '\n');
    }
}

static void option_tag(FILE *out, const struct rg_option *option)
{
    (void)fputs(".TP\n", out);
    if (option->letter != 0)
        (void)fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
    (void)fputs("\\fB\\-\\-", out);
    roff(out, option->name, strlen(option->name));
    (void)fputs("\\fR", out);
    if (option->choices != NULL) {
        for (size_t i = 0; option->choices[i] != NULL; i++) {
            (void)fputs(i == 0 ? " \\fB" : "\\fR|\\fB", out);
            roff(out, option->choices[i], strlen(option->choices[i]));
        }
        (void)fputs("\\fR", out);
    } else if (option->value_name != NULL) {
        (void)fputs(" \\fI", out);
        roff(out, option->value_name, strlen(option->value_name));
        (void)fputs("\\fR", out);
    }
    (void)fputc('\n', out);
}

static void options(FILE *out, const struct rg_command *command)
{
    (void)fputs(".SH OPTIONS\n", out);
    for (size_t i = 0; i < command->option_count; i++) {
        const struct rg_option *option = &command->options[i];
        option_tag(out, option);
        roff(out, option->help, strlen(option->help));
        if (option->required)
            (void)fputs(" (required)", out);
        if (option->fallback != NULL) {
            (void)fputs(" (default: ", out);
            roff(out, option->fallback, strlen(option->fallback));
            (void)fputc(')', out);
        }
        if (option->kind == RG_OPTION_LIST || option->kind == RG_OPTION_FILES)
            (void)fputs(" (may be given several times)", out);
        (void)fputc('\n', out);
    }
    item(out, "-h, --help", "print the options and exit");
    item(out, "--version", "print the version and exit");
}

/* The line after the name: the summary up to where it goes into detail. */
static void brief(FILE *out, const char *summary)
{
    size_t length = strcspn(summary, ".:;");
    const char *comma = strstr(summary, ", all");

    if (comma != NULL && (size_t)(comma - summary) < length)
        length = (size_t)(comma - summary);
    (void)fputc(tolower((unsigned char)summary[0]), out);
    roff(out, summary + 1, length - 1);
    (void)fputc('\n', out);
}

static void statuses(FILE *out)
{
    (void)fputs(".SH STATUSES\nWhat the file says of a key that is not plainly good, the first that holds.\n",
                out);
#define X(id, name, keeps_value, meaning, advice)                                                            \
    item(out, name,                                                                                          \
         (keeps_value) ? meaning "; it may keep its value. " advice : meaning "; it has no value. " advice);
    RG_STATUS_MAP(X)
#undef X
}

static void cases(FILE *out)
{
    (void)fputs(".SH VERDICTS\nThe note of a key, the first that fits.\n", out);
#define X(id, note) (void)fputs(".IP \\(bu 2\n", out), roff_line(out, note);
    RG_CASE_MAP(X)
#undef X
}

static void files(FILE *out)
{
    (void)fputs(".SH FILES\nRelative to the working directory, unless an option says otherwise.\n", out);
    item(out, RG_PATH_SURFACE, "what is measured");
    item(out, RG_PATH_LADDERS, "the bucket edges of each histogram");
    item(out, RG_PATH_THRESHOLDS, "bounds, waivers and budgets");
    item(out, RG_PATH_BASELINE, "the committed capture that later ones are judged against");
    item(out, RG_PATH_TIMINGS, "a capture");
}

static void see_also(FILE *out, const struct rg_command *command)
{
    const char *separator = "";

    (void)fputs(".SH SEE ALSO\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (commands[i] == command)
            continue;
        (void)fprintf(out, "%s.BR ", separator);
        roff(out, RG_TOOL_PREFIX, strlen(RG_TOOL_PREFIX));
        roff(out, commands[i]->name, strlen(commands[i]->name));
        (void)fputs(" (1)", out);
        separator = " ,\n";
    }
    (void)fputc('\n', out);
}

static void man(FILE *out, const struct rg_command *command, const char *date)
{
    (void)fprintf(out,
                  ".TH " RG_TOOL_PREFIX "%s 1 %s \"rungate " RG_VERSION "\" \"User Commands\"\n.SH NAME\n",
                  command->name, date);
    roff(out, RG_TOOL_PREFIX, strlen(RG_TOOL_PREFIX));
    roff(out, command->name, strlen(command->name));
    (void)fputs(" \\- ", out);
    brief(out, command->summary);
    (void)fputs(".SH SYNOPSIS\n.B ", out);
    roff(out, RG_TOOL_PREFIX, strlen(RG_TOOL_PREFIX));
    roff_line(out, command->name);
    (void)fputs("[\\fIoptions\\fR]\n.SH DESCRIPTION\n", out);
    roff_line(out, command->summary);
    options(out, command);
    (void)fputs(".SH EXIT STATUS\n", out);
#define X(code, name, text) item(out, #code, text);
    RG_EXIT_MAP(X)
#undef X
    if (command != &rg_check_bounds_command)
        statuses(out);
    if (command == &rg_compare_command)
        cases(out);
    files(out);
    if (command->notes != NULL) {
        (void)fputs(".SH NOTES\n", out);
        notes(out, command->notes);
    }
    see_also(out, command);
}

/* After an option with choices they are offered, after one with another value files, else the options. */
static void bash(FILE *out, const struct rg_command *command)
{
    char function[64] = "_rungate_";

    for (size_t i = 0, n = strlen(function); command->name[i] != '\0' && n < sizeof function - 1; i++, n++)
        function[n] = (char)(command->name[i] == '-' ? '_' : command->name[i]);
    (void)fprintf(out, "# bash completion of " RG_TOOL_PREFIX "%s\n%s()\n{\n", command->name, function);
    (void)fputs("    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n\n"
                "    COMPREPLY=()\n"
                "    if [[ $cur == = ]]; then\n        cur=\n"
                "    elif [[ $prev == = ]]; then\n        prev=${COMP_WORDS[COMP_CWORD - 2]}\n    fi\n"
                "    case $prev in\n",
                out);
    for (size_t i = 0; i < command->option_count; i++) {
        const struct rg_option *option = &command->options[i];
        if (option->kind == RG_OPTION_FLAG)
            continue;
        (void)fprintf(out, "        --%s)\n", option->name);
        if (option->choices != NULL) {
            (void)fputs("            mapfile -t COMPREPLY < <(compgen -W '", out);
            for (size_t j = 0; option->choices[j] != NULL; j++)
                (void)fprintf(out, "%s%s", j == 0 ? "" : " ", option->choices[j]);
            (void)fputs("' -- \"$cur\")\n", out);
        }
        (void)fputs("            return\n            ;;\n", out);
    }
    (void)fputs("    esac\n    if [[ $cur == -* || -z $cur ]]; then\n"
                "        mapfile -t COMPREPLY < <(compgen -W '",
                out);
    for (size_t i = 0; i < command->option_count; i++) {
        if (command->options[i].letter != 0)
            (void)fprintf(out, "-%c ", command->options[i].letter);
        (void)fprintf(out, "--%s ", command->options[i].name);
    }
    (void)fprintf(
        out, "-h --help --version' -- \"$cur\")\n    fi\n}\ncomplete -o default -F %s " RG_TOOL_PREFIX "%s\n",
        function, command->name);
}

static void files_table(FILE *out, const struct rg_command *command)
{
    static const char *const uses[] = {[RG_FILE_INPUT] = "input",
                                       [RG_FILE_LADDERS] = "ladders",
                                       [RG_FILE_OUTPUT] = "output",
                                       [RG_FILE_APPENDED] = "appended"};

    for (size_t i = 0; i < command->option_count; i++) {
        const struct rg_option *option = &command->options[i];
        if (option->file == RG_FILE_NONE)
            continue;
        (void)fprintf(out, "%s\t%s\t%s\t%s\t%s\n", option->name, uses[option->file],
                      option->fallback == NULL ? "-" : option->fallback,
                      option->may_replace == NULL ? "-" : option->may_replace,
                      option->may_replace_default == NULL ? "-" : option->may_replace_default);
    }
}

/* The next line of the comment at a script's head, without its sign; NULL after the last one. */
static const char *script_line(char *line, int size)
{
    if (fgets(line, size, stdin) == NULL || line[0] != '#')
        return NULL;
    line[strcspn(line, "\n")] = '\0';
    return line + 1 + (line[1] == ' ');
}

/* A paragraph of a script's comment may begin with the name of a section. */
static const char *script_section(FILE *out, const char *line)
{
    static const struct {
        const char *start;
        const char *section;
    } sections[] = {{"Exit status: ", "EXIT STATUS"}, {"Artifacts: ", "FILES"}};

    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        size_t length = strlen(sections[i].start);
        if (strncmp(line, sections[i].start, length) == 0) {
            (void)fprintf(out, ".SH %s\n", sections[i].section);
            return line + length;
        }
    }
    return line;
}

/* Indented lines stay as they are: of the first such block the synopsis, of the second the options. */
static void script_page(FILE *out, const char *name, const char *date)
{
    static const char *const blocks[] = {"SYNOPSIS", "OPTIONS"};
    enum { BLOCK_COUNT = sizeof blocks / sizeof blocks[0] };
    char text[512];
    const char *line;
    size_t block = 0;
    bool first = true;
    bool literal = false;
    bool blank = true;

    (void)fprintf(out,
                  ".TH " RG_TOOL_PREFIX "%s 1 %s \"rungate " RG_VERSION
                  "\" \"User Commands\"\n.SH NAME\n" RG_TOOL_PREFIX "%s \\- ",
                  name, date, name);
    (void)script_line(text, sizeof text); /* the interpreter */
    while ((line = script_line(text, sizeof text)) != NULL) {
        bool indented = strncmp(line, "  ", 2) == 0 || strncmp(line, "option ", 7) == 0;
        if (line[0] == '\0') {
            blank = true;
            continue;
        }
        if (literal && blank && !indented)
            (void)fprintf(out, ".fi\n.SH %s\n", block == 1 ? "DESCRIPTION" : "NOTES");
        else if (!literal && indented)
            (void)fprintf(out, ".SH %s\n.nf\n", blocks[block < BLOCK_COUNT ? block++ : BLOCK_COUNT - 1]);
        else if (literal && blank)
            (void)fprintf(out, ".fi\n.SH %s\n.nf\n", blocks[block < BLOCK_COUNT ? block++ : BLOCK_COUNT - 1]);
        else if (blank && !first)
            (void)fputs(".PP\n", out);
        literal = indented || (literal && !blank);
        if (blank && !literal)
            line = script_section(out, line);
        roff_line(out, line);
        first = blank = false;
    }
    if (literal)
        (void)fputs(".fi\n", out);
}

int main(int argc, char **argv)
{
    const struct rg_command *command = NULL;

    for (size_t i = 0; argc > 2 && i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i]->name, argv[2]) == 0)
            command = commands[i];
    }
    if (command != NULL && argc == 4 && strcmp(argv[1], "man") == 0) {
        man(stdout, command, argv[3]);
    } else if (command != NULL && argc == 3 && strcmp(argv[1], "bash") == 0) {
        bash(stdout, command);
    } else if (command != NULL && argc == 3 && strcmp(argv[1], "files") == 0) {
        files_table(stdout, command);
    } else if (argc == 4 && strcmp(argv[1], "script") == 0) {
        script_page(stdout, argv[2], argv[3]);
    } else {
        (void)fputs("usage: manual man COMMAND DATE | manual bash COMMAND | manual files COMMAND\n"
                    "       manual script NAME DATE < SCRIPT\n",
                    stderr);
        return RG_EXIT_CANNOT_JUDGE;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? RG_EXIT_PASS : RG_EXIT_CANNOT_JUDGE;
}
