#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the errors that entry points answered while the tests ran against those that the specification lists.

The tests that --tests chooses are run with the recorder (recorder.c) as their platform. Then three files are compared:
icd/entry_points.def, errors.txt (what the specification lists) and exceptions.txt (where Weft differs, and why). Told
are entry points without a line, errors that no test provoked, errors that the specification does not list, and exceptions
that are none. Exit status: 0 nothing, 1 something, 2 a test failed.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from wrappers import ROOT, entry_points  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def lines(name):
    for line in (HERE / name).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def read_errors():
    groups, table = {}, {}
    for line in lines("errors.txt"):
        if group := re.fullmatch(r"(\w+) = (.*)", line):
            groups[group[1]] = group[2].split()
            continue
        name, _, errors = line.partition(":")
        if name in table:
            sys.exit(f"errors.txt: two lines of {name}")
        table[name] = [error for word in errors.split()
                       for error in (groups[word[1:]] if word.startswith("+") else [word])]
    return table


class Rule:
    """A line of exceptions.txt."""

    def __init__(self, line):
        patterns, errors, reason = ([*line.split(" : ", 2), "", ""])[:3]
        if not reason.strip():
            sys.exit(f"exceptions.txt: no reason: {line}")
        self.line, self.errors, self.used = line, errors.split(), False
        self.patterns = [pattern for pattern in patterns.split() if not pattern.startswith("!")]
        self.left_out = [pattern[1:] for pattern in patterns.split() if pattern.startswith("!")]

    def covers(self, entry_point, error):
        def matches(patterns):
            return any(fnmatch.fnmatchcase(entry_point, pattern) for pattern in patterns)
        return error in self.errors and matches(self.patterns) and not matches(self.left_out)


def read_exceptions(skipped):
    """The rules of each section; those of "[never, without TEST]" hold where that test was skipped."""
    sections, section = {"never": [], "unlisted": []}, None
    for line in lines("exceptions.txt"):
        if header := re.fullmatch(r"\[(\w+)(?:, without ([\w.]+))?\]", line):
            section = sections[header[1]] if header[2] in (None, *skipped) else []
        else:
            section.append(Rule(line))
    return sections["never"], sections["unlisted"]


def explained(rules, entry_point, error):
    """Whether a rule covers it; all that do are used."""
    covering = [rule for rule in rules if rule.covers(entry_point, error)]
    for rule in covering:
        rule.used = True
    return bool(covering)


def read_values(folder):
    """Errors' names by number; 1 is the recorder's GAVE_NULL. A number may have several names."""
    names = {1: ["NULL"]}
    for path in [*sorted((folder / "CL").glob("*.h")), *sorted((ROOT / "icd").glob("cl_*.h"))]:
        for name, number in re.findall(r"^#define\s+CL_(\w+)\s+\(?(-\d+)\)?\s*$", path.read_text(errors="replace"), re.M):
            names.setdefault(int(number), []).append(name)
    return names


def chosen_tests(arguments):
    """CTest's tests by name; of those with several numbers of workers the one that has two sub-devices to offer."""
    text = subprocess.run([arguments.ctest, "--test-dir", arguments.build, "--show-only=json-v1"], check=True,
                          stdout=subprocess.PIPE).stdout
    chosen = {}
    for test in json.loads(text)["tests"]:
        if re.search(arguments.tests, test["name"]) and not re.search(r"\.t(?!2$)\d+$", test["name"]):
            chosen[test["name"]] = test
    return chosen


def run(test, vendors, notes):
    properties = {entry["name"]: entry["value"] for entry in test["properties"]}
    environment = dict(os.environ)
    environment.update(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", []))
    environment.update(OCL_ICD_VENDORS=str(vendors.resolve()), TEST_NEGATIVE_NOTES=str(notes))
    try:
        done = subprocess.run(test["command"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", cwd=properties.get("WORKING_DIRECTORY"),
                              timeout=properties.get("TIMEOUT"))
    except subprocess.TimeoutExpired as expired:
        return "its time limit", expired.stdout or ""
    return done.returncode, done.stdout


def provoke(arguments):
    """{(entry point, number of error): tests}, the tests that failed, and those that were skipped."""
    seen, failed, skipped = {}, [], []
    tests = chosen_tests(arguments)
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        notes = {name: pathlib.Path(folder, name) for name in tests}
        # Those that take long first, so that none runs alone at the end.
        order = sorted(tests, key=lambda name: "out_of_memory" not in name)
        runs = {name: pool.submit(run, tests[name], arguments.vendors, notes[name]) for name in order}
        for name, future in runs.items():
            status, output = future.result()
            if status == SKIPPED:
                skipped.append(name)
            elif status:
                failed.append(name)
                print(f"{name} ends with {status}:\n{output}")
            for line in notes[name].read_text().splitlines() if notes[name].exists() else []:
                entry_point, number = line.split()
                seen.setdefault((entry_point, int(number)), set()).add(name)
    print(f"{len(tests)} tests run, {len(seen)} different errors provoked")
    return seen, failed, skipped


def show(title, pairs):
    """Prints them by entry point."""
    if pairs:
        print(f"\n{title}:")
    for entry_point in dict.fromkeys(pair[0] for pair in pairs):
        print(f"  {entry_point}: {' '.join(str(error) for name, error in pairs if name == entry_point)}")
    return bool(pairs)


def report(ours, listed, names, never, unlisted, seen):
    """Prints what does not agree; whether there is anything. `names` are those of each number, `seen` the answers."""
    lacking = [name for name in ours if name not in listed]
    if lacking:
        print("\nEntry points that errors.txt has no line for:", *lacking)
    pairs = [(name, error) for name in ours for error in listed.get(name, [])]
    known = {name for several in names.values() for name in several}
    provoked = {(name, error) for name, number in seen for error in names.get(number, [str(number)])}
    # Some numbers have two names: an answer is listed where one of them is.
    answers = [(name, names.get(number, [str(number)])) for name, number in sorted(seen) if name in listed]
    bad = [
        bool(lacking),
        show("Errors of errors.txt that no header has", [pair for pair in pairs if pair[1] not in known]),
        show("Errors that no test provokes",
             [pair for pair in pairs if pair not in provoked and not explained(never, *pair)]),
        show("Errors that the specification does not list for the call",
             [(name, several[0]) for name, several in answers if not set(several) & set(listed[name])
              and not explained(unlisted, name, several[0])]),
        show("Provoked, though exceptions.txt says why that cannot be",
             [pair for pair in pairs if pair in provoked and any(rule.covers(*pair) for rule in never)])]
    unused = [rule.line for rule in never + unlisted if not rule.used]
    if unused:
        print("\nLines of exceptions.txt that say nothing:", *unused, sep="\n  ")
    if not any(bad) and not unused:
        print(f"{len(pairs)} errors of {len(ours)} entry points, no holes")
    return any(bad) or bool(unused)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ctest", default="ctest")
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--vendors", required=True, type=pathlib.Path, help="folder with the recorder's .icd file")
    parser.add_argument("--headers", required=True, type=pathlib.Path, help="folder that has CL/cl.h")
    parser.add_argument("--tests", required=True, help="regular expression of the tests to run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", metavar="ENTRY_POINT", help="also print which tests provoke this one's errors")
    arguments = parser.parse_args()

    seen, failed, skipped = provoke(arguments)
    if failed:
        print("failed with the recorder:", *failed)
        return 2
    names = read_values(arguments.headers)
    ours = entry_points((ROOT / "icd/entry_points.def").read_text())
    bad = report(ours, read_errors(), names, *read_exceptions(skipped), seen)
    for (name, number), tests in sorted(seen.items()):
        if name == arguments.show:
            print(name, *names.get(number, [number]), "by", *sorted(tests))
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
