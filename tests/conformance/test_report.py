# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counting, merging and comparing results of conformance/run.py."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "conformance"))
import report  # noqa: E402


def result(**suites):
    """result(suite={"test": "pass"}) or {"test": ("pass", configurations that ran)}."""
    out = {"device": "d", "shard": "1/1", "suites": {}}
    for name, tests in suites.items():
        subtests = {}
        for test, outcome in tests.items():
            status, ran = outcome if isinstance(outcome, tuple) else (outcome, None)
            subtests[test] = {"status": status, "seconds": 1.0}
            if ran is not None:
                subtests[test]["configurations"] = {"ran": ran, "short": 0, "announced": ran}
        out["suites"][name] = {"subtests": subtests}
    return out


class Suites(unittest.TestCase):
    def test_a_suite_that_ran_nothing_failed(self):
        for tests in ({}, {"a": "skip"}, {"a": "not_run"}):
            self.assertFalse(report.suite_passed(result(s=tests)["suites"]["s"]), tests)

    def test_pass_and_skip_pass(self):
        self.assertTrue(report.suite_passed(result(s={"a": "pass", "b": "skip"})["suites"]["s"]))

    def test_each_bad_status_fails(self):
        for bad in ("fail", "timeout", "crash", "not_run"):
            self.assertFalse(report.suite_passed(result(s={"a": "pass", "b": bad})["suites"]["s"]), bad)


class Merge(unittest.TestCase):
    def test_shards_join(self):
        merged = report.merge([result(s={"a": "pass"}), result(s={"b": "fail"}, t={"c": "pass"})])
        self.assertEqual(sorted(merged["suites"]["s"]["subtests"]), ["a", "b"])
        self.assertEqual(sorted(merged["suites"]), ["s", "t"])

    def test_a_sub_test_twice_is_refused(self):
        with self.assertRaises(ValueError):
            report.merge([result(s={"a": "pass"}), result(s={"a": "pass"})])


class Compare(unittest.TestCase):
    def compare(self, before, after, whole=True):
        return report.compare(after, report.baseline_of(before), whole)

    def test_the_same_is_no_difference(self):
        same = result(s={"a": ("pass", 144), "b": "skip", "c": "fail"})
        self.assertEqual(self.compare(same, same), ([], []))

    def test_worse_is_a_regression(self):
        for old, new in (("pass", "fail"), ("pass", "skip"), ("pass", "timeout"), ("skip", "crash"), ("pass", "not_run")):
            worse, better = self.compare(result(s={"a": old}), result(s={"a": new}))
            self.assertEqual((len(worse), better), (1, []), (old, new))

    def test_better_is_none(self):
        worse, better = self.compare(result(s={"a": "fail"}), result(s={"a": "pass"}))
        self.assertEqual((worse, len(better)), ([], 1))

    def test_fewer_configurations_are_a_regression(self):
        worse, _ = self.compare(result(s={"a": ("pass", 144)}), result(s={"a": ("pass", 0)}))
        self.assertEqual(worse, ["s a: ran 144 → 0 configurations"])

    def test_a_missing_sub_test_counts_only_in_a_whole_run(self):
        before, after = result(s={"a": "pass", "b": "pass"}), result(s={"a": "pass"})
        self.assertEqual(len(self.compare(before, after)[0]), 1)
        self.assertEqual(self.compare(before, after, whole=False), ([], []))

    def test_suites_that_did_not_run_are_left_out(self):
        self.assertEqual(self.compare(result(s={"a": "pass"}, t={"b": "pass"}), result(s={"a": "pass"})), ([], []))

    def test_new_sub_tests_must_not_fail(self):
        worse, better = self.compare(result(s={}), result(s={"a": "fail", "b": "pass"}))
        self.assertEqual((len(worse), len(better)), (1, 1))


class Page(unittest.TestCase):
    def test_tells_counts_and_configurations(self):
        page = report.markdown(result(basic={"async_copy_global_to_local2D": ("pass", 162), "x": "fail"}, empty={}))
        self.assertIn("| basic | 1 | 1 | 0 | 0 | 0 | 0 | 2 | **failed** |", page)
        self.assertIn("async_copy_global_to_local2D: 162 of 162 configurations ran", page)
        self.assertIn("**ran nothing**", page)


if __name__ == "__main__":
    unittest.main()
