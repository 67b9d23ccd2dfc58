/*
 * junit.h: JUnit XML. One test case a key, named with the whole key; the sentence of one that did not pass is
 * an attribute and the content, since some readers show the one and some the other.
 */
#ifndef RUNGATE_REPORT_JUNIT_H
#define RUNGATE_REPORT_JUNIT_H

#include "rungate/base/buffer.h"

#include <stddef.h>

enum rg_junit_result { RG_JUNIT_PASSED, RG_JUNIT_FAILED, RG_JUNIT_SKIPPED, RG_JUNIT_ERROR, RG_JUNIT_COUNT };

struct rg_junit {
    struct rg_buffer cases;
    struct rg_buffer text; /* of the next case: fill it, then add the case */
    struct rg_buffer said; /* of the whole, where there is something to say */
    struct rg_buffer base; /* reused */
    size_t counts[RG_JUNIT_COUNT];
};

/* `doubt`, when it is not NULL, is a case that cannot be judged: skipped cases alone would be a green suite. */
void rg_junit_begin(struct rg_junit *junit, const char *doubt);

/*
 * A case with what `text` holds, which is empty after that. Its class is `class_name`; when that is NULL, the
 * base of the key. `detail` follows the key in the name; NULL: nothing does.
 */
void rg_junit_case(struct rg_junit *junit, const char *class_name, const char *key, const char *detail,
                   enum rg_junit_result result);

/* Append the document, with the time of what was tested in seconds since 1970, and free. */
void rg_junit_end(struct rg_junit *junit, long long time_s, struct rg_buffer *out);

#endif
