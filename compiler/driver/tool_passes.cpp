// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes one by one, for weftc --passes and tests.
#include "compiler/driver/tool_passes.h"
#include "compiler/codegen/target.h"
#include "compiler/ir/analyses.h"
#include "compiler/library/link.h"
#include "compiler/opencl/passes.h"
#include "compiler/optimise/cold_calls.h"
#include "compiler/spirv/translate.h"
#include "compiler/spmd/tool_passes.h"

#include <cstdio>
#include <cstring>

using namespace llvm;

namespace weft {

// The steps of driver/link_program.cpp.
namespace tool {

static bool linkLibrary(PassState &S, const weft_target &T) {
  return linkBuiltins(S.M, std::string(T.builtins_dir) + "/weft-builtins-" + T.isa + ".bc", hotImageFormats(), S.Error);
}

static bool zeroPrivate(PassState &S, const weft_target &) {
  zeroPrivateMemory(S.M);
  return true;
}

static bool readSpirv(PassState &S, const weft_target &) {
  return importTranslated(S.M, S.Error);
}

static bool import(PassState &S, const weft_target &) {
  importModule(S.M, S.TM);
  return true;
}

static bool printf(PassState &S, const weft_target &) {
  lowerPrintf(S.M);
  return true;
}

static bool guard(PassState &S, const weft_target &) {
  guardArithmetic(S.M);
  return true;
}

static bool target(PassState &S, const weft_target &T) {
  setTargetAttributes(S.M, S.TM, T);
  return true;
}

static bool coldVariants(PassState &S, const weft_target &) {
  addColdVariants(S.M);
  return true;
}

static bool half(PassState &S, const weft_target &) {
  addHalfSupport(S.M, S.TM);
  return true;
}

} // namespace tool

static bool call(bool (*Pass)(PassState &), PassState &State, const weft_target &) {
  return Pass(State);
}

static bool call(bool (*Pass)(PassState &, const weft_target &), PassState &State, const weft_target &Target) {
  return Pass(State, Target);
}

static FunctionPassManager functionStage(StringRef Stage, StringRef Name, const PipelineOptions &Options) {
  if (Stage == "simplify")
    return simplifyStage(Options, /*HasCuts=*/true, Name);
  if (Stage == "specialise")
    return specialiseStage(Name);
  if (Stage == "tidy")
    return tidyStage(Name);
  FunctionPassManager Passes = itemStage(Stage, Name);
  return Passes.isEmpty() ? optimiseFunctionsStage(Stage, Options.spmd, Name) : std::move(Passes);
}

bool runPassByName(StringRef Name, PassState &State, const weft_target &Target) {
  [[maybe_unused]] StringRef StageName;
#define WEFT_STAGE_TOOL
#define WEFT_STAGE_KERNEL
#define WEFT_STAGE(Stage, Where) StageName = Stage;
#define WEFT_PASS(Pass, When, Function, Reason)                                                                        \
  if (Name == Pass) {                                                                                                  \
    TimedStep Step(StageName, Pass);                                                                                   \
    return call(Function, State, Target);                                                                              \
  }
#include "compiler/ir/passes.def"
  auto [Stage, Pass] = Name.split('/');
  FunctionPassManager Passes = functionStage(Stage, Pass, State.Options);
  if (Pass.empty() || Passes.isEmpty()) {
    State.Error = ("weftc: no pass named '" + Name + "'").str();
    return false;
  }
  Analyses A(&State.TM);
  for (Function &F : State.M)
    if (!F.isDeclaration())
      A.Functions.invalidate(F, Passes.run(F, A.Functions));
  return true;
}

void listPasses() {
#define WEFT_EVERY_STAGE
#define WEFT_STAGE(Name, Where) ::printf("%s: %s\n", Name, Where);
#define WEFT_PASS(Name, When, Pass, Reason)                                                                            \
  ::printf("  %-24s %s%s\n", Name, Reason, strcmp(#When, "true") ? " (if " #When ")" : "");
#include "compiler/ir/passes.def"
}

} // namespace weft
