#include "measure/samples_targets.h"

/*
 * Targets with the same names of labels stand together, as samples.c sorts them, so one search among each such
 * run finds the target of an instance. Relabelling gives a server a few shapes; of more than these the
 * smallest are not looked at, and nothing is known of their instances.
 */
enum { SHAPES_MAX = 64 };

struct shape {
    const struct rg_instance *first;
    size_t count;
};

static size_t find_shapes(const struct rg_samples *targets, struct shape shapes[SHAPES_MAX])
{
    size_t count = 0;

    for (size_t i = 0; i < targets->instance_count; i++) {
        const struct rg_instance *target = &targets->instances[i];
        if (count > 0 && rg_labels_same_names(&shapes[count - 1].first->labels, &target->labels)) {
            shapes[count - 1].count++;
            continue;
        }
        if (count == SHAPES_MAX)
            break;
        shapes[count++] = (struct shape){target, 1};
    }
    return count;
}

static const struct rg_instance *find_target(const struct shape *shape, const struct rg_labels *labels)
{
    size_t low = 0;
    size_t high = shape->count;

    if (!rg_labels_has_names(labels, &shape->first->labels))
        return NULL;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = rg_labels_compare_values(&shape->first[middle].labels, labels);
        if (order == 0)
            return &shape->first[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

void rg_samples_attach(struct rg_samples *samples, const struct rg_samples *targets)
{
    struct shape shapes[SHAPES_MAX];
    size_t shape_count = find_shapes(targets, shapes);

    for (size_t i = 0; i < samples->instance_count; i++) {
        struct rg_instance *instance = &samples->instances[i];
        for (size_t k = 0; k < shape_count; k++) {
            const struct rg_instance *target = find_target(&shapes[k], &instance->labels);
            if (target == NULL)
                continue;
            if (instance->start == NULL)
                instance->start = target->start;
            if (instance->up == NULL)
                instance->up = target->up;
        }
    }
}
