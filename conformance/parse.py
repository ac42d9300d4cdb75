# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what a program of the CTS prints: its list of sub-tests, a sub-test's result, and how much of it really ran."""

import json
import re

PASS, FAIL, SKIP, TIMEOUT, CRASH, NOT_RUN = "pass", "fail", "skip", "timeout", "crash", "not_run"
STATUSES = (PASS, FAIL, SKIP, TIMEOUT, CRASH, NOT_RUN)

# One configuration of the 2D and 3D copies announces itself, then either names what it is short of or its sizes. Only
# the latter launches the kernel, so "ran" counts those lines and the first kind gives the total.
_ANNOUNCED = re.compile(r"^Testing \d+ byte element with ", re.M)
_RAN = re.compile(r"^Global: \d+, local \d+, local buffer \d+b, global in buffer ", re.M)
_SHORT = re.compile(r"^Skipping due to resource requirements", re.M)
# A sub-test may leave without having tested anything and still say "passed".
_EMPTY_PASS = re.compile(r"^.*(?:[Ss]kipping test|[Ss]kipping this test|test skipped|Test skipped).*$", re.M)


def test_list(text):
    """Names of the sub-tests in the output of --list: one per line, after a tab; anything else is a message."""
    return [line.strip() for line in text.splitlines() if re.fullmatch(r"\t\S+", line)]


def copy_configurations(output):
    """{"ran", "short", "announced"} of a 2D or 3D copy sub-test, or None where the output has none."""
    announced = len(_ANNOUNCED.findall(output))
    if not announced:
        return None
    return {"ran": len(_RAN.findall(output)), "short": len(_SHORT.findall(output)), "announced": announced}


def empty_pass(output):
    """The line with which a sub-test says that it tested nothing, or None."""
    found = _EMPTY_PASS.search(output)
    return found.group(0).strip() if found else None


def device_line(output):
    """What the harness says about the device it chose, or None."""
    found = re.search(r"^Compute Device Name = .*$", output, re.M)
    return found.group(0).strip() if found else None


def harness_results(text):
    """{sub-test: status} of the file that the harness writes for CL_CONFORMANCE_RESULTS_FILENAME; {} if it is torn."""
    try:
        results = json.loads(text).get("results", {})
    except (ValueError, AttributeError):
        return {}
    return {name: status for name, status in results.items() if status in (PASS, FAIL, SKIP)}


def printed_result(name, output):
    """A sub-test's status from its last line of its own: "x passed", "x FAILED", "x test not supported"."""
    status = None
    for line in output.splitlines():
        if line == f"{name} passed":
            status = PASS
        elif line == f"{name} FAILED":
            status = FAIL
        elif line == f"{name} test not supported" or line.startswith(f"{name} skipped (requires "):
            status = SKIP
    return status


def status_of(name, exit_code, output, results_text):
    """(status, reason) of one sub-test that ran alone and ended by itself.

    exit_code is negative for a signal. The harness's own file decides; what it printed stands in where the file is
    missing; a pass that does not end with exit code 0 is none.
    """
    if exit_code < 0:
        return CRASH, f"signal {-exit_code}"
    status = harness_results(results_text).get(name) if results_text else None
    if status is None:
        status = printed_result(name, output)
    if status is None:
        if re.search(r"^SKIPPED \d+ of \d+ tests\.$", output, re.M):
            return SKIP, "the suite skipped itself"
        if exit_code != 0:
            # The process left by exit() or by the library's own abort path, before the harness could report.
            return FAIL, f"exit code {exit_code} without a result"
        return NOT_RUN, "no result for this sub-test"
    if status in (PASS, SKIP) and exit_code != 0:
        return FAIL, f"reported {status} but left with exit code {exit_code}"
    return status, None


def failure_lines(output, limit=12):
    """The lines of the output that tell most about a failure, for the report."""
    lines = [line.rstrip() for line in output.splitlines()]
    telling = [line for line in lines if re.search(r"ERROR|error:|FAILED|[Ff]ailed|[Ii]nvalid|CL_[A-Z_]{6,}", line)]
    return (telling or [line for line in lines if line])[-limit:]
