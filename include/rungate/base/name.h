/*
 * name.h: what a name from outside may be: a metric key, a label and its value, a profile, a unit.
 *
 * Names are written into files and printed as they are, in every row, so they have a limit, and none may hold
 * what a CI system would take for a command: canonical bytes cannot escape it.
 */
#ifndef RUNGATE_NAME_H
#define RUNGATE_NAME_H

/* In bytes. */
enum { RG_NAME_MAX = 1024 };

/* What is wrong with a name, such as "longer than 1024 bytes"; NULL when nothing is. */
const char *rg_name_fault(const char *name);

#endif
