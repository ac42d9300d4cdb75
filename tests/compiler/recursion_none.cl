// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --std=CLC++ --emit=linked
// What is no recursion: templates that end, constant expressions, operands of sizeof, overloads, functions that no
// kernel reaches.
template <int N> int sum() {
  return N + sum<N - 1>();
}
template <> int sum<0>() {
  return 0;
}

constexpr int factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

int size(int n) {
  return n + sizeof(size(n));
}

int rounded(int x) {
  return x;
}
int rounded(float x) {
  return rounded((int)x);
}

int forgotten(int n) {
  return n < 1 ? 0 : forgotten(n - 1);
}

kernel void k(global int *out) {
  constexpr int product = factorial(5);
  int room[factorial(3)] = {};
  out[0] = sum<4>() + product + room[out[0]] + size(1) + rounded(2.5f);
}
// CHECK: spir_kernel void @k(
