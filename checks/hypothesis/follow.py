"""Follows the blocks of a page that are for Python: writes the files, runs pytest, and compares what is shown."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def blocks(page):
    """Blocks of code: the language, and the lines."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def pieces(shown):
    """Runs of lines between lines `..`, which stand for any lines."""
    found = [[]]
    for line in shown.splitlines():
        if line == "..":
            found.append([])
        else:
            found[-1].append(line.rstrip())
    return [piece for piece in found if piece]


def missing(shown, seen):
    """The first lines that were not seen, in their order."""
    lines = [line.rstrip() for line in seen.splitlines()]
    start = 0
    for piece in pieces(shown):
        places = range(start, len(lines) - len(piece) + 1)
        place = next((place for place in places if lines[place : place + len(piece)] == piece), None)
        if place is None:
            return "\n".join(piece)
        start = place + len(piece)
    return None


def main(path):
    files = runs = compared = 0
    seen = None
    with tempfile.TemporaryDirectory() as directory:
        for language, text in blocks(Path(path).read_text()):
            if language == "python":
                name = text.splitlines()[0].removeprefix("# ")
                Path(directory, name).write_text(text)
                files += 1
            elif language == "console":
                seen = None
                if text.startswith("pytest"):
                    command = [sys.executable, "-m", *text.split(), "-p", "no:cacheprovider"]
                    variables = {**os.environ, "COLUMNS": "80"}
                    output = subprocess.run(command, cwd=directory, env=variables, capture_output=True, text=True)
                    seen = output.stdout
                    runs += 1
                    has_failed = output.returncode != 0
            elif language == "text" and seen is not None:
                compared += 1
                lines = missing(text, seen)
                assert lines is None, f"not seen:\n{lines}\n\nbut:\n{seen}"
                assert has_failed == ("Failing test case" in text), seen
    print(f"{files} files of Python, {runs} runs of pytest, {compared} outputs compared")
    assert files and runs == files == compared, "a file is not run, or its output is not shown"


main(sys.argv[1])
