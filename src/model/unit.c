#include "rungate/model/unit.h"

#include <string.h>

const char *const rg_unit_names[] = {
#define X(name, ns, text) name,
    RG_UNIT_MAP(X)
#undef X
        NULL};

const char *rg_unit_find(const char *name)
{
    const char *const *unit = rg_unit_names;

    while (*unit != NULL && strcmp(*unit, name) != 0)
        unit++;
    return *unit;
}

double rg_unit_ns(const char *name)
{
    static const double ns[] = {
#define X(name, ns, text) ns,
        RG_UNIT_MAP(X)
#undef X
    };
    for (size_t i = 0; i < sizeof ns / sizeof ns[0]; i++) {
        if (strcmp(rg_unit_names[i], name) == 0)
            return ns[i];
    }
    return 0;
}
