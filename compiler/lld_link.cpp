// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linking with lld in process. lld keeps its state in globals, so that one link runs at a time. Nothing touches the
// file system: the object comes from a memfd, the result leaves through a pipe, which lld writes to as it
// would to any special file (from memory, with no temporary file beside it).
#include "compiler/codegen.h"
#include "compiler/jobs.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/raw_ostream.h>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace weft {

namespace {
class Fd {
public:
  explicit Fd(int Number) : Number(Number) {}
  ~Fd() {
    reset();
  }
  Fd(const Fd &) = delete;
  Fd &operator=(const Fd &) = delete;
  int get() const {
    return Number;
  }
  void reset() {
    if (Number >= 0)
      close(Number);
    Number = -1;
  }
  std::string path() const {
    return "/proc/self/fd/" + std::to_string(Number);
  }

private:
  int Number;
};
} // namespace

/// What code may call without anything of ours: glibc's libc.so itself has these, with no libm.
static bool isInLibc(StringRef Name) {
  static const StringSet<> Known = {"strlen", "wcslen", "memcpy", "memmove",
                                    "memset", "memcmp", "bcmp",   "_GLOBAL_OFFSET_TABLE_"};
  return Known.contains(Name);
}

/// Refuses an object that would fail to load, with the names that are missing.
static bool checkSymbols(StringRef Object, const std::vector<std::string> &Symbols, std::string &Error) {
  auto File = object::ObjectFile::createELFObjectFile(MemoryBufferRef(Object, "kernels.o"));
  if (!File) {
    Error = toString(File.takeError());
    return false;
  }
  StringSet<> Defined;
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
  for (const std::string &Symbol : Symbols)
    if (!Defined.contains(Symbol))
      Error += "error: kernel entry missing in object: " + Symbol + "\n";
  return Error.empty();
}

static bool writeAll(int To, StringRef Bytes) {
  while (!Bytes.empty()) {
    ssize_t Done = write(To, Bytes.data(), Bytes.size());
    if (Done < 0 && errno == EINTR)
      continue;
    if (Done <= 0)
      return false;
    Bytes = Bytes.drop_front(size_t(Done));
  }
  return true;
}

static void readAll(int From, std::string *Out) {
  char Block[1 << 16];
  for (;;) {
    ssize_t Got = read(From, Block, sizeof(Block));
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return;
    Out->append(Block, size_t(Got));
  }
}

static bool runLld(const std::string &Input, const std::string &Output, std::string &Log) {
  static std::mutex OneAtATime;
  JobLock Lock(OneAtATime);
  const char *Args[] = {"ld.lld",
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
                        Output.c_str(),
                        Input.c_str()};
  raw_string_ostream Stream(Log);
  bool Ok = lld::elf::link(Args, Stream, Stream, /*exitEarly=*/false, /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  return Ok;
}

bool linkSharedObject(StringRef Object, const std::vector<std::string> &Symbols, std::string &Out, std::string &Error) {
  if (!checkSymbols(Object, Symbols, Error))
    return false;
  Fd Input(memfd_create("weft-object", MFD_CLOEXEC));
  int Ends[2] = {-1, -1};
  if (Input.get() < 0 || !writeAll(Input.get(), Object) || pipe2(Ends, O_CLOEXEC)) {
    Error = std::string("cannot hold the object in memory: ") + strerror(errno);
    return false;
  }
  Fd From(Ends[0]), To(Ends[1]);
  std::thread Reader(readAll, From.get(), &Out);
  bool Ok = runLld(Input.path(), To.path(), Error);
  To.reset();
  Reader.join();
  if (Ok && Out.empty()) {
    Error = "the linker wrote nothing";
    return false;
  }
  return Ok;
}

} // namespace weft
