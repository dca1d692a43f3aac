"""Inequalities over boxes in the languages of other tools.

A formula is a tuple: ("number", Fraction), ("variable", name), ("pi",), ("neg", a), ("+", a, b) and so on with - * /,
("^", a, n), (function, a). A translator returns the text of a file, or None when the tool has no word for something.
"""

import re
from fractions import Fraction

TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+)|([A-Za-z_]\w*)|(.))")


class Parser:
    def __init__(self, text):
        self.tokens = [m.groups() for m in TOKEN.finditer(text) if m.group().strip()]
        self.at = 0

    def peek(self):
        return self.tokens[self.at][2] if self.at < len(self.tokens) else None

    def take(self, symbol):
        if self.peek() != symbol:
            raise ValueError(f"expected {symbol}, found {self.tokens[self.at:]}")
        self.at += 1

    def sum(self):
        made = self.product()
        while self.peek() in ("+", "-"):
            operator = self.peek()
            self.at += 1
            made = (operator, made, self.product())
        return made

    def product(self):
        made = self.sign()
        while self.peek() in ("*", "/"):
            operator = self.peek()
            self.at += 1
            made = (operator, made, self.sign())
        return made

    def sign(self):
        if self.peek() == "-":
            self.at += 1
            return ("neg", self.sign())
        return self.power()

    def power(self):
        made = self.atom()
        if self.peek() == "^":
            self.at += 1
            made = ("^", made, int(self.sign()[1]))
        return made

    def atom(self):
        number, name, symbol = self.tokens[self.at]
        self.at += 1
        if number:
            return ("number", Fraction(number))
        if symbol == "(":
            made = self.sum()
            self.take(")")
            return made
        if not name:
            raise ValueError(f"unexpected {symbol}")
        if name == "pi":
            return ("pi",)
        if self.peek() != "(":
            return ("variable", name)
        self.take("(")
        made = (name, self.sum())
        self.take(")")
        return made


def parse(text):
    parser = Parser(text)
    made = parser.sum()
    if parser.at != len(parser.tokens):
        raise ValueError(f"not a formula: {text}")
    return made


class Problem:
    """One line of the file; `larger` is at least (or, `strict`, above) `smaller`."""

    def __init__(self, line):
        fields = [field.strip() for field in line.split(";")]
        self.name, self.boxes, self.claim, self.true = fields[0], fields[1], fields[2], fields[3] == "T"
        self.ranges = [(name, Fraction(low), Fraction(high)) for name, low, high in
                       re.findall(r"(\w+)\s+in\s+\[([^,\]]+),([^\]]+)\]", self.boxes)]
        left, relation, right = re.split(r"(<=|>=|<|>)", self.claim)
        self.strict = "=" not in relation
        sides = parse(left), parse(right)
        self.smaller, self.larger = sides if relation[0] == "<" else sides[::-1]

    def functions(self):
        found, waiting = set(), [self.smaller, self.larger]
        while waiting:
            f = waiting.pop()
            if f[0] not in ("number", "variable"):
                found.add(f[0])
                waiting += [a for a in f[1:] if isinstance(a, tuple)]
        return found


ARITHMETIC = {"+", "-", "*", "/", "^", "neg"}


def without_tanh(f):
    """tanh u = 1 - 2/(exp(2 u) + 1), for tools without it."""
    if f[0] in ("number", "variable", "pi"):
        return f
    parts = tuple(without_tanh(a) if isinstance(a, tuple) else a for a in f)
    if f[0] != "tanh":
        return parts
    one, two = ("number", Fraction(1)), ("number", Fraction(2))
    return ("-", one, ("/", two, ("+", ("exp", ("*", two, parts[1])), one)))


def infix(f, words, number, power):
    """Fully bracketed; `words`: functions by their names, which are applied as name(a)."""
    def walk(g):
        if g[0] == "number":
            return number(g[1])
        if g[0] == "variable":
            return g[1]
        if g[0] == "pi":
            return words["pi"]
        if g[0] == "neg":
            return f"(- {walk(g[1])})"
        if g[0] == "^":
            return power(walk(g[1]), g[2])
        if len(g) == 3:
            return f"({walk(g[1])} {g[0]} {walk(g[2])})"
        return f"({words[g[0]]}({walk(g[1])}))"
    return walk(f)


def quotient(x):
    text = str(abs(x.numerator)) if x.denominator == 1 else f"({abs(x.numerator)} / {x.denominator})"
    return f"(- {text})" if x < 0 else text


class SmtWriter:
    """Roots and logarithms become variables with what defines them."""

    def __init__(self):
        self.lines, self.count = [], 0

    def fresh(self, *conditions):
        self.count += 1
        name = f"v_{self.count}"
        self.lines.append(f"(declare-fun {name} () Real)")
        self.lines += [f"(assert {c.format(name)})" for c in conditions]
        return name

    def number(self, x):
        text = f"(/ {abs(x.numerator)}.0 {x.denominator}.0)"
        return f"(- {text})" if x < 0 else text

    def write(self, f):
        if f[0] == "number":
            return self.number(f[1])
        if f[0] == "variable":
            return "x_" + f[1]
        if f[0] == "pi":
            return "real.pi"
        a = self.write(f[1])
        if f[0] == "neg":
            return f"(- {a})"
        if f[0] == "^":
            return f"(* {' '.join([a] * f[2])})" if f[2] > 1 else a
        if f[0] == "sqrt":
            return self.fresh(f"(= (* {{0}} {{0}}) {a})", "(>= {0} 0.0)")
        if f[0] == "log":
            return self.fresh(f"(= (exp {{0}}) {a})")
        if f[0] == "atan":
            return f"(arctan {a})"
        return f"({f[0]} {a} {self.write(f[2])})" if len(f) == 3 else f"({f[0]} {a})"


def smt(problem, known):
    if not problem.functions() - {"tanh" if "exp" in known else ""} <= ARITHMETIC | known:
        return None
    writer = SmtWriter()
    for name, low, high in problem.ranges:
        x = "x_" + name
        writer.lines.append(f"(declare-fun {x} () Real)")
        writer.lines.append(f"(assert (and (<= {writer.number(low)} {x}) (<= {x} {writer.number(high)})))")
    smaller, larger = (writer.write(without_tanh(f)) for f in (problem.smaller, problem.larger))
    writer.lines.append(f"(assert ({'<=' if problem.strict else '<'} {larger} {smaller}))")
    logic = "QF_NRA" if problem.functions() <= ARITHMETIC | {"sqrt"} else "QF_NRAT"
    return "\n".join([f"(set-logic {logic})"] + writer.lines + ["(check-sat)", ""])


def z3(problem):
    return smt(problem, {"sqrt"})


def cvc5(problem):
    return smt(problem, {"sqrt", "exp", "log", "sin", "cos", "atan", "pi"})


def coq(problem):
    words = {"exp": "exp", "log": "ln", "sqrt": "sqrt", "sin": "sin", "cos": "cos", "atan": "atan", "pi": "PI"}
    if not problem.functions() - {"tanh"} <= ARITHMETIC | set(words):
        return None
    smaller, larger = (infix(without_tanh(f), words, quotient, lambda a, n: f"({a} ^ {n})")
                       for f in (problem.smaller, problem.larger))
    names = [name for name, _, _ in problem.ranges]
    options = [f"i_bisect {name}" for name in names]
    options += [f"i_taylor {names[0]}, i_prec 60, i_depth 25" if len(names) == 1 else
                f"i_autodiff {names[0]}, i_prec 53, i_depth 60"]
    relation = "<" if problem.strict else "<="
    return "\n".join([
        "Require Import Reals.", "From Interval Require Import Tactic.", "Local Open Scope R_scope.",
        f"Lemma claim : forall {' '.join(names)} : R,",
        *[f"  {quotient(low)} <= {name} <= {quotient(high)} ->" for name, low, high in problem.ranges],
        f"  {smaller} - {larger} {relation} 0.",
        f"Proof. intros {' '.join(names)}. intros. interval with ({', '.join(options)}). Qed.", ""])


def gappa(problem):
    words = {"sqrt": "sqrt"}
    if not problem.functions() <= ARITHMETIC | set(words):
        return None
    smaller, larger = (infix(f, words, quotient, lambda a, n: "(" + " * ".join([a] * n) + ")")
                       for f in (problem.smaller, problem.larger))
    ranges = " /\\ ".join(f"{name} in [{decimal(low)}, {decimal(high)}]" for name, low, high in problem.ranges)
    goal = "not (margin <= 0)" if problem.strict else "margin >= 0"
    names = [name for name, _, _ in problem.ranges]
    pieces = {1: 1000, 2: 40, 3: 12}.get(len(names), 3)
    hints = "$ " + ", ".join(f"{name} in {pieces}" for name in names) + ";"
    return f"margin = {larger} - {smaller};\n{{ {ranges} -> {goal} }}\n{hints}\n"


def decimal(x):
    """Exactly: the ends of the boxes are decimals."""
    digits, scale = x.numerator, 0
    while x.denominator > 1 and (x * 10 ** scale).denominator > 1:
        scale += 1
        digits = (x * 10 ** scale).numerator
    return f"{digits}e-{scale}"


def sollya(problem):
    """One variable: 0 <= f follows from |m - f| <= m for a number m."""
    words = {w: w for w in ("exp", "log", "sqrt", "sin", "cos", "atan", "tanh", "erf", "pi")}
    if len(problem.ranges) > 1 or not problem.functions() <= ARITHMETIC | set(words):
        return None
    smaller, larger = (infix(f, words, quotient, lambda a, n: f"({a}^{n})")
                       for f in (problem.smaller, problem.larger))
    name, low, high = problem.ranges[0]
    f = re.sub(rf"\b{name}\b", "x", f"{larger} - {smaller}")
    return "\n".join(["verbosity = 0!;", "prec = 165!;", f"f = {f};", f"i = [{quotient(low)}; {quotient(high)}];",
                      "m = max(1/1024, sup(evaluate(f, i)));",
                      'if checkinfnorm(m - f, i, m) then print("proved") else print("not proved");', "quit;", ""])
