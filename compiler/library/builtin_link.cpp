// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linking the builtins by symbol: only the modules of the library that define what is missing are opened, and of those
// only functions that are needed are ever materialised. A vector overload that the library lacks is made of scalar
// calls. What was linked may need another module, hence the rounds.
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/names.h"
#include "compiler/library/builtin_library.h"
#include "compiler/library/constant_powers.h"
#include "compiler/library/image_functions.h"
#include "compiler/library/link.h"
#include "compiler/library/math_calls.h"
#include "compiler/library/names.h"
#include "compiler/library/undefined_symbols.h"
#include "compiler/timing/timeline.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Linker/IRMover.h>
#include <map>
#include <set>

using namespace llvm;

namespace weft {

/// Statements of a group: what is defined is the function of the same name with _body at its end.
static bool isStatement(StringRef Name) {
  return (Name.starts_with("__weft_group_copy_") || Name.starts_with("__weft_stmt_")) && !Name.ends_with("_body");
}

/// Functions that later passes lower: nobody defines them.
static bool isLoweredLater(StringRef Name) {
  static const StringSet<> Queries = {
      "get_work_dim",       "get_global_size", "get_global_id", "get_local_size",    "get_enqueued_local_size",
      "get_local_id",       "get_num_groups",  "get_group_id",  "get_global_offset", "get_global_linear_id",
      "get_local_linear_id"};
  if (isImageHandleFunction(Name))
    return true;
  if (Name == "__to_global" || Name == "__to_local" || Name == "__to_private")
    return true;
  if (Name == "printf" || Name == "__weft_barrier" || Name == "__weft_launch" || Name == SubGroupWidthFunction ||
      Name == NamedBarrierSlotFunction || Name == IsConstantFunction)
    return true;
  if (isStatement(Name) || Name == RsqrtFloatEstimate || Name == RsqrtDoubleEstimate)
    return true;
  return Name.starts_with("_Z") && Queries.contains(readableName(Name));
}

/// Declarations that something calls and that nobody has defined yet.
static std::vector<Function *> missingFunctions(Module &M) {
  std::vector<Function *> Missing;
  for (Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty() && !isLoweredLater(F.getName()))
      Missing.push_back(&F);
  return Missing;
}

std::vector<std::string> calledLater(const Function &F) {
  std::vector<std::string> Names;
  if (!F.isDeclaration() || !isStatement(F.getName()))
    return Names;
  auto Form = statementForm(F.getName());
  if (Form && Form->SubGroup)
    Names.push_back("__weft_stmt_schedule_body");
  if (!Form || Form->hasBody())
    Names.push_back((F.getName() + "_body").str());
  return Names;
}

/// The twins of the module's image functions (builtins/image.h), which are called only once a kernel knows the formats
/// of its images.
static std::set<std::string> neededImageTwins(const Module &M, ArrayRef<HotImageFormat> Formats) {
  std::set<std::string> Names;
  for (const Function &F : M)
    if (isImageFunction(F.getName()))
      for (const HotImageFormat &Hot : Formats)
        Names.insert(imageTwinName(F.getName(), Hot));
  return Names;
}

/// What the library defines of all that the module needs and lacks, by the library's modules.
static std::map<size_t, std::vector<std::string>> neededSymbols(Module &M, const BuiltinLibrary &Library,
                                                                ArrayRef<HotImageFormat> Formats) {
  std::set<std::string> Names = neededImageTwins(M, Formats);
  for (const Function &F : M)
    for (std::string &Name : calledLater(F))
      Names.insert(std::move(Name));
  for (const Function *F : missingFunctions(M))
    Names.insert(F->getName().str());
  for (const GlobalVariable &G : M.globals())
    if (G.isDeclaration() && !G.use_empty())
      Names.insert(G.getName().str());
  std::map<size_t, std::vector<std::string>> Needed;
  for (const std::string &Name : Names) {
    const GlobalValue *Known = M.getNamedValue(Name);
    if (Known && !Known->isDeclaration())
      continue;
    if (std::optional<size_t> Number = Library.find(Name))
      Needed[*Number].push_back(Name);
  }
  return Needed;
}

/// Moves the named functions and variables, and what they use of their own module.
static bool linkSymbols(IRMover &Mover, std::unique_ptr<Module> Source, const std::vector<std::string> &Names,
                        std::string &Error) {
  SmallVector<GlobalValue *, 8> Values;
  for (const std::string &Name : Names) {
    Values.push_back(Source->getNamedValue(Name));
    if (!Values.back() || Values.back()->isDeclaration()) {
      Error += "error: the builtins' index is wrong about '" + Name + "'\n";
      return false;
    }
  }
  auto AddUsed = [](GlobalValue &Used, const IRMover::ValueAdder &Add) { Add(Used); };
  if (llvm::Error Failed = Mover.move(std::move(Source), Values, AddUsed, /*IsPerformingImport=*/false)) {
    Error += "error: the builtins do not fit this program: " + toString(std::move(Failed)) + "\n";
    return false;
  }
  return true;
}

/// Functions of programs built with unsafe mathematics call __weft_relaxed_NAME where the library has that for these
/// types. Vector calls change, too: they are expanded to scalar ones afterwards.
static void callRelaxed(Module &M, const BuiltinLibrary &Library) {
  for (Function &F : M) {
    if (!F.hasFnAttribute(RelaxedMathAttribute))
      continue;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || !Callee->isDeclaration() || Callee->isIntrinsic())
        continue;
      std::optional<BuiltinName> Name = demangleBuiltin(Callee->getName());
      if (!Name)
        continue;
      Name->Base.insert(0, "__weft_relaxed_");
      BuiltinName Scalar = *Name;
      for (NameTypeRef &Param : Scalar.Params)
        if (Param->kind == NameType::Vector)
          Param = Param->Inner;
      if (!Library.defines(mangleBuiltin(Scalar)))
        continue;
      FunctionCallee Relaxed = M.getOrInsertFunction(mangleBuiltin(*Name), Callee->getFunctionType());
      cast<Function>(Relaxed.getCallee())->setCallingConv(Callee->getCallingConv());
      Call->setCalledFunction(Relaxed);
    }
  }
}

/// Brings all that the library can give to the module.
static bool linkFromLibrary(Module &M, const BuiltinLibrary &Library, ArrayRef<HotImageFormat> Formats,
                            std::string &Error) {
  lowerConstantPowers(M);
  if (!lowerMathCalls(M, [&](StringRef Name) { return Library.defines(Name); }, Error))
    return false;
  callRelaxed(M, Library);
  IRMover Mover(M);
  std::map<size_t, std::vector<std::string>> Needed;
  SmallVector<Function *, 8> Expanded;
  do {
    for (Function *F : missingFunctions(M))
      if (!Library.defines(F->getName()) &&
          expandVectorBuiltin(*F, [&](StringRef Name) { return Library.defines(Name); }))
        Expanded.push_back(F);
    Needed = neededSymbols(M, Library, Formats);
    for (const auto &[Number, Names] : Needed) {
      std::unique_ptr<Module> Source = Library.openModule(Number, M.getContext(), Error);
      if (!Source || !linkSymbols(Mover, std::move(Source), Names, Error))
        return false;
    }
  } while (!Needed.empty());
  for (Function *F : Expanded)
    widenExpanded(*F);
  return true;
}

/// What only a work-item has, or its launch.
static bool isOfWorkItems(StringRef Name) {
  return isLoweredLater(Name) && !isImageHandleFunction(Name) && !Name.starts_with("__to_") &&
         Name != IsConstantFunction;
}

static bool needsWorkItem(Function *Callee) {
  SetVector<Function *> Reached;
  Reached.insert(Callee);
  for (size_t I = 0; I < Reached.size(); ++I) {
    if (Reached[I]->isDeclaration() && isOfWorkItems(Reached[I]->getName()))
      return true;
    for (Instruction &Instr : instructions(*Reached[I]))
      if (auto *Call = dyn_cast<CallBase>(&Instr); Call && Call->getCalledFunction())
        Reached.insert(Call->getCalledFunction());
  }
  return false;
}

namespace {

/// A call by a constructor of what the builtins may define, as it was before they were linked.
struct ConstructorCall {
  std::string Place, Callee;
};

} // namespace

static std::vector<ConstructorCall> constructorCalls(const Module &M) {
  std::vector<ConstructorCall> Calls;
  for (const CallBase *Call : callsOfConstructors(M))
    Calls.push_back({placeOf(*Call), Call->getCalledFunction()->getName().str()});
  return Calls;
}

static void refuseWorkItems(const Module &M, ArrayRef<ConstructorCall> Calls, std::string &Error) {
  for (const ConstructorCall &Call : Calls)
    if (Function *Callee = M.getFunction(Call.Callee); Callee && needsWorkItem(Callee))
      Error += Call.Place + "error: '" + readableName(Call.Callee) +
               "' is for work-items, and none is there where variables of the program are constructed\n";
}

bool linkBuiltins(Module &M, StringRef BuiltinsPath, ArrayRef<HotImageFormat> Formats, std::string &Error) {
  TimedStep Step("import", "link-builtins");
  const std::vector<ConstructorCall> Calls = constructorCalls(M);
  // Copies may be asked for without a builtin in between (IR tests), hence the look at the bodies too.
  if (!missingFunctions(M).empty() || any_of(M, [](const Function &F) { return !calledLater(F).empty(); }) ||
      hasMathCalls(M)) {
    const BuiltinLibrary *Library = BuiltinLibrary::openOnce(BuiltinsPath, Error);
    if (!Library || !linkFromLibrary(M, *Library, Formats, Error))
      return false;
  }
  std::vector<GlobalVariable *> Variables;
  for (GlobalVariable &G : M.globals())
    if (G.isDeclaration() && !G.use_empty())
      Variables.push_back(&G);
  refuseWorkItems(M, Calls, Error);
  refuseUndefined(missingFunctions(M), Variables, Error);
  return Error.empty();
}

} // namespace weft
