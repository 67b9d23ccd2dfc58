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
 * For a terminal or a log, on one line: control characters (C0, DEL, C1), bidirectional overrides and line
 * separators become \n, \t, \r, \xHH or \u{H…}; bytes that are not UTF-8 become \xHH. The rest is kept, a
 * backslash too: this is for reading, not for reading back.
 */
void rg_escape_terminal(struct rg_buffer *out, const char *text);

/*
 * For GitHub-flavoured Markdown, in a table cell or a line of text: as for the terminal, and every ASCII
 * character that Markdown or HTML could take for its own becomes a character reference. Rendered, it is the
 * same text.
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

#endif
