"""Smallest sample sizes for a gap, by an independent computation: tests/golden/capacity_samples.json.

    python3 tests/oracle/capacity_samples.py > tests/golden/capacity_samples.json

closed: the closed form at 40 digits, bisection, both neighbours looked at. counts: chaining over A 4^-j with the integer
points of l_1 balls summed term by term through log-gamma at 40 digits (not the recurrence, not the peak of the program),
minimum over the first eight levels; the split of the accuracy is the documented one, cbrt(p^2)/(1 + cbrt(p^2)) with
p = Q X^2, rounded to a multiple of 1/1024.
"""

import json
from fractions import Fraction

from mpmath import mp, mpf, cbrt, exp, loggamma, log, nstr, sqrt

mp.dps = 40


def log_ball(n, radius):
    last = min(n, radius)
    if last == 0:
        return mpf(0)
    peak = int(2 * mpf(n) * radius / (n + radius + sqrt(mpf(n) ** 2 + mpf(radius) ** 2)))

    def term(k):
        choose = lambda a, b: loggamma(a + 1) - loggamma(b + 1) - loggamma(a - b + 1)
        return choose(mpf(n), mpf(k)) + choose(mpf(radius), mpf(k)) + k * log(mpf(2))

    top, total = term(peak), mpf(0)
    for step in (1, -1):
        k = peak if step == 1 else peak - 1
        while 0 <= k <= last:
            t = exp(term(k) - top)
            total += t
            if t < mpf(10) ** -30:
                break
            k += step
    return top + log(total)


def steps(q2):
    return max(0, -((-q2.numerator) // q2.denominator) - 1)


def log_cover(v, q, x, eps, pairs):
    if eps >= v * x:
        return mpf(0)
    p = cbrt((mpf(q.numerator) / q.denominator * mpf(x.numerator) ** 2 / x.denominator**2) ** 2)
    share = Fraction(int(mp.nint(1024 * p / (1 + p))), 1024)
    scores, values = q * x**3 * v / (share * eps), v * x / ((1 - share) * eps)
    return log_ball(pairs, steps(scores**2)) + log_ball(pairs, steps(values**2))


def complexity_counts(v, q, x, tokens, n):
    reach = v * x
    best, total, last = mpf(reach.numerator) / reach.denominator, mpf(0), mpf(0)
    scale = reach
    for _ in range(8):
        scale /= 4
        now = log_cover(v, q, x, scale, n * tokens)
        at = mpf(scale.numerator) / scale.denominator
        total += 5 * at * sqrt(2 * (now + last) / n)
        best = min(best, total + at)
        last = now
        if total > best:
            break
    return best


def complexity_closed(v, q, x, tokens, n):
    f = lambda z: mpf(z.numerator) / z.denominator
    a, b = (f(v) * f(q) * f(x) ** 3) ** 2, (f(v) * f(x)) ** 2
    k = (cbrt(a) + cbrt(b)) ** 3 * log(2 * mpf(n) * tokens + 1)
    reach = f(v * x)
    if 9 * k > reach**2 * n:
        return None
    return 12 * sqrt(k / n) * (1 + log(reach * sqrt(mpf(n)) / (3 * sqrt(k))))


def smallest(route, v, q, x, tokens, gap, delta):
    def holds(n):
        r = route(v, q, x, tokens, n)
        return r is not None and 2 * r + sqrt(log(1 / delta) / (2 * mpf(n))) <= gap

    high = 1
    while not holds(high):
        high *= 8
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


rows = []
for v, q, x, tokens, gap in (("1", "1", "1", 16, "1/10"), ("1", "1", "1", 1024, "1/10"), ("2", "20", "1", 65536, "1/20"), ("1", "1/4", "3/2", 10**9, "1/2")):
    f = [Fraction(t) for t in (v, q, x)]
    g = Fraction(gap)
    n = smallest(complexity_closed, *f, tokens, mpf(g.numerator) / g.denominator, mpf(1) / 20)
    rows.append({"route": "closed", "value_norm": v, "key_norm": q, "token_norm": x, "tokens": tokens, "gap": gap, "n": str(n)})
for v, q, x, tokens, gap in (("1", "1", "1", 16, "1"), ("1", "1", "1", 256, "1/2"), ("1", "3", "1", 64, "1")):
    f = [Fraction(t) for t in (v, q, x)]
    g = Fraction(gap)
    n = smallest(complexity_counts, *f, tokens, mpf(g.numerator) / g.denominator, mpf(1) / 20)
    rows.append({"route": "counts", "value_norm": v, "key_norm": q, "token_norm": x, "tokens": tokens, "gap": gap, "n": str(n)})
print("[\n" + ",\n".join(" " + json.dumps(r) for r in rows) + "\n]")
