#!/usr/bin/env python3
"""capture --scrape: pages of services, whose own log is the truth; beside a server that scrapes the same service; and
targets that misbehave.

usage: scrape.py [--seconds S]

A service counts for S seconds (3 unless given) between two scrapes. What was observed between them, by its log, must be
the capture's counts, sums and quantiles, for each route; so must what it observed since it began. A Prometheus that
scrapes the same service once a second is captured over the same time: its counts must be the log's between its own
scrapes.
"""
import argparse
import contextlib
import gzip
import http.server
import json
import math
import pathlib
import shutil
import tempfile
import threading
import time

from capture_tool import CAPTURE, Directory, capture, clean_environment, subprocess
from logged_service import EDGES
from servers import PROMETHEUS, announce, get
from services import QUANTILES, Services, ask, bucket, check, observed, scrapes, scraping, wait_for

BASE = 'svc_seconds_bucket{{job="steady",route="{{name}}"}}'
PAGE = ('# TYPE t histogram\nt_bucket{x="a",le="1"} 5\nt_bucket{x="a",le="+Inf"} %d\nt_sum{x="a"} 9.5\nt_count{x="a"} %d\n'
        "process_start_time_seconds 1600000000\n")
SURFACE = {"t": {"_query_template": 'histogram_quantile({quantile}, sum by (le) (rate(t_bucket{x="{name}"}[{window}])))',
                 "_quantiles": [0.5], "_unit": "s", "names": ["a"]}}
DOTTED = {"t": {"_query_template": "histogram_quantile({quantile}, sum by (le) (rate({'t.x_bucket', x='{name}'}[{window}])))",
                "_quantiles": [0.5], "_unit": "s", "names": ["a"]}}


def surface(routes):
    selector = f'svc_seconds_bucket{{job="steady",route="{{name}}"}}[{{window}}]'
    return {"routes": {"_query_template": f"histogram_quantile({{quantile}}, sum by (le) (rate({selector})))",
                       "_quantiles": QUANTILES, "_mean": True, "_unit": "s", "_prefix": "steady", "names": routes},
            "scrape": {"_query_template": "{name}", "_unit": "count", "names": ["svc_scrape"]}}


def check_counts(who, base, doc, values):
    """Counts, mean and quantiles against the observations of the log."""
    values = sorted(values)
    wanted = [len(values)] + [sum(v > edge for v in values) for edge in EDGES]
    check.equal(doc.get("counts", {}).get(base), " ".join(map(str, wanted)), f"{who}: counts of {base}")
    mean = doc["metrics"][f"{base}.mean"]["value"]
    check.that(mean is not None and abs(mean / (math.fsum(values) / len(values)) - 1) < 1e-9, f"{who}: mean of {base}: {mean!r}")
    for q in QUANTILES:
        value = doc["metrics"][f"{base}.p{round(q * 100)}"]["value"]
        true = values[max(0, math.ceil(q * len(values)) - 1)]
        check.that(value is not None and bucket(value) == bucket(true), f"{who}: p{q * 100:g} of {base}: {value!r}, of the log {true!r}")
    return len(values)


def scraped(d, url, *arguments):
    return capture(d, "--scrape", url, "--metrics", d.path("m.json"), *arguments)


def begin(d, url, *arguments):
    done = subprocess.run([CAPTURE, "--begin", d.path("begin.json"), "--scrape", url, "--metrics", d.path("m.json"), *arguments],
                          capture_output=True, text=True, cwd=d.name, env=clean_environment())
    return done.returncode, done.stderr


def first_scrape(d):
    """The number of the scrape that the begin holds."""
    doc = json.loads(pathlib.Path(d.path("begin.json")).read_text(encoding="utf-8"))
    line = next(s for s in doc["scrape"]["pages"][0]["samples"] if s.startswith("svc_scrape "))
    return int(float(line.split()[1]))


def observations(log):
    try:
        return pathlib.Path(log).read_text(encoding="ascii").count("O ")
    except FileNotFoundError:
        return 0


def wait_until(done, what):
    wait_for([""], lambda _: done(), what)


def services_and_log(seconds):
    """Two scrapes, and one, against the log; and a Prometheus beside them."""
    directory = tempfile.mkdtemp(prefix="rungate-scrape-")
    services = Services(directory)
    found = announce(PROMETHEUS)[:1]
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, directory, True)
        stack.callback(services.end_all)
        log = services.begin("steady", 0, "--route", "a", "--route", "late:@")
        url = f"http://127.0.0.1:{services.ports['steady'][0]}/metrics?who=scrape"
        wait_until(lambda: is_up(url), "the service")
        servers = [(s, stack.enter_context(scraping(s, services))) for s in found]
        wait_for([u for _, u in servers], lambda u: len(all_scrapes(u)) >= 2, "the first scrapes of the server")
        with Directory() as d:
            d.put("m.json", surface(["a", "late"]))
            wait_until(lambda: observations(log) > 100, "some observations")
            status, err = begin(d, url)
            check.equal(status, 0, f"begin: {err}")
            began = time.time()
            check.that(" late " not in pathlib.Path(log).read_text(encoding="ascii"), "the late route has not begun")
            pathlib.Path(log + ".late").touch()
            wait_until(lambda: time.time() - began > seconds and " late " in pathlib.Path(log).read_text(encoding="ascii"),
                       "the workload")
            got = scraped(d, url, "--since", d.path("begin.json"))
            check.equal(got.status, 0, f"since: {got.err}")
            check.equal(got.doc.get("source"), "scrape", "source")
            check.that("window" not in got.doc and got.doc["began_at"] <= got.doc["captured_at"], "began_at in place of the window")
            first, last = first_scrape(d), int(got.value("scrape.svc_scrape.value"))
            values, whole = observed(log, first, last)
            check.that(whole, "the log has the last scrape")
            for route in ("a", "late"):
                n = check_counts("two scrapes", f"steady.{route}", got.doc, values[route])
                print(f"two scrapes              steady.{route:6} {n:6} observations, covered {got.doc['covered']['steady.' + route]:.3f} s")
            got = scraped(d, url)
            values, _ = observed(log, 0, int(got.value("scrape.svc_scrape.value")))
            for route in ("a", "late"):
                n = check_counts("since the process began", f"steady.{route}", got.doc, values[route])
                print(f"since the process began  steady.{route:6} {n:6} observations")
            for server, server_url in servers:
                beside(d, server, server_url, log, began)
            services.end("steady")
            services.begin("steady", 0, "--route", "a")
            wait_until(lambda: is_up(url), "the service again")
            got = scraped(d, url, "--since", d.path("begin.json"))
            check.equal(got.status, 1, f"restarted: {got.err}")
            check.equal({got.reading(f"steady.a.p{round(q * 100)}") for q in QUANTILES}, {"restarted"}, "restarted")
            check.holds("started again, and what it had counted is lost: its process_start_time_seconds changed", got.err, "why")
            services.end("steady")
            got = scraped(d, url, "--since", d.path("begin.json"), "--retries", "0")
            check.equal(got.status, 2, "the target is down")
            check.equal(got.doc["capture"]["captured"], 0, "and every key is null")


def is_up(url):
    try:
        return get(url) == 200
    except OSError:
        return False


def all_scrapes(url):
    return [n for numbers in scrapes(url, "steady", time.time(), 300).values() for n in numbers]


def beside(d, server, url, log, began):
    """The server's capture over the same time: equal to the log between its own scrapes, which are others."""
    at = math.floor(time.time())
    wait_for([url], lambda u: any(float(v[0]) > at for s in ask(u, 'svc_scrape{job="steady"}[60s]', time.time() + 1)
                                  for v in s["values"]), "a scrape after the end")
    window = at - math.floor(began)
    got = capture(d, "--prometheus", url, "--metrics", d.path("m.json"), "--window", f"{window}s", "--time", str(at), "--quick",
                  output="server.json")
    numbers = [n for ns in scrapes(url, "steady", at, window).values() for n in ns]
    values, _ = observed(log, min(numbers), max(numbers))
    n = check_counts(str(server), "steady.a", got.doc, values["a"])
    print(f"{str(server):24} steady.a      {n:6} observations, covered {got.doc['covered']['steady.a']:.3f} s of {window} s")


class Target(http.server.BaseHTTPRequestHandler):
    """A target that behaves as its path says."""
    torn = 0
    seen = {}

    def do_GET(self):
        Target.seen[self.path] = self.headers
        action = getattr(self, "on_" + self.path[1:].partition("?")[0], None)
        if action is None:
            self.send_error(404)
        else:
            action()

    def reply(self, body, content_type="text/plain; version=0.0.4", status=200, **headers):
        data = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        for name, value in {"Content-Type": content_type, "Content-Length": str(len(data))}.items():
            if value is not None:
                self.send_header(name, value)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def on_good(self):
        self.reply(PAGE % (10, 10))

    def on_untyped(self):
        self.reply(PAGE % (10, 10), None)

    def on_compressed(self):
        self.reply(gzip.compress((PAGE % (10, 10)).encode()), Content_Encoding="gzip")

    def on_openmetrics(self):
        self.reply(PAGE % (10, 10) + "# EOF\n", "application/openmetrics-text; version=1.0.0; charset=utf-8")

    def on_cut(self):
        self.reply(PAGE % (10, 10), "application/openmetrics-text; version=1.0.0; charset=utf-8")

    def on_html(self):
        self.reply("<html>log in</html>", "text/html")

    def on_moved(self):
        self.reply("", status=302, Location="http://u:p@127.0.0.1:9/good?token=x")

    def on_torn(self):
        Target.torn += 1
        self.reply(PAGE % (10, 10 if Target.torn == 4 else 11))

    def on_always(self):
        Target.torn += 1
        self.reply(PAGE % (10, 11))

    def on_busy(self):
        Target.torn += 1
        if Target.torn == 1:
            self.reply("", status=503)
        else:
            self.on_good()

    def on_secret(self):
        if self.headers.get("Authorization") != "Bearer sesame-open":
            self.reply("no", status=401)
        else:
            self.reply("# " + self.headers["Authorization"] + "\nt_bucket{x=\"a\" sesame-open\n")

    def on_dotted(self):
        self.reply('{"t.x_bucket",x="a",le="1"} 5\n{"t.x_bucket",x="a",le="+Inf"} 10\n')

    def on_large(self):
        self.reply(gzip.compress(b"# " + b"x" * (65 * 1024 * 1024) + b"\n"), Content_Encoding="gzip")

    def log_message(self, *_):
        pass


# Path, options, status, what stderr holds (None: nothing but the summary), how often it was asked.
CASES = [
    ("good", [], 0, "captured 1 of 1 (1 below_ladder)"), ("untyped", [], 0, "captured 1 of 1"), ("compressed", [], 0, "captured 1 of 1"),
    ("openmetrics", [], 0, "captured 1 of 1"), ("good?a=b&c=d", [], 0, "captured 1 of 1"),
    ("cut", [], 2, "cannot ask '{url}': line "), ("html", [], 2, "cannot ask '{url}': it is of the type 'text/html', and not a page of metrics"),
    ("moved", [], 2, "the server redirects (302) to 'http://127.0.0.1:9/good'; give the final URL as --scrape"),
    ("nowhere", [], 2, "the server answers 404; check the path of --scrape"),
    ("secret", [], 2, "the server answers 401: no; give --bearer-token-file"),
    ("secret", ["--bearer-token-file", "token"], 2, "cannot ask '{url}': line 2"),
    ("large", [], 2, "the page is larger than 67108864 bytes; make the target return less"),
    ("dotted", ["--metrics", "dotted.json"], 0, "captured 1 of 1"),
]


def misbehaving():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Target)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}/"
    proxy = {"http_proxy": "http://127.0.0.1:9", "all_proxy": "http://127.0.0.1:9"}
    with Directory() as d:
        d.put("m.json", SURFACE)
        d.put("dotted.json", DOTTED)
        d.put("token", "sesame-open\n")
        for path, options, status, words in CASES:
            metrics = () if "--metrics" in options else ("--metrics", d.path("m.json"))
            got = capture(d, "--scrape", base + path, *metrics, *options, env=proxy)
            check.equal(got.status, status, f"/{path}: {got.err}")
            check.holds(words.format(url=base + path), got.err, f"/{path}")
            check.that("sesame" not in got.err + got.text, f"/{path}: no secret")
            check.equal(got.doc["capture"]["complete"], status == 0, f"/{path}: complete")
        accept = Target.seen["/good"]["Accept"]
        check.that("openmetrics-text" in accept and "escaping" not in accept, f"Accept of classic names: {accept}")
        check.holds("escaping=allow-utf-8", Target.seen["/dotted"]["Accept"], "Accept where a name is quoted")
        for path, wanted, words in (("torn", 4, ""), ("always", 4, "t.a: torn read at the end: the last bucket has 10, the total is 11"),
                                    ("busy", 2, "")):
            Target.torn = 0
            got = capture(d, "--scrape", base + path, "--metrics", d.path("m.json"))
            check.equal(got.status, 0, f"/{path}: {got.err}")
            check.equal(Target.torn, wanted, f"/{path}: how often it was asked")
            check.holds(words, got.err, f"/{path}")
            check.equal("torn" in got.err, words != "", f"/{path}: torn")
        both = capture(d, "--scrape", base + "good", "--scrape", base + "compressed", "--metrics", d.path("m.json"))
        check.equal(both.doc["counts"]["t.a"], "20 10", "two targets")
        d.put("begin.json", "kept")
        status, err = begin(d, base + "nowhere")
        check.equal((status, "is not a file of '--begin'" in err), (2, True), f"no begin is overwritten: {err}")
        d.put("begin.json", "{}\n")
        status, err = begin(d, base + "nowhere")
        check.equal((status, pathlib.Path(d.path("begin.json")).read_text(encoding="utf-8")), (2, "{}\n"), f"no begin: {err}")
        check.equal(begin(d, base + "good")[0], 0, "begin")
        got = scraped(d, base + "good", "--since", d.path("begin.json"))
        check.equal(got.reading("t.a.p50"), "no_traffic", f"nothing between: {got.err}")
    server.shutdown()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=int, default=3)
    options = parser.parse_args()
    misbehaving()
    services_and_log(options.seconds)
    check.end()
