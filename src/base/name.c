#include "rungate/base/name.h"

#include "rungate/base/escape.h"

#include <stddef.h>
#include <string.h>

_Static_assert(RG_NAME_MAX == 1024, "a message below says so");

const char *rg_name_fault(const char *name)
{
    if (strnlen(name, RG_NAME_MAX + 1) > RG_NAME_MAX)
        return "a name is longer than 1024 bytes";
    if (rg_has_log_command(name))
        return "a name must not hold '##' and '[', with or without a word between them: a CI system takes it "
               "for a command";
    return NULL;
}
