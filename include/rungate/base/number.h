/*
 * number.h: decimal text to double and back. The only number parser and the only number writer of the
 * project.
 *
 * Both work on the C locale's decimal point; nothing in the project calls setlocale.
 */
#ifndef RUNGATE_NUMBER_H
#define RUNGATE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A finite decimal: optional sign, digits with an optional point, optional exponent. The whole text must be
 * one number; no spaces, no hexadecimal, no "nan" or "inf". False also when it overflows a double.
 */
bool rg_number_parse(const char *text, double *ret_value);

/* What a Prometheus server prints: the above, or NaN, Inf, +Inf, -Inf. A decimal too large for a double is
 * ±Inf. */
bool rg_number_parse_prometheus(const char *text, double *ret_value);

/* A whole number, decimal digits only, min..max inclusive. */
bool rg_integer_parse(const char *text, long long min, long long max, long long *ret_value);

enum { RG_NUMBER_SIZE = 48 };

/*
 * The shortest decimal that reads back as the same double, in the form of Python's float.__repr__: always
 * with a fraction or an exponent, exponent form below 1e-4 and from 1e16. `value` must be finite.
 */
void rg_number_format(double value, char ret_text[RG_NUMBER_SIZE]);

/*
 * For people: five significant digits ("0.0059744", "12.4", "61429"), whole digits never cut, exponent form
 * only for what would be unreadable without ("1e-09"). `value` must be finite.
 */
void rg_number_format_short(double value, char ret_text[RG_NUMBER_SIZE]);

#endif
