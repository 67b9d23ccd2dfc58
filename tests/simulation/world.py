"""Made-up histograms of a gate of 20 keys: what they are like, how their runs differ, what a capture reads of them.

A key is a series of latencies on a ladder, and one quantile of it. The latencies of a run are drawn into cells, within
which they are spread evenly on a logarithmic scale; from the cells come the counts of the ladder's buckets and the sum.
Everything is drawn from a seed, so a gate is the same on every machine.
"""
import bisect
import itertools
import math
import random
import time

QUIET, WIDE, TWO_MODES = 15, 3, 2
SORTS = ("quiet", "wide", "two modes")
JOBS = 4  # of the quiet ones
QUANTILES = (0.5, 0.95, 0.99)
SLOWEST = 0.05   # the share that a stall makes slower
DAY_SHARE = 0.7  # of the variance of a key
HOST_SIGMA = 0.1
BEGIN = 1767225600  # 2026-01-01T00:00:00Z
CELLS = 60
# The ladder, its unit, and the range of medians.
LADDERS = {"span": ("ms", 0.05, 2000.0), "job": ("us", 5.0, 2e6)}


def normal_cdf(z):
    return 0.5 * math.erfc(-z / math.sqrt(2))


def gamma_cdf(shape, x):
    """The regularised lower incomplete gamma function, by its power series."""
    if x <= 0:
        return 0.0
    term = total = 1 / shape
    k = shape
    while term > total * 1e-14:
        k += 1
        term *= x / k
        total += term
    return min(1.0, total * math.exp(shape * math.log(x) - x - math.lgamma(shape)))


def log_normal(rng):
    width = rng.uniform(0.3, 0.8)
    return -5.5 * width, 5.5 * width, lambda y: normal_cdf(y / width)


def narrow(rng):
    width = rng.uniform(0.05, 0.15)
    return -5.5 * width, 5.5 * width, lambda y: normal_cdf(y / width)


def gamma(rng):
    shape = rng.uniform(0.8, 5)
    return -8 / shape ** 0.6, math.log(25), lambda y: gamma_cdf(shape, shape * math.exp(y))


def two_modes(rng):
    """Few requests stall, and carry much of the mean: 0.1 to 5 % of them, 20 to 200 times slower."""
    width, share = rng.uniform(0.1, 0.4), 0.001 * 50 ** rng.random()
    apart = math.log(rng.uniform(20, 200))
    return -5.5 * width, apart + 5.5 * width, (
        lambda y: (1 - share) * normal_cdf(y / width) + share * normal_cdf((y - apart) / width))


def pareto_tail(rng):
    """3 % of the requests, from 3 to 10 medians on, so heavy that their variance is infinite."""
    width, steepness = rng.uniform(0.2, 0.5), rng.uniform(1.05, 1.5)
    begin = math.log(rng.uniform(3, 10))
    return -5.5 * width, begin + math.log(3e6) / steepness, (
        lambda y: 0.97 * normal_cdf(y / width) + (0.03 * -math.expm1(-steepness * (y - begin)) if y > begin else 0))


SHAPES = (log_normal, gamma, two_modes, pareto_tail, narrow)


def cells_of(shape, rng):
    """(lower end, upper end, share) of each, ends as logarithms; a cell ends where the slowest 5 % begin; median 1."""
    low, high, cdf = shape(rng)
    ends = [low + (high - low) * i / CELLS for i in range(CELLS + 1)]
    below = [cdf(y) for y in ends]
    below[0], below[-1] = 0.0, 1.0

    def quantile(q):
        i = bisect.bisect_left(below, q)
        return ends[i - 1] + (ends[i] - ends[i - 1]) * (q - below[i - 1]) / (below[i] - below[i - 1])

    slow, middle = quantile(1 - SLOWEST), quantile(0.5)
    at = bisect.bisect_left(below, 1 - SLOWEST)
    ends.insert(at, slow)
    below.insert(at, 1 - SLOWEST)
    return [(a - middle, b - middle, q - p) for (a, b), (p, q) in
            zip(itertools.pairwise(ends), itertools.pairwise(below)) if q > p]


def binomial(rng, n, p):
    """Exact where few are expected on either side, else the normal distribution nearest to it."""
    if p > 0.5:
        return n - binomial(rng, n, 1 - p)
    if n <= 0 or p <= 0:
        return 0
    if n * p > 30:
        return min(n, max(0, round(rng.gauss(n * p, math.sqrt(n * p * (1 - p))))))
    count, at, per_step = 0, 0, math.log1p(-p)
    while True:  # from one success to the next
        at += int(math.log(1.0 - rng.random()) / per_step) + 1
        if at > n:
            return count
        count += 1


class Key:
    """A series of a gate, and the quantile that is gated."""

    def __init__(self, rng, number, edges, day_share):
        self.sort = SORTS[(number >= QUIET) + (number >= QUIET + WIDE)]
        self.is_quiet = self.sort == "quiet"
        self.ladder = "job" if number < JOBS else "span"
        self.edges = edges[self.ladder]
        self.unit, low, high = LADDERS[self.ladder]
        self.base = f"{self.ladder}.k{number:02d}"
        self.quantile = rng.choice(QUANTILES)
        self.center = math.log(low) + rng.random() * math.log(high / low)
        self.sigma = rng.uniform(0.4, 1.0) if self.sort == "wide" else rng.uniform(0.05, 0.3)
        self.mode = math.log(rng.uniform(5, 20)) if self.sort == "two modes" else 0.0
        self.samples = round(200 * 1000 ** rng.random())
        self.shape = rng.choice(SHAPES)
        self.cells = cells_of(self.shape, rng)
        self.day_share = day_share

    def label(self, quantile):
        return f"{self.base}.p{round(quantile * 100)}"

    def day(self, rng):
        """What a day does to the key: a shift, and whether it is one of the slow mode."""
        return rng.gauss(0, 1), rng.random() < 0.3

    def shift(self, rng, day, host):
        """The logarithm that all latencies of a run of that day are shifted by."""
        of_day, day_is_slow = day
        is_slow = day_is_slow if rng.random() < self.day_share else rng.random() < 0.3
        own = math.sqrt(self.day_share) * of_day + math.sqrt(1 - self.day_share) * rng.gauss(0, 1)
        return self.center + self.sigma * own + host + (self.mode if is_slow else 0.0)

    def draw(self, rng, shift, slowest):
        """The counts at or below each edge, the total last, and the sum of a run; `slowest`: the shift of a stall."""
        counts = [0] * (len(self.edges) + 1)
        left, share_left, total, noise = self.samples, 1.0, 0.0, 0.0
        so_far = 0.0
        for low, high, share in self.cells:
            m = binomial(rng, left, min(1.0, share / share_left)) if share < share_left else left
            left, share_left = left - m, share_left - share
            add = shift + (slowest if so_far >= 1 - SLOWEST - 1e-9 else 0.0)
            so_far += share
            if m == 0:
                continue
            a, b = math.exp(low + add), math.exp(high + add)
            mean = (b - a) / (high - low)
            total += m * mean
            noise += m * max(0.0, (b * b - a * a) / 2 / (high - low) - mean * mean)
            self.put(rng, counts, m, low + add, high + add, (a, b))
        return list(itertools.accumulate(counts)), total + math.sqrt(noise) * rng.gauss(0, 1)

    def put(self, rng, counts, m, low, high, ends):
        """m observations of a cell into the buckets that it lies across."""
        first = bisect.bisect_left(self.edges, ends[0])
        last = bisect.bisect_left(self.edges, ends[1])
        for i in range(first, last):
            upper = math.log(self.edges[i])
            here = binomial(rng, m, (upper - low) / (high - low))
            counts[i] += here
            m -= here
            low = upper
        counts[last] += m


def histogram_quantile(q, edges, counts):
    """As PromQL has it, of counts at or below each edge and, last, of all."""
    rank = q * counts[-1]
    i = bisect.bisect_left(counts, rank)
    if i == len(edges):
        return edges[-1]
    low, below = (edges[i - 1], counts[i - 1]) if i > 0 else (0.0, 0)
    return low + (edges[i] - low) * (rank - below) / (counts[i] - below)


class World:
    """The keys of one gate, and runs of it."""

    def __init__(self, seed, ladders, days):
        """`days`: most of what differs, and the host, belongs to the day; else each run differs by itself."""
        self.rng = random.Random(seed)
        self.ladders = ladders
        self.host_sigma = HOST_SIGMA if days else 0.0
        edges = {name: ladder["edges"] for name, ladder in ladders.items()}
        self.keys = [Key(self.rng, i, edges, DAY_SHARE if days else 0.0) for i in range(QUIET + WIDE + TWO_MODES)]
        self.days, self.runs = 0, 0

    def new_day(self):
        self.days += 1
        return self.days, self.rng.gauss(0, self.host_sigma), [key.day(self.rng) for key in self.keys]

    def run(self, day, slower=1.0, slowest=1.0):
        """The timings of a run on that day, with the quiet keys slowed: `slower` all, `slowest` their slowest 5 %."""
        number, host, of_day = day
        self.runs += 1
        at = BEGIN + 86400 * number + 200 * self.runs
        out = {"schema_version": 1, "captured_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)),
               "git_sha": f"{number:040x}", "window": "3m", "profile": "simulated", "ladders": self.ladders,
               "metrics": {}, "samples": {}, "counts": {}, "covered": {}}
        for key, day_of_key in zip(self.keys, of_day):
            shift = key.shift(self.rng, day_of_key, host) + (math.log(slower) if key.is_quiet else 0.0)
            counts, total = key.draw(self.rng, shift, math.log(slowest) if key.is_quiet else 0.0)
            n = counts[-1]
            for q in QUANTILES:
                out["metrics"][key.label(q)] = {"value": histogram_quantile(q, key.edges, counts), "unit": key.unit}
            out["metrics"][f"{key.base}.mean"] = {"value": total / n, "unit": key.unit}
            out["samples"][key.base] = n
            out["covered"][key.base] = 165.0
            out["counts"][key.base] = " ".join(map(str, [n, *(n - c for c in counts[:-1])]))
        return out
