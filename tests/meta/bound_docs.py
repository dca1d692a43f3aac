"""The documentation block of a bound (bounds/*.hpp): sections present and in order, source and test exist.

Every header of bounds/ holds at least one such block, and every function whose name says that it is a bound (*_tail,
*_radius, *_sample_size) is declared right below one (an overload may follow the declaration it belongs to).
"""

import pathlib
import re

import checking

SECTIONS = ("Statement", "Kind", "Hypotheses", "Symbols", "Domain", "Returns", "Accuracy", "Errors", "Source",
            "Checked by", "Example")
KINDS = ("theorem", "tight", "lower", "conjectured")
# Headers that hold no inequality of their own.
NOT_BOUNDS = {"bounds/bound_info.hpp", "bounds/functions.hpp", "bounds/linear_cover_scale.hpp"}
SECTION = re.compile(r"^/// (%s)(?=\s{2,}|$)\s*(.*)" % "|".join(SECTIONS))
BOUND_NAME = re.compile(r"\b(\w+_(?:tail|radius|sample_size))\s*\(")
HYPOTHESIS = re.compile(r"^(H\d+)\s+(\S+)")
SOURCE = re.compile(r"\[([^\],\s]+)(?:,[^\]]*)?\]")


def blocks(lines):
    """(index of the first line, lines) of every run of /// lines."""
    start = None
    for index, line in enumerate([*lines, ""]):
        if line.startswith("///"):
            start = index if start is None else start
        elif start is not None:
            yield start, lines[start:index]
            start = None


def sections(block):
    """The sections of a block in order, each a name and its text."""
    found = []
    for line in block:
        match = SECTION.match(line)
        if match:
            found.append([match.group(1), [match.group(2)]])
        elif found:
            found[-1][1].append(line[3:].strip())
    return found


def block_faults(root, block, keys):
    found = sections(block)
    names = [name for name, _ in found]
    text = {name: "\n".join(lines).strip() for name, lines in found}
    for name in SECTIONS:
        if names.count(name) != 1:
            yield f"section {name!r} occurs {names.count(name)} times"
        elif not text[name]:
            yield f"section {name!r} is empty"
    if names != sorted(names, key=SECTIONS.index):
        yield "sections out of order: " + ", ".join(names)
    if not re.match(r"/// \S.*\.$", block[0]):
        yield "the first line is not a sentence that names the bound"
    if "Kind" in text and not any(re.search(rf"\b{kind}\b", text["Kind"]) for kind in KINDS):
        yield "Kind has none of the words " + ", ".join(KINDS)
    for line in text.get("Hypotheses", "").split("\n"):
        match = HYPOTHESIS.match(line)
        if match and match.group(2) not in ("(caller)", "(checked)"):
            yield f"hypothesis {match.group(1)} says neither (caller) nor (checked)"
    if "Source" in text:
        cited = SOURCE.findall(text["Source"])
        if not cited:
            yield "Source cites no [key]"
        for key in cited:
            if key not in keys:
                yield f"source {key} is not in bounds/references.bib"
        if not re.search(r"re-read in the source: (yes|no)\b", text["Source"]):
            yield 'Source does not say "number re-read in the source: yes" (or no)'
    for test in text.get("Checked by", "").replace(",", " ").split():
        if not test.startswith("tests/") or not (pathlib.Path(root) / test).is_file():
            yield f"Checked by: {test} does not exist"


def check(root):
    violations = []
    bibliography = pathlib.Path(root) / "bounds/references.bib"
    keys = set(re.findall(r"^\s*@\w+\s*\{\s*([^,\s]+)", bibliography.read_text(), re.M)) if bibliography.exists() else set()
    for path in checking.files(root, ".hpp", under=("bounds",)):
        lines = checking.read(root, path).split("\n")
        documented = {}  # index of the line after a block: whether it is the block of a bound
        for start, block in blocks(lines):
            is_bound = any(SECTION.match(line) for line in block)
            documented[start + len(block)] = is_bound
            if is_bound:
                for fault in block_faults(root, block, keys):
                    violations.append(f"{path}:{start + 1}: {fault}")
        if str(path) not in NOT_BOUNDS and not any(documented.values()):
            violations.append(f"{path}:1: no documentation block of a bound")
        described = False
        for index, line in enumerate(lines):
            if index in documented:
                described = documented[index]
            elif not line.strip():
                described = False
            match = BOUND_NAME.search(line) if not line.lstrip().startswith("//") else None
            if match and not described and not line.startswith("    "):
                violations.append(f"{path}:{index + 1}: {match.group(1)} has no documentation block")
    return violations


BLOCK = """/// Hoeffding's inequality: upper tail of a sample mean, equal ranges.
///
/// Statement    P( mean(X) - E mean(X) >= t )  <=  exp( -2 n t^2 / w^2 )
/// Kind         upper bound on a probability; theorem; not tight.
/// Hypotheses   H1 (caller)   X_1..X_n are independent
///              H2 (checked)  n >= 1
/// Symbols      n  sample_count  std::size_t  number of variables    dimensionless
/// Domain       n >= 1
/// Returns      Interval enclosing the right-hand side
/// Accuracy     width at most 8 ulp
/// Errors       HypothesisError LC201 if H2 fails
/// Source       [Hoeffding1963, Theorem 2]; number re-read in the source: yes
/// Checked by   tests/bounds/hoeffding_test.cpp
/// Example      hoeffding_tail(100, Interval{1}) encloses exp(-2)
"""
DECLARATION = "Interval hoeffding_tail(std::size_t n, const Interval& t);\nBigInterval hoeffding_tail(const BigInterval& t);\n"
HEADER = "bounds/hoeffding.hpp"
CLEAN = {
    HEADER: "#pragma once\n\n/// A plain remark.\nstruct Remark {};\n\n" + BLOCK + DECLARATION,
    "bounds/functions.hpp": "#pragma once\n",
    "bounds/references.bib": "@article{Hoeffding1963,\n title = {X}}\n",
    "tests/bounds/hoeffding_test.cpp": "",
}
PLANTED = [
    ({HEADER: "#pragma once\n" + DECLARATION}, "no documentation block of a bound"),
    ({HEADER: BLOCK + DECLARATION + "\nInterval other_radius(int n);\n"}, "other_radius has no documentation block"),
    ({HEADER: BLOCK.replace("/// Domain       n >= 1\n", "") + DECLARATION}, "section 'Domain' occurs 0 times"),
    ({HEADER: BLOCK.replace("width at most 8 ulp", "") + DECLARATION}, "section 'Accuracy' is empty"),
    ({HEADER: BLOCK.replace("Kind ", "Errors ", 1) + DECLARATION}, "out of order"),
    ({HEADER: BLOCK.replace("theorem; not tight", "nice") + DECLARATION}, "Kind has none"),
    ({HEADER: BLOCK.replace("(caller) ", "") + DECLARATION}, "hypothesis H1 says neither"),
    ({HEADER: BLOCK.replace("Hoeffding1963", "Hoefding1963") + DECLARATION}, "source Hoefding1963 is not in"),
    ({HEADER: BLOCK.replace("[Hoeffding1963, Theorem 2]", "a book") + DECLARATION}, "cites no [key]"),
    ({HEADER: BLOCK.replace("source: yes", "source: perhaps") + DECLARATION}, "re-read"),
    ({HEADER: BLOCK.replace("hoeffding_test", "hoefding_test") + DECLARATION}, "does not exist"),
    ({HEADER: BLOCK.replace("equal ranges.", "equal ranges") + DECLARATION}, "not a sentence"),
]

if __name__ == "__main__":
    checking.main(check, CLEAN, PLANTED)
