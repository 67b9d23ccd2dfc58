/* What is hidden in the text of a server, and what is not. */
#include "check.h"

#include "http/loopback.h"
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
        {"seven bytes of it", "abcdefghijkl", "it is abcdefg!", "it is abcdefg!"},
        {"eight bytes of it", "abcdefghijkl", "it is abcdefgh!", "it is ***!"},
        {"other case", "ToKen-42", "TOKEN-42 token-42", "*** ***"},
        {"a decimal entity", "a<b>c", "a&#60;b&#062;c", "***"},
        {"hexadecimal entities", "a<b>c", "&#x61;&#X3c;&#x62;&#x3E;&#x63", "***"},
        {"named entities", "a<&\"'>+/=@:", "a&lt;&amp;&quot;&apos;&gt;&plus;&sol;&equals;&commat;&colon;",
         "***"},
        {"entities of entities", "a<b>c&d", "a&amp;lt;b&amp;amp;gt;c&amp;amp;d", "***"},
        {"other entities", "a<b>c", "a&gt;b&lt;c", "a&gt;b&lt;c"},
        {"twice in a URL", "a/b+c d", "a%252Fb%252bc%2520d", "***"},
        {"many times", "a/b+c", "a%25252525252Fb%2bc", "***"},
        {"in JavaScript's URL", "a/b+c", "a%u002fb%U002Bc", "***"},
        {"all of it in a URL", "abcd", "%61%62%63%64", "***"},
        {"octal", "a\"bc", "a\\042bc", "***"},
        {"escaped twice", "a\"bc", "a\\\\\\\"bc a\\\\u0022bc", "*** ***"},
        {"hexadecimal", "t0ken", "74306b656E", "***"},
        {"in base64", "s3cret-token", "czNjcmV0LXRva2Vu", "***"},
        {"in base64 after a byte", "s3cret-token", "OnMzY3JldC10b2tlbg==", "On***g=="},
        {"in base64 after two bytes", "s3cret-token", "OjpzM2NyZXQtdG9rZW4=", "Ojp***4="},
        {"wrapped", "s3cret-token", "czNjcmV0\r\n LXRva2Vu czNj\\ncmV0%0ALXRva2Vu", "*** ***"},
        {"base64 of a URL", "~~~?~?>>>", "fn5-P34_Pj4-", "***"},
        {"two lines of it", "s3cret-token", "s3cret\n-token", "***"},
        {"a line ends after it", "s3cret", "s3cret\nx", "***\nx"},
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
        CHECK_INT(rows[i].name, length, strlen(text));
        secrets_release(&secrets);
    }
}

static void test_proxies(void **state)
{
    static const struct {
        const char *proxy;
        const char *text;
        const char *wanted;
    } rows[] = {
        {"http://name:passw0rd@proxy:3128", "name passw0rd name:passw0rd", "*** *** ***"},
        {"name:passw0rd@proxy", "passw0rd at proxy", "*** at proxy"},
        {"socks5h://name:p%40ssw0rd@proxy", "p@ssw0rd p%40ssw0rd", "*** ***"},
        {"http://name:pa/ss@w0rd@proxy:x:y", "pa/ss@w0rd", "***"},
        {"http://user-only@proxy", "user-only", "***"},
        {"http://proxy:3128", "proxy:3128", "proxy:3128"},
        {"", "nothing", "nothing"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct secrets secrets = {0};
        struct rg_error err = {0};
        char text[128];
        (void)snprintf(text, sizeof text, "%s", rows[i].text);
        CHECK(rows[i].proxy, secrets_add_proxy(&secrets, rows[i].proxy, &err));
        (void)secrets_hide(&secrets, text);
        CHECK_TEXT(rows[i].proxy, text, rows[i].wanted);
        secrets_release(&secrets);
    }
}

/* Names are resolved only in the rows of the hosts that every system knows without a network. */
static void test_loopback(void **state)
{
    static const struct {
        const char *host;
        bool is_loopback;
    } rows[] = {
        {"localhost", true},
        {"LocalHost.", true},
        {"x.localhost", true},
        {"a.b.localhost.", true},
        {"xlocalhost", false},
        {"localhost.example", false},
        {"127.0.0.1", true},
        {"127.255.255.254", true},
        {"128.0.0.1", false},
        {"126.255.255.255", false},
        {"127.1", true},
        {"0x7f000001", true},
        {"2130706433", true},
        {"0177.0.0.1", true},
        {"0.0.0.0", true},
        {"0", true},
        {"0.0.0.1", false},
        {"127.0.0.1.", true},
        {"[::1]", true},
        {"[::]", true},
        {"[::2]", false},
        {"[::ffff:127.0.0.1]", true},
        {"[::ffff:7f00:1]", true},
        {"[::ffff:0.0.0.0]", true},
        {"[::ffff:8.8.8.8]", false},
        {"[0:0:0:0:0:0:0:1]", true},
        {"8.8.8.8", false},
        {"", false},
    };
    char long_name[300];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK(rows[i].host, host_is_loopback(rows[i].host, false) == rows[i].is_loopback);
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    assert_false(host_is_loopback(long_name, true));
    assert_true(host_is_loopback("localhost", true));
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
        {"authorization: Bearer t0ken", "Bearer t0ken, t0ken", "Bearer ***, ***"},
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
        cmocka_unit_test(test_hide),     cmocka_unit_test(test_longest), cmocka_unit_test(test_proxies),
        cmocka_unit_test(test_loopback), cmocka_unit_test(test_basic),   cmocka_unit_test(test_headers),
    };
    return cmocka_run_group_tests_name("secrets", tests, NULL, NULL);
}
