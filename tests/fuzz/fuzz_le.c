/* Edges: what is one reads as strtod reads it without its underscores. */
#include "fuzz.h"

#include "measure/le.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    double edge = 7;
    size_t length = 0;

    if (!rg_le_parse(text, &edge)) {
        REQUIRE(edge == 7);
        free(text);
        return 0;
    }
    REQUIRE(!isnan(edge) && edge > -(double)INFINITY && (edge < RG_EDGE_OVERFLOW || isinf(edge)));
    REQUIRE(rg_le_equal(edge, edge));
    for (const char *p = text; *p != '\0'; p++) {
        if (*p != '_')
            text[length++] = *p;
    }
    text[length] = '\0';
    char *end;
    double wanted = strtod(text, &end);
    REQUIRE(*end == '\0' && end != text);
    REQUIRE(wanted == edge || (wanted >= RG_EDGE_OVERFLOW && isinf(edge)));
    free(text);
    return 0;
}
