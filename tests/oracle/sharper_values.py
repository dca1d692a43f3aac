#!/usr/bin/env python3
"""Reference values for theorem-2-sharp and corollary-3-sharp, from the formulas of reports/docs/sharper.md; it does not
read the theorem files.

Writes ../golden/sharper_points.json: 15 digits, computed with 30 (mpmath) and every root to 20 or more.
"""
import json
import pathlib

from mpmath import betainc, cosh, erfc, exp, expm1, hyp0f1, log, log1p, mp, mpf, nstr, pi, sqrt

mp.dps = 30
GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden" / "sharper_points.json"
SIDE = 32  # cells on each side of rho = 0
POINTS = [(1000, 128, "0.5"), (10**4, 256, "0.1"), (10**12, 128, "0.1")]
SHARES = {
    "many": dict(tau="0.02", ups="0.02", sums="0.06", support="0.57", amb="0.24", nu="0.05", namb="0.04"),
    "kept": dict(tau="0.01", ups="0.005", sums="0.015", support="0.87", amb="0.08", nu="0.01", namb="0.01"),
}

COROLLARY = dict(pop="0.992", length="0.003", squares="0.005")


class Tail:
    """P(|u| > t) for one m, remembered."""

    def __init__(self, m):
        self.m, self.known = m, {}

    def __call__(self, t):
        if t <= 0:
            return mpf(1)
        if t >= 1:
            return mpf(0)
        if t not in self.known:
            self.known[t] = betainc(mpf(self.m - 1) / 2, mpf(1) / 2, 0, 1 - t * t, regularized=True)
        return self.known[t]

    def above(self, t):
        return self(t) / 2 if t >= 0 else 1 - self(-t) / 2


def crossing(excess, good, bad):
    """The end of the good side of the only sign change: excess <= 0 at `good`, > 0 at `bad`; by the Illinois rule."""
    at_good, at_bad = excess(good), excess(bad)
    if at_bad <= 0:
        return bad
    assert at_good <= 0
    side = 0
    for _ in range(300):
        x = (good * at_bad - bad * at_good) / (at_bad - at_good) if at_good < at_bad else (good + bad) / 2
        if abs(bad - good) <= mpf(10) ** -22 * abs(good + bad):
            break
        value = excess(x)
        if value > 0:
            bad, at_bad = x, value
            at_good, side = (at_good / 2 if side > 0 else at_good), 1
        else:
            good, at_good = x, value
            at_bad, side = (at_bad / 2 if side < 0 else at_bad), -1
    return good


def times(a, b):
    p = [x * y for x in a for y in b]
    return (min(p), max(p))


def plus(*terms):
    return (sum(t[0] for t in terms), sum(t[1] for t in terms))


def point(d, m, delta, shares, eps):
    budget = {k: mpf(v) * delta for k, v in shares.items()}
    tail, n = Tail(m), d - 2
    tau = crossing(lambda t: log(2 * tail(t)) - log(budget["tau"]), mpf("0.999"), mpf(0))
    ups = crossing(lambda t: log(n * tail(t)) - log(budget["ups"]), mpf("0.999"), mpf(0))
    nu = crossing(lambda t: log(n * tail(t)) - log(budget["nu"]), mpf("0.999"), mpf(0))
    mean = lambda p: hyp0f1(mpf(m) / 2, mpf(p * p) / 4)
    lifted = lambda p: hyp0f1(mpf(m) / 2 + 1, mpf(p * p) / 4)
    mean1 = lambda p: mpf(p) / m * lifted(p)
    mean2 = lambda p: lifted(p) / m + mpf(p * p) / (m * (m + 2)) * hyp0f1(mpf(m) / 2 + 2, mpf(p * p) / 4)
    failing = log(18 / budget["sums"])

    def radius(b, v):
        return b * failing / (3 * n) + sqrt((b * failing / (3 * n)) ** 2 + 2 * v * failing / n)

    sums, scores = {}, {}
    for p in (0, 1, 2):
        shift = exp(p) * tail(ups) if p else mpf(0)
        if p:
            bound = max(exp(p * ups) - mean(p), mean(p) - exp(-p * ups)) + shift
            off = shift + radius(bound, mean(2 * p) - mean(p) ** 2)
            sums[p] = (max(n * (mean(p) - off), n * exp(-p * ups)) + 2 * exp(-p * tau),
                       n * (mean(p) + off) + 2 * exp(p * tau))
        extreme = ups * exp(p * ups) + mean1(p)
        off = shift + radius(extreme + shift, mean2(2 * p) - mean1(p) ** 2 + tail(ups) * extreme ** 2)
        scores[p] = (n * (mean1(p) - off), n * (mean1(p) + off))
    inverse = (1 / sums[1][1], 1 / sums[1][0])
    q = (inverse[0] ** 2, min(inverse[1] ** 2, mpf(1) / d ** 2))
    big = times(sums[2], times(inverse, inverse))
    big = (max(big[0], mpf(1) / d), big[1])
    most = exp(max(tau, ups)) * inverse[1]
    r = (2 * (d - 1) * q[0] ** 2, 2 * (d - 1) * q[1] ** 2)
    bend = lambda x, c: 2 * x * (c - d * (d - 1) * x)
    top = min(max(cosh(2 * tau) / (2 * d * (d - 1)), q[0]), q[1])
    iota = (max(0, min(bend(q[0], 1), bend(q[1], 1))), bend(top, cosh(2 * tau)))
    ratio = times(sums[2], inverse)
    less = times((-1, -1), times(ratio, scores[1]))
    drift = plus(times(r, scores[0]), times(iota, times(scores[1], inverse)),
                 times(big, times(plus(scores[2], less), times(inverse, inverse))))
    spread = big[1] * (d * big[1] - 1)
    squares = (d * r[1] ** 2 + iota[1] ** 2 * big[1] + (big[1] * most) ** 2 * spread + 2 * r[1] * iota[1]
               + 2 * iota[1] * big[1] * most * spread)
    near = exp(tau) * inverse[1]
    difference = near * (iota[1] + big[1] * max(0, 2 * near - big[0]))
    weight = r[1] + iota[1] * most + big[1] * most * max(0, most - big[0])

    # noise of the support margin
    constant = sqrt(2 * log(2)) + sqrt(2 * pi) * erfc(sqrt(log(2)))
    lam = lifted(2) / lifted(1)
    b = times(big, times(inverse, inverse))
    a = plus(times(iota, inverse), times((-1, -1), times(b, plus(ratio, (-lam, -lam)))))
    (r0, dr), (a0, da), (b0, db) = [((x[0] + x[1]) / 2, (x[1] - x[0]) / 2) for x in (r, a, b)]
    alpha = a0 - b0 * lam
    # E' of products of the functions 1, cosh u, cosh 2u and sinh u, sinh 2u
    j = [mpf(1)] + [lifted(p) for p in (1, 2, 3, 4)]
    even = lambda x: sum(x[i] * x[k] * (j[i + k] + j[abs(i - k)]) / 2 for i in range(3) for k in range(3))
    odd = lambda x: sum(x[i] * x[k] * (j[i + k] - j[abs(i - k)]) / 2 for i in range(3) for k in range(3))
    centre = r0 + alpha * j[1] + b0 * j[2]
    y1, y2 = mpf("0.742"), mpf("2.334")
    rows = [[1, y ** 2, y ** 4, y ** 6] for y in (y1, y2)] + [[0, 1, 2 * y ** 2, 3 * y ** 4] for y in (y1, y2)]
    cubic = mp.lu_solve(mp.matrix(rows), mp.matrix([y1, y2, 1 / (2 * y1), 1 / (2 * y2)]))
    first = min(1, cubic[0] + cubic[1] + cubic[2] * (3 - mpf(6) / (n * (m + 2))) + 15 * cubic[3])
    second = sqrt(mpf(n) / m) * (
        first * (abs(centre) + dr) + sqrt(even([r0 - centre, alpha, b0])) + sqrt(odd([0, alpha, b0]))
        + da * (sqrt(even([0, 1, 0])) + sqrt(odd([0, 1, 0]))) + db * (sqrt(even([0, -lam, 1])) + sqrt(odd([0, -lam, 1]))))
    noise = min(constant * sqrt(squares / (m - 1)), second)

    # the law of rho
    far = min(mpf(7) / 10, mpf(13) / 2 / sqrt(m))
    edges = [far * k / SIDE for k in range(-SIDE, SIDE + 1)]
    cells = [(x, y, tail.above(x) - tail.above(y)) for x, y in zip(edges, edges[1:])]
    ends = tail.above(far)

    def ambient(beta):
        def some(rho):
            return -expm1(n * log1p(-tail.above((1 + rho - beta) / sqrt(2 * (1 + rho)))))
        return ends + sum(p * some(x) for x, _, p in cells) + ends * some(far) + n * tail(1 - beta / 2)

    def support(margin):
        def missed(rho):
            slope = (1 - rho) * (2 * q[0] - difference) - max(0, drift[1])
            gap = (margin / sqrt(2 * (1 - rho)) + noise) / slope if slope > 0 else mpf(1)
            return 1 - tail(gap)
        return ends * missed(-far) + sum(p * missed(y) for _, y, p in cells) + ends

    beta = crossing(lambda x: log(ambient(x)) - log(budget["amb"]), mpf(0), mpf(1))
    margin = crossing(lambda x: support(x / d ** 2) - budget["support"], mpf(0), mpf(2)) / d ** 2
    size = max(abs(drift[0]), abs(drift[1]))
    other = (q[0] * beta - weight * (2 + 2 * nu) - (ups + tau) * (size + ups * weight)
             - sqrt(4 * (1 + nu) * squares / (m - 1) * log(2 * n / budget["namb"])))
    missing = (1 - sqrt(1 - sqrt(eps))) / 2
    odds = missing / (1 - missing)
    ambient_log = log(n / odds) + ups + tau
    step = lambda t: max((log(1 / odds) - log1p(-t)) / (2 * margin), (ambient_log - log(t)) / (2 * other))
    eta = step(split(other / margin, ambient_log, log(1 / odds)))
    low, high = mpf("1e-20"), 1 - mpf("1e-20")  # the first part of step rises in t, the second falls
    for _ in range(200):
        t = (low + high) / 2
        if (log(1 / odds) - log1p(-t)) * other < (ambient_log - log(t)) * margin:
            low = t
        else:
            high = t
    assert -1e-20 < eta / step(low) - 1 < 2e-3, eta / step(low)
    values = dict(beta_amb=beta, gamma12=margin * d ** 2, noise=noise * d ** 2, G1k=other, eta_min=eta)
    # what the sample gradient needs as well
    return values, dict(most=most, big=big[1], q=q[0], nu=nu, margin=margin, other=other, eta=eta, constant=constant,
                        failing=log(2 * n / budget["namb"]),
                        proxy=2 * (1 + nu) * squares / (m - 1))


def split(ratio, reached, near):
    """t with near - log(1-t) over 1 next to reached - log(t) over ratio: Lambert's function, then one Newton step."""
    excess = reached - ratio * near
    floor = mpf("1e-9")
    start = max(floor, max(excess, mp.lambertw(ratio * exp(excess)).real) / ratio)
    slope = ratio + 1 / mp.expm1(start)
    return 1 - exp(-max(start, start + (excess - ratio * start - log(1 - exp(-start))) / slope))


def sample(d, m, delta, shares, eps):
    """corollary-3-sharp, keep = 1/2: the least real n for which both noises fit, by the equations themselves."""
    part = {k: mpf(v) for k, v in COROLLARY.items()}
    _, x = point(d, m, part["pop"] * delta, shares, eps)
    n = d - 2
    long = crossing(lambda t: log(Tail(m)(t) / 2) - log(part["length"] * delta), mpf("0.999"), mpf(0))

    def squares(failure):
        variance, bound, size = mpf(2 * (m - 1)) / (m * m * (m + 2)), 1 - mpf(1) / m, -log(failure)
        linear = bound * size / (3 * n)
        return mpf(n) / m + n * (linear + sqrt(linear ** 2 + 2 * variance * size / n))

    failure = part["squares"] * delta / 2
    spread12 = x["most"] * (1 + long + squares(failure))
    spread1k = x["most"] * (2 * (1 + x["nu"]) ** 2 + 2 * (1 + x["nu"]) * squares(failure / (2 * n)))
    worst = max(x["q"], mpf(1) / (2 * d * d))
    second = 2 * worst * (1 - d * d * worst)
    root = x["big"] * x["most"]
    moment = min(root * (1 + 30 * x["big"] + 105 * x["big"] ** 2) + second, 4 * (root + second))
    room12 = x["margin"] / 2 / sqrt(2 * (1 + long))
    room1k = x["other"] / 2

    def excess12(log_n):
        size = exp(log_n)
        noise = (x["constant"] * sqrt(4 * spread12 * moment / (4 * size))
                 + (1 + log(2)) * 4 * min(1, sqrt(spread12)) / (6 * size))
        return log(noise / room12)

    def excess1k(log_n):  # the square of the linear term is dropped, as the file does
        size = exp(log_n)
        linear = 4 * min(sqrt(2 * (1 + x["nu"])), sqrt(spread1k)) * x["failing"] / (6 * size)
        before = sqrt(2 * x["proxy"] * x["failing"])
        inside = before ** 2 + 2 * (4 * spread1k * moment / (4 * size)) * x["failing"]
        return log((inside + 2 * linear * (before + room1k)) / (before + room1k) ** 2)

    least = max(exp(crossing(f, mpf(200), mpf(1))) for f in (excess12, excess1k))
    return dict(n_bernstein=least, eta_min=2 * x["eta"])


def main():
    rows = {"theorem-2-sharp": [], "corollary-3-sharp": []}
    for name, shares in SHARES.items():
        for d, m, delta in POINTS:
            for theorem, compute in (("theorem-2-sharp", lambda *x: point(*x)[0]), ("corollary-3-sharp", sample)):
                values = compute(d, m, mpf(delta), shares, mpf("0.01"))
                rows[theorem].append(dict(d=str(d), m=str(m), delta=delta, eps="0.01", shares=name,
                                          values={k: nstr(v, 15, strip_zeros=False) for k, v in values.items()}))
                print(rows[theorem][-1], flush=True)
    GOLDEN.write_text(json.dumps(dict(shares=SHARES, corollary=COROLLARY, points=rows), indent=1) + "\n")


if __name__ == "__main__":
    main()
