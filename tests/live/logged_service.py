#!/usr/bin/env python3
"""A service that exports latency histograms, and keeps a log of its own that is the truth behind them.

usage: logged_service.py --port PORT --log FILE --number N [--route NAME[:AFTER|:@] ...] [--twins]

Each observation is a line "O ROUTE SECONDS", each scrape a line "S WHO ID"; both are written under the lock that the
histogram is changed under, so the log says which observations a scrape showed. A scrape shows its own ID, N × 1000000
and a count, as the gauge svc_scrape. WHO is the query string's. A route makes its series at its first request, after
AFTER observations of the first route, or with @ once the file LOG.NAME is there. While the file LOG.down is there, a scrape is answered with 503. With
--twins there are two services behind the port, which answer in turn: WHO sees now this one, now that.
"""
import argparse
import bisect
import collections
import http.server
import pathlib
import random
import socket
import threading
import time

EDGES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]


class Service:
    def __init__(self, log, number, started):
        self.log = open(log, "w", encoding="ascii")
        self.number, self.started = number, started
        self.scrapes = 0
        self.counts, self.sums = {}, {}
        self.lock = threading.Lock()

    def observe(self, route, seconds):
        with self.lock:
            counts = self.counts.setdefault(route, [0] * (len(EDGES) + 1))
            counts[bisect.bisect_left(EDGES, seconds)] += 1
            self.sums[route] = self.sums.get(route, 0.0) + seconds
            self.log.write(f"O {route} {seconds!r}\n")

    def scrape(self, who):
        with self.lock:
            self.scrapes += 1
            ident = self.number * 1000000 + self.scrapes
            self.log.write(f"S {who} {ident}\n")
            self.log.flush()
            lines = ["# TYPE svc_seconds histogram"]
            for route, counts in self.counts.items():
                total = 0
                for edge, count in zip(EDGES + ["+Inf"], counts):
                    total += count
                    lines.append(f'svc_seconds_bucket{{route="{route}",le="{edge}"}} {total}')
                lines.append(f'svc_seconds_sum{{route="{route}"}} {self.sums[route]!r}')
                lines.append(f'svc_seconds_count{{route="{route}"}} {total}')
        lines += ["# TYPE svc_scrape gauge", f"svc_scrape {ident}", "# TYPE process_start_time_seconds gauge",
                  f"process_start_time_seconds {self.started!r}"]
        return "\n".join(lines) + "\n"


class Server(http.server.ThreadingHTTPServer):
    """On a port that its starter holds."""
    daemon_threads = True

    def server_bind(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        super().server_bind()


def handler(services, down):
    turns = collections.Counter()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if down.exists():
                self.send_error(503)
                return
            who = self.path.partition("who=")[2] or "none"
            turns[who] += 1
            body = services[turns[who] % len(services)].scrape(who).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; version=0.0.4")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler


def work(services, routes, seed):
    """Requests one after the other, for ever; the latencies are drawn, not waited for."""
    numbers = random.Random(seed)
    made = 0
    while True:
        for route, after, begins in routes:
            if made >= after and (begins is None or begins.exists()):
                # Whole parts of 2^-20 s: their sums are exact, so the mean can be held against the log's.
                seconds = round(numbers.lognormvariate(-4.5, 1.0) * 2**20) / 2**20
                numbers.choice(services).observe(route, seconds)
        made += 1
        time.sleep(numbers.uniform(0.001, 0.01))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--log", required=True)
    parser.add_argument("--number", type=int, required=True)
    parser.add_argument("--route", action="append")
    parser.add_argument("--twins", action="store_true")
    args = parser.parse_args()
    routes = [(name, int(after.replace("@", "") or 0), pathlib.Path(f"{args.log}.{name}") if after == "@" else None)
              for name, _, after in (r.partition(":") for r in args.route or ["a"])]
    services = [Service(args.log, args.number, time.time())]
    if args.twins:
        services.append(Service(args.log + ".twin", args.number, time.time() - 60))
    server = Server(("127.0.0.1", args.port), handler(services, pathlib.Path(args.log + ".down")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    work(services, routes, args.number)


if __name__ == "__main__":
    main()
