#include "inputs.h"

#include <errno.h>
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

bool rg_input_ladders(const struct rg_path *path, struct rg_ladders *ret, bool *ret_present,
                      struct rg_error *err)
{
    *ret_present = rg_input_present(path);
    return !*ret_present || rg_ladders_load(path->path, ret, err);
}
