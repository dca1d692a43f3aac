"""Runs the examples of README.md and compares what they print; --update writes the output into README.md."""
import re
import shlex
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"```\n\$ (lemmacheck [^\n]*)\n(.*?)```", re.DOTALL)


def output(program, command):
    words = shlex.split(command)
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def updated(text, program):
    return BLOCK.sub(lambda m: f"```\n$ {m.group(1)}\n{output(program, m.group(1))}```", text)


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
    print(f"{len(commands)} examples")


if __name__ == "__main__":
    main()
