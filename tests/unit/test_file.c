#include "scratch.h"

#include "rungate/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

static char *slurp(const char *path, struct rg_buffer *buffer)
{
    struct rg_error err = {0};

    rg_buffer_release(buffer);
    CHECK(path, rg_file_read(path, buffer, &err));
    CHECK_TEXT(path, err.message, "");
    return buffer->data;
}

static void test_read(void **state)
{
    struct rg_buffer buffer;
    struct rg_error err = {0};
    char bytes[200000];

    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i % 251);
    scratch_write("in", bytes, sizeof bytes);
    rg_buffer_init(&buffer, sizeof bytes);
    assert_true(rg_file_read("in", &buffer, &err));
    assert_int_equal(buffer.length, sizeof bytes);
    assert_memory_equal(buffer.data, bytes, sizeof bytes);
    rg_buffer_release(&buffer);

    rg_buffer_init(&buffer, sizeof bytes - 1);
    assert_false(rg_file_read("in", &buffer, &err));
    assert_int_equal(err.code, RG_ERROR_LIMIT);
    assert_string_equal(err.message, "larger than the limit of 199999 bytes");
    rg_buffer_release(&buffer);

    static const struct {
        const char *path;
        const char *message;
    } rows[] = {
        {"absent", "No such file or directory"},
        {".", "Is a directory"},
        {"in/x", "Not a directory"},
        {"", "No such file or directory"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK(rows[i].path, !rg_file_read(rows[i].path, &buffer, &err));
        CHECK_TEXT(rows[i].path, err.message, rows[i].message);
        CHECK_INT(rows[i].path, err.code, RG_ERROR_INPUT);
    }
    assert_true(rg_file_read("/dev/null", &buffer, &err));
    assert_string_equal(rg_buffer_text(&buffer), "");
    rg_buffer_release(&buffer);
    assert_int_equal(unlink("in"), 0);
}

static void test_write_new(void **state)
{
    struct rg_buffer buffer;
    struct rg_error err = {0};
    struct stat st;

    (void)state;
    rg_buffer_init(&buffer, RG_FILE_MAX);
    mode_t old = umask(027);
    assert_true(rg_file_write("new", "abc", 3, &err));
    (void)umask(old);
    assert_string_equal(slurp("new", &buffer), "abc");
    assert_int_equal(stat("new", &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    assert_true(rg_file_write("new", "", 0, &err));
    assert_int_equal(stat("new", &st), 0);
    assert_int_equal(st.st_size, 0);
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(unlink("new"), 0);
    rg_buffer_release(&buffer);
}

/* The file is another one afterwards: a reader of the old one goes on reading the old bytes. */
static void test_write_replaces(void **state)
{
    struct rg_buffer buffer;
    struct rg_error err = {0};
    struct stat before;
    struct stat after;
    char old[4] = "";

    (void)state;
    rg_buffer_init(&buffer, RG_FILE_MAX);
    scratch_puts("old", "old");
    assert_int_equal(chmod("old", 0604), 0);
    int fd = open("old", O_RDONLY);
    assert_int_equal(stat("old", &before), 0);
    assert_true(rg_file_write("old", "newer", 5, &err));
    assert_int_equal(stat("old", &after), 0);
    assert_int_not_equal(before.st_ino, after.st_ino);
    assert_int_equal(after.st_mode & 07777, 0604);
    assert_string_equal(slurp("old", &buffer), "newer");
    assert_int_equal(read(fd, old, 3), 3);
    assert_string_equal(old, "old");
    assert_int_equal(close(fd), 0);
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(unlink("old"), 0);
    rg_buffer_release(&buffer);
}

static void test_write_through_links(void **state)
{
    struct rg_buffer buffer;
    struct rg_error err = {0};
    struct stat st;

    (void)state;
    rg_buffer_init(&buffer, RG_FILE_MAX);
    assert_int_equal(mkdir("sub", 0755), 0);
    scratch_puts("target", "old");
    assert_int_equal(symlink("../target", "sub/link"), 0);
    assert_int_equal(symlink("sub/link", "first"), 0);
    assert_true(rg_file_write("first", "new", 3, &err));
    assert_int_equal(lstat("first", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(lstat("sub/link", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_string_equal(slurp("target", &buffer), "new");

    assert_int_equal(unlink("target"), 0); /* a link to a file that is not there yet */
    assert_true(rg_file_write("first", "made", 4, &err));
    assert_string_equal(slurp("target", &buffer), "made");
    assert_int_equal(lstat("first", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(scratch_count(), 3);

    assert_int_equal(symlink("loop", "loop"), 0);
    assert_false(rg_file_write("loop", "x", 1, &err));
    assert_string_equal(err.message, "cannot write 'loop': Too many levels of symbolic links");
    assert_int_equal(unlink("sub/link"), 0);
    assert_int_equal(rmdir("sub"), 0);
    assert_int_equal(unlink("loop"), 0);
    assert_int_equal(unlink("first"), 0);
    assert_int_equal(unlink("target"), 0);
    rg_buffer_release(&buffer);
}

static void test_write_in_place(void **state)
{
    struct rg_error err = {0};
    struct stat st;
    char got[8] = "";
    char path[64];
    int ends[2];

    (void)state;
    assert_true(rg_file_write("/dev/null", "x", 1, &err));
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));

    assert_int_equal(mkfifo("pipe", 0600), 0);
    int fd = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_true(fd >= 0);
    assert_true(rg_file_write("pipe", "abc", 3, &err));
    assert_int_equal(read(fd, got, sizeof got), 3);
    assert_string_equal(got, "abc");
    assert_int_equal(close(fd), 0);
    assert_int_equal(lstat("pipe", &st), 0);
    assert_true(S_ISFIFO(st.st_mode));
    assert_int_equal(unlink("pipe"), 0);

    /* /dev/stdout and the like: a link whose text, "pipe:[123]", is no path. */
    assert_int_equal(pipe(ends), 0);
    (void)snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    bool ok = rg_file_write(path, "defg", 4, &err);
    CHECK_TEXT(path, err.message, "");
    CHECK(path, ok);
    assert_int_equal(read(ends[0], got, sizeof got), 4);
    assert_memory_equal(got, "defg", 4);
    assert_int_equal(close(ends[0]), 0);
    assert_int_equal(close(ends[1]), 0);
    assert_int_equal(scratch_count(), 0);
}

static void test_write_fails(void **state)
{
    static const struct {
        const char *path;
        const char *message;
    } rows[] = {
        {"absent/x", "cannot write 'absent/x': No such file or directory"},
        {"file/x", "cannot write 'file/x': Not a directory"},
        {".", "cannot write '.': Is a directory"},
        {"", "cannot write '': No such file or directory"},
        {"/dev/full", "cannot write '/dev/full': No space left on device"},
    };
    struct rg_error err = {0};

    (void)state;
    scratch_puts("file", "x");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK(rows[i].path, !rg_file_write(rows[i].path, "x", 1, &err));
        CHECK_TEXT(rows[i].path, err.message, rows[i].message);
        CHECK_INT(rows[i].path, err.code, RG_ERROR_OUTPUT);
        CHECK_INT(rows[i].path, scratch_count(), 1);
    }
    assert_int_equal(unlink("file"), 0);
}

/* A write that fails half-way leaves the old file, and nothing beside it. */
static void test_write_cut_short(void **state)
{
    static char bytes[100000];
    struct rg_buffer buffer;
    struct rg_error err = {0};
    struct rlimit old;

    (void)state;
    rg_buffer_init(&buffer, RG_FILE_MAX);
    scratch_puts("keep", "old");
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    struct rlimit small = {.rlim_cur = 50000, .rlim_max = old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool replaced = rg_file_write("keep", bytes, sizeof bytes, &err);
    bool made = rg_file_write("none", bytes, sizeof bytes, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_false(replaced);
    assert_false(made);
    assert_string_equal(err.message, "cannot write 'none': File too large");
    assert_string_equal(slurp("keep", &buffer), "old");
    assert_int_equal(scratch_count(), 1);
    assert_int_equal(unlink("keep"), 0);
    rg_buffer_release(&buffer);
}

/* A regular file, also through links; nothing else, and in a directory that keeps it, what is in it. */
static void test_remove(void **state)
{
    struct rg_error err = {0};

    (void)state;
    scratch_puts("kept", "old");
    scratch_puts("real", "old");
    assert_int_equal(symlink("real", "soft"), 0);
    assert_int_equal(symlink("none", "dangling"), 0);
    assert_true(rg_file_remove("soft", &err));
    assert_int_equal(access("real", F_OK), -1);
    static const char *const left[] = {"none", "dangling", ".", "/dev/null", "kept/below"};
    for (size_t i = 0; i < COUNT_OF(left); i++)
        CHECK(left[i], rg_file_remove(left[i], &err));
    assert_int_equal(scratch_count(), 3);
    assert_int_equal(unlink("soft") + unlink("dangling"), 0);
    assert_int_equal(rg_file_size("kept"), 3);
    assert_true(rg_file_remove("kept", &err));
    assert_int_equal(scratch_count(), 0);
    assert_int_equal(err.code, RG_ERROR_NONE);
}

/* By the file, where there is one, else by the place that it would get. */
static void test_same(void **state)
{
    static const struct {
        const char *a;
        const char *b;
        bool same;
    } rows[] = {
        {"same/file", "same/file", true},
        {"same/file", "./same//file", true},
        {"same/file", "same/../same/file", true},
        {"same/file", "same-link/file", true},
        {"same/file", "same-hard", true},
        {"same/file", "same-soft", true},
        {"same/file", "same/other", false},
        {"same/new", "same/new", true},
        {"same/new", "same-link/../same-link/new", true},
        {"same/new", "same-dangling", true},
        {"same/new", "same/new.json", false},
        {"same/new", "same/ne", false},
        {"same/new", "new", false},
        {"same/new", "same/file", false},
        {"nowhere/new", "nowhere/new", false},
        {"/dev/null", "/dev/null", false},
        {"same", "same", false},
        {"same-loop", "same-loop", false},
        {"same/file/x", "same/file/x", false},
    };

    (void)state;
    assert_int_equal(mkdir("same", 0700), 0);
    scratch_puts("same/file", "x");
    scratch_puts("same/other", "x");
    assert_int_equal(symlink("same", "same-link"), 0);
    assert_int_equal(link("same/file", "same-hard"), 0);
    assert_int_equal(symlink("same-link/file", "same-soft"), 0);
    assert_int_equal(symlink("same/new", "same-dangling"), 0);
    assert_int_equal(symlink("same-loop", "same-loop"), 0);
    for (size_t i = 0; i < 2 * COUNT_OF(rows); i++) {
        struct rg_error err = {0};
        bool same = false;
        const char *a = i % 2 == 0 ? rows[i / 2].a : rows[i / 2].b;
        const char *b = i % 2 == 0 ? rows[i / 2].b : rows[i / 2].a;
        CHECK(a, rg_file_same(a, b, &same, &err));
        CHECK_INT(b, same, rows[i / 2].same);
    }
    assert_int_equal(unlink("same/file"), 0);
    assert_int_equal(unlink("same/other"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_write_new),
        cmocka_unit_test(test_write_replaces),
        cmocka_unit_test(test_write_through_links),
        cmocka_unit_test(test_write_in_place),
        cmocka_unit_test(test_write_fails),
        cmocka_unit_test(test_write_cut_short),
        cmocka_unit_test(test_remove),
        cmocka_unit_test(test_same),
    };
    return cmocka_run_group_tests_name("file", tests, scratch_enter, scratch_leave);
}
