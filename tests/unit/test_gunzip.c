/* Pages that were saved compressed. */
#include "check.h"
#include "no_memory.h"

#include "rungate/http/gunzip.h"

#include <zlib.h>

enum { TEXT_SIZE = 100000, ROOM = 4096 };

static char text[TEXT_SIZE];

/* Compress TEXT_SIZE bytes of "a 1\n" as one gzip member. Returns its size. */
static size_t compress_text(char room[ROOM])
{
    z_stream stream = {0};

    for (size_t i = 0; i < TEXT_SIZE; i++)
        text[i] = "a 1\n"[i % 4];
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (Bytef *)text;
    stream.avail_in = TEXT_SIZE;
    stream.next_out = (Bytef *)room;
    stream.avail_out = ROOM;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    size_t size = stream.total_out;
    assert_int_equal(deflateEnd(&stream), Z_OK);
    return size;
}

static void knows_gzip(void **state)
{
    (void)state;
    assert_true(rg_gunzip_wanted("\x1f\x8b", 2));
    assert_false(rg_gunzip_wanted("\x1f\x8b", 1));
    assert_false(rg_gunzip_wanted("\x1f\x8c", 2));
    assert_false(rg_gunzip_wanted("a 1\n", 4));
    assert_false(rg_gunzip_wanted("", 0));
}

static void expands(void **state)
{
    static const struct {
        const char *row;
        size_t members;
        size_t cut;  /* bytes that are missing at the end */
        size_t more; /* bytes that are too many */
        size_t limit;
        enum rg_error_code code;
        const char *wanted;
    } rows[] = {
        {"whole", 1, 0, 0, TEXT_SIZE, RG_ERROR_NONE, ""},
        {"two members", 2, 0, 0, (size_t)2 * TEXT_SIZE, RG_ERROR_NONE, ""},
        {"the limit", 1, 0, 0, TEXT_SIZE - 1, RG_ERROR_LIMIT, "larger than the limit of 99999 bytes"},
        {"the limit, by two members", 2, 0, 0, (size_t)2 * TEXT_SIZE - 1, RG_ERROR_LIMIT,
         "larger than the limit of 199999 bytes"},
        {"cut short", 1, 1, 0, TEXT_SIZE, RG_ERROR_FORMAT, "damaged gzip data: it ends early"},
        {"more after the end", 1, 0, 3, TEXT_SIZE, RG_ERROR_FORMAT,
         "damaged gzip data: incorrect header check"},
    };
    char room[3 * ROOM] = {0};
    size_t size = compress_text(room);

    (void)state;
    memcpy(room + size, room, size);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct rg_buffer out;
        struct rg_error err = {0};
        size_t length = rows[i].members * size - rows[i].cut + rows[i].more;
        char *bytes = calloc(1, length);
        assert_non_null(bytes);
        memcpy(bytes, room, rows[i].members * size - rows[i].cut);
        rg_buffer_init(&out, rows[i].limit);
        CHECK_INT(rows[i].row, rg_gunzip(bytes, length, &out, &err), rows[i].code == RG_ERROR_NONE);
        CHECK_INT(rows[i].row, err.code, rows[i].code);
        CHECK_TEXT(rows[i].row, err.message, rows[i].wanted);
        if (rows[i].code == RG_ERROR_NONE) {
            CHECK_INT(rows[i].row, out.length, rows[i].members * TEXT_SIZE);
            CHECK(rows[i].row, memcmp(out.data, text, TEXT_SIZE) == 0);
        }
        rg_buffer_release(&out);
        free(bytes);
    }
}

static void refuses_damage(void **state)
{
    char room[ROOM];
    size_t size = compress_text(room);
    struct rg_buffer out;
    struct rg_error err = {0};

    (void)state;
    room[size - 5] ^= 1; /* the checksum */
    rg_buffer_init(&out, TEXT_SIZE);
    assert_false(rg_gunzip(room, size, &out, &err));
    assert_string_equal(err.message, "damaged gzip data: incorrect data check");
    rg_buffer_release(&out);
}

static void survives_without_memory(void **state)
{
    char room[ROOM];
    size_t size = compress_text(room);
    bool ok = false;

    (void)state;
    for (size_t n = 1; !ok; n++) {
        struct rg_buffer out;
        struct rg_error err = {0};
        rg_buffer_init(&out, TEXT_SIZE);
        allocations = 0;
        fail_at = n;
        ok = rg_gunzip(room, size, &out, &err);
        fail_at = 0;
        CHECK_INT("allocation", ok, allocations < n);
        CHECK_INT("allocation", err.code, ok ? RG_ERROR_NONE : RG_ERROR_MEMORY);
        rg_buffer_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_gzip),
        cmocka_unit_test(expands),
        cmocka_unit_test(refuses_damage),
        cmocka_unit_test(survives_without_memory),
    };
    return cmocka_run_group_tests_name("gunzip", tests, NULL, NULL);
}
