/*
 * escape.h: text from outside, made safe for where it is shown.
 *
 * Keys, labels, reasons and server messages can hold anything. Each place that shows them has one function
 * here, and no renderer prints outside text without it.
 */
#ifndef RUNGATE_ESCAPE_H
#define RUNGATE_ESCAPE_H

#include "rungate/buffer.h"

/*
 * For a terminal or a log, on one line: control characters (C0, DEL, C1), bidirectional overrides and line
 * separators become \n, \t, \r, \xHH or \u{H…}; bytes that are not UTF-8 become \xHH. The rest is kept, a
 * backslash too: this is for reading, not for reading back.
 */
void rg_escape_terminal(struct rg_buffer *out, const char *text);

#endif
