/* regression-metrics.json: each key that it declares is found again, and each exclusion. */
#include "fuzz.h"

#include "rungate/model/surface.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* The path of a file in memory, without a name, that holds the input: a surface is read from a file. */
static const char *file_of(const uint8_t *data, size_t size)
{
    static char path[32];
    static int fd = -1;

    if (fd < 0) {
        (void)snprintf(path, sizeof path, "/rungate-fuzz-%ld", (long)getpid());
        fd = shm_open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
        REQUIRE(fd >= 0 && shm_unlink(path) == 0);
        (void)snprintf(path, sizeof path, "/dev/fd/%d", fd);
    }
    REQUIRE(ftruncate(fd, 0) == 0);
    REQUIRE(size == 0 || pwrite(fd, data, size, 0) == (ssize_t)size);
    return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rg_error err = {0};
    struct rg_surface surface = {0};

    if (!rg_surface_load(file_of(data, size), &surface, &err)) {
        REQUIRE(err.code != RG_ERROR_NONE && err.code != RG_ERROR_MEMORY);
        return 0;
    }
    for (size_t i = 0; i < surface.key_count; i++) {
        const struct rg_surface_key *key = &surface.keys[i];
        REQUIRE(rg_surface_find(&surface, key->key) == key);
        REQUIRE(key->excluded == (rg_surface_exclusion(&surface, key->key) != NULL));
        REQUIRE(key->series->group->is_value ? key->quantile <= 0 : key->quantile > 0 && key->quantile < 1);
    }
    rg_surface_release(&surface);
    return 0;
}
