#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
Makes cmake/function_order.txt, the order in which the functions of LLVM and Clang lie in libweft-compiler.so
(cmake/WeftLLVM.cmake), from what builds of the corpus call:

  strip --strip-debug -o build/release/lib/stripped.so build/release/lib/libweft-compiler.so   # Valgrind reads no DWARF 5
  cd bench/kernels
  WEFT_COMPILER=../../build/release/lib/stripped.so OCL_ICD_VENDORS=../../build/release valgrind --tool=callgrind \\
    --demangle=no --callgrind-out-file=callgrind.out ../../build/release/bin/bench-kernels --builds 1
  ../../scripts/function_order.py callgrind.out ../../build/release/lib/stripped.so > ../../cmake/function_order.txt

A function stands behind the one that calls it most often, as long as the two are about as busy (the algorithm is that
of Ottoni and Maher, "Optimizing function placement for large-scale data-center applications", which lld has as well).
Of all functions those are listed that together execute 99 % of the instructions.
"""
import argparse
import collections
import re
import subprocess

LARGEST_CLUSTER = 1 << 20  # bytes
WORST_DENSITY = 8  # of a cluster, in parts of what it had been
LEAST_PART = 10  # of a function's calls, those of one caller


class Cluster:
    def __init__(self, name, size):
        self.names, self.size, self.calls = [name], size, 0
        self.caller, self.most = None, 0

    def density(self):
        return self.calls / self.size


def read_profile(path):
    """({function: instructions}, {(caller, callee): calls}) of callgrind's file."""
    names, own, calls = {}, collections.Counter(), collections.Counter()

    def name_of(text):
        number, name = re.match(r"\((\d+)\)(?: (.*))?", text).groups()
        if name:
            names[number] = re.sub(r"'\d+$", "", name)  # of recursions
        return names[number]

    here = callee = None
    of_call = False
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("fn="):
                here = name_of(line[3:].rstrip("\n"))
            elif line.startswith("cfn="):
                callee = name_of(line[4:].rstrip("\n"))
            elif line.startswith("calls="):
                calls[here, callee] += int(line[6:].split()[0])
                of_call = True
            elif line[:1].isdigit() or line[:1] in ("+", "-", "*"):
                if not of_call:
                    own[here] += int(line.split()[1])
                of_call = False
    return own, calls


def read_sizes(library):
    listing = subprocess.run(["nm", "-S", library], capture_output=True, text=True, check=True).stdout
    fields = (line.split() for line in listing.splitlines())
    return {f[3]: int(f[1], 16) for f in fields if len(f) == 4 and f[2] in "tTwW"}


def find_order(calls, sizes):
    clusters = {name: Cluster(name, max(size, 1)) for name, size in sizes.items()}
    for (caller, callee), count in calls.items():
        if caller in clusters and callee in clusters:
            cluster = clusters[callee]
            cluster.calls += count
            if caller != callee and count > cluster.most:
                cluster.caller, cluster.most = caller, count
    called = [(name, cluster) for name, cluster in clusters.items() if cluster.calls]
    called.sort(key=lambda entry: (-entry[1].density(), entry[0]))
    own_calls = {name: cluster.calls for name, cluster in called}
    for name, cluster in called:
        if cluster.caller is None or cluster.most * LEAST_PART <= own_calls[name]:
            continue
        into, rest = clusters[cluster.caller], clusters[name]
        if into is rest or into.size + rest.size > LARGEST_CLUSTER:
            continue
        if (into.calls + rest.calls) / (into.size + rest.size) < into.density() / WORST_DENSITY:
            continue
        into.names += rest.names
        into.size += rest.size
        into.calls += rest.calls
        for moved in rest.names:
            clusters[moved] = into
    found = {id(cluster): cluster for cluster in clusters.values() if cluster.calls}
    return [name for cluster in sorted(found.values(), key=lambda c: (-c.density(), c.names[0])) for name in cluster.names]


def busiest(own, sizes, part):
    ranked = [(count, name) for name, count in own.items() if name in sizes]
    ranked.sort(key=lambda entry: (-entry[0], entry[1]))
    wanted, chosen = part * sum(count for count, _ in ranked), set()
    for count, name in ranked:
        if wanted <= 0:
            break
        chosen.add(name)
        wanted -= count
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("profile", help="callgrind's file")
    parser.add_argument("library", help="the library with its symbols")
    parser.add_argument("--part", type=float, default=0.99, help="of all instructions, those of the listed functions")
    options = parser.parse_args()
    own, calls = read_profile(options.profile)
    sizes = read_sizes(options.library)
    chosen = busiest(own, sizes, options.part)
    for name in find_order(calls, sizes):
        if name in chosen:
            print(name)


if __name__ == "__main__":
    main()
