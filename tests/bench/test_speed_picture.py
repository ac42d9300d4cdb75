# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The README's picture: what it keeps of runs, and that it hides no kernel in which Weft is slower."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import speed_picture  # noqa: E402


def run(weft, intel, pocl):
    kernels = {"weft": weft, "intel": intel, "pocl": pocl}
    return {
        "platforms": {name: {"platform": name.title(), "driver": "1"} for name in kernels},
        "kernels": {name: {"a": {"class": "dense", **value}} for name, value in kernels.items()},
    }


class SpeedPicture(unittest.TestCase):
    def kept(self, *runs):
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(setattr, speed_picture, "FIGURES", speed_picture.FIGURES)
            speed_picture.FIGURES = Path(folder) / "figures.json"
            names = []
            for number, found in enumerate(runs):
                names.append(Path(folder) / f"{number}.json")
                names[-1].write_text(json.dumps(found))
            speed_picture.keep("machine", "day", "abc", names)
            return json.loads(speed_picture.FIGURES.read_text())

    def test_each_kernel_keeps_its_least_time(self):
        figures = self.kept(run({"value": 2}, {"value": 3}, {"value": 9}), run({"value": 1}, {"value": 4}, {"value": 8}))
        self.assertEqual(figures["rounds"], 2)
        self.assertEqual(figures["kernels"], [{"class": "dense", "kernel": "a", "weft": 1, "intel": 3, "pocl": 8}])
        self.assertEqual(figures["platforms"]["weft"], "Weft 1 at abc")

    def test_once_wrong_is_wrong(self):
        wrong = {"missing": "wrong: 3 at 1"}
        for runs in ((wrong, {"value": 8}), ({"value": 8}, wrong)):
            figures = self.kept(*[run({"value": 2}, {"value": 3}, pocl) for pocl in runs])
            self.assertEqual(figures["kernels"][0]["pocl"], "wrong: 3 at 1")
            self.assertIn("PoCL in 0 of 0 kernels (1 not built or wrong there)", speed_picture.summary(figures["kernels"]))
            self.assertIn("<svg", speed_picture.draw(figures))

    def test_a_slower_kernel_is_shown_as_such(self):
        picture = speed_picture.draw(self.kept(run({"value": 8}, {"value": 2}, {"value": 16})))
        self.assertEqual(picture.count('class="slow intel"'), 1)
        self.assertNotIn('class="slow pocl"', picture)
        self.assertIn("slower than Intel's runtime in 1 of 1 kernels", picture)
        self.assertIn(">0.25<", picture)

    def test_the_axis_holds_all_ratios_and_both_sides(self):
        self.assertEqual(speed_picture.Axis([3, 5]).ticks(), [0.5, 1, 2, 4, 8])
        self.assertEqual(speed_picture.Axis([0.3]).ticks(), [0.25, 0.5, 1, 2])
        axis = speed_picture.Axis([0.1, 90])
        self.assertTrue(speed_picture.LEFT <= axis.place(0.1) < axis.place(1) < axis.place(90) <= speed_picture.RIGHT)


if __name__ == "__main__":
    unittest.main()
