/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made by gen_math32_coefficients.py: coefficients of the float functions, from the constant on. */
#ifndef WEFT_BUILTINS_MATH32_COEFFICIENTS_H
#define WEFT_BUILTINS_MATH32_COEFFICIENTS_H

#define LN2_0 0x1.62e430p-1f
#define LN2_1 -0x1.05c610p-29f
#define LOG10_2_0 0x1.344136p-2f
#define LOG10_2_1 -0x1.ec10c0p-27f
/* e^r: error below 2^-28.2 */
#define EXP_POLY                                                                                                       \
  0x1.000000p0f, 0x1.000000p0f, 0x1.fffffcp-2f, 0x1.55548cp-3f, 0x1.555858p-5f, 0x1.123ddep-7f, 0x1.6ac728p-10f
/* 2^r: error below 2^-28.3 */
#define EXP2_POLY                                                                                                      \
  0x1.000000p0f, 0x1.62e430p-1f, 0x1.ebfbdcp-3f, 0x1.c6af76p-5f, 0x1.3b2dacp-7f, 0x1.5f0c68p-10f, 0x1.41b3bep-13f
/* 2^r, r from 0 to 1, relaxed: error below 2^-23.5 */
#define EXP2_SHORT_POLY 0x1.000000p0f, 0x1.62e4bap-1f, 0x1.ebdb68p-3f, 0x1.c91c78p-5f, 0x1.277854p-7f, 0x1.e97c26p-10f
#define LOG2_10_0 0x1.a934f0p1f
#define LOG2_10_1 0x1.2f346ep-24f
/* 10^r: error below 2^-28.5 */
#define EXP10_POLY                                                                                                     \
  0x1.000000p0f, 0x1.26bb1cp1f, 0x1.53524ap1f, 0x1.046f98p1f, 0x1.2bd9b6p0f, 0x1.156d66p-1f, 0x1.a6af16p-3f
/* (e^r - 1 - r) / r^2: error below 2^-24.0 */
#define EXPM1_POLY 0x1.000000p-1f, 0x1.5554b8p-3f, 0x1.5561b2p-5f, 0x1.1222c6p-7f, 0x1.5d0a72p-10f
/* (sinh r - r) / r^3 of r^2: error below 2^-34.3 */
#define SINH_POLY 0x1.555556p-3f, 0x1.110fbep-7f, 0x1.a2e310p-13f
/* cosh r of r^2: error below 2^-33.3 */
#define COSH_POLY 0x1.000000p0f, 0x1.000000p-1f, 0x1.5554e6p-5f, 0x1.6d4f3cp-10f

/* (ln(1 + f) - f) / f^2: error below 2^-24.9 */
#define LOG_POLY                                                                                                       \
  -0x1.000000p-1f, 0x1.5556d8p-2f, -0x1.000384p-2f, 0x1.98d83ap-3f, -0x1.537fe6p-3f, 0x1.316de4p-3f,                   \
  -0x1.244782p-3f, 0x1.64bbccp-4f
/* the same, relaxed: error below 2^-21.8 */
#define LOG_SHORT_POLY                                                                                                 \
  -0x1.000000p-1f, 0x1.5557bap-2f, -0x1.ffa846p-3f, 0x1.980da4p-3f, -0x1.5ef81cp-3f, 0x1.482f02p-3f, -0x1.a16f00p-4f
#define TWO_LOG2E_0 0x1.715476p1f
#define TWO_LOG2E_1 0x1.4ae0c0p-25f
/* (log2 m - s 2 / ln 2) / s^3 of s^2: error below 2^-36.4 */
#define POW_LOG_POLY 0x1.ec709ep-1f, 0x1.2776e0p-1f, 0x1.a5d046p-2f, 0x1.58906cp-2f
#define LOG2E_0 0x1.715476p0f
#define LOG2E_1 0x1.4ae0c0p-26f
/* (log2(1 + f) - f log2 e) / f^2: error below 2^-24.3 */
#define LOG2_POLY                                                                                                      \
  -0x1.715476p-1f, 0x1.ec72d0p-2f, -0x1.7159a8p-2f, 0x1.26eab6p-2f, -0x1.e9c950p-3f, 0x1.b8af24p-3f,                   \
  -0x1.a5ba2ep-3f, 0x1.014e12p-3f
#define LOG10E_0 0x1.bcb7b2p-2f
#define LOG10E_1 -0x1.5b235ep-27f
/* (log10(1 + f) - f log10 e) / f^2: error below 2^-26.0 */
#define LOG10_POLY                                                                                                     \
  -0x1.bcb7b2p-3f, 0x1.287bc4p-3f, -0x1.bcbd96p-4f, 0x1.631e6cp-4f, -0x1.26e678p-4f, 0x1.094be2p-4f,                   \
  -0x1.fba654p-5f, 0x1.35dc9ap-5f

#define PI_0 0x1.921fb4p1f
#define PI_1 0x1.4442d0p-23f
#define PI_2 0x1.846988p-47f
#define HALF_PI_0 0x1.921fb4p0f
#define HALF_PI_1 0x1.4442d0p-24f
#define HALF_PI_2 0x1.846988p-48f
#define TWO_BY_PI_0 0x1.45f306p-1f
/* (sin r - r) / r^3 of r^2, |r| up to pi/2: error below 2^-27.3 */
#define SIN_WIDE_POLY -0x1.55554cp-3f, 0x1.110edap-7f, -0x1.9f70f0p-13f, 0x1.5dc908p-19f
/* (sin r - r) / r^3 of r^2, |r| up to pi/4: error below 2^-27.9 */
#define SIN_POLY -0x1.555546p-3f, 0x1.110778p-7f, -0x1.9953fep-13f
/* cos r of r^2: error below 2^-33.0 */
#define COS_POLY 0x1.000000p0f, -0x1.000000p-1f, 0x1.55554ap-5f, -0x1.6c0c28p-10f, 0x1.99e850p-16f
/* (tan r - r) / r^3 of r^2: error below 2^-25.7 */
#define TAN_POLY 0x1.5554dep-2f, 0x1.112deap-3f, 0x1.b5850ep-5f, 0x1.9073bap-6f, 0x1.966de8p-9f, 0x1.33ec32p-7f
/* the same, relaxed: error below 2^-21.9 */
#define TAN_SHORT_POLY 0x1.555a20p-2f, 0x1.1039e4p-3f, 0x1.d22f38p-5f, 0x1.a95498p-7f, 0x1.49b3e2p-6f
/* sin(pi r) / r of r^2, |r| up to 1/2: error below 2^-24.9 */
#define SINPI_POLY 0x1.921fb6p1f, -0x1.4abc12p2f, 0x1.467bc8p1f, -0x1.358400p-1f, 0x1.afefe4p-4f, -0x1.655780p-5f
/* tan(pi r) / r of r^2, |r| up to 1/4: error below 2^-25.1 */
#define TANPI_POLY                                                                                                     \
  0x1.921fb6p1f, 0x1.4abac4p3f, 0x1.46a8e6p5f, 0x1.40ce72p7f, 0x1.7ab2d8p9f, 0x1.e8e9d6p8f, 0x1.ceb610p14f

/* (asin r - r) / r^3 of r^2: error below 2^-27.5 */
#define ASIN_POLY 0x1.5555c8p-3f, 0x1.330204p-4f, 0x1.747c5ap-5f, 0x1.8c2e56p-6f, 0x1.5974bap-5f
/* (atan r - r) / r^3 of r^2: error below 2^-25.8 */
#define ATAN_POLY                                                                                                      \
  -0x1.5554dcp-2f, 0x1.9978ecp-3f, -0x1.230a96p-3f, 0x1.b4dee4p-4f, -0x1.3551c0p-4f, 0x1.61f238p-5f,                   \
  -0x1.0c1e1ap-6f, 0x1.7eb6fep-9f
/* the same, relaxed: error below 2^-23.1 */
#define ATAN_SHORT_POLY                                                                                                \
  -0x1.5552dep-2f, 0x1.99127cp-3f, -0x1.1f9140p-3f, 0x1.984f02p-4f, -0x1.ed2a92p-5f, 0x1.9530e8p-6f, -0x1.3bf5eep-8f
#define ONE_BY_PI_0 0x1.45f306p-2f

/* 2^r, r from 0 to 1: error below 2^-13.5 */
#define HALF_EXP2_POLY 0x1.000000p0f, 0x1.63e65ap-1f, 0x1.d23778p-3f, 0x1.3baabep-4f
/* ln(1 + f) / f / 1: error below 2^-11.5 */
#define HALF_LOG_POLY 0x1.ffd96ep-1f, -0x1.010be6p-1f, 0x1.6ae442p-2f, -0x1.d14b32p-3f
/* ln(1 + f) / f / 0.6931: error below 2^-11.5 */
#define HALF_LOG2_POLY 0x1.7138a4p0f, -0x1.72d6f6p-1f, 0x1.05c55ap-1f, -0x1.4fa36cp-2f
/* ln(1 + f) / f / 2.303: error below 2^-11.5 */
#define HALF_LOG10_POLY 0x1.bc9630p-2f, -0x1.be890ep-3f, 0x1.3b3438p-3f, -0x1.94267ap-4f
/* ln(1 + f) / f / 0.6931: error below 2^-19.7 */
#define HALF_LOG2_LONG_POLY                                                                                            \
  0x1.71548ep0f, -0x1.71569ap-1f, 0x1.ec293ep-2f, -0x1.6ffac4p-2f, 0x1.2ecadcp-2f, -0x1.13edcep-2f, 0x1.5fda64p-3f
/* (sin r - r) / r^3 of r^2, |r| up to pi/2: error below 2^-12.8 */
#define HALF_SIN_POLY -0x1.543b6ep-3f, 0x1.f5c552p-8f
/* (tan r - r) / r^3 of r^2, |r| up to pi/4: error below 2^-14.3 */
#define HALF_TAN_POLY 0x1.57007ep-2f, 0x1.e39174p-4f, 0x1.797f5cp-4f

/* erf(x) / x of x^2, x up to 1: error below 2^-24.1 */
#define ERF_SMALL_POLY                                                                                                 \
  0x1.20dd74p0f, -0x1.812654p-2f, 0x1.ce0862p-4f, -0x1.b5ae5cp-6f, 0x1.42b2c4p-8f, -0x1.290fe2p-11f
/* -log2(erfc x), x from 1 to 4: error below 2^-29.2 */
#define ERF_LARGE_POLY                                                                                                 \
  0x1.025830p-11f, 0x1.a0448ap0f, 0x1.d75f42p-1f, 0x1.30a496p-3f, -0x1.02180ap-5f, 0x1.16b22ap-8f, -0x1.19f312p-12f
/* erfc(x) e^(x^2) (1 + 2 x) of (x - 4) / (x + 4): error below 2^-22.4 */
#define ERFC_POLY                                                                                                      \
  0x1.3ba592p0f, -0x1.1df024p-3f, 0x1.f7de70p-7f, 0x1.1684d2p-4f, -0x1.9dfaeep-4f, 0x1.838538p-4f, -0x1.0bae56p-4f,    \
  0x1.1f5cccp-5f, -0x1.4d09dep-6f, 0x1.d21d66p-9f

/* series of ln Gamma(z), times z, of 1 / z^2: error below 2^-48.2 */
#define STIRLING_POLY                                                                                                  \
  0x1.555555555547dp-4, -0x1.6c16c156baf84p-9, 0x1.a01954b4ebe19p-11, -0x1.37988d374d937p-11, 0x1.952a529c19ee5p-11

#endif
