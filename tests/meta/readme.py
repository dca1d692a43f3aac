"""Runs the examples of README.md and compares what they print (--update writes it), and the example of the format."""
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"```\n\$ (lemmacheck [^\n]*)\n(.*?)```", re.DOTALL)


def output(program, command):
    words = shlex.split(command)
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def updated(text, program):
    return BLOCK.sub(lambda m: f"```\n$ {m.group(1)}\n{output(program, m.group(1))}```", text)


def check_format_example(page, program):
    """The first TOML block of the page, evaluated as the sentence behind it says, prints the number of that sentence."""
    text = page.read_text(encoding="utf-8")
    block = re.search(r"```toml\n(.*?)```\s*`lemmacheck evaluate (\S+) ([^`]*)` prints [^.]*? at most ([\d.]*\d)", text, re.DOTALL)
    if not block:
        sys.exit(f"{page} has no example with its number")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, block.group(2))
        file.write_text(block.group(1), encoding="utf-8")
        printed = output(program, f"lemmacheck evaluate {file} {block.group(3)}")
    if not re.search(rf"<= {re.escape(block.group(4))}\s", printed):
        sys.exit(f"{page} says {block.group(4)}, the program:\n{printed}")


def check_lemma_example(page, program):
    """The lemmas in the first TOML block of the page do what they expect."""
    block = re.search(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "lemmas.toml")
        file.write_text(block.group(1), encoding="utf-8")
        printed = output(program, f"lemmacheck check {file}")
    if f"{block.group(1).count('[[lemma]]')} as expected, 0 undecided, 0 not" not in printed:
        sys.exit(f"the example of {page}:\n{printed}")


def main():
    readme, program = Path(sys.argv[1]), sys.argv[2]
    text = readme.read_text(encoding="utf-8")
    commands = BLOCK.findall(text)
    if len(commands) < 3:
        sys.exit("README.md has fewer than three examples")
    new = updated(text, program)
    if "--update" in sys.argv:
        readme.write_text(new, encoding="utf-8")
    elif new != text:
        for command, printed in commands:
            if output(program, command) != printed:
                print(f"README.md prints something else for: {command}\n{output(program, command)}")
        sys.exit(1)
    check_format_example(readme.parent / "reports/docs/theorem-files.md", program)
    check_lemma_example(readme.parent / "reports/docs/lemma-files.md", program)
    print(f"{len(commands)} examples and those of the formats")


if __name__ == "__main__":
    main()
