"""Reference values of tests/verify/sparse_xor_exponent_fit_test.cpp: the logistic fit by root finding in mpmath.

    python3 exponent_fit.py      prints gamma, the ends of its profile likelihood interval at 95 %, beta and n at d = 128
"""

import mpmath

COUNTS = [(64, 4096, 50, 28), (64, 16384, 50, 39), (64, 65536, 50, 47), (128, 16384, 50, 25), (128, 65536, 50, 41),
          (128, 262144, 50, 48), (256, 65536, 50, 30), (256, 262144, 50, 38), (256, 1048576, 50, 49)]


def logits(alpha, beta, delta):
    return [(alpha + beta * mpmath.log(n) - delta * mpmath.log(d), d, n, runs, successes)
            for d, n, runs, successes in COUNTS]


def likelihood(alpha, beta, delta):
    return mpmath.fsum(s * u - r * mpmath.log(1 + mpmath.exp(u)) for u, _, _, r, s in logits(alpha, beta, delta))


def score(weight, alpha, beta, delta):
    return mpmath.fsum((s - r / (1 + mpmath.exp(-u))) * weight(mpmath.log(n), mpmath.log(d))
                       for u, d, n, r, s in logits(alpha, beta, delta))


def profile(gamma):
    alpha, beta = mpmath.findroot(
        lambda a, b: [score(lambda x, y: 1, a, b, b * gamma), score(lambda x, y: x - gamma * y, a, b, b * gamma)],
        (0, mpmath.mpf("0.5")))
    return likelihood(alpha, beta, beta * gamma)


def main():
    mpmath.mp.dps = 30
    weights = (lambda x, y: 1, lambda x, y: x, lambda x, y: -y)
    alpha, beta, delta = mpmath.findroot(lambda a, b, c: [score(w, a, b, c) for w in weights], (0, 0.5, 1))
    gamma = delta / beta
    half_quantile = mpmath.findroot(lambda q: mpmath.erf(mpmath.sqrt(q)) - mpmath.mpf("0.95"), 2)
    level = likelihood(alpha, beta, delta) - half_quantile
    ends = [mpmath.findroot(lambda g: profile(g) - level, gamma + side) for side in (-0.25, 0.25)]
    for value in (gamma, *ends, beta, mpmath.exp(gamma * mpmath.log(128) - alpha / beta)):
        print(mpmath.nstr(value, 12))


if __name__ == "__main__":
    main()
