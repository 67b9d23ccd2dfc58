#!/usr/bin/env python3
"""A service whose requests really take their time, and are timed by the clock: four routes, one of them slowed on demand.

usage: waiting_service.py [--slow ROUTE --factor F [--slowest SHARE]] [--seed N]

Each route has workers that serve one request after the other: some hashing, then a wait that is drawn. --slow makes the
wait of that route F times longer, with --slowest only that of its slowest SHARE. It answers on a free port of the
loopback with the histograms of logged_service.py, whose log it does without.
"""
import argparse
import hashlib
import math
import os
import pathlib
import random
import statistics
import threading
import time

from logged_service import Server, Service, handler

ROUTES = {"login": (0.004, 0.4), "search": (0.012, 0.5), "cart": (0.03, 0.3), "report": (0.08, 0.6)}  # median, σ of ln
WORKERS = 2
PAUSE_S = 0.05  # between two requests of a worker


def serve(service, route, slow, numbers):
    """Requests one after the other, for ever."""
    median, width = ROUTES[route]
    slowest = 0 if slow.slowest >= 1 else median * math.exp(width * statistics.NormalDist().inv_cdf(1 - slow.slowest))
    while True:
        wait = median * numbers.lognormvariate(0, width)
        if route == slow.slow and wait >= slowest:
            wait *= slow.factor
        started = time.perf_counter()
        hashlib.sha256(b"x" * 20000).digest()
        time.sleep(wait)
        service.observe(route, time.perf_counter() - started)
        time.sleep(PAUSE_S * numbers.uniform(0.5, 1.5))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--slow", choices=sorted(ROUTES))
    parser.add_argument("--factor", type=float, default=1.0)
    parser.add_argument("--slowest", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    service = Service(os.devnull, 0, time.time())
    for number, route in enumerate(sorted(ROUTES) * WORKERS):
        numbers = random.Random(args.seed * 1000 + number)
        threading.Thread(target=serve, args=(service, route, args, numbers), daemon=True).start()
    Server(("127.0.0.1", 0), handler(service, pathlib.Path(os.devnull) / "down")).serve_forever()


if __name__ == "__main__":
    main()
