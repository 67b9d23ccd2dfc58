#include "rungate/model/unit.h"

#include <string.h>

const char *const rg_unit_names[] = {
#define X(name, ns, text) name,
    RG_UNIT_MAP(X)
#undef X
};
const size_t rg_unit_count = sizeof rg_unit_names / sizeof rg_unit_names[0];

bool rg_unit_known(const char *name)
{
    for (size_t i = 0; i < rg_unit_count; i++) {
        if (strcmp(rg_unit_names[i], name) == 0)
            return true;
    }
    return false;
}

double rg_unit_ns(const char *name)
{
    static const double ns[] = {
#define X(name, ns, text) ns,
        RG_UNIT_MAP(X)
#undef X
    };
    for (size_t i = 0; i < rg_unit_count; i++) {
        if (strcmp(rg_unit_names[i], name) == 0)
            return ns[i];
    }
    return 0;
}
