/*
 * spelling.h: the ways in which a server, a proxy or libcurl may spell one byte.
 */
#ifndef RUNGATE_HTTP_SPELLING_H
#define RUNGATE_HTTP_SPELLING_H

#include <stddef.h>

/*
 * The length of the text at `p` that spells `byte`, 0 when it spells another: the byte itself, a letter also
 * in the other case; '-' and '_' for '+' and '/', as in base64 of a URL; '+' for a blank, as in a form; %41,
 * %2541 and so on, %u0041; \u0041, \x41, \101, a backslash before it, each with any number of backslashes;
 * &#65; &#x41; &lt; &amp;lt; and so on.
 */
size_t spelled(const char *p, unsigned char byte);

/* The same for two hexadecimal digits. */
size_t spelled_in_hex(const char *p, unsigned char byte);

/* The length of a break at `p` where a line was wrapped: blanks and line ends, raw or escaped; or 0. */
size_t line_break(const char *p);

#endif
