"""Gradient steps of k heads on a k-parity, by enumeration of all inputs with mpmath: no formula of the project.

The loss E (f - y)^2 is a sum over all 2^d inputs; its gradient is taken by the chain rule through softmax, one input at
a time. Prints the losses and the attentions that tests/verify/sparse_xor_parity_test.cpp quotes.
"""

from itertools import product

from mpmath import exp, mp, mpf, nstr

mp.dps = 40


def embedding(k, m):
    """Short exact binary fractions; nothing here needs unit vectors."""
    return [mpf((7 * k * k + 3 * k * j + 5 * j + 1) % 17 - 8) / 16 for j in range(m)]


def query(h, m):
    return [mpf((5 * h * h + 2 * h * j + 11 * j + 4) % 13 - 6) / 8 for j in range(m)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def softmax(scores):
    weights = [exp(s) for s in scores]
    total = sum(weights)
    return [w / total for w in weights]


def loss_and_gradient(v, theta, k):
    d, m = len(v), len(v[0])
    g = [softmax([dot(row, t) for row in v]) for t in theta]
    loss, gradient = mpf(0), [[mpf(0)] * m for _ in range(k)]
    for x in product((1, -1), repeat=d):
        a = [dot(row, x) for row in g]
        f, y = -mpf(1), -mpf(1)
        for h in range(k):
            f *= a[h]
            y *= x[h]  # the support is 0, .., k-1
        loss += (f - y) ** 2
        for h in range(k):
            others = -mpf(1)
            for other in range(k):
                if other != h:
                    others *= a[other]
            # d a_h / d score_i = g_i (x_i - a_h), d score_i / d theta = v_i
            for i in range(d):
                slope = 2 * (f - y) * others * g[h][i] * (x[i] - a[h])
                for j in range(m):
                    gradient[h][j] += slope * v[i][j]
    n = mpf(2) ** d
    return loss / n, [[entry / n for entry in row] for row in gradient], g


def run(k, d, m, eta, steps):
    v = [embedding(i, m) for i in range(d)]
    theta = [query(h, m) for h in range(k)]
    for step in range(steps + 1):
        loss, gradient, g = loss_and_gradient(v, theta, k)
        if step in (0, steps):
            print(f"k = {k}, d = {d}, m = {m}, eta = {eta}, after {step} steps: loss {nstr(loss, 25)}")
            print("  largest attention", [max(range(d), key=lambda i, row=row: row[i]) for row in g])
        theta = [[t - eta * e for t, e in zip(row, grad)] for row, grad in zip(theta, gradient)]


if __name__ == "__main__":
    run(2, 6, 4, mpf(20), 3)
    run(3, 6, 4, mpf(50), 3)
    run(4, 7, 5, mpf(100), 2)
