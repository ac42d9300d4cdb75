// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fatal error of LLVM leaves through an exception that the handler throws: LLVM's frames have unwinding
// tables but nothing to clean up, ours release what they hold. The handler is the process's; for threads that run no
// job of ours it returns, and LLVM goes on as it would have.
//
// When the process exits, LLVM's static objects are destroyed, whoever still uses them. So exit() waits for the jobs
// that are running, and a job that comes later than that never starts: its thread sleeps until the process is gone.
#include "compiler/jobs.h"

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <unistd.h>

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

namespace {
/// Never destroyed: threads may ask until the very end.
struct Gate {
  std::mutex Lock;
  std::condition_variable Ended;
  unsigned Started = 0, Running = 0;
  bool Leaving = false;
  pthread_t Leaver;
};
} // namespace

static Gate &gate() {
  alignas(Gate) static char Room[sizeof(Gate)];
  static Gate *Only = new (Room) Gate;
  return *Only;
}

static void waitForJobs() {
  Gate &G = gate();
  std::unique_lock<std::mutex> Hold(G.Lock);
  G.Leaving = true;
  G.Leaver = pthread_self();
  G.Ended.wait(Hold, [&] { return G.Running == 0; });
}

/// False where the thread that runs exit() asks for a job.
static bool enterGate() {
  Gate &G = gate();
  std::unique_lock<std::mutex> Hold(G.Lock);
  if (G.Leaving) {
    if (pthread_equal(G.Leaver, pthread_self()))
      return false;
    Hold.unlock();
    for (;;)
      pause();
  }
  // Handlers run in reverse order, and static objects inside of LLVM's functions appear as jobs go on. Later handlers
  // catch those that the first one was too early for; asking at each power of two keeps the list short.
  unsigned Number = ++G.Started;
  if ((Number & (Number - 1)) == 0)
    atexit(waitForJobs);
  G.Running++;
  return true;
}

static void leaveGate() {
  Gate &G = gate();
  std::lock_guard<std::mutex> Hold(G.Lock);
  G.Running--;
  G.Ended.notify_all();
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
  std::call_once(Once, [] {
    llvm::install_fatal_error_handler(onFatalError);
    llvm::vfs::getRealFileSystem(); // made before the first handler of enterGate, so destroyed after it ran
  });
  if (!enterGate()) {
    Error += "error: the process is exiting\n";
    return JobEnd::Failed;
  }
  JobEnd End = runOnOwnThread(Job, Error);
  leaveGate();
  return End;
}

} // namespace weft
