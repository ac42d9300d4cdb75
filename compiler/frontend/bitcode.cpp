// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/bitcode.h"
#include "compiler/checks/unsupported.h"

#include <cstring>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

using namespace llvm;

namespace weft {

namespace {
struct Header {
  char Magic[8];
  uint64_t Size;
  uint64_t HashLow, HashHigh;
};
} // namespace

static const char Magic[8] = {'W', 'E', 'F', 'T', 'B', 'C', '\0', '\1'};

static Header headerOf(StringRef Bitcode) {
  Header H;
  memcpy(H.Magic, Magic, sizeof(Magic));
  H.Size = Bitcode.size();
  XXH128_hash_t Hash = xxh3_128bits(ArrayRef(reinterpret_cast<const uint8_t *>(Bitcode.data()), Bitcode.size()));
  H.HashLow = Hash.low64;
  H.HashHigh = Hash.high64;
  return H;
}

std::string packModule(const Module &M) {
  std::string Bitcode;
  raw_string_ostream Stream(Bitcode);
  WriteBitcodeToFile(M, Stream);
  Header H = headerOf(Bitcode);
  std::string Bytes(reinterpret_cast<const char *>(&H), sizeof(H));
  return Bytes + Bitcode;
}

bool isForeign(const Module &M) {
  return M.getTargetTriple().getArch() != Triple::spir64;
}

/// LLVM's own bytes; empty with the reason in `Error`.
static StringRef bitcodeOf(StringRef Bytes, std::string &Error) {
  Header H;
  if (Bytes.size() < sizeof(H)) {
    Error = "error: the input is no compiled program\n";
    return {};
  }
  memcpy(&H, Bytes.data(), sizeof(H));
  StringRef Bitcode = Bytes.drop_front(sizeof(H));
  Header Expected = headerOf(Bitcode);
  if (memcmp(&H, &Expected, sizeof(H)) != 0) {
    Error = "error: the input is no compiled program, or a damaged one\n";
    return {};
  }
  return Bitcode;
}

static std::unique_ptr<Module> parsed(Expected<std::unique_ptr<Module>> Parsed, std::string &Error) {
  if (Parsed)
    return std::move(*Parsed);
  Error = "error: " + toString(Parsed.takeError()) + "\n";
  return nullptr;
}

static bool isValid(Module &M, std::string &Error) {
  bool BrokenDebugInfo = false;
  if (!verifyModule(M, nullptr, &BrokenDebugInfo) && !isForeign(M))
    return checkSupported(M, Error);
  Error = "error: the input is no valid compiled program\n";
  return false;
}

std::unique_ptr<Module> unpackModule(StringRef Bytes, LLVMContext &Context, std::string &Error) {
  StringRef Bitcode = bitcodeOf(Bytes, Error);
  if (Bitcode.empty())
    return nullptr;
  std::unique_ptr<Module> M = parsed(parseBitcodeFile(MemoryBufferRef(Bitcode, "program"), Context), Error);
  return M && isValid(*M, Error) ? std::move(M) : nullptr;
}

std::unique_ptr<Module> unpackKernel(StringRef Bytes, StringRef Kernel, LLVMContext &Context, std::string &Error) {
  StringRef Bitcode = bitcodeOf(Bytes, Error);
  if (Bitcode.empty())
    return nullptr;
  std::unique_ptr<Module> Program = parsed(getLazyBitcodeModule(MemoryBufferRef(Bitcode, "program"), Context), Error);
  if (!Program)
    return nullptr;
  const Function *Wanted = Program->getFunction(Kernel);
  if (!Wanted || isForeign(*Program)) {
    Error = "error: the input has no kernel '" + Kernel.str() + "'\n";
    return nullptr;
  }
  auto Alone = std::make_unique<Module>(Program->getModuleIdentifier(), Context);
  Alone->setTargetTriple(Program->getTargetTriple());
  Alone->setDataLayout(Program->getDataLayout());
  Function::Create(Wanted->getFunctionType(), GlobalValue::ExternalLinkage, Wanted->getAddressSpace(), Kernel,
                   Alone.get())
      ->setCallingConv(Wanted->getCallingConv());
  if (Linker::linkModules(*Alone, std::move(Program), Linker::LinkOnlyNeeded)) {
    Error = "error: the input is no valid compiled program\n";
    return nullptr;
  }
  return isValid(*Alone, Error) ? std::move(Alone) : nullptr;
}

} // namespace weft
