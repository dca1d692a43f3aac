#!/usr/bin/env python3
"""Proof of the kernels of expm1, sinh, cosh and log1p, which stand on those of exp and log (exp_log_kernel.py).

Run without arguments it checks the committed interval_exp_log_family.inc against what it derives (exit code 1 when they
differ); with --write it writes the file. Model of the arithmetic as there. Every result is S + C with S binary64 and C a
correction, rounded outward by a bound E of the error, evaluated upward.

Sum of two numbers, |p| >= |q|: S = fl(p + q), t = fl(q - (S - p)). S - p is exact (Sterbenz: S between p/2 and 2p, or S = p + q
exactly and S - p = q), so that |p + q - S - t| <= u |t|.

expm1, |x| < 3/32: S = x, C = fl(z P(x)), z = fl(x x), P the Taylor polynomial to x^10 by Horner's rule; E = EXPM1_BOUND |x|.
    For |x| < 2^-1000, C is 0 or 2^-1074 (z P > 0, upward) and E >= 2^-1074, so that x <= S + C - E + 2^-1074 ... : the upper
    end is at least x + 2^-1074 > expm1(x), the lower one at most x <= expm1(x).
expm1, 3/32 <= |x|, -60 <= x <= 40: 2^m (h + c) + error 2^m e from exp; p, q are 2^m h and -1, the larger one first;
    C = fl(2^m c + t); E = 2^m e + SUM_BOUND (|2^m c| + |t|), as the roundings are u (|2^m c| + |t| (1 + u)) + u |t|.
    Below -60 the kernel evaluates at -60: there S + C + E < 1 - 1/2 ulp gives the ends -1 and -1 + 2^-53.
    Above 40: exp with E + 2^-56, as 1 <= 2^-56 2^m.
sinh, |x| < 1/4: S = |x|, C = fl(|x| fl(z P(z))), to x^13; E = SINH_BOUND |x|. For |x| < 2^-1000, C <= 2^-1074 as above.
sinh, cosh up to 40: 2^m (h + c), 2^m' (h' + c') for |x| and -|x|; S, t from 2^m h >= 1 >= 2^m' h'; C = fl(t + fl(2^m c +- 2^m' c'));
    E = 2^m e + 2^m' e' + 2 SUM_BOUND (|t| + |2^m c| + |2^m' c'|); all halved at the end. cosh, |x| < 2^-900: c of exp is x or
    the next number, so 0 <= C <= 2^-950, E > 0, and S = 2: the upper end is above 1, the lower one is cut to 1.
Beyond 40: half of exp with E + 2^-100, as exp(-2|x|) < 2^-115.

log1p: s = fl(1 + x) (x itself from 2^54 on), e = 1 + x - s up to a relative error u, |e| <= u s. Where H = 0 in the theorem
of log, x itself is the r of that theorem (|x| <= 2^-8 <= R): S = x, C = w, E = LOG_RELATIVE z + 2^-100 |x|. Otherwise S, c' of
log(s), C = fl(c' + fl(e / s)), and E grows by LOG1P_BOUND, as |log(s + e) - log(s) - e/s| <= (e/s)^2.
    For |x| < 2^-900, w, evaluated upward, is -0, and E >= 2^-1074 > x - log1p(x) >= 0 for x != 0.
"""
import sys

sys.dont_write_bytecode = True
from fractions import Fraction as F  # noqa: E402
from math import factorial  # noqa: E402
from pathlib import Path  # noqa: E402

import enclosure  # noqa: E402
from exp_log_kernel import U, literal, nearest_double, prove_exp, prove_log, upward  # noqa: E402
from sin_cos_kernel import Tracked, horner  # noqa: E402

EXPM1_NEAR, SINH_NEAR, FAR = F(3, 32), F(1, 4), 40
EXPM1 = [nearest_double(F(1, factorial(n))) for n in range(2, 11)]
SINH = [nearest_double(F(1, factorial(n))) for n in range(3, 14, 2)]


def prove_expm1_near():
    x = EXPM1_NEAR
    total = None
    for n in reversed(range(len(EXPM1))):
        exact = F(1, factorial(n + 2))
        c = Tracked(exact, abs(EXPM1[n] - exact))
        total = c if total is None else c + Tracked(x) * total
    c = Tracked(x * x).rounded() * total
    rest = 2 * x**11 / factorial(11)
    return c.error / x + rest / x + F(1, 2**70)  # every part falls at least like |x|


def prove_sinh_near():
    x = SINH_NEAR
    z = Tracked(x * x).rounded()
    body = z * horner(SINH, 3, z)
    return body.error + U * (body.size + body.error) + 2 * x**14 / factorial(15) + F(1, 2**70)


def prove_log1p():
    _, _, radius, table = prove_log()
    assert radius >= F(1, 2**8)
    w = (radius * (1 + U)) ** 2 * F(3, 5)  # |w| <= z (1/2 + R ...)
    low = max(abs(row[2]) for row in table) + F(1, 2**30)  # table, k LN2_LOW and rl
    quotient = U * (1 + 4 * U)
    return U * (w + low + quotient) * (1 + 4 * U) + quotient**2 + 3 * U * quotient


def main():
    relative, absolute, radius, _ = prove_exp()
    assert F(40) * 128 / 88 + 2 < 2**18 and enclosure.exp(FAR).lower() > 2**57 and enclosure.exp(-2 * FAR).upper() < F(1, 2**115)
    exp_error = relative * radius * (1 + 2 * U) + absolute
    log1p_bound = upward(prove_log1p())
    expm1_bound, sinh_bound = upward(prove_expm1_near() * (1 + 8 * U)), upward(prove_sinh_near() * (1 + 8 * U))
    # Below -60, upper end: 1 - 2^-53 < 1 - exp(-60) (1 + ...), so that both ends are as stated.
    assert enclosure.exp(F(-60)).upper() + 4 * exp_error * enclosure.exp(F(-60)).upper() < F(1, 2**55)
    lines = ["// Written by numerics/proofs/exp_log_family.py, which proves the bounds; do not edit."]

    def constant(name, value):
        lines.append(f"constexpr double {name} = {literal(value)};")

    constant("expm1_near", EXPM1_NEAR)
    constant("expm1_bound", expm1_bound)
    constant("sinh_near", SINH_NEAR)
    constant("sinh_bound", sinh_bound)
    constant("hyperbolic_far", F(FAR))
    constant("sum_bound", 2 * U * (1 + F(1, 2**20)))
    constant("log1p_bound", log1p_bound)
    for n, value in enumerate(EXPM1, 2):
        constant(f"expm1_coefficient_{n}", value)
    for n, value in enumerate(SINH):
        constant(f"sinh_coefficient_{2 * n + 3}", value)
    text = "\n".join(lines) + "\n"
    path = Path(__file__).resolve().parent.parent / "interval_exp_log_family.inc"
    if "--write" in sys.argv[1:]:
        path.write_text(text)
    elif not path.exists() or path.read_text() != text:
        print(f"{path.name} is not what this script derives")
        return 1
    # In ulp of the result beyond one rounding; 7/80 < |expm1| at 3/32 and -3/32, where ulp = 2^-56.
    far = 2 * (2 * exp_error + 2 * U * radius * 2) * 2**56
    print(f"expm1: {float(2 * expm1_bound * 2**53):.3f} near 0, {float(far):.3f} beyond; sinh: "
          f"{float(2 * sinh_bound * 2**53):.3f} near 0; log1p: {float(2 * log1p_bound * 2**61):.3f} more than log")
    return 0


if __name__ == "__main__":
    sys.exit(main())
