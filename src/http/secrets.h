/*
 * secrets.h: secrets, which no message may show.
 */
#ifndef RUNGATE_HTTP_SECRETS_H
#define RUNGATE_HTTP_SECRETS_H

#include "rungate/base/arena.h"
#include "rungate/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A secret that is shorter than SECRET_MIN bytes is not kept: it could stand anywhere by
 * chance, and hiding it would only tell where. Initialise with `{0}`.
 */
enum { SECRET_MIN = 4 };

struct secrets {
    struct secret *last; /* each points to the one before it */
    struct rg_arena arena;
};

/* Errors, of all four: MEMORY. */
bool secrets_add(struct secrets *secrets, const char *text, struct rg_error *err);

/* "user:password", its password, and what is sent of it, in base64. */
bool secrets_add_basic(struct secrets *secrets, const char *user_password, struct rg_error *err);

/* The value of "Name: value"; of Authorization and Cookie the parts of it that are secrets. */
bool secrets_add_header(struct secrets *secrets, const char *line, struct rg_error *err);

/* The user and the password of a proxy's URL, also of one that is malformed: all up to the last '@'. */
bool secrets_add_proxy(struct secrets *secrets, const char *proxy, struct rg_error *err);

/*
 * Put "***" in the place of each secret, in place, and return the new length. All text of a server goes
 * through here before it is shown or kept. A secret is known as it stands, in the other case, in each spelling
 * of spelling.h, in base64 (also as a part of what is encoded) and in hexadecimal digits, with lines wrapped;
 * and by its first 8 bytes, or fewer where the end of the text cuts it.
 */
size_t secrets_hide(const struct secrets *secrets, char *text);
void secrets_release(struct secrets *secrets);

#endif
