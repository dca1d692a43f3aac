"""Headers against the compiler.

    python3 headers.py alone ROOT CXX FLAG...      every header of the rooms compiles alone, and twice in a row
    python3 headers.py fast-math ROOT CXX FLAG...  numerics/interval.hpp refuses to compile under fast-math
    python3 headers.py --self-test CXX FLAG...

FLAG... are the include paths of the libraries; an installed header gets them too, which rooms and weights it may
include is the matter of layering.py.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

import checking

BASE = ["-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Werror"]
INTERVAL = "numerics/interval.hpp"
FAST_MATH = ["-ffast-math", "-Ofast", "-ffinite-math-only"]
# Parts of it that only GCC reports to the program.
FAST_MATH_GCC = ["-funsafe-math-optimizations", "-fno-signed-zeros -fno-trapping-math -fassociative-math",
                 "-freciprocal-math"]


def compile_text(command, root, text):
    """The messages of the compiler, empty when it accepts the text."""
    done = subprocess.run([*command, "-I.", *BASE], input=text, text=True, capture_output=True,
                          cwd=root)  # a quoted include is looked for there first
    return "" if done.returncode == 0 else done.stderr or "failed without a message"


def alone(root, command):
    headers = [str(path) for path in checking.files(root, ".hpp", under=checking.ROOMS)]

    def fault(header):
        line = f'#include "{header}"\n'
        return compile_text([*command, *WARNINGS], root, line + line)

    with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        return [f"{header}: {message}" for header, message in zip(headers, pool.map(fault, headers)) if message]


def is_gcc(command):
    macros = subprocess.run([command[0], "-dM", "-E", "-x", "c++", "-"], input="", text=True, capture_output=True, check=True)
    return "__clang__" not in macros.stdout


def fast_math(root, command):
    text = f'#include "{INTERVAL}"\n'
    violations = []
    message = compile_text(command, root, text)
    if message:
        violations.append(f"{INTERVAL} does not even compile without fast-math: {message}")
    for flags in FAST_MATH + (FAST_MATH_GCC if is_gcc(command) else []):
        message = compile_text([*command, *flags.split()], root, text)
        if "#error" not in message and "error: " not in message:
            violations.append(f"{INTERVAL} compiles with {flags}")
        elif "lemmacheck" not in message:
            violations.append(f"{INTERVAL} with {flags}: refused, but not by its own message: {message}")
    return violations


def self_test(command):
    guard = "#if defined(__FAST_MATH__)\n#error lemmacheck: no\n#endif\n"
    full = guard.replace("defined(__FAST_MATH__)", "defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ || "
                         "defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)")
    cases = [  # check, header text, whether it has to complain
        (alone, "#pragma once\n#include <string>\ninline std::string f() { return {}; }\n", False),
        (alone, "#pragma once\ninline std::string f() { return {}; }\n", True),
        (alone, "inline int f() { return 1; }\n", True),
        (alone, "#pragma once\ninline int f(int unused) { return 1; }\n", True),
        (fast_math, full, False),
        (fast_math, guard, True),
        (fast_math, "", True),
        (fast_math, "#error lemmacheck: always\n", True),
        (fast_math, full.replace("lemmacheck", "other"), True),
    ]
    faults = 0
    for number, (check, text, complains) in enumerate(cases):
        with tempfile.TemporaryDirectory() as root:
            header = pathlib.Path(root, INTERVAL)
            header.parent.mkdir()
            header.write_text(text)
            if bool(check(root, command)) != complains:
                print(f"case {number}: expected {'a' if complains else 'no'} violation")
                faults += 1
    print(f"{len(cases)} cases, {faults} not as expected")
    return 1 if faults else 0


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "--self-test":
        return self_test(arguments[1:])
    checks = {"alone": alone, "fast-math": fast_math}
    if len(arguments) < 3 or arguments[0] not in checks:
        sys.exit(__doc__)
    violations = checks[arguments[0]](arguments[1], arguments[2:])
    print("\n".join(violations) or "no violation")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
