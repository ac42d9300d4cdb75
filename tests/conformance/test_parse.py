# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parser of conformance/ on what the CTS's programs print."""

import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "conformance"))
import parse  # noqa: E402


def recorded(name):
    return (HERE / "recorded" / name).read_text()


class TestList(unittest.TestCase):
    def test_names_after_a_tab(self):
        self.assertEqual(parse.test_list(recorded("list.txt")),
                         ["computeinfo", "conformance_version", "device_uuid", "extended_versioning", "pci_bus_info"])

    def test_messages_are_no_names(self):
        self.assertEqual(parse.test_list("Usage: x\n\tnot a name\nno tab\n\n"), [])


class Status(unittest.TestCase):
    def test_the_harness_file_decides(self):
        for status in ("pass", "fail", "skip"):
            text = '{"cmd": "x", "args": "", "results": {"a": "%s"}}' % status
            self.assertEqual(parse.status_of("a", 1 if status == "fail" else 0, "", text)[0], status)

    def test_printed_lines_stand_in(self):
        self.assertEqual(parse.status_of("conformance_version", 0, recorded("pass.txt"), "")[0], parse.PASS)
        self.assertEqual(parse.status_of("pci_bus_info", 0, recorded("skip.txt"), "")[0], parse.SKIP)
        self.assertEqual(parse.status_of("features_macro", 1, recorded("fail.txt"), "")[0], parse.FAIL)

    def test_a_torn_file_is_no_result(self):
        self.assertEqual(parse.harness_results('{"results": {"a": "pa'), {})
        self.assertEqual(parse.harness_results('["a"]'), {})
        self.assertEqual(parse.harness_results('{"results": {"a": "perhaps"}}'), {})

    def test_another_sub_tests_result_does_not_count(self):
        self.assertEqual(parse.status_of("b", 0, "a passed\n", '{"results": {"a": "pass"}}')[0], parse.NOT_RUN)

    def test_a_name_inside_another_name_does_not_count(self):
        self.assertIsNone(parse.printed_result("copy", "async_copy passed\ncopy2D passed\n"))

    def test_signal_is_a_crash_even_after_a_pass(self):
        self.assertEqual(parse.status_of("a", -11, "a passed\n", '{"results": {"a": "pass"}}'),
                         (parse.CRASH, "signal 11"))

    def test_pass_with_a_bad_exit_code_fails(self):
        self.assertEqual(parse.status_of("a", 3, "a passed\n", "")[0], parse.FAIL)

    def test_leaving_without_a_result_fails(self):
        self.assertEqual(parse.status_of("a", 1, "a...\n", "")[0], parse.FAIL)
        self.assertEqual(parse.status_of("a", 0, "a...\n", "")[0], parse.NOT_RUN)

    def test_a_program_that_ran_nothing(self):
        self.assertEqual(parse.status_of("non_uniform_1d_basic", 0, recorded("nothing.txt"), "")[0], parse.NOT_RUN)


class Configurations(unittest.TestCase):
    def test_ran_and_short(self):
        self.assertEqual(parse.copy_configurations(recorded("copy2d.txt")), {"ran": 2, "short": 1, "announced": 3})

    def test_one_dimension_has_none(self):
        self.assertIsNone(parse.copy_configurations(recorded("copy1d.txt")))

    def test_missing_extension_is_an_empty_pass(self):
        text = recorded("copy2d_missing.txt")
        self.assertIsNone(parse.copy_configurations(text))
        self.assertIn("does not support extended async copies", parse.empty_pass(text))

    def test_a_real_pass_is_not_empty(self):
        self.assertIsNone(parse.empty_pass(recorded("pass.txt")))


class Failures(unittest.TestCase):
    def test_telling_lines_come_last(self):
        lines = parse.failure_lines(recorded("fail.txt"))
        self.assertLessEqual(len(lines), 12)
        self.assertTrue(any("features_macro FAILED" in line for line in lines))

    def test_without_telling_lines_the_end_is_given(self):
        self.assertEqual(parse.failure_lines("one\n\ntwo\nthree\n", limit=2), ["two", "three"])


class Device(unittest.TestCase):
    def test_line(self):
        self.assertTrue(parse.device_line(recorded("pass.txt")).startswith("Compute Device Name = "))
        self.assertIsNone(parse.device_line("nothing"))


if __name__ == "__main__":
    unittest.main()
