#include "cli/inputs.h"

#include "rungate/model/paths.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

bool rg_input_present(const struct rg_path *path)
{
    return path->named || access(path->path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

bool rg_input_surface(const struct rg_path *path, struct rg_surface *ret, bool *ret_present,
                      struct rg_error *err)
{
    *ret_present = rg_input_present(path);
    return !*ret_present || rg_surface_load(path->path, ret, err);
}

bool rg_input_ladders(const struct rg_list *sources, const struct rg_surface *surface, bool required,
                      struct rg_ladders *ret, bool *ret_present, struct rg_error *err)
{
    const struct rg_path fallback = {.path = RG_PATH_LADDERS, .named = required && sources->count == 0};
    const char **all = malloc((sources->count + 1) * sizeof *all);
    size_t count = 0;
    bool default_wanted = true;

    if (all == NULL)
        return rg_error_memory(err);
    for (size_t i = 0; i < sources->count; i++) {
        all[count++] = sources->items[i];
        default_wanted = default_wanted && rg_ladder_source_is_named(sources->items[i]);
    }
    if (default_wanted && rg_input_present(&fallback))
        all[count++] = fallback.path;
    bool ok = count == 0 || rg_ladder_sources_load(all, count, surface, ret, err);
    *ret_present = ok && count > 0;
    free(all);
    return ok;
}
