// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a generic pointer points to. Nearly always that is known here, behind InferAddressSpaces: the answer is a
// constant. Where it is not, addresses tell: local memory and the frame of the group are two ranges of the seat's arena
// (kernel_abi.h), and a kernel that asks keeps its private memory in the frame, never on the stack. Every other address
// is global.

#include "compiler/simplify/address_spaces.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/kernel_abi.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {

static unsigned spaceAsked(const Function &F) {
  return F.getName() == "__to_global" ? GlobalSpace : F.getName() == "__to_local" ? LocalSpace : PrivateSpace;
}

/// Whether an address lies in [base, base + size]: one past the end is still the object's.
static Value *isWithin(IRBuilder<> &B, Value *Address, Value *Base, uint64_t Size) {
  Value *Distance = B.CreateSub(Address, B.CreatePtrToInt(Base, B.getInt64Ty()));
  return B.CreateICmpULE(Distance, B.getInt64(Size));
}

static void answer(CallInst &Call) {
  unsigned Asked = spaceAsked(*Call.getCalledFunction());
  Value *Pointer = Call.getArgOperand(0);
  auto *Type = cast<PointerType>(Call.getType());
  Constant *Null = ConstantPointerNull::get(Type);
  IRBuilder<> B(&Call);
  Value *Result;
  // A pointer that was never set points nowhere. Left undefined, it would take the kernel with it, as get_fence()
  // branches on the answer: the conformance tests ask so.
  if (isa<ConstantPointerNull>(Pointer) || isa<UndefValue>(Pointer->stripPointerCasts())) {
    Result = Null;
  } else if (auto *Cast = dyn_cast<AddrSpaceCastOperator>(Pointer);
             Cast && Cast->getSrcAddressSpace() != GenericSpace) {
    Result = Cast->getSrcAddressSpace() == Asked ? Cast->getPointerOperand() : Null;
  } else {
    Value *Address = B.CreatePtrToInt(Pointer, B.getInt64Ty());
    Value *Local = Asked == PrivateSpace
                       ? nullptr
                       : isWithin(B, Address, emitContext(B, Context::LocalMemory), WEFT_GROUP_LOCAL_BYTES);
    Value *Private =
        Asked == LocalSpace ? nullptr : isWithin(B, Address, emitContext(B, Context::Frame), WEFT_GROUP_FRAME_BYTES);
    Value *Is = Asked == LocalSpace ? Local : Asked == PrivateSpace ? Private : B.CreateNot(B.CreateOr(Local, Private));
    Result = B.CreateSelect(Is, B.CreateAddrSpaceCast(Pointer, Type), Null);
  }
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

/// The operand by which an instruction accesses memory; null if there is none.
static Use *accessedBy(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return &Load->getOperandUse(LoadInst::getPointerOperandIndex());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return &Store->getOperandUse(StoreInst::getPointerOperandIndex());
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return &RMW->getOperandUse(AtomicRMWInst::getPointerOperandIndex());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return &Exchange->getOperandUse(AtomicCmpXchgInst::getPointerOperandIndex());
  return nullptr;
}

PreservedAnalyses NameVolatileSpacesPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    Use *Pointer = I.isVolatile() ? accessedBy(I) : nullptr;
    auto *Cast = Pointer ? dyn_cast<AddrSpaceCastOperator>(Pointer->get()) : nullptr;
    if (!Cast || Cast->getDestAddressSpace() != GenericSpace)
      continue;
    Pointer->set(Cast->getPointerOperand());
    Changed = true;
  }
  return Changed ? PreservedAnalyses::allInSet<CFGAnalyses>() : PreservedAnalyses::all();
}

PreservedAnalyses LowerSpaceQueriesPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() || !isSpaceQuery(*Call->getCalledFunction()))
      continue;
    answer(*Call);
    Changed = true;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
