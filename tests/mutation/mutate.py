"""See run.sh. A fault that no longer applies, does not compile or leaves the suite green makes the script fail."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUITE_SECONDS = 900  # a suite that a fault sends into an endless loop has noticed it
KEYS = {"id", "says", "file", "from", "to", "suite"}


def load():
    faults = tomllib.loads((HERE / "faults.toml").read_text(encoding="utf-8"))["fault"]
    problems = []
    for fault in faults:
        if set(fault) != KEYS:
            problems.append(f"{fault.get('id')}: the keys are {sorted(fault)}, not {sorted(KEYS)}")
            continue
        path = ROOT / fault["file"]
        found = path.read_text(encoding="utf-8").count(fault["from"]) if path.is_file() else 0
        if found != 1 or fault["from"] == fault["to"]:
            problems.append(f"{fault['id']}: the text to replace occurs {found} times in {fault['file']}, not once")
    if len({fault["id"] for fault in faults}) != len(faults):
        problems.append("an id occurs twice")
    return faults, problems


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)


def build(folder, suite):
    return run(["cmake", "--build", str(folder), "--target", suite])


def suite_is_green(folder, suite):
    try:
        return run([str(folder / "tests" / suite), "~[slow]", "--abort"], timeout=SUITE_SECONDS).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main(arguments):
    faults, problems = load()
    if problems:
        print("\n".join(problems))
        return 1
    if arguments == ["--check"]:
        print(f"{len(faults)} faults apply")
        return 0
    unknown = set(arguments) - {fault["id"] for fault in faults}
    if unknown:
        print(f"no such fault: {', '.join(sorted(unknown))}")
        return 2
    faults = [fault for fault in faults if not arguments or fault["id"] in arguments]

    with tempfile.TemporaryDirectory(prefix="lemmacheck-mutation-") as scratch:
        source, folder = pathlib.Path(scratch, "source"), pathlib.Path(scratch, "build")
        shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".git", "build", "lemmacheck-report"))
        launcher = shutil.which("ccache")
        configure = ["cmake", "-S", str(source), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
        if launcher:
            configure.append(f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}")
        done = run(configure)
        if done.returncode != 0:
            print(done.stdout)
            return 1
        for suite in sorted({fault["suite"] for fault in faults}):
            done = build(folder, suite)
            if done.returncode != 0 or not suite_is_green(folder, suite):
                print(done.stdout[-4000:], f"\n{suite} is not green without any fault: nothing can be said")
                return 1

        survivors = 0
        for fault in faults:
            start = time.monotonic()
            path = source / fault["file"]
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace(fault["from"], fault["to"]), encoding="utf-8")
            done = build(folder, fault["suite"])
            if done.returncode != 0:
                outcome, survivors = "DOES NOT COMPILE\n" + done.stdout[-4000:], survivors + 1
            elif suite_is_green(folder, fault["suite"]):
                outcome, survivors = "NOT NOTICED", survivors + 1
            else:
                outcome = "noticed"
            path.write_text(text, encoding="utf-8")
            print(f"{fault['id']}: {outcome} ({time.monotonic() - start:.0f} s): {fault['says']}", flush=True)
    print(f"{len(faults)} faults, {survivors} not noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
