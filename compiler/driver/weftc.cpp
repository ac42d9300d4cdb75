// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Offline compiler and pass driver: the compiler's own stages over a .cl or .ll file, to any point and in any form.
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/target.h"
#include "compiler/compiler.h"
#include "compiler/driver/jobs.h"
#include "compiler/driver/link_program.h"
#include "compiler/driver/tool_passes.h"
#include "compiler/frontend/frontend.h"
#include "compiler/ir/passes.h"
#include "compiler/library/builtin_library.h"
#include "compiler/spirv/module.h"
#include "compiler/spirv/translate.h"
#include "compiler/timing/timeline.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;
using namespace weft;

namespace {

struct Arguments {
  std::string Input, Output = "-", Emit = "ir", Isa = "x86-64-v3", Cpu, Features, Builtins,
                     Translator = "/usr/bin/llvm-spirv-15";
  std::string Extensions = "cl_khr_fp64 cl_khr_fp16 cl_khr_int64_base_atomics cl_khr_int64_extended_atomics "
                           "cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics "
                           "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
                           "cl_khr_local_int32_extended_atomics cl_khr_extended_async_copies "
                           "cl_khr_async_work_group_copy_fence __opencl_c_fp64 __opencl_c_int64 "
                           "__opencl_c_generic_address_space __opencl_c_program_scope_global_variables "
                           "__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst "
                           "__opencl_c_atomic_scope_device __opencl_c_subgroups "
                           "__opencl_c_work_group_collective_functions cl_khr_subgroup_non_uniform_arithmetic";
  std::vector<std::string> Passes, Preprocessor;
  unsigned Std = 0, Flags = 0;
  weft_spmd Spmd = {};
  bool Help = false, Time = false, ListPasses = false, TimeBuiltins = false, LlvmRemarks = false, HasPasses = false;
  std::string Kernel; ///< to specialise; empty: none
  std::vector<weft_fact> Facts;
};

/// Prints LLVM's optimisation remarks of every pass, for --remarks=llvm: hundreds of lines for a small kernel.
class RemarkPrinter : public DiagnosticHandler {
public:
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    DiagnosticPrinterRawOStream Printer(errs());
    Info.print(Printer);
    errs() << "\n";
    return true;
  }
  bool isAnalysisRemarkEnabled(StringRef) const override {
    return true;
  }
  bool isMissedOptRemarkEnabled(StringRef) const override {
    return true;
  }
  bool isPassedOptRemarkEnabled(StringRef) const override {
    return true;
  }
  bool isAnyRemarkEnabled() const override {
    return true;
  }
};

} // namespace

/// What an option's text is indented and wrapped to.
enum { USAGE_INDENT = 6, USAGE_COLUMNS = 100 };

static void printUsage(FILE *File) {
  static const struct {
    const char *Option, *Text;
  } Options[] = {
#define WEFTC_OPTION(Option, Text) {Option, Text},
#include "compiler/weftc_options.def"
#undef WEFTC_OPTION
  };
  fputs("usage: weftc [OPTION]... FILE.cl|FILE.ll|FILE.bc|FILE.spv|-\n", File);
  for (const auto &Entry : Options) {
    fprintf(File, "  %s", Entry.Option);
    size_t Column = USAGE_COLUMNS;
    SmallVector<StringRef, 32> Words;
    StringRef(Entry.Text).split(Words, ' ');
    for (StringRef Word : Words) {
      if (Column + 1 + Word.size() > USAGE_COLUMNS) {
        fprintf(File, "\n%*s", USAGE_INDENT, "");
        Column = USAGE_INDENT;
      } else {
        fputc(' ', File);
        Column++;
      }
      fwrite(Word.data(), 1, Word.size(), File);
      Column += Word.size();
    }
    fputc('\n', File);
  }
}

static bool parseFlag(StringRef Word, unsigned &Flags) {
  static const struct {
    const char *Word;
    unsigned Flags;
  } Map[] = {
      {"-cl-single-precision-constant", WEFT_BUILD_SINGLE_PRECISION_CONSTANT},
      {"-cl-denorms-are-zero", WEFT_BUILD_DENORMS_ARE_ZERO},
      {"-cl-fp32-correctly-rounded-divide-sqrt", WEFT_BUILD_FP32_CORRECTLY_ROUNDED},
      {"-cl-opt-disable", WEFT_BUILD_OPT_DISABLE},
      {"-cl-mad-enable", WEFT_BUILD_MAD_ENABLE},
      {"-cl-no-signed-zeros", WEFT_BUILD_NO_SIGNED_ZEROS},
      {"-cl-unsafe-math-optimizations", WEFT_BUILD_UNSAFE_MATH | WEFT_BUILD_MAD_ENABLE | WEFT_BUILD_NO_SIGNED_ZEROS},
      {"-cl-finite-math-only", WEFT_BUILD_FINITE_MATH_ONLY},
      {"-cl-fast-relaxed-math", WEFT_BUILD_FAST_RELAXED_MATH | WEFT_BUILD_FINITE_MATH_ONLY | WEFT_BUILD_UNSAFE_MATH |
                                    WEFT_BUILD_MAD_ENABLE | WEFT_BUILD_NO_SIGNED_ZEROS},
      {"-cl-kernel-arg-info", WEFT_BUILD_KERNEL_ARG_INFO},
      {"-w", WEFT_BUILD_NO_WARNINGS},
      {"-Werror", WEFT_BUILD_WARNINGS_ARE_ERRORS},
      {"-g", WEFT_BUILD_DEBUG}};
  for (const auto &Entry : Map)
    if (Word == Entry.Word) {
      Flags |= Entry.Flags;
      return true;
    }
  return false;
}

static bool parseStandard(StringRef Name, unsigned &Std) {
  if (!Name.consume_front("CL"))
    return false;
  Std = StringSwitch<unsigned>(Name)
            .Case("1.0", 100)
            .Case("1.1", 110)
            .Case("1.2", 120)
            .Case("2.0", 200)
            .Case("3.0", 300)
            .Case("3.1", 310)
            .Cases({"C++", "C++1.0"}, WEFT_STD_CXX_10)
            .Case("C++2021", WEFT_STD_CXX_2021)
            .Default(0);
  return Std != 0;
}

/// --spmd-lanes and --spmd-parts.
static bool parsePower(StringRef Text, unsigned Most, unsigned &Value) {
  return !Text.getAsInteger(10, Value) && Value <= Most && (Value & (Value - 1)) == 0;
}

static bool leaveOut(StringRef Name, weft_spmd &Spmd) {
#define WEFT_HEURISTIC(Id, Text, Reason)                                                                               \
  if (Name == Text) {                                                                                                  \
    Spmd.without |= uint64_t(1) << WEFT_HEURISTIC_##Id;                                                                \
    return true;                                                                                                       \
  }
#include "compiler/heuristics.def"
#undef WEFT_HEURISTIC
  return false;
}

static bool parseSpmd(StringRef Word, weft_spmd &Spmd) {
  if (Word.consume_front("-lanes="))
    return parsePower(Word, 64, Spmd.lanes);
  if (Word.consume_front("-parts="))
    return parsePower(Word, 16, Spmd.parts);
  if (Word == "-verify" || Word == "-verify=1" || Word == "-verify=2") {
    Spmd.verify = Word.ends_with("2") ? WEFT_SPMD_VERIFY_FATAL : WEFT_SPMD_VERIFY_SCALAR;
    return true;
  }
  if (Word.consume_front("-bisect="))
    return !Word.getAsInteger(10, Spmd.bisect) && ++Spmd.bisect > 0;
  if (Word.consume_front("-without=")) {
    SmallVector<StringRef, 8> Names;
    Word.split(Names, ',');
    return all_of(Names, [&](StringRef Name) { return leaveOut(Name, Spmd); });
  }
  if (Word.consume_front("-tail=")) {
    Spmd.tail = Word == "scalar" ? WEFT_SPMD_TAIL_SCALAR : WEFT_SPMD_TAIL_MASKED;
    return Word == "scalar" || Word == "masked";
  }
  std::optional<weft_spmd_mode> Mode = StringSwitch<std::optional<weft_spmd_mode>>(Word)
                                           .Case("=off", WEFT_SPMD_OFF)
                                           .Case("=auto", WEFT_SPMD_AUTO)
                                           .Case("=force", WEFT_SPMD_FORCE)
                                           .Case("=serial", WEFT_SPMD_SERIAL)
                                           .Default(std::nullopt);
  Spmd.mode = Mode.value_or(WEFT_SPMD_OFF);
  return Mode.has_value();
}

static void splitPasses(StringRef List, std::vector<std::string> &Passes) {
  SmallVector<StringRef, 8> Names;
  List.split(Names, ',', -1, false);
  for (StringRef Name : Names)
    Passes.push_back(Name.str());
}

/// A size of groups: X, XxY or XxYxZ.
static bool parseGroup(StringRef Text, weft_fact &Fact) {
  SmallVector<StringRef, 3> Sizes;
  Text.split(Sizes, 'x');
  Sizes.resize(std::max<size_t>(Sizes.size(), 3), "1");
  Fact = {WEFT_FACT_GROUP, 0, 0};
  for (auto [D, Word] : enumerate(Sizes)) {
    uint16_t Size = 0;
    if (D == 3 || Word.getAsInteger(10, Size) || Size == 0)
      return false;
    Fact.value |= uint64_t(Size) << (16 * D);
  }
  return true;
}

/// A format is channel_type << 32 | channel_order of its view, a sampler its bits.
static bool parseSpecialisation(StringRef Text, Arguments &Args) {
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ',');
  Args.Kernel = Parts.front().str();
  for (StringRef Part : drop_begin(Parts)) {
    auto [Index, Rest] = Part.split(':');
    if (Index == "group") {
      if (!parseGroup(Rest, Args.Facts.emplace_back()))
        return false;
      continue;
    }
    auto [Kind, Number] = Rest.split(':');
    weft_fact Fact = {Kind == "sampler" ? WEFT_FACT_SAMPLER : WEFT_FACT_FORMAT, 0, 0};
    if ((Kind != "sampler" && Kind != "format") || Index.getAsInteger(10, Fact.arg) ||
        Number.getAsInteger(0, Fact.value))
      return false;
    Args.Facts.push_back(Fact);
  }
  return !Args.Kernel.empty();
}

static bool parseArguments(int Argc, char **Argv, Arguments &Args) {
  for (int I = 1; I < Argc; ++I) {
    StringRef Word = Argv[I];
    if (Word == "-o" && I + 1 < Argc)
      Args.Output = Argv[++I];
    else if (Word == "--help")
      Args.Help = true;
    else if (Word == "--list-passes")
      Args.ListPasses = true;
    else if (Word == "--time")
      Args.Time = true;
    else if (Word == "--time-builtins")
      Args.TimeBuiltins = true;
    else if (Word == "--remarks" || Word == "--remarks=llvm") {
      Args.Spmd.remarks = true;
      Args.LlvmRemarks |= Word == "--remarks=llvm";
    } else if (Word.consume_front("--spmd")) {
      if (!parseSpmd(Word, Args.Spmd))
        return false;
    } else if (Word.consume_front("--specialise=")) {
      if (!parseSpecialisation(Word, Args))
        return false;
    } else if (Word.consume_front("--emit="))
      Args.Emit = Word.str();
    else if (Word.consume_front("--passes=")) {
      Args.HasPasses = true;
      splitPasses(Word, Args.Passes);
    } else if (Word.consume_front("--isa="))
      Args.Isa = Word.str();
    else if (Word.consume_front("--cpu="))
      Args.Cpu = Word.str();
    else if (Word.consume_front("--features="))
      Args.Features = Word.str();
    else if (Word.consume_front("--builtins="))
      Args.Builtins = Word.str();
    else if (Word.consume_front("--extensions="))
      Args.Extensions = Word.str();
    else if (Word.consume_front("--std=") || Word.consume_front("-cl-std=")) {
      if (!parseStandard(Word, Args.Std))
        return false;
    } else if (Word.starts_with("-D") || Word.starts_with("-I")) {
      Args.Preprocessor.push_back(Word.str());
      if (Word.size() == 2 && I + 1 < Argc)
        Args.Preprocessor.push_back(Argv[++I]);
    } else if (Word == "-" || !Word.starts_with("-"))
      Args.Input = Word.str();
    else if (!parseFlag(Word, Args.Flags))
      return false;
  }
  return Args.Help || Args.ListPasses || Args.TimeBuiltins || !Args.Input.empty();
}

static std::string defaultBuiltins() {
  if (const char *Folder = getenv("WEFT_BUILTINS"))
    return Folder;
  Dl_info Self;
  if (!dladdr(reinterpret_cast<void *>(&defaultBuiltins), &Self))
    return ".";
  std::string Folder = sys::path::parent_path(Self.dli_fname).str();
  return sys::fs::exists(Folder + "/weft-builtins-x86-64-v2.bc") ? Folder : Folder + "/../builtins";
}

static int fail(const std::string &Message) {
  errs() << Message;
  if (Message.empty() || Message.back() != '\n')
    errs() << "\n";
  return 1;
}

static bool readSpirv(StringRef Bytes, std::vector<uint32_t> &Words, std::string &Log) {
  const char *Why = "this is no SPIR-V";
  Words.resize(Bytes.size() / sizeof(uint32_t));
  if (weft_spirv_load(Words.data(), Bytes.data(), Bytes.size()) && weft_spirv_check(Words.data(), Words.size(), &Why))
    return true;
  Log = std::string("weftc: ") + Why;
  return false;
}

static std::unique_ptr<Module> readInput(const Arguments &Args, const weft_target &Target, LLVMContext &Context,
                                         std::string &Log) {
  if (StringRef(Args.Input).ends_with(".ll") || StringRef(Args.Input).ends_with(".bc")) {
    SMDiagnostic Problem;
    std::unique_ptr<Module> M = parseIRFile(Args.Input, Problem, Context);
    raw_string_ostream Stream(Log);
    if (!M)
      Problem.print("weftc", Stream, false);
    else if (verifyModule(*M, &Stream))
      M.reset();
    return M;
  }
  auto Source = MemoryBuffer::getFileOrSTDIN(Args.Input);
  if (!Source) {
    Log = Args.Input + ": " + Source.getError().message();
    return nullptr;
  }
  std::vector<const char *> Preprocessor;
  for (const std::string &Word : Args.Preprocessor)
    Preprocessor.push_back(Word.c_str());
  weft_build_options Options = {Args.Std, Args.Flags, Preprocessor.data(), Preprocessor.size()};
  weft_compile_request Request = {};
  Request.target = &Target;
  Request.options = &Options;
  std::vector<uint32_t> Words;
  if (StringRef(Args.Input).ends_with(".spv")) {
    if (!readSpirv((*Source)->getBuffer(), Words, Log))
      return nullptr;
    Request.il = Words.data();
    Request.il_size = Words.size() * sizeof(uint32_t);
    Request.spirv_translator = Args.Translator.c_str();
    Request.spirv_rewrite = true;
    Request.spirv_seconds = 60;
  } else {
    Request.source = (*Source)->getBufferStart();
    Request.source_size = (*Source)->getBufferSize();
  }
  TimedStep Step("front-end", Request.il ? "spirv" : "clang");
  FrontendResult Result = Request.il ? compileSpirv(Request, Context) : compileSource(Request, Context);
  Log = Result.Log;
  return std::move(Result.Module);
}

/// Runs passes by name. Kernels that earlier passes of the list have marked are seen.
static bool runPasses(const Arguments &Args, Module &M, TargetMachine &TM, const weft_target &Target,
                      std::string &Error) {
  PipelineOptions Options;
  Options.spmd = Args.Spmd;
  const weft_specialisation Special = {Args.Kernel.c_str(), Args.Facts.data(), Args.Facts.size()};
  if (!Args.Kernel.empty())
    Options.specialisation = &Special;
  Options.image_copies = Args.Kernel.empty();
  PassState State{M, TM, Options, {}, {}, {}};
  for (const std::string &Name : Args.Passes) {
    if (State.Kernels.empty() && State.Layouts.empty())
      findKernels(State);
    if (!runPassByName(Name, State, Target)) {
      Error = State.Error;
      return false;
    }
    TimedStep Step("all", "verify");
    raw_string_ostream Stream(Error);
    if (verifyModule(M, &Stream)) {
      Stream << "broken module after pass '" << Name << "'";
      return false;
    }
  }
  return true;
}

static int writeOutput(const Arguments &Args, StringRef Bytes) {
  std::error_code Failed;
  raw_fd_ostream Stream(Args.Output, Failed);
  if (Failed)
    return fail(Args.Output + ": " + Failed.message());
  Stream << Bytes;
  return 0;
}

static int writeModule(const Arguments &Args, const Module &M) {
  std::string Text;
  raw_string_ostream Stream(Text);
  M.print(Stream, nullptr);
  return writeOutput(Args, Text);
}

static int writeCode(const Arguments &Args, Module &M, TargetMachine &TM,
                     const std::vector<KernelDescription> &Kernels) {
  std::string Error;
  SmallVector<char, 0> Code;
  if (!emitCode(M, TM, Args.Emit == "asm", Code, Error))
    return fail(Error);
  StringRef Bytes(Code.data(), Code.size());
  if (Args.Emit != "so")
    return writeOutput(Args, Bytes);
  std::vector<std::string> Symbols;
  for (const KernelDescription &Kernel : Kernels)
    Symbols.push_back(Kernel.Symbol);
  std::string Shared;
  if (!linkSharedObject(StringRef(Bytes), Symbols, Shared, Error))
    return fail(Error);
  return writeOutput(Args, Shared);
}

/// The least time of some rounds, in milliseconds; negative if one failed.
static double bestTime(function_ref<bool()> Work) {
  double Best = -1;
  for (int Round = 0; Round < 20; ++Round) {
    auto Start = std::chrono::steady_clock::now();
    if (!Work())
      return -1;
    std::chrono::duration<double, std::milli> Time = std::chrono::steady_clock::now() - Start;
    Best = Round == 0 ? Time.count() : std::min(Best, Time.count());
  }
  return Best;
}

/// Opening the library reads its index; a module is opened as a program that needs something of it does, in a context
/// of its own, and then with all its functions read, of which programs read those that they call.
static int timeBuiltins(const Arguments &Args) {
  std::string Path = (Args.Builtins.empty() ? defaultBuiltins() : Args.Builtins) + "/weft-builtins-" + Args.Isa + ".bc";
  std::string Error;
  std::unique_ptr<BuiltinLibrary> Library;
  double Time = bestTime([&] { return (Library = BuiltinLibrary::open(Path, Error)) != nullptr; });
  if (!Library)
    return fail(Error);
  printf("%-28s %8.3f ms\n", "the file", Time);
  for (size_t Number = 0; Number < Library->moduleCount(); ++Number) {
    std::string Name;
    double Opened = bestTime([&] {
      LLVMContext Context;
      std::unique_ptr<Module> M = Library->openModule(Number, Context, Error);
      Name = M ? sys::path::filename(M->getSourceFileName()).str() : "";
      return M != nullptr;
    });
    double Whole = bestTime([&] {
      LLVMContext Context;
      std::unique_ptr<Module> M = Library->openModule(Number, Context, Error);
      return M && !errorToBool(M->materializeAll());
    });
    if (Opened < 0 || Whole < 0)
      return fail(Error.empty() ? "weftc: a builtin module is broken" : Error);
    printf("%-28s %8.3f ms, all functions %8.3f ms\n", Name.c_str(), Opened, Whole);
  }
  return 0;
}

static int compile(const Arguments &Args) {
  std::string Builtins = Args.Builtins.empty() ? defaultBuiltins() : Args.Builtins;
  std::string Cpu = Args.Cpu.empty() ? Args.Isa : Args.Cpu;
  weft_target Target = {Args.Isa.c_str(), Cpu.c_str(), Args.Features.c_str(), Args.Extensions.c_str(), 310,
                        Builtins.c_str(), Args.Spmd,   WEFT_DEFER_NOTHING};
  std::string Log;
  LLVMContext Context;
  if (Args.LlvmRemarks)
    Context.setDiagnosticHandler(std::make_unique<RemarkPrinter>());
  std::unique_ptr<Module> M = readInput(Args, Target, Context, Log);
  if (!M)
    return fail(Log);
  errs() << Log;
  std::unique_ptr<TargetMachine> TM = createTargetMachine(Target, !(Args.Flags & WEFT_BUILD_OPT_DISABLE), Log);
  if (!TM)
    return fail(Log);
  std::string Error;
  if (Args.HasPasses)
    return runPasses(Args, *M, *TM, Target, Error) ? writeModule(Args, *M) : fail(Error);
  if (Args.Emit == "clang")
    return writeModule(Args, *M);
  Stage Until = Args.Emit == "linked" ? Stage::Linked : Args.Emit == "import" ? Stage::Imported : Stage::Pipeline;
  std::vector<KernelDescription> Kernels;
  const weft_build_options Options = {Args.Std, Args.Flags, nullptr, 0};
  const weft_specialisation Special = {Args.Kernel.c_str(), Args.Facts.data(), Args.Facts.size()};
  weft_link_request Request = {};
  Request.target = &Target;
  Request.options = &Options;
  Request.specialisation = Args.Kernel.empty() ? nullptr : &Special;
  if (!advanceProgram(*M, *TM, Request, Until, Kernels, Error))
    return fail(Error);
  errs() << Error;
  if (Args.Emit == "asm" || Args.Emit == "obj" || Args.Emit == "so")
    return writeCode(Args, *M, *TM, Kernels);
  return writeModule(Args, *M);
}

static int timedCompile(const Arguments &Args) {
  if (!Args.Time)
    return compile(Args);
  Timeline Times;
  int Status = compile(Args);
  Times.print(errs());
  return Status;
}

extern "C" int weft_compiler_tool(int Argc, char **Argv) {
  Arguments Args;
  if (!parseArguments(Argc, Argv, Args)) {
    printUsage(stderr);
    return 2;
  }
  if (Args.Help) {
    printUsage(stdout);
    return 0;
  }
  if (Args.ListPasses) {
    listPasses();
    return 0;
  }
  if (Args.TimeBuiltins)
    return timeBuiltins(Args);
  static const char *const Forms[] = {"clang", "linked", "import", "ir", "asm", "obj", "so"};
  if (std::find(std::begin(Forms), std::end(Forms), Args.Emit) == std::end(Forms)) {
    printUsage(stderr);
    return 2;
  }
  int Status = 1;
  std::string Error;
  if (runJob([&] { Status = timedCompile(Args); }, Error) != JobEnd::Done)
    return fail(Error.empty() ? "weftc: out of memory" : Error);
  return Status;
}
