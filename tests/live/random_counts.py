#!/usr/bin/env python3
"""Where nothing is distorted, counted quantiles are the server's own: 1,000 random histograms on every server.

Each grows by the same numbers from scrape to scrape, from a past in which it was large: then rates extrapolate nothing
but a factor. Ladders, counts, instances and quantiles are random, of the seed that is printed.

usage: random_counts.py [--seed N]
"""
import argparse
import json
import math
import random
import urllib.parse
import urllib.request

from capture_tool import Checks, Directory, capture
from servers import HANG_SECONDS, T0, announce, openmetrics, start

SERIES, STEP, NOW = 1000, 15, T0 + 300
check = Checks()


def histogram(numbers, name):
    """Its samples, and a quantile."""
    ladder = sorted({float(f"{numbers.lognormvariate(0, 3):.3g}") for _ in range(numbers.randint(1, 12))})
    made = []
    for instance in range(numbers.choice((1, 1, 1, 2, 3))):
        counts, total = [], 0
        for _ in range(len(ladder) + 1):
            total += numbers.randint(1, 1000)
            counts.append(total)
        for le, step in zip([repr(edge) for edge in ladder] + ["+Inf"], counts):
            labels = {"job": "r", "instance": f"i{instance}", "name": name, "le": le}
            made.append(("r_bucket", labels, [(T0 + STEP * k, step * (1000 + k)) for k in range(21)]))
    return made, float(f"{numbers.uniform(0.001, 0.999):.3f}")


def template(selector):
    return f"histogram_quantile({{quantile}}, sum by (le) (rate({selector}[{{window}}])))"


def servers_own(url, query):
    form = urllib.parse.urlencode({"query": query, "time": NOW, "nocache": 1}).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url + "/api/v1/query", data=form, timeout=HANG_SECONDS) as response:
        return float(json.load(response)["data"]["result"][0]["value"][1])


def check_server(server, made):
    text = openmetrics([s for series, _ in made.values() for s in series])
    surface = {name: {"_query_template": template('r_bucket{name="{name}"}'), "_quantiles": [q], "_unit": "s", "names": [name],
                      "_prefix": "r", "_ladder": name} for name, (_, q) in made.items()}
    worst = 0
    with Directory() as d, start(server, text) as url:
        got = capture(d, "--prometheus", url, "--time", str(NOW), "--metrics", d.put("m.json", surface))
        check.equal(got.status, 0, f"{server}: exit status: {got.err[:2000]}")
        check.equal(len(got.doc["counts"]), SERIES, f"{server}: all are counted")
        check.that("another bucket" not in got.err and "server's own" not in got.err, f"{server}: nothing is distorted", got.err)
        for key, metric in got.doc["metrics"].items():
            _, q = made[key.split(".")[1]]
            query = template(f'r_bucket{{name="{key.split(".")[1]}"}}').replace("{quantile}", repr(q)).replace("{window}", "3m")
            theirs = servers_own(url, query)
            off = abs(metric["value"] / theirs - 1)
            worst = max(worst, off)
            check.that(math.isclose(metric["value"], theirs, rel_tol=1e-9), f"{server}: {key}: {metric['value']!r}, not {theirs!r}")
    print(f"{server}: {SERIES} series, at most {worst:.1e} off")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    print(f"seed {seed}")
    numbers = random.Random(seed)
    made = {f"s{n}": histogram(numbers, f"s{n}") for n in range(SERIES)}
    for server in announce():
        check_server(server, made)
    check.end()


if __name__ == "__main__":
    main()
