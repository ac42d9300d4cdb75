// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL C 6.11 and the SPIR-V environment forbid recursion. What counts are calls that a kernel can make: a recursive
// function that no kernel reaches does no harm, and a block that enqueues its own kernel calls nothing.
#include "compiler/library/call_cycles.h"
#include "compiler/ir/names.h"

#include <cstdlib>
#include <cstring>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

using namespace llvm;

namespace weft {

namespace {

/// Depth first over calls, on a stack of its own: call chains of programs may be long.
class CycleSearch {
public:
  std::vector<CallBase *> run(Module &M) {
    for (Function &F : M)
      if (F.getCallingConv() == CallingConv::SPIR_KERNEL && !Done.contains(&F))
        if (CallBase *Closing = descend(F))
          return cycleThrough(*Closing);
    return {};
  }

private:
  struct Step {
    Function *Caller;
    SmallVector<CallBase *, 8> Calls;
    size_t Next = 0;
  };

  void enter(Function &F) {
    Done[&F] = false;
    Path.push_back({&F, {}, 0});
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction())
        Path.back().Calls.push_back(Call);
  }

  /// The call that leads back to a function on the way from `Kernel`, if there is one.
  CallBase *descend(Function &Kernel) {
    enter(Kernel);
    while (!Path.empty()) {
      Step &Top = Path.back();
      if (Top.Next == Top.Calls.size()) {
        Done[Top.Caller] = true;
        Path.pop_back();
        continue;
      }
      CallBase *Call = Top.Calls[Top.Next++];
      Function *Callee = Call->getCalledFunction();
      auto Seen = Done.find(Callee);
      if (Seen == Done.end())
        enter(*Callee);
      else if (!Seen->second)
        return Call;
    }
    return nullptr;
  }

  std::vector<CallBase *> cycleThrough(CallBase &Closing) {
    std::vector<CallBase *> Cycle;
    bool Within = false;
    for (Step &S : Path) {
      Within |= S.Caller == Closing.getCalledFunction();
      if (Within)
        Cycle.push_back(S.Calls[S.Next - 1]);
    }
    return Cycle;
  }

  DenseMap<Function *, bool> Done; ///< false: on the path
  std::vector<Step> Path;
};

} // namespace

std::vector<CallBase *> findCallCycle(Module &M) {
  return CycleSearch().run(M);
}

StringRef sourceName(const GlobalValue &Symbol) {
  StringRef Name = Symbol.getName();
  Name.consume_front(KernelBodyPrefix);
  return Name;
}

std::string nameInSource(const GlobalValue &Symbol) {
  const std::string Name = sourceName(Symbol).str();
  std::string Plain = Name;
  // LLVM's demangler does not know methods that are qualified by an address space.
  if (size_t Space = Plain.find("U3AS"); StringRef(Plain).starts_with("_ZN") && Space != std::string::npos && Space < 6)
    Plain.erase(Space, strlen("U3AS0"));
  ItaniumPartialDemangler Parts;
  if (!StringRef(Plain).starts_with("_Z") || Parts.partialDemangle(Plain.c_str()))
    return Name;
  char *Text = Parts.isFunction() ? Parts.getFunctionName(nullptr, nullptr) : Parts.finishDemangle(nullptr, nullptr);
  const std::string Readable = Text ? Text : Name;
  free(Text);
  return Readable;
}

static std::string place(const CallBase &Call) {
  const DebugLoc &At = Call.getDebugLoc();
  if (!At)
    return {};
  return At->getFilename().str() + ":" + std::to_string(At->getLine()) + ":" + std::to_string(At->getColumn()) + ": ";
}

bool refuseCallCycles(Module &M, std::string &Error) {
  std::vector<CallBase *> Cycle = findCallCycle(M);
  if (Cycle.empty())
    return true;
  Error += place(*Cycle.front()) + "error: function '" + nameInSource(*Cycle.front()->getFunction()) + "' calls itself";
  for (size_t I = 1; I < Cycle.size(); ++I)
    Error += (I == 1 ? " through '" : ", '") + nameInSource(*Cycle[I]->getFunction()) + "'";
  Error += "; OpenCL does not support recursion\n";
  return false;
}

} // namespace weft
