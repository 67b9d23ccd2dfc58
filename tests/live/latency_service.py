#!/usr/bin/env python3
"""A small program that exports a latency histogram to Prometheus for a while, and ends.

usage: latency_service.py --socket FD (--seen-by URL --instant FILE | --measured-s SECONDS)

It answers on a listening socket that it is given. FACTOR is what makes one build of it slower than another.

Latencies are drawn from a fixed sequence, so that they do not depend on the machine, and it ends when the Prometheus at URL
can tell of WINDOW_S seconds of it: FILE then holds the instant to ask at. With --measured-s they are those of real work, for
so many seconds.
"""
import argparse
import http.server
import json
import math
import random
import socket
import threading
import time
import urllib.parse
import urllib.request

FACTOR = 1.0
WINDOW_S = 2
HANG_SECONDS = 300
EDGES = [round(0.1 * 1.15**k, 6) for k in range(60)]  # ms


class Histogram:
    def __init__(self):
        self.counts = [0] * (len(EDGES) + 1)
        self.lock = threading.Lock()

    def add(self, values_ms):
        """All of them or none, whenever it is scraped."""
        places = [next((i for i, edge in enumerate(EDGES) if value <= edge), len(EDGES)) for value in values_ms]
        with self.lock:
            for at in places:
                self.counts[at] += 1

    def text(self):
        with self.lock:
            counts = list(self.counts)
        lines, total = ["# TYPE work_ms histogram"], 0
        for edge, count in zip(EDGES + ["+Inf"], counts):
            total += count
            lines.append(f'work_ms_bucket{{le="{edge}"}} {total}')
        return "\n".join(lines + [f"work_ms_count {total}", f"work_heap_bytes {1e6 * FACTOR}"]) + "\n"


def ask(url, query, **more):
    """The result of an instant query."""
    form = urllib.parse.urlencode({"query": query, **more}).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{url}/api/v1/query", data=form, timeout=HANG_SECONDS) as response:
        return json.load(response)["data"]["result"]


def present(url):
    return float(ask(url, "time()")[1])


def draw(histogram, url, instant):
    """The same thousand latencies again and again, until the server has seen enough of them."""
    numbers = random.Random(1)
    values = [FACTOR * numbers.lognormvariate(1.6, 0.3) for _ in range(1000)]
    seen = f"count_over_time(work_ms_count[{WINDOW_S}s]) >= 3 and increase(work_ms_count[{WINDOW_S}s]) > 0"
    began = present(url)
    while True:
        histogram.add(values)
        now = math.floor(present(url))
        if now - WINDOW_S > began and ask(url, seen, time=now):
            break
        time.sleep(0.02)
    with open(instant, "w") as f:
        f.write(str(now))


def measure(histogram, seconds):
    """Work of about a millisecond, as the clock on the wall sees it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        started = time.perf_counter()
        for _ in range(int(10000 * FACTOR)):
            pass
        histogram.add([(time.perf_counter() - started) * 1000])


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, fd, handler):
        super().__init__(("127.0.0.1", 0), handler, bind_and_activate=False)
        self.socket.close()
        self.socket = socket.socket(fileno=fd)

    def handle_error(self, *_):
        """Scrapes that came while no build was running have given up."""


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--socket", type=int, required=True)
    parser.add_argument("--seen-by")
    parser.add_argument("--instant")
    parser.add_argument("--measured-s", type=float)
    args = parser.parse_args()
    histogram = Histogram()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = histogram.text().encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; version=0.0.4")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = Server(args.socket, Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    if args.measured_s:
        measure(histogram, args.measured_s)
    else:
        draw(histogram, args.seen_by, args.instant)
    server.server_close()


if __name__ == "__main__":
    main()
