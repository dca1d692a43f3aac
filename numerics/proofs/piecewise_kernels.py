#!/usr/bin/env python3
"""Proof and generator of the piecewise kernels: tanh, atan and erf (numerics/interval_piecewise.hpp).

Run without arguments it checks the committed tables against what it derives (exit code 1 when they differ); with --write
it writes them. Integers and exact rationals only. The model of the arithmetic is that of exp_log_kernel.py: every
operation is faithful, fl(z) = z (1 + e), |e| <= u = 2^-52.

THEOREM. f is odd and increasing, a >= 0 binary64, a < the limit of the table. Piece 0 is [0, 2^-7), with c = 0, high = low = 0;
the others are the parts of equal length, 32 to a binade (erf: 64), with centre c. The kernel computes
    r = a - c                exact
    z = fl(r r)
    q = (G1 + r G2) + z ((G3 + r G4) + z ((G5 + r G6) + z (G7 + r G8))), every step rounded
    C = fl(low + fl(r q)),  S = high (piece 0: S = a, G1 = 0 except for erf, G2 = 0)
and  | f(a) - (S + C) |  <=  BOUND S (erf, piece 0: FIRST_BOUND S), also with the right-hand side evaluated in binary64 upward.
The G are the Taylor coefficients at c, the 9th moved into the lower ones by the Chebyshev polynomial T_9, rounded to the
bits they need; of piece 0 the even ones are 0 and nothing is moved.
Tiny a: for 0 < a < 2^-500, |f(a) - a| < 2^-1074, and G3 < 0 makes every product of the upward evaluation 0 or a negative
number that r q rounds to -0, so that C = 0, while RU(BOUND a) >= 2^-1074. For erf, C is G1 a rounded up, by less than 2^-1074.

atan beyond 16: b = fl(1 / a), |b - 1/a| <= u b (1 + 2 u), and atan(a) = pi/2 - atan(1/a); the kernel adds PI_HALF_HIGH +
fl(PI_HALF_LOW - fl(S + C)), which errs by at most FAR_BOUND in all. For a > 2^100 the quotient may underflow: that is
below FAR_BOUND.
"""
import re
import sys

sys.dont_write_bytecode = True
from fractions import Fraction as F  # noqa: E402
from math import factorial  # noqa: E402
from pathlib import Path  # noqa: E402

import enclosure  # noqa: E402
from enclosure import Enclosure  # noqa: E402
from exp_log_kernel import TINY, U, exponent, literal, nearest_double, round_to, upward  # noqa: E402

DEGREE = 8
FIRST = -7  # piece 0 ends at 2^FIRST
T9 = {7: 576, 5: -432, 3: 120, 1: -9}  # x^9 = (T_9 + 576 x^7 - ...) / 256


def rounded(value, bits):
    return F(0) if value == 0 else round_to(value, F(2) ** (exponent(value) - bits + 1))


# ---- the functions: value, Taylor coefficients at a point or (as an enclosure of all of them) over an interval ------


def tanh(x):
    e = enclosure.exp(2 * x)
    return 1 - 2 / (e + 1)


def tanh_coefficients(left, right, count):
    """y' = 1 - y^2"""
    y = [tanh(left).hull(tanh(right))]
    for k in range(count):
        total = Enclosure.of(1 if k == 0 else 0)
        for i in range(k + 1):
            total = total - y[i] * y[k - i]
        y.append(total / (k + 1))
    return y


def atan_coefficients(left, right, count):
    """The k-th one is at most 1 / (k (1 + x^2)^(k/2)): over an interval this bound, at a point the recursion."""
    if left != right:
        return [None] + [Enclosure.of(1 / (k * max(F(1), left) ** k)) for k in range(1, count + 1)]
    g = []  # (1 + (c + r)^2) sum g_k r^k = 1
    for k in range(count):
        total = Enclosure.of(1 if k == 0 else 0)
        if k >= 1:
            total = total - g[k - 1] * (2 * left)
        if k >= 2:
            total = total - g[k - 2]
        g.append(total / (1 + left * left))
    return [enclosure.atan(left)] + [g[k] / (k + 1) for k in range(count)]


def erf_at(x):
    """2/sqrt(pi) exp(-x^2) sum 2^n x^(2n+1) / (2n+1)!!"""
    total, term, n = Enclosure.of(0), Enclosure.of(x), 0
    while term.hi > 1:
        total = total + term
        n += 1
        term = term * (2 * F(x) * x) / (2 * n + 1)
    assert 2 * x * x < n  # so that the rest falls by halves
    return (total + Enclosure(0, 4 * term.hi + 4)) * enclosure.exp(-F(x) * x) * ERF_SLOPE


ERF_SLOPE = 2 / enclosure.sqrt(enclosure.PI)


def erf_coefficients(left, right, count):
    """w = f' has w' = -2 x w."""
    x = Enclosure.of(left).hull(Enclosure.of(right))
    w = [ERF_SLOPE * enclosure.exp(-left * left).hull(enclosure.exp(-right * right))]
    for k in range(count - 1):
        following = x * w[k]
        if k >= 1:
            following = following + w[k - 1]
        w.append(following * -2 / (k + 1))
    value = erf_at(left) if left == right else None
    return [value] + [w[k] / (k + 1) for k in range(count)]


# ---- one piece ----------------------------------------------------------------------------------------------------


def evaluation(g, h):
    """Magnitude and error of the steps for q; g: magnitudes of G1..G8."""
    z, z_error = h * h * (1 + U), h * h * U

    def fused(base, base_error, x, x_error, factor, factor_error):
        product = x * factor
        error = x * factor_error + x_error * (factor + factor_error)
        error += U * (product + error) + TINY
        value = base + product
        error += base_error
        return value, error + U * (value + error)

    pairs = [fused(g[k], 0, h, 0, g[k + 1], 0) for k in (1, 3, 5, 7)]
    value, error = pairs[3]
    for base, base_error in (pairs[2], pairs[1], pairs[0]):
        value, error = fused(base, base_error, z, z_error, value, error)
    return value, error


def piece(coefficients, left, right):
    """Row of the table and the bound of the error, relative to high."""
    c, h = (left + right) / 2, (right - left) / 2
    exact = coefficients(c, c, DEGREE + 1)
    rest = coefficients(left, right, DEGREE + 2)[DEGREE + 2].magnitude() * h ** (DEGREE + 2)
    high = nearest_double(exact[0].lower())
    low = rounded(exact[0].lower() - high, 30)
    error = exact[0].distance(high + low) + rest
    ninth = exact[9].lower()
    error += (exact[9].distance(ninth) + abs(ninth) / 256) * h**9
    g = [None]
    for k in range(1, DEGREE + 1):
        moved = ninth * h ** (9 - k) * F(T9.get(k, 0), 256)
        g.append(rounded(exact[k].lower() + moved, 56 - 6 * (k - 1) if k > 1 else 53))
        error += exact[k].distance(g[k] - moved) * h**k
    q, q_error = evaluation([None] + [abs(v) for v in g[1:]], h)
    product, product_error = h * q, h * q_error
    product_error += U * (product + product_error) + TINY
    total_error = product_error + U * (abs(low) + product + product_error)
    return [high, low] + g[1:], (error + total_error) / high


def first_piece(exact):
    """exact: odd Taylor coefficients to the 9th as rationals, and a bound of the 11th over the piece."""
    h = F(2) ** FIRST
    g = [None, F(0), F(0)]
    q_error = abs(exact[9]) * h**8 + exact[11] * h**10
    if 1 in exact:  # f(a)/a at 0, less 1, as an enclosure
        g[1] = nearest_double(exact[1].lower())
        q_error += exact[1].distance(g[1])
    for k in range(3, DEGREE + 1):
        g.append(rounded(exact[k], 53 - 7 * (k - 2)) if k % 2 else F(0))
        q_error += abs(exact.get(k, 0) - g[k]) * h ** (k - 1)
    assert g[3] < 0 and g[1] >= 0
    q, rounding = evaluation([None] + [abs(v) for v in g[1:]], h)
    q_error += rounding
    q_error += U * (q + q_error) * (2 + U)  # fl(r q) and the sum with low = 0
    return [F(0), F(0)] + g[1:], q_error + F(2) ** -500


def table(coefficients, first, limit, per_binade=32):
    """Rows, bound for all pieces but the first, bound for the first."""
    bound = F(0)
    row, first_bound = first_piece(first)
    rows = [row]
    e = FIRST
    while True:
        for i in range(per_binade):
            left = F(2) ** e * (1 + F(i, per_binade))
            if left >= limit:
                return rows, upward(bound * (1 + 4 * U)), upward(first_bound * (1 + 4 * U))
            row, relative = piece(coefficients, left, left + F(2) ** e / per_binade)
            rows.append(row)
            bound = max(bound, relative)
        e += 1


# ---- the two functions -----------------------------------------------------------------------------------------------


def tanh_lines():
    first = {3: F(-1, 3), 5: F(2, 15), 7: F(-17, 315), 9: F(62, 2835)}
    first[11] = tanh_coefficients(F(0), F(2) ** FIRST, 11)[11].magnitude()
    limit = F(20)
    rows, bound, first_bound = table(tanh_coefficients, first, limit)
    bound = max(bound, first_bound)
    # From the limit on the value of the last argument below it is used: S = 1, and f lies between there and 1.
    assert rows[-1][0] == 1
    return rows, [("tanh_bound", bound), ("tanh_limit", limit - F(1, 2**48))], bound


def atan_lines():
    first = {k: F((-1) ** (k // 2), k) for k in (3, 5, 7, 9)}
    first[11] = F(1, 11)
    limit = F(16)
    rows, bound, first_bound = table(atan_coefficients, first, limit)
    bound = max(bound, first_bound)
    half = enclosure.PI / 2
    high = nearest_double(half.lower())
    low = nearest_double(half.lower() - high)
    b = F(1, 16) * (1 + U)
    far = U * b * (1 + 2 * U) + bound * b * (1 + U) + half.distance(high + low)
    far += U * b * 2 + U * (b * (1 + 3 * U) + abs(low)) + TINY
    return rows, [("atan_bound", bound), ("atan_limit", limit), ("atan_last", limit - F(1, 2**49)),
                  ("atan_far_bound", upward(far)),
                  ("pi_half_high", high), ("pi_half_low", low)], bound


def short(value):
    """Without the zeros at the end of the digits."""
    return "0" if value == 0 else re.sub(r"\.?0*p", "p", literal(value))


def erf_lines():
    taylor = {k: ERF_SLOPE * ((-1) ** (k // 2)) / (k * factorial(k // 2)) for k in (3, 5, 7, 9, 11)}
    first = {k: taylor[k].lower() for k in (3, 5, 7, 9)}  # within 2^-300: part of first[11]
    first[1] = ERF_SLOPE - 1
    first[11] = 2 * taylor[11].magnitude()
    limit = F(6)
    rows, bound, first_bound = table(erf_coefficients, first, limit, 64)
    assert rows[-1][0] == 1
    constants = [("erf_bound", bound), ("erf_first_bound", first_bound), ("erf_limit", limit - F(1, 2**50))]
    return rows, constants, bound


def text(name, rows, constants):
    lines = ["// Written by numerics/proofs/piecewise_kernels.py, which proves the bounds; do not edit."]
    lines += [f"constexpr double {key} = {literal(value)};" for key, value in constants]
    lines += ["// Value at the centre of a piece: high, low; G1 to G8.",
              f"alignas(16) constexpr double {name}_table[{len(rows)}][{2 + DEGREE}] = {{"]
    lines += ["    {" + ", ".join(map(short, row)) + "}," for row in rows]
    return "\n".join(lines + ["};"]) + "\n"


def literal_check(rows):
    for row in rows:
        for value in row:
            assert value == 0 or F(2) ** -1000 < abs(value) < 4


def main():
    changed = False
    for name, lines in (("tanh", tanh_lines), ("atan", atan_lines), ("erf", erf_lines)):
        rows, constants, bound = lines()
        literal_check(rows)
        assert bound < F(1, 2**55)
        path = Path(__file__).resolve().parent.parent / f"interval_{name}_table.inc"
        new = text(name, rows, constants)
        if "--write" in sys.argv[1:]:
            path.write_text(new)
        elif not path.exists() or path.read_text() != new:
            print(f"{path.name} is not what this script derives")
            changed = True
        print(f"{name}: {len(rows)} pieces, error at most {float(bound * 2**53):.4f} ulp of a number just below 2^n")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
