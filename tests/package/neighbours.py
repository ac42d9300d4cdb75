# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weft in one process with a package that has an LLVM of its own. neighbours.py PACKAGE before|after|exported: Weft compiles before
the package is loaded, or after it has compiled; exported: after, and libraries that are loaded later see the package's names."""
import ctypes
import os
import sys
import threading

import numpy as np

COUNT = 64
ROUNDS = 4


class Weft:
    """Kernels with a barrier and a call of the mathematical library, and a program that must not build."""

    SOURCE = """
    kernel void k(global float *x, local float *tile) {
      size_t l = get_local_id(0), size = get_local_size(0);
      tile[l] = sin((float)get_global_id(0)) * NUMBER;
      barrier(CLK_LOCAL_MEM_FENCE);
      x[get_global_id(0)] = tile[size - 1 - l];
    }
    """

    def __init__(self):
        import pyopencl

        self.cl = pyopencl
        platform = next(p for p in pyopencl.get_platforms() if p.name == "Weft")
        self.context = pyopencl.Context(platform.get_devices())

    def compute(self, number):
        cl = self.cl
        queue = cl.CommandQueue(self.context)
        program = cl.Program(self.context, f"#define NUMBER {number}.0f\n" + self.SOURCE).build(cache_dir=False)
        kernel = cl.Kernel(program, "k")
        x = np.empty(COUNT, np.float32)
        buffer = cl.Buffer(self.context, cl.mem_flags.READ_WRITE, x.nbytes)
        for size in 8, 16:
            kernel(queue, (COUNT,), (size,), buffer, cl.LocalMemory(4 * size))
            cl.enqueue_copy(queue, x, buffer)
            wanted = (np.sin(np.arange(COUNT)) * number).reshape(-1, size)[:, ::-1].ravel()
            assert np.allclose(x, wanted, atol=1e-4), "Weft: wrong numbers"
        try:
            cl.Program(self.context, f"kernel void k(global int *x) {{ x[0] = none_{number}; }}").build(cache_dir=False)
        except cl.RuntimeError as error:
            assert f"none_{number}" in str(error), "Weft: no message of the compiler's"
        else:
            raise AssertionError("Weft: what is wrong builds")


class Llvmlite:
    """IR, optimised and compiled."""

    def __init__(self):
        import llvmlite.binding

        self.llvm = llvmlite.binding
        self.llvm.initialize_native_target()
        self.llvm.initialize_native_asmprinter()

    def compute(self, number):
        module = self.llvm.parse_assembly(f"define i32 @f(i32 %a) {{\n %r = mul i32 %a, {number}\n ret i32 %r\n}}")
        module.verify()
        machine = self.llvm.Target.from_default_triple().create_target_machine(opt=2)
        engine = self.llvm.create_mcjit_compiler(module, machine)
        engine.finalize_object()
        function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)(engine.get_function_address("f"))
        assert function(14) == 14 * number, "llvmlite: wrong number"
        try:
            self.llvm.parse_assembly("define i32 @f() { ret i64 0 }")
        except RuntimeError:
            return
        raise AssertionError("llvmlite: what is wrong is parsed")


class Numba:
    """A loop that Numba's own threads run."""

    def __init__(self):
        import numba

        self.numba = numba

    def compute(self, number):
        numba = self.numba

        @numba.njit
        def apply(x):
            return np.sin(x) * number

        @numba.njit(parallel=True)
        def run(x, y):
            for i in numba.prange(x.size):
                y[i] = apply(x[i])

        x, y = np.arange(float(COUNT)), np.zeros(COUNT)
        run(x, y)
        assert np.allclose(y, np.sin(x) * number), "Numba: wrong numbers"


class Halide:
    """A pipeline in vectors, on Halide's own threads."""

    def __init__(self):
        import halide

        self.halide = halide

    def compute(self, number):
        hl = self.halide
        x, y, function = hl.Var("x"), hl.Var("y"), hl.Func("f")
        function[x, y] = hl.sin(hl.f32(x)) * number + hl.f32(y)
        function.vectorize(x, 8).parallel(y)
        result = np.array(function.realize([COUNT, 4]))
        wanted = np.sin(np.arange(COUNT)) * number + np.arange(4)[:, None]
        assert np.allclose(result.reshape(wanted.shape), wanted, atol=1e-4), "Halide: wrong numbers"


def side_by_side(each):
    """Every one on a thread of its own, at the same time."""
    failures = []

    def run(one, number):
        try:
            for i in range(ROUNDS):
                one.compute(number + i)
        except BaseException as failure:  # to be raised where it ends the program
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(one, 10 * (i + 2))) for i, one in enumerate(each)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def main(package, order):
    flags = sys.getdlopenflags()
    kinds = {"llvmlite": Llvmlite, "numba": Numba, "halide": Halide}
    if order == "before":
        each = [Weft(), None]
        each[0].compute(1)
        each[1] = kinds[package]()
    else:
        if order == "exported":
            sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
        neighbour = kinds[package]()
        neighbour.compute(1)
        sys.setdlopenflags(flags)
        each = [neighbour, Weft()]
    for number in range(2, 2 + ROUNDS):
        for one in each:
            one.compute(number)
    side_by_side(each)
    with open("/proc/self/maps", encoding="utf-8") as maps:
        assert "libweft-compiler" in maps.read(), "Weft has not compiled"


main(*sys.argv[1:])
