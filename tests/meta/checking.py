"""The frame of the checks in this folder.

A check is a function from the root of a source tree to a list of violations, "path:line: what is wrong". Its main
program is `main(check, clean, planted)`:

    python3 CHECK.py ROOT          prints the violations of the tree at ROOT and fails if there are any
    python3 CHECK.py --self-test   shows that the check can fail: `clean` is a small tree that it accepts; each of
                                   `planted` is (files to add to it, text that must occur in a violation)
"""

import os
import pathlib
import re
import sys
import tempfile

ROOMS = ("numerics", "bounds", "verify", "reports")  # each may include what is left of it
SKIPPED_FOLDERS = {".git", "build", "lemmacheck-report", "__pycache__", ".cache", "golden"}


def files(root, *suffixes, under=("",)):
    """The files of the tree with one of the suffixes (all, if none is given), as sorted paths relative to root."""
    found = []
    for folder in under:
        for here, folders, names in os.walk(pathlib.Path(root) / folder):
            folders[:] = [f for f in folders if f not in SKIPPED_FOLDERS and not f.startswith("build")]
            for name in names:
                if not suffixes or name.endswith(suffixes):
                    found.append(pathlib.Path(here, name).relative_to(root))
    return sorted(found)


def read(root, path):
    return (pathlib.Path(root) / path).read_text(encoding="utf-8", errors="replace")


_COMMENT_OR_TEXT = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)


def without_comments(source, keep_text=True):
    """C++ without its comments (and with empty literals, unless keep_text); line numbers stay."""
    def replace(match):
        found = match.group()
        if not found.startswith("/") and keep_text:
            return found
        return ("" if found.startswith("/") else '""') + "\n" * found.count("\n")
    return _COMMENT_OR_TEXT.sub(replace, source)


def _write(root, tree):
    for path, text in tree.items():
        target = pathlib.Path(root) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def _self_test(check, clean, planted):
    failures = 0
    for extra, expected in [({}, None), *planted]:
        with tempfile.TemporaryDirectory() as root:
            _write(root, {**clean, **extra})
            violations = check(root)
        if expected is None:
            good = not violations
        else:
            good = any(expected in violation for violation in violations)
        if not good:
            failures += 1
            print(f"planted {sorted(extra)}: expected {expected!r}, found {violations}")
    print(f"{len(planted)} planted violations, {failures} not as expected")
    return 1 if failures or not planted else 0


def main(check, clean, planted):
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(_self_test(check, clean, planted))
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1], "CMakeLists.txt").exists():
        sys.exit("usage: CHECK.py ROOT | CHECK.py --self-test")
    violations = check(sys.argv[1])
    print("\n".join(violations) or "no violation")
    sys.exit(1 if violations else 0)
