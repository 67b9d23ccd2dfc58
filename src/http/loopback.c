#include "http/loopback.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { HOST_SIZE = 256 };

/* 127.0.0.0/8, and 0.0.0.0, which a connection takes for this host. */
static bool is_loopback4(uint32_t address)
{
    return address >> 24 == 127 || address == 0;
}

static bool is_loopback6(const struct in6_addr *address)
{
    uint32_t last;

    if (IN6_IS_ADDR_V4MAPPED(address)) {
        memcpy(&last, &address->s6_addr[12], sizeof last);
        return is_loopback4(ntohl(last));
    }
    return IN6_IS_ADDR_LOOPBACK(address) || IN6_IS_ADDR_UNSPECIFIED(address);
}

static bool is_loopback(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, address, sizeof four);
        return is_loopback4(ntohl(four.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, address, sizeof six);
        return is_loopback6(&six.sin6_addr);
    }
    return false;
}

/* One of the addresses of a host is loopback. AI_NUMERICHOST in `flags`: the host is an address, or nothing is. */
static bool leads_to_loopback(const char *host, int flags)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = flags};
    struct addrinfo *list = NULL;
    bool found = false;

    if (getaddrinfo(host, NULL, &hints, &list) != 0)
        return false;
    for (const struct addrinfo *a = list; a != NULL; a = a->ai_next)
        found = found || is_loopback(a->ai_addr);
    freeaddrinfo(list);
    return found;
}

/* "localhost", "x.localhost" */
static bool is_localhost(const char *name)
{
    static const char localhost[] = "localhost";
    size_t length = strlen(name);
    size_t tail = strlen(localhost);

    return length >= tail && strcasecmp(name + length - tail, localhost) == 0 &&
           (length == tail || name[length - tail - 1] == '.');
}

bool host_is_loopback(const char *host, bool resolve)
{
    char bare[HOST_SIZE];
    size_t start = host[0] == '[';
    size_t length = strcspn(host + start, "]");

    if (length >= sizeof bare)
        return false;
    memcpy(bare, host + start, length);
    bare[length] = '\0';
    if (length > 1 && bare[length - 1] == '.')
        bare[length - 1] = '\0';
    return is_localhost(bare) || leads_to_loopback(bare, AI_NUMERICHOST) ||
           (resolve && leads_to_loopback(bare, 0));
}
