#include "rungate/base/utf8.h"

size_t rg_utf8_decode(const char *bytes, size_t length, uint32_t *ret_code_point)
{
    const unsigned char *p = (const unsigned char *)bytes;

    if (length == 0)
        return 0;
    if (p[0] < 0x80) {
        *ret_code_point = p[0];
        return 1;
    }

    size_t size = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    static const uint32_t first_of_size[] = {0, 0, 0x80, 0x800, 0x10000};
    if (p[0] < 0xC2 || p[0] > 0xF4 || length < size)
        return 0;
    uint32_t code_point = p[0] & (0x7FU >> size);
    for (size_t i = 1; i < size; i++) {
        if ((p[i] & 0xC0U) != 0x80)
            return 0;
        code_point = code_point << 6 | (p[i] & 0x3FU);
    }
    if (code_point < first_of_size[size] || code_point > 0x10FFFF ||
        (code_point >= 0xD800 && code_point <= 0xDFFF))
        return 0;
    *ret_code_point = code_point;
    return size;
}

void rg_utf8_place(const char *text, size_t offset, size_t *ret_line, size_t *ret_column)
{
    size_t line = 1;
    size_t column = 1;

    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)text[i] & 0xC0U) != 0x80U) {
            column++;
        }
    }
    *ret_line = line;
    *ret_column = column;
}
