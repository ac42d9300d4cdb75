#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the Khronos conformance tests, each sub-test in a process of its own, and compares with a committed baseline.

  conformance/run.py CTS_BUILD_DIR --icd build/release --out result.json --markdown result.md \\
      --baseline conformance/baseline.json
  conformance/run.py CTS_BUILD_DIR --table conformance/levels.toml --list
  conformance/run.py --merge shard1.json shard2.json --out result.json --baseline conformance/baseline.json

The exit status is 0 when every suite passed or, with --baseline, when nothing is worse than there; 1 otherwise; 2 for a
wrong call. A suite of which no sub-test ran counts as failed in any case.
"""

import argparse
import fnmatch
import json
import os
import sys
import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import execute  # noqa: E402
import parse  # noqa: E402
import report  # noqa: E402


def write_json(path, value):
    """Writes beside the file first, so that whoever reads it finds it whole."""
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(json.dumps(value, indent=1, sort_keys=True) + "\n")
    temporary.replace(path)


def shard_of(text):
    """(i, n) of "i/n", 1 <= i <= n."""
    try:
        index, count = (int(part) for part in text.split("/"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form i/n") from None
    if not 1 <= index <= count:
        raise argparse.ArgumentTypeError(f"{text!r}: i must lie in 1..n")
    return index, count


def arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cts", nargs="?", type=Path, metavar="CTS_BUILD_DIR", help="build folder of the OpenCL-CTS")
    parser.add_argument("--suite", action="append", default=[], help="suites to run, with commas; all by default")
    parser.add_argument("--test", action="append", default=[], help="shell pattern of sub-tests; may be repeated")
    parser.add_argument("--shard", type=shard_of, default=(1, 1), metavar="i/n", help="run every n-th sub-test")
    parser.add_argument("--jobs", type=int, default=1, help="sub-tests at a time (times of profiling tests suffer)")
    parser.add_argument("--icd", type=Path, help="folder with the .icd file (OCL_ICD_VENDORS)")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE", help="more environment")
    parser.add_argument("--timeout", type=float, help="upper bound for every sub-test's time limit, in seconds")
    parser.add_argument("--logs", type=Path, help="folder that keeps each sub-test's output")
    parser.add_argument("--merge", nargs="+", type=Path, default=[], metavar="JSON", help="join results of shards")
    parser.add_argument("--out", type=Path, help="write the result as JSON")
    parser.add_argument("--markdown", type=Path, help="write the result as a page")
    parser.add_argument("--baseline", type=Path, help="compare with this file")
    parser.add_argument("--write-baseline", type=Path, help="write the result as a baseline")
    parser.add_argument("--list", action="store_true", help="name the sub-tests of this shard and run none")
    parser.add_argument("--table", type=Path, default=HERE / "suites.toml", help="table of the suites")
    options = parser.parse_args(argv)
    if bool(options.merge) == bool(options.cts):
        parser.error("give either CTS_BUILD_DIR or --merge")
    return options


def load_table(path):
    """{suite: settings} with the defaults filled in."""
    with open(path, "rb") as file:
        table = tomllib.load(file)
    return {name: {**table.get("defaults", {}), **suite} for name, suite in table["suite"].items()}


def chosen_suites(table, wanted):
    names = [name for part in wanted for name in part.split(",") if name]
    unknown = [name for name in names if name not in table]
    if unknown:
        raise SystemExit(f"run.py: no such suite: {', '.join(unknown)}; there are {', '.join(table)}")
    return names or list(table)


def base_environment(options):
    env = dict(os.environ)
    if options.icd:
        env["OCL_ICD_VENDORS"] = str(options.icd.resolve())
    for setting in options.env:
        name, equals, value = setting.partition("=")
        if not equals:
            raise SystemExit(f"run.py: --env {setting}: not NAME=VALUE")
        env[name] = value
    return env


def settings_of(suite, test, limit):
    """(timeout, environment) of one sub-test: the suite's, then those of the first pattern that matches."""
    timeout, env = suite["timeout"], dict(suite.get("env", {}))
    for pattern, own in suite.get("subtest", {}).items():
        if fnmatch.fnmatchcase(test, pattern):
            timeout = own.get("timeout", timeout)
            env.update(own.get("env", {}))
            break
    return min(timeout, limit) if limit else timeout, env


def parts_of(suite):
    """["0 55", "55 55", ...]: the parts of a suite that is one long sub-test and takes a first case and their number."""
    cases, step = suite["parts"]["cases"], suite["parts"]["step"]
    return [f"{first} {step}" for first in range(0, cases, step)]


def each_of(suite, tests):
    """["2D CL_FLOAT", "2D CL_HALF_FLOAT", ...]: every sub-test once with each of the suite's arguments for "each"."""
    return [f"{test} {argument}" for test in tests for argument in suite["each"]]


def plan(table, names, options, env):
    """[(suite, sub-test)] of this shard, and the names of suites that list no sub-test at all."""
    jobs, empty, position = [], [], 0
    index, count = options.shard
    for name in names:
        suite = table[name]
        program = options.cts / "test_conformance" / suite["program"]
        tests = parts_of(suite) if "parts" in suite else execute.list_subtests(program, suite["list"], env)
        if "each" in suite:
            tests = each_of(suite, tests)
        patterns = suite.get("only", ["*"])
        tests = [test for test in tests if any(fnmatch.fnmatchcase(test, pattern) for pattern in patterns)]
        if options.test:
            tests = [test for test in tests if any(fnmatch.fnmatchcase(test, pattern) for pattern in options.test)]
        if not tests:
            empty.append(name)
        for test in tests:
            if position % count == index - 1:
                jobs.append((name, test))
            position += 1
    return jobs, empty


def unmatched(table, jobs):
    """["suite: pattern", ...]: what tables' "only" ask for and no program has."""
    return [f"{name}: {pattern}" for name in dict.fromkeys(name for name, _ in jobs)
            for pattern in table[name].get("only", [])
            if not any(suite == name and fnmatch.fnmatchcase(test, pattern) for suite, test in jobs)]


def show(options):
    """Prints the sub-tests; 1 if a suite has none or, of the whole table, a pattern of "only" matches none."""
    table = load_table(options.table)
    jobs, empty = plan(table, chosen_suites(table, options.suite), options, base_environment(options))
    wrong = [] if options.test or options.shard != (1, 1) else unmatched(table, jobs)
    for name, test in jobs:
        print(name, test)
    for name in empty:
        print(f"{name}: no sub-test found")
    for text in wrong:
        print(f"{text} matches no sub-test")
    print(f"{len(jobs)} sub-tests")
    return 1 if empty or wrong else 0


def run(options):
    """The result of this shard."""
    table = load_table(options.table)
    names = chosen_suites(table, options.suite)
    env = base_environment(options)
    jobs, empty = plan(table, names, options, env)
    if options.test:
        names, empty = [name for name in names if name not in empty], []
    for name in empty:
        print(f"{name}: no sub-test found", flush=True)
    result = {"device": None, "shard": "%d/%d" % options.shard, "suites": {name: {"subtests": {}} for name in names}}
    lock, done = threading.Lock(), 0

    def one(job):
        nonlocal done
        name, test = job
        suite = table[name]
        timeout, extra = settings_of(suite, test, options.timeout)
        log_path = options.logs / name / f"{test.replace(' ', '_')}.txt" if options.logs else None
        program = (options.cts / "test_conformance" / suite["program"]).resolve()
        outcome = execute.run_subtest(program, suite.get("args", []), test, {**env, **extra}, timeout, log_path,
                                      test.split()[0] if "each" in suite else suite.get("parts", {}).get("of"))
        with lock:
            done += 1
            device = outcome.pop("device")
            result["device"] = result["device"] or device
            result["suites"][name]["subtests"][test] = outcome
            reason = f" ({outcome['reason']})" if "reason" in outcome else ""
            ran = f", {outcome['configurations']['ran']} configurations" if "configurations" in outcome else ""
            if options.out:  # what a run that is interrupted leaves
                write_json(options.out, result)
            print(f"[{done}/{len(jobs)}] {name} {test}: {outcome['status']}{reason}{ran}, {outcome['seconds']:.1f} s",
                  flush=True)

    with ThreadPoolExecutor(max_workers=max(1, options.jobs)) as pool:
        for future in [pool.submit(one, job) for job in jobs]:
            future.result()
    if options.shard != (1, 1):
        # Whether a suite ran anything is for the merged result to say.
        result["suites"] = {name: suite for name, suite in result["suites"].items() if suite["subtests"]}
    return result


def main(argv=None):
    options = arguments(argv)
    if options.list:
        return show(options)
    if options.merge:
        try:
            result = report.merge([json.loads(path.read_text()) for path in options.merge])
        except (OSError, ValueError, KeyError) as error:
            raise SystemExit(f"run.py: --merge: {error}") from error
    else:
        result = run(options)

    regressions, improvements = [], []
    if options.baseline:
        baseline = json.loads(options.baseline.read_text())
        whole = result["shard"] == "1/1" and not options.test
        regressions, improvements = report.compare(result, baseline, whole)
    if options.out:
        write_json(options.out, result)
    page = report.markdown(result, regressions, improvements, bool(options.baseline))
    if options.markdown:
        options.markdown.write_text(page)
    if options.write_baseline:
        write_json(options.write_baseline, report.baseline_of(result))
    print()
    print(page)

    nothing_ran = [name for name, suite in result["suites"].items()
                   if result["shard"] == "1/1" and not report.ran_something(suite)]
    if options.baseline:
        return 1 if regressions or nothing_ran else 0
    shard_bad = any(report.counts(suite)[status] for suite in result["suites"].values()
                    for status in (parse.FAIL, parse.TIMEOUT, parse.CRASH, parse.NOT_RUN))
    return 1 if shard_bad or nothing_ran else 0


if __name__ == "__main__":
    sys.exit(main())
