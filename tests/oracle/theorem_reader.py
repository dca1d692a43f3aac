"""An independent reader of theorem files: point values of every quantity, at mpmath's current precision.

It shares nothing with the C++ program but the file format: the TOML is read by tomllib, formulas are parsed here, pm()
and hull() are combined by the rules of interval arithmetic on point ends, "smallest x" and "largest x" are solved by
bisection and secants.
"""
import re
import tomllib
from fractions import Fraction

from mpmath import mp, mpf
from sphere_values import sphere_mgf, sphere_tail


def bernstein_radius(n, v, b, f):
    level = mp.log(1 / f)
    return (b * level / 3 + mp.sqrt((b * level / 3) ** 2 + 2 * v * n * level)) / n


def kl(p, q):
    part = lambda a, b: mpf(0) if a == 0 else a * mp.log(a / b)
    return part(p, q) + part(1 - p, 1 - q)


FUNCTIONS = {
    "sphere_tail": sphere_tail, "sphere_tail_scaled": lambda m, z: sphere_tail(m, z / mp.sqrt(m)),
    "sphere_mgf": sphere_mgf, "bernstein_radius": bernstein_radius,
    "cap_bound": lambda m, t: mp.exp(-m * t * t / 2),
    "chernoff_upper_tail": lambda mu, t: mp.exp(mu * (t - (1 + t) * mp.log(1 + t))),
    "chernoff_lower_tail": lambda mu, t: mp.exp(-mu * t * t / 2),
    "hoeffding_tail": lambda n, w, t: mp.exp(-2 * n * t * t / w ** 2),
    "sqrt": mp.sqrt, "exp": mp.exp, "log": mp.log, "log10": mp.log10, "log2": lambda x: mp.log(x) / mp.log(2),
    "cosh": mp.cosh, "tanh": mp.tanh, "ceil": mp.ceil, "floor": mp.floor, "kl": kl,
    "normal_cdf": mp.ncdf, "erfc": mp.erfc,
}
INCREASING = {"sqrt", "exp", "log", "log10", "log2", "tanh", "ceil", "floor"}  # in their one argument, for ends


# ------------------------------------------------------------------------------------------------------ formula text
TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z_0-9.]*)|(<=|>=|[-+*/^(),<>=|]))")


class Parser:
    """Infix text to nested tuples."""

    def __init__(self, text):
        self.tokens = []
        at = 0
        text = text.rstrip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise ValueError(f"cannot read {text!r} at {at}")
            at = match.end()
            number, name, sign = match.groups()
            self.tokens.append(("number", number) if number else ("name", name) if name else ("sign", sign))
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self, *wanted):
        if self.peek()[1] in wanted and self.peek()[0] != "end":
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def expect(self, wanted):
        if not self.take(wanted):
            raise ValueError(f"expected {wanted}, found {self.peek()}")

    def whole(self):
        made = self.claim()
        if self.peek()[0] != "end":
            raise ValueError(f"left over: {self.peek()}")
        return made

    def claim(self):
        made = self.chain()
        while self.take("and"):
            made = ("and", made, self.chain())
        return made

    def chain(self):
        parts, signs = [self.sum()], []
        while sign := self.take("<", "<=", ">", ">=", "="):
            signs.append(sign)
            parts.append(self.sum())
        if not signs:
            return parts[0]
        made = None
        for left, sign, right in zip(parts, signs, parts[1:]):
            one = ("compare", sign, left, right)
            made = one if made is None else ("and", made, one)
        return made

    def sum(self):
        made = self.product()
        while sign := self.take("+", "-"):
            made = (sign, made, self.product())
        return made

    def product(self):
        made = self.unary()
        while sign := self.take("*", "/"):
            made = (sign, made, self.unary())
        return made

    def unary(self):
        if self.take("-"):
            return ("neg", self.unary())
        return self.power()

    def power(self):
        base = self.atom()
        if self.take("^"):
            return ("^", base, self.unary())
        return base

    def atom(self):
        kind, text = self.peek()
        self.at += 1
        if kind == "number":
            return ("number", text)
        if kind == "name":
            if not self.take("("):
                return ("name", text)
            arguments = [self.claim()]
            while self.take(","):
                arguments.append(self.claim())
            self.expect(")")
            return ("call", text, arguments)
        if text == "(":
            made = self.claim()
            self.expect(")")
            return made
        raise ValueError(f"unexpected {text!r}")


def parse(text):
    return Parser(text).whole()


# --------------------------------------------------------------------------------------------------- thin and enclosed
class Value:
    """A number, or a pair of ends when `enclosed`."""

    def __init__(self, lo, hi=None):
        self.enclosed = hi is not None
        self.lo = mpf(lo)
        self.hi = mpf(hi) if self.enclosed else self.lo

    def key(self):
        return (self.lo, self.hi, self.enclosed)


def made(enclosed, lo, hi):
    return Value(lo, hi) if enclosed else Value(lo)


class Undefined(Exception):
    pass


def number(text):
    f = Fraction(text)
    return mpf(f.numerator) / mpf(f.denominator)


def combine(op, a, b):
    enclosed = a.enclosed or b.enclosed
    if op == "+":
        return made(enclosed, a.lo + b.lo, a.hi + b.hi)
    if op == "-":
        return made(enclosed, a.lo - b.hi, a.hi - b.lo)
    if op == "*":
        ends = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
        return made(enclosed, min(ends), max(ends))
    if op == "/":
        if b.lo <= 0 <= b.hi:
            raise Undefined("division by 0")
        if not enclosed:
            return Value(a.lo / b.lo)
        return combine("*", a, made(b.enclosed, 1 / b.hi, 1 / b.lo))
    raise ValueError(op)


def power(a, b):
    n = b.lo
    if not a.enclosed:
        if n == int(n):
            return Value(a.lo ** int(n))
        return Value(mp.power(a.lo, n))
    n = int(n)
    if n < 0:
        return combine("/", Value(1), power(a, Value(-n)))
    ends = [a.lo ** n, a.hi ** n]
    if n % 2:
        return Value(*ends)
    return Value(mpf(0) if a.lo <= 0 <= a.hi else min(ends), max(ends))


# ------------------------------------------------------------------------------------------------------------ theorems
class Theorem:
    """One file, with its parameters bound to numbers."""

    def __init__(self, texts, name, parameters, prefix=""):
        self.file = tomllib.loads(texts[name], parse_float=str)
        self.prefix = prefix
        head = self.file["theorem"]
        self.parameters = parameters
        for default in head.get("default", []):
            key, value = (part.strip() for part in default.split("=", 1))
            if key not in self.parameters:
                self.parameters[key] = self.constant(value)
        self.budget = self.parameters[head["budget"]]
        self.definitions, self.functions, self.choices, self.inner = {}, {}, {}, {}
        self.values, self.calls = {}, {}
        self.order = []  # names that a report shows
        for event in self.file.get("event", []):
            event["budget"] = number(event["share"]) * self.budget
            if "theorem" in event:
                used = event["theorem"]
                names = [re.match(r"\s*(\w+)", d).group(1) for d in tomllib.loads(texts[used])["theorem"]["for"]]
                inner_budget = tomllib.loads(texts[used])["theorem"]["budget"]
                inside = {n: event["budget"] if n == inner_budget else self.parameters[n] for n in names}
                self.inner[event["as"]] = Theorem(texts, used, inside, prefix + event["as"] + ".")
            elif "choose" in event:
                m = re.fullmatch(r"\s*(smallest|largest)\s+(\w+)\s+in\s+([\[(])(.*)([\])])\s*", event["choose"])
                which, variable, _, inside, _ = m.groups()
                depth, cut = 0, None
                for i, c in enumerate(inside):
                    depth += (c == "(") - (c == ")")
                    if c == "," and depth == 0:
                        cut = i
                low, high = parse(inside[:cut]), parse(inside[cut + 1:])
                self.choices[variable] = (event, which, low, high, parse(event["fails"]))
                self.order.append(variable)
        for block in self.file.get("define", []):
            for formula in block["formula"]:
                head_text, body = formula.split("=", 1)
                head_text = head_text.strip()
                if "(" in head_text:
                    name, args = head_text[:-1].split("(")
                    self.functions[name.strip()] = ([a.strip() for a in args.split(",")], parse(body))
                else:
                    self.definitions[head_text] = parse(body)
                    self.order.append(head_text)
        for conclusion in self.file.get("conclusion", []):
            self.definitions[conclusion["name"]] = parse(conclusion["formula"])

    @staticmethod
    def constant(text):
        return Theorem.evaluate_constant(parse(text))

    @staticmethod
    def evaluate_constant(tree):
        bare = Theorem.__new__(Theorem)
        bare.parameters, bare.values, bare.choices, bare.definitions = {}, {}, {}, {}
        bare.functions, bare.inner, bare.calls = {}, {}, {}
        return bare.evaluate(tree, {}).lo

    def name(self, name):
        if name in self.parameters:
            return Value(self.parameters[name])
        if name == "e":
            return Value(mp.e)
        if name == "pi":
            return Value(mp.pi)
        if "." in name:
            prefix, rest = name.split(".", 1)
            return self.inner[prefix].name(rest)
        if name not in self.values:
            if name in self.choices:
                self.values[name] = Value(self.solve(name))
            else:
                self.values[name] = self.evaluate(self.definitions[name], {})
        return self.values[name]

    def evaluate(self, tree, env):
        kind = tree[0]
        if kind == "number":
            return Value(number(tree[1]))
        if kind == "name":
            return env[tree[1]] if tree[1] in env else self.name(tree[1])
        if kind == "neg":
            x = self.evaluate(tree[1], env)
            return made(x.enclosed, -x.hi, -x.lo)
        if kind == "compare":
            left, right = self.evaluate(tree[2], env), self.evaluate(tree[3], env)
            assert not left.enclosed and not right.enclosed
            a, b = left.lo, right.lo
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b}[tree[1]]
        if kind == "and":
            return self.evaluate(tree[1], env) and self.evaluate(tree[2], env)
        if kind == "^":
            return power(self.evaluate(tree[1], env), self.evaluate(tree[2], env))
        if kind != "call":
            return combine(kind, self.evaluate(tree[1], env), self.evaluate(tree[2], env))
        function = tree[1]
        if function == "if":
            return self.evaluate(tree[2][1 if self.evaluate(tree[2][0], env) else 2], env)
        x = [self.evaluate(a, env) for a in tree[2]]
        enclosed = any(v.enclosed for v in x)
        if function in self.functions:
            names, body = self.functions[function]
            key = (function, tuple(v.key() for v in x))
            if key not in self.calls:
                self.calls[key] = self.evaluate(body, dict(zip(names, x)))
            return self.calls[key]
        if function == "pm":
            return Value(x[0].lo - abs(x[1].lo), x[0].lo + abs(x[1].lo))
        if function == "hull":
            return Value(min(x[0].lo, x[1].lo), max(x[0].hi, x[1].hi))
        if function in ("lower", "upper"):
            return Value(x[0].lo if function == "lower" else x[0].hi)
        if function == "mag":
            return Value(max(abs(x[0].lo), abs(x[0].hi)))
        if function in ("min", "max"):
            pick = min if function == "min" else max
            return made(enclosed, pick(v.lo for v in x), pick(v.hi for v in x))
        if function == "abs":
            a, b = abs(x[0].lo), abs(x[0].hi)
            return made(enclosed, mpf(0) if x[0].lo <= 0 <= x[0].hi and enclosed else min(a, b), max(a, b))
        f = FUNCTIONS[function]
        if not enclosed:
            try:
                value = f(*(v.lo for v in x))
            except (ValueError, ZeroDivisionError) as error:
                raise Undefined(function) from error
            if isinstance(value, mp.mpc):
                raise Undefined(function)
            return Value(value)
        assert function in INCREASING, function
        return Value(f(x[0].lo), f(x[0].hi))

    def solve(self, variable):
        """The extreme value whose failure probability fits the share."""
        event, which, low, high, fails = self.choices[variable]
        low, high = self.evaluate(low, {}).lo, self.evaluate(high, {}).lo
        budget = event["budget"]
        probability = lambda x: self.evaluate(fails, {variable: Value(x)}).lo
        inside = lambda x: probability(x) <= budget
        if which == "smallest":
            if inside(low):
                return low
            if not inside(high):
                raise Undefined(event["name"])
            outside, admissible = low, high
        else:
            if inside(high):
                return high
            if low > 0 and not inside(low):
                raise Undefined(event["name"])
            outside, admissible = high, low
        lost = max(0, int(-mp.log10(budget)))  # digits of 1 - ..., where the budget is tiny
        with mp.workdps(40 + lost):
            above, below = probability(outside), probability(admissible)
            while below == 0 or above > below * mpf("1.1"):
                small, large = min(outside, admissible), max(outside, admissible)
                if small == 0:
                    middle = large / 2 if large > mpf("1e-3") else large * large
                elif large > 4 * small:
                    middle = mp.sqrt(small * large)
                else:
                    middle = (small + large) / 2
                found = probability(middle)
                if found <= budget:
                    admissible, below = middle, found
                else:
                    outside, above = middle, found
        excess = lambda x: mp.log(probability(x) / budget)
        x0, x1 = mpf(outside), mpf(admissible)
        h0, h1 = excess(x0), excess(x1)
        for _ in range(40):
            if h1 == h0 or abs(x1 - x0) < abs(x1) * mpf(10) ** (8 + lost - mp.dps):
                break
            x0, x1, h0 = x1, x1 - h1 * (x1 - x0) / (h1 - h0), h1
            h1 = excess(x1)
        slack = mpf(10) ** (20 + lost - mp.dps)
        assert inside(x1 * (1 + slack)) != inside(x1 * (1 - slack)), (variable, x1)
        return x1

    def report(self):
        quantities, conditions, failing = {}, {}, []
        for event in self.file.get("event", []):
            if "theorem" in event:
                inner = self.inner[event["as"]].report()
                quantities |= inner["quantities"]
                failing += inner["failing"]
                conditions |= inner["conditions"]
        for name in self.order:
            value = self.name(name)
            if not value.enclosed:
                quantities[self.prefix + name] = value.lo
        for event in self.file.get("event", []):
            if "theorem" not in event and "choose" not in event:
                if not self.evaluate(parse(event["fails"]), {}).lo <= event["budget"]:
                    failing.append(self.prefix + event["name"])
        for condition in self.file.get("condition", []):
            true = self.evaluate(parse(condition["claim"]), {})
            conditions[self.prefix + condition["name"]] = true
            if not true:
                failing.append(self.prefix + condition["name"])
        conclusions = {}
        if not self.prefix:
            for conclusion in self.file.get("conclusion", []):
                conclusions[conclusion["name"]] = None if failing else self.name(conclusion["name"]).lo
        return {"verdict": "fails" if failing else "holds", "failing": failing, "conditions": conditions,
                "quantities": quantities, "conclusions": conclusions}
