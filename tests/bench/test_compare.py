# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bench/compare.py: joining rounds, tables, bounds."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
import compare  # noqa: E402

COPY = "copy 4 KiB, source in L2, group of 1"


def timed(case, value, reference=None):
    result = {"case": case, "value": value, "unit": "ns"}
    return result if reference is None else {**result, "reference": reference}


class Rounds(unittest.TestCase):
    def best(self, *rounds):
        best = {}
        for results in rounds:
            compare.keep_best(best, results)
        return best

    def test_the_least_time_is_kept_for_both_sides(self):
        best = self.best([timed("a", 5, 7)], [timed("a", 6, 4)])
        self.assertEqual((best["a"]["value"], best["a"]["reference"]), (5, 4))

    def test_so_are_the_least_times_of_builds(self):
        best = self.best([{**timed("a", 5), "compile": 3, "ready": 9}], [{**timed("a", 6), "compile": 4, "ready": 8}])
        self.assertEqual((best["a"]["value"], best["a"]["compile"], best["a"]["ready"]), (5, 3, 8))

    def test_the_highest_limit_is_kept(self):
        limits = []
        for value in (4, 6, 5):
            compare.keep_highest(limits, [{"limit": "memory", "bytes": 1, "value": value},
                                          {"limit": "memory", "bytes": 2, "value": 10 - value}])
        self.assertEqual([item["value"] for item in limits], [6, 6])

    def test_a_missing_case_may_still_come(self):
        self.assertEqual(self.best([{"case": "a", "missing": "x"}], [timed("a", 6)])["a"]["value"], 6)

    def test_wrong_once_is_wrong(self):
        wrong = {"case": "a", "missing": "wrong result"}
        self.assertNotIn("value", self.best([timed("a", 5)], [wrong])["a"])

    def test_only_result_lines_are_read(self):
        self.assertEqual(compare.read_results('noise\n{"case": "a", "value": 1.5, "unit": "ms"}\n{torn'),
                         [{"case": "a", "value": 1.5, "unit": "ms"}])


class Builds(unittest.TestCase):
    def built(self, **spent):
        return {case: {"case": case, "unit": "ms", "value": ms, "compile": 2 * ms} for case, ms in spent.items()}

    def test_sums_are_of_what_all_built(self):
        results = {"mine": self.built(a=10, b=20, c=40), "peer": self.built(a=20, b=40)}
        results["peer"]["c"] = {"case": "c", "missing": "does not build"}
        page = "\n".join(compare.builds_page(results))
        self.assertIn("| all of them, ms | 30 | 60 | 2.00 |", page)
        self.assertIn("these 2 kernels lasted, ms: mine 60, peer 120.", page)
        self.assertIn("| c, ms | 40 | does not build |", page)


class Means(unittest.TestCase):
    def test_geometric_by_kind(self):
        results = {"mine": {"sin float": timed("sin float", 1), "cos float": timed("cos float", 4)},
                   "peer": {"sin float": timed("sin float", 1), "cos float": timed("cos float", 1),
                            "sin double": timed("sin double", 1)}}
        self.assertEqual(compare.mean_ratios(results), ["mine / peer, float: 2.00, geometric mean of 2"])


class Bounds(unittest.TestCase):
    def missed(self, mine, **others):
        results = {"mine": {mine["case"]: mine}}
        results.update({name: {other["case"]: other} for name, other in others.items()})
        return compare.missed_bounds(results)

    def test_against_c(self):
        self.assertEqual(self.missed(timed(COPY, 100, 90)), [])
        self.assertEqual(len(self.missed(timed(COPY, 100, 89))), 1)
        self.assertEqual(self.missed(timed("2D2D 64 B x 256, source in L2, group of 1", 100, 80)), [])

    def test_against_a_peer(self):
        self.assertEqual(self.missed(timed(COPY, 100, 100), peer=timed(COPY, 97, 100)), [])
        self.assertEqual(len(self.missed(timed(COPY, 100, 100), peer=timed(COPY, 96, 100))), 1)

    def test_a_peer_without_the_case_bounds_nothing(self):
        self.assertEqual(self.missed(timed(COPY, 100, 100), peer={"case": COPY, "missing": "x"}), [])

    def test_a_missing_case_is_missed(self):
        self.assertEqual(len(self.missed({"case": COPY, "missing": "wrong result"})), 1)

    def test_larger_groups_are_not_bounded(self):
        self.assertEqual(self.missed(timed("copy 4 KiB, source in L2, group of 64", 100, 1)), [])


class Table(unittest.TestCase):
    def test_ratio_and_share(self):
        lines = compare.table({"a": {COPY: timed(COPY, 50, 40)}, "b": {COPY: timed(COPY, 100, 40)}})
        self.assertEqual(lines[0], "| case | a | b | b / a | C / a | C / b |")
        self.assertEqual(lines[2], f"| {COPY}, ns | 50 | 100 | 2.00 | 0.80 | 0.40 |")


if __name__ == "__main__":
    unittest.main()
