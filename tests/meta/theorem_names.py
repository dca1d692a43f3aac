"""The theorems live only in their files: no name that theorem-2.toml or corollary-3.toml defines is known to the code.

Names: the left sides of [[define]] formulas (also those of functions), and the names that the events choose. They
must not occur as an identifier in a C++ source outside verify/sparse_xor and tests: neither in code nor inside a
string (looking a quantity up by name is the same mistake); comments and include lines do not count.
"""

import re
import tomllib

import checking

FILES = ("verify/theorems/theorem-2.toml", "verify/theorems/corollary-3.toml")
SHORTEST = 3  # one and two letters (q, S, C, AB, xi) mean something else everywhere
# Names that are also words of English, or of the literature, which the code says for its own reasons: the bounds
# hoeffding and bernstein have files of their own, a slope is a derivative, and keep, universal are plain words.
COMMON = {"hoeffding", "bernstein", "slope", "keep", "universal"}
# The alphabet, which printers need, is data in one file; some of its letters are names of quantities too.
ALPHABET = "numerics/greek_letters.inc"
LEFT_SIDE = re.compile(r"^\s*([A-Za-z]\w*)\s*(?:\([^=]*\))?\s*=")
CHOICE = re.compile(r"^\s*(?:smallest|largest)\s+([A-Za-z]\w*)\s+in\b")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
INCLUDE_LINE = re.compile(r"^[ \t]*#[ \t]*include[^\n]*", re.M)


def as_list(value):
    return [value] if isinstance(value, str) else list(value)


def defined_names(text):
    data = tomllib.loads(text)
    names = set()
    for entry in data.get("define", []):
        for formula in as_list(entry.get("formula", [])):
            match = LEFT_SIDE.match(formula)
            if not match:
                raise ValueError(f"a formula of [[define]] without a left side: {formula}")
            names.add(match.group(1))
    for event in data.get("event", []):
        if "choose" in event:
            match = CHOICE.match(event["choose"])
            if not match:
                raise ValueError(f"an unknown kind of choice: {event['choose']}")
            names.add(match.group(1))
    return names


def check(root):
    violations = []
    names = {}
    for path in FILES:
        try:
            for name in defined_names(checking.read(root, path)):
                names.setdefault(name, path)
        except FileNotFoundError:
            violations.append(f"{path}: no such file")
        except ValueError as error:
            violations.append(f"{path}: {error}")
    forbidden = {name for name in names if len(name) >= SHORTEST} - COMMON
    for path in checking.files(root, ".hpp", ".cpp", ".h", ".c", ".inc", under=checking.ROOMS):
        if path.is_relative_to("verify/sparse_xor") or str(path) == ALPHABET:
            continue
        code = INCLUDE_LINE.sub("", checking.without_comments(checking.read(root, path)))
        for number, line in enumerate(code.split("\n"), 1):
            for name in IDENTIFIER.findall(line):
                if name in forbidden:
                    violations.append(f"{path}:{number}: {name} is defined in {names[name]}")
    return violations


CLEAN = {
    FILES[0]: '[[event]]\nname = "e"\nchoose = "smallest mu0 in [0, 1]"\n'
              '[[define]]\nformula = ["G12 = 1 <= 2", "wbar(s) = 2", "q = 3", "slope(s) = 4"]\n',
    FILES[1]: '[[define]]\nformula = "Vbar = 1"\n',
    "bounds/a.hpp": '#include "bounds/mu0.hpp"\n// mu0 and G12 in words\nint q = slope + mu01 + amu0;\n/* Vbar */\n',
    "verify/sparse_xor/step.cpp": "int mu0;\n",
    ALPHABET: '"mu0",\n',
    "tests/verify/t.cpp": 'auto name = "Vbar";\n',
}
PLANTED = [
    ({"verify/a.cpp": "\nint mu0 = 1;\n"}, "verify/a.cpp:2: mu0"),
    ({"reports/cli/a.cpp": 'auto x = find("G12");\n'}, "G12 is defined"),
    ({"numerics/a.hpp": 'auto x = R"(f(wbar))";\n'}, "wbar is defined"),
    ({"verify/letters.inc": '"mu0",\n'}, "verify/letters.inc:1: mu0"),
    ({"verify/a.cpp": "int f() { return Vbar; }\n"}, "Vbar is defined in " + FILES[1]),
    ({FILES[1]: '[[define]]\nformula = ["= 3"]\n'}, "without a left side"),
    ({FILES[0]: '[[event]]\nchoose = "median x in [0,1]"\n'}, "unknown kind of choice"),
]

if __name__ == "__main__":
    checking.main(check, CLEAN, PLANTED)
