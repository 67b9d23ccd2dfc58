/* What a server answers: taken or refused, and explained on one line. */
#include "fuzz.h"

#include "rungate/measure/answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rg_error err = {0};
    struct rg_answer answer = {0};
    struct rg_buffer said;
    bool ok = rg_answer_parse((const char *)data, size, &answer, &err);

    REQUIRE(ok == (err.code == RG_ERROR_NONE) && err.code != RG_ERROR_MEMORY);
    for (size_t i = 0; ok && i < answer.count; i++)
        REQUIRE(!answer.elements[i].is_native || !answer.elements[i].has_le);
    rg_answer_release(&answer);
    rg_buffer_init(&said, RG_OUTPUT_MAX);
    rg_answer_explain((const char *)data, size, &said);
    REQUIRE(said.failed == RG_ERROR_NONE && (!ok || said.length == 0));
    rg_buffer_release(&said);
    return 0;
}
