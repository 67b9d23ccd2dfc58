#!/usr/bin/env python3
"""Names that hold what a query is made of, against real servers: each must find its own series and no other."""

import sys

from capture_tool import Checks, Directory, capture
from servers import T0, VICTORIA, announce, openmetrics, start

NAMES = ['say "hi"', "it's", "back\\slash", "trailing\\", "two\nlines", "{window}", "{quantile}", "{name}", '"} or vector(9) #',
         "tab\there", "ring\x07", "caf\u00e9 \U0001f600", "a,b(c)[d]{e}", "# no comment", "${HOME} $(id) %s %n"]
QUOTES = {"double": '"{name}"', "single": "'{name}'", "raw": "`{name}`"}
TEMPLATE = "histogram_quantile({quantile}, sum by (le) (rate(t_bucket{case=%s}[{window}])))"


def series():
    """The 0.5 quantile of the n-th name is n + 1.5."""
    made = []
    for n, name in enumerate(NAMES):
        for le, share in ((n + 1, 0), (n + 2, 100), (100, 100), ("+Inf", 100)):
            made.append(("t_bucket", {"case": name, "le": str(le)}, [(T0 + 15 * k, share * (k + 1)) for k in range(21)]))
    return made


def main():
    check = Checks()
    surface = {group: {"_query_template": TEMPLATE % quoted, "_quantiles": [0.5], "_unit": "ms", "names": NAMES}
               for group, quoted in QUOTES.items()}
    for server in announce():
        with Directory() as d, start(server, openmetrics(series())) as url:
            result = capture(d, "--prometheus", url, "--metrics", d.put("s.json", surface), "--time", str(T0 + 300))
            check.equal(result.status, 0, f"{server}: {result.err}")
            for group in QUOTES:
                for n, name in enumerate(NAMES):
                    key = f"{group}.{name}.p50"
                    if (server.engine, group, name) == (VICTORIA, "raw", "trailing\\"):
                        # Its parser takes the backslash before a raw string's end for an escape: no number then.
                        check.equal((result.value(key), result.reading(key)), (None, "error"), f"{server}: {key!r}")
                        continue
                    check.that(abs((result.value(key) or 0) - (n + 1.5)) < 1e-9,
                               f"{server}: {key!r}: {result.value(key)} {result.reading(key)}")
    with Directory() as d:
        bad = {"g": {"_query_template": TEMPLATE % "`{name}`", "_quantiles": [0.5], "_unit": "ms", "names": ["a`b"]}}
        result = capture(d, "--metrics", d.put("s.json", bad), "--dry-run")
        check.equal((result.status, result.text), (2, None), "a backtick in a raw string")
        check.holds("backtick", result.err, "a backtick in a raw string")
    check.end()


if __name__ == "__main__":
    sys.exit(main())
