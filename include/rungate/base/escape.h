/*
 * escape.h: external text, made safe for the place where it is shown.
 *
 * Keys, labels, reasons and server messages can hold anything. Each place that shows them has one function
 * here, and no renderer prints outside text without it.
 */
#ifndef RUNGATE_ESCAPE_H
#define RUNGATE_ESCAPE_H

#include "rungate/base/buffer.h"

/*
 * For a terminal, on one line: control characters (C0, DEL, C1), line separators, and what shows nothing or
 * changes how others are shown (zero-width characters, directions, variation selectors, tags) become \n, \t,
 * \r, \xHH or \u{H…}; bytes that are not UTF-8 become \xHH. The rest is kept, a backslash too: this is for
 * reading, not for reading back.
 */
void rg_escape_terminal(struct rg_buffer *out, const char *text);

/*
 * For GitHub-flavoured Markdown, in a table cell or a line of text: as for the terminal, and every ASCII
 * character that Markdown or HTML could take for its own becomes a character reference. What would become a
 * link or a mention (www., ://, user@host, @name, #1, !1, GH-1) is parted by an empty element. Rendered, it is
 * the same text, and nothing in it is live.
 */
void rg_escape_markdown(struct rg_buffer *out, const char *text);

/*
 * For a command that a reader may copy: as it is when it is one plain word, else in single quotes. What a
 * terminal must not see is shown as for the terminal, so a name with control characters is readable but not
 * the same word.
 */
void rg_escape_shell(struct rg_buffer *out, const char *text);

/* For XML and HTML, in an attribute in double quotes or in content: as for the terminal, then & < > " ' as references. */
void rg_escape_xml(struct rg_buffer *out, const char *text);

/* For the message of a CI annotation (::error::…): as for the terminal, then % as %25. */
void rg_escape_annotation(struct rg_buffer *out, const char *text);

/* For a property of one (title=…): also : and , */
void rg_escape_annotation_property(struct rg_buffer *out, const char *text);

/*
 * For everything that goes to the standard output or to the error stream, as the last step: a CI system reads
 * its log and obeys some lines. No line begins, after blanks, with "::" (GitHub, Gitea), and none holds "##["
 * (GitHub, Azure), "##vso[" (Azure), "##teamcity[", "##octopus[" or any other word between "##" and "[": a
 * character of it is written \u003a or \u0023. In JSON, where such text stands in strings only, that is the
 * same value.
 *
 * What is merely drawn (groups of Buildkite and Travis, ##[section]) is left, and what needs a control
 * character (sections of GitLab) is escaped before.
 */
void rg_escape_log(struct rg_buffer *out, const char *text);

/*
 * The text holds such a marker: "##", a word or none, "[". Names that go into files as they are (keys, labels,
 * profiles) are refused for it when they are read, since canonical bytes cannot escape it.
 */
bool rg_has_log_command(const char *text);

#endif
