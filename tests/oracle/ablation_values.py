"""Gradient steps of two heads with softmax, linear and erf attention, by enumeration of all inputs with mpmath: no
formula of the project.

The loss E (f - y)^2 is a sum over all 2^d inputs; its gradient is taken by the chain rule through the attention, one
input at a time. Prints the losses and attentions that tests/verify/sparse_xor_ablation_test.cpp quotes.
"""

from itertools import product
from math import sqrt

from mpmath import erf, exp, mp, mpf, nstr, pi
from mpmath import sqrt as root

mp.dps = 60
D, M = 7, 4


def embedding(k):
    """A unit vector in double: integers, one square root, divisions, so every language gets the same bits."""
    raw = [(7 * k * k + 3 * k * j + 5 * j + 1) % 17 - 8 for j in range(M)]
    norm = sqrt(float(sum(x * x for x in raw)))
    return [mpf(float(x) / norm) for x in raw]


def query(h):
    return [mpf((5 * h * h + 2 * h * j + 11 * j + 4) % 13 - 6) / 8 for j in range(M)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def attend(kind, scale, scores):
    """Attention, and its Jacobian d attention_i / d score_k."""
    d = len(scores)
    if kind == "softmax":
        weights = [exp(s) for s in scores]
        total = sum(weights)
        g = [w / total for w in weights]
        return g, [[g[i] * ((1 if i == k else 0) - g[k]) for k in range(d)] for i in range(d)]
    value = erf if kind == "erf" else (lambda s: s)
    slope = (lambda s: 2 / root(pi) * exp(-s * s)) if kind == "erf" else (lambda s: mpf(1))
    g = [scale * value(s) for s in scores]
    return g, [[scale * slope(scores[i]) if i == k else mpf(0) for k in range(d)] for i in range(d)]


def loss_and_gradient(kind, scale, v, theta):
    heads = [attend(kind, scale, [dot(row, t) for row in v]) for t in theta]
    loss, by_attention = mpf(0), [[mpf(0)] * D for _ in theta]
    for x in product((1, -1), repeat=D):
        a = [dot(g, x) for g, _ in heads]
        miss = -a[0] * a[1] + x[0] * x[1]  # f - y, support 0, 1
        loss += miss**2
        for h in range(2):
            for i in range(D):
                by_attention[h][i] += 2 * miss * -a[1 - h] * x[i]
    n = mpf(2) ** D
    gradient = []
    for h in range(2):
        by_score = [sum(by_attention[h][i] * heads[h][1][i][k] for i in range(D)) / n for k in range(D)]
        gradient.append([sum(by_score[k] * v[k][j] for k in range(D)) for j in range(M)])
    return loss / n, gradient, [g for g, _ in heads]


def run(kind, scale, eta, steps, mirrored):
    v = [embedding(k) for k in range(D)]
    theta = [query(0), [-t for t in query(0)] if mirrored else query(1)]
    for step in range(steps + 1):
        loss, gradient, g = loss_and_gradient(kind, scale, v, theta)
        if step in (0, steps):
            where = [max(range(D), key=lambda i, row=row: abs(row[i])) for row in g]
            print(f"{kind}, scale {nstr(scale, 5)}, eta = {eta}, mirrored {mirrored}, after {step} steps: "
                  f"loss {nstr(loss, 25)}, largest attention {where}, |attention of head 2 on 1| "
                  f"{nstr(abs(g[1][1]), 20)}")
        theta = [[t - eta * e for t, e in zip(row, grad)] for row, grad in zip(theta, gradient)]


if __name__ == "__main__":
    for mirrored in (False, True):
        run("softmax", mpf(1), mpf(30), 3, mirrored)
        run("linear", mpf(1), mpf(1) / 8, 3, mirrored)
        run("linear", mpf(1) / D, mpf(9), 3, mirrored)
        run("erf", mpf(1), mpf(1) / 4, 3, mirrored)
        run("erf", mpf(1) / D, mpf(20), 3, mirrored)
