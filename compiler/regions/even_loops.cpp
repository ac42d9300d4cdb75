// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop in which the group strides through a buffer, until each work-item's own number is past the end:
//
//   for (i = gid; i < n; i += size)               if (no number wraps)
//     atomic_inc(&bins[in[i]]);                     for (g = base; g < n; g += size)     (the group)
//                                                     if (g + l < n)
//                                                       atomic_inc(&bins[in[g + l]]);
//                                                 else the loop as it was
//
// Work-items make unlike numbers of iterations, which differ in the last one alone. Made alike, the iterations are the
// group's, so that a cut can be put into them (column_loops.cpp).

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/uniformity.h"
#include "compiler/regions/column_loops.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

constexpr unsigned DeepestExpression = 8;
constexpr unsigned MostLoops = 4;

/// A number that begins with the local id in x and what is the same for all, goes on by what is the same for all, and
/// ends at what is. The phi may have more bits than are asked for.
struct Count {
  PHINode *Phi;
  Value *First; ///< of the work-item whose id is 0
  Value *Step, *Bound;
  unsigned Bits;
  bool Signed;
  BasicBlock *Before, *Header, *Latch, *Exit;
};

class EvenLoops {
public:
  explicit EvenLoops(Function &Kernel) : Kernel(Kernel), Uniform(Kernel), DT(Kernel), Loops(DT) {}
  /// Makes the first loop that is not in `Done` even. False: there is none.
  bool makeOne(DenseSet<const BasicBlock *> &Done);

private:
  std::optional<Count> countOf(const Loop &L) const;
  bool isAlike(const Value *V, const Loop &L) const;
  Value *withoutId(Value *V, IRBuilderBase &B, unsigned Depth = 0) const;

  Function &Kernel;
  Uniformity Uniform;
  DominatorTree DT;
  LoopInfo Loops;
};

/// Whether V is the phi's low bits, of as many as count.
bool isTruncated(const Value *V, const Count &C) {
  return V->getType()->isIntegerTy(C.Bits) && match(V, m_Trunc(m_Specific(C.Phi)));
}

/// Whether V has the low bits of the phi that count.
bool isLow(const Value *V, const Count &C) {
  if (V == C.Phi)
    return true;
  const Value *Inner;
  return C.Phi->getType()->getIntegerBitWidth() > C.Bits &&
         (match(V, m_And(m_Specific(C.Phi), m_SpecificInt(APInt::getLowBitsSet(64, C.Bits)))) || isTruncated(V, C) ||
          (match(V, m_ZExtOrSExt(m_Value(Inner))) && isTruncated(Inner, C)));
}

/// Whether nobody asks for the bits above those that count.
bool isWantedLow(const Count &C, const Instruction &Next) {
  if (C.Phi->getType()->getIntegerBitWidth() == C.Bits)
    return true;
  return Next.hasOneUse() && all_of(C.Phi->users(), [&](const User *U) {
           return U == &Next || isLow(U, C) || (isa<TruncInst>(U) && U->getType()->getIntegerBitWidth() <= C.Bits);
         });
}

/// Whether the loop loads an element of a buffer by the number.
bool loadsByNumber(const Loop &L, const Count &C) {
  auto IsNumber = [&](const Value *V) { return isLow(V, C) || (match(V, m_ZExtOrSExt(m_Value(V))) && isLow(V, C)); };
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      const auto *Load = dyn_cast<LoadInst>(&I);
      const auto *G = Load ? dyn_cast<GEPOperator>(Load->getPointerOperand()) : nullptr;
      if (G && Load->isSimple() && Load->getPointerAddressSpace() != 3 && IsNumber(G->getOperand(G->getNumIndices())))
        return true;
    }
  return false;
}

} // namespace

/// Whether it can be computed before the loop, and is the same for all work-items.
bool EvenLoops::isAlike(const Value *V, const Loop &L) const {
  return Uniform.isUniform(V) && (!isa<Instruction>(V) || !L.contains(cast<Instruction>(V)) || asContext(V));
}

/// V with 0 for the local id in x, where V is that id and a sum with what is the same for all; else null.
Value *EvenLoops::withoutId(Value *V, IRBuilderBase &B, unsigned Depth) const {
  if (auto Query = asContext(V); Query && Query->Kind == Context::LocalId)
    return Query->Dim == 0 ? ConstantInt::get(V->getType(), 0) : nullptr;
  Value *Left, *Right;
  if (Depth == DeepestExpression)
    return nullptr;
  if (match(V, m_Trunc(m_Value(Left)))) {
    Value *Inner = withoutId(Left, B, Depth + 1);
    return Inner ? B.CreateTrunc(Inner, V->getType()) : nullptr;
  }
  // The id alone is too small for its extension to be another number; a sum may be cut off before.
  const bool IsExtended = match(V, m_ZExtOrSExt(m_Trunc(m_Value(Left)))) ||
                          match(V, m_AShr(m_Shl(m_Value(Left), m_SpecificInt(32)), m_SpecificInt(32)));
  if (IsExtended && asContext(Left))
    return withoutId(Left, B, Depth + 1);
  if (!match(V, m_AddLike(m_Value(Left), m_Value(Right))))
    return nullptr;
  if (Uniform.isUniform(Left))
    std::swap(Left, Right);
  Value *Inner = Uniform.isUniform(Right) ? withoutId(Left, B, Depth + 1) : nullptr;
  return Inner ? B.CreateAdd(Inner, Right) : nullptr;
}

std::optional<Count> EvenLoops::countOf(const Loop &L) const {
  Count C{};
  C.Before = L.getLoopPredecessor(), C.Header = L.getHeader(), C.Latch = L.getLoopLatch(),
  C.Exit = L.getUniqueExitBlock();
  auto *Branch = dyn_cast<BranchInst>(C.Header->getTerminator());
  if (!L.isInnermost() || !C.Before || !C.Latch || C.Latch == C.Header || !C.Exit || L.getExitingBlock() != C.Header ||
      !Branch || !isa<BranchInst>(C.Before->getTerminator()) || !Uniform.hasDivergentTerminator(*C.Header))
    return std::nullopt;
  auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Compare)
    return std::nullopt;
  CmpInst::Predicate Predicate = Compare->getPredicate();
  Value *Number = Compare->getOperand(0);
  C.Bound = Compare->getOperand(1);
  if (isAlike(Number, L)) {
    std::swap(Number, C.Bound);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  if (Branch->getSuccessor(0) == C.Exit)
    Predicate = CmpInst::getInversePredicate(Predicate);
  C.Bits = Number->getType()->isIntegerTy() ? Number->getType()->getIntegerBitWidth() : 0;
  C.Signed = Predicate == CmpInst::ICMP_SLT;
  if ((!C.Signed && Predicate != CmpInst::ICMP_ULT) || (C.Bits != 32 && C.Bits != 64) || !isAlike(C.Bound, L))
    return std::nullopt;
  match(Number, m_Trunc(m_Value(Number)));
  C.Phi = dyn_cast<PHINode>(Number);
  if (!C.Phi || C.Phi->getParent() != C.Header)
    return std::nullopt;
  auto *Next = dyn_cast<BinaryOperator>(C.Phi->getIncomingValueForBlock(C.Latch));
  if (!Next || Next->getOpcode() != Instruction::Add)
    return std::nullopt;
  const bool IsLeft = isLow(Next->getOperand(0), C);
  C.Step = Next->getOperand(IsLeft);
  if (!(IsLeft || isLow(Next->getOperand(1), C)) || !isAlike(C.Step, L) || isa<ConstantInt>(C.Step) ||
      !isWantedLow(C, *Next))
    return std::nullopt;
  // The header runs once more than the rest in the loop of a work-item, and in the group's as often as the group's.
  for (const Instruction &I : drop_end(*C.Header))
    if (!isa<PHINode>(I) && !isSafeToSpeculativelyExecute(&I))
      return std::nullopt;
  // The other work-items go on where one has left: nothing may tell how far it came.
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (cutKind(I) != CutKind::None || (&I != C.Phi && isa<PHINode>(I) && BB == C.Header) ||
          any_of(I.users(), [&](const User *U) { return !L.contains(cast<Instruction>(U)); }))
        return std::nullopt;
  return C;
}

/// Whether no number wraps before it is past the bound, nor the group's plus any id.
static Value *neverWraps(IRBuilderBase &B, const Count &C, Value *First, Value *Step, Value *Bound) {
  Value *Size = emitContext(B, Context::LocalSize);
  const APInt Largest = C.Signed ? APInt::getSignedMaxValue(C.Bits) : APInt::getMaxValue(C.Bits);
  Value *Most = B.getInt(C.Signed ? Largest.sext(64) : Largest.zext(64));
  auto Below = [&](Value *Left, Value *Right) {
    Value *Sum = B.CreateBinaryIntrinsic(C.Signed ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, Left, Right);
    return C.Signed ? B.CreateICmpSLT(Sum, Most) : B.CreateICmpULT(Sum, Most);
  };
  Value *Longest = B.CreateBinaryIntrinsic(C.Signed ? Intrinsic::smax : Intrinsic::umax, Step, Size);
  Value *Grows = C.Signed ? B.CreateICmpSGT(Step, B.getInt64(0)) : B.CreateICmpNE(Step, B.getInt64(0));
  return B.CreateAnd(Grows, B.CreateAnd(Below(First, Size), Below(Bound, Longest)));
}

/// Whether it is the number, extended to 64 bits as the bound is.
static bool isExtended(const Instruction &I, const Count &C) {
  if (!C.Signed && match(&I, m_And(m_Specific(C.Phi), m_SpecificInt(APInt::getLowBitsSet(64, C.Bits)))))
    return true;
  const Value *Inner;
  const bool IsSame = C.Signed ? match(&I, m_SExtLike(m_Value(Inner))) : match(&I, m_ZExt(m_Value(Inner)));
  return IsSame && I.getType()->isIntegerTy(64) && Inner->getType()->isIntegerTy(C.Bits) && isLow(Inner, C);
}

/// The loop of the group beside the loop of each work-item, which runs where the numbers might wrap.
static void makeEven(Function &Kernel, const Loop &L, const Count &C) {
  LLVMContext &Ctx = Kernel.getContext();
  IRBuilder<> B(C.Before->getTerminator());
  auto Wide = [&](Value *V) {
    if (auto *I = dyn_cast<Instruction>(V); I && L.contains(I)) // a query of the launch
      V = B.Insert(I->clone());
    V = B.CreateTrunc(V, B.getIntNTy(C.Bits));
    return C.Signed ? B.CreateSExt(V, B.getInt64Ty()) : B.CreateZExt(V, B.getInt64Ty());
  };
  Value *First = Wide(C.First), *Step = Wide(C.Step), *Bound = Wide(C.Bound);
  Value *IsEven = B.CreateFreeze(neverWraps(B, C, First, Step, Bound)), *Id = emitContext(B, Context::LocalId);

  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 8> Copies;
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, ".even", &Kernel);
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  BasicBlock *Header = BasicBlock::Create(Ctx, "group", &Kernel, Copies.front());
  BasicBlock *Latch = BasicBlock::Create(Ctx, "group.next", &Kernel);
  auto *Copied = cast<BasicBlock>(Map[C.Header]);
  B.SetInsertPoint(Header);
  PHINode *Group = B.CreatePHI(B.getInt64Ty(), 2, "group.number");
  B.CreateCondBr(C.Signed ? B.CreateICmpSLT(Group, Bound) : B.CreateICmpULT(Group, Bound), Copied, C.Exit);
  auto *Phi = cast<PHINode>(Map[C.Phi]);
  B.SetInsertPoint(Copied, Copied->getFirstInsertionPt());
  Value *Number = B.CreateAdd(Group, Id, "number", /*HasNUW=*/!C.Signed, /*HasNSW=*/C.Signed || C.Bits == 32);
  Value *Low = B.CreateTrunc(Number, Phi->getType());
  B.SetInsertPoint(Latch);
  Group->addIncoming(First, C.Before);
  Group->addIncoming(B.CreateAdd(Group, Step, "", !C.Signed, C.Signed), Latch);
  B.CreateBr(Header);

  remapInstructionsInBlocks(Copies, Map);
  Copied->getTerminator()->replaceSuccessorWith(C.Exit, Latch);
  Instruction *Back = cast<BasicBlock>(Map[C.Latch])->getTerminator();
  Back->replaceSuccessorWith(Copied, Latch);
  Back->setMetadata(LLVMContext::MD_loop, nullptr);
  for (PHINode &P : C.Exit->phis())
    P.addIncoming(P.getIncomingValueForBlock(C.Header), Header);
  // Where the work-item is not past the bound, the number is the extension of its low bits.
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (isExtended(I, C))
        cast<Value>(Map[&I])->replaceAllUsesWith(Number);
  Phi->replaceAllUsesWith(Low);
  Phi->eraseFromParent();
  Instruction *End = C.Before->getTerminator();
  BasicBlock *Choice = C.Before;
  if (cast<BranchInst>(End)->isConditional()) {
    Choice = SplitEdge(C.Before, C.Header);
    Group->setIncomingBlock(0, Choice);
    End = Choice->getTerminator();
  }
  IRBuilder<>(End).CreateCondBr(IsEven, Header, C.Header);
  End->eraseFromParent();
}

bool EvenLoops::makeOne(DenseSet<const BasicBlock *> &Done) {
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!Done.insert(L->getHeader()).second)
      continue;
    std::optional<Count> C = countOf(*L);
    if (!C || !loadsByNumber(*L, *C) || !countsInLocalMemory(*L, Uniform))
      continue;
    IRBuilder<> B(C->Before->getTerminator());
    C->First = withoutId(C->Phi->getIncomingValueForBlock(C->Before), B);
    if (!C->First)
      continue;
    makeEven(Kernel, *L, *C);
    return true;
  }
  return false;
}

void makeLoopsEven(Function &Kernel) {
  DenseSet<const BasicBlock *> Done;
  for (unsigned I = 0; I < MostLoops && EvenLoops(Kernel).makeOne(Done); ++I)
    ;
}

} // namespace weft
