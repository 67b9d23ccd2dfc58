/*
 * client.h: what the parts of the client share. Not public.
 */
#ifndef RUNGATE_CLIENT_H
#define RUNGATE_CLIENT_H

#include "rungate/measure/questions.h"

#include <curl/curl.h>

/* The largest answer, decompressed. */
#define ANSWER_MAX ((size_t)8 * 1024 * 1024)

/* The base URL, checked. Strings are owned; release with endpoint_release(). */
struct endpoint {
    char *base;  /* without a slash at its end */
    char *query; /* base + "/api/v1/query" */
    bool is_loopback;
};

/* Errors: USAGE, MEMORY. A URL that holds a user never gets into a message. */
bool endpoint_parse(const char *url, struct endpoint *ret, struct rg_error *err);
void endpoint_release(struct endpoint *endpoint);

/*
 * What no message may show. One that is shorter than SECRET_MIN bytes is not kept: it could stand anywhere by
 * chance, and hiding it would only tell where. Initialise with `{0}`.
 */
enum { SECRET_MIN = 4 };

struct secrets {
    char **items;
    size_t count;
};

/* Errors, of all three: MEMORY. */
bool secrets_add(struct secrets *secrets, const char *text, struct rg_error *err);

/* "user:password", its password, and what is sent of it, in base64. */
bool secrets_add_basic(struct secrets *secrets, const char *user_password, struct rg_error *err);

/* The value of "Name: value"; of Authorization and Cookie also the parts of it that are secrets. */
bool secrets_add_header(struct secrets *secrets, const char *line, struct rg_error *err);

/*
 * Put "***" in the place of each secret, in place, and return the new length. All text of a server goes
 * through here before it is shown or kept. A secret is known as it stands, in the spelling of a URL or of a
 * quoted string, and by its start where the end of the text cuts it.
 */
size_t secrets_hide(const struct secrets *secrets, char *text);
void secrets_release(struct secrets *secrets);

/* What is sent with each request to be let in. Release with credentials_release(). */
struct credentials {
    struct curl_slist *headers;
    char *user;
    char *password;
    char *sigv4; /* "aws:amz:REGION:SERVICE", or NULL */
    struct secrets secrets;
};

/* Errors: USAGE, INPUT (a file of secrets, by its path only), MEMORY. */
bool credentials_load(const struct rg_prometheus_options *options, struct credentials *ret,
                      struct rg_error *err);
void credentials_release(struct credentials *credentials);

/* One request at a time on one handle. */
struct transfer {
    struct rg_prometheus *client;
    CURL *easy;
    struct rg_question *question; /* NULL: free */
    char *form;                   /* the parameters, encoded */
    struct rg_buffer body;
    char curl_message[CURL_ERROR_SIZE];
    long long retry_at_ms; /* waiting until then; 0: running */
    int retries;
    bool used_get;
};

struct rg_prometheus {
    struct endpoint endpoint;
    struct credentials credentials;
    long long timeout_ms;
    long long retries;
    long long deadline_ms; /* on the clock of timestamp.h */
    CURLM *multi;
    struct transfer *transfers;
    size_t transfer_count;
    bool use_get;           /* the server refused POST */
    bool lacks_certificate; /* https without a client certificate */
    bool curl_started;
};

/* Make the handle, with all that is the same for each request. Errors: MEMORY, SERVER. */
bool transfer_init(struct transfer *transfer, struct rg_prometheus *client,
                   const struct rg_prometheus_options *options, struct rg_error *err);
void transfer_release(struct transfer *transfer);

/* Give it a question, and start. Errors: MEMORY, SERVER. */
bool transfer_ask(struct transfer *transfer, struct rg_question *question, long long unix_s,
                  struct rg_error *err);

/* Start, or start again. */
bool transfer_start(struct transfer *transfer, struct rg_error *err);

enum transfer_end {
    TRANSFER_DONE,  /* the question has its answer or its failure; the transfer is free */
    TRANSFER_AGAIN, /* to be started again at retry_at_ms */
    TRANSFER_ERROR, /* *err is set: no memory */
};

/* Take what came in. */
enum transfer_end transfer_finish(struct transfer *transfer, CURLcode result, struct rg_error *err);

/* Append what the server says, or libcurl in its words: this is where secrets are hidden. */
void transfer_add_said(const struct transfer *transfer, const char *text, struct rg_buffer *out);

/* Append the failure of a transfer that gave no response, or a status other than 200. */
void transfer_explain(const struct transfer *transfer, CURLcode result, long status, struct rg_buffer *out);

/* Whether asking again at any later time is in vain: who asks, or what is asked there, must change first. */
bool transfer_refused(const struct transfer *transfer, CURLcode result, long status);

/* Give the question up with that failure. Errors: MEMORY. */
bool transfer_abandon(struct transfer *transfer, const char *why, struct rg_error *err);

#endif
