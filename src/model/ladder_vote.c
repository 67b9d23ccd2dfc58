#include "rungate/model/ladder_vote.h"

#include "rungate/base/sorted.h"

#include <string.h>

/* How many of the series under that name have that ladder. */
static size_t votes(const struct rg_seen_ladder *seen, size_t count, const struct rg_seen_ladder *for_this)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++)
        n +=
            strcmp(seen[i].name, for_this->name) == 0 && rg_ladders_equal(&seen[i].ladder, &for_this->ladder);
    return n;
}

/*
 * The most frequent ladder of each name, in order of the names. Most series have the ladder of the first, so
 * votes are counted only for those that differ from the winner so far.
 */
static size_t elect(const struct rg_seen_ladder *seen, size_t count, struct rg_ladder *winners)
{
    size_t winner_count = 0;

    for (size_t i = 0; i < count; i++) {
        size_t w = 0;
        while (w < winner_count && strcmp(winners[w].name, seen[i].name) != 0)
            w++;
        if (w < winner_count) {
            struct rg_seen_ladder now = {.name = winners[w].name, .ladder = winners[w]};
            if (rg_ladders_equal(&winners[w], &seen[i].ladder) ||
                votes(seen, count, &seen[i]) <= votes(seen, count, &now))
                continue;
        } else {
            winner_count++;
        }
        winners[w] = seen[i].ladder;
        winners[w].name = seen[i].name;
    }
    return winner_count;
}

static const struct rg_ladder *winner_of(const struct rg_ladder *winners, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(winners[i].name, name) == 0)
            return &winners[i];
    }
    return NULL;
}

bool rg_ladders_vote(const struct rg_seen_ladder *seen, size_t count, struct rg_ladders *ret,
                     struct rg_error *err)
{
    struct rg_ladders own = {0}; /* entries under a base; sorted, because `seen` is */
    struct rg_ladders all = {0};
    struct rg_ladder *winners = rg_arena_array(&own.arena, count, sizeof *winners);

    own.items = rg_arena_array(&own.arena, count, sizeof *own.items);
    all.items = rg_arena_array(&all.arena, 2 * count, sizeof *all.items);
    if (winners == NULL || own.items == NULL || all.items == NULL) {
        rg_arena_release(&own.arena);
        rg_arena_release(&all.arena);
        return rg_error_memory(err);
    }
    size_t winner_count = elect(seen, count, winners);
    for (size_t i = 0; i < count; i++) {
        /* A base can be the start of another's: "span.tx" also matches the keys of "span.tx.apply". */
        const struct rg_ladder *got = rg_ladders_match(&own, seen[i].base);
        if (got == NULL)
            got = winner_of(winners, winner_count, seen[i].name);
        if (got != NULL && rg_ladders_equal(got, &seen[i].ladder))
            continue;
        own.items[own.count] = seen[i].ladder;
        own.items[own.count++].name = seen[i].base;
    }
    for (size_t i = 0; i < winner_count; i++)
        all.items[all.count++] = winners[i];
    for (size_t i = 0; i < own.count; i++)
        all.items[all.count++] = own.items[i];
    rg_sort(all.items, all.count, sizeof *all.items);
    rg_arena_release(&own.arena);
    *ret = all;
    return true;
}
