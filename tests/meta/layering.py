"""Which way the arrows point: numerics <- bounds <- verify <- reports, and what only one room may touch."""

import pathlib
import re

import checking

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include\s*([<"])([^>"]+)[>"]', re.M)
# MPFR, MPFI, FLINT, Arb and Calcium are called in numerics only.
ENGINES = re.compile(r"^(mpfr|mpfi\w*|arb\w*|acb\w*|arf|mag|ca\w*|fmpz\w*|fmpq\w*|qqbar)\.h$|^(flint|calcium)/|"
                     r"^boost/multiprecision/(mpfr|mpfi)")
PRINTING_INCLUDE = re.compile(r"^(iostream|cstdio|stdio\.h|print|fmt/(ostream|os|printf|color)\.h)$")
PRINTING_CALL = re.compile(r"(?:\bfmt::print|\bstd::cout|\bstd::cerr|\bstd::exit|\bstd::getenv|\bgetenv|"
                           r"\bstd::chrono::\w+_clock::now)\b")
ROUNDING = re.compile(r"\b(_mm_setcsr|fesetround|_MM_SET_ROUNDING_MODE|FE_UPWARD|FE_DOWNWARD)\b")
# Libraries whose headers must not reach whoever includes a header of ours.
HEAVY = re.compile(r"^(boost/|Eigen/|nlohmann/|catch2/|toml\+\+/|toml\.hpp|CLI/|oneapi/|tbb/|fmt/|Random123/|arb|acb|"
                   r"flint/|calcium/|iostream$|regex$)")
# Headers that exist to connect with a heavy library: installed, for those who want them; no other header includes them.
OPT_IN = {"numerics/boost_multiprecision.hpp"}
INTERNAL_LIST = re.compile(r"\bINTERNAL((?:\s+[\w/.]+\.hpp)+)")


def internal_headers(root):
    """The headers that CMakeLists.txt does not install."""
    text = checking.read(root, "CMakeLists.txt")
    return {name for found in INTERNAL_LIST.findall(text) for name in found.split()}


def check(root):
    violations = []
    internal = internal_headers(root)
    headers = set(map(str, checking.files(root, ".hpp", under=checking.ROOMS)))
    for name in sorted(internal - headers):
        violations.append(f"CMakeLists.txt: INTERNAL names {name}, which does not exist")
    for path in checking.files(root, ".hpp", ".cpp", ".h", ".c", under=checking.ROOMS):
        room = path.parts[0]
        allowed = checking.ROOMS[:checking.ROOMS.index(room) + 1]
        prints = path.is_relative_to("reports/cli")
        source = checking.without_comments(checking.read(root, path))
        code = checking.without_comments(source, keep_text=False)

        def report(found, what):
            violations.append(f"{path}:{found.string.count(chr(10), 0, found.start()) + 1}: {what}")

        for found in INCLUDE.finditer(source):
            quote, target = found.groups()
            target_room = pathlib.PurePath(target).parts[0]
            if quote == '"':
                if "/" not in target or target_room not in checking.ROOMS:
                    report(found, f'"{target}" is not a path from the root that begins with a room')
                elif target_room not in allowed:
                    report(found, f"{room} includes {target_room}: {target}")
                elif not (pathlib.Path(root) / target).exists():
                    report(found, f'"{target}" does not exist')
                elif path.suffix == ".hpp" and target in internal and str(path) not in internal:
                    report(found, f"an installed header includes {target}, which is not installed")
                elif path.suffix == ".hpp" and target in OPT_IN:
                    report(found, f"{target} is for those who ask for it, not for another header")
                elif target.startswith("reports/cli/") and not prints:
                    report(found, f"a library includes a header of the command: {target}")
            else:
                if target_room in checking.ROOMS:
                    report(found, f"<{target}> is ours: write it in quotes")
                if ENGINES.search(target) and room != "numerics":
                    report(found, f"<{target}> belongs to numerics, not to {room}")
                if PRINTING_INCLUDE.search(target) and not prints:
                    report(found, f"<{target}>: only reports/cli prints")
                light = path.suffix == ".hpp" and not prints and str(path) not in internal | OPT_IN
                if HEAVY.search(target) and light:
                    report(found, f"<{target}> is too heavy for an installed header")
        for pattern, who, excused in ((PRINTING_CALL, "reports/cli", prints), (ROUNDING, "numerics", room == "numerics")):
            for found in pattern.finditer(code):
                if not excused:
                    report(found, f"{found.group()} belongs to {who}")
    return violations


CLEAN = {
    "CMakeLists.txt": "lemmacheck_room(numerics INTERNAL numerics/arb_bridge.hpp)\n",
    "numerics/a.hpp": '#pragma once\n#include <mpfi.h>\n#include <string>\n// #include "verify/c.hpp"\n',
    "numerics/arb_bridge.hpp": "#include <arb.h>\n",
    "numerics/boost_multiprecision.hpp": "#include <boost/multiprecision/gmp.hpp>\n",
    "numerics/a.cpp": '#include "numerics/a.hpp"\n#include "numerics/arb_bridge.hpp"\n#include <flint/arb.h>\n'
                      "void up() { fesetround(FE_UPWARD); }\n",
    "bounds/b.hpp": '#include "numerics/a.hpp"\n',
    "bounds/b.cpp": '#include <fmt/format.h>\n#include "bounds/b.hpp"\nauto s = "std::cout << 1";\n',
    "verify/c.hpp": '#include "bounds/b.hpp"\n',
    "reports/d.hpp": '#include "verify/c.hpp"\n',
    "reports/cli/main.cpp": '#include <iostream>\n#include <CLI/CLI.hpp>\nint main() { std::cout << 1; }\n',
}
PLANTED = [
    ({"numerics/a.cpp": '#include "bounds/b.hpp"\n'}, "numerics/a.cpp:1: numerics includes bounds"),
    ({"bounds/b.cpp": '\n\n#include "verify/c.hpp"\n'}, "bounds/b.cpp:3: bounds includes verify"),
    ({"verify/c.cpp": '#  include "reports/d.hpp"\n'}, "verify includes reports"),
    ({"verify/sub/c.cpp": '#include "reports/d.hpp"\n'}, "verify includes reports"),
    ({"verify/c.cpp": '#include "c.hpp"\n'}, "not a path from the root"),
    ({"verify/c.cpp": '#include "../reports/d.hpp"\n'}, "not a path from the root"),
    ({"verify/c.cpp": "#include <reports/d.hpp>\n"}, "write it in quotes"),
    ({"bounds/b.cpp": '#include "numerics/missing.hpp"\n'}, "does not exist"),
    ({"bounds/b.cpp": "#include <arb.h>\n"}, "belongs to numerics"),
    ({"verify/c.cpp": "#include <mpfr.h>\n"}, "belongs to numerics"),
    ({"verify/c.cpp": "#include <iostream>\n"}, "only reports/cli prints"),
    ({"reports/d.cpp": 'void f() {\n  fmt::print("x");\n}\n'}, "reports/d.cpp:2: fmt::print belongs to reports/cli"),
    ({"reports/d.cpp": '#include "reports/cli/x.hpp"\n', "reports/cli/x.hpp": ""}, "a header of the command"),
    ({"verify/c.cpp": "/* a\n */ void f() { fesetround(0); }\n"}, "verify/c.cpp:2: fesetround belongs to numerics"),
    ({"verify/c.hpp": "#include <Eigen/Dense>\n"}, "too heavy"),
    ({"numerics/e.hpp": '#include "numerics/arb_bridge.hpp"\n'}, "which is not installed"),
    ({"numerics/e.hpp": '#include "numerics/boost_multiprecision.hpp"\n'}, "not for another header"),
    ({"numerics/e.hpp": "#include <boost/multiprecision/gmp.hpp>\n"}, "too heavy"),
    ({"numerics/e.hpp": "#include <arb.h>\n"}, "too heavy"),
    ({"CMakeLists.txt": "INTERNAL numerics/gone.hpp\n"}, "numerics/gone.hpp, which does not exist"),
]

if __name__ == "__main__":
    checking.main(check, CLEAN, PLANTED)
