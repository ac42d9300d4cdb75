// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIRV-LLVM-Translator runs as a program of its own, whichever way it is there: it stops at what it does not know by
// abort() or exit(), and a module from outside can make it crash or run for ever.
#include "compiler/spirv/translate.h"
#include "compiler/checks/unsupported.h"

#include "compiler/compiler.h"
#include "compiler/frontend/bitcode.h"
#include "compiler/spirv/child.h"
#include "compiler/spirv/rewrite.h"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>
#include <unistd.h>

using namespace llvm;

namespace weft {

/// Bytes of output for a module of a size: bitcode is not much larger than what it is made of.
static uint64_t outputLimit(size_t Size) {
  return (uint64_t(64) << 20) + uint64_t(Size) * 64;
}

static constexpr uint64_t MemoryLimit = uint64_t(8) << 30;

/// What the translator said, without LLVM's stack dump and request for a bug report.
static std::string readableErrors(StringRef Text) {
  std::string Log;
  SmallVector<StringRef, 16> Lines;
  Text.split(Lines, '\n', 20, false);
  for (StringRef Line : Lines) {
    if (Line.starts_with("PLEASE submit") || Line.starts_with("Stack dump"))
      break;
    for (char C : Line.take_front(400))
      Log += isPrint(C) ? C : '?';
    Log += '\n';
  }
  return Log;
}

/// Runs a program over `Input` and takes what it writes. `What` names it in the log.
static bool runFilter(ChildRequest &Child, const char *What, const char *Refusal, std::string &Output,
                      std::string &Log) {
  Child.OutputLimit = outputLimit(Child.InputSize);
  Child.MemoryLimit = MemoryLimit;
  ChildResult Result = runChild(Child);
  switch (Result.End) {
  case ChildResult::Exited:
    if (Result.Code == 0 && !Result.Output.empty()) {
      Output = std::move(Result.Output);
      return true;
    }
    Log += std::string("error: ") + Refusal + "\n";
    break;
  case ChildResult::Killed:
    Log += std::string("error: ") + What + " failed: " + strsignal(Result.Code) + "\n";
    break;
  case ChildResult::TimedOut:
    Log += std::string("error: ") + What + " did not end within " + std::to_string(Child.Seconds) + " seconds\n";
    break;
  case ChildResult::NotStarted:
    Log += "error: " + Child.Program + " cannot be run: " + strerror(Result.Code) + "\n";
    break;
  }
  Log += readableErrors(Result.Errors);
  return false;
}

/// weft-bitcode, beside this library or, for weftc, in the folder of the libraries; "": not there.
static std::string checkerPath() {
  Dl_info Info;
  char Real[PATH_MAX];
  if (!dladdr(reinterpret_cast<void *>(&checkerPath), &Info) || !realpath(Info.dli_fname, Real))
    return {};
  std::string Folder(Real);
  Folder.resize(Folder.rfind('/') + 1);
  for (const char *Place : {"weft-bitcode", "../lib/weft-bitcode"})
    if (access((Folder + Place).c_str(), X_OK) == 0)
      return Folder + Place;
  return {};
}

static bool runTranslator(const weft_compile_request &Request, std::string &Bitcode, std::string &Log) {
  ChildRequest Child;
  Child.Program = Request.spirv_translator;
  Child.Arguments = {"-r",
                     "--spirv-target-env=CL2.0",
                     "--spirv-gen-kernel-arg-name-md",
                     "--preserve-ocl-kernel-arg-type-metadata-through-string",
                     "-o",
                     "-",
                     StandardInputPath};
  Child.Seconds = Request.spirv_seconds;
  std::vector<uint32_t> Words = rewriteSpirv(static_cast<const uint32_t *>(Request.il),
                                             Request.il_size / sizeof(uint32_t), Request.spirv_rewrite);
  Child.Input = Words.data();
  Child.InputSize = Words.size() * sizeof(uint32_t);
  if (!runFilter(Child, "the SPIR-V translator", "the SPIR-V translator refuses the module", Bitcode, Log))
    return false;
  std::string Checker = checkerPath(), Raw;
  if (!Request.spirv_rewrite || Checker.empty()) // our own has checked
    return true;
  ChildRequest Check;
  Check.Program = std::move(Checker);
  Check.Seconds = Request.spirv_seconds;
  Raw.swap(Bitcode);
  Check.Input = Raw.data();
  Check.InputSize = Raw.size();
  return runFilter(Check, "reading what the SPIR-V translator wrote", "what the SPIR-V translator wrote cannot be read",
                   Bitcode, Log);
}

static std::unique_ptr<Module> readBitcode(StringRef Bitcode, LLVMContext &Context, std::string &Log) {
  auto Parsed = parseBitcodeFile(MemoryBufferRef(Bitcode, "program"), Context);
  if (!Parsed) {
    Log += "error: what the SPIR-V translator wrote cannot be read: " + toString(Parsed.takeError()) + "\n";
    return nullptr;
  }
  bool BrokenDebugInfo = false;
  std::string Reason;
  raw_string_ostream Stream(Reason);
  if (verifyModule(**Parsed, &Stream, &BrokenDebugInfo)) {
    Log += "error: the SPIR-V translator wrote a broken module: " + readableErrors(Reason);
    return nullptr;
  }
  return std::move(*Parsed);
}

/// What Clang does of the options for source; finite-math-only is recordOptions' part.
static void relaxMath(Module &M, unsigned Flags) {
  const unsigned Contracting = WEFT_BUILD_MAD_ENABLE | WEFT_BUILD_UNSAFE_MATH | WEFT_BUILD_FAST_RELAXED_MATH;
  const unsigned Unsafe = WEFT_BUILD_UNSAFE_MATH | WEFT_BUILD_FAST_RELAXED_MATH;
  FastMathFlags Relaxed;
  Relaxed.setAllowContract((Flags & Contracting) != 0);
  Relaxed.setNoSignedZeros((Flags & (WEFT_BUILD_NO_SIGNED_ZEROS | Unsafe)) != 0);
  Relaxed.setAllowReassoc((Flags & Unsafe) != 0);
  Relaxed.setAllowReciprocal((Flags & Unsafe) != 0);
  Relaxed.setApproxFunc((Flags & Unsafe) != 0);
  for (Function &F : M) {
    if (!F.isDeclaration() && (Flags & WEFT_BUILD_DENORMS_ARE_ZERO))
      F.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
    for (Instruction &I : instructions(F))
      if (isa<FPMathOperator>(I))
        I.setFastMathFlags(I.getFastMathFlags() | Relaxed);
  }
}

FrontendResult compileSpirv(const weft_compile_request &Request, LLVMContext &Context) {
  FrontendResult Result;
  if (!Request.spirv_translator || !*Request.spirv_translator) {
    Result.Log = "error: no SPIR-V translator is installed\n";
    return Result;
  }
  std::string Bitcode;
  if (!runTranslator(Request, Bitcode, Result.Log))
    return Result;
  std::unique_ptr<Module> M = readBitcode(Bitcode, Context, Result.Log);
  if (!M || !importTranslated(*M, Result.Log))
    return Result;
  if (isForeign(*M)) {
    Result.Log += "error: the module holds what is not of OpenCL\n";
    return Result;
  }
  if (!checkSupported(*M, Result.Log))
    return Result;
  relaxMath(*M, Request.options->flags);
  recordOptions(*M, *Request.options);
  Result.Module = std::move(M);
  return Result;
}

} // namespace weft
