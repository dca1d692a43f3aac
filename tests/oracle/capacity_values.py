"""Values of the capacity bounds, computed with mpmath and exact integers: tests/golden/capacity_values.json.

    python3 tests/oracle/capacity_values.py > tests/golden/capacity_values.json

Independent of the program: integer points of an l_1 ball are counted by the recurrence of Delannoy's numbers, not by the
sum; the entropy integral is integrated numerically instead of in closed form; the best split of a head's accuracy is
searched for; the distance of two softmax vectors is that of two explicit vectors.
"""

import json

from mpmath import mp, mpf, exp, findroot, log, quad, sqrt, tanh, ceil, floor, nstr

mp.dps = 50


def ball(n, radius):
    """Integer points with |c|_1 <= radius in Z^n."""
    if n > radius:
        n, radius = radius, n
    row = [1] * (n + 1)
    for _ in range(radius):
        new = [1]
        for j in range(1, n + 1):
            new.append(row[j] + row[j - 1] + new[j - 1])
        row = new
    return row[n]


def ratio(text):
    num, _, den = text.partition("/")
    return mpf(num) / mpf(den or 1)


def softmax_distance(r):
    r = mpf(r)
    p, q = 1 / (1 + exp(r)), 1 / (1 + exp(-r))
    return abs(p - q) * 2


def head_constant(v, k, x):
    a, b = (v * k * x**3) ** 2, (v * x) ** 2
    if a == 0:
        return b
    alpha = findroot(lambda t: -a / t**3 + b / (1 - t) ** 3, mpf("0.5"))
    return a / alpha**2 + b / (1 - alpha) ** 2


def dudley(k, a, n):
    alpha = 3 * sqrt(k / n)
    return 4 * alpha + 12 / sqrt(n) * quad(lambda e: sqrt(k) / e, [alpha, a])


def steps(q2):
    return max(0, int(ceil(q2)) - 1)


ROWS = []


def row(name, arguments, value):
    ROWS.append({"call": f"{name}({', '.join(arguments)})", "value": nstr(value, 40)})


for r in ("1/100", "1", "5/2", "30"):
    row("softmax_lipschitz", [r], softmax_distance(ratio(r)))
for n, k in ((1, 1), (2, 1), (3, 5), (50, 50), (1000, 99), (1000, 100), (99, 1000), (7, 100000), (1200, 900)):
    row("log_lattice_ball", [str(n), str(k)], log(ball(n, k)))
for a, b, e, n in (("1", "1", "1/8", "1000"), ("2", "3", "1/2", "17"), ("1", "1", "3/4", "2"), ("1/2", "1", "1", "5"), ("1", "5/2", "1/4", "1000000")):
    q = ratio(a) * ratio(b) / ratio(e)
    count = int(n)
    row("greedy_cover_steps", [a, b, e], steps(q * q))
    row("linear_cover_zhang", [a, b, e, n], 36 * q * q * log(2 * ceil(4 * q + 2) * count + 1))
    row("linear_cover_greedy", [a, b, e, n], floor(q * q) * log(2 * count + 1))
    row("linear_cover_maurey", [a, b, e, n], ceil(q * q) * log(2 * count + 1))
    if count <= 1000:
        row("linear_cover_greedy_count", [a, b, e, n], log(ball(count, steps(q * q))))
for v, k, x in (("1", "1", "1"), ("2", "3", "1"), ("1", "10", "1/2"), ("3", "1/8", "5/2"), ("1", "0", "2")):
    c = head_constant(ratio(v), ratio(k), ratio(x))
    row("head_cover_constant", [v, k, x], c)
    row("head_cover", [f"head_cover_constant({v}, {k}, {x})", "64000", "1/10"], c * log(128001) * 100)
for a, d, m, e in (("1", "100", "16", "1/4"), ("20", "1000", "128", "1/2"), ("1", "100", "16", "3"), ("1/2", "10", "2", "1/100")):
    big = 4 * ratio(a) ** 2 / ratio(e) ** 2
    row("two_head_cover", [a, d, m, e],
        min(2 * floor(big) * log(2 * int(d) + 1), 2 * int(m) * log(1 + 4 * ratio(a) / ratio(e))))
for k, a, n in (("1", "3", "1"), ("100", "1", "1000000"), ("8", "2", "5000"), ("1/2", "1", "100")):
    r = dudley(ratio(k), ratio(a), ratio(n))
    row("dudley_complexity", [k, a, n], r)
    row("generalisation_gap", [f"dudley_complexity({k}, {a}, {n})", "1", n, "1/20"], 2 * r + sqrt(log(20) / (2 * ratio(n))))
for t, m, p in (("16", "1000", "1/100"), ("1024", "4096", "1/20"), ("2", "2", "1")):
    row("coherence_radius", [t, m, p], sqrt(2 * (log(ratio(t) * (ratio(t) - 1)) - log(ratio(p))) / ratio(m)))
for t, s, b, d in (("64", "4", "10", "1/1000"), ("1024", "12", "12", "1/4096"), ("4", "2", "0", "0"), ("5", "5", "3", "1/8")):
    tt, ss, bb, dd = map(ratio, (t, s, b, d))
    o = (tt - ss) / ss * exp(-bb * (1 - (2 * ss - 1) * dd))
    row("symmetric_reading_error", [t, s, b, d], 2 * o / (1 + o) + 2 * tanh(bb * (ss - 1) * dd / 2))
for t, b, d in (("64", "10", "1/8"), ("3", "0", "0"), ("1", "2", "1/2")):
    o = (ratio(t) - 1) * exp(-ratio(b) * (1 - ratio(d)))
    row("separate_reading_error", [t, b, d], 2 * o / (1 + o))

print("[\n" + ",\n".join(" " + json.dumps(r) for r in ROWS) + "\n]")
