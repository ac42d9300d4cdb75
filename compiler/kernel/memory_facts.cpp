// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What OpenCL says of a kernel's memory, in LLVM's words, since types say nothing here: what is loaded from constant
// memory and from structs of the argument block does not change while a kernel runs, each local variable and each local
// argument is memory of its own, and what `restrict` pointers lead to has no other way to it.
//
// An object is such a variable or argument, and has a scope. An access that can only be to objects belongs to their
// scopes; any access is marked as outside of the scopes of those that it cannot be to. All of this is true of the
// kernel as a whole: of what one work-item does beside what others do, and of one group of a batch after another.

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/passes.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {

namespace {

constexpr unsigned Global = 1, Constant = 2, Local = 3;

/// Each access lists the objects that it is not to.
constexpr size_t MostObjects = 32;

struct Object {
  unsigned Space;
  bool Escapes; ///< its address may have come to where a pointer of unknown origin is from
  MDNode *Scope;
};

/// Memory of different named spaces. Constant memory may be a buffer that is global to another kernel.
bool areSpacesApart(unsigned A, unsigned B) {
  auto IsNamed = [](unsigned Space) { return Space <= Local; };
  auto Merged = [](unsigned Space) { return Space == Constant ? Global : Space; };
  return IsNamed(A) && IsNamed(B) && Merged(A) != Merged(B);
}

bool isLocalVariable(const Value *V) {
  auto Query = asContext(V);
  return Query && Query->Kind == Context::LocalMemory;
}

/// A struct in the argument block that the kernel only reads, for of others it has copies (private_arguments.cpp).
bool isStructArgument(const Value *V) {
  const auto *A = dyn_cast<Argument>(V);
  return A && A->hasByValAttr();
}

class MemoryFacts {
public:
  explicit MemoryFacts(Function &Kernel) : Kernel(Kernel), C(Kernel.getContext()) {}

  void run() {
    findObjects();
    for (Instruction &I : instructions(Kernel))
      if (Value *Pointer = pointerOf(I))
        note(I, *Pointer);
  }

private:
  static Value *pointerOf(Instruction &I) {
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
      return Update->getPointerOperand();
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      return Exchange->getPointerOperand();
    return getLoadStorePointerOperand(&I);
  }

  /// The same for all that leads to the object.
  const Object *objectOf(const Value *Root) const {
    auto Found = Objects.find(keyOf(Root));
    return Found == Objects.end() ? nullptr : &Found->second;
  }
  /// A local variable has a query wherever LLVM left one.
  static const Value *keyOf(const Value *Root) {
    return isLocalVariable(Root) ? cast<CallInst>(Root)->getCalledFunction() : Root;
  }

  void findObjects();
  void add(Value &Root);
  void note(Instruction &I, const Value &Pointer);
  void noteScopes(Instruction &I, ArrayRef<const Value *> Roots);
  MDNode *listWith(const MDNode *Old, ArrayRef<Metadata *> Scopes) const {
    return Scopes.empty() ? const_cast<MDNode *>(Old)
                          : MDNode::concatenate(const_cast<MDNode *>(Old), MDNode::get(C, Scopes));
  }

  Function &Kernel;
  LLVMContext &C;
  MapVector<const Value *, Object> Objects;
};

void MemoryFacts::add(Value &Root) {
  bool Escapes = PointerMayBeCaptured(&Root, /*ReturnCaptures=*/true);
  auto [Known, IsNew] = Objects.insert({keyOf(&Root), {Root.getType()->getPointerAddressSpace(), Escapes, nullptr}});
  if (!IsNew)
    Known->second.Escapes |= Escapes;
}

void MemoryFacts::findObjects() {
  for (Argument &A : Kernel.args())
    if (A.getType()->isPointerTy() && !A.hasByValAttr() &&
        (A.hasNoAliasAttr() || A.getType()->getPointerAddressSpace() == Local))
      add(A);
  for (Instruction &I : instructions(Kernel))
    if (isLocalVariable(&I))
      add(I);
  // Local memory as a whole is apart from all else anyway: it is a parameter of the entry.
  if (count_if(Objects, [](auto &O) { return O.second.Space == Local; }) == 1)
    Objects.remove_if([](auto &O) { return O.second.Space == Local; });
  while (Objects.size() > MostObjects)
    Objects.pop_back();
  MDBuilder B(C);
  MDNode *Domain = Objects.empty() ? nullptr : B.createAnonymousAliasScopeDomain(Kernel.getName());
  for (auto &[Key, O] : Objects)
    O.Scope = B.createAnonymousAliasScope(Domain, Key->getName());
}

void MemoryFacts::note(Instruction &I, const Value &Pointer) {
  SmallVector<const Value *, 4> Roots;
  getUnderlyingObjects(&Pointer, Roots, /*LI=*/nullptr, /*MaxLookup=*/0);
  auto IsConstant = [](const Value *Root) {
    return Root->getType()->getPointerAddressSpace() == Constant || isStructArgument(Root);
  };
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple() && all_of(Roots, IsConstant))
    Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
  if (!Objects.empty())
    noteScopes(I, Roots);
}

void MemoryFacts::noteScopes(Instruction &I, ArrayRef<const Value *> Roots) {
  SmallPtrSet<const Object *, 4> Accessed;
  SmallVector<unsigned, 4> Unknown; ///< spaces of pointers from elsewhere
  bool IsOnlyObjects = true;
  for (const Value *Root : Roots) {
    if (const Object *O = objectOf(Root)) {
      Accessed.insert(O);
      continue;
    }
    IsOnlyObjects = false;
    if (isEscapeSource(Root) && !asContext(Root))
      Unknown.push_back(Root->getType()->getPointerAddressSpace());
    else if (!isa<Argument>(Root) && !isa<AllocaInst>(Root) && !isa<GlobalVariable>(Root) && !asContext(Root))
      return; // what it follows from could be anything
  }
  SmallVector<Metadata *, 4> AliasScopes, Outside;
  for (auto &[Key, O] : Objects) {
    auto MayBeFrom = [&, &O = O](unsigned Space) { return O.Escapes && !areSpacesApart(Space, O.Space); };
    if (Accessed.contains(&O))
      AliasScopes.push_back(O.Scope);
    else if (none_of(Unknown, MayBeFrom))
      Outside.push_back(O.Scope);
  }
  if (IsOnlyObjects)
    I.setMetadata(LLVMContext::MD_alias_scope, listWith(I.getMetadata(LLVMContext::MD_alias_scope), AliasScopes));
  I.setMetadata(LLVMContext::MD_noalias, listWith(I.getMetadata(LLVMContext::MD_noalias), Outside));
}

} // namespace

bool noteMemoryFacts(PassState &State) {
  if (State.Options.optimise)
    for (auto &Entry : State.Kernels)
      MemoryFacts(*Entry.first).run();
  return true;
}

} // namespace weft
