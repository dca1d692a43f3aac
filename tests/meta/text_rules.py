"""Rules for every text file: length, line width, no machine paths, no unfinished words.

The width is that of C++ code; the lines of a raw string (an expected output) are as wide as they are.
"""

import re

import checking

MAX_LINES = 500
MAX_WIDTH = 120
CODE = (".hpp", ".cpp", ".h", ".c")
TEXT = CODE + (".py", ".sh", ".cmake", ".txt", ".toml", ".md", ".json", ".cff", ".bib", ".patch", ".sed", "run", ".yml")
# Places that exist on one machine only. Written in pieces, so that this file does not find itself.
MACHINE_PATH = re.compile("(?<![\\w.$}~-])/" + "(home/\\w|root/|Users/\\w|work/|workspace/|tmp/[\\w-]|mnt/\\w)")
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]) + r")\b")


RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.S)


def without_raw_strings(source):
    return RAW_STRING.sub(lambda match: "\n" * match.group().count("\n"), source)


def check(root):
    violations = []
    for path in checking.files(root, *TEXT):
        text = checking.read(root, path)
        lines = text.split("\n")
        code = without_raw_strings(text).split("\n") if path.suffix in CODE else []
        if lines and not lines[-1]:
            lines.pop()
        if len(lines) > MAX_LINES:
            violations.append(f"{path}:{len(lines)}: more than {MAX_LINES} lines")
        for number, line in enumerate(lines, 1):
            if code and len(code[number - 1]) > MAX_WIDTH:
                violations.append(f"{path}:{number}: wider than {MAX_WIDTH} columns")
            for pattern, what in ((MACHINE_PATH, "a path of one machine"), (UNFINISHED, "an unfinished word")):
                found = pattern.search(line)
                if found:
                    violations.append(f"{path}:{number}: {what}: {found.group()}")
    return violations


CLEAN = {
    "a.cpp": '#include "numerics/a.hpp"\n' * MAX_LINES,
    "b.hpp": "x" * MAX_WIDTH + "\n",
    "t.cpp": 'auto s = R"x(\n' + "y" * 200 + '\n)x";\n',
    "README.md": "./build/home/x and work/y are relative; " + "wide " * 50 + "\n",
    "build/x.cpp": "/" + "home/me\n",
}
PLANTED = [
    ({"a.cpp": "\n" * (MAX_LINES + 1)}, "a.cpp:501: more than"),
    ({"tests/x.py": "\n" * (MAX_LINES + 1)}, "more than"),
    ({"b.hpp": "\n" + "x" * (MAX_WIDTH + 1)}, "b.hpp:2: wider"),
    ({"b.hpp": 'auto s = R"(\n)";' + "x" * MAX_WIDTH + "\n"}, "b.hpp:2: wider"),
    ({"c.md": "see /" + "home/me/data\n"}, "a path of one machine"),
    ({"c.cpp": 'auto f = "/' + 'tmp/wt";\n'}, "a path of one machine"),
    ({"run": "cd /" + "root/x\n"}, "a path of one machine"),
    ({"c.cpp": "// TO" + "DO later\n"}, "an unfinished word"),
]

if __name__ == "__main__":
    checking.main(check, CLEAN, PLANTED)
