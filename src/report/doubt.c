#include "rungate/report/doubt.h"

static const char *const texts[] = {
    [RG_DOUBT_NONE] = NULL,
    [RG_DOUBT_PLACEHOLDER] =
        "NOTHING WAS GATED: the baseline is a placeholder, and --require-baseline asks for a real one",
    [RG_DOUBT_BUDGET] = "a key under a budget has no reading",
    [RG_DOUBT_NOTHING] =
        "nothing was compared: no key has a usable value on both sides and a threshold; the note "
        "of each says what it lacks",
    [RG_DOUBT_INCONCLUSIVE] =
        "every compared key is inconclusive: the capture rests on too few observations; run "
        "the workload for longer",
    [RG_DOUBT_FEW] =
        "fewer keys were judged than --min-compared asks for, of those that the baseline can judge",
};

const char *rg_verdict_doubt(const struct rg_verdict *verdict)
{
    return texts[rg_verdict_unsound(verdict)];
}
