/* What is hidden in the text of a server, and what is not. */
#include "check.h"

#include "http/secrets.h"

static void test_hide(void **state)
{
    static const struct {
        const char *name;
        const char *secret;
        const char *text;
        const char *wanted;
    } rows[] = {
        {"as it stands", "tok3n", "bad token tok3n!", "bad token ***!"},
        {"alone", "tok3n", "tok3n", "***"},
        {"twice", "tok3n", "tok3ntok3n tok3n", "****** ***"},
        {"not there", "tok3n", "bad tok4n", "bad tok4n"},
        {"nothing said", "tok3n", "", ""},
        {"four bytes", "abcd", "xabcdx", "x***x"},
        {"three bytes are not kept", "abc", "xabcx", "xabcx"},
        {"in a URL", "a/b+c d", "/x/a%2Fb%2bc%20d/y", "/x/***/y"},
        {"in a form", "a/b c", "x=a%2Fb+c&y", "x=***&y"},
        {"in a quoted string", "a\"b\\c", "said \"a\\\"b\\\\c\"", "said \"***\""},
        {"by code point", "a<b>", "a\\u003cb\\u003E", "***"},
        {"a percent sign", "50%25", "50%25 or 50%2525", "*** or ***"},
        {"cut by the end", "abcdefgh", "it is abcdef", "it is ***"},
        {"cut, and said so", "abcdefgh", "it is abcdef...", "it is ***..."},
        {"cut in a spelled byte", "abcde/fgh", "it is abcde%2", "it is ***"},
        {"too short to be a part", "abcdefgh", "it is abc", "it is abc"},
        {"a start of it inside", "abcdefgh", "abcdef is not it", "abcdef is not it"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct secrets secrets = {0};
        struct rg_error err = {0};
        char text[128];
        (void)snprintf(text, sizeof text, "%s", rows[i].text);
        CHECK(rows[i].name, secrets_add(&secrets, rows[i].secret, &err));
        size_t length = secrets_hide(&secrets, text);
        CHECK_TEXT(rows[i].name, text, rows[i].wanted);
        CHECK_INT(rows[i].name, length, strlen(rows[i].wanted));
        secrets_release(&secrets);
    }
}

/* The longest that is there, so that no tail of it stays. */
static void test_longest(void **state)
{
    struct secrets secrets = {0};
    struct rg_error err = {0};
    char text[] = "pass, password, pass-word";

    (void)state;
    assert_true(secrets_add(&secrets, "pass", &err) && secrets_add(&secrets, "password", &err));
    (void)secrets_hide(&secrets, text);
    assert_string_equal(text, "***, ***, ***-word");
    secrets_release(&secrets);
}

static void test_basic(void **state)
{
    static const struct {
        const char *user_password;
        const char *text;
        const char *wanted;
    } rows[] = {
        {"Aladdin:open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Basic ***=="},
        {"Aladdin:open sesame", "Aladdin:open sesame", "***"},
        {"Aladdin:open sesame", "Aladdin gave open sesame", "Aladdin gave ***"},
        {"Aladdin:open sesame", "Aladdin gave open%20sesame", "Aladdin gave ***"},
        {"u:pa:ss", "dTpwYTpzcw== dTpwYTpzcw pa:ss", "***== *** ***"},
        {"u:p\xC3\xA4ss", "dTpww6Rzcw==", "***=="},
        {"u:p", "u:p is too short, dTpw is not", "u:p is too short, *** is not"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct secrets secrets = {0};
        struct rg_error err = {0};
        char text[128];
        (void)snprintf(text, sizeof text, "%s", rows[i].text);
        CHECK(rows[i].text, secrets_add_basic(&secrets, rows[i].user_password, &err));
        (void)secrets_hide(&secrets, text);
        CHECK_TEXT(rows[i].text, text, rows[i].wanted);
        secrets_release(&secrets);
    }
}

static void test_headers(void **state)
{
    static const struct {
        const char *line;
        const char *text;
        const char *wanted;
    } rows[] = {
        {"X-Api-Key: k3y-value \t", "X-Api-Key k3y-value", "X-Api-Key ***"},
        {"X-Api-Key:k3y-value", "X-Api-Key: k3y-value", "X-Api-Key: ***"},
        {"authorization: Bearer t0ken", "Bearer t0ken, t0ken", "***, ***"},
        {"Authorization: t0ken", "t0ken", "***"},
        {"Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "open sesame", "***"},
        {"Proxy-Authorization: basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "QWxhZGRpbjpvcGVuIHNlc2FtZQ", "***"},
        {"Cookie: session=s3cret; theme=dark", "no session s3cret, dark", "no session ***, ***"},
        {"Cookie: bare", "bare", "***"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct secrets secrets = {0};
        struct rg_error err = {0};
        char text[128];
        (void)snprintf(text, sizeof text, "%s", rows[i].text);
        CHECK(rows[i].line, secrets_add_header(&secrets, rows[i].line, &err));
        (void)secrets_hide(&secrets, text);
        CHECK_TEXT(rows[i].line, text, rows[i].wanted);
        secrets_release(&secrets);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hide),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_basic),
        cmocka_unit_test(test_headers),
    };
    return cmocka_run_group_tests_name("secrets", tests, NULL, NULL);
}
