# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bench/kernel_table.py: ratios, means over classes, shares of limits, builds."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
import kernel_table  # noqa: E402


def timed(kind, value, compile_ms=10, **costs):
    return {"class": kind, "value": value, "unit": "ms", "compile": compile_ms, "ready": compile_ms + 1,
            "flops": 0, "integers": 0, "bytes": 0, "footprint": 0, **costs}


def missing(kind, why="does not build"):
    return {"class": kind, "missing": why}


RESULTS = {
    "mine": {"a": timed("dense", 1), "b": timed("dense", 1), "c": timed("image", 2), "d": timed("image", 1)},
    "peer": {"a": timed("dense", 2), "b": timed("dense", 8), "c": timed("image", 1), "d": missing("image")},
    "slow": {"a": timed("dense", 1), "b": timed("dense", 1), "c": timed("image", 8), "d": timed("image", 1)},
}


class Means(unittest.TestCase):
    def test_of_each_class_over_the_kernels_that_both_have(self):
        means = kernel_table.class_means(RESULTS)
        self.assertAlmostEqual(means["dense"]["peer"][0], 4)
        self.assertEqual(means["dense"]["peer"][1], 2)
        self.assertAlmostEqual(means["image"]["peer"][0], 0.5)
        self.assertEqual(means["image"]["peer"][1], 1)

    def test_each_class_counts_once(self):
        self.assertEqual(kernel_table.means(RESULTS)[-1], "| **geometric mean of the classes** | **1.41** | **1.41** |")

    def test_a_class_that_nobody_else_runs(self):
        lines = kernel_table.means({"mine": {"a": timed("half", 1)}, "peer": {"a": missing("half")}})
        self.assertEqual(lines[2:], ["| half |  |", "| **geometric mean of the classes** |  |"])


class Behind(unittest.TestCase):
    def test_worst_first_and_against_the_better_one(self):
        results = {"mine": {"a": timed("x", 10), "b": timed("x", 10), "c": timed("x", 10), "d": missing("x")},
                   "peer": {"a": timed("x", 9), "b": timed("x", 5), "c": timed("x", 11), "d": timed("x", 1)},
                   "slow": {"a": timed("x", 20), "b": timed("x", 6), "c": timed("x", 12)}}
        self.assertEqual(kernel_table.behind(results), ["d (x): does not build", "b (x): 0.50 of peer, below the floor",
                                                        "a (x): 0.90 of peer"])


class Shares(unittest.TestCase):
    limits = [{"limit": "fp32 FMA", "bytes": 0, "value": 100, "unit": "GFLOP/s"},
              {"limit": "memory", "bytes": 1000, "value": 80, "unit": "GB/s"},
              {"limit": "memory", "bytes": 4000, "value": 20, "unit": "GB/s"}]

    def test_the_limit_that_binds(self):
        result = timed("x", 1, flops=50e6, bytes=8e6, footprint=900)
        self.assertEqual(kernel_table.rate_and_share(result, self.limits), ("50 GFLOP/s", "50%"))

    def test_the_working_set_chooses_the_memory(self):
        result = timed("x", 1, flops=5e6, bytes=8e6, footprint=900)
        for footprint, share in (900, "10%"), (1000, "10%"), (4000, "40%"), (1e6, "40%"):
            result["footprint"] = footprint
            self.assertEqual(kernel_table.rate_and_share(result, self.limits), ("8 GB/s", share))

    def test_between_two_working_sets_lies_the_limit_between_theirs(self):
        self.assertEqual(kernel_table.limit(self.limits, "memory", 2000), 50)
        self.assertAlmostEqual(kernel_table.limit(self.limits, "memory", 1010), 79.57, 2)

    def test_nothing_without_limits_or_time(self):
        self.assertEqual(kernel_table.rate_and_share(timed("x", 1, flops=1), []), ("", ""))
        self.assertEqual(kernel_table.rate_and_share(missing("x"), self.limits), ("", ""))


class Tables(unittest.TestCase):
    def test_times(self):
        lines = kernel_table.times({"mine": {"a": timed("x", 2)}, "peer": {"a": timed("x", 3, 250)}}, [])
        self.assertEqual(lines[0], "| class | kernel | mine, ms | peer, ms | peer / mine | mine's rate | of limit | "
                                   "build mine, ms | build peer, ms |")
        self.assertEqual(lines[2], "| x | a | 2 | 3 | 1.50 |  |  | 10 | 250 |")

    def test_what_does_not_build_is_shown_as_such(self):
        lines = kernel_table.times({"mine": {"a": timed("x", 2)}, "peer": {"a": missing("x")}}, [])
        self.assertEqual(lines[2], "| x | a | 2 | does not build |  |  |  | 10 |  |")

    def test_builds_are_summed_over_what_all_have_built(self):
        lines = kernel_table.builds({"mine": {"a": timed("x", 1, 10), "b": timed("x", 1, 30), "c": timed("x", 1, 99)},
                                     "peer": {"a": timed("x", 1, 20), "b": timed("x", 1, 5), "c": missing("x")}})
        self.assertEqual(lines[2:], ["| mine | 40 | 42 | b | 30 |", "| peer | 25 | 27 | a | 20 |"])


if __name__ == "__main__":
    unittest.main()
