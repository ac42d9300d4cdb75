// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_CHECKPOINT_H
#define WEFT_COMPILER_IR_CHECKPOINT_H

// What code that runs in a job (driver/jobs.h) does for the job's sake.

#include <mutex>

namespace weft {

/// A moment at which a compilation may be kept waiting, for a fork of the process, or be given up for good, because the
/// process exits. It stands between passes and between declarations, where the thread holds no lock and nothing that
/// another compilation could meet is half done. Costs a few loads; does nothing on threads that run no job.
/// docs/processes.md tells what is promised.
void checkpoint();

/// Holds a mutex for a scope, and gives it back where a job runs out of memory in the scope and is left without
/// unwinding. One at a time.
class JobLock {
public:
  explicit JobLock(std::mutex &Mutex);
  ~JobLock();
  JobLock(const JobLock &) = delete;
  JobLock &operator=(const JobLock &) = delete;
};

} // namespace weft

#endif
