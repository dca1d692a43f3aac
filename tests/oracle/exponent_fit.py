"""Reference values of tests/verify/sparse_xor_exponent_fit_test.cpp: the fits by root finding in mpmath.

    python3 exponent_fit.py      for each set of counts gamma, the ends of its profile likelihood interval at 95 %,
                                 beta, n with probability 1/2 at d = 128, deviance and its p-value
"""

from collections import namedtuple

import mpmath

# (d, n, instances on which the population step works, successes among them)
COUNTS = [(64, 4096, 48, 28), (64, 16384, 45, 35), (64, 65536, 47, 44), (128, 16384, 49, 25), (128, 65536, 48, 39),
          (128, 262144, 50, 47), (256, 65536, 50, 30), (256, 262144, 49, 38), (256, 1048576, 50, 48)]

RUNS, CEILINGS, MULTIPLES = 400, {32: 0.6, 64: 0.8, 128: 0.95}, (0.25, 1, 4, 16)


def synthetic():
    """n ~ d^2 below a ceiling that rises with d: (d, n, all runs, runs below the ceiling, successes)."""
    for d, ceiling in CEILINGS.items():
        for multiple in MULTIPLES:
            works = round(RUNS * ceiling)
            u = mpmath.mpf("0.7") * mpmath.log(multiple) + mpmath.mpf("0.3")
            yield d, round(multiple * d * d), RUNS, works, int(mpmath.nint(works * mpmath.exp(-mpmath.exp(-u))))


# log P and log(1 - P) as functions of u, with their derivatives
Link = namedtuple("Link", "success failure success_slope failure_slope half")
LOG_LOG = Link(lambda u: -mpmath.exp(-u), lambda u: mpmath.log(1 - mpmath.exp(-mpmath.exp(-u))),
               lambda u: mpmath.exp(-u), lambda u: -mpmath.exp(-u) / mpmath.expm1(mpmath.exp(-u)),
               -mpmath.log(mpmath.log(2)))
LOGISTIC = Link(lambda u: -mpmath.log(1 + mpmath.exp(-u)), lambda u: -mpmath.log(1 + mpmath.exp(u)),
                lambda u: 1 / (1 + mpmath.exp(u)), lambda u: -1 / (1 + mpmath.exp(-u)), mpmath.mpf(0))


def predictors(counts, alpha, beta, delta):
    return [(alpha + beta * mpmath.log(n) - delta * mpmath.log(d), mpmath.log(n), mpmath.log(d), runs, successes)
            for d, n, runs, successes in counts]


def likelihood(counts, link, *parameters):
    return mpmath.fsum(s * link.success(u) + (r - s) * link.failure(u)
                       for u, _, _, r, s in predictors(counts, *parameters))


def score(counts, link, weight, *parameters):
    return mpmath.fsum((s * link.success_slope(u) + (r - s) * link.failure_slope(u)) * weight(x, y)
                       for u, x, y, r, s in predictors(counts, *parameters))


def profile(counts, link, gamma, start):
    weights = (lambda x, y: 1, lambda x, y: x - gamma * y)
    alpha, beta = mpmath.findroot(lambda a, b: [score(counts, link, w, a, b, b * gamma) for w in weights], start)
    return likelihood(counts, link, alpha, beta, beta * gamma)


def saturated(counts):
    def part(k, n):
        return k * mpmath.log(mpmath.mpf(k) / n) if k else mpmath.mpf(0)

    return mpmath.fsum(part(s, r) + part(r - s, r) for _, _, r, s in counts)


def fit(counts, link):
    weights = (lambda x, y: 1, lambda x, y: x, lambda x, y: -y)
    alpha, beta, delta = mpmath.findroot(lambda a, b, c: [score(counts, link, w, a, b, c) for w in weights],
                                         (0, 0.6, 1.2))
    gamma, best = delta / beta, likelihood(counts, link, alpha, beta, delta)
    level = best - mpmath.findroot(lambda q: mpmath.erf(mpmath.sqrt(q)) - mpmath.mpf("0.95"), 2)
    ends = [mpmath.findroot(lambda g: profile(counts, link, g, (alpha, beta)) - level, gamma + side)
            for side in (-0.25, 0.25)]
    deviance, freedom = 2 * (saturated(counts) - best), len(counts) - 3
    p_value = mpmath.gammainc(mpmath.mpf(freedom) / 2, deviance / 2, regularized=True)
    return (gamma, *ends, beta, mpmath.exp(gamma * mpmath.log(128) + (link.half - alpha) / beta), deviance, p_value)


def main():
    mpmath.mp.dps = 30
    rows = list(synthetic())
    print("synthetic counts:", rows)
    for name, counts, link in (("counts", COUNTS, LOG_LOG),
                               ("synthetic, below the ceiling", [(d, n, w, s) for d, n, _, w, s in rows], LOG_LOG),
                               ("synthetic, all runs", [(d, n, r, s) for d, n, r, _, s in rows], LOG_LOG),
                               ("synthetic, all runs, logistic", [(d, n, r, s) for d, n, r, _, s in rows], LOGISTIC)):
        print(name)
        for value in fit(counts, link):
            print("   ", mpmath.nstr(value, 12))
    for x, freedom in ((3, 1), (11, 6), (20, 7), (60, 5)):
        print("chi square tail", x, freedom,
              mpmath.nstr(mpmath.gammainc(mpmath.mpf(freedom) / 2, mpmath.mpf(x) / 2, regularized=True), 12))


if __name__ == "__main__":
    main()
