# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What layout.py finds in small trees, so that its silence about the real one says something."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).parent / "layout.py"


class Layout(unittest.TestCase):
    def run_on(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            done = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_a_tree_in_order(self):
        status, out = self.run_on(
            {
                "compiler/ir/a.h": '#include "base/b.h"\n',
                "compiler/driver/d.cpp": '#include "compiler/ir/a.h"\n',
                "base/b.h": "",
            }
        )
        self.assertEqual((status, out), (0, ""))

    def test_folders_in_a_circle(self):
        status, out = self.run_on(
            {
                "compiler/ir/a.h": '#include "compiler/spmd/plan/p.h"\n',
                "compiler/spmd/plan/p.h": "",
                "compiler/spmd/plan/p.cpp": '#include "compiler/driver/d.h"\n',
                "compiler/driver/d.h": '#include "compiler/ir/a.h"\n',
            }
        )
        self.assertEqual(status, 1)
        self.assertIn("folders include one another in a circle", out)
        self.assertIn("compiler/spmd/plan/p.cpp includes compiler/driver/d.h", out)

    def test_layers_in_a_circle(self):
        status, out = self.run_on(
            {"runtime/a.c": '#include "devices/d.h"\n', "devices/d.h": "", "devices/d.c": '#include "runtime/a.h"\n', "runtime/a.h": ""}
        )
        self.assertEqual(status, 1)
        self.assertIn("layers include one another in a circle", out)

    def test_a_crowded_folder(self):
        status, out = self.run_on({f"compiler/ir/a{i}.h": '#include "compiler/ir/a0.h"\n' for i in range(21)})
        self.assertEqual(status, 1)
        self.assertIn("compiler/ir holds 21 files", out)

    def test_passes_in_other_places(self):
        status, out = self.run_on(
            {
                "compiler/ir/a.h": "",
                "compiler/ir/passes.h": '#include "compiler/ir/a.h"\n#define ADD(Pass) Passes.addPass(Pass);\n',
                "compiler/optimise/o.cpp": "Passes.addPass(createFunctionToLoopPassAdaptor(loops()));\nPasses.addPass(GVNPass());\n"
                "SROAPass(SROAOptions::ModifyCFG).run(F, A.Functions);\nreturn Inner().run(F, FAM);\n",
            }
        )
        self.assertEqual(status, 1)
        self.assertEqual([line.split(":")[1] for line in out.splitlines()], ["2", "3"])
        self.assertIn("a pass outside of compiler/ir/passes.def", out)

    def test_words_in_other_places(self):
        status, out = self.run_on(
            {
                "compiler/ir/names.def": 'WEFT_IR_NAME(A, "weft.a", Attribute, "", "")\n',
                "compiler/ir/machine.cpp": 'const char *name = "znver4";\n#include "compiler/ir/names.def"\n',
                "compiler/driver/d.cpp": '// "weft.comment" and "znver4" are fine here\nx("weft.b");\nif (cpu == "znver5")\n  ;\n',
            }
        )
        self.assertEqual(status, 1)
        self.assertEqual(len(out.splitlines()), 2)
        self.assertIn("compiler/driver/d.cpp:2: a name of the IR protocol outside of compiler/ir/names.def", out)
        self.assertIn("compiler/driver/d.cpp:3: a processor's name outside of compiler/ir/machine.cpp", out)

    def test_stale_answers(self):
        page = "| question | file | function |\n|---|---|---|\n"
        rows = "| a? | `runtime/a.c`, `b.c` | `here`, `T::member`, `gone` |\n| b? | `icd/none.c` | the table |\n"
        files = {"runtime/a.c": "int here;\n", "runtime/b.c": '#include "base/m.h"\nint member;\n', "base/m.h": ""}
        status, out = self.run_on({**files, "docs/where.md": page + rows})
        self.assertEqual(status, 1)
        self.assertEqual(
            out.splitlines(),
            ["docs/where.md: no gone in runtime/a.c, runtime/b.c", "docs/where.md names icd/none.c, which is not there"],
        )

    def test_nothing_to_check(self):
        self.assertEqual(self.run_on({"README.md": ""})[0], 1)


if __name__ == "__main__":
    unittest.main()
