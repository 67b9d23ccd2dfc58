#include "rungate/model/status.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    bool keeps_value;
    const char *meaning;
    const char *advice;
} statuses[RG_STATUS_COUNT] = {[RG_STATUS_GOOD] = {.keeps_value = true},
#define X(id, name, keeps_value, meaning, advice) [RG_STATUS_##id] = {name, keeps_value, meaning, advice},
                               RG_STATUS_MAP(X)
#undef X
};

const char *rg_status_name(enum rg_status status)
{
    return statuses[status].name;
}

const char *rg_status_meaning(enum rg_status status)
{
    return statuses[status].meaning;
}

const char *rg_status_advice(enum rg_status status)
{
    return statuses[status].advice;
}

bool rg_status_keeps_value(enum rg_status status)
{
    return statuses[status].keeps_value;
}

bool rg_status_parse(const char *name, enum rg_status *ret)
{
    for (int i = RG_STATUS_GOOD + 1; i < RG_STATUS_COUNT; i++) {
        if (strcmp(statuses[i].name, name) == 0) {
            *ret = (enum rg_status)i;
            return true;
        }
    }
    return false;
}
