#!/usr/bin/env python3
"""Proof and generator of the binary64 kernels in numerics/interval_exp_log.cpp.

Run without arguments it checks the committed interval_exp_log_tables.inc against what it derives (exit code 1 when they
differ); with --write it writes the file. Integers and exact rationals only.

Model of the arithmetic. Every operation of the kernels is rounded faithfully: fl(z) = z (1 + e), |e| <= u = 2^-52, as in
every rounding mode, apart from underflow, which is treated where it can occur. "exact" below means: the result is a
binary64 number, so it is computed without error in every mode. Only the last steps need the upward mode.

THEOREM (exp). Let x be binary64, |x| <= 746, k the integer nearest to x / L up to `slack`, L = (ln 2) / 128,
k = 128 m + j with 0 <= j < 128, T = 2^(j/128). The kernel computes (h = EXP_TABLE[j].high, a binary64)
    s = x - fl(k L1)        exact
    r = fl(s - fl(k L2))
    z = fl(r r), p = r + z ((C2 + r C3) + z ((C4 + r C5) + z C6)), every step rounded
    c = fl(low + fl(h p))
and  | exp(x) 2^-m - (h + c) |  <=  EXP_RELATIVE |r| + (k = 0 ? 0 : EXP_ABSOLUTE), also with the right-hand side evaluated
in binary64 in any rounding mode. For k = 0, |x| < 2^-900 the bound on c is not claimed; there the upward steps
    upper = RU(1 + RU(c + E)),  -lower = RU(-1 + RU(-c + E)),  E = RU(EXP_RELATIVE |x|) >= 2^-1074
enclose exp(x), because c is x or the next binary64 number above it and |exp(x) - 1| < 2^-53: for x > 0, c + E > 0 and
upper > 1 while lower <= 1; for x < 0, -c + E > 0 and lower < 1 while upper >= 1. At x = 0 all of c, E vanish and the
result is exactly 1.

THEOREM (log). Let x = 2^k m be binary64 with m in [OFF, 2 OFF), OFF = 0.70703125, b the bucket of m (8 bits below
OFF), g = LOG_TABLE[b].inverse = c, a multiple of 2^-10 with |m c - 1| <= R. The kernel computes
    H = k LN2_HIGH + LOG_TABLE[b].high   exact, a multiple of 2^-43
    m = mh + ml                          exact, mh a multiple of 2^-33 (when H = 0: mh = m, ml = 0)
    rh = mh c - 1, rl = ml c, S = H + rh exact
    r = fl(rh + rl),  z = fl(r r)
    w = z (-1/2 + r ((D3 + r D4) + z ((D5 + r D6) + z (D7 + r D8)))), every step rounded
    c' = fl(fl(rl + fl(LOG_TABLE[b].low + fl(k LN2_LOW))) + w)
and  | log(x) - (S + c') |  <=  LOG_RELATIVE z + (H = 0 ? 0 : LOG_ABSOLUTE), also with the right-hand side evaluated in
binary64 in any rounding mode. H = 0 only for k = 0 and c = 1; then r = m - 1 exactly, and all vanish at x = 1.
"""
import sys
from fractions import Fraction as F
from math import isqrt
from pathlib import Path

U = F(1, 2**52)
BITS = 400  # of the fixed-point constants below


def round_to(value, step):
    """The multiple of step nearest to value."""
    return step * F((2 * value / step + 1).__floor__() // 2)


def exponent(value):
    """e with 2^e <= |value| < 2^(e+1)."""
    value = abs(value)
    e = value.numerator.bit_length() - value.denominator.bit_length()
    return e if F(2) ** e <= value else e - 1


def nearest_double(value):
    return F(0) if value == 0 else round_to(value, F(2) ** (exponent(value) - 52))


def is_double(value):
    return value == 0 or (value / F(2) ** (exponent(value) - 52)).denominator == 1


def upward(value, digits=10):
    """A number of few bits not below value > 0."""
    step = F(2) ** (exponent(value) - digits)
    return -((-value / step).__floor__()) * step


def atanh_inverse(n):
    """Enclosure of atanh(1/n): series with the geometric bound of the rest."""
    total, k = F(0), 0
    power = F(1, n)
    while power > F(1, 2 ** (BITS + 10)):
        total += power / (2 * k + 1)
        power /= n * n
        k += 1
    return total, total + 2 * power


LN2 = tuple(2 * x for x in atanh_inverse(3))  # ln 2 = 2 atanh(1/3)


def log_enclosure(q):
    """Enclosure of log q for a rational q in (1/2, 2): 2 atanh((q-1)/(q+1))."""
    y = (q - 1) / (q + 1)
    total, k, power = F(0), 0, y
    while abs(power) > F(1, 2**200):
        total += power / (2 * k + 1)
        power = round_to(power * y * y, F(1, 2**600))
        k += 1
    slack = F(1, 2**190)  # rest of the series and the roundings of the power
    return 2 * total - slack, 2 * total + slack


def root_table_entry(j):
    """Enclosure of 2^(j/128): seven nested integer square roots give the floor of the 128th root."""
    value = 2**j << (128 * BITS)
    for _ in range(7):
        value = isqrt(value)
    return F(value, 2**BITS), F(value + 1, 2**BITS)


# ---- exp ---------------------------------------------------------------------------------------------------------

L = tuple(x / 128 for x in LN2)
EXP_L1 = round_to(L[0], F(1, 2**41))
EXP_L2 = nearest_double(L[0] - EXP_L1)
EXP_INVERSE = nearest_double(1 / L[0])
EXP_C = {n: nearest_double(F(1, f)) for n, f in ((2, 2), (3, 6), (4, 24), (5, 120), (6, 720))}


TINY = F(1, 2**1000)  # covers every underflow inside a polynomial; each is below 2^-1070


class Polynomial:
    """Magnitude and error of the steps of an evaluation at |r| <= R with z = fl(r r)."""

    def __init__(self, coefficients, exact, radius):
        self.term = {n: (abs(v), abs(v - exact[n])) for n, v in coefficients.items()}
        self.radius = radius
        self.z, self.z_error = radius**2 * (1 + U), radius**2 * U

    def fused(self, base, factor, x, x_error):
        """fl(base + fl(x factor))"""
        product = x * factor[0]
        error = x * factor[1] + x_error * (factor[0] + factor[1])
        error += U * (product + error) + TINY
        magnitude = base[0] + product
        error += base[1]
        return magnitude, error + U * (magnitude + error)

    def pair(self, n):
        """fl(C_n + fl(r C_(n+1)))"""
        return self.fused(self.term[n], self.term[n + 1], self.radius, 0)

    def add_z_times(self, base, factor):
        return self.fused(base, factor, self.z, self.z_error)


def prove_exp():
    k_max = 746 * 128 / LN2[0] + 2
    assert k_max < 2**18
    # k L1 and x - k L1 are exact: k has 18 bits, L1 35; see the last assertion for the difference.
    assert EXP_L1.numerator.bit_length() + 18 <= 53 and is_double(EXP_L1)
    # t = fl(fl(x INV) - 1/2), k = ceil t: |k - x/L| <= 1/2 + slack.
    slack = k_max * (3 * U) + abs(EXP_INVERSE * L[1] - 1) * k_max + 2 * U * k_max
    assert slack < F(1, 2**30)
    radius = (F(1, 2) + slack) * L[1]  # bound of |x - k L|
    # For k != 0: |x| >= L/2 - slack > 2^-9, so x is a multiple of 2^-61; L1 of 2^-41; |x - k L1| < 2^-8.
    assert L[0] * (F(1, 2) - slack) > F(1, 2**9)
    delta = max(abs(L[0] - EXP_L1 - EXP_L2), abs(L[1] - EXP_L1 - EXP_L2))
    assert radius + k_max * (abs(EXP_L2) + delta) < F(1, 2**8)
    # r against rho = x - k L: a part that is proportional to |r|, a part only for k != 0.
    r_absolute = k_max * (delta + U * abs(EXP_L2))
    r_relative = U * (1 + 2 * U)
    R = radius * (1 + r_relative) + r_absolute
    growth = 1 + 2 * R  # >= exp(R) and >= exp(rho), as R < 1/100
    assert R < F(1, 100)
    polynomial = Polynomial(EXP_C, {2: F(1, 2), 3: F(1, 6), 4: F(1, 24), 5: F(1, 120), 6: F(1, 720)}, R)
    outer = polynomial.add_z_times(
        polynomial.pair(2), polynomial.add_z_times(polynomial.pair(4), polynomial.term[6]))
    # p = fl(r + fl(z outer)), everything relative to |r|.
    second = R * outer[0]
    second_error = R * outer[1] + R * U * outer[0]
    second_error += U * (second + second_error)
    p_error = second_error + U * (1 + second + second_error)
    p_size = 1 + second + p_error
    taylor = R**6 / 5040 * growth  # |exp(r) - 1 - sum to r^6/720| <= |r|^7/5040 exp(R)
    # h p, low + h p; T (exp(rho) - 1) against h (exp(r) - 1).
    low_max = F(1, 2**53)
    relative = 2 * (p_error + taylor + growth * r_relative)  # h < 2
    relative += 2 * U * p_size  # rounding of h p
    relative += U * 2 * p_size * (1 + U)  # rounding of the sum, its part h p
    relative += 2 * low_max * growth  # (T - h) (exp(rho) - 1)
    relative += F(1, 2**160)  # underflows, for |r| >= 2^-900
    absolute = 2 * growth * r_absolute + U * low_max + 2 * low_max * r_absolute + F(1, 2**104)
    table = []
    for j in range(128):
        lower, upper = root_table_entry(j)
        high = nearest_double(lower)
        low = nearest_double(lower - high)
        if j == 0:
            high, low = F(1), F(0)
        assert 1 <= high < 2 and abs(lower - high) <= low_max and abs(upper - high) <= low_max
        assert max(abs(lower - high - low), abs(upper - high - low)) <= F(1, 2**104)
        table.append((high, low))
    margin = (1 + 4 * U)  # the bound itself is evaluated in binary64
    return upward(relative * margin), upward(absolute * margin), R, table


# ---- log ---------------------------------------------------------------------------------------------------------

OFF = F(0x6A000 + 0x100000, 2**21)
GRID = F(1, 2**43)
LN2_HIGH = round_to(LN2[0], GRID)
LN2_LOW = nearest_double(LN2[0] - LN2_HIGH)
LOG_D = {n: nearest_double(F((-1) ** (n + 1), n)) for n in range(3, 9)}
K_MIN, K_MAX = -1075, 1024


def bucket(b):
    """Ends of bucket b: 106 steps of 2^-8 above 1, 150 of 2^-9 below."""
    start = lambda i: OFF + i * F(1, 512) if i <= 150 else 1 + (i - 150) * F(1, 256)
    return start(b), start(b + 1)


def prove_log():
    assert bucket(150)[0] == 1 and bucket(255)[1] == 2 * OFF
    table, R, low_max, table_error = [], F(0), F(0), F(0)
    for b in range(256):
        left, right = bucket(b)
        inverse = F(1) if b in (149, 150) else round_to(2 / (left + right), F(1, 2**10))
        R = max(R, abs(left * inverse - 1), abs(right * inverse - 1))
        lower, upper = log_enclosure(1 / inverse)
        if inverse == 1:
            high = low = lower = upper = F(0)
        else:
            high = round_to(lower, GRID)
            low = nearest_double(lower - high)
            assert high != 0
        low_max = max(low_max, abs(low))
        table_error = max(table_error, abs(lower - high - low), abs(upper - high - low))
        table.append((inverse, high, low))
    assert sum(1 for row in table if row[0] == 1) == 2
    k_max = max(-K_MIN, K_MAX)
    # Exactness: k LN2_HIGH, H and H + rh are multiples of 2^-43 below 2^10; H = 0 only for k = 0, c = 1.
    assert k_max * LN2_HIGH + 1 < 2**10 and GRID * 2**53 == 2**10
    assert LN2_HIGH > max(abs(row[1]) for row in table)
    # mh has at most 33 bits, c 11; ml at most 20 bits.
    rl_max = F(1, 2**32) * 2
    ln2_error = max(abs(LN2[0] - LN2_HIGH - LN2_LOW), abs(LN2[1] - LN2_HIGH - LN2_LOW))
    low_product = k_max * abs(LN2_LOW)
    low_sum = low_max + low_product * (1 + U)
    low_error = k_max * ln2_error + table_error + U * low_product + U * low_sum
    # Everything below is relative to the exact square of r. True: log1p(r0), r0 = rh + rl, r = r0 (1 + e).
    r_shift = U * (1 + 2 * R) * (1 + U) / (1 - U) ** 2  # |log1p(r0) - r0 - (log1p(r) - r)| <= |r0 - r| |r|/(1 - R)
    polynomial = Polynomial(LOG_D, {n: F((-1) ** (n + 1), n) for n in LOG_D}, R * (1 + U))
    cubic = polynomial.add_z_times(
        polynomial.pair(3), polynomial.add_z_times(polynomial.pair(5), polynomial.pair(7)))
    bracket, bracket_error = polynomial.fused((F(1, 2), 0), cubic, R * (1 + U), 0)
    w_error = bracket_error * (1 + U) + U * bracket
    w_size = bracket * (1 + U) + w_error
    w_error += U * w_size
    rest = (R * (1 + U)) ** 7 / 9 / (1 - 2 * R)  # |log1p(r) - sum to r^8/8| <= |r|^9/9 / (1 - |r|)
    first_sum = rl_max + low_sum
    relative = r_shift + w_error + rest + U * (w_size + U)
    absolute = low_error + U * first_sum + U * first_sum * (1 + U) + F(1, 2**1000)
    margin = (1 + 4 * U) / (1 - U) ** 2  # the kernel multiplies by z, not by the exact square
    return upward(relative * margin), upward(absolute * margin), R, table


# ---- output ------------------------------------------------------------------------------------------------------


def literal(value):
    assert is_double(value)
    text = float(value).hex()
    assert F(float.fromhex(text)) == value
    return text


def main():
    exp_relative, exp_absolute, exp_radius, exp_table = prove_exp()
    log_relative, log_absolute, log_radius, log_table = prove_log()
    # Accuracy of an end: one rounding of the last sum, and the outward step twice over.
    exp_excess = 2 * (exp_relative * exp_radius * (1 + 2 * U) + exp_absolute) + U * F(1, 100)
    assert exp_excess * 2**53 < F(1, 8)  # results just below a power of two have ulp 2^-53 of it
    smallest = F(1, 2**9)  # |log x| where H != 0
    log_excess = 2 * (log_relative * log_radius**2 * (1 + 2 * U) + log_absolute) + U * log_radius**2
    assert log_excess / (smallest * F(1, 2**52)) < F(1, 8)
    assert 2 * (log_relative + U) * log_radius * (1 + 2 * log_radius) / F(1, 2**53) < F(1, 8)  # where H = 0
    lines = ["// Written by numerics/proofs/exp_log_kernel.py, which proves the bounds; do not edit.", ""]

    def constant(name, value):
        lines.append(f"constexpr double {name} = {literal(value)};")

    constant("exp_relative_bound", exp_relative)
    constant("exp_absolute_bound", exp_absolute)
    constant("exp_inverse_step", EXP_INVERSE)
    constant("exp_step_high", EXP_L1)
    constant("exp_step_low", EXP_L2)
    for n, value in EXP_C.items():
        constant(f"exp_coefficient_{n}", value)
    constant("log_relative_bound", log_relative)
    constant("log_absolute_bound", log_absolute)
    constant("ln2_high", LN2_HIGH)
    constant("ln2_low", LN2_LOW)
    for n, value in LOG_D.items():
        constant(f"log_coefficient_{n}", value)
    lines.append("")
    lines.append("// 2^(j/128): high, low.")
    lines.append("alignas(16) constexpr double exp_table[128][2] = {")
    lines += [f"    {{{literal(h)}, {literal(l)}}}," for h, l in exp_table]
    lines += ["};", "", "// inverse c, -log c: high, low; padding."]
    lines.append("alignas(32) constexpr double log_table[256][4] = {")
    lines += [f"    {{{literal(c)}, {literal(h)}, {literal(l)}, 0.0}}," for c, h, l in log_table]
    lines.append("};")
    text = "\n".join(lines) + "\n"
    path = Path(__file__).resolve().parent.parent / "interval_exp_log_tables.inc"
    if "--write" in sys.argv[1:]:
        path.write_text(text)
    elif path.read_text() != text:
        print(f"{path.name} is not what this script derives")
        return 1
    print(f"exp: {float(exp_relative).hex()} |r| + {float(exp_absolute).hex()}, |r| <= {float(exp_radius):.6f}")
    print(f"log: {float(log_relative).hex()} r^2 + {float(log_absolute).hex()}, |r| <= {float(log_radius):.6f}")
    print(f"ends, in ulp beyond one rounding: exp {float(exp_excess * 2**53):.4f}, "
          f"log {float(log_excess / (smallest * F(1, 2**52))):.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
