/*
 * loopback.h: whether a host is this machine itself.
 */
#ifndef RUNGATE_HTTP_LOOPBACK_H
#define RUNGATE_HTTP_LOOPBACK_H

#include <stdbool.h>

/*
 * By its address, in every spelling of one (127.1, 0x7f000001, [::ffff:127.0.0.1]); 0.0.0.0 and [::] lead there
 * too. A name is loopback when it is localhost or ends in .localhost (RFC 6761), a dot at its end or not; any
 * other is resolved when `resolve` is set, and is loopback when one of its addresses is. `host` is that of a URL,
 * an address of IPv6 in brackets. A name that does not resolve is not loopback.
 */
bool host_is_loopback(const char *host, bool resolve);

#endif
