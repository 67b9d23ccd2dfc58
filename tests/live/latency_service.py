#!/usr/bin/env python3
"""A small program that exports a latency histogram to Prometheus for a while, and ends.

usage: latency_service.py --port PORT --seconds S [--measured]

FACTOR is what makes one build of it slower than another. Latencies are drawn from a fixed sequence, so that they do not
depend on the machine; with --measured they are those of real work.
"""
import argparse
import http.server
import random
import threading
import time

FACTOR = 1.0
EDGES = [round(0.1 * 1.15**k, 6) for k in range(60)]  # ms


class Histogram:
    def __init__(self):
        self.counts = [0] * (len(EDGES) + 1)
        self.lock = threading.Lock()

    def add(self, value_ms, times=1):
        at = next((i for i, edge in enumerate(EDGES) if value_ms <= edge), len(EDGES))
        with self.lock:
            self.counts[at] += times

    def text(self):
        with self.lock:
            counts = list(self.counts)
        lines, total = ["# TYPE work_ms histogram"], 0
        for edge, count in zip(EDGES + ["+Inf"], counts):
            total += count
            lines.append(f'work_ms_bucket{{le="{edge}"}} {total}')
        return "\n".join(lines + [f"work_ms_count {total}", f"work_heap_bytes {1e6 * FACTOR}"]) + "\n"


def draw(histogram, end):
    """The same thousand latencies again and again."""
    numbers = random.Random(1)
    values = [FACTOR * numbers.lognormvariate(1.6, 0.3) for _ in range(1000)]
    while time.monotonic() < end:
        for value in values:
            histogram.add(value)
        time.sleep(0.02)


def measure(histogram, end):
    """Work of about a millisecond, as the clock on the wall sees it."""
    while time.monotonic() < end:
        started = time.perf_counter()
        for _ in range(int(10000 * FACTOR)):
            pass
        histogram.add((time.perf_counter() - started) * 1000)


class Server(http.server.ThreadingHTTPServer):
    allow_reuse_address = True
    daemon_threads = True


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--measured", action="store_true")
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

    server = Server(("127.0.0.1", args.port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    (measure if args.measured else draw)(histogram, time.monotonic() + args.seconds)
    server.server_close()


if __name__ == "__main__":
    main()
