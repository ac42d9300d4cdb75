// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A packet holds vectors of work-items as they lie in memory, one item's elements side by side. To take all elements
// out of such a vector, and to put as many in again, costs dozens of shuffles; so does LLVM's vectoriser of what stands
// side by side leave packets alone. A vector of which somebody wants single elements only is not joined: they are taken
// out before they are computed as well as after.

#include "compiler/simplify/join_elements.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

namespace {

using Elements = SmallVector<Value *, 16>;

constexpr unsigned Deepest = 12; ///< operations from the vector to the ones that come in

/// All elements of the vector that the last of a chain of insertions makes; none where some are not put in.
Elements elementsOf(const InsertElementInst &Last) {
  auto *Type = dyn_cast<FixedVectorType>(Last.getType());
  if (!Type)
    return {};
  Elements All(Type->getNumElements(), nullptr);
  const Value *At = &Last;
  while (const auto *Insert = dyn_cast<InsertElementInst>(At)) {
    const auto *Index = dyn_cast<ConstantInt>(Insert->getOperand(2));
    if (!Index || Index->getValue().uge(All.size()) || (Insert != &Last && !Insert->hasOneUse()))
      return {};
    Value *&Element = All[Index->getZExtValue()];
    Element = Element ? Element : Insert->getOperand(1);
    At = Insert->getOperand(0);
  }
  return is_contained(All, nullptr) ? Elements() : All;
}

bool goesOn(const InsertElementInst &Insert) {
  return Insert.hasOneUse() && isa<InsertElementInst>(*Insert.user_begin()) &&
         cast<InsertElementInst>(*Insert.user_begin())->getOperand(0) == &Insert;
}

/// The vector of which these are all elements in order.
Value *takenFrom(const Elements &All) {
  Value *From = nullptr;
  for (auto [Lane, Element] : enumerate(All)) {
    auto *Extract = dyn_cast<ExtractElementInst>(Element);
    auto *Index = Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
    if (!Index || Index->getValue() != Lane || (From && Extract->getVectorOperand() != From))
      return nullptr;
    From = Extract->getVectorOperand();
  }
  return cast<FixedVectorType>(From->getType())->getNumElements() == All.size() ? From : nullptr;
}

/// Whether the operation may be done on all elements at once, and is worth as much.
bool isJoinable(const Instruction &I) {
  if (!I.hasOneUse())
    return false;
  if (const auto *Cast = dyn_cast<CastInst>(&I))
    return !Cast->getType()->isPointerTy() && !Cast->getSrcTy()->isPointerTy() && !Cast->getSrcTy()->isVectorTy();
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return isTriviallyVectorizable(Call->getIntrinsicID()) && !Call->getType()->isStructTy() &&
           !Call->mayReadOrWriteMemory();
  if (const auto *Compare = dyn_cast<CmpInst>(&I))
    return !Compare->getOperand(0)->getType()->isPointerTy();
  if (isa<SelectInst>(I))
    return !I.getType()->isPointerTy();
  return (isa<BinaryOperator>(I) && !I.isIntDivRem()) || isa<UnaryOperator>(I);
}

bool areAlike(const Instruction &A, const Instruction &B) {
  if (A.getOpcode() != B.getOpcode() || A.getType() != B.getType() || A.getNumOperands() != B.getNumOperands())
    return false;
  if (const auto *Compare = dyn_cast<CmpInst>(&A);
      Compare && Compare->getPredicate() != cast<CmpInst>(B).getPredicate())
    return false;
  for (unsigned N = 0; N < A.getNumOperands(); ++N)
    if (A.getOperand(N)->getType() != B.getOperand(N)->getType())
      return false;
  const auto *Call = dyn_cast<IntrinsicInst>(&A);
  return !Call || Call->getIntrinsicID() == cast<IntrinsicInst>(B).getIntrinsicID();
}

/// An argument that is one for all elements: a flag of an intrinsic function, the power of powi.
bool staysScalar(const Instruction &I, unsigned Operand) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && isVectorIntrinsicWithScalarOpAtArg(Call->getIntrinsicID(), Operand, nullptr);
}

unsigned operandsOf(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call ? Call->arg_size() : I.getNumOperands();
}

Elements operandOf(const Elements &All, unsigned Operand) {
  Elements Result;
  for (Value *V : All)
    Result.push_back(cast<Instruction>(V)->getOperand(Operand));
  return Result;
}

/// Whether the elements come from vectors and constants in the same way; HasVector, if from a vector at all.
bool canJoin(const Elements &All, unsigned Depth, bool &HasVector) {
  if (takenFrom(All)) {
    HasVector = true;
    return true;
  }
  if (all_of(All, [](Value *V) { return isa<Constant>(V); }) || all_equal(All))
    return Depth > 0;
  const auto *First = dyn_cast<Instruction>(All.front());
  if (Depth == Deepest || !First || !all_of(All, [&](Value *V) {
        auto *I = dyn_cast<Instruction>(V);
        return I && isJoinable(*I) && areAlike(*First, *I);
      }))
    return false;
  for (unsigned N = 0; N < operandsOf(*First); ++N) {
    Elements Operand = operandOf(All, N);
    if (staysScalar(*First, N) ? !all_equal(Operand) : !canJoin(Operand, Depth + 1, HasVector))
      return false;
  }
  return true;
}

Value *join(IRBuilder<> &B, const Elements &All) {
  if (Value *From = takenFrom(All))
    return From;
  if (all_of(All, [](Value *V) { return isa<Constant>(V); })) {
    SmallVector<Constant *, 16> Constants;
    for (Value *V : All)
      Constants.push_back(cast<Constant>(V));
    return ConstantVector::get(Constants);
  }
  if (all_equal(All))
    return B.CreateVectorSplat(unsigned(All.size()), All.front());
  auto *First = cast<Instruction>(All.front());
  SmallVector<Value *, 3> Operands;
  for (unsigned N = 0; N < operandsOf(*First); ++N)
    Operands.push_back(staysScalar(*First, N) ? First->getOperand(N) : join(B, operandOf(All, N)));
  auto *Wide = FixedVectorType::get(First->getType(), unsigned(All.size()));
  Value *Result;
  if (auto *Cast = dyn_cast<CastInst>(First))
    Result = B.CreateCast(Cast->getOpcode(), Operands[0], Wide);
  else if (auto *Call = dyn_cast<IntrinsicInst>(First)) {
    SmallVector<Type *, 2> Overloads;
    if (isVectorIntrinsicWithOverloadTypeAtArg(Call->getIntrinsicID(), -1, nullptr))
      Overloads.push_back(Wide);
    for (auto [N, Operand] : enumerate(Operands))
      if (isVectorIntrinsicWithOverloadTypeAtArg(Call->getIntrinsicID(), int(N), nullptr))
        Overloads.push_back(Operand->getType());
    Result = B.CreateIntrinsic(Call->getIntrinsicID(), Overloads, Operands);
  } else if (auto *Compare = dyn_cast<CmpInst>(First))
    Result = B.CreateCmp(Compare->getPredicate(), Operands[0], Operands[1]);
  else if (isa<SelectInst>(First))
    Result = B.CreateSelect(Operands[0], Operands[1], Operands[2]);
  else if (isa<UnaryOperator>(First))
    Result = B.CreateFNeg(Operands[0]);
  else
    Result = B.CreateBinOp(cast<BinaryOperator>(First)->getOpcode(), Operands[0], Operands[1]);
  if (auto *I = dyn_cast<Instruction>(Result)) {
    I->copyIRFlags(First);
    for (Value *V : All)
      I->andIRFlags(V);
  }
  return Result;
}

} // namespace

PreservedAnalyses JoinElementsPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<InsertElementInst *, 16> Last;
  for (Instruction &I : instructions(F))
    if (auto *Insert = dyn_cast<InsertElementInst>(&I); Insert && !goesOn(*Insert))
      if (any_of(Insert->users(), [](const User *U) { return !isa<ExtractElementInst>(U); }))
        Last.push_back(Insert);
  bool Changed = false;
  for (InsertElementInst *Insert : Last) {
    Elements All = elementsOf(*Insert);
    bool HasVector = false;
    if (All.empty() || !canJoin(All, 0, HasVector) || !HasVector)
      continue;
    IRBuilder<> B(Insert);
    Insert->replaceAllUsesWith(join(B, All));
    Changed = true;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
