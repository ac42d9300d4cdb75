/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_MATH64_TABLES_H
#define WEFT_BUILTINS_MATH64_TABLES_H

/* Printed by scripts/math_coefficients64.py, with the bound of the relative error each causes in its function. */

/* 2^-54.5 (2^-54.6 before the coefficients were rounded) */
#define WEFT_EXP_COEFFICIENTS                                                                                          \
  0x1.0000000000009p-1, 0x1.5555555555558p-3, 0x1.55555555503e3p-5, 0x1.111111110f803p-7, 0x1.6c16c18601e8cp-10,       \
      0x1.a01a01b00c2c6p-13, 0x1.a01993b37a9cap-16, 0x1.71ddf6b3f10d2p-19, 0x1.28b410d73d45bp-22,                      \
      0x1.af632ad6abd31p-26
/* 2^-55.0 (2^-57.9 before the coefficients were rounded) */
#define WEFT_EXP2_COEFFICIENTS                                                                                         \
  0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a4p-3, 0x1.c6b08d7049fe7p-5, 0x1.3b2ab6fba00fbp-7, 0x1.5d87fe78cd7a7p-10,       \
      0x1.4309130edf806p-13, 0x1.ffcbfba955c27p-17, 0x1.62bfc78b33d93p-20, 0x1.b5267d0da6733p-24,                      \
      0x1.e61b70cfbeaacp-28, 0x1.e79bb2a51ab3fp-32
/* 2^-54.3 (2^-57.9 before the coefficients were rounded) */
#define WEFT_EXP10_COEFFICIENTS                                                                                        \
  0x1.26bb1bbb55516p+1, 0x1.53524c73cea77p+1, 0x1.0470591de2c29p+1, 0x1.2bd7609fd4f1cp+0, 0x1.1429ffd1f3a73p-1,        \
      0x1.a7ed70a1edffap-3, 0x1.16e4df63c8615p-4, 0x1.41165e53f4a77p-6, 0x1.4898b4ad96d36p-8, 0x1.2f7474ebc863ep-10,   \
      0x1.f995a4f452ec9p-13
/* 2^-58.6 (2^-58.6 before the coefficients were rounded) */
#define WEFT_LOG_COEFFICIENTS                                                                                          \
  0x1.555555555557cp-1, 0x1.99999999847b5p-2, 0x1.2492493fb0e02p-2, 0x1.c71c52bb3f3f2p-3, 0x1.7466489780f55p-3,        \
      0x1.399d154f2484bp-3, 0x1.2f51c76fbe1c8p-3
/* 2^-64.3 (2^-64.5 before the coefficients were rounded) */
#define WEFT_LOG2_PAIR_COEFFICIENTS                                                                                    \
  0x1.2776c50ef9c30p-1, 0x1.a61762a792a2bp-2, 0x1.484b13facc509p-2, 0x1.0c9a7089caa91p-2, 0x1.c69b378661233p-3,        \
      0x1.880fac947f250p-3, 0x1.82af2a7f3d8b4p-3
/* 2^-57.3 (2^-61.5 before the coefficients were rounded) */
#define WEFT_SIN_COEFFICIENTS                                                                                          \
  0x1.11111111110c8p-7, -0x1.a01a01a014deap-13, 0x1.71de3a52a4c59p-19, -0x1.ae6454d6960c1p-26, 0x1.6123cd9d80f29p-33,  \
      -0x1.ae43ae4620786p-41, 0x1.88374c55b6a35p-49
/* 2^-56.2 (2^-57.1 before the coefficients were rounded) */
#define WEFT_SIN_QUARTER_COEFFICIENTS                                                                                  \
  -0x1.555555555554dp-3, 0x1.111111110fb4dp-7, -0x1.a01a019c3050bp-13, 0x1.71de356f10fb5p-19, -0x1.ae5e4c07395e1p-26,  \
      0x1.5d875b9d4c190p-33
/* 2^-60.8 (2^-62.1 before the coefficients were rounded) */
#define WEFT_COS_QUARTER_COEFFICIENTS                                                                                  \
  0x1.5555555555553p-5, -0x1.6c16c16c16132p-10, 0x1.a01a019e24bc8p-16, -0x1.27e4f903dba05p-22, 0x1.1eea8935afc8fp-29,  \
      -0x1.8ff9c523984f2p-37
/* 2^-54.9 (2^-54.9 before the coefficients were rounded) */
#define WEFT_ASIN_COEFFICIENTS                                                                                         \
  0x1.55555555554a4p-3, 0x1.3333333354813p-4, 0x1.6db6db5002ce2p-5, 0x1.f1c728c06624ap-6, 0x1.6e8a35425d5c7p-6,        \
      0x1.1c68f8bc84797p-6, 0x1.c7279fa389a7bp-7, 0x1.8e088479c4282p-7, 0x1.af8665a9d4378p-8, 0x1.3ef35011b5285p-6,    \
      -0x1.0a5949633a5fap-6, 0x1.063ca579332f9p-5
/* 2^-57.6 (2^-58.5 before the coefficients were rounded) */
#define WEFT_ATAN_COEFFICIENTS                                                                                         \
  -0x1.555555555554ap-2, 0x1.9999999996e5ep-3, -0x1.24924923150c9p-3, 0x1.c71c71036d8b4p-4, -0x1.745cfb2093a27p-4,     \
      0x1.3b113232f4058p-4, -0x1.10ec456652de4p-4, 0x1.df1077941e89bp-5, -0x1.9cbe19615a51cp-5, 0x1.3769a34163630p-5,  \
      -0x1.2416bbcb53c67p-6
/* 2^-11.9 (2^-11.9 before the coefficients were rounded) */
#define WEFT_CBRT_COEFFICIENTS 0x1.8ab9185d1c8f5p+0, -0x1.9eb31cee813a6p-1, 0x1.45622bf991342p-2, -0x1.991572d6868d7p-5
/* 2^-55.4 (2^-55.9 before the coefficients were rounded) */
#define WEFT_ERF_COEFFICIENTS                                                                                          \
  0x1.20dd750429b6dp+0, 0x1.45f306dc9c885p-1, 0x1.a4f4e2a1b45bdp-4, -0x1.39668594d0af8p-6, -0x1.b6b684d72a958p-13,     \
      0x1.bca673c96baa8p-10, -0x1.3564ee21a66b9p-11, 0x1.b1f79940d801bp-16, 0x1.0ea880c8525a0p-14,                     \
      -0x1.f432a42cddb21p-16, 0x1.df5d57f60b7bdp-19, 0x1.5cf428d5d1f71p-19, -0x1.8b86a39c5fecap-20,                    \
      0x1.84fd3c48fb4cfp-24, 0x1.577bde35bd573p-22, -0x1.0f1de8d19b960p-22, 0x1.03134e0580e18p-23,                     \
      -0x1.73b31cd3c987ap-25, 0x1.aad4b05dd8711p-27, -0x1.926f4e60fe36ep-29, 0x1.3a9c5d432c887p-31,                    \
      -0x1.98658b2d22487p-34, 0x1.b614e5818f1c5p-37, -0x1.806abefc70682p-40, 0x1.0f7e3fdd9e0cfp-43,                    \
      -0x1.2d1fa3af1f4a6p-47, 0x1.f9057f5f3e490p-52, -0x1.2ceec009a1412p-56, 0x1.c61575370762dp-62,                    \
      -0x1.45fa7d700bf35p-68

#endif
