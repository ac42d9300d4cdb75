// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPIRV_CHILD_H
#define WEFT_COMPILER_SPIRV_CHILD_H

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

/// As an argument: the path by which the child opens its standard input, whether there is a /proc or not.
inline constexpr char StandardInputPath[] = "/proc/self/fd/0";

/// A program that is run for its output and trusted with nothing.
struct ChildRequest {
  std::string Program;                ///< path
  std::vector<std::string> Arguments; ///< without the program's name
  const void *Input = nullptr;        ///< its standard input, a file that it may seek in
  size_t InputSize = 0;
  uint64_t OutputLimit = 0; ///< bytes of what it may write
  uint64_t MemoryLimit = 0; ///< bytes of address space
  unsigned Seconds = 0;     ///< of wall-clock time
};

struct ChildResult {
  enum { Exited, Killed, TimedOut, NotStarted } End = NotStarted;
  int Code = 0; ///< exit status, signal or error number
  std::string Output, Errors;
};

/// Runs it to its end. The application sees nothing of it: no SIGCHLD, no process that wait() returns, no open file or
/// environment variable of its own in the child, no core file; and whatever it does with signals and children does not
/// touch the result. Throws bad_alloc.
ChildResult runChild(const ChildRequest &Request);

} // namespace weft

#endif
