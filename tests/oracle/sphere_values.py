"""Values of functions of one coordinate of the sphere, in mpmath; series with positive terms only.

mpmath's own incomplete beta fails at m = 1e6. check() compares with exact polynomials (odd m) and PARI's quadrature.
"""
import subprocess
from fractions import Fraction

from mpmath import mp, mpf


def small_ball(m):
    """c with density c (1-t^2)^((m-3)/2) of one coordinate of the sphere in R^m."""
    return mp.exp(mp.loggamma(m / 2) - mp.loggamma((m - 1) / 2)) / mp.sqrt(mp.pi)


def sphere_tail(m, t):
    """P(|u| > t), by the series of the side that converges; all terms positive."""
    if t <= 0:
        return mpf(1)
    if t >= 1:
        return mpf(0)
    lost = int(m * t * t / mp.log(10)) + 20  # digits that 1 - ... loses below
    terms_below = (m * t * t + mp.dps) * (1 + mpf(lost) / mp.dps)
    if t * t > 0.5 or mp.dps * mp.log(10) / t ** 2 < terms_below:
        # I_x(a, 1/2) = x^a t / (a B(a, 1/2)) 2F1(a+1/2, 1; a+1; x), x = 1-t^2
        a, x = (m - 1) / 2, 1 - t * t
        term = total = mpf(1)
        n = 0
        while term > total * mp.eps:
            term *= (a + mpf(1) / 2 + n) / (a + 1 + n) * x
            total += term
            n += 1
        return small_ball(m) * mp.power(x, a) * t / a * total
    # 1 - T = 2 c t (1-t^2)^((m-1)/2) 2F1(m/2, 1; 3/2; t^2)
    with mp.workdps(mp.dps + lost):
        t, m = mpf(t), mpf(m)
        square = t * t
        term = total = mpf(1)
        n = 0
        while term > total * mp.eps:
            term *= (m / 2 + n) / (mpf(3) / 2 + n) * square
            total += term
            n += 1
        tail = 1 - 2 * small_ball(m) * t * mp.power(1 - square, (m - 1) / 2) * total
    return +tail


def sphere_mgf(m, p):
    """0F1(; m/2; p^2/4)."""
    term = total = mpf(1)
    n = 0
    while term > total * mp.eps:
        term *= p * p / 4 / ((m / 2 + n) * (n + 1))
        total += term
        n += 1
    return total


def check():
    with mp.workdps(60):
        for m, t in ((3, "0.3"), (5, "0.01"), (9, "0.7"), (41, "0.5"), (101, "0.2"), (101, "0.9"), (401, "0.99")):
            x = Fraction(t)
            k = (m - 3) // 2  # density c (1-s^2)^k, integrated exactly
            primitive = lambda s: sum(
                Fraction((-1) ** j * int(mp.binomial(k, j)), 2 * j + 1) * s ** (2 * j + 1) for j in range(k + 1))
            exact = 1 - primitive(x) / primitive(Fraction(1))
            exact = mpf(exact.numerator) / exact.denominator
            assert abs(sphere_tail(mpf(m), mpf(t)) / exact - 1) < mpf("1e-50"), (m, t)
        for m, t in (("4", "0.9"), ("128", "0.25"), ("5000", "0.05"), ("1000000", "0.01"), ("1000000", "0.043"),
                     ("1000000", "0.9")):
            script = (f"default(realprecision,80);m={m};t={t};c=exp(lngamma(m/2)-lngamma((m-1)/2))/sqrt(Pi);"
                      "w=min((1-t)*(1-1e-70),300/(m*t));f(s)=exp((m-3)/2*log((1-s)*(1+s)))\n"
                      "if(m<10,print(2*c*intnum(a=0,acos(t),sin(a)^(m-2))),"
                      "print(2*c*sum(i=0,29,intnum(s=t+w*i/30,t+w*(i+1)/30,f(s)/f(t)))*f(t)))")
            run = subprocess.run(["gp", "-q", "-f"], input=script + "\n", capture_output=True, text=True, check=True)
            out = run.stdout.split("\n")[-2]
            reference = mpf(out.replace(" ", "").replace("E", "e"))
            error = abs(sphere_tail(mpf(m), mpf(t)) / reference - 1)
            print(f"sphere_tail({m}, {t}) = {mp.nstr(reference, 15)}, relative difference {mp.nstr(error, 2)}")
            assert error < mpf("1e-40")
    print("the special functions agree")
