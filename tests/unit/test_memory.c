/* Errors, buffers and arenas. */
#include "check.h"

#include "rungate/base/arena.h"
#include "rungate/base/buffer.h"
#include "rungate/base/error.h"

static void test_error(void **state)
{
    struct rg_error err = {0};
    char long_text[2 * RG_ERROR_SIZE];

    (void)state;
    assert_false(rg_error_set(&err, RG_ERROR_INPUT, "no '%s' in %d", "x", 5));
    assert_string_equal(err.message, "no 'x' in 5");
    assert_int_equal(err.code, RG_ERROR_INPUT);
    assert_false(rg_error_prefix(&err, "cannot read '%s'", "f"));
    assert_string_equal(err.message, "cannot read 'f': no 'x' in 5");
    assert_int_equal(err.code, RG_ERROR_INPUT);
    assert_false(rg_error_memory(&err));
    assert_string_equal(err.message, "out of memory");
    assert_int_equal(err.code, RG_ERROR_MEMORY);

    /* A message that just fits, one that is cut, and one that is cut before a character of two bytes. */
    memset(long_text, 'a', sizeof long_text);
    long_text[RG_ERROR_SIZE - 1] = '\0';
    (void)rg_error_set(&err, RG_ERROR_INPUT, "%s", long_text);
    assert_string_equal(err.message, long_text);
    long_text[RG_ERROR_SIZE - 1] = 'a';
    long_text[RG_ERROR_SIZE] = '\0';
    (void)rg_error_set(&err, RG_ERROR_INPUT, "%s", long_text);
    assert_int_equal(strlen(err.message), RG_ERROR_SIZE - 1);
    assert_string_equal(err.message + RG_ERROR_SIZE - 5, "a...");
    long_text[RG_ERROR_SIZE - 5] = '\xc3';
    long_text[RG_ERROR_SIZE - 4] = '\xa9';
    (void)rg_error_set(&err, RG_ERROR_INPUT, "%s", long_text);
    assert_string_equal(err.message + strlen(err.message) - 4, "a...");
    assert_int_equal(strlen(err.message), RG_ERROR_SIZE - 2);

    (void)rg_error_set(&err, RG_ERROR_INPUT, "fault");
    (void)rg_error_prefix(&err, "%.*s", RG_ERROR_SIZE - 12, long_text);
    assert_int_equal(strlen(err.message), RG_ERROR_SIZE - 5);
    assert_string_equal(err.message + RG_ERROR_SIZE - 12, ": fault");
    (void)rg_error_prefix(&err, "12345");
    assert_string_equal(err.message + strlen(err.message) - 3, "...");
}

static void test_buffer(void **state)
{
    struct rg_buffer b;
    struct rg_error err = {0};

    (void)state;
    rg_buffer_init(&b, 10);
    assert_null(b.data);
    assert_string_equal(rg_buffer_text(&b), "");
    rg_buffer_puts(&b, "ab");
    rg_buffer_putc(&b, 'c');
    rg_buffer_pad(&b, ' ', 2);
    rg_buffer_printf(&b, "%d", 12345);
    assert_string_equal(rg_buffer_text(&b), "abc  12345");
    assert_int_equal(b.length, 10);
    assert_true(rg_buffer_check(&b, &err));
    rg_buffer_add(&b, "", 0);
    assert_true(rg_buffer_check(&b, &err));
    rg_buffer_putc(&b, 'x');
    assert_false(rg_buffer_check(&b, &err));
    assert_string_equal(err.message, "larger than the limit of 10 bytes");
    assert_int_equal(err.code, RG_ERROR_LIMIT);
    assert_string_equal(rg_buffer_text(&b), "abc  12345");
    rg_buffer_release(&b);
    assert_int_equal(b.limit, 10);
    err = (struct rg_error){0};
    assert_true(rg_buffer_check(&b, &err));

    /* Sticky: what would fit after a failure is not added. */
    rg_buffer_puts(&b, "12345678901");
    rg_buffer_puts(&b, "1");
    rg_buffer_pad(&b, ' ', 1);
    rg_buffer_printf(&b, "%d", 1);
    assert_int_equal(b.length, 0);
    assert_string_equal(rg_buffer_text(&b), "");
    b.failed = RG_ERROR_MEMORY;
    assert_false(rg_buffer_check(&b, &err));
    assert_int_equal(err.code, RG_ERROR_MEMORY);
    rg_buffer_release(&b);
}

/* printf around the size of its fast path, and bytes that are NUL. */
static void test_buffer_growth(void **state)
{
    struct rg_buffer b;
    char text[600];

    (void)state;
    memset(text, 'x', sizeof text);
    for (int length = 250; length < 262; length++) {
        char row[16];
        (void)snprintf(row, sizeof row, "%d", length);
        rg_buffer_init(&b, 600);
        rg_buffer_printf(&b, "%.*s", length, text);
        rg_buffer_printf(&b, "%.*s", length, text);
        CHECK_INT(row, b.length, 2 * length);
        CHECK_INT(row, strlen(rg_buffer_text(&b)), 2 * length);
        rg_buffer_printf(&b, "%.*s", 600 - 2 * length + 1, text);
        CHECK_INT(row, b.failed, RG_ERROR_LIMIT);
        rg_buffer_release(&b);
    }
    rg_buffer_init(&b, RG_TEXT_MAX);
    for (int i = 0; i < 10000; i++)
        rg_buffer_add(&b, "a\0b", 3);
    assert_int_equal(b.length, 30000);
    assert_memory_equal(b.data + 29997, "a\0b", 4);
    rg_buffer_release(&b);
}

/* A failure that is set or handed on is as sticky as one of an append. */
static void test_buffer_fail(void **state)
{
    struct rg_buffer whole;
    struct rg_buffer part;
    struct rg_error err = {0};

    (void)state;
    rg_buffer_init(&whole, RG_TEXT_MAX);
    rg_buffer_init(&part, 1);
    rg_buffer_puts(&part, "x");
    rg_buffer_inherit(&whole, &part);
    CHECK("a good part", rg_buffer_ok(&whole) && rg_buffer_check(&whole, &err));
    rg_buffer_puts(&part, "x");
    rg_buffer_inherit(&whole, &part);
    CHECK("a part over its limit", !rg_buffer_ok(&whole) && !rg_buffer_check(&whole, &err));
    rg_buffer_fail(&whole, RG_ERROR_MEMORY);
    rg_buffer_puts(&whole, "x");
    CHECK_INT("the first failure stays", whole.failed, RG_ERROR_LIMIT);
    CHECK_INT("nothing is appended", whole.length, 0);
    rg_buffer_release(&whole);
    rg_buffer_release(&part);
    rg_buffer_fail(&whole, RG_ERROR_MEMORY);
    CHECK("set", !rg_buffer_check(&whole, &err));
    CHECK_INT("its code", err.code, RG_ERROR_MEMORY);
}

static void test_arena(void **state)
{
    struct rg_arena arena = {0};
    static const size_t sizes[] = {0, 1, 3, 8, 1000, 1024, 1025, 300000, 5};

    (void)state;
    assert_null(rg_arena_array(&arena, SIZE_MAX / 8, 16));
    assert_null(rg_arena_alloc(&arena, SIZE_MAX));
    rg_arena_release(&arena);
    for (int round = 0; round < 50; round++) {
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {
            char row[32];
            (void)snprintf(row, sizeof row, "%d, %zu bytes", round, sizes[i]);
            const char *odd = rg_arena_strdup(&arena, "1");
            unsigned char *memory = rg_arena_alloc(&arena, sizes[i]);
            CHECK(row, odd != NULL && memory != NULL);
            CHECK_INT(row, (uintptr_t)memory % _Alignof(max_align_t), 0);
            for (size_t j = 0; j < sizes[i]; j++)
                CHECK(row, memory[j] == 0);
            memset(memory, 0xff, sizes[i]);
            CHECK_TEXT(row, odd, "1");
        }
    }
    assert_string_equal(rg_arena_strndup(&arena, "abcdef", 3), "abc");
    assert_string_equal(rg_arena_strdup(&arena, ""), "");
    assert_string_equal(rg_arena_printf(&arena, "%s.%d", "a", 5), "a.5");
    rg_arena_release(&arena);
    rg_arena_release(&arena);
    assert_null(arena.chunks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_error),         cmocka_unit_test(test_buffer),
        cmocka_unit_test(test_buffer_growth), cmocka_unit_test(test_buffer_fail),
        cmocka_unit_test(test_arena),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
