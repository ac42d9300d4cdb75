// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/library/undefined_symbols.h"
#include "compiler/ir/names.h"

#include "compiler/library/call_cycles.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace weft {

/// Who leads to a symbol: instructions by their functions, constants by what they are part of.
static SetVector<const Value *> allThatReach(const GlobalValue &Symbol) {
  SetVector<const Value *> Reaching;
  Reaching.insert(&Symbol);
  for (size_t I = 0; I < Reaching.size(); ++I)
    for (const User *U : Reaching[I]->users()) {
      if (const auto *Instr = dyn_cast<Instruction>(U))
        Reaching.insert(Instr->getFunction());
      else
        Reaching.insert(U);
    }
  return Reaching;
}

/// Kernels are run, and so is what LLVM's own lists name, such as constructors.
static bool isRoot(const Value &V) {
  if (const auto *F = dyn_cast<Function>(&V))
    return F->getCallingConv() == CallingConv::SPIR_KERNEL;
  const auto *G = dyn_cast<GlobalVariable>(&V);
  return G && G->getName().starts_with("llvm.");
}

static bool hasKernels(const Module &M) {
  return any_of(M, [](const Function &F) { return !F.isDeclaration() && isRoot(F); });
}

static std::string placeOf(const DebugLoc &Line) {
  if (!Line)
    return {};
  return Line->getFilename().str() + ":" + std::to_string(Line.getLine()) + ":" + std::to_string(Line.getCol());
}

/// `Note`: the PlaceAttribute, if there is one.
static std::string placeOf(Attribute Note, const Instruction *Named) {
  std::string Place;
  if (Note.isValid())
    Place = Note.getValueAsString().str();
  else if (Named)
    Place = placeOf(Named->getDebugLoc());
  return Place.empty() ? Place : Place + ": ";
}

std::string placeOf(const CallBase &Call) {
  return placeOf(Call.getFnAttr(PlaceAttribute), &Call);
}

static std::string placeOf(const GlobalValue &Symbol) {
  const Instruction *Named = nullptr;
  for (const User *U : Symbol.users())
    if (const auto *I = dyn_cast<Instruction>(U); I && I->getDebugLoc())
      Named = I;
  if (const auto *F = dyn_cast<Function>(&Symbol))
    return placeOf(F->getFnAttribute(PlaceAttribute), Named);
  return placeOf(cast<GlobalVariable>(Symbol).getAttribute(PlaceAttribute), Named);
}

/// As the program writes it, without parameters, and the symbol where that says more.
static std::string named(const GlobalValue &Symbol) {
  const std::string Name = Symbol.getName().str(), Readable = nameInSource(Symbol);
  return "'" + Readable + "'" + (Name == Readable ? "" : " (" + Name + ")");
}

/// The first function of the module, which has them in the order of the source, that names the symbol.
static std::string caller(const GlobalValue &Symbol) {
  SmallPtrSet<const Function *, 8> Callers;
  for (const User *U : Symbol.users())
    if (const auto *I = dyn_cast<Instruction>(U))
      Callers.insert(I->getFunction());
  for (const Function &F : *Symbol.getParent())
    if (Callers.contains(&F) && !F.getName().starts_with("__cxx_global_var_init")) // what initialises a variable
      return ", called by '" + nameInSource(F) + "'";
  return {};
}

void refuseUndefined(ArrayRef<Function *> Functions, ArrayRef<GlobalVariable *> Variables, std::string &Error) {
  for (Function *F : Functions) {
    if (hasKernels(*F->getParent()) && none_of(allThatReach(*F), [](const Value *V) { return isRoot(*V); })) {
      new UnreachableInst(F->getContext(), BasicBlock::Create(F->getContext(), "entry", F));
      F->setLinkage(GlobalValue::InternalLinkage);
      continue;
    }
    Error += placeOf(*F);
    if (sourceName(*F) != F->getName())
      Error += "error: undefined kernel '" + sourceName(*F).str() + "'\n";
    else
      Error += "error: undefined function " + named(*F) + caller(*F) + "\n";
  }
  for (GlobalVariable *G : Variables) {
    if (hasKernels(*G->getParent()) && none_of(allThatReach(*G), [](const Value *V) { return isRoot(*V); })) {
      G->setInitializer(UndefValue::get(G->getValueType()));
      G->setLinkage(GlobalValue::InternalLinkage);
      continue;
    }
    Error += placeOf(*G) + "error: undefined variable " + named(*G) + "\n";
  }
}

} // namespace weft
