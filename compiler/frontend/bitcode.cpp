// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/bitcode.h"
#include "compiler/checks/unsupported.h"

#include <cstring>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Verifier.h>
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

std::unique_ptr<Module> unpackModule(StringRef Bytes, LLVMContext &Context, std::string &Error) {
  Header H;
  if (Bytes.size() < sizeof(H)) {
    Error = "error: the input is no compiled program\n";
    return nullptr;
  }
  memcpy(&H, Bytes.data(), sizeof(H));
  StringRef Bitcode = Bytes.drop_front(sizeof(H));
  Header Expected = headerOf(Bitcode);
  if (memcmp(&H, &Expected, sizeof(H)) != 0) {
    Error = "error: the input is no compiled program, or a damaged one\n";
    return nullptr;
  }
  auto Parsed = parseBitcodeFile(MemoryBufferRef(Bitcode, "program"), Context);
  if (!Parsed) {
    Error = "error: " + toString(Parsed.takeError()) + "\n";
    return nullptr;
  }
  bool BrokenDebugInfo = false;
  if (verifyModule(**Parsed, nullptr, &BrokenDebugInfo) || isForeign(**Parsed)) {
    Error = "error: the input is no valid compiled program\n";
    return nullptr;
  }
  if (!checkSupported(**Parsed, Error))
    return nullptr;
  return std::move(*Parsed);
}

} // namespace weft
