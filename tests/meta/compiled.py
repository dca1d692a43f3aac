"""What was compiled, and how.

    python3 compiled.py flags BUILD            no forbidden flag in BUILD/compile_commands.json
    python3 compiled.py symbols NM ARCHIVE     the archive calls nothing of libm's, printf's and strtod's kind, but for
                                               objects named approx_*
    python3 compiled.py --self-test
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys

# Flags under which floating-point operations are not the ones that the source says.
FORBIDDEN = re.compile(
    r"^-(Ofast|ffast-math|funsafe-math-optimizations|ffinite-math-only|fassociative-math|freciprocal-math|"
    r"fno-signed-zeros|fno-honor-nans|fno-honor-infinities|fcx-limited-range|fsingle-precision-constant|"
    r"ffp-contract=(fast|on)|ffp-model=(fast|aggressive)|fexcess-precision=fast|mfpmath=387|mpc\d+|mrecip.*)$")
REQUIRED = "-ffp-contract=off"

_ELEMENTARY = """exp exp2 exp10 expm1 log log2 log10 log1p pow cbrt hypot sin cos tan sincos asin acos atan atan2 sinh
    cosh tanh asinh acosh atanh erf erfc lgamma lgamma_r gamma tgamma j0 j1 jn y0 y1 yn fmod remainder""".split()
_TEXT = """strtod strtof strtold strtod_l strtof_l strtold_l atof ecvt fcvt gcvt strfromd strfromf strfroml
    printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf dprintf asprintf vasprintf
    scanf fscanf sscanf vscanf vfscanf vsscanf""".split()
# The same through the standard library: streams of floating-point numbers, from_chars.
_MANGLED_TEXT = re.compile(r"^_ZNS[oi]\w*[lr]sER?[fde]$|^_ZNSo9_M_insertI[fde]E|^_ZNSi10_M_extractI[fde]E|"
                           r"^_ZSt10from_charsPKc\w*_R[fdeg]")
BANNED = {name + suffix for name in _ELEMENTARY for suffix in ("", "f", "l")} | set(_TEXT)
BANNED |= {f"__{name}_finite" for name in BANNED} | {f"__{name}_chk" for name in _TEXT}
BANNED |= {"__isoc99_" + name for name in _TEXT} | {"__isoc23_" + name for name in _TEXT}


def flag_faults(commands):
    """Violations in the entries of a compile_commands.json."""
    for entry in commands:
        words = entry.get("arguments") or shlex.split(entry["command"])
        for word in words:
            if FORBIDDEN.match(word):
                yield f"{entry['file']}: compiled with {word}"
        contract = [word for word in words if word.startswith("-ffp-contract")]
        if contract[-1:] != [REQUIRED] and not entry["file"].endswith("catch_main.cpp"):
            yield f"{entry['file']}: compiled without {REQUIRED}"
    if not commands:
        yield "compile_commands.json is empty"


def symbol_faults(listing):
    """Violations in the output of `nm -A -u` on an archive: lines archive:object: U symbol."""
    objects = set()
    for line in listing.splitlines():
        match = re.match(r"^[^:]*:([^:]+):\s+[Uwv]\s+(\S+)$", line)
        if not match:
            continue
        name, symbol = match.group(1), match.group(2).split("@")[0]
        objects.add(name)
        if (symbol in BANNED or _MANGLED_TEXT.search(symbol)) and not name.startswith("approx_"):
            yield f"{name}: calls {symbol}"
    if not objects:
        yield "no object with undefined symbols: not an archive of this library"


def self_test():
    plain = {"file": "numerics/a.cpp", "command": f"g++ -O3 {REQUIRED} -march=native -c a.cpp"}
    good = "libx.a:a.cpp.o:                 U mpfr_snprintf\nlibx.a:a.cpp.o: U logistic\n" \
           "libx.a:approx_a.cpp.o:          U exp@GLIBC_2.29\nlibx.a:a.cpp.o: U memcpy\n"
    faults = 0
    if list(flag_faults([plain])) or list(symbol_faults(good)):
        print("a clean input is refused")
        faults += 1
    planted = [flag_faults([{**plain, "command": plain["command"] + " " + flag}]) for flag in (
        "-ffast-math", "-Ofast", "-ffinite-math-only", "-funsafe-math-optimizations", "-fassociative-math",
        "-ffp-contract=fast", "-freciprocal-math", "-mfpmath=387")]
    planted += [flag_faults([{"file": "a.cpp", "command": "g++ -O3 -c a.cpp"}]), flag_faults([])]
    planted += [symbol_faults(good + f"libx.a:big.cpp.o:    U {symbol}\n") for symbol in (
        "exp", "log@GLIBC_2.29", "powl", "sinf", "cos", "tan", "erf", "lgamma", "tgamma", "strtod", "printf", "snprintf",
        "__snprintf_chk", "__exp_finite", "log1p", "expm1", "sinh", "__isoc99_sscanf", "_ZNSolsEd",
        "_ZNSo9_M_insertIdEERSoT_", "_ZNSirsERd",
        "_ZSt10from_charsPKcS0_RdSt12chars_format")]
    planted += [symbol_faults(""), symbol_faults("libx.a:not_approx_a.cpp.o: U exp\n")]
    for number, found in enumerate(planted):
        if not list(found):
            print(f"planted fault {number} was not found")
            faults += 1
    print(f"{len(planted)} planted faults, {faults} not as expected")
    return 1 if faults else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) == 2 and arguments[0] == "flags":
        path = pathlib.Path(arguments[1], "compile_commands.json")
        faults = list(flag_faults(json.loads(path.read_text())))
    elif len(arguments) == 3 and arguments[0] == "symbols":
        listing = subprocess.run([arguments[1], "-A", "-u", arguments[2]], check=True, capture_output=True, text=True)
        faults = list(symbol_faults(listing.stdout))
    else:
        sys.exit(__doc__)
    print("\n".join(faults) or "no violation")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
