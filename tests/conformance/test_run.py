# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""conformance/run.py from end to end on a stand-in for a CTS build: shards, time limits, crashes, exit status."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "conformance"))
import run  # noqa: E402

# Behaves like the harness: --list, one result file, one line; the sub-test's name says how it ends.
PROGRAM = r"""#!%s
import json, os, signal, sys, time
if sys.argv[1] == "numbered":
    first, count = map(int, sys.argv[2:])
    with open(os.environ["CL_CONFORMANCE_RESULTS_FILENAME"], "w") as file:
        json.dump({"cmd": "", "args": "", "results": {"long": "fail" if first == 10 or count != 5 else "pass"}}, file)
    sys.exit(first == 10)
if sys.argv[1] == "each":
    name, argument = sys.argv[2:]
    with open(os.environ["CL_CONFORMANCE_RESULTS_FILENAME"], "w") as file:
        json.dump({"cmd": "", "args": "", "results": {name: "fail" if argument == "WORST" else "pass"}}, file)
    sys.exit(argument == "WORST")
names = ["good", "bad", "absent", "dies", "sleeps", "silent", "needs_env", "reads_module"]
if sys.argv[1:] == ["--list"]:
    print("\n".join("\t" + name for name in names))
    sys.exit()
name = sys.argv[-1]
print(name + "...", flush=True)
status = {"bad": "fail", "absent": "skip"}.get(name, "pass")
if name == "dies":
    os.kill(os.getpid(), signal.SIGSEGV)
if name == "sleeps":
    time.sleep(60)
if name == "silent":
    sys.exit()
if name == "needs_env" and os.environ.get("SPECIAL") != "1":
    status = "fail"
if name == "reads_module":
    status = open("spirv_bin/module.spv").read()
with open(os.environ["CL_CONFORMANCE_RESULTS_FILENAME"], "w") as file:
    json.dump({"cmd": "", "args": "", "results": {name: status}}, file)
sys.exit(status == "fail")
""" % sys.executable

TABLE = """
[defaults]
list = "--list"
timeout = 30
[suite.one]
program = "one/test_one"
subtest.sleeps.timeout = 1
subtest.needs_env.env = { SPECIAL = "1" }
[suite.quick]
program = "one/test_one"
only = ["good"]
[suite.long]
program = "one/test_one"
args = ["numbered"]
parts = { of = "long", cases = 18, step = 5 }
[suite.each]
program = "one/test_one"
args = ["each"]
each = ["BEST", "WORST"]
only = ["good *", "absent *"]
[suite.stale]
program = "one/test_one"
only = ["good", "gone_*"]
[suite.missing]
program = "missing/test_missing"
"""

EXPECTED = {"good": "pass", "bad": "fail", "absent": "skip", "dies": "crash", "sleeps": "timeout", "silent": "not_run",
            "needs_env": "pass", "reads_module": "pass"}


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        program = self.folder / "test_conformance" / "one" / "test_one"
        program.parent.mkdir(parents=True)
        program.write_text(PROGRAM)
        program.chmod(0o755)
        (program.parent / "spirv_bin").mkdir()
        (program.parent / "spirv_bin" / "module.spv").write_text("pass")
        self.table = self.folder / "suites.toml"
        self.table.write_text(TABLE)

    def run_it(self, *argv):
        with contextlib.redirect_stdout(io.StringIO()):
            return run.main([*map(str, argv), "--table", str(self.table)])

    def statuses(self, path):
        return {test: outcome["status"] for test, outcome in
                json.loads(path.read_text())["suites"]["one"]["subtests"].items()}

    def test_every_ending_is_told_apart(self):
        out = self.folder / "out.json"
        self.assertEqual(self.run_it(self.folder, "--suite", "one", "--out", out, "--jobs", "4"), 1)
        self.assertEqual(self.statuses(out), EXPECTED)

    def test_shards_cover_everything_once_and_merge(self):
        parts = []
        for index in (1, 2, 3):
            part = self.folder / f"part{index}.json"
            self.run_it(self.folder, "--suite", "one", "--shard", f"{index}/3", "--out", part, "--jobs", "4")
            parts.append(part)
        out = self.folder / "out.json"
        self.run_it("--merge", *parts, "--out", out)
        self.assertEqual(self.statuses(out), EXPECTED)

    def test_patterns_choose_the_sub_tests(self):
        self.assertEqual(self.run_it(self.folder, "--suite", "quick"), 0)
        self.assertEqual(self.run_it(self.folder, "--suite", "one", "--test", "good", "--test", "needs_*"), 0)

    def test_a_long_sub_test_runs_in_parts(self):
        out = self.folder / "out.json"
        self.assertEqual(self.run_it(self.folder, "--suite", "long", "--out", out, "--logs", self.folder / "logs"), 1)
        subtests = json.loads(out.read_text())["suites"]["long"]["subtests"]
        self.assertEqual({part: outcome["status"] for part, outcome in subtests.items()},
                         {"0 5": "pass", "5 5": "pass", "10 5": "fail", "15 5": "pass"})
        self.assertTrue((self.folder / "logs" / "long" / "10_5.txt").exists())

    def test_sub_tests_run_with_each_argument(self):
        out = self.folder / "out.json"
        self.assertEqual(self.run_it(self.folder, "--suite", "each", "--out", out), 1)
        subtests = json.loads(out.read_text())["suites"]["each"]["subtests"]
        self.assertEqual({test: outcome["status"] for test, outcome in subtests.items()},
                         {"good BEST": "pass", "good WORST": "fail", "absent BEST": "pass", "absent WORST": "fail"})

    def test_list_names_sub_tests_and_runs_none(self):
        def listed(*argv):
            text = io.StringIO()
            with contextlib.redirect_stdout(text):
                status = run.main([str(self.folder), "--table", str(self.table), "--list", *argv])
            return status, text.getvalue().splitlines()
        self.assertEqual(listed("--suite", "quick,each"),
                         (0, ["quick good", "each good BEST", "each good WORST", "each absent BEST",
                              "each absent WORST", "5 sub-tests"]))
        status, lines = listed("--suite", "quick,missing")
        self.assertEqual((status, lines[-2]), (1, "missing: no sub-test found"))
        status, lines = listed("--suite", "stale")
        self.assertEqual((status, lines[-2]), (1, "stale: gone_* matches no sub-test"))

    def test_a_suite_without_sub_tests_fails(self):
        self.assertEqual(self.run_it(self.folder, "--suite", "quick,missing"), 1)

    def test_baseline(self):
        baseline = self.folder / "baseline.json"
        self.run_it(self.folder, "--suite", "one", "--write-baseline", baseline, "--jobs", "4")
        self.assertEqual(self.run_it(self.folder, "--suite", "one", "--baseline", baseline, "--jobs", "4"), 0)
        known = json.loads(baseline.read_text())
        known["one"]["bad"]["status"] = "pass"
        baseline.write_text(json.dumps(known))
        self.assertEqual(self.run_it(self.folder, "--suite", "one", "--baseline", baseline, "--jobs", "4"), 1)

    def test_wrong_calls_are_refused(self):
        for argv in (["--suite", "nonsense"], ["--env", "X"]):
            with self.assertRaises(SystemExit):
                self.run_it(self.folder, *argv)
        for shard in ("0/2", "3/2", "x"):
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                self.run_it(self.folder, "--shard", shard)


class Table(unittest.TestCase):
    def test_the_real_table_is_well_formed(self):
        table = run.load_table(run.HERE / "suites.toml")
        self.assertEqual(len(table), 25)
        for name, suite in table.items():
            self.assertTrue(suite["program"], name)
            self.assertLessEqual(suite["timeout"], 1200, name)
        timeout, env = run.settings_of(table["basic"], "async_copy_local_to_global3D", None)
        self.assertEqual((timeout, env), (1200, {"WEFT_MAX_ALLOC": "512M", "WEFT_LOCAL_MEM": "64K"}))
        self.assertEqual(run.settings_of(table["basic"], "async_copy_local_to_global", 60), (60, {}))

    def test_the_table_of_the_language_is_well_formed(self):
        table = run.load_table(run.HERE / "language.toml")
        for name, suite in table.items():
            self.assertTrue(suite["program"], name)
            self.assertGreater(suite["timeout"], 0, name)
        self.assertEqual(len(run.parts_of(table["conversions"])), 55)

    def test_the_tables_of_what_is_run_again_are_well_formed(self):
        language = run.load_table(run.HERE / "language.toml")
        programs = {suite["program"] for name in ("language.toml", "suites.toml")
                    for suite in run.load_table(run.HERE / name).values()}
        for file in ("levels.toml", "vectoriser.toml"):
            table = run.load_table(run.HERE / file)
            for name, suite in table.items():
                self.assertIn(suite["program"], programs, name)
                self.assertGreater(suite["timeout"], 0, name)
            self.assertEqual(table["conversions"]["parts"]["cases"], language["conversions"]["parts"]["cases"])
            self.assertTrue(run.parts_of(table["conversions"]))


if __name__ == "__main__":
    unittest.main()
