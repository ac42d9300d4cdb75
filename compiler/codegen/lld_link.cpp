// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linking with lld in process. lld keeps its state in globals, so that one link runs at a time. It takes paths. The
// object is a file in memory, or a temporary one where a sandbox forbids that. The result leaves through a pipe, which
// lld writes to as it would to any special file: a regular one it would map, and be killed where its folder is full. A
// pipe with room for all of it is read when lld has ended; only a result that may be larger needs a thread that reads.
#include "base/anonymous_file.h"
#include "base/thread.h"
#include "compiler/codegen/codegen.h"
#include "compiler/ir/checkpoint.h"
#include "compiler/timing/timeline.h"

#include <cerrno>
#include <cstdlib>
#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/raw_ostream.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace weft {

namespace {
class AnonymousFile {
public:
  AnonymousFile() : File() {
    File.file = File.other = -1;
  }
  ~AnonymousFile() {
    weft_anonymous_file_close(&File);
  }
  AnonymousFile(const AnonymousFile &) = delete;
  AnonymousFile &operator=(const AnonymousFile &) = delete;

  weft_anonymous_file File;
};
} // namespace

/// What code may call without anything of ours: glibc's libc.so itself has these, with no libm.
static bool isInLibc(StringRef Name) {
  static const StringSet<> Known = {"strlen", "wcslen", "memcpy", "memmove",
                                    "memset", "memcmp", "bcmp",   "_GLOBAL_OFFSET_TABLE_"};
  return Known.contains(Name);
}

static bool addSymbols(StringRef Object, StringSet<> &Defined, std::string &Error) {
  auto File = object::ObjectFile::createELFObjectFile(MemoryBufferRef(Object, "kernels.o"));
  if (!File) {
    Error = toString(File.takeError());
    return false;
  }
  for (const object::SymbolRef &Symbol : (*File)->symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Name || !Flags) {
      consumeError(Name.takeError());
      consumeError(Flags.takeError());
      continue;
    }
    if (!(*Flags & object::SymbolRef::SF_Undefined)) {
      Defined.insert(*Name);
      continue;
    }
    if (!Name->empty() && !isInLibc(*Name))
      Error += "error: undefined symbol: " + Name->str() + "\n";
  }
  return true;
}

/// Refuses objects that would fail to load, with the names that are missing.
static bool checkSymbols(ArrayRef<StringRef> Objects, const std::vector<std::string> &Symbols, std::string &Error) {
  StringSet<> Defined;
  for (StringRef Object : Objects)
    if (!addSymbols(Object, Defined, Error))
      return false;
  for (const std::string &Symbol : Symbols)
    if (!Defined.contains(Symbol))
      Error += "error: kernel entry missing in object: " + Symbol + "\n";
  return Error.empty();
}

/// Bytes that lld cannot go beyond: what is in the object, with tables made of its symbols and frames, and what aligns
/// its sections in the file.
static size_t mostOfResult(StringRef Object) {
  size_t Most = 2 * Object.size() + (size_t(32) << 10);
  if (auto File = object::ObjectFile::createELFObjectFile(MemoryBufferRef(Object, "kernels.o")))
    for (const object::SectionRef &Section : (*File)->sections())
      Most += 2 * Section.getAlignment().value();
  else
    consumeError(File.takeError());
  return Most;
}

namespace {
struct Reader {
  int From;
  std::string *Out;
  bool Failed = false;
};
} // namespace

/// Up to the end: what writes must not wait for room that never comes.
static void *readAll(void *Argument) {
  auto *State = static_cast<Reader *>(Argument);
  char Block[1 << 14];
  for (;;) {
    ssize_t Got = read(State->From, Block, sizeof(Block));
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return nullptr;
    try {
      if (!State->Failed)
        State->Out->append(Block, size_t(Got));
    } catch (const std::bad_alloc &) {
      State->Failed = true;
    }
  }
}

static bool runLld(ArrayRef<const char *> Inputs, const char *Output, std::string &Log) {
  static std::mutex OneAtATime;
  JobLock Lock(OneAtATime);
  std::vector<const char *> Args = {"ld.lld",
                                    "-shared",
                                    "--hash-style=gnu",
                                    "--threads=1",
                                    "--build-id=none",
                                    "--no-dynamic-linker",
                                    "-z",
                                    "noexecstack",
                                    "-z",
                                    "norelro",
                                    "-Bsymbolic",
                                    "--no-mmap-output-file",
                                    "--allow-shlib-undefined",
                                    "-o",
                                    Output};
  Args.insert(Args.end(), Inputs.begin(), Inputs.end());
  // Else lld would write an archive of our links to the path that the environment names, in set-uid programs too.
  if (getenv("LLD_REPRODUCE"))
    Args.push_back("--reproduce=/dev/null");
  raw_string_ostream Stream(Log);
  bool Ok = lld::elf::link(Args, Stream, Stream, /*exitEarly=*/false, /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  return Ok;
}

bool linkSharedObject(ArrayRef<StringRef> Objects, const std::vector<std::string> &Symbols, std::string &Out,
                      std::string &Error) {
  TimedStep Step("code", "lld");
  if (!checkSymbols(Objects, Symbols, Error))
    return false;
  std::vector<AnonymousFile> Inputs(Objects.size());
  std::vector<const char *> Paths;
  AnonymousFile Output;
  weft_file_trouble Trouble = {};
  size_t Most = 0;
  bool Held = true;
  for (size_t I = 0; I < Objects.size() && Held; ++I) {
    Most += mostOfResult(Objects[I]);
    Held = weft_anonymous_file_hold(&Inputs[I].File, "weft-object", Objects[I].data(), Objects[I].size(), &Trouble);
    Paths.push_back(Inputs[I].File.path);
  }
  size_t Room = Most;
  if (!Held || !weft_anonymous_pipe(&Output.File, &Room, &Trouble)) {
    Error = std::string("error: no file can be had for the linker (") + Trouble.text + ")\n";
    return false;
  }
  Reader State{Output.File.file, &Out};
  pthread_t Thread;
  bool Apart = Room < Most;
  if (Apart && weft_thread_create(&Thread, nullptr, readAll, &State) != 0) {
    Error = "error: no thread can be made for the linker\n";
    return false;
  }
  bool Ok = runLld(Paths, Output.File.path, Error);
  close(Output.File.other);
  Output.File.other = -1;
  if (Apart)
    pthread_join(Thread, nullptr);
  else
    readAll(&State);
  if (State.Failed)
    throw std::bad_alloc();
  if (Ok && Out.empty()) {
    Error = "error: the linker wrote nothing\n";
    return false;
  }
  return Ok;
}

} // namespace weft
