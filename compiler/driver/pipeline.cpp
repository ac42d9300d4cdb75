// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The back half of the compiler, from an imported module to one that is ready for code generation: the passes of the
// stage kernel, in the order of passes.def, which says why.

#include "compiler/driver/pipeline.h"
#include "compiler/ir/checkpoint.h"
#include "compiler/ir/names.h"
#include "compiler/ir/passes.h"
#include "compiler/optimise/optimise.h"
#include "compiler/spmd/analysis/verify.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft {

namespace {

struct NamedPass {
  const char *Name;
  bool (*Run)(PassState &);
};

constexpr NamedPass Passes[] = {
#define WEFT_STAGE_KERNEL
#define WEFT_PASS(Name, When, Function, Reason) {Name, Function},
#include "compiler/ir/passes.def"
};

/// Verifying costs as much as most passes, so that builds with NDEBUG do it where most could have gone wrong.
bool isVerified([[maybe_unused]] StringRef After) {
#ifdef NDEBUG
  return After == "vectorise" || After == "flatten";
#else
  return true;
#endif
}

bool verify(Module &M, const char *After, const PipelineOptions &Options, std::string &Error) {
  const bool Looks = spmd::verifies(Options.spmd);
  if (!isVerified(After) && !Looks)
    return true;
  TimedStep Step("kernel", "verify");
  raw_string_ostream OS(Error);
  if (!verifyModule(M, &OS) && (!Looks || hasKnownNames(M, Error)))
    return true;
  OS << "(internal error: broken module after pass '" << After << "')";
  return false;
}

/// Everything but the entries and the variables is ours alone: LLVM may inline, specialise and drop it. Of variables
/// that kernels write, it must not think that it sees every access in order: other threads' launches write them too.
void internalise(Module &M, const std::vector<KernelLayout> &Layouts) {
  auto IsEntry = [&](const Function &F) {
    return any_of(Layouts, [&](const KernelLayout &L) { return F.getName() == L.symbol; });
  };
  for (Function &F : M)
    if (!F.isDeclaration() && !IsEntry(F))
      F.setLinkage(GlobalValue::InternalLinkage);
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && !G.getName().starts_with("llvm.")) {
      G.setLinkage(G.isConstant() ? GlobalValue::InternalLinkage : GlobalValue::ExternalLinkage);
      if (!G.isConstant())
        G.setVisibility(GlobalValue::HiddenVisibility);
    }
}

} // namespace

void findKernels(PassState &State) {
  for (Function &F : State.M)
    if (!F.isDeclaration() && F.hasFnAttribute(KernelAttribute)) {
      KernelLayout Layout;
      Layout.name = F.getName().str();
      Layout.symbol = "weft_kernel_" + Layout.name;
      State.Kernels.insert({&F, Layout});
    }
}

bool runKernelPipeline(Module &M, TargetMachine &TM, const PipelineOptions &Options, std::vector<KernelLayout> &Layouts,
                       std::string &Error) {
  PassState State{M, TM, Options, {}, {}, {}};
  findKernels(State);
  for (const NamedPass &P : Passes) {
    checkpoint();
    if (Options.is_wanted && !Options.is_wanted()) {
      Error = NotWanted;
      return false;
    }
    {
      TimedStep Step("kernel", P.Name);
      if (!P.Run(State)) {
        Error = State.Error;
        return false;
      }
    }
    if (!verify(M, P.Name, Options, Error))
      return false;
    if (Options.stop_after == P.Name)
      break;
  }
  Layouts = std::move(State.Layouts);
  if (Layouts.empty())
    for (auto &Entry : State.Kernels) // stopped before the entries were made
      Layouts.push_back(Entry.second);
  if (!Options.stop_after.empty() && Options.stop_after != "optimise")
    return true;
  internalise(M, Layouts);
  optimiseModule(M, TM, Options);
  return true;
}

} // namespace weft
