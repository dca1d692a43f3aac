"""Runs lemmacheck and other tools on inequalities over boxes and prints one table; see peers.sh."""

import argparse
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import peer_languages as languages

MEMORY = 8 << 30  # bytes, for each tool


class Tool:
    """`text`: problem to the text of a file, None when it cannot be said; `command`: what is run on the file;
    `answer`: exit code and output to "proved", "refuted" or ""."""

    def __init__(self, name, program, ending, text, command, answer):
        self.name, self.program, self.ending = name, program, ending
        self.text, self.command, self.answer = text, command, answer


def smt_answer(_, out):
    word = out.split()[0] if out.split() else ""
    return {"unsat": "proved", "sat": "refuted"}.get(word, "")


def silent_answer(code, _):
    return "proved" if code == 0 else ""


TOOLS = [
    Tool("z3", "z3", "smt2", languages.z3, lambda f, s: ["z3", f"-T:{s}", f], smt_answer),
    Tool("cvc5", "cvc5", "smt2", languages.cvc5, lambda f, s: ["cvc5", f"--tlimit={1000 * s}", f], smt_answer),
    Tool("coq", "coqc", "v", languages.coq, lambda f, s: ["coqc", "-q", f], silent_answer),
    Tool("gappa", "gappa", "g", languages.gappa, lambda f, s: ["gappa", f], silent_answer),
    Tool("sollya", "sollya", "sollya", languages.sollya, lambda f, s: ["sollya", f],
         lambda code, out: "proved" if out.split("\n")[0].strip() == "proved" else ""),
]


def run(command, seconds, directory):
    """Exit code, output, CPU seconds with those of children. At the limit the whole group is ended."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    with open(os.path.join(directory, "out"), "w+b") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL,
                                   cwd=directory, start_new_session=True, preexec_fn=limit)
        end = time.monotonic() + seconds
        try:
            pid = 0
            while not pid and time.monotonic() < end:
                time.sleep(0.002)
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        finally:  # also when we are told to stop
            if not pid:
                os.killpg(process.pid, signal.SIGKILL)
                _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return process.returncode, out.read().decode(errors="replace"), usage.ru_utime + usage.ru_stime


def lemmacheck_command(program, problem, seconds, directory):
    """As a lemma: verdict, certificate and margin. `prove` would look too for where else the claim holds."""
    ranges = []
    for part in problem.boxes.split(","):
        if " in " in part:
            ranges.append(part.strip())
        else:
            ranges[-1] += "," + part
    path = os.path.join(directory, "claim.toml")
    lines = ["[[lemma]]", 'id = "claim"', "for = " + json.dumps(ranges), "claim = " + json.dumps(problem.claim)]
    pathlib.Path(path).write_text("\n".join(lines) + "\n")
    return [program, "check", path, "--timeout", str(seconds), "--quiet"]


def lemmacheck_answer(code, _):
    return {0: "proved", 1: "refuted"}.get(code, "")


def coq_is_complete(directory):
    path = os.path.join(directory, "has_interval.v")
    pathlib.Path(path).write_text("From Interval Require Import Tactic.\n")
    return run(["coqc", "-q", path], 60, directory)[0] == 0


def available(wanted, directory):
    tools = []
    for tool in TOOLS:
        if wanted and tool.name not in wanted:
            continue
        if not shutil.which(tool.program):
            print(f"{tool.name}: not installed, left out", file=sys.stderr)
        elif tool.name == "coq" and not coq_is_complete(directory):
            print("coq: there is no libcoq-interval, left out", file=sys.stderr)
        else:
            tools.append(tool)
    return tools


def measure(tool, program, problem, seconds, directory):
    """The answer and CPU seconds; None when the tool cannot be asked."""
    if tool is None:
        code, out, cpu = run(lemmacheck_command(program, problem, seconds, directory), seconds + 5, directory)
        return lemmacheck_answer(code, out), cpu
    text = tool.text(problem)
    if text is None:
        return None
    path = os.path.join(directory, f"claim.{tool.ending}")
    pathlib.Path(path).write_text(text)
    code, out, cpu = run(tool.command(path, seconds), seconds, directory)
    return tool.answer(code, out), cpu


def cell(found, true):
    if found is None:
        return "-"
    answer, cpu = found
    word = {"": "no", "proved": "yes", "refuted": "yes"}[answer]
    if answer and (answer == "proved") != true:
        word = "WRONG"
    return f"{word} {cpu:.2f}"


def totals(column, problems):
    right = [f for f, p in zip(column, problems) if f and f[0] == ("proved" if p.true else "refuted")]
    asked = [f for f in column if f]
    return [f"{len(right)} of {len(asked)}", f"{sum(f[1] for f in right):.1f}", f"{sum(f[1] for f in asked):.1f}"]


def print_row(cells):
    print(f"{cells[0]:20}" + "".join(f"{c:>14}" for c in cells[1:]), flush=True)


def main():
    parser = argparse.ArgumentParser(prog="peers.sh", description=__doc__)
    parser.add_argument("lemmacheck", nargs="?", help="the program; without it only the other tools run")
    parser.add_argument("--limit", type=int, default=60, help="seconds for one claim (60)")
    parser.add_argument("--only", default="", help="names of claims, with commas between them")
    parser.add_argument("--tools", default="", help="z3, cvc5, coq, gappa, sollya; all that are installed")
    parser.add_argument("--problems", required=True, help="the statements")
    options = parser.parse_args()
    if not os.path.exists(options.problems):
        sys.exit(f"peers.sh: {options.problems}: no such file; give --problems FILE")
    lines = pathlib.Path(options.problems).read_text().splitlines()
    problems = [languages.Problem(line) for line in lines if line.strip() and not line.startswith("#")]
    chosen = [name for name in options.only.split(",") if name]
    if unknown := set(chosen) - {p.name for p in problems}:
        sys.exit(f"peers.sh: no claim {', '.join(sorted(unknown))}")
    problems = [p for p in problems if not chosen or p.name in chosen]
    program = os.path.abspath(options.lemmacheck) if options.lemmacheck else None
    with tempfile.TemporaryDirectory(prefix="peers_") as directory:
        tools = ([None] if program else []) + available([t for t in options.tools.split(",") if t], directory)
        print_row(["claim"] + [t.name if t else "lemmacheck" for t in tools])
        columns = [[] for _ in tools]
        for problem in problems:
            for tool, column in zip(tools, columns):
                column.append(measure(tool, program, problem, options.limit, directory))
            print_row([problem.name] + [cell(column[-1], problem.true) for column in columns])
        for title, row in zip(["decided", "CPU s, decided", "CPU s, all"],
                              zip(*(totals(c, problems) for c in columns))):
            print_row([title] + list(row))
    print("\nyes: proved, or refuted if false; no: not within the limit; -: cannot be asked. CPU seconds with start-up.")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    main()
