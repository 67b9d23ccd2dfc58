/*
 * utf8.h: one code point at a time, as RFC 3629 allows them: no overlong forms, no surrogates, at most
 * U+10FFFF.
 */
#ifndef RUNGATE_UTF8_H
#define RUNGATE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The length of the sequence at `bytes`, 1 to 4; 0 when it is invalid or does not end within `length`. */
size_t rg_utf8_decode(const char *bytes, size_t length, uint32_t *ret_code_point);

/* The line and column of a byte, both from 1; columns count code points. */
void rg_utf8_place(const char *text, size_t offset, size_t *ret_line, size_t *ret_column);

#endif
