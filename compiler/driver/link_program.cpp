// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/driver/link_program.h"
#include "compiler/ir/names.h"
#include "compiler/library/link.h"

#include "compiler/checks/unsupported.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/target.h"
#include "compiler/driver/deferred.h"
#include "compiler/driver/jobs.h"
#include "compiler/driver/partitions.h"
#include "compiler/frontend/bitcode.h"
#include "compiler/ir/analyses.h"
#include "compiler/ir/passes.h"
#include "compiler/library/call_cycles.h"
#include "compiler/library/image_functions.h"
#include "compiler/opencl/passes.h"
#include "compiler/timing/timeline.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

using namespace llvm;

namespace weft {

namespace {

/// LLVM's errors and warnings as lines of the log; remarks go to the handler that was there before.
class LogHandler : public DiagnosticHandler {
public:
  LogHandler(std::string &Log, bool &Failed, DiagnosticHandler *Before) : Log(Log), Failed(Failed), Before(Before) {}

  bool isAnalysisRemarkEnabled(StringRef Pass) const override {
    return Before && Before->isAnalysisRemarkEnabled(Pass);
  }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override {
    return Before && Before->isMissedOptRemarkEnabled(Pass);
  }
  bool isPassedOptRemarkEnabled(StringRef Pass) const override {
    return Before && Before->isPassedOptRemarkEnabled(Pass);
  }
  bool isAnyRemarkEnabled() const override {
    return Before && Before->isAnyRemarkEnabled();
  }

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error && Info.getSeverity() != DS_Warning)
      return !Before || Before->handleDiagnostics(Info);
    raw_string_ostream Stream(Log);
    Stream << (Info.getSeverity() == DS_Error ? "error: " : "warning: ");
    DiagnosticPrinterRawOStream Printer(Stream);
    Info.print(Printer);
    Stream << "\n";
    Failed |= Info.getSeverity() == DS_Error;
    return true;
  }

private:
  std::string &Log;
  bool &Failed;
  DiagnosticHandler *Before;
};

/// Installs a LogHandler for a scope.
class LogScope {
public:
  LogScope(LLVMContext &Context, std::string &Log) : Context(Context), Old(Context.getDiagnosticHandler()) {
    Context.setDiagnosticHandler(std::make_unique<LogHandler>(Log, Failed, Old.get()), /*RespectFilters=*/true);
  }
  ~LogScope() {
    Context.setDiagnosticHandler(std::move(Old));
  }
  bool failed() const {
    return Failed;
  }

private:
  LLVMContext &Context;
  std::unique_ptr<DiagnosticHandler> Old;
  bool Failed = false;
};

} // namespace

std::unique_ptr<Module> joinModules(std::vector<std::unique_ptr<Module>> Modules, std::string &Error) {
  std::unique_ptr<Module> Program = std::move(Modules.front());
  LogScope Scope(Program->getContext(), Error);
  for (size_t I = 1; I < Modules.size(); ++I)
    if (Linker::linkModules(*Program, std::move(Modules[I])) || Scope.failed())
      return nullptr;
  return Program;
}

static std::string builtinsPath(const weft_target &Target) {
  return std::string(Target.builtins_dir) + "/weft-builtins-" + Target.isa + ".bc";
}

static bool hasOptionOnAKernel(const Module &M, const char *Attribute) {
  for (const Function &F : M)
    if (F.hasFnAttribute(KernelAttribute) && F.hasFnAttribute(Attribute))
      return true;
  return false;
}

static void addLayouts(const Module &M, const std::vector<KernelLayout> &Layouts,
                       std::vector<KernelDescription> &Kernels) {
  for (KernelDescription &Kernel : Kernels)
    for (const KernelLayout &Layout : Layouts)
      if (Layout.name == Kernel.Name) {
        Kernel.Symbol = Layout.symbol;
        Kernel.Info.local_size = Layout.local_size;
        Kernel.Info.private_size = Layout.private_size;
        Kernel.Info.frame_fixed = Layout.frame_fixed;
        Kernel.Info.frame_per_item = Layout.frame_per_item;
        for (auto [Arg, Fact] : Layout.facts)
          Kernel.Args[Arg].Info.fact = Fact;
        Kernel.Info.wants_group = Layout.wants_group;
        Kernel.Info.short_rows = Layout.short_rows;
        Kernel.Info.rows_at_once = Layout.rows_at_once;
        Kernel.Info.joined_lanes = Layout.joined_lanes;
        Kernel.Info.joined_columns = Layout.joined_columns;
        Kernel.Info.strip_columns = Layout.strip_columns;
        Kernel.Info.strip_dimension = Layout.strip_dimension;
        Kernel.Info.strip_bytes = Layout.strip_bytes;
        Kernel.Info.lanes_in_y = Layout.lanes_in_y;
        Kernel.Info.disjoint = Layout.disjoint;
        Kernel.Info.asks_for_sizes = Layout.asks_for_sizes;
        Kernel.Info.order_matters = Layout.order_matters;
        Kernel.Info.may_wait = Layout.may_wait;
      }
}

/// Leaves one kernel and what it uses.
static bool keepKernel(Module &M, const char *Name, std::string &Error) {
  Function *Kernel = M.getFunction(Name);
  if (!Kernel || Kernel->isDeclaration() || Kernel->getCallingConv() != CallingConv::SPIR_KERNEL) {
    Error += std::string("error: there is no kernel '") + Name + "' to specialise\n";
    return false;
  }
  for (Function &F : M)
    if (&F != Kernel && !F.isDeclaration()) {
      F.setComdat(nullptr);
      F.setLinkage(GlobalValue::InternalLinkage);
      if (F.getCallingConv() == CallingConv::SPIR_KERNEL)
        F.setCallingConv(CallingConv::SPIR_FUNC); // if it stays, the kernel calls it; the import sees to the calls
    }
  TimedStep Step("separate", "set-up");
  Analyses A(/*TM=*/nullptr);
  const StringRef Only;
  ModulePassManager Passes;
#define WEFT_STAGE_SEPARATE
#include "compiler/ir/passes.def"
  Passes.run(M, A.Modules);
  return true;
}

/// Whether a part of the program may stand in an object of its own: what it keeps between launches would be there
/// twice.
static bool isSeparable(const Module &M) {
  return !hasConstructors(M) &&
         none_of(M.globals(), [](const GlobalVariable &G) { return G.getAddressSpace() == 1 && !G.isConstant(); });
}

/// Formats whose image functions the program may need.
static SmallVector<HotImageFormat, 16> likelyFormats(bool Separable, const weft_specialisation *Special) {
  SmallVector<HotImageFormat, 16> Formats;
  for (const HotImageFormat &Format : hotImageFormats()) {
    auto Asked = [&](const weft_fact &Fact) { return Fact.kind == WEFT_FACT_FORMAT && Fact.value == Format.Key; };
    if (Special ? any_of(ArrayRef(Special->facts, Special->num_facts), Asked) : !Separable)
      Formats.push_back(Format);
  }
  return Formats;
}

/// To the stage Imported; `Options` are those of the rest of the way.
static bool importProgram(Module &M, TargetMachine &TM, const weft_link_request &Request, Stage Until,
                          std::vector<KernelDescription> &Kernels, PipelineOptions &Options, std::string &Error) {
  TimedStep Step("import", "program");
  const weft_target &Target = *Request.target;
  const weft_specialisation *Special = Request.specialisation;
  const unsigned Flags = Request.options->flags;
  dropAnnotations(M);
  const bool Separable = isSeparable(M);
  LogScope Scope(M.getContext(), Error);
  if (!refuseCallCycles(M, Error)) // before anything inlines
    return false;
  if (Special && !Separable) {
    Error += "error: no kernel of this program can stand alone\n";
    return false;
  }
  if (!checkSupported(M, Error)) // as a whole; its parts have been checked
    return false;
  lowerConstructors(M);
  lowerComputedGotos(M);
  if (Flags & WEFT_BUILD_ZERO_PRIVATE) // before the builtins come, which leave nothing uninitialised
    zeroPrivateMemory(M);
  lowerBlocks(M);
  if (Special && !keepKernel(M, Special->kernel, Error))
    return false;
  if (!linkBuiltins(M, builtinsPath(Target), likelyFormats(Separable, Special), Error))
    return false;
  if (Until == Stage::Linked)
    return true;
  importModule(M, TM);
  Kernels = describeKernels(M);
  bool Flush = (Flags & WEFT_BUILD_DENORMS_ARE_ZERO) || hasOptionOnAKernel(M, FlushDenormalsAttribute);
  for (KernelDescription &Kernel : Kernels)
    Kernel.Info.flush_denormals |= (Flags & WEFT_BUILD_DENORMS_ARE_ZERO) != 0;
  lowerPrintf(M);
  guardArithmetic(M);
  setTargetAttributes(M, TM, Target);
  Options.optimise = !(Flags & WEFT_BUILD_OPT_DISABLE) && !hasOptionOnAKernel(M, NotOptimisedAttribute);
  Options.flush_denormals = Flush;
  Options.debug = (Flags & WEFT_BUILD_DEBUG) != 0;
  Options.spmd = Target.spmd;
  Options.image_copies = !Separable;
  Options.specialisation = Special && Special->num_facts ? Special : nullptr;
  if (Request.is_wanted)
    Options.is_wanted = [&] { return Request.is_wanted(Request.user); };
  return !Scope.failed();
}

/// The rest of the way, for all kernels or some of them.
static bool finishKernels(Module &M, TargetMachine &TM, const PipelineOptions &Options,
                          std::vector<KernelLayout> &Layouts, std::string &Error) {
  LogScope Scope(M.getContext(), Error);
  if (!runKernelPipeline(M, TM, Options, Layouts, Error)) {
    if (Error.empty() || Error.back() != '\n')
      Error += "\n";
    return false;
  }
  addHalfSupport(M, TM);
  return !Scope.failed();
}

bool advanceProgram(Module &M, TargetMachine &TM, const weft_link_request &Request, Stage Until,
                    std::vector<KernelDescription> &Kernels, std::string &Error) {
  PipelineOptions Options;
  if (!importProgram(M, TM, Request, Until, Kernels, Options, Error))
    return false;
  if (Until != Stage::Pipeline)
    return true;
  std::vector<KernelLayout> Layouts;
  if (!finishKernels(M, TM, Options, Layouts, Error))
    return false;
  addLayouts(M, Layouts, Kernels);
  return true;
}

/// Program-scope variables in global memory: their sum, and whether kernels may write them.
static void measureGlobals(const Module &M, LinkResult &Result) {
  for (const GlobalVariable &G : M.globals()) {
    if (G.getAddressSpace() != 1)
      continue;
    Result.GlobalVariablesSize += M.getDataLayout().getTypeAllocSize(G.getValueType());
    Result.HasWritableGlobals |= !G.isConstant();
  }
}

namespace {
/// Machine code of kernels, and what became known with it.
struct Code {
  SmallVector<char, 0> Relocatable;
  std::vector<KernelLayout> Layouts;
  std::string Log;
  bool Made = false;
};
} // namespace

static bool isOptimised(const weft_link_request &Request) {
  return !(Request.options->flags & WEFT_BUILD_OPT_DISABLE);
}

static std::unique_ptr<TargetMachine> takeMachine(const weft_link_request &Request, std::string &Log) {
  std::string Error;
  auto TM = takeTargetMachine(*Request.target, isOptimised(Request), Error);
  if (!TM)
    Log += "error: " + Error + "\n";
  return TM;
}

static void makeCode(Module &M, TargetMachine &TM, const PipelineOptions &Options, Code &Out) {
  if (!finishKernels(M, TM, Options, Out.Layouts, Out.Log))
    return;
  if (Options.is_wanted && !Options.is_wanted()) {
    Out.Log += NotWanted;
    return;
  }
  LogScope Scope(M.getContext(), Out.Log);
  std::string Error;
  Out.Made = emitCode(M, TM, /*Assembly=*/false, Out.Relocatable, Error) && !Scope.failed();
  if (!Out.Made)
    Out.Log += Error;
}

static void makePartition(const ProgramPartition &Partition, const weft_link_request &Request,
                          const PipelineOptions &Options, Code &Out) {
  auto *Context = new LLVMContext; // not freed after a fatal error, when LLVM may have left anything half done
  if (Expected<std::unique_ptr<Module>> M = parseBitcodeFile(MemoryBufferRef(Partition.Bitcode, "program"), *Context)) {
    if (std::unique_ptr<TargetMachine> TM = takeMachine(Request, Out.Log)) {
      makeCode(**M, *TM, Options, Out);
      if (Out.Made)
        giveBackTargetMachine(std::move(TM), *Request.target, isOptimised(Request));
    }
  } else {
    Out.Log += "error: " + toString(M.takeError()) + "\n";
  }
  delete Context;
}

/// In partitions, at the same time, or whole: with debug information, of which each partition would have all, and for
/// remarks and copies of single kernels.
static std::vector<Code> makeAllCode(Module &M, TargetMachine &TM, const weft_link_request &Request,
                                     const PipelineOptions &Options) {
  const bool Whole = Options.debug || Options.spmd.remarks || Request.specialisation;
  const std::vector<ProgramPartition> Partitions = Whole ? std::vector<ProgramPartition>() : splitProgram(M);
  std::vector<Code> Made(std::max<size_t>(1, Partitions.size()));
  if (Partitions.empty())
    makeCode(M, TM, Options, Made.front());
  else
    runTogether(Partitions.size(), [&](size_t I) { makePartition(Partitions[I], Request, Options, Made[I]); });
  return Made;
}

/// Whether the kernels' code is left to requests for each of them. Debug information and remarks are the program's.
static bool isDeferred(const Module &M, const weft_link_request &Request, const PipelineOptions &Options,
                       ArrayRef<KernelDescription> Kernels) {
  if (any_of(Kernels, [](const KernelDescription &Kernel) { return Kernel.Info.uses_enqueue; }))
    return false; // each of them needs the entries of others
  if (Request.target->deferral == WEFT_DEFER_NOTHING || Request.specialisation || Options.debug || Options.spmd.remarks)
    return false;
  return canBeDeferred(M) && (Request.target->deferral == WEFT_DEFER_ALL || isWorthDeferring(M));
}

static void makeObject(Module &M, const weft_link_request &Request, LinkResult &Result) {
  Result.Code = CL_LINK_PROGRAM_FAILURE;
  std::unique_ptr<TargetMachine> TM = takeMachine(Request, Result.Log);
  PipelineOptions Options;
  if (!TM || !importProgram(M, *TM, Request, Stage::Imported, Result.Kernels, Options, Result.Log))
    return;
  if (isDeferred(M, Request, Options, Result.Kernels)) {
    for (KernelDescription &Kernel : Result.Kernels)
      Kernel.Symbol = Kernel.Name;
    Result.Code = CL_SUCCESS;
    return;
  }
  const std::vector<Code> All = makeAllCode(M, *TM, Request, Options);
  if (all_of(All, [](const Code &Made) { return Made.Made; }))
    giveBackTargetMachine(std::move(TM), *Request.target, isOptimised(Request));
  std::vector<StringRef> Objects;
  for (const Code &Made : All) {
    Result.Log += Made.Log;
    addLayouts(M, Made.Layouts, Result.Kernels);
    if (Made.Made)
      Objects.emplace_back(Made.Relocatable.data(), Made.Relocatable.size());
  }
  std::vector<std::string> Symbols;
  for (const KernelDescription &Kernel : Result.Kernels)
    Symbols.push_back(Kernel.Symbol);
  std::string Error;
  if (Objects.size() != All.size() || !linkSharedObject(Objects, Symbols, Result.Object, Error)) {
    Result.Log += Error;
    Result.Object.clear();
    return;
  }
  Result.Code = CL_SUCCESS;
}

/// A kernel as the program would have it leaves the rest of a large program unread.
static std::unique_ptr<Module> readInput(const weft_link_request &Request, size_t I, LLVMContext &Context,
                                         std::string &Log) {
  StringRef Bytes(static_cast<const char *>(Request.inputs[I].data), Request.inputs[I].size);
  if (Request.specialisation && !Request.specialisation->num_facts)
    return unpackKernel(Bytes, Request.specialisation->kernel, Context, Log);
  return unpackModule(Bytes, Context, Log);
}

LinkResult linkProgram(const weft_link_request &Request, LLVMContext &Context) {
  LinkResult Result;
  std::vector<std::unique_ptr<Module>> Modules;
  {
    LogScope Scope(Context, Result.Log);
    for (size_t I = 0; I < Request.num_inputs; ++I) {
      Modules.push_back(readInput(Request, I, Context, Result.Log));
      if (!Modules.back() || Scope.failed()) {
        Result.Code = CL_INVALID_BINARY;
        return Result;
      }
    }
  }
  if (Modules.empty()) {
    Result.Code = CL_INVALID_BINARY;
    Result.Log = "error: nothing to link\n";
    return Result;
  }
  std::unique_ptr<Module> Program = joinModules(std::move(Modules), Result.Log);
  if (!Program) {
    Result.Code = CL_LINK_PROGRAM_FAILURE;
    return Result;
  }
  dropAnnotations(*Program);   // before variables are counted
  if (!Request.specialisation) // the program's is known
    Result.Bitcode = packModule(*Program);
  measureGlobals(*Program, Result);
  Result.HasConstructors = hasConstructors(*Program);
  if (!Request.create_library)
    makeObject(*Program, Request, Result);
  return Result;
}

} // namespace weft
