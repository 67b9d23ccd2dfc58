/* Durations in both notations, and timestamps there and back. */
#include "fuzz.h"

#include "rungate/base/duration.h"
#include "rungate/base/timestamp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const long long century_ms = 100LL * 365 * 86400 * 1000;
    char *text = fuzz_text(data, size);
    char shown[RG_TIMESTAMP_SIZE];
    long long got;
    long long back;

    if (rg_duration_parse(text, &got))
        REQUIRE(got > 0 && got <= century_ms);
    if (rg_go_duration_parse(text, &got))
        REQUIRE(got >= 0);
    if (rg_timestamp_parse(text, &got)) {
        rg_timestamp_format(got, shown);
        REQUIRE(rg_timestamp_parse(shown, &back) && back == got);
    }
    if (rg_date_parse(text, &got)) {
        rg_timestamp_format(got, shown);
        REQUIRE(strncmp(shown, text, strlen("2026-12-31")) == 0 && got % 86400 == 0);
    }
    if (size >= sizeof got) {
        memcpy(&got, data, sizeof got);
        rg_timestamp_format(got, shown);
        REQUIRE(rg_timestamp_parse(shown, &back));
    }
    free(text);
    return 0;
}
