// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   masked load                  lanes on?  ------- no --------------.
//                    becomes        | yes                            |
//                                within a page?  -- no --> masked    |
//                                   | yes                  load      |
//                                whole load                 |        |
//                                   v                       v        v
//                                  phi: loaded,           loaded,   passthru
//
// A page is mapped as a whole, and a lane that is on reads from it. What the other lanes read is dropped. LLVM must not
// know what object it is that the whole load may leave: that is why variables of a known size are left alone.

#include "compiler/codegen/masked_loads.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {

/// The least of all pages.
static constexpr uint64_t PageBytes = 4096;

static bool mayLeaveObject(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  return none_of(Objects, [](const Value *Object) { return isa<AllocaInst>(Object) || isa<GlobalValue>(Object); });
}

/// 0 where it is to stay.
static uint64_t bytesOf(const IntrinsicInst &Load, const TargetTransformInfo &TTI) {
  auto *Type = dyn_cast<FixedVectorType>(Load.getType());
  const DataLayout &DL = Load.getDataLayout();
  if (!Type || isa<Constant>(Load.getArgOperand(1)))
    return 0;
  uint64_t Bits = Type->getNumElements() * DL.getTypeSizeInBits(Type->getElementType());
  const Value *Pointer = Load.getArgOperand(0);
  bool IsLegal =
      TTI.isLegalMaskedLoad(Type, Load.getParamAlign(0).valueOrOne(), Pointer->getType()->getPointerAddressSpace());
  bool IsDense = Bits == DL.getTypeAllocSizeInBits(Type) && Bits % 8 == 0;
  return !IsLegal && IsDense && Bits / 8 <= PageBytes / 8 && mayLeaveObject(Pointer) ? Bits / 8 : 0;
}

static void loadWithinPage(IntrinsicInst &Masked, uint64_t Bytes) {
  LLVMContext &Context = Masked.getContext();
  Value *Pointer = Masked.getArgOperand(0), *Mask = Masked.getArgOperand(1), *Off = Masked.getArgOperand(2);
  BasicBlock *Before = Masked.getParent(), *After = SplitBlock(Before, &Masked);
  After->setName("masked_load.after");
  auto *Which = BasicBlock::Create(Context, "masked_load.page", Before->getParent(), After);
  auto *Whole = BasicBlock::Create(Context, "masked_load.whole", Before->getParent(), After);
  auto *Lanes = BasicBlock::Create(Context, "masked_load.lanes", Before->getParent(), After);

  Before->getTerminator()->eraseFromParent();
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(Masked.getDebugLoc());
  B.CreateCondBr(B.CreateOrReduce(Mask), Which, After);
  B.SetInsertPoint(Which);
  Type *Word = B.getIntPtrTy(Masked.getDataLayout(), Pointer->getType()->getPointerAddressSpace());
  Value *InPage = B.CreateAnd(B.CreatePtrToInt(Pointer, Word), PageBytes - 1);
  B.CreateCondBr(B.CreateICmpULE(InPage, ConstantInt::get(Word, PageBytes - Bytes)), Whole, Lanes,
                 MDBuilder(Context).createLikelyBranchWeights());
  B.SetInsertPoint(Whole);
  auto *Loaded = B.CreateAlignedLoad(Masked.getType(), Pointer, Masked.getParamAlign(0).valueOrOne());
  Value *Chosen = isa<UndefValue>(Off) ? Loaded : B.CreateSelect(Mask, Loaded, Off);
  B.CreateBr(After);
  B.SetInsertPoint(Lanes);
  auto *Again = cast<IntrinsicInst>(Masked.clone());
  B.Insert(Again);
  B.CreateBr(After);

  B.SetInsertPoint(After, After->begin());
  PHINode *Result = B.CreatePHI(Masked.getType(), 3);
  Result->addIncoming(Off, Before);
  Result->addIncoming(Chosen, Whole);
  Result->addIncoming(Again, Lanes);
  Result->takeName(&Masked);
  Masked.replaceAllUsesWith(Result);
  Masked.eraseFromParent();
}

void loadWithinPages(Module &M, TargetMachine &TM) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    TargetTransformInfo TTI = TM.getTargetTransformInfo(F);
    SmallVector<std::pair<IntrinsicInst *, uint64_t>, 16> Loads;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && Call->getIntrinsicID() == Intrinsic::masked_load)
        if (uint64_t Bytes = bytesOf(*Call, TTI))
          Loads.emplace_back(Call, Bytes);
    for (auto [Load, Bytes] : Loads)
      loadWithinPage(*Load, Bytes);
  }
}

} // namespace weft
