#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Coefficients of the float functions: prints math32_coefficients.h.

  builtins/gen_math32_coefficients.py > builtins/math32_coefficients.h

A developer's tool that needs mpmath. Each polynomial is fitted by Remez' exchange in 40 digits with the weight that
makes its error relative to the function; coefficients are then rounded to the type from the first on, and the rest is
fitted again each time. The bound printed beside each is the largest error with the rounded coefficients, on a grid of
four thousand points, in exact arithmetic; what rounding in float adds is seen by the exhaustive test.
"""
import sys

from mpmath import (acosh, asin, atan, atanh, cos, cosh, erf, erfc, exp, expm1, log, log1p, loggamma, lu_solve, matrix, mp, mpf, pi, sin,
                    sinh, sqrt, tan)

mp.dps = 40


def chebyshev(a, b, count):
    return [(a + b) / 2 + (b - a) / 2 * cos(pi * (2 * i + 1) / (2 * count)) for i in range(count)]


def remez(target, weight, a, b, powers):
    """Coefficients of x^p for p in powers with the least largest |weight * (target - polynomial)| on [a, b]."""
    n = len(powers)
    grid = sorted(chebyshev(a, b, max(400, 40 * n)))
    values = [(x, target(x), weight(x)) for x in grid]
    step = len(grid) / mpf(n + 1)
    picked = [int(step * (i + mpf(1) / 2)) for i in range(n + 1)]
    best = None
    for _ in range(30):
        system, right = matrix(n + 1, n + 1), matrix(n + 1, 1)
        for row, i in enumerate(picked):
            x, f, w = values[i]
            for column, p in enumerate(powers):
                system[row, column] = w * x ** p
            system[row, n] = (-1) ** row
            right[row] = w * f
        solution = lu_solve(system, right)
        found = [solution[i] for i in range(n)]
        errors = [w * (f - sum(c * x ** p for c, p in zip(found, powers))) for x, f, w in values]
        worst = max(abs(e) for e in errors)
        if best is None or worst < best[0]:
            best = (worst, found)
        # One extremum of each run of equal sign.
        extrema = []
        for i, e in enumerate(errors):
            if extrema and (errors[extrema[-1]] > 0) == (e > 0):
                if abs(e) > abs(errors[extrema[-1]]):
                    extrema[-1] = i
            else:
                extrema.append(i)
        while len(extrema) > n + 1:
            if len(extrema) == n + 2:
                del extrema[0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1]
            else:
                i = min(range(len(extrema) - 1), key=lambda k: abs(errors[extrema[k]]) + abs(errors[extrema[k + 1]]))
                del extrema[i:i + 2]
        if len(extrema) < n + 1 or extrema == picked:
            break
        picked = extrema
        if worst < abs(solution[n]) * mpf("1.001"):
            break
    return best[1]


def rounded(x, bits):
    """x in a type of so many significant bits."""
    if x == 0:
        return mpf(0)
    with mp.workprec(bits):
        return +x


def hexadecimal(x, bits):
    if x == 0:
        return "0.0f" if bits == 24 else "0.0"
    sign, m, e, _ = x._mpf_
    width = m.bit_length()
    m <<= 53 - width if bits == 53 else 25 - width
    e -= (53 if bits == 53 else 25) - width
    digits = 13 if bits == 53 else 6
    text = f"{m:x}"
    assert len(text) == digits + 1
    return f"{'-' if sign else ''}0x{text[0]}.{text[1:]}p{e + 4 * digits}" + ("f" if bits == 24 else "")


def fit(name, target, weight, a, b, degree, fixed=(), bits=24, comment=""):
    """Prints `#define name c0, c1, ...` for the polynomial of this degree; fixed: first coefficients that are given."""
    a, b = mpf(a), mpf(b)
    known = [rounded(mpf(c), bits) for c in fixed]
    while len(known) <= degree:
        powers = list(range(len(known), degree + 1))
        rest = remez(lambda x: target(x) - sum(c * x ** i for i, c in enumerate(known)), weight, a, b, powers)
        known.append(rounded(rest[0], bits))
    worst = max(abs(weight(x) * (target(x) - sum(c * x ** i for i, c in enumerate(known))))
                for x in chebyshev(a, b, 4000))
    print(f"/* {comment}: error below 2^{float(mp.log(worst, 2)):.1f} */")
    text = ", ".join(hexadecimal(c, bits) for c in known)
    line = f"#define {name} {text}"
    if len(line) > 119:
        half = len(known) // 2
        indent = "  "
        print(f"#define {name}".ljust(119) + "\\")
        words, line = [hexadecimal(c, bits) for c in known], indent
        for i, word in enumerate(words):
            piece = word + (", " if i + 1 < len(words) else "")
            if len(line + piece) > 116:
                print(line.rstrip().ljust(119) + "\\")
                line = indent
            line += piece
        print(line.rstrip())
    else:
        print(line)
    return known


def split(name, value, pieces, below=False):
    """A constant as the unevaluated sum of several; each but the last is rounded, or with `below` cut off, so that all
    are positive."""
    for i in range(pieces):
        part = rounded(value, 24)
        if below and part > value:
            part = rounded(part - mp.ldexp(1, mp.frexp(value)[1] - 24), 24)
        print(f"#define {name}_{i} {hexadecimal(part, 24)}")
        value -= part


def away(f, at_zero):
    """f with its limit at zero."""
    return lambda x: at_zero if abs(x) < mpf(10) ** -18 else f(x)


SECTIONS = {}


def section(f):
    SECTIONS[f.__name__] = f
    return f


@section
def exponential():
    ln2, ln10 = log(mpf(2)), log(mpf(10))
    split("LN2", ln2, 2)
    split("LOG10_2", ln2 / ln10, 2)
    half = ln2 / 2 * mpf("1.0001")
    fit("EXP_POLY", exp, lambda x: exp(-x), -half, half, 6, fixed=(1, 1), comment="e^r")
    fit("EXP2_POLY", lambda x: exp(x * ln2), lambda x: exp(-x * ln2), -0.5, 0.5, 6, fixed=(1,), comment="2^r")
    fit("EXP2_SHORT_POLY", lambda x: exp(x * ln2), lambda x: exp(-x * ln2), 0, 1, 5, fixed=(1,),
        comment="2^r, r from 0 to 1, relaxed")
    split("LOG2_10", ln10 / ln2, 2)
    tenth = half / ln10
    fit("EXP10_POLY", lambda x: exp(x * ln10), lambda x: exp(-x * ln10), -tenth, tenth, 6, fixed=(1,), comment="10^r")
    fit("EXPM1_POLY", away(lambda x: (expm1(x) - x) / x ** 2, mpf(1) / 2), away(lambda x: x ** 2 / expm1(x), mpf(0)),
        -half, half, 4, fixed=(0.5,), comment="(e^r - 1 - r) / r^2")
    fit("SINH_POLY", away(lambda z: (sinh(sqrt(z)) / sqrt(z) - 1) / z, mpf(1) / 6),
        away(lambda z: z * sqrt(z) / sinh(sqrt(z)), mpf(0)), 0, half ** 2, 2, comment="(sinh r - r) / r^3 of r^2")
    fit("COSH_POLY", lambda z: cosh(sqrt(z)), lambda z: 1 / cosh(sqrt(z)), 0, half ** 2, 3, fixed=(1, 0.5),
        comment="cosh r of r^2")


@section
def logarithm():
    ln2 = log(mpf(2))
    low, high = sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1
    series = away(lambda f: (log1p(f) - f) / f ** 2, mpf(-1) / 2)
    weight = away(lambda f: f ** 2 / log1p(f), mpf(0))
    fit("LOG_POLY", series, weight, low, high, 7, fixed=(-0.5,), comment="(ln(1 + f) - f) / f^2")
    fit("LOG_SHORT_POLY", series, weight, low, high, 6, fixed=(-0.5,), comment="the same, relaxed")
    # log2(m) = s 2 / ln 2 + s^3 P(s^2), s = (m - 1) / (m + 1)
    border = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2 * mpf("1.0001")
    split("TWO_LOG2E", 2 / ln2, 2)
    fit("POW_LOG_POLY", away(lambda z: (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z / ln2, 2 / (3 * ln2)),
        away(lambda z: z * sqrt(z) * ln2 / (2 * atanh(sqrt(z))), mpf(0)), 0, border, 3,
        comment="(log2 m - s 2 / ln 2) / s^3 of s^2")
    split("LOG2E", 1 / ln2, 2)
    fit("LOG2_POLY", lambda f: series(f) / ln2, weight, low, high, 7, fixed=(-1 / (2 * ln2),),
        comment="(log2(1 + f) - f log2 e) / f^2")
    log10e = 1 / log(mpf(10))
    split("LOG10E", log10e, 2)
    fit("LOG10_POLY", lambda f: series(f) * log10e, weight, low, high, 7, fixed=(-log10e / 2,),
        comment="(log10(1 + f) - f log10 e) / f^2")


@section
def trigonometry():
    split("PI", pi, 3, below=True)
    split("HALF_PI", pi / 2, 3, below=True)
    split("TWO_BY_PI", 2 / pi, 1)
    full, half = (pi / 2 * mpf("1.0001")) ** 2, (pi / 4 * mpf("1.0001")) ** 2
    sine = away(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, mpf(-1) / 6)
    weight = away(lambda z: z * sqrt(z) / sin(sqrt(z)), mpf(0))
    fit("SIN_WIDE_POLY", sine, weight, 0, full, 3, comment="(sin r - r) / r^3 of r^2, |r| up to pi/2")
    fit("SIN_POLY", sine, weight, 0, half, 2, comment="(sin r - r) / r^3 of r^2, |r| up to pi/4")
    fit("COS_POLY", lambda z: cos(sqrt(z)), lambda z: 1 / cos(sqrt(z)), 0, half, 4, fixed=(1, -0.5),
        comment="cos r of r^2")
    tangent = away(lambda z: (tan(sqrt(z)) / sqrt(z) - 1) / z, mpf(1) / 3)
    fit("TAN_POLY", tangent, away(lambda z: z * sqrt(z) / tan(sqrt(z)), mpf(0)), 0, half, 5,
        comment="(tan r - r) / r^3 of r^2")
    fit("TAN_SHORT_POLY", tangent, away(lambda z: z * sqrt(z) / tan(sqrt(z)), mpf(0)), 0, half, 4,
        comment="the same, relaxed")
    quarter = mpf(1) / 4
    fit("SINPI_POLY", away(lambda z: sin(pi * sqrt(z)) / sqrt(z), pi), away(lambda z: sqrt(z) / sin(pi * sqrt(z)), 1 / pi),
        0, quarter, 5, comment="sin(pi r) / r of r^2, |r| up to 1/2")
    fit("TANPI_POLY", away(lambda z: tan(pi * sqrt(z)) / sqrt(z), pi), away(lambda z: sqrt(z) / tan(pi * sqrt(z)), 1 / pi),
        0, quarter ** 2, 6, comment="tan(pi r) / r of r^2, |r| up to 1/4")


@section
def inverse():
    fit("ASIN_POLY", away(lambda z: (asin(sqrt(z)) / sqrt(z) - 1) / z, mpf(1) / 6),
        away(lambda z: z * sqrt(z) / asin(sqrt(z)), mpf(0)), 0, 0.25, 4, comment="(asin r - r) / r^3 of r^2")
    fit("ATAN_POLY", away(lambda z: (atan(sqrt(z)) / sqrt(z) - 1) / z, mpf(-1) / 3),
        away(lambda z: z * sqrt(z) / atan(sqrt(z)), mpf(0)), 0, 1, 7, comment="(atan r - r) / r^3 of r^2")
    fit("ATAN_SHORT_POLY", away(lambda z: (atan(sqrt(z)) / sqrt(z) - 1) / z, mpf(-1) / 3),
        away(lambda z: z * sqrt(z) / atan(sqrt(z)), mpf(0)), 0, 1, 6, comment="the same, relaxed")
    split("ONE_BY_PI", 1 / pi, 1)


@section
def half_prefix():
    # For half_ functions, whose limit is 2^-11 of the result.
    ln2, ln10 = log(mpf(2)), log(mpf(10))
    fit("HALF_EXP2_POLY", lambda x: exp(x * ln2), lambda x: exp(-x * ln2), 0, 1, 3, fixed=(1,), comment="2^r, r from 0 to 1")
    low, high = sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1
    for name, base, degree in (("", mpf(1), 3), ("2", ln2, 3), ("10", ln10, 3), ("2_LONG", ln2, 6)):
        fit(f"HALF_LOG{name}_POLY", away(lambda f: log1p(f) / f / base, 1 / base),
            away(lambda f: f * base / log1p(f), base), low, high, degree,
            comment=f"ln(1 + f) / f / {float(base):.4g}")
    full, quarter = (pi / 2 * mpf("1.0001")) ** 2, (pi / 4 * mpf("1.0001")) ** 2
    fit("HALF_SIN_POLY", away(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, mpf(-1) / 6),
        away(lambda z: z * sqrt(z) / sin(sqrt(z)), mpf(0)), 0, full, 1,
        comment="(sin r - r) / r^3 of r^2, |r| up to pi/2")
    fit("HALF_TAN_POLY", away(lambda z: (tan(sqrt(z)) / sqrt(z) - 1) / z, mpf(1) / 3),
        away(lambda z: z * sqrt(z) / tan(sqrt(z)), mpf(0)), 0, quarter, 2,
        comment="(tan r - r) / r^3 of r^2, |r| up to pi/4")


@section
def error_function():
    # erf x = x P(x^2) up to 1; 1 - 2^-Q(x) beyond.
    fit("ERF_SMALL_POLY", away(lambda z: erf(sqrt(z)) / sqrt(z), 2 / sqrt(pi)),
        away(lambda z: sqrt(z) / erf(sqrt(z)), sqrt(pi) / 2), 0, 1, 5, comment="erf(x) / x of x^2, x up to 1")
    # d erf = erfc ln 2 dQ
    fit("ERF_LARGE_POLY", lambda x: -log(erfc(x)) / log(mpf(2)), lambda x: erfc(x) / erf(x), 1, 4, 6,
        comment="-log2(erfc x), x from 1 to 4")

    # erfc x = e^(-x^2) R(t) / (1 + 2 x), t = (x - 4) / (x + 4), x from 0 to 10.1
    def scaled(t):
        x = 4 * (1 + t) / (1 - t)
        return erfc(x) * exp(x * x) * (1 + 2 * x)
    low, high = mpf(-1), (mpf("10.1") - 4) / (mpf("10.1") + 4)
    fit("ERFC_POLY", scaled, lambda t: 1 / scaled(t), low, high, 9, comment="erfc(x) e^(x^2) (1 + 2 x) of (x - 4) / (x + 4)")


@section
def gamma():
    # What Stirling's formula leaves of ln Gamma(z), times z; z from 8. In double, as float needs it near 1 and 2.
    def series(s):
        z = 1 / sqrt(s)
        return z * (loggamma(z) - (z - mpf(1) / 2) * log(z) + z - log(2 * pi) / 2)
    fit("STIRLING_POLY", away(series, mpf(1) / 12), lambda s: mpf(1), 0, mpf(1) / 64, 4, bits=53,
        comment="series of ln Gamma(z), times z, of 1 / z^2")


def main():
    wanted = sys.argv[1:] or list(SECTIONS)
    print("/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */")
    print("/* Made by gen_math32_coefficients.py: coefficients of the float functions, from the constant on. */")
    print("#ifndef WEFT_BUILTINS_MATH32_COEFFICIENTS_H\n#define WEFT_BUILTINS_MATH32_COEFFICIENTS_H\n")
    for name in wanted:
        SECTIONS[name]()
        print()
    print("#endif")


if __name__ == "__main__":
    main()
