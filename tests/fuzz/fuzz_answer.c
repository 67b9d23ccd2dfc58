/* What a server answers: taken or refused, and explained on one line. */
#include "fuzz.h"

#include "measure/matrix.h"
#include "rungate/measure/answer.h"

/* Series are read without a tree, and no more of them than with one. */
static void check_series(const char *text, size_t length, enum rg_wanted wanted)
{
    struct rg_error err = {0};
    struct rg_answer answer = {0};
    bool ok = rg_answer_parse_series(text, length, wanted, &answer, &err);

    REQUIRE(ok == (err.code == RG_ERROR_NONE) && err.code != RG_ERROR_MEMORY);
    for (size_t i = 0; ok && i < answer.series->count; i++) {
        const struct rg_matrix_series *series = &answer.series->series[i];
        REQUIRE(series->label_count == 0 || series->labels[0].name != NULL);
        REQUIRE(!series->is_native || answer.is_native);
    }
    rg_answer_release(&answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct rg_error err = {0};
    struct rg_answer answer = {0};
    struct rg_buffer said;
    bool ok = rg_answer_parse(text, size, &answer, &err);

    REQUIRE(ok == (err.code == RG_ERROR_NONE) && err.code != RG_ERROR_MEMORY);
    for (size_t i = 0; ok && i < answer.count; i++)
        REQUIRE(!answer.elements[i].is_native || !answer.elements[i].has_le);
    rg_answer_release(&answer);
    rg_buffer_init(&said, RG_OUTPUT_MAX);
    rg_answer_explain(text, size, &said);
    REQUIRE(said.failed == RG_ERROR_NONE && (!ok || said.length == 0));
    rg_buffer_release(&said);
    check_series(text, size, RG_WANT_SERIES);
    check_series(text, size, RG_WANT_SAMPLES);
    free(text);
    return 0;
}
