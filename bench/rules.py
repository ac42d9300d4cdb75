#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each rule of compiler/heuristics.def is worth (docs/heuristics.md).

  bench/rules.py changes --weftc build/release/bin/weftc [--isa x86-64-v4] [--group 16x16]... FILE.cl... [-- OPTION...]
  bench/rules.py times [--rounds 5] [--rule NAME]... [--changed FILE] -- COMMAND [ARGUMENT...]

`changes` counts, for each rule, the kernels of the files whose code is another one without it, which takes no quiet machine:
what changes nothing need not be timed. Files that do not build with the options are named and left out. `times` runs a
program that prints lines of a name and a time, or JSON of a case and a value (bench-kernels), as it is and without each
rule, in turn, and prints for each rule the kernels that it makes faster (above 1) or slower by a twentieth, with the
geometric mean of all; the least time of each counts. With what `changes` printed in a file, --changed, it looks at the
kernels whose code the rule changes alone, by their names or those of their files, so that no noise of others counts.
"""

import argparse
import collections
import hashlib
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULE = re.compile(r'WEFT_HEURISTIC\(\w+,\s*"([\w-]+)"')
KERNEL = re.compile(r"^define [^\n]*@weft_kernel_(\w+)\(.*?^\}", re.MULTILINE | re.DOTALL)
NUMBERED = re.compile(r"[#!]\d+")  # attributes and metadata are numbered through the whole module
TIME = re.compile(r"^(\S.*?)[\s:]+(\d+(?:\.\d+)?)(?:\s*(?:ms|us|s))?\b")
MOVES = 0.05


def rules():
    return RULE.findall((ROOT / "compiler/heuristics.def").read_text())


def built(options, path, *more):
    """{kernel: its code}; empty if the file does not build."""
    command = [options.weftc, "--emit=ir", "--spmd=auto", f"--isa={options.isa}", *more, *options.options, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return {} if done.returncode else {m[1]: NUMBERED.sub("", m[0]) for m in KERNEL.finditer(done.stdout)}


def code(options, path, without):
    """{kernel: digest of its code}, of the copies that launches have made too: some rules act in those alone."""
    more = [f"--spmd-without={without}"] if without else []
    found = built(options, path, *more)
    for name in found:
        for group in options.group:
            copy = built(options, path, f"--specialise={name},group:{group}", *more)
            found[name] += copy.get(name, "")
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in found.items()}


def changes(options):
    kernels, refused, moved = 0, [], collections.defaultdict(list)
    for path in options.files:
        base = code(options, path, None)
        if not base:
            refused.append(path)
            continue
        kernels += len(base)
        for rule in rules():
            other = code(options, path, rule)
            moved[rule] += [f"{Path(path).stem}:{name}" for name in base if base[name] != other.get(name)]
    print(f"{kernels} kernels, {options.isa}")
    for rule in rules():
        print(f"{rule:20} {len(moved[rule]):4}  {' '.join(moved[rule])}")
    for path in refused:
        print(f"does not build: {path}", file=sys.stderr)


def times_of(command, without):
    environment = dict(os.environ, WEFT_SPMD_WITHOUT=without or "")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = {}
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            case = json.loads(line)
            found[case.get("case")] = case.get("value", 0)
        elif match := TIME.match(line):
            found[match[1]] = float(match[2])
    return {name: time for name, time in found.items() if time > 0}


def changed_names(path):
    """{rule: names of the kernels whose code it changes, with their files' and without}, as changes() prints them."""
    found, known = {}, rules()
    for line in filter(str.strip, Path(path).read_text().splitlines()):
        rule, *words = line.split()
        if rule in known:
            found[rule] = {name for word in words[1:] for name in (word, word.split(":")[0])}
    return found


def times(options):
    chosen = options.rule or rules()
    changed = changed_names(options.changed) if options.changed else None
    best = collections.defaultdict(dict)
    for _ in range(options.rounds):
        for rule in [None, *chosen]:
            for name, time in times_of(options.command, rule).items():
                best[rule][name] = min(time, best[rule].get(name, time))
    for rule in chosen:
        if not best[None]:
            sys.exit("rules.py: the command prints no lines of a name and a time")
        counted = best[None].keys() & best[rule].keys()
        if changed:
            counted &= changed.get(rule, set())
        ratios = {name: best[rule][name] / best[None][name] for name in counted}
        if not ratios:
            print(f"{rule:20} no kernel")
            continue
        mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
        moving = sorted(((r, n) for n, r in ratios.items() if abs(math.log(r)) > math.log(1 + MOVES)), reverse=True)
        print(f"{rule:20} {mean:.3f} of {len(ratios)}  {', '.join(f'{name} {ratio:.2f}' for ratio, name in moving)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(required=True)
    of_changes = kinds.add_parser("changes")
    of_changes.add_argument("--weftc", required=True)
    of_changes.add_argument("--isa", default="x86-64-v3")
    of_changes.add_argument("--group", action="append", default=[], help="also of the copies for launches in such groups")
    of_changes.add_argument("files", nargs="+")
    of_changes.set_defaults(run=changes)
    of_times = kinds.add_parser("times")
    of_times.add_argument("--rounds", type=int, default=3)
    of_times.add_argument("--rule", action="append", choices=rules())
    of_times.add_argument("--changed", help="what `changes` printed: only these kernels count")
    of_times.set_defaults(run=times)
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:split])
    options.options = options.command = words[split + 1 :]
    if options.run is times and not options.command:
        parser.error("times needs a command behind --")
    options.run(options)


if __name__ == "__main__":
    main()
