# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one sub-test of the CTS in a process and a folder of its own, under a time limit."""

import os
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import parse

_OUTPUT_LIMIT = 4 << 20  # bytes of one sub-test's output that are read; the front and the end matter


def _no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _read_output(path):
    size = path.stat().st_size
    with open(path, "rb") as file:
        if size <= _OUTPUT_LIMIT:
            data = file.read()
        else:
            head = file.read(_OUTPUT_LIMIT // 2)
            file.seek(size - _OUTPUT_LIMIT // 2)
            data = head + b"\n[...]\n" + file.read()
    return data.decode("utf-8", "replace")


def list_subtests(program, list_option, env, timeout=60):
    """Names of a program's sub-tests; [] where it cannot be asked."""
    try:
        done = subprocess.run([str(program), list_option], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=timeout, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return parse.test_list(done.stdout.decode("utf-8", "replace"))


def run_subtest(program, args, name, env, timeout, log_path=None, reported_as=None):
    """The result of one sub-test as a dictionary: status, seconds, and where they say something: reason, lines, ...

    `name` goes behind `args`; where it is a part of a sub-test (several words), `reported_as` is the sub-test's name.
    """
    with tempfile.TemporaryDirectory(prefix="cts-") as folder:
        output_path = Path(folder, "output.txt")
        results_path = Path(folder, "results.json")
        # `compiler` looks for its modules in the folder where it runs, other programs beside themselves.
        modules = Path(program).parent / "spirv_bin"
        if modules.is_dir():
            Path(folder, "spirv_bin").symlink_to(modules)
        env = dict(env, CL_CONFORMANCE_RESULTS_FILENAME=str(results_path), TMPDIR=folder)
        start = time.monotonic()
        with open(output_path, "wb") as output_file:
            # A session of its own: the limit ends everything that the sub-test started.
            process = subprocess.Popen([str(program), *args, *name.split()], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                                       stdout=output_file, stderr=subprocess.STDOUT, start_new_session=True,
                                       preexec_fn=_no_core)
            try:
                exit_code = process.wait(timeout)
                timed_out = False
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                exit_code = process.wait()
                timed_out = True
        seconds = time.monotonic() - start
        output = _read_output(output_path)
        results_text = results_path.read_text("utf-8", "replace") if results_path.exists() else ""

    if timed_out:
        status, reason = parse.TIMEOUT, f"over {timeout} s"
    else:
        status, reason = parse.status_of(reported_as or name, exit_code, output, results_text)
    result = {"status": status, "seconds": round(seconds, 2), "device": parse.device_line(output)}
    if reason:
        result["reason"] = reason
    configurations = parse.copy_configurations(output)
    if configurations:
        result["configurations"] = configurations
    if status == parse.PASS and parse.empty_pass(output):
        result["empty"] = parse.empty_pass(output)
    if status not in (parse.PASS, parse.SKIP):
        result["lines"] = parse.failure_lines(output)
    if log_path:
        log_path.parent.mkdir(parents=True, exist_ok=True)
        log_path.write_text(output)
    return result
