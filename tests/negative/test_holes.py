# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wrappers.py and holes.py on made-up headers, tables and answers."""
import contextlib
import io
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import holes  # noqa: E402
import wrappers  # noqa: E402

NAMES = {-30: ["INVALID_VALUE"], -34: ["INVALID_CONTEXT"], -69: ["INVALID_PIPE_SIZE", "OTHER_NAME"], 1: ["NULL"]}


class Wrappers(unittest.TestCase):
    def test_entry_points(self):
        text = ("WEFT_SLOT(clA)\nWEFT_TAGGED(clB)\nWEFT_NAMED(clC)\nWEFT_ALIAS(clCKHR, clC)\n"
                "WEFT_ALIAS(clD, weft_clD)\nWEFT_EXPORT(clA)\n")
        self.assertEqual(wrappers.entry_points(text), {"clA": "clA", "clB": "clB", "clC": "clC", "clD": "weft_clD"})

    def test_prototype(self):
        text = ("int clAB(void);\nextern cl_int\n clA(cl_event e, void ( *notify)(cl_event e, int),\n"
                " const size_t o[3]) __attribute__((deprecated(\"no\")));")
        result, parameters = wrappers.prototype("clA", text)
        self.assertEqual(result, "cl_int")
        self.assertEqual([wrappers.parameter_name(parameter) for parameter in parameters], ["e", "notify", "o"])

    def test_errors_of_each_kind(self):
        text = "cl_mem clA(int a, cl_int *errcode_ret);\nvoid *clB(int a);\ncl_int clC(void);\nvoid clD(int a);"
        self.assertIn("note(OF_clA, *error)", wrappers.wrapper("clA", "clA", text))
        self.assertIn("note(OF_clB, result ? 0 : GAVE_NULL)", wrappers.wrapper("clB", "clB", text))
        self.assertIn("note(OF_clC, result)", wrappers.wrapper("clC", "clC", text))
        self.assertNotIn("note", wrappers.wrapper("clD", "clD", text))


class Report(unittest.TestCase):
    def report(self, listed, seen, never=(), unlisted=()):
        """What is printed; the first line alone where all agrees."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            bad = holes.report(["clA", "clB"], listed, NAMES, [holes.Rule(line) for line in never],
                               [holes.Rule(line) for line in unlisted], seen)
        self.assertEqual(bad, "no holes" not in output.getvalue())
        return output.getvalue()

    def test_no_holes(self):
        listed = {"clA": ["INVALID_VALUE", "INVALID_PIPE_SIZE"], "clB": ["NULL"], "clLater": ["INVALID_VALUE"]}
        self.assertIn("no holes", self.report(listed, [("clA", -30), ("clA", -69), ("clB", 1)]))

    def test_missing_line(self):
        self.assertIn("no line for: clB", self.report({"clA": ["INVALID_VALUE"]}, [("clA", -30)]))

    def test_hole(self):
        listed = {"clA": ["INVALID_VALUE", "INVALID_CONTEXT"], "clB": []}
        self.assertIn("no test provokes:\n  clA: INVALID_CONTEXT\n", self.report(listed, [("clA", -30)]))

    def test_answer_that_is_not_listed(self):
        listed = {"clA": ["INVALID_VALUE"], "clB": []}
        seen = [("clA", -30), ("clA", -34), ("clB", -1234)]
        self.assertIn("not list for the call:\n  clA: INVALID_CONTEXT\n  clB: -1234\n", self.report(listed, seen))
        self.assertIn("no holes", self.report(listed, seen, (), ("clA : INVALID_CONTEXT : so", "clB : -1234 : so")))

    def test_exceptions(self):
        listed = {"clA": ["INVALID_VALUE"], "clB": ["INVALID_VALUE"]}
        self.assertIn("no holes", self.report(listed, [("clB", -30)], ["cl* !clB : INVALID_VALUE : so"]))
        self.assertIn("Provoked, though", self.report(listed, [("clB", -30)], ["cl* : INVALID_VALUE : so"]))
        self.assertIn("that say nothing:\n  clB : INVALID_CONTEXT", self.report(
            listed, [("clA", -30), ("clB", -30)], ["clB : INVALID_CONTEXT : so"]))

    def test_no_reason(self):
        with self.assertRaises(SystemExit):
            holes.Rule("clA : INVALID_VALUE")

    def test_name_without_number(self):
        self.assertIn("no header has:\n  clA: INVALID_VALEU", self.report({"clA": ["INVALID_VALEU"], "clB": []}, []))


class Tables(unittest.TestCase):
    def test_skipped_tests(self):
        with_translator, _ = holes.read_exceptions([])
        without, _ = holes.read_exceptions(["spirv.constants", "program.no_thread"])
        self.assertEqual(len(without), len(with_translator) + 2)

    def test_groups(self):
        self.assertEqual(holes.read_errors()["clRetainEvent"], ["INVALID_EVENT", "OUT_OF_RESOURCES", "OUT_OF_HOST_MEMORY"])


if __name__ == "__main__":
    unittest.main()
