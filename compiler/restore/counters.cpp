// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop strength reduction, undone (LLVM's scalar evolution knows what it was made of):
//
//   p = a + first, c = n - first;             i = first;
//   do {                                      do {
//     ... *p ...                                ... a[i] ...
//     p += step;                                i += step;
//     c -= step;                              } while (i < n);
//   } while (c != 0);
//
// The left form suits a processor that runs work-items one by one; its code generator makes it again. The right one
// says which work-items touch what, when lanes lie side by side, and that all of them count alike.

#include "compiler/restore/counters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

/// Nodes by which the place before a counter's first number may be larger than where the pointer begins.
constexpr unsigned LargerBase = 2;

/// A phi that goes on by the same distance in each iteration.
struct Counter {
  PHINode *Phi = nullptr;
  const SCEV *First = nullptr, *Step = nullptr;
};

class Counters {
public:
  Counters(Loop &L, ScalarEvolution &SE)
      : L(L), SE(SE), Header(*L.getHeader()), Before(L.getLoopPredecessor()), Latch(L.getLoopLatch()),
        Expander(SE, "counters") {}
  void restore();

private:
  std::optional<Counter> counterOf(PHINode &Phi) const;
  ICmpInst *lastTest() const;
  const SCEV *iterations(const Counter &C, const ICmpInst &Test) const;
  bool countUp(const Counter &C);
  void compareWithBound();
  std::optional<Counter> leading() const;
  const SCEV *ratio(const SCEV *Step, const SCEV *Of) const;
  void reachBy(const Counter &Leading, const Counter &Other);
  Value *expand(const SCEV *S) {
    return Expander.expandCodeFor(S, S->getType(), Before->getTerminator());
  }

  Loop &L;
  ScalarEvolution &SE;
  BasicBlock &Header, *Before, *Latch;
  SCEVExpander Expander;
};

} // namespace

std::optional<Counter> Counters::counterOf(PHINode &Phi) const {
  if (!SE.isSCEVable(Phi.getType()))
    return std::nullopt;
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return std::nullopt;
  return Counter{&Phi, Rec->getStart(), Rec->getStepRecurrence(SE)};
}

/// What an iteration's end asks for another one, of something and a bound; null for other conditions.
ICmpInst *Counters::lastTest() const {
  auto *Branch = dyn_cast<BranchInst>(Latch->getTerminator());
  auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  if (!Test || !Test->hasOneUse() || !L.isLoopExiting(Latch))
    return nullptr;
  if (L.isLoopInvariant(Test->getOperand(0)))
    Test->swapOperands();
  return L.isLoopInvariant(Test->getOperand(1)) ? Test : nullptr;
}

/// How often a counter's loop runs, where that is asked by equality: one of what is left goes down to 0 by one, one of
/// bytes goes up from 0 by their size. Null for others.
const SCEV *Counters::iterations(const Counter &C, const ICmpInst &Test) const {
  const auto *By = dyn_cast<SCEVConstant>(C.Step);
  const SCEV *Bound = SE.getSCEV(Test.getOperand(1));
  if (!By || !Test.isEquality() || Test.getOperand(0) != C.Phi->getIncomingValueForBlock(Latch))
    return nullptr;
  if (By->getAPInt().isAllOnes())
    return Bound->isZero() ? C.First : nullptr;
  if (!C.First->isZero() || !By->getAPInt().isStrictlyPositive() || By->getAPInt().isOne())
    return nullptr;
  // What is a multiple of the size, and has not wrapped, is come to. From none, the counters wrap at different times.
  const auto *Product = dyn_cast<SCEVMulExpr>(Bound);
  if (!Product || Product->getNumOperands() != 2 || Product->getOperand(0) != By || !Product->hasNoUnsignedWrap())
    return nullptr;
  const SCEV *Times = Product->getOperand(1);
  return SE.isLoopEntryGuardedByCond(&L, CmpInst::ICMP_UGT, Times, SE.getZero(Times->getType())) ? Times : nullptr;
}

/// A counter of what is left, n, n - 1 to 1, or of bytes, becomes one of what was done.
bool Counters::countUp(const Counter &C) {
  ICmpInst *Test = lastTest();
  Value *Next = C.Phi->getIncomingValueForBlock(Latch);
  const SCEV *Times = Test && Next->hasNUses(2) ? iterations(C, *Test) : nullptr;
  if (!Times || !Expander.isSafeToExpandAt(Times, Before->getTerminator()))
    return false;
  Type *T = C.Phi->getType();
  Value *Begin = C.Phi->getIncomingValueForBlock(Before), *All = expand(Times);
  IRBuilder<> B(C.Phi);
  PHINode *Done = B.CreatePHI(T, 2, C.Phi->getName() + ".done");
  B.SetInsertPoint(&Header, Header.getFirstInsertionPt());
  const auto *By = cast<SCEVConstant>(C.Step);
  Value *Was = By->getAPInt().isNegative() ? B.CreateSub(Begin, Done) : B.CreateMul(Done, By->getValue());
  B.SetInsertPoint(Test);
  Value *More = B.CreateAdd(Done, ConstantInt::get(T, 1));
  Done->addIncoming(ConstantInt::get(T, 0), Before);
  Done->addIncoming(More, Latch);
  Test->setOperand(0, More);
  Test->setOperand(1, All);
  SE.forgetValue(C.Phi);
  C.Phi->replaceAllUsesWith(Was);
  C.Phi->eraseFromParent();
  const WeakTrackingVH Unused = Was;
  RecursivelyDeleteTriviallyDeadInstructions(Next);
  if (Unused)
    RecursivelyDeleteTriviallyDeadInstructions(Unused);
  return true;
}

/// A counter that has not come to its bound is below it, where it began there and goes on by one.
void Counters::compareWithBound() {
  ICmpInst *Test = lastTest();
  if (!Test || !Test->isEquality())
    return;
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Test->getOperand(0)));
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine() || !Rec->getStepRecurrence(SE)->isOne())
    return;
  // What is asked is asked behind a step.
  const SCEV *First = SE.getMinusSCEV(Rec->getStart(), Rec->getStepRecurrence(SE));
  const SCEV *Bound = SE.getSCEV(Test->getOperand(1));
  const bool GoesOn = Test->getPredicate() == CmpInst::ICMP_NE;
  if ((cast<BranchInst>(Latch->getTerminator())->getSuccessor(0) == &Header) != GoesOn)
    return;
  for (CmpInst::Predicate Below : {CmpInst::ICMP_SLT, CmpInst::ICMP_ULT})
    if (SE.isLoopEntryGuardedByCond(&L, Below, First, Bound)) {
      Test->setPredicate(GoesOn ? Below : CmpInst::getInversePredicate(Below));
      return;
    }
  return;
}

/// The counter that the end of an iteration asks for.
std::optional<Counter> Counters::leading() const {
  const ICmpInst *Test = lastTest();
  for (PHINode &Phi : Header.phis())
    if (Phi.getType()->isIntegerTy() && Test)
      for (const Value *Asked : Test->operands())
        if (Asked == &Phi || Asked == Phi.getIncomingValueForBlock(Latch))
          return counterOf(Phi);
  return std::nullopt;
}

/// What one step is a multiple of another one by; null if it is none that is known.
const SCEV *Counters::ratio(const SCEV *Step, const SCEV *Of) const {
  auto Factor = [&](const SCEV *S) {
    if (const auto *C = dyn_cast<SCEVConstant>(S))
      return C->getAPInt();
    const auto *Product = dyn_cast<SCEVMulExpr>(S);
    const auto *C = Product ? dyn_cast<SCEVConstant>(Product->getOperand(0)) : nullptr;
    return C ? C->getAPInt() : APInt(64, 1);
  };
  if (SE.getTypeSizeInBits(Step->getType()) != 64 || SE.getTypeSizeInBits(Of->getType()) != 64 || Of->isZero())
    return nullptr;
  if (Of->isOne())
    return Step;
  const APInt Of1 = Factor(Of), Step1 = Factor(Step);
  if (Of1.isZero() || !Step1.srem(Of1).isZero())
    return nullptr;
  const SCEV *Ratio = SE.getConstant(Step1.sdiv(Of1));
  return SE.getMulExpr(Ratio, Of) == Step ? Ratio : nullptr;
}

/// A pointer, or a number of 64 bits, as a sum of where it was when the leading counter was 0 and a multiple of that.
void Counters::reachBy(const Counter &Leading, const Counter &Other) {
  Type *T = Other.Phi->getType();
  const SCEV *First = Leading.First, *Step = Leading.Step, *Number = SE.getSCEV(Leading.Phi);
  if (!T->isPointerTy() && !T->isIntegerTy(64))
    return;
  if (Number->getType()->isIntegerTy(32)) {
    const auto *Wide = dyn_cast<SCEVAddRecExpr>(SE.getSignExtendExpr(Number, Type::getInt64Ty(T->getContext())));
    if (!Wide)
      return;
    First = Wide->getStart(), Step = Wide->getStepRecurrence(SE), Number = Wide;
  }
  const SCEV *Ratio = ratio(Other.Step, Step);
  if (!Ratio || !Expander.isSafeToExpandAt(Ratio, Before->getTerminator()))
    return;
  const SCEV *Base = SE.getAddExpr(Other.First, SE.getNegativeSCEV(SE.getMulExpr(Ratio, First)));
  if (Base->getType() != T || Base->getExpressionSize() > Other.First->getExpressionSize() + LargerBase ||
      !Expander.isSafeToExpandAt(Base, Before->getTerminator()))
    return;
  Value *At = expand(Base), *Times = expand(Ratio);
  IRBuilder<> B(&Header, Header.getFirstInsertionPt());
  Value *Index = B.CreateSExt(Leading.Phi, B.getInt64Ty()), *New;
  const auto *Size = dyn_cast<ConstantInt>(Times);
  if (T->isPointerTy() && Size && Size->getValue().isStrictlyPositive())
    New = B.CreateGEP(ArrayType::get(B.getInt8Ty(), Size->getZExtValue()), At, Index, Other.Phi->getName());
  else if (Index = B.CreateMul(Index, Times); T->isPointerTy())
    New = B.CreateGEP(B.getInt8Ty(), At, Index, Other.Phi->getName());
  else
    New = B.CreateAdd(At, Index, Other.Phi->getName());
  Value *Next = Other.Phi->getIncomingValueForBlock(Latch);
  SE.forgetValue(Other.Phi);
  Other.Phi->replaceAllUsesWith(New);
  Other.Phi->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Next);
}

void Counters::restore() {
  if (!Before || !Latch || !isa<BranchInst>(Before->getTerminator()))
    return;
  for (PHINode &Phi : Header.phis())
    if (std::optional<Counter> C = Phi.getType()->isIntegerTy() ? counterOf(Phi) : std::nullopt; C && countUp(*C))
      break;
  compareWithBound();
  const std::optional<Counter> Leading = leading();
  if (!Leading)
    return;
  for (PHINode &Phi : make_early_inc_range(Header.phis()))
    if (&Phi != Leading->Phi)
      if (std::optional<Counter> Other = counterOf(Phi))
        reachBy(*Leading, *Other);
}

/// Whether a loop's end asks for another iteration and several values go round it: scalar evolution has its price.
static bool isReduced(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  auto IsNumber = [](const PHINode &Phi) { return Phi.getType()->isIntegerTy() || Phi.getType()->isPointerTy(); };
  return Latch && L.isLoopExiting(Latch) && count_if(L.getHeader()->phis(), IsNumber) > 1;
}

/// Takes (x << n) >> m, with a sign and m < n, as a multiple of the extension of x's low bits: scalar evolution takes
/// it as an extension of a multiple.
static void spellMultiples(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Value *X;
    const APInt *Left, *Right;
    if (!I.getType()->isIntegerTy(64) || !match(&I, m_AShr(m_Shl(m_Value(X), m_APInt(Left)), m_APInt(Right))) ||
        !Right->ult(*Left) || !Left->ult(64))
      continue;
    IRBuilder<> B(&I);
    Value *Extended = B.CreateAShr(I.getOperand(0), Left->getZExtValue(), "", /*isExact=*/true);
    I.replaceAllUsesWith(B.CreateShl(Extended, Left->getZExtValue() - Right->getZExtValue()));
    I.eraseFromParent();
  }
}

PreservedAnalyses OneCounterPass::run(Function &F, FunctionAnalysisManager &FAM) {
  const SmallVector<Loop *, 4> All = FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder();
  if (none_of(All, [](const Loop *L) { return isReduced(*L); }))
    return PreservedAnalyses::all();
  spellMultiples(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : All)
    if (isReduced(*L))
      Counters(*L, SE).restore();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
