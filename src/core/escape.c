#include "rungate/escape.h"

#include "rungate/utf8.h"

#include <string.h>

/* Characters that move the cursor, change the direction of writing or break the line without being C0 or C1.
 */
static bool is_hidden(uint32_t c)
{
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

void rg_escape_terminal(struct rg_buffer *out, const char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        uint32_t c;
        size_t size = rg_utf8_decode(text, left, &c);
        if (size == 0) {
            rg_buffer_printf(out, "\\x%02x", (unsigned char)*text);
            size = 1;
        } else if (c == '\n' || c == '\t' || c == '\r') {
            rg_buffer_puts(out, c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r");
        } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
            rg_buffer_printf(out, "\\x%02x", (unsigned)c);
        } else if (is_hidden(c)) {
            rg_buffer_printf(out, "\\u{%x}", (unsigned)c);
        } else {
            rg_buffer_add(out, text, size);
        }
        text += size;
        left -= size;
    }
}
