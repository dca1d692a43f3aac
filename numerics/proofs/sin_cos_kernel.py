#!/usr/bin/env python3
"""Proof and generator of the kernel of sin and cos (numerics/interval_sin_cos.cpp).

Run without arguments it checks the committed interval_sin_cos_table.inc against what it derives (exit code 1 when
they differ); with --write it writes the file. Integers and exact rationals only. The model of the arithmetic is that of
exp_log_kernel.py: every operation is faithful, fl(z) = z (1 + e), |e| <= u = 2^-52.

THEOREM. Let x be binary64, |x| <= 100000, k the integer nearest to x / (pi/2) up to `slack`. The kernel computes
    d = x - k P1         exact: k P1 a multiple of 2^-35 below 2^17; for k != 0, x is one of 2^-53, and |d| < 1
    w = k P2             exact: a multiple of 2^-71 below 2^-19
    rh = fl(d - w)       for k != 0 a multiple of 2^-71, as d - w is
    t = (d - rh) - w     exact, both steps: multiples of 2^-71, below 2^-19 and 2^-51 in size
    rl = fl(t - fl(k P3))
so that |x - k pi/2 - (rh + rl)| is at most second order; for k = 0, rh = x and t = rl = 0. With rh >= 0 (otherwise both
change sign, and with them the sine): j = 0 for rh < 1/8, otherwise the integer nearest to 64 rh up to a slack, and
    d = rh - j/64        exact
    z = fl(d d),  cm = fl(fl(z (-1/2 + z Pc(z))) - fl(d rl)),  sd = fl(rl + fl(d fl(z Ps(z))))
    sine:    A = sin(j/64), B = cos(j/64);   cosine:  A = cos(j/64), B = -sin(j/64);   A = high + low, B = high
    S = A.high,  C = fl(A.low + fl(fl(A.high cm) + fl(B.high fl(d + sd))))
    but for the sine with j = 0: S = d, and sd in place of d + sd
where Ps = -1/3! + ... - z^4/11!, Pc = 1/4! - ... - z^3/10! are evaluated by Horner's rule. Then
    | f(x - k pi/2) - (S + C) |  <=  (j = 0 ? NEAR_BOUND rh : FAR_BOUND) + REDUCTION_BOUND |k|
with one NEAR_BOUND for each of the two, also with the right-hand side evaluated in binary64 upward; at x = 0 both are exact.
Tiny x (k = 0, |x| < 2^-1000): z Ps(z) and z (-1/2 + ...), evaluated upward, are -0, so that C = 0, while |sin x - x| <
2^-1074 and 0 < 1 - cos x < 2^-1074 <= RU(NEAR_BOUND |x|) for x != 0. For |x| >= 2^-1000 the bound covers every underflow.

The sign of rh decides on which side of an extremum (odd k of the sine) x lies. It is that of x - k pi/2 unless both are
below 2^-50; there S = 1 and C + E > -2^-54, so that the end computed is the extremum itself whichever side is taken.
"""
import sys

sys.dont_write_bytecode = True
from fractions import Fraction as F  # noqa: E402
from math import factorial  # noqa: E402
from pathlib import Path  # noqa: E402

import enclosure  # noqa: E402
from exp_log_kernel import U, is_double, literal, nearest_double, round_to, upward  # noqa: E402

TINY = F(1, 2**1070)
NEAR = F(1, 8)
GRID = 64
ENTRIES = 52
LIMIT = 100000
HALF_PI = enclosure.PI / 2
P1 = round_to(HALF_PI.lower(), F(1, 2**35))
P2 = round_to(HALF_PI.lower() - P1, F(1, 2**71))
P3 = nearest_double(HALF_PI.lower() - P1 - P2)
INVERSE = nearest_double(1 / HALF_PI.lower())
SIN = [nearest_double(F((-1) ** (n + 1), factorial(2 * n + 3))) for n in range(5)]
COS = [nearest_double(F((-1) ** n, factorial(2 * n + 4))) for n in range(4)]


class Tracked:
    """Magnitude of an exact quantity and error of its computed value."""

    def __init__(self, size, error=F(0)):
        self.size, self.error = size, error

    def rounded(self):
        return Tracked(self.size, self.error + U * (self.size + self.error) + TINY)

    def __add__(self, other):
        return Tracked(self.size + other.size, self.error + other.error).rounded()

    def __mul__(self, other):
        error = self.size * other.error + self.error * (other.size + other.error)
        return Tracked(self.size * other.size, error).rounded()


def horner(coefficients, first, z):
    """Steps of the polynomial in z with coefficients 1/first!, 1/(first + 2)!, ... up to sign."""
    total = None
    for n in reversed(range(len(coefficients))):
        exact = F(1, factorial(first + 2 * n))
        c = Tracked(exact, abs(abs(coefficients[n]) - exact))
        total = c if total is None else c + z * total
    return total


def parts(d):
    """z Ps(z) and cm for |d| <= d, and the truncation errors of d z Ps over d, of cm."""
    z = Tracked(d * d).rounded()
    sine = z * horner(SIN, 3, z)
    cosine = z * (Tracked(F(1, 2)) + z * horner(COS, 4, z))
    return sine, cosine, d**12 / factorial(13), d**12 / factorial(12)


def table():
    rows, high_error, error = [], F(0), F(0)
    for j in range(ENTRIES):
        row = []
        for value in (enclosure.sin(F(j, GRID)), enclosure.cos(F(j, GRID))):
            high = nearest_double(value.lower()) if j else F(len(row) // 2)
            low = nearest_double(value.lower() - high) if j else F(0)
            row += [high, low]
            if j:
                high_error = max(high_error, value.distance(high))
                error = max(error, value.distance(high + low))
        rows.append(row)
    return rows, high_error, error


def prove():
    k_max = F(LIMIT) / HALF_PI.lower() + 1
    assert k_max < 2**16
    # t = fl(fl(x INVERSE) - 1/2), k = ceil t
    slack = 5 * U * k_max + abs(INVERSE * HALF_PI.upper() - 1) * k_max + abs(INVERSE * HALF_PI.lower() - 1) * k_max
    assert slack < F(1, 2**30)
    radius = (F(1, 2) + slack) * HALF_PI.upper()
    assert (F(1, 2) - slack) * HALF_PI.lower() > F(1, 2)  # |x| for k != 0
    assert is_double(P1) and P1 * 2**16 < 2**17 and abs(P2) * 2**16 <= F(1, 2**20) and abs(P3) <= F(1, 2**71)
    assert radius + k_max * F(1, 2**34) < 1
    R = (radius + k_max * abs(P3) * 2) * (1 + U)  # >= |rh|
    R = R * (1 + U)
    delta = HALF_PI.distance(P1 + P2 + P3)
    rho = abs(P3) * (1 + U) ** 2 + delta
    # |rl| <= u (1 + 2u) |rh| + |k| rho, as t is the rounding error of rh, at most u |rh| (1 + 2u).
    own, per_k = U * (1 + 2 * U) ** 2, rho
    rl_max = own * R + k_max * per_k
    # Against x - k pi/2: roundings of k P3 and of the difference, rest of pi/2.
    reduction_k = delta + U * abs(P3) + U * per_k
    reduction_own = U * own
    # The square of |rl|: (a + b)^2 <= 2 a^2 + 2 b^2.
    square_own, square_k = 2 * own**2 * R, 2 * per_k**2 * k_max

    # ---- j = 0, relative to rh
    sine, cosine, sine_rest, cosine_rest = parts(NEAR)
    near_sin = sine.error + U * (sine.size + sine.error) + F(1, 2**70) + sine_rest
    rl_near = own * NEAR + k_max * per_k
    near_sin += rl_near * NEAR / 2  # rl (cos rh - 1)
    near_sin += U * (sine.size * (1 + 4 * U) + own)  # the sum sd
    near_cos = (cosine.error + cosine_rest) / NEAR + F(1, 2**70)
    near_cos += rl_near * (NEAR**2 / 6 + U) + U * (cosine.size / NEAR + 2 * rl_near) * (1 + 4 * U)  # d rl for rl sin rh
    near_sin += reduction_own + square_own
    near_cos += reduction_own + square_own
    # ---- j >= 1, absolute
    rows, high_error, table_error = table()
    assert radius * GRID + 1 < ENTRIES
    d = (F(1, 2) + F(1, 2**40)) / GRID
    sine, cosine, sine_rest, cosine_rest = parts(d)
    rl = Tracked(rl_max)
    sd = Tracked(d) + (rl + Tracked(d) * sine)
    one = Tracked(F(1), high_error)
    c = Tracked(high_error) + (one * (cosine + Tracked(d) * rl) + one * sd)
    far = c.error + table_error + sine_rest * d + cosine_rest
    far += rl_max * d**2 + rl_max**2 + reduction_own * R
    k_bound = reduction_k + square_k + U * 2 * per_k
    margin = 1 + 8 * U
    return upward(near_sin * margin), upward(near_cos * margin), upward(far * margin), upward(k_bound * margin), R, rows


def main():
    near_sin, near_cos, far, reduction, radius, rows = prove()
    lines = ["// Written by numerics/proofs/sin_cos_kernel.py, which proves the bounds; do not edit."]

    def constant(name, value):
        lines.append(f"constexpr double {name} = {literal(value)};")

    constant("near_sin_bound", near_sin)
    constant("near_cos_bound", near_cos)
    constant("far_bound", far)
    constant("reduction_bound", reduction)
    constant("reduction_limit", F(LIMIT))
    constant("two_over_pi", INVERSE)
    for n, value in enumerate((P1, P2, P3), 1):
        constant(f"half_pi_{n}", value)
    for name, values, first in (("sin", SIN, 3), ("cos", COS, 4)):
        for n, value in enumerate(values):
            constant(f"{name}_coefficient_{first + 2 * n}", value)
    lines.append("// sin(j/64): high, low; cos(j/64): high, low.")
    lines.append(f"alignas(16) constexpr double sin_cos_table[{ENTRIES}][4] = {{")
    lines += ["    {" + ", ".join(map(literal, row)) + "}," for row in rows]
    lines.append("};")
    text = "\n".join(lines) + "\n"
    path = Path(__file__).resolve().parent.parent / "interval_sin_cos_table.inc"
    if "--write" in sys.argv[1:]:
        path.write_text(text)
    elif not path.exists() or path.read_text() != text:
        print(f"{path.name} is not what this script derives")
        return 1
    print(f"|r| <= {float(radius):.6f}; error for j = 0: sin {float(near_sin).hex()} |r|, cos {float(near_cos).hex()} |r|")
    print(f"for j >= 1: {float(far).hex()}; in the reduction {float(reduction).hex()} |k|")
    excess = max(2 * near_sin * 2**53, 2 * near_cos * NEAR * 2**53, 2 * far * 2**56)
    assert excess < F(9, 8)
    print(f"ends, in ulp beyond one rounding and the reduction: {float(excess):.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
