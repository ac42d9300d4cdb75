// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=linked --std=CLC++2021
// BUILTINS: inputs/builtins.ll
// FAILS
// Methods, constructors and instances of templates are named as the program does.
struct S {
  int a;
  S();
  ~S();
  int get(int x);
  static int stat();
};
int S::get(int x) { return stat() + x; } // line 13
template <class T> T made(T);

kernel void k(global int *o) {
  S s; // line 17
  o[0] = s.get(2) + made(1.5f);
}
// CHECK-DAG: <source>:13:28: error: undefined function 'S::stat' ({{.*}}), called by 'S::get'
// CHECK-DAG: <source>:17:5: error: undefined function 'S::S' ({{.*}}), called by 'k'
// CHECK-DAG: <source>:18:21: error: undefined function 'made<float>' ({{.*}}), called by 'k'
// CHECK-DAG: error: undefined function 'S::~S' ({{.*}}), called by 'k'
