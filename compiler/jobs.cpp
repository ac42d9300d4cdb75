// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fatal error of LLVM leaves through an exception that the handler throws: LLVM's frames have unwinding
// tables but nothing to clean up, ours release what they hold. The handler is the process's; for threads that run no
// job of ours it returns, and LLVM goes on as it would have.
#include "compiler/jobs.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <llvm/Support/ErrorHandling.h>
#include <mutex>
#include <new>
#include <pthread.h>

namespace weft {

namespace {
struct FatalError {
  std::string Reason;
};

struct JobState {
  const std::function<void()> *Job;
  JobEnd End = JobEnd::Done;
  std::string Error;
};
} // namespace

static constexpr size_t StackBytes = size_t(256) << 20; // address space; only touched pages cost memory

static thread_local bool InJob = false;

static void onFatalError(void *, const char *Reason, bool) {
  if (InJob)
    throw FatalError{Reason};
  fprintf(stderr, "LLVM ERROR: %s\n", Reason);
}

static void *runOnThread(void *Argument) {
  auto *State = static_cast<JobState *>(Argument);
  InJob = true;
  try {
    (*State->Job)();
  } catch (const std::bad_alloc &) {
    State->End = JobEnd::OutOfMemory;
  } catch (const FatalError &Fatal) {
    State->End = JobEnd::Failed;
    State->Error = "error: " + Fatal.Reason + "\n";
  } catch (const std::exception &Exception) {
    State->End = JobEnd::Failed;
    State->Error = std::string("error: ") + Exception.what() + "\n";
  }
  InJob = false;
  return nullptr;
}

static JobEnd runOnOwnThread(const std::function<void()> &Job, std::string &Error) {
  JobState State{&Job, JobEnd::Done, {}};
  pthread_attr_t Attributes;
  pthread_t Thread;
  if (pthread_attr_init(&Attributes))
    return JobEnd::OutOfMemory;
  int Failed = pthread_attr_setstacksize(&Attributes, StackBytes);
  if (!Failed)
    Failed = pthread_create(&Thread, &Attributes, runOnThread, &State);
  pthread_attr_destroy(&Attributes);
  if (Failed)
    return JobEnd::OutOfMemory;
  pthread_join(Thread, nullptr);
  Error += State.Error;
  return State.End;
}

JobEnd runJob(const std::function<void()> &Job, std::string &Error) {
  static std::once_flag Once;
  std::call_once(Once, [] { llvm::install_fatal_error_handler(onFatalError); });
  return runOnOwnThread(Job, Error);
}

} // namespace weft
