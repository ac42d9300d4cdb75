// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three ways out of a job before its end, none of which may touch what LLVM left half done.
//
// A fatal error of LLVM leaves through an exception that the handler throws: LLVM's frames have unwinding tables but
// nothing to clean up, ours release what they hold.
//
// Where memory runs out there is nothing to unwind with: our own frames would destroy LLVM's objects, which the failure
// may have left in any state. The job's thread jumps back to where it began, and what was allocated is lost.
//
// Where the process exits the thread stays at a checkpoint for ever. Nothing is torn down under it, and whoever waits
// for the job is told.
//
// The handlers are the process's; on threads that run no job of ours they do what would have been done without.
#include "compiler/driver/jobs.h"
#include "base/address_space.h"
#include "base/thread.h"
#include "compiler/ir/checkpoint.h"

#include <algorithm>
#include <atomic>
#include <clocale>
#include <condition_variable>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <llvm/Support/ErrorHandling.h>
#include <locale.h>
#include <memory>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include <vector>

namespace weft {

namespace {
struct FatalError {
  std::string Reason;
};
/// Of a job whose task ended so: the task's whole message.
struct TaskFailed {
  std::string Error;
};

/// Shared by the job's thread and the one that waits, since the first may outlive the second's interest.
struct JobState {
  const std::function<void()> *Job = nullptr;
  JobEnd End = JobEnd::Done;
  std::string Error;
  std::mutex Mutex; ///< guards Over
  std::condition_variable Changed;
  bool Over = false;

  void end() {
    std::lock_guard<std::mutex> Lock(Mutex);
    Over = true;
    Changed.notify_all();
  }
};

/// What the thread of a job knows of it.
struct Current {
  JobState *State = nullptr;
  jmp_buf OutOfMemory;
  std::mutex *Held = nullptr;
};
} // namespace

static thread_local Current *InJob = nullptr;
static const weft_compiler_host *TheHost = nullptr;

void setHost(const weft_compiler_host *Host) {
  TheHost = Host;
}

void checkpoint() {
  if (!InJob || !TheHost || TheHost->pause())
    return;
  InJob->State->End = JobEnd::Abandoned;
  InJob->State->end();
  for (;;)
    pause();
}

JobLock::JobLock(std::mutex &Mutex) {
  Mutex.lock();
  InJob->Held = &Mutex;
}

JobLock::~JobLock() {
  std::mutex *Mutex = InJob->Held;
  InJob->Held = nullptr;
  Mutex->unlock();
}

static void onFatalError(void *, const char *Reason, bool) {
  if (InJob)
    throw FatalError{Reason};
  fprintf(stderr, "LLVM ERROR: %s\n", Reason);
}

static void leaveWithoutMemory() {
  if (InJob)
    longjmp(InJob->OutOfMemory, 1);
}

static void onBadAllocation(void *, const char *, bool) {
  leaveWithoutMemory();
}

static std::new_handler NewHandlerBefore = nullptr;

/// Of operator new, which calls it again until it finds memory or the handler leaves.
static void onNoMemory() {
  leaveWithoutMemory();
  if (!NewHandlerBefore)
    throw std::bad_alloc();
  NewHandlerBefore();
}

static void runGuarded(JobState &State) {
  try {
    (*State.Job)();
  } catch (const std::bad_alloc &) {
    State.End = JobEnd::OutOfMemory;
  } catch (const FatalError &Fatal) {
    State.End = JobEnd::Failed;
    State.Error = "error: " + Fatal.Reason + "\n";
  } catch (const TaskFailed &Task) {
    State.End = JobEnd::Failed;
    State.Error = Task.Error;
  } catch (const std::exception &Exception) {
    State.End = JobEnd::Failed;
    State.Error = std::string("error: ") + Exception.what() + "\n";
  }
}

/// No object lives in this frame that a jump would leave undestroyed.
static void runUntilEnd(Current &Here) {
  InJob = &Here;
  if (setjmp(Here.OutOfMemory) == 0) {
    runGuarded(*Here.State);
  } else {
    if (Here.Held)
      Here.Held->unlock();
    Here.State->End = JobEnd::OutOfMemory;
  }
  InJob = nullptr;
}

/// The locale of results is C's, whatever the application has set for itself.
static void useOwnEnvironment() {
  static const locale_t C = newlocale(LC_ALL_MASK, "C", nullptr);
  if (C)
    uselocale(C);
  weft_thread_default_fp_env();
  pthread_setname_np(pthread_self(), "weft-compile");
}

static void *runOnThread(void *Argument) {
  std::unique_ptr<std::shared_ptr<JobState>> Given(static_cast<std::shared_ptr<JobState> *>(Argument));
  JobState &State = **Given;
  Current Here;
  Here.State = &State;
  useOwnEnvironment();
  if (TheHost)
    TheHost->enter();
  runUntilEnd(Here);
  if (TheHost)
    TheHost->leave();
  State.end();
  return nullptr;
}

/// Address space; only touched pages cost memory. Where it is limited, a share of it that lets some builds run at once.
static size_t stackBytes() {
  constexpr size_t Most = size_t(256) << 20, Least = size_t(16) << 20;
  uint64_t Limit;
  if (!weft_address_space_is_limited(&Limit))
    return Most;
  size_t Share = size_t(Limit / 64) & ~size_t(0xffff);
  return Share > Most ? Most : Share < Least ? Least : Share;
}

static bool makeThread(pthread_t &Thread, std::shared_ptr<JobState> *Given) {
  pthread_attr_t Attributes;
  if (pthread_attr_init(&Attributes))
    return false;
  int Failed = EAGAIN;
  // With a smaller stack rather than none, where other limits than that of address space bind.
  for (size_t Stack = stackBytes(); Failed && Stack >= size_t(8) << 20; Stack /= 4) {
    Failed = pthread_attr_setstacksize(&Attributes, Stack);
    if (!Failed)
      Failed = weft_thread_create(&Thread, &Attributes, runOnThread, Given);
  }
  pthread_attr_destroy(&Attributes);
  return !Failed;
}

namespace {
/// A thread with a job, and what becomes of it. All that it allocates is there before it starts.
struct JobThread {
  std::shared_ptr<JobState> State = std::make_shared<JobState>();
  std::unique_ptr<std::shared_ptr<JobState>> Given = std::make_unique<std::shared_ptr<JobState>>(State);
  pthread_t Thread;

  bool start(const std::function<void()> &Job) {
    State->Job = &Job;
    if (!makeThread(Thread, Given.get()))
      return false;
    Given.release();
    return true;
  }
  JobEnd wait() {
    {
      std::unique_lock<std::mutex> Lock(State->Mutex);
      State->Changed.wait(Lock, [&] { return State->Over; });
    }
    if (State->End == JobEnd::Abandoned)
      pthread_detach(Thread);
    else
      pthread_join(Thread, nullptr);
    return State->End;
  }
};
} // namespace

static JobEnd runOnOwnThread(const std::function<void()> &Job, std::string &Error) {
  JobThread Thread;
  if (!Thread.start(Job))
    return JobEnd::NoThread;
  // Whoever cancels the waiting thread would take the job's arguments from under it.
  int Cancellable = weft_cancel_defer();
  JobEnd End = Thread.wait();
  weft_cancel_restore(Cancellable);
  Error += Thread.State->Error;
  return End;
}

/// How many threads may work for one job: as many as the caller may use processors. None beside the job's own where
/// nobody tells, or where their stacks would take what others need.
static size_t helpfulThreads() {
  cpu_set_t Set;
  uint64_t Limit;
  if (sched_getaffinity(0, sizeof(Set), &Set) || weft_address_space_is_limited(&Limit))
    return 0;
  return CPU_COUNT(&Set) > 1 ? size_t(CPU_COUNT(&Set)) : 0;
}

void runTogether(size_t Count, const std::function<void(size_t)> &Task) {
  std::atomic<size_t> Next{0};
  const std::function<void()> Work = [&] {
    for (size_t I; (I = Next++) < Count;)
      Task(I);
  };
  // This thread waits: were it to work, what ends a task badly would take the frame from under the others. For the same
  // reason nothing is allocated here while they run.
  std::vector<JobThread> Threads(std::min(Count, helpfulThreads()));
  size_t Running = 0;
  while (Running < Threads.size() && Threads[Running].start(Work))
    ++Running;
  if (!Running)
    return Work();
  if (TheHost)
    TheHost->leave(); // a fork waits for those who work alone
  for (size_t I = 0; I < Running; ++I)
    Threads[I].wait();
  if (TheHost)
    TheHost->enter();
  for (const JobThread &Thread : Threads)
    switch (Thread.State->End) {
    case JobEnd::Abandoned:
      checkpoint(); // does not return: the process exits
      break;
    case JobEnd::OutOfMemory:
      throw std::bad_alloc();
    case JobEnd::Failed:
      throw TaskFailed{Thread.State->Error};
    default:
      break;
    }
}

JobEnd runJob(const std::function<void()> &Job, std::string &Error) {
  static std::once_flag Once;
  std::call_once(Once, [] {
    llvm::install_fatal_error_handler(onFatalError);
    llvm::install_bad_alloc_error_handler(onBadAllocation);
    NewHandlerBefore = std::set_new_handler(onNoMemory);
  });
  return runOnOwnThread(Job, Error);
}

} // namespace weft
