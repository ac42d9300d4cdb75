#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the coefficients of builtins/math64_tables.h, with the bound of each approximation's error.

A developer's tool: the build does not need it. usage: math_coefficients64.py [NAME ...]   (needs mpmath)

Each polynomial is Remez's, in the relative error of the whole function: `weight` is what an error of the polynomial
does to the result. Coefficients are rounded to double before the bound is taken: it is the largest error on a grid
of 4,000 points, plus what the error curve can rise between two of them by its largest slope seen, taken twice.
"""
import sys

import mpmath as mp

mp.mp.prec = 400

LN2 = mp.log(2)


def remez(f, weight, a, b, degree):
    """Coefficients of the polynomial that is nearest to f in the maximum of weight * error."""
    a, b = mp.mpf(a), mp.mpf(b)
    n = degree + 2
    nodes = [(a + b) / 2 - (b - a) / 2 * mp.cos(mp.pi * i / (n - 1)) for i in range(n)]
    # No node where the weight is 0.
    nodes = [x + (b - a) * mp.mpf(2) ** -40 if abs(x) < (b - a) * mp.mpf(2) ** -60 else x for x in nodes]
    points = 60 * n
    # Denser at the ends, where the curve turns faster.
    grid = [(a + b) / 2 - (b - a) / 2 * mp.cos(mp.pi * (i + mp.mpf(1) / 2) / points) for i in range(points)]
    values = [(f(x), weight(x)) for x in grid]
    coefficients = None
    for _ in range(30):
        system, right = mp.matrix(n, n), mp.matrix(n, 1)
        for row, x in enumerate(nodes):
            for column in range(degree + 1):
                system[row, column] = x**column
            system[row, degree + 1] = (-1) ** row / weight(x)
            right[row] = f(x)
        solution = mp.lu_solve(system, right)
        coefficients, level = list(solution[: degree + 1]), abs(solution[degree + 1])
        errors = [w * (mp.polyval(coefficients[::-1], x) - v) for x, (v, w) in zip(grid, values)]
        # The extremes between changes of sign.
        extremes = []
        for i, e in enumerate(errors):
            if not extremes or (e > 0) != (errors[extremes[-1]] > 0):
                extremes.append(i)
            elif abs(e) > abs(errors[extremes[-1]]):
                extremes[-1] = i
        while len(extremes) > n:
            extremes.pop(0 if abs(errors[extremes[0]]) < abs(errors[extremes[-1]]) else -1)
        if len(extremes) < n:
            break
        nodes = [grid[i] for i in extremes]
        if max(abs(e) for e in errors) < level * mp.mpf("1.01"):
            break
    return coefficients


def bound(coefficients, f, weight, a, b):
    points = 4000
    step = (mp.mpf(b) - mp.mpf(a)) / points
    worst = rise = mp.mpf(0)
    before = None
    for i in range(points):
        x = a + (i + mp.mpf(1) / 2) * step
        error = weight(x) * (mp.polyval(coefficients[::-1], x) - f(x))
        worst = max(worst, abs(error))
        if before is not None:
            rise = max(rise, abs(error - before))
        before = error
    return worst + rise


def series_sin(z):
    """(sin r - r) / r^3 with z = r^2"""
    r = mp.sqrt(z)
    return (mp.sin(r) - r) / r**3


def series_cos(z):
    return (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2


def series_log(z):
    """ln((1 + s) / (1 - s)) = 2 s + s z P(z)"""
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) - 2 * s) / s**3


def series_asin(z):
    s = mp.sqrt(z)
    return (mp.asin(s) - s) / s**3


def series_atan(z):
    s = mp.sqrt(z)
    return (mp.atan(s) - s) / s**3


def minus_log_erfc(x):
    return -mp.log(mp.erfc(x))


EIGHTH = mp.tan(mp.pi / 8) ** 2 * mp.mpf("1.0001")
QUARTER = (mp.pi / 4) ** 2 * mp.mpf("1.0001")
HALF = (mp.pi / 2) ** 2 * mp.mpf("1.0005")
LOG_Z = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 * mp.mpf("1.0001")
R = LN2 / 2 * mp.mpf("1.0001")
TINY = mp.mpf(10) ** -12

# Stirling's form with its argument moved: Gamma(x) = S(t) (x + SHIFT)^(x - 1/2) e^-(x + SHIFT)
SHIFT = mp.mpf("6.5")


def gamma_of_t(t):
    x = (GAMMA_A + GAMMA_B * t) / (1 - t)
    w = x + SHIFT
    return mp.exp(mp.loggamma(x) - (x - mp.mpf(1) / 2) * mp.log(w) + w)


# t = (x - GAMMA_A) / (x + GAMMA_B)
GAMMA_A, GAMMA_B = mp.mpf(4), mp.mpf(5)

# name: (function, weight, from, to, degree)
TABLES = {
    "EXP": (lambda r: (mp.exp(r) - 1 - r) / r**2, lambda r: r**2 / abs(mp.expm1(r)), -R, R, 9),
    "EXP2": (lambda r: mp.expm1(r * LN2) / r, lambda r: abs(r) / 2**r, -0.5001, 0.5001, 10),
    "EXP10": (lambda r: mp.expm1(r * mp.log(10)) / r, lambda r: abs(r) / mp.mpf(10) ** r, -0.15053, 0.15053, 10),
    "LOG": (series_log, lambda z: z / 2, TINY, LOG_Z, 6),
    "LOG2_PAIR": (
        lambda z: (series_log(z) / LN2 - mp.mpf(2) / 3 / LN2) / z,
        lambda z: z**2 * LN2 / 2,
        TINY,
        LOG_Z,
        6,
    ),
    # Behind the first, which is -1/6 rounded.
    "SIN": (
        lambda z: (series_sin(z) + mp.mpf(1.0 / 6)) / z,
        lambda z: mp.sqrt(z) ** 5 / mp.sin(mp.sqrt(z)),
        mp.mpf(10) ** -4,
        HALF,
        6,
    ),
    "SIN_QUARTER": (series_sin, lambda z: mp.sqrt(z) ** 3 / mp.sin(mp.sqrt(z)), TINY, QUARTER, 5),
    "COS_QUARTER": (series_cos, lambda z: z**2 / mp.cos(mp.sqrt(z)), TINY, QUARTER, 5),
    "ASIN": (series_asin, lambda z: z, TINY, mp.mpf(1) / 4, 11),
    "ATAN": (series_atan, lambda z: z, TINY, EIGHTH, 10),
    "CBRT": (lambda m: m ** (-mp.mpf(1) / 3), lambda m: m ** (mp.mpf(1) / 3), 1, 2, 3),
    "ERF": (
        lambda x: minus_log_erfc(x) / x,
        lambda x: x * mp.erfc(x) / mp.erf(x),
        mp.mpf(10) ** -6,
        mp.mpf("5.95"),
        29,
    ),
    "GAMMA": (
        gamma_of_t,
        lambda t: 1 / gamma_of_t(t),
        (mp.mpf(1) / 2 - GAMMA_A) / (mp.mpf(1) / 2 + GAMMA_B),
        (172 - GAMMA_A) / (172 + GAMMA_B),
        14,
    ),
}


def double(x):
    """The nearest double as C writes it."""
    return float(x).hex()


def main():
    names = sys.argv[1:] or list(TABLES)
    for name in names:
        f, weight, a, b, degree = TABLES[name]
        exact = remez(f, weight, a, b, degree)
        rounded = [mp.mpf(float(c)) for c in exact]
        limit = bound(rounded, f, weight, mp.mpf(a), mp.mpf(b))
        plain = bound(exact, f, weight, mp.mpf(a), mp.mpf(b))
        print("/* 2^%.1f (2^%.1f before the coefficients were rounded) */" % (mp.log(limit, 2), mp.log(plain, 2)))
        print("#define WEFT_%s_COEFFICIENTS" % name + " \\\n  " + ", \\\n  ".join(double(c) for c in rounded))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
