// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/target.h"

#include "compiler/compiler.h"
#include "compiler/ir/checkpoint.h"
#include "compiler/ir/machine.h"
#include "compiler/ir/names.h"

#include <llvm/Config/Targets.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>
#include <mutex>

using namespace llvm;

namespace weft {

static bool isX86(StringRef Isa) {
  return Isa.starts_with("x86-64");
}

/// LLVM's limits for what it compares with each other, where those of its own cost more than they bring. Set as what
/// LLVM begins with: lld, at each link, sets all options back to that.
static void limitComparisons() {
  auto Set = [](StringRef Name, unsigned Value) {
    auto Found = cl::getRegisteredOptions().find(Name);
    if (Found != cl::getRegisteredOptions().end() && !Found->second->getNumOccurrences())
      static_cast<cl::opt<unsigned> *>(Found->second)->setInitialValue(Value);
  };
  // Of two accesses to memory that it cannot tell apart the scheduler keeps the order, and so compares each with up to
  // a thousand before it in its block, then it groups them. With 400 a block of 16,000 takes a quarter of the time.
  Set("dag-maps-huge-region", 400);
  Set("dag-maps-reduction-size", 200);
  // For each load GVN looks at so many instructions before it in its block, and asks of each that writes or reads
  // whether it is the same place. With 20 in place of 100 it takes 0.71 of the time, and of the corpus' kernels three
  // change, which become shorter (Xeon, Rocket Lake). What is loaded twice further apart EarlyCSE finds before.
  Set("memdep-block-scan-limit", 20);
}

/// This machine's back end; AArch64's on other machines only where it is asked for (weftc).
static void registerBackends(StringRef Isa) {
  static std::once_flag Native;
  std::call_once(Native, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
    limitComparisons();
  });
#if LLVM_HAS_AARCH64_TARGET
  static std::once_flag AArch64;
  if (!isX86(Isa))
    std::call_once(AArch64, [] {
      LLVMInitializeAArch64TargetInfo();
      LLVMInitializeAArch64Target();
      LLVMInitializeAArch64TargetMC();
      LLVMInitializeAArch64AsmPrinter();
    });
#endif
}

static StringRef tripleOf(StringRef Isa) {
  return isX86(Isa) ? "x86_64-unknown-linux-gnu" : "aarch64-unknown-linux-gnu";
}

/// LLVM takes a feature string's last word on a feature; an unknown processor falls back to the level alone.
static std::string knownCpu(const llvm::Target &Backend, const Triple &TT, const weft_target &Target) {
  std::string Fallback = isX86(Target.isa) ? Target.isa : "generic";
  if (!Target.cpu || !*Target.cpu)
    return Fallback;
  std::unique_ptr<MCSubtargetInfo> Info(Backend.createMCSubtargetInfo(TT, Fallback, ""));
  return Info && Info->isCPUStringValid(Target.cpu) ? Target.cpu : Fallback;
}

std::unique_ptr<TargetMachine> createTargetMachine(const weft_target &Target, bool Optimise, std::string &Error) {
  registerBackends(Target.isa);
  Triple TT(tripleOf(Target.isa));
  const llvm::Target *Backend = TargetRegistry::lookupTarget(TT, Error);
  if (!Backend)
    return nullptr;
  TargetOptions Options;
  Options.AllowFPOpFusion = FPOpFusion::Standard; // llvm.fmuladd and contract flags fuse, nothing else does
  Options.TrapUnreachable = false;
  Options.ExceptionModel = ExceptionHandling::None;
  Options.UseInitArray = true; // .ctors is what the dynamic linker no longer knows
  std::unique_ptr<TargetMachine> TM(Backend->createTargetMachine(
      TT, knownCpu(*Backend, TT, Target), Target.features ? Target.features : "", Options, Reloc::PIC_,
      CodeModel::Small, Optimise ? CodeGenOptLevel::Default : CodeGenOptLevel::None));
  if (!TM)
    Error = "no code generator for " + TT.str();
  return TM;
}

namespace {
/// Code generators between two builds, of which each uses its own.
struct IdleMachines {
  static constexpr size_t Most = 4;
  std::mutex Mutex; ///< guards the rest
  std::string Keys[Most];
  std::unique_ptr<TargetMachine> Machines[Most];

  /// Never destroyed: a thread may build while the process exits.
  static IdleMachines &get() {
    static IdleMachines *const All = new IdleMachines;
    return *All;
  }
};
} // namespace

static std::string keyOf(const weft_target &Target, bool Optimise) {
  auto Or = [](const char *Text) { return Text ? Text : ""; };
  return (Twine(Target.isa) + "\n" + Or(Target.cpu) + "\n" + Or(Target.features) + (Optimise ? "\n1" : "\n0")).str();
}

std::unique_ptr<TargetMachine> takeTargetMachine(const weft_target &Target, bool Optimise, std::string &Error) {
  const std::string Key = keyOf(Target, Optimise);
  {
    IdleMachines &Idle = IdleMachines::get();
    JobLock Lock(Idle.Mutex);
    for (size_t I = 0; I < IdleMachines::Most; ++I)
      if (Idle.Machines[I] && Idle.Keys[I] == Key)
        return std::move(Idle.Machines[I]);
  }
  return createTargetMachine(Target, Optimise, Error);
}

void giveBackTargetMachine(std::unique_ptr<TargetMachine> TM, const weft_target &Target, bool Optimise) {
  std::string Key = keyOf(Target, Optimise);
  IdleMachines &Idle = IdleMachines::get();
  JobLock Lock(Idle.Mutex);
  for (size_t I = 0; I < IdleMachines::Most; ++I)
    if (!Idle.Machines[I]) {
      Idle.Keys[I].swap(Key);
      Idle.Machines[I] = std::move(TM);
      return;
    }
}

/// Widest vectors that pay. SSE has pairs of registers.
static std::string preferredVectorBits(const weft_target &Target, StringRef Cpu) {
  if (!isX86(Target.isa))
    return "128";
  return std::to_string(StringRef(Target.isa) == "x86-64-v4" ? machineOf(Cpu).VectorBits : 256);
}

/// llvm.prefetch's locality 0 is the non-temporal one, 3 all levels.
static void fetchThroughAllLevels(Function &F) {
  constexpr unsigned LocalityOperand = 2;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && Call->getIntrinsicID() == Intrinsic::prefetch)
      if (auto *Locality = cast<ConstantInt>(Call->getArgOperand(LocalityOperand)); Locality->isZero())
        Call->setArgOperand(LocalityOperand, ConstantInt::get(Locality->getType(), 3));
}

/// From how many bytes on an async copy is the C library's: builtins/async_copy.h tells why. Where nothing was
/// measured, the builtin module's own number stays. (The import pass has given the variable its suffix.)
static void setCopyBytes(Module &M, StringRef Cpu) {
  GlobalVariable *Bytes = M.getNamedGlobal("__weft_copy_libc_bytes.cl");
  if (unsigned Measured = machineOf(Cpu).CopyLibraryBytes; Bytes && Measured)
    Bytes->setInitializer(ConstantInt::get(Bytes->getValueType(), Measured));
}

/// Null where there is nothing.
static const char *permutedBy(const TargetMachine &TM) {
  const MCSubtargetInfo &Processor = *TM.getMCSubtargetInfo();
  if (!TM.getTargetTriple().isX86() || !Processor.checkFeatures("+avx2"))
    return nullptr;
  if (!Processor.checkFeatures("+avx512bw,+avx512vl"))
    return "avx2";
  return Processor.checkFeatures("+avx512vbmi") ? "avx512vbmi" : "avx512";
}

void setTargetAttributes(Module &M, const TargetMachine &TM, const weft_target &Target) {
  static const char *const Dropped[] = {"target-cpu",
                                        "target-features",
                                        "tune-cpu",
                                        "denormal-fp-math",
                                        "denormal-fp-math-f32",
                                        "stack-protector-buffer-size",
                                        "uniform-work-group-size",
                                        "frame-pointer",
                                        "min-legal-vector-width",
                                        "less-precise-fpmad",
                                        "unsafe-fp-math",
                                        "no-signed-zeros-fp-math",
                                        "no-infs-fp-math",
                                        "no-nans-fp-math",
                                        "approx-func-fp-math",
                                        "correctly-rounded-divide-sqrt-fp-math"};
  setCopyBytes(M, TM.getTargetCPU());
  const char *PermutedBy = permutedBy(TM);
  bool HasFma = !TM.getTargetTriple().isX86() || TM.getMCSubtargetInfo()->checkFeatures("+fma");
  for (Function &F : M) {
    for (const char *Name : Dropped)
      F.removeFnAttr(Name);
    F.removeFnAttr(Attribute::UWTable);
    if (F.isIntrinsic())
      continue;
    F.addFnAttr("target-cpu", TM.getTargetCPU());
    F.addFnAttr("target-features", TM.getTargetFeatureString());
    if (PermutedBy)
      F.addFnAttr(PermutesAttribute, PermutedBy);
    F.addFnAttr("prefer-vector-width", preferredVectorBits(Target, TM.getTargetCPU()));
    // An estimate and a step of Newton's is 3 units off without fma, and relaxed division may be 2.5 (OpenCL C 7.4).
    if (!HasFma)
      F.addFnAttr("reciprocal-estimates", "none");
    F.addFnAttr(Attribute::NoUnwind);
    if (!machineOf(TM.getTargetCPU()).FetchKeepsSecondLevel)
      fetchThroughAllLevels(F);
  }
}

} // namespace weft
