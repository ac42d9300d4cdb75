# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts, merges, compares and prints results. A result is {"suites": {suite: {"subtests": {name: {...}}}}, ...}."""

import parse

_BAD = (parse.FAIL, parse.TIMEOUT, parse.CRASH, parse.NOT_RUN)
_RANK = {parse.PASS: 2, parse.SKIP: 1}  # everything else ranks 0


def counts(suite):
    """How many of a suite's sub-tests ended in each status."""
    total = dict.fromkeys(parse.STATUSES, 0)
    for result in suite["subtests"].values():
        total[result["status"]] += 1
    return total


def ran_something(suite):
    """Whether any sub-test really ran; a suite in which all skipped, or that listed none, proves nothing."""
    total = counts(suite)
    return total[parse.PASS] + total[parse.FAIL] + total[parse.TIMEOUT] + total[parse.CRASH] > 0


def suite_passed(suite):
    return ran_something(suite) and not any(counts(suite)[status] for status in _BAD)


def merge(results):
    """One result of several shards' results. The same sub-test twice is a mistake of the caller's."""
    merged = {"device": results[0].get("device"), "shard": "1/1", "suites": {}}
    for result in results:
        for name, suite in result["suites"].items():
            subtests = merged["suites"].setdefault(name, {"subtests": {}})["subtests"]
            twice = subtests.keys() & suite["subtests"].keys()
            if twice:
                raise ValueError(f"{name}: {', '.join(sorted(twice))} is in two of the results")
            subtests.update(suite["subtests"])
    return merged


def baseline_of(result):
    """What a later run is compared with: statuses, and how many configurations the 2D and 3D copies ran."""
    baseline = {}
    for name, suite in sorted(result["suites"].items()):
        baseline[name] = {}
        for test, outcome in sorted(suite["subtests"].items()):
            entry = {"status": outcome["status"]}
            if "configurations" in outcome:
                entry["ran"] = outcome["configurations"]["ran"]
            baseline[name][test] = entry
    return baseline


def compare(result, baseline, whole):
    """(regressions, improvements) against a baseline, as lines of text.

    Only suites that ran are compared; with whole, also a sub-test of theirs that did not run is a regression. A
    sub-test that the baseline does not know must pass or skip.
    """
    regressions, improvements = [], []
    for name, suite in sorted(result["suites"].items()):
        known = baseline.get(name, {})
        for test, outcome in sorted(suite["subtests"].items()):
            before, now = known.get(test), outcome["status"]
            if before is None:
                (regressions if now in _BAD else improvements).append(f"{name} {test}: new, {now}")
                continue
            old_rank, new_rank = _RANK.get(before["status"], 0), _RANK.get(now, 0)
            if old_rank != new_rank:
                line = f"{name} {test}: {before['status']} → {now}"
                (regressions if new_rank < old_rank else improvements).append(line)
            ran = outcome.get("configurations", {}).get("ran", 0)
            if ran < before.get("ran", 0):
                regressions.append(f"{name} {test}: ran {before['ran']} → {ran} configurations")
        if whole:
            regressions += [f"{name} {test}: {known[test]['status']} → did not run"
                            for test in sorted(known.keys() - suite["subtests"].keys())]
    return regressions, improvements


def configuration_lines(result):
    """One line for each 2D or 3D copy sub-test: what it really ran."""
    lines = []
    for suite in result["suites"].values():
        for test, outcome in suite["subtests"].items():
            if "configurations" in outcome:
                found = outcome["configurations"]
                lines.append(f"{test}: {found['ran']} of {found['announced']} configurations ran, "
                             f"{found['short']} skipped themselves for lack of resources")
    return lines


def markdown(result, regressions=(), improvements=(), compared=False):
    """The result as a page: a table of the suites, then what was not passed, then the comparison."""
    lines = ["# OpenCL-CTS result", ""]
    if result.get("device"):
        lines += [f"Device: {result['device']}", ""]
    lines += ["| suite | passed | failed | timeout | crashed | not run | skipped | seconds | |",
              "|---|---:|---:|---:|---:|---:|---:|---:|---|"]
    for name, suite in result["suites"].items():
        total = counts(suite)
        seconds = sum(outcome["seconds"] for outcome in suite["subtests"].values())
        verdict = "ok" if suite_passed(suite) else "**failed**" if ran_something(suite) else "**ran nothing**"
        lines.append(f"| {name} | {total[parse.PASS]} | {total[parse.FAIL]} | {total[parse.TIMEOUT]} | "
                     f"{total[parse.CRASH]} | {total[parse.NOT_RUN]} | {total[parse.SKIP]} | {seconds:.0f} | {verdict} |")
    configurations = configuration_lines(result)
    if configurations:
        lines += ["", "Configurations of the 2D and 3D copies, counted from the lines in which the sub-tests give the "
                  "sizes of a launch:", ""] + [f"- {line}" for line in configurations]
    bad, skipped, empty = [], [], []
    for name, suite in result["suites"].items():
        for test, outcome in suite["subtests"].items():
            if outcome["status"] in _BAD:
                reason = f" ({outcome['reason']})" if "reason" in outcome else ""
                bad.append(f"### {name} {test}: {outcome['status']}{reason}, {outcome['seconds']:.1f} s")
                bad += ["", "```"] + outcome.get("lines", []) + ["```", ""]
            elif outcome["status"] == parse.SKIP:
                skipped.append(f"{name}/{test}")
            elif "empty" in outcome:
                empty.append(f"- {name} {test}: {outcome['empty']}")
    if bad:
        lines += ["", "## Not passed", ""] + bad
    if skipped:
        lines += ["", f"## Skipped ({len(skipped)})", "", ", ".join(skipped)]
    if empty:
        lines += ["", "## Passed, but say that they (or a part) tested nothing", ""] + empty
    if compared:
        lines += ["", "## Against the baseline", ""]
        lines += [f"- regression: {line}" for line in regressions] + [f"- better: {line}" for line in improvements]
        if not regressions and not improvements:
            lines.append("No difference.")
    return "\n".join(lines) + "\n"
