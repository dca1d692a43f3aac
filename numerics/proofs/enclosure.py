#!/usr/bin/env python3
"""Fixed-point enclosures for the proofs of the kernels: integers only, every operation rounded outward.

Run as a program it checks the elementary functions against identities between them.
"""
from fractions import Fraction as F
from math import isqrt

BITS = 320
ONE = 1 << BITS


def floor_shift(n):
    return n >> BITS


def ceil_shift(n):
    return -(-n >> BITS)


class Enclosure:
    """[lo, hi] / 2^BITS."""

    def __init__(self, lo, hi):
        assert lo <= hi
        self.lo, self.hi = lo, hi

    @staticmethod
    def of(value):
        """Of an exact number, or the enclosure itself."""
        if isinstance(value, Enclosure):
            return value
        scaled = F(value) * ONE
        return Enclosure(scaled.__floor__(), scaled.__ceil__())

    def hull(self, other):
        return Enclosure(min(self.lo, other.lo), max(self.hi, other.hi))

    def lower(self):
        return F(self.lo, ONE)

    def upper(self):
        return F(self.hi, ONE)

    def magnitude(self):
        return max(abs(self.lower()), abs(self.upper()))

    def distance(self, value):
        """max |x - value|"""
        return max(abs(self.lower() - value), abs(self.upper() - value))

    def __neg__(self):
        return Enclosure(-self.hi, -self.lo)

    def __add__(self, other):
        other = Enclosure.of(other)
        return Enclosure(self.lo + other.lo, self.hi + other.hi)

    def __sub__(self, other):
        return self + -Enclosure.of(other)

    def __rsub__(self, other):
        return Enclosure.of(other) - self

    def __mul__(self, other):
        if isinstance(other, int):
            ends = self.lo * other, self.hi * other
            return Enclosure(min(ends), max(ends))
        other = Enclosure.of(other)
        products = [a * b for a in (self.lo, self.hi) for b in (other.lo, other.hi)]
        return Enclosure(floor_shift(min(products)), ceil_shift(max(products)))

    def __truediv__(self, other):
        if isinstance(other, int):
            assert other > 0
            return Enclosure(self.lo // other, -(-self.hi // other))
        other = Enclosure.of(other)
        assert other.lo > 0 or other.hi < 0
        quotients = [F(a * ONE, b) for a in (self.lo, self.hi) for b in (other.lo, other.hi)]
        return Enclosure(min(quotients).__floor__(), max(quotients).__ceil__())

    __radd__, __rmul__ = __add__, __mul__

    def __rtruediv__(self, other):
        return Enclosure.of(other) / self


def sqrt(x):
    x = Enclosure.of(x)
    assert x.lo >= 0
    return Enclosure(isqrt(x.lo << BITS), isqrt(x.hi << BITS) + 1)


def exp(x):
    """Of an exact number, |x| <= 1100: argument halved until below 1/8, series, squared back."""
    if x < 0:
        return 1 / exp(-x)
    halvings = 0
    while F(x) / 2**halvings > F(1, 8):
        halvings += 1
    y = Enclosure.of(F(x) / 2**halvings)
    total, term, n = Enclosure.of(1), Enclosure.of(1), 0
    while term.hi > 1:
        n += 1
        term = term * y / n
        total = total + term
    total = total + Enclosure(0, 2 * term.hi + 2)
    for _ in range(halvings):
        total = total * total
    return total


def alternating(first, square, step):
    """first - first square / step(1) + ...: terms falling in size."""
    total, term, n, sign = first, first, 0, -1
    while term.hi > 1:
        n += 1
        term = term * square / step(n)
        total = total + term * sign
        sign = -sign
    return total + Enclosure(-term.hi - 2, term.hi + 2)


def sin(x):
    """0 <= x <= 2, exact or enclosed."""
    x = Enclosure.of(x)
    return alternating(x, x * x, lambda n: 2 * n * (2 * n + 1))


def cos(x):
    """0 <= x <= 1, exact or enclosed."""
    x = Enclosure.of(x)
    return alternating(Enclosure.of(1), x * x, lambda n: 2 * n * (2 * n - 1))


def atan(x):
    """x >= 0, exact or enclosed: atan x = 2 atan(x / (1 + sqrt(1 + x^2))) four times, then the series."""
    x = Enclosure.of(x)
    for _ in range(4):
        x = x / (1 + sqrt(1 + x * x))
    total, power, n, square = Enclosure.of(0), x, 0, x * x
    while power.hi > 1:
        total = total + (power / (2 * n + 1)) * (-1) ** n
        power = power * square
        n += 1
    return (total + Enclosure(-power.hi - 2, power.hi + 2)) * 16


PI = atan(1) * 4


def meets(a, b):
    return a.lo <= b.hi and b.lo <= a.hi and a.hi - a.lo < 1 << 60 and b.hi - b.lo < 1 << 60


def self_test():
    for x in (F(1, 1000), F(1, 3), F(3, 4), F(99, 100)):
        s, c = sin(x), cos(x)
        assert meets(s * s + c * c, Enclosure.of(1))
        assert meets(exp(x) * exp(-x), Enclosure.of(1)) and meets(exp(x) * exp(x), exp(2 * x))
        assert meets(atan(s / c), Enclosure.of(x))
        assert meets(sin(2 * x), s * c * 2)
    assert meets(atan(F(1, 2)) + atan(F(1, 3)), PI / 4)  # Euler
    assert meets(sin(PI / 4) * sin(PI / 4), Enclosure.of(F(1, 2)))
    assert 314159265358979 * 10**-14 < float(PI.lower()) < 3.1415926535898


if __name__ == "__main__":
    self_test()
