/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * exit() leaves the static objects of LLVM, Clang and our compiler alone, where these are inside of
 * libweft-compiler.so.
 *
 * A program may be building on one thread while another calls exit(). The runtime's handler waits for that build, but
 * handlers run newest first, and dozens of LLVM's static objects are newer than any handler of ours: they are made
 * inside of LLVM's functions while a program is compiled. So none of them is ever destroyed: this library's calls of
 * __cxa_atexit lead here, and the destructor is forgotten. Nobody outside of it sees this name.
 */
int __cxa_atexit(void (*destructor)(void *), void *object, void *library);

int __cxa_atexit(void (*destructor)(void *), void *object, void *library) {
  (void)destructor, (void)object, (void)library;
  return 0;
}
