#!/usr/bin/env python3
"""Reference values for edited theorem files and for further points, by the reader in theorem_reader.py.

Every case is computed at two precisions, which have to agree to the digits printed.

  theorem_oracle.py --check                 the special functions against exact polynomials and PARI
  theorem_oracle.py [--new]                 writes ../golden/theorem_edits.json, theorem_points.json; with --new what
                                            stands there already is kept
"""
import argparse
import json
import pathlib
import random
import re

from mpmath import mp
from sphere_values import check
from theorem_reader import Theorem, number

HERE = pathlib.Path(__file__).resolve().parent
THEOREMS = HERE.parent.parent / "verify" / "theorems"
GOLDEN = HERE.parent / "golden"
DIGITS = 30


def edited(text, edits):
    """Each edit must change something: ["replace", old, new], ["rename", old, new] (whole words), ["cut", from, to]
    (from the first text up to the next place of the second), ["append", text]."""
    for edit in edits:
        kind, before = edit[0], text
        if kind == "replace":
            text = text.replace(edit[1], edit[2])
        elif kind == "rename":
            text = re.sub(r"(?<![A-Za-z0-9_])" + re.escape(edit[1]) + r"(?![A-Za-z0-9_])", edit[2], text)
        elif kind == "cut":
            start = text.index(edit[1])
            text = text[:start] + text[text.index(edit[2], start + len(edit[1])):]
        elif kind == "append":
            text += edit[1]
        else:
            raise ValueError(kind)
        if text == before:
            raise ValueError(f"nothing changed: {edit}")
    return text


def shown(x):
    return None if x is None else mp.nstr(x, DIGITS, strip_zeros=False, min_fixed=0, max_fixed=0)


def run(case, digits):
    with mp.workdps(digits):
        texts = {p.stem: p.read_text() for p in THEOREMS.glob("*.toml")}
        for theorem, edits in case["edits"].items():
            texts[theorem] = edited(texts[theorem], edits)
        found = Theorem(texts, case["theorem"], {k: number(v) for k, v in case["settings"].items()}).report()
        for kind in ("quantities", "conclusions"):
            found[kind] = {k: shown(v) for k, v in found[kind].items()}
        return found


def computed(case):
    d, delta = (mp.log10(number(case["settings"].get(name, "1"))) for name in ("d", "delta"))
    digits = 80 + int(4 * d - 2 * delta)  # 1 - T(m, t) loses the digits of delta
    first, second = run(case, digits), run(case, digits + 40)
    assert first == second, case["name"]
    return case | second


def point(name, theorem="theorem-2", edits=None, **settings):
    return {"name": name, "theorem": theorem, "edits": edits or {}, "settings": settings}


USUAL = {"d": "1e5", "m": "128", "delta": "0.05", "eps": "0.01"}
AMBIENT_EVENT = ["cut", '[[event]]\nname   = "noise against the ambient positions"', "# ----"]
CORRELATION_EVENT = ["cut", '[[event]]\nname   = "support correlation"', '[[event]]\nname   = "support gap"']


def event(share, choose, fails):
    return f'\n[[event]]\nname = "extra"\nshare = "{share}"\nchoose = "{choose}"\nfails = "{fails}"\n'


def edit_cases():
    two = lambda name, *edits, **settings: point(name, "theorem-2", {"theorem-2": list(edits)}, **(USUAL | settings))
    three = lambda name, *edits, two=(), **settings: point(
        name, "corollary-3", {"corollary-3": list(edits)} | ({"theorem-2": list(two)} if two else {}),
        **(USUAL | settings))
    yield two("5 wbar", ["replace", "6*wbar", "5*wbar"])
    yield two("5 wbar, where it decides", ["replace", "6*wbar", "5*wbar"], d="350", m="300", delta="0.8")
    yield two("6 wbar, where 5 wbar is next to it", ["replace", "6*wbar", "5.9*wbar"], d="350", m="300", delta="0.8")
    yield two("another split of the shares", ["replace", '"0.52"', '"0.40"'], ["replace", '"0.13"', '"0.21"'],
              ["replace", '"0.03"', '"1/30"'])
    yield two("shares below one", ["replace", '"0.52"', '"0.3"'], ["replace", '"0.10"', '"0.05"'])
    yield two("renamed quantities", ["rename", "mu0", "rho_max"], ["rename", "wbar", "weight_bound"],
              ["rename", "G12", "margin_pair"], ["rename", "kappa_m", "gap"], ["rename", "q_lo", "qLow"])
    yield two("renamed quantities, fails", ["rename", "G12", "margin_pair"], ["rename", "G1k", "margin_other"],
              d="1e3", delta="0.2")
    yield two("an eighth event, linear", ["replace", '"0.13"', '"0.12"'], [
        "append", event("0.01", "largest f_extra in (0, 1]", "4*(d-1)*f_extra")],
        ["replace", "- nu12(s)", "- nu12(s) - sqrt(2*log(1/f_extra)/m)/d"])
    yield two("an eighth event, searched", ["replace", '"0.52"', '"0.51"'], [
        "append", event("0.01", "smallest sigma in [0, 1]", "3*sphere_tail(m+1, sigma)")],
        ["replace", "lower(q)*beta_amb - 6", "lower(q)*beta_amb*(1 - sigma/10) - 6"])
    yield two("an eighth event whose domain and failure use other choices", ["replace", '"0.52"', '"0.51"'], [
        "append", event("0.01", "smallest sigma in [tau/2, 1 - mu0]", "2*sphere_tail(m, sigma*(1-tau))")],
        ["replace", "- nu12(s)", "- nu12(s)*(1 + sigma)"])
    yield two("an event removed, a formula in its place", AMBIENT_EVENT, ["rename", "f_namb", "(delta/(40*(d-2)))"])
    yield two("an event removed, a number in its place", CORRELATION_EVENT, ["rename", "mu0", "0.3"], delta="0.1")
    yield two("an event removed, fails", CORRELATION_EVENT, ["rename", "mu0", "0.95"])
    yield two("another tail", ["replace", "2*sphere_tail(m, tau)", "2*cap_bound(m, tau)"],
              ["replace", "(d-2)*sphere_tail(m, mu)", "(d-2)*exp(-m*mu^2/2)"])
    yield two("a choice at the end of its domain",
              ["replace", "largest kappa_m in [0, sqrt(m*(2-2*mu0))]", "largest kappa_m in [0, 1e-6]"])
    yield two("a smallest choice at the lower end", ["replace", "smallest tau in [0, 1]", "smallest tau in [0.5, 1]"])
    yield two("a stronger condition", ["replace", 'claim = "G12 > 0"', 'claim = "d^2*G12 > 0.0001 and 0 < G12 <= 1"'])
    yield two("a stronger condition, fails", ["replace", 'claim = "G12 > 0"', 'claim = "d^2*G12 > 0.1"'])
    yield two("a condition removed",
              ["cut", '[[condition]]\nname  = "beta_amb"', '[[condition]]\nname  = "bracket_12"'],
              d="1e8", m="64", delta="0.5")
    yield two("piecewise and elementary functions", [
        "replace", '"e0 = sqrt(eps)/4"', '"e0 = if(d > 1000, sqrt(eps)/4, eps)", '
        '"extra1 = tanh(kappa)*log10(d) + abs(tau - 1)^3", '
        '"extra2(x, y) = x^2 - y/x", "extra3 = extra2(mu, mu0) - extra2(2, -3)", '
        '"extra4 = lower((K/q)^2) - upper(abs(W(1)))/d^2", '
        '"extra5 = mag(pm(tau, 1) - hull(mu, 2))"'])
    yield two("an event without a choice", ["replace", '"0.52"', '"0.5"'], [
        "append", '\n[[event]]\nname = "plain"\nshare = "0.02"\nfails = "exp(-d/1000)"\n'])
    yield two("an event without a choice, fails", ["replace", '"0.52"', '"0.5"'], [
        "append", '\n[[event]]\nname = "plain"\nshare = "0.02"\nfails = "101/d"\n'])
    settings = {"d": "1e6", "m": "512", "delta": "0.1"}
    yield three("corollary, as it is", **settings) | {"edits": {}}
    yield three("corollary, another beta", ["replace", "beta = 1/2", "beta = 1/3"], **settings)
    yield three("corollary, constants", ["replace", "512*L_s", "256*L_s"], ["replace", "32*Vbar", "16*Vbar"],
                ["replace", "48*pop.S_hi", "40*pop.S_hi"], **settings)
    yield three("corollary, another split", ["replace", '"0.5"', '"0.6"'], ["replace", '"0.45"', '"0.35"'], **settings)
    yield three("corollary over an edited theorem", ["rename", "Vbar", "second_moment"],
                two=[["replace", "6*wbar", "5*wbar"], ["replace", '"0.52"', '"0.45"']], **settings)
    yield three("corollary with one event more", ["replace", '"0.45"', '"0.40"'], [
        "append", event("0.05", "smallest width in [0, 1]", "2*d*sphere_tail(m, width)")],
        ["replace", "(8 + 4*Sig)", "(8*(1 + width) + 4*Sig)"], **settings)
    yield three("corollary fails by the conditions of theorem-2", ["replace", "512*L_s", "500*L_s"],
                d="1e8", m="64", delta="0.5")


def point_cases():
    yield point("projection", "johnson-lindenstrauss", n="1000", k="7895", eps="0.1", delta="0.01")
    yield point("projection, k too small", "johnson-lindenstrauss", n="1000", k="7894", eps="0.1", delta="0.01")
    yield point("projection of many points", "johnson-lindenstrauss", n="1e12", k="1e7", eps="0.01", delta="1e-6")
    yield point("frequencies", "union-chernoff", K="100", n="1000", p="0.5", delta="0.01")
    yield point("frequencies, rare", "union-chernoff", K="1e9", n="1e12", p="1e-6", delta="1e-30")
    draw = random.Random(20250207)
    fixed = [
        point("d = 1e40", d="1e40", m="2000", delta="0.01", eps="0.01"),
        point("d = 1e40, m too small", d="1e40", m="256", delta="0.01", eps="0.01"),
        point("m = 1e6", d="1e5", m="1000000", delta="0.01", eps="1e-6"),
        point("m = 1e6, tiny delta", d="12345678901", m="1000000", delta="1e-120", eps="0.5"),
        point("delta = 1e-400", d="1e5", m="4096", delta="1e-400", eps="0.01"),
        point("the least d and m", d="3", m="3", delta="0.5", eps="0.5"),
        point("d = 3, m large", d="3", m="100000", delta="0.999", eps="0.999"),
        point("m = 4", d="1e6", m="4", delta="0.3", eps="0.01"),
    ]
    yield from fixed
    for name, d, m in (("crossing", 358679, 179320), ("crossing, m below", 358679, 179319),
                       ("crossing, d below", 358678, 179338)):
        yield point(name, d=str(d), m=str(m), delta="0.01", eps="0.01")
    for i in range(12):
        d = draw.choice([draw.randint(3, 1000), draw.randint(1000, 10 ** 7), draw.randint(10 ** 7, 10 ** 14),
                         draw.randint(10 ** 20, 10 ** 40)])
        m = draw.choice([draw.randint(3, 64), draw.randint(64, 2000), draw.randint(2000, 60000)])
        delta = draw.choice([f"0.{draw.randint(1, 999):03d}", f"{draw.randint(1, 99)}e-{draw.randint(3, 40)}",
                             f"{draw.randint(1, 9)}e-{draw.randint(60, 150)}"])
        eps = draw.choice([f"0.{draw.randint(1, 999):03d}", f"{draw.randint(1, 99)}e-{draw.randint(3, 60)}"])
        theorem = "corollary-3" if i % 4 == 3 else "theorem-2"
        yield point(f"random {i + 1}", theorem, d=str(d), m=str(m), delta=delta, eps=eps)


def write(name, cases, keep):
    """Writes after every case, the earlier values of those to come behind them, so that --new goes on where a run was
    ended and nothing is lost."""
    path = GOLDEN / name
    old = json.loads(path.read_text())["cases"] if path.exists() else []
    done = []
    for case in cases:
        same = [c for c in old if keep and all(c[key] == case[key] for key in case)]
        done.append(same[0] if same else computed(case))
        print(name, "|", case["name"], "|", done[-1]["verdict"], ", ".join(done[-1]["failing"]), flush=True)
        if not same:
            names = {c["name"] for c in done}
            save(path, done + [c for c in old if c["name"] not in names])
    save(path, done)


def save(path, cases):
    content = {"made by": "tests/oracle/theorem_oracle.py", "digits": DIGITS, "cases": cases}
    path.write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    options.add_argument("--new", action="store_true")
    given = options.parse_args()
    if given.check:
        check()
    else:
        write("theorem_edits.json", edit_cases(), given.new)
        write("theorem_points.json", point_cases(), given.new)
