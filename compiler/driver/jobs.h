// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_DRIVER_JOBS_H
#define WEFT_COMPILER_DRIVER_JOBS_H

#include "compiler/compiler.h"
#include "compiler/ir/checkpoint.h"

#include <functional>
#include <string>

namespace weft {

/// How a job ended. Abandoned: the process exits and the job stopped where it was; its thread sleeps for ever, so what
/// the job refers to may go away, but for objects that it owns.
enum class JobEnd { Done, Failed, OutOfMemory, NoThread, Abandoned };

/// Runs `Job` on a thread of its own with a stack large enough for Clang and LLVM, and waits for it. The thread starts
/// with nothing of the caller's: default floating-point environment, C locale, no signals but those that its own
/// instructions raise. Exceptions and LLVM's fatal errors end as Failed with a message in `Error`; what LLVM had
/// allocated by then may leak.
JobEnd runJob(const std::function<void()> &Job, std::string &Error);

/// Within a job: runs Task(0) to Task(Count - 1) on threads like the job's, as many at once as the caller may use
/// processors, and waits for all. Where one ends badly, so does the job. Tasks share nothing of LLVM's but the process.
void runTogether(size_t Count, const std::function<void(size_t)> &Task);

/// Whom compiler threads tell of their coming and going. Null: nobody.
void setHost(const weft_compiler_host *Host);

} // namespace weft

#endif
