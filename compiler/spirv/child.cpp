// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two processes: a supervisor, which shares our memory while this thread sleeps as after vfork(), and its child, the
// program. The supervisor never becomes another program, so that the kernel keeps its exit signal, none: the
// application gets no SIGCHLD, and its wait() and its SIG_IGN see neither process. Between clone() and the end of a
// process only system calls are made.
#include "compiler/spirv/child.h"

#include "base/anonymous_file.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Our own helper is built like us, and the shadow of a sanitizer is terabytes of address space.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WEFT_SHADOW_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WEFT_SHADOW_MEMORY 1
#endif
#endif

#ifdef WEFT_SHADOW_MEMORY
/// The C library's own. TSan's clone() takes the child for one of fork(), with a copy of memory, and stops looking at
/// what orders threads: ours, too, and it does not see any more that the thread is joined.
extern "C" int __clone(int (*)(void *), void *, int, void *, ...); // NOLINT(bugprone-reserved-identifier)
#define clone __clone
#endif

namespace weft {

namespace {

constexpr size_t StackBytes = size_t(256) << 10;

/// Instrumented code would keep its books for the thread that sleeps.
#define WEFT_BARE __attribute__((no_sanitize("address"), no_sanitize("thread")))

/// What both processes read and write, on the sleeping thread's stack.
struct Shared {
  const char *Program;
  char *const *Arguments;
  int Files[3]; // become 0, 1 and 2; each above 2 itself
  rlim_t Output, Memory, Seconds;
  char *ProgramStack; // upper end
  // Results.
  volatile int Failure; // error number of what failed before the program ran; 0: it ran
  volatile int Status;  // of waitpid()
  volatile bool TimedOut;
  volatile bool Ended; // the supervisor saw the end of the program
};

/// A file of ours alone, in memory where that can be. Its descriptor is -1 where none is to be had, with errno.
class ChildFile {
public:
  explicit ChildFile(const void *Data = nullptr, size_t Size = 0) {
    weft_file_trouble Trouble = {};
    if (!weft_anonymous_file_hold(&File, "weft-spirv", Data, Size, &Trouble)) {
      errno = Trouble.error;
      return;
    }
    // An application that has closed its standard files gets their numbers.
    Fd = File.file < 3 ? fcntl(File.file, F_DUPFD_CLOEXEC, 3) : File.file;
    lseek(Fd, 0, SEEK_SET);
  }
  ~ChildFile() {
    if (Fd >= 0 && Fd != File.file)
      close(Fd);
    weft_anonymous_file_close(&File);
  }
  ChildFile(const ChildFile &) = delete;
  ChildFile &operator=(const ChildFile &) = delete;

  /// By which a child opens it that has it as standard input.
  const char *pathInChild() const {
    return File.named ? File.path : StandardInputPath;
  }

  std::string read(uint64_t Limit) const {
    struct stat Info;
    if (fstat(Fd, &Info) != 0 || Info.st_size <= 0)
      return {};
    std::string Text(size_t(std::min<uint64_t>(uint64_t(Info.st_size), Limit)), '\0');
    size_t Done = 0;
    while (Done < Text.size()) {
      ssize_t Count = pread(Fd, Text.data() + Done, Text.size() - Done, off_t(Done));
      if (Count < 0 && errno == EINTR)
        continue;
      if (Count <= 0)
        break;
      Done += size_t(Count);
    }
    Text.resize(Done);
    return Text;
  }

  int Fd = -1;

private:
  weft_anonymous_file File;
};

/// Stacks of the two processes.
class Stacks {
public:
  Stacks() : Base(mmap(nullptr, 2 * StackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (Base == MAP_FAILED)
      throw std::bad_alloc();
  }
  ~Stacks() {
    munmap(Base, 2 * StackBytes);
  }
  Stacks(const Stacks &) = delete;
  Stacks &operator=(const Stacks &) = delete;
  char *end(unsigned Which) const {
    return static_cast<char *>(Base) + (Which + 1) * StackBytes;
  }

private:
  void *Base;
};

} // namespace

WEFT_BARE static void limit(__rlimit_resource_t Resource, rlim_t Value) {
  struct rlimit Limit;
  if (getrlimit(Resource, &Limit) != 0)
    return;
  if (Limit.rlim_max == RLIM_INFINITY || Limit.rlim_max > Value)
    Limit.rlim_max = Value;
  Limit.rlim_cur = Limit.rlim_max;
  setrlimit(Resource, &Limit);
}

WEFT_BARE static void closeOthers() {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0)
    return;
#endif
  struct rlimit Limit;
  int End = getrlimit(RLIMIT_NOFILE, &Limit) == 0 && Limit.rlim_cur < 65536 ? int(Limit.rlim_cur) : 65536;
  for (int Fd = 3; Fd < End; ++Fd)
    close(Fd);
}

/// The program's process up to exec.
WEFT_BARE static int enterProgram(void *Argument) {
  auto *All = static_cast<Shared *>(Argument);
  static char Path[] = "PATH=/usr/local/bin:/usr/bin:/bin", Locale[] = "LC_ALL=C";
  char *const Environment[] = {Path, Locale, nullptr};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setsid(); // an interrupt from the terminal is the application's alone; and a group of its own can be killed whole
  for (int Fd = 0; Fd < 3; ++Fd)
    if (dup2(All->Files[Fd], Fd) < 0) {
      All->Failure = errno;
      _exit(127);
    }
  closeOthers();
  if (chdir("/") != 0) {
    All->Failure = errno;
    _exit(127);
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, All->Output);
  limit(RLIMIT_CPU, All->Seconds);
#ifndef WEFT_SHADOW_MEMORY
  limit(RLIMIT_AS, All->Memory);
#endif
  sigset_t None;
  sigemptyset(&None);
  sigprocmask(SIG_SETMASK, &None, nullptr);
  execve(All->Program, All->Arguments, Environment);
  All->Failure = errno;
  _exit(127);
}

/// Sleeps until the program's process has ended or the time is over.
WEFT_BARE static bool endsInTime(rlim_t Seconds) {
  sigset_t Child;
  sigemptyset(&Child);
  sigaddset(&Child, SIGCHLD);
  struct timespec Now, End;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  End = Now;
  End.tv_sec += time_t(Seconds);
  for (;;) {
    struct timespec Left = {End.tv_sec - Now.tv_sec, End.tv_nsec - Now.tv_nsec};
    if (Left.tv_nsec < 0) {
      Left.tv_nsec += 1000000000;
      --Left.tv_sec;
    }
    if (Left.tv_sec < 0)
      return false;
    if (sigtimedwait(&Child, nullptr, &Left) == SIGCHLD)
      return true;
    clock_gettime(CLOCK_MONOTONIC, &Now);
  }
}

/// The supervisor. All signals are blocked, as in the thread that it came from.
WEFT_BARE static int supervise(void *Argument) {
  auto *All = static_cast<Shared *>(Argument);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct sigaction Default;
  memset(&Default, 0, sizeof(Default));
  Default.sa_handler = SIG_DFL;
  for (int Signal = 1; Signal < NSIG; ++Signal)
    sigaction(Signal, &Default, nullptr);
  pid_t Program = clone(enterProgram, All->ProgramStack, CLONE_VM | CLONE_VFORK | SIGCHLD, All);
  if (Program < 0) {
    All->Failure = errno;
    _exit(1);
  }
  if (!endsInTime(All->Seconds)) {
    All->TimedOut = true;
    kill(-Program, SIGKILL);
    kill(Program, SIGKILL);
  }
  int Status = 0;
  while (waitpid(Program, &Status, 0) < 0 && errno == EINTR)
    ;
  kill(-Program, SIGKILL); // what it may have started itself
  All->Status = Status;
  All->Ended = true;
  _exit(0);
}

static void startAndWait(Shared &All, const Stacks &Stack) {
  sigset_t Every, Before;
  sigfillset(&Every);
  pthread_sigmask(SIG_SETMASK, &Every, &Before);
  pid_t Supervisor = clone(supervise, Stack.end(0), CLONE_VM | CLONE_VFORK, &All);
  if (Supervisor < 0)
    All.Failure = errno;
  else
    while (waitpid(Supervisor, nullptr, __WCLONE) < 0 && errno == EINTR)
      ;
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

ChildResult runChild(const ChildRequest &Request) {
  ChildResult Result;
  Stacks Stack;
  ChildFile Input(Request.Input, Request.InputSize), Output, Errors;
  if (Input.Fd < 0 || Output.Fd < 0 || Errors.Fd < 0) {
    Result.Code = errno;
    return Result;
  }
  std::vector<char *> Arguments = {const_cast<char *>(Request.Program.c_str())};
  for (const std::string &Word : Request.Arguments)
    Arguments.push_back(const_cast<char *>(Word == StandardInputPath ? Input.pathInChild() : Word.c_str()));
  Arguments.push_back(nullptr);
  Shared All = {Request.Program.c_str(),
                Arguments.data(),
                {Input.Fd, Output.Fd, Errors.Fd},
                Request.OutputLimit,
                Request.MemoryLimit,
                Request.Seconds,
                Stack.end(1),
                0,
                0,
                false,
                false};
  startAndWait(All, Stack);
  Result.Output = Output.read(Request.OutputLimit);
  Result.Errors = Errors.read(uint64_t(64) << 10);
  if (All.Failure) {
    Result.Code = All.Failure;
  } else if (All.TimedOut) {
    Result.End = ChildResult::TimedOut;
  } else if (!All.Ended) {
    Result.End = ChildResult::Killed;
    Result.Code = SIGKILL;
  } else if (WIFSIGNALED(All.Status)) {
    Result.End = ChildResult::Killed;
    Result.Code = WTERMSIG(All.Status);
  } else {
    Result.End = ChildResult::Exited;
    Result.Code = WEXITSTATUS(All.Status);
  }
  return Result;
}

} // namespace weft
