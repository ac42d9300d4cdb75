#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the same benchmarks on any number of OpenCL platforms in one run and prints their times and ratios.

  bench/compare.py --icd weft=build/release --icd intel=DIR --icd pocl=DIR --env intel:LD_LIBRARY_PATH=LIBS

Each --icd names a platform and its folder of .icd files. The platforms take turns, round after round, so that what
the machine does meanwhile meets all of them; each case keeps its best round. The first platform is the one compared:
a ratio above 1 says how many times its time the other one takes. --gate ends with 1 where the first platform misses
the bounds of the async copies; without it the exit status tells only whether everything ran.
"""

import argparse
import json
import math
import os
import platform
import subprocess
import sys
from pathlib import Path

import kernel_table

PROGRAMS = ("async", "launch", "kernels", "math")
# Share of the C time that each kind of async copy has to reach: time in C / time here, groups of one work-item.
BOUNDS = (("copy ", 0.9), ("2D2D", 0.8), ("strided", 0.9))
PEER_BOUND = 0.97  # not behind another platform by more than 3 %


def arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--icd", action="append", required=True, metavar="NAME=DIR")
    parser.add_argument("--env", action="append", default=[], metavar="NAME:VARIABLE=VALUE")
    parser.add_argument("--bench", action="append", choices=PROGRAMS, help="all by default")
    parser.add_argument("--programs", type=Path, help="folder of bench-async, ...; by default DIR/bin or DIR/bench of "
                        "the first platform")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", help="part of a case's name")
    parser.add_argument("--cpu", type=int, help="processor of the one worker; by default the last one for async and math, "
                        "any for kernels")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--builds", type=int, default=0, metavar="N", help="of kernels: only build each one, N times a "
                        "round, and print the processor time of the cheapest build")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one program on one platform")
    parser.add_argument("--gate", action="store_true", help="check the bounds of the async copies")
    parser.add_argument("--out", type=Path, help="write all results as JSON")
    parser.add_argument("--markdown", type=Path, help="write the tables as a page")
    return parser.parse_args(argv)


def platforms(options):
    """[(name, environment)] in the order of the command line."""
    found = {}
    for text in options.icd:
        name, equals, folder = text.partition("=")
        if not equals or not Path(folder).is_dir():
            raise SystemExit(f"compare.py: --icd {text}: not NAME=DIR")
        found[name] = dict(os.environ, OCL_ICD_VENDORS=str(Path(folder).resolve()))
    for text in options.env:
        name, colon, setting = text.partition(":")
        variable, equals, value = setting.partition("=")
        if not colon or not equals or name not in found:
            raise SystemExit(f"compare.py: --env {text}: not NAME:VARIABLE=VALUE")
        found[name][variable] = value
    return list(found.items())


def find_program(options, name):
    first = Path(options.icd[0].partition("=")[2])
    folders = [options.programs] if options.programs else [first / "bin", first / "bench"]
    for folder in folders:
        if (folder / f"bench-{name}").exists():
            return (folder / f"bench-{name}").resolve()
    raise SystemExit(f"compare.py: no bench-{name} in {', '.join(map(str, folders))}; see --programs")


def read_lines(text, key):
    """[{...}] of the lines that begin with this key in what a benchmark printed."""
    return [json.loads(line) for line in text.splitlines() if line.startswith(f'{{"{key}"') and line.endswith("}")]


def read_results(text):
    return read_lines(text, "case")


def keep_best(best, results):
    """Joins one round's results into {case: result}: the least of each of its times."""
    for result in results:
        known = best.get(result["case"])
        if known is None or "value" not in known:
            best[result["case"]] = dict(result)
        elif "missing" in result:
            if result["missing"].startswith("wrong"):
                best[result["case"]] = dict(result)  # once wrong is wrong
        else:
            for key in ("value", "reference", "compile", "ready"):
                if key in result:
                    known[key] = min(known[key], result[key])


def keep_highest(limits, found):
    """Joins what bench-limits said in one round into a list: the highest of each limit."""
    for item in found:
        for known in limits:
            if (known["limit"], known["bytes"]) == (item["limit"], item["bytes"]):
                known["value"] = max(known["value"], item["value"])
                break
        else:
            limits.append(dict(item))


def run_one(command, env, timeout):
    """(what it printed, complaint) of one benchmark on one platform."""
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired as error:
        output = error.stdout or b""
        return output.decode("utf-8", "replace"), f"over {timeout:.0f} s"
    complaint = None
    if done.returncode:
        complaint = f"exit {done.returncode}: {done.stderr.strip()[-300:]}"
    return done.stdout, complaint


def command_of(options, program):
    command = [str(find_program(options, program))]
    if program in ("async", "math"):
        command += ["--cpu", str(options.cpu if options.cpu is not None else max(os.sched_getaffinity(0)))]
    command += ["--quick"] if options.quick else []
    if program == "kernels" and options.cpu is not None:
        command += ["--cpu", str(options.cpu)]
    if program == "kernels" and options.builds:
        command += ["--builds", str(options.builds)]
    return command + (["--only", options.only] if options.only else [])


def run_all(options, names):
    """{program: {platform: {case: result}}} and a list of complaints."""
    results, complaints = {}, []
    for program in options.bench or PROGRAMS:
        if program == "kernels":
            continue
        results[program] = {name: {} for name, _ in names}
        for turn in range(options.rounds):
            for name, env in names:
                print(f"{program}, round {turn + 1}: {name}", file=sys.stderr, flush=True)
                text, complaint = run_one(command_of(options, program), env, options.timeout)
                keep_best(results[program][name], read_results(text))
                if complaint:
                    complaints.append(f"bench-{program} on {name}: {complaint}")
    return results, complaints


def run_kernels(options, names):
    """
    ({platform: {case: result}}, limits, {platform: what it says of itself}, complaints). The platforms take turns class
    by class; one that dies loses the rest of a class.
    """
    command = command_of(options, "kernels")
    listing = subprocess.run([command[0], "--classes"], capture_output=True, text=True, check=True)
    results, limits, about, complaints = {name: {} for name, _ in names}, [], {}, []
    for turn in range(options.rounds):
        if not options.builds:
            text, complaint = run_one(command_of(options, "limits"), names[0][1], options.timeout)
            keep_highest(limits, read_lines(text, "limit"))
            complaints += [f"bench-limits: {complaint}"] if complaint else []
        for kind in listing.stdout.split():
            for name, env in names:
                print(f"kernels, round {turn + 1}, {kind}: {name}", file=sys.stderr, flush=True)
                text, complaint = run_one([*command, "--class", kind], env, options.timeout)
                keep_best(results[name], [{**result, "class": kind} for result in read_results(text)])
                for says in read_lines(text, "platform"):
                    about[name] = says
                complaints += [f"bench-kernels, {kind} on {name}: {complaint}"] if complaint else []
    return results, limits, about, complaints


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def table(results):
    """The Markdown lines of one program's results."""
    names = list(results)
    first = names[0]
    cases = list(dict.fromkeys(case for name in names for case in results[name]))
    has_reference = any("reference" in result for found in results.values() for result in found.values())
    head = ["case", *names, *[f"{name} / {first}" for name in names[1:]]]
    head += [f"C / {name}" for name in names] if has_reference else []
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    for case in cases:
        found = [results[name].get(case, {"missing": "did not run"}) for name in names]
        unit = next((result["unit"] for result in found if "unit" in result), "")
        row = [f"{case}, {unit}" if unit else case]
        row += [number(result["value"]) if "value" in result else result["missing"] for result in found]
        for result in found[1:]:
            both = "value" in found[0] and "value" in result and found[0]["value"] > 0
            row.append(f"{result['value'] / found[0]['value']:.2f}" if both else "")
        if has_reference:
            row += [f"{result['reference'] / result['value']:.2f}" if result.get("value", 0) > 0 and "reference" in result
                    else "" for result in found]
        lines.append("| " + " | ".join(row) + " |")
    return lines


def mean_ratios(results):
    """Lines with the geometric mean of the first platform's times over each other's, by the last word of the cases."""
    first, *others = results
    lines = []
    for other in others:
        ratios = {}
        for case, result in results[first].items():
            peer = results[other].get(case, {})
            if result.get("value", 0) > 0 and peer.get("value", 0) > 0:
                ratios.setdefault(case.split()[-1], []).append(result["value"] / peer["value"])
        for kind, found in ratios.items():
            mean = math.exp(sum(map(math.log, found)) / len(found))
            lines.append(f"{first} / {other}, {kind}: {mean:.2f}, geometric mean of {len(found)}")
    return lines


def builds_page(results):
    """The Markdown lines of kernels that were only built: each kernel, and the sums over those that all built."""
    names = list(results)
    cases = [case for case in results[names[0]] if all("value" in found.get(case, {}) for found in results.values())]
    sums = {name: {"all of them": {"unit": "ms", "value": sum(results[name][case]["value"] for case in cases)}}
            for name in names}
    lengths = ", ".join(f"{name} {number(sum(results[name][case]['compile'] for case in cases))}" for name in names)
    return table({name: {**results[name], **sums[name]} for name in names}) + [
        "", f"Processor time. The builds of these {len(cases)} kernels lasted, ms: {lengths}.", ""]


def missed_bounds(results):
    """Lines about the async copies of the first platform that miss a bound against C or another platform."""
    first, *others = results
    lines = []
    for case, result in results[first].items():
        if not case.endswith("group of 1"):
            continue
        if "value" not in result:
            lines.append(f"{case}: {result['missing']}")
            continue
        bound = next(share for prefix, share in BOUNDS if case.startswith(prefix))
        share = result["reference"] / result["value"]
        if share < bound:
            lines.append(f"{case}: {share:.2f} of C, wanted {bound}")
        for other in others:
            peer = results[other].get(case, {})
            if "value" in peer and peer["value"] / result["value"] < PEER_BOUND:
                lines.append(f"{case}: {peer['value'] / result['value']:.2f} of {other}, wanted {PEER_BOUND}")
    return lines


def main(argv=None):
    options = arguments(argv)
    names = platforms(options)
    results, complaints = run_all(options, names)
    kernels, limits, about = {}, [], {}
    lines = [f"# {', '.join(name for name, _ in names)}", "",
             f"{os.cpu_count()} processors, {platform.machine()}, best of {options.rounds} rounds, platforms in turn. Less "
             f"is better; a ratio above 1 is in favour of {names[0][0]}.", ""]
    if "kernels" in (options.bench or PROGRAMS):
        kernels, limits, about, more = run_kernels(options, names)
        lines += ["## kernels", ""]
        lines += builds_page(kernels) if options.builds else kernel_table.page(kernels, limits, about)
        complaints += more
    for program, found in results.items():
        lines += [f"## {program}", ""] + table(found) + [""]
        if program == "math":
            lines += [f"- {line}" for line in mean_ratios(found)] + [""]
    if complaints:
        lines += ["## Trouble", ""] + [f"- {line}" for line in complaints] + [""]
    missed = missed_bounds(results["async"]) if options.gate and "async" in results else []
    if options.gate:
        lines += ["## Bounds of the async copies", ""] + ([f"- missed: {line}" for line in missed] or ["All kept."]) + [""]
    page = "\n".join(lines)
    print(page)
    if options.markdown:
        options.markdown.write_text(page)
    if options.out:
        everything = {**results, "kernels": kernels, "limits": limits, "platforms": about} if kernels else results
        options.out.write_text(json.dumps(everything, indent=1) + "\n")
    return 1 if complaints or missed else 0


if __name__ == "__main__":
    sys.exit(main())
