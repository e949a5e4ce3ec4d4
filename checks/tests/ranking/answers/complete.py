#!/usr/bin/env python3
# Right.
import itertools
import sys

for line in sys.stdin:
    runs = itertools.groupby(line.rstrip("\n"))
    print("".join(f"{letter}{len(list(run))}" for letter, run in runs), flush=True)
