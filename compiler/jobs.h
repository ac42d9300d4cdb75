// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_JOBS_H
#define WEFT_COMPILER_JOBS_H

#include <functional>
#include <string>

namespace weft {

/// How a job ended.
enum class JobEnd { Done, Failed, OutOfMemory };

/// Runs `Job` on a thread of its own with a stack large enough for Clang and LLVM, and waits for it. Exceptions and
/// LLVM's fatal errors end as Failed with a message in `Error`; what LLVM had allocated by then may leak.
JobEnd runJob(const std::function<void()> &Job, std::string &Error);

} // namespace weft

#endif
