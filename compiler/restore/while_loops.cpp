// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop rotation, undone:
//
//   if (i < n)                       while (i < n) {
//     do {                             ...
//       ...                            i += size;
//       i += size;                   }
//     } while (i < n);
//
// Optimisers leave the left form, and modules of SPIR-V have often been through one. For cuts the right one is better:
// all work-items of a group come to the loop, a test that is the same for all is made once, and the passes that look
// for loops of the group (even_loops.cpp, column_loops.cpp) know one form. Item functions are rotated again where they
// are cleaned.

#include "compiler/restore/while_loops.h"
#include "compiler/ir/kernel_context.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

constexpr unsigned MostLoops = 64;
constexpr unsigned DeepestTest = 4;

/// A loop that asks at the end of an iteration whether there is another one.
struct EndTest {
  Loop *L;
  BasicBlock *Before, *Header, *Latch, *Exit;
  BranchInst *Branch; ///< at the latch's end
  bool GoesOnIfTrue;
};

class WhileLoops {
public:
  explicit WhileLoops(Function &Kernel) : Kernel(Kernel), DT(Kernel), Loops(DT), DL(Kernel.getDataLayout()) {}
  /// Turns the first loop for which that can be done and that is not in `Done`.
  bool turnOne(SmallPtrSetImpl<BasicBlock *> &Done);

private:
  std::optional<EndTest> testOf(Loop &L) const;
  bool canRepeat(const EndTest &T, const Value *V, unsigned Depth = 0) const;
  Value *repeat(const EndTest &T, Value *V, IRBuilderBase &B, BasicBlock *From, SmallPtrSetImpl<Instruction *> &Made);
  std::optional<bool> firstTest(const EndTest &T, const BranchInst *Asked, bool Answer);
  bool isEntered(const EndTest &T);
  BasicBlock *guardOf(const EndTest &T);
  void turn(const EndTest &T);

  Function &Kernel;
  DominatorTree DT;
  LoopInfo Loops;
  const DataLayout &DL;
};

} // namespace

/// The header's phi whose next value this is.
static PHINode *phiOfNext(const EndTest &T, const Value *V) {
  for (PHINode &Phi : T.Header->phis())
    if (Phi.getIncomingValueForBlock(T.Latch) == V && isa<Instruction>(V))
      return &Phi;
  return nullptr;
}

std::optional<EndTest> WhileLoops::testOf(Loop &L) const {
  EndTest T{&L, L.getLoopPredecessor(), L.getHeader(), L.getLoopLatch(), nullptr, nullptr, false};
  T.Branch = T.Latch ? dyn_cast<BranchInst>(T.Latch->getTerminator()) : nullptr;
  if (!T.Branch || !T.Branch->isConditional() || !T.Before || !isa<BranchInst>(T.Before->getTerminator()) ||
      (T.Latch != T.Header && L.isLoopExiting(T.Header)))
    return std::nullopt;
  T.GoesOnIfTrue = T.Branch->getSuccessor(0) == T.Header;
  T.Exit = T.Branch->getSuccessor(T.GoesOnIfTrue ? 1 : 0);
  if (L.contains(T.Exit) || !canRepeat(T, T.Branch->getCondition()))
    return std::nullopt;
  return T;
}

/// Whether the test can be made of what an iteration begins with.
bool WhileLoops::canRepeat(const EndTest &T, const Value *V, unsigned Depth) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !T.L->contains(I) || phiOfNext(T, V))
    return true;
  return !isa<PHINode>(I) && Depth < DeepestTest && (asContext(I) || isSafeToSpeculativelyExecute(I)) &&
         !I->mayReadOrWriteMemory() &&
         all_of(I->operands(), [&](const Use &U) { return isa<Function>(U) || canRepeat(T, U, Depth + 1); });
}

/// The test, or part of it, with what an iteration begins with that comes from a block: the phi itself for the latch.
/// What is there already is not made again, so that it is known for the same.
Value *WhileLoops::repeat(const EndTest &T, Value *V, IRBuilderBase &B, BasicBlock *From,
                          SmallPtrSetImpl<Instruction *> &Made) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !T.L->contains(I))
    return V;
  if (PHINode *Phi = phiOfNext(T, V))
    return From == T.Latch ? Phi : Phi->getIncomingValueForBlock(From);
  Instruction *Copy = I->clone();
  Copy->dropPoisonGeneratingAnnotations();
  Copy->dropUnknownNonDebugMetadata();
  if (!asContext(I))
    for (Use &U : Copy->operands())
      U.set(repeat(T, U, B, From, Made));
  B.Insert(Copy, I->getName());
  auto *Of = Copy->getNumOperands() > 0 ? dyn_cast<Instruction>(Copy->getOperand(0)) : nullptr;
  if (From != T.Latch && Of)
    for (User *U : Of->users())
      if (auto *Same = cast<Instruction>(U); Same != Copy && !Made.contains(Same) && Same->isIdenticalTo(Copy) &&
                                             DT.dominates(Same, From->getTerminator())) {
        Copy->eraseFromParent();
        return Same;
      }
  Made.insert(Copy);
  return Copy;
}

/// The number of 32 bits of which another one is the extension, where that or a truncation to it is at hand; null if
/// there is none.
static Value *extendedOf(Value *V, bool IsSigned) {
  Type *Narrow = Type::getInt32Ty(V->getContext());
  Value *Of;
  const APInt *C;
  if (match(V, m_APInt(C)))
    return (IsSigned ? C->isSignedIntN(32) : C->isIntN(32)) ? ConstantInt::get(Narrow, C->trunc(32)) : nullptr;
  if (IsSigned ? match(V, m_SExt(m_Value(Of))) : match(V, m_ZExt(m_Value(Of))))
    return Of->getType() == Narrow ? Of : nullptr;
  if (!(IsSigned ? match(V, m_AShr(m_Shl(m_Value(Of), m_SpecificInt(32)), m_SpecificInt(32)))
                 : match(V, m_And(m_Value(Of), m_SpecificInt(UINT32_MAX)))))
    return nullptr;
  for (User *U : Of->users())
    if (isa<TruncInst>(U) && U->getType() == Narrow)
      return U;
  return nullptr;
}

/// A comparison of extensions as one of what they extend: a program asks of its numbers before the loop, and LLVM has
/// widened those in it.
static Value *narrowed(Value *Test, IRBuilderBase &B) {
  auto *Compare = dyn_cast<ICmpInst>(Test);
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy(64))
    return Test;
  for (const bool IsSigned : {true, false}) {
    if (!Compare->isEquality() && Compare->isSigned() != IsSigned)
      continue;
    Value *Left = extendedOf(Compare->getOperand(0), IsSigned), *Right = extendedOf(Compare->getOperand(1), IsSigned);
    if (Left && Right)
      return B.CreateICmp(Compare->getPredicate(), Left, Right);
  }
  return Test;
}

/// What an answer to the condition at the end of a block says of the test with what the loop begins with; without a
/// condition, what is known where the loop is entered.
std::optional<bool> WhileLoops::firstTest(const EndTest &T, const BranchInst *Asked, bool Answer) {
  Instruction *End = T.Before->getTerminator();
  SmallPtrSet<Instruction *, 4> Made;
  Instruction *Last = End->getPrevNode();
  IRBuilder<> B(End);
  Value *First = narrowed(repeat(T, T.Branch->getCondition(), B, T.Before, Made), B);
  std::optional<bool> Holds;
  if (Asked) {
    Holds = isImpliedCondition(Asked->getCondition(), First, DL, Answer);
  } else {
    if (auto *I = dyn_cast<Instruction>(First))
      if (Value *Simple = simplifyInstruction(I, SimplifyQuery(DL, &DT, nullptr, End)))
        First = Simple;
    const auto *Known = dyn_cast<ConstantInt>(First);
    Holds = Known ? Known->isOne() : isImpliedByDomCondition(First, End, DL);
  }
  while (End->getPrevNode() != Last)
    End->getPrevNode()->eraseFromParent();
  return Holds;
}

/// Whether the test holds where the loop is entered.
bool WhileLoops::isEntered(const EndTest &T) {
  auto *End = cast<BranchInst>(T.Before->getTerminator());
  const std::optional<bool> Holds =
      End->isConditional() ? firstTest(T, End, End->getSuccessor(0) == T.Header) : firstTest(T, nullptr, true);
  return Holds && *Holds == T.GoesOnIfTrue;
}

/// The block that asks the same before the loop, and otherwise goes where the loop ends, with the same values; null if
/// there is none.
BasicBlock *WhileLoops::guardOf(const EndTest &T) {
  BasicBlock *Guard = T.Before->getSinglePredecessor();
  auto *Branch = Guard ? dyn_cast<BranchInst>(Guard->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional() || !is_contained(successors(Guard), T.Exit) ||
      T.Before->hasNPredecessorsOrMore(2))
    return nullptr;
  // Where it does not lead to the loop, the test must not either: less than none are not 0, either.
  const std::optional<bool> Otherwise = firstTest(T, Branch, Branch->getSuccessor(0) == T.Exit);
  if (!Otherwise || *Otherwise == T.GoesOnIfTrue)
    return nullptr;
  for (const Instruction &I : drop_end(*T.Before))
    if (isa<PHINode>(I) || I.mayReadOrWriteMemory() || !(asContext(&I) || isSafeToSpeculativelyExecute(&I)))
      return nullptr;
  for (PHINode &Phi : T.Exit->phis()) {
    const Value *Ends = Phi.getIncomingValueForBlock(T.Latch), *Skips = Phi.getIncomingValueForBlock(Guard);
    const PHINode *Of = phiOfNext(T, Ends);
    if (Of ? Of->getIncomingValueForBlock(T.Before) != Skips
           : Ends != Skips || T.L->contains(dyn_cast<Instruction>(Ends)))
      return nullptr;
  }
  return Guard;
}

void WhileLoops::turn(const EndTest &T) {
  BasicBlock *Guard = guardOf(T);
  BasicBlock *Test = BasicBlock::Create(Kernel.getContext(), "while", &Kernel, T.Header);
  IRBuilder<> B(Test);
  // What the latch's end knows, the next test does.
  SmallVector<std::pair<PHINode *, Value *>, 8> AtExit;
  for (PHINode &Phi : T.Exit->phis()) {
    Value *V = Phi.getIncomingValueForBlock(T.Latch), *Here = phiOfNext(T, V);
    auto *I = dyn_cast<Instruction>(V);
    if (!Here && I && T.L->contains(I)) {
      PHINode *Last = B.CreatePHI(V->getType(), 2, "last");
      Last->addIncoming(PoisonValue::get(V->getType()), T.Before); // the loop is entered
      Last->addIncoming(V, T.Latch);
      Here = Last;
    }
    AtExit.push_back({&Phi, Here ? Here : V});
  }
  SmallPtrSet<Instruction *, 4> Made;
  Value *Condition = repeat(T, T.Branch->getCondition(), B, T.Latch, Made);
  for (PHINode &Phi : make_early_inc_range(T.Header->phis()))
    Phi.moveBefore(*Test, Test->begin());
  auto *Asks = B.CreateCondBr(Condition, T.GoesOnIfTrue ? T.Header : T.Exit, T.GoesOnIfTrue ? T.Exit : T.Header);
  Asks->setDebugLoc(T.Branch->getDebugLoc());
  IRBuilder<> AtEnd(T.Branch);
  BranchInst *Back = AtEnd.CreateBr(Test);
  Back->setMetadata(LLVMContext::MD_loop, T.Branch->getMetadata(LLVMContext::MD_loop));
  WeakTrackingVH Asked = T.Branch->getCondition();
  T.Branch->eraseFromParent();
  T.Before->getTerminator()->replaceSuccessorWith(T.Header, Test);
  for (auto [Phi, V] : AtExit) {
    Phi->setIncomingValue(unsigned(Phi->getBasicBlockIndex(T.Latch)), V);
    Phi->replaceIncomingBlockWith(T.Latch, Test);
  }
  RecursivelyDeleteTriviallyDeadInstructions(Asked);
  if (!Guard)
    return;
  for (PHINode &Phi : T.Exit->phis())
    Phi.removeIncomingValue(Guard, /*DeletePHIIfEmpty=*/false);
  Instruction *End = Guard->getTerminator();
  Asked = cast<BranchInst>(End)->getCondition();
  IRBuilder<>(End).CreateBr(T.Before);
  End->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Asked);
}

bool WhileLoops::turnOne(SmallPtrSetImpl<BasicBlock *> &Done) {
  for (Loop *L : Loops.getLoopsInPreorder()) {
    std::optional<EndTest> T;
    if (!Done.insert(L->getHeader()).second || !(T = testOf(*L)) || !isEntered(*T))
      continue;
    if (!L->getLoopPreheader())
      T->Before = InsertPreheaderForLoop(L, &DT, &Loops, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*L, DT, &Loops, nullptr);
    turn(*T);
    return true;
  }
  return false;
}

PreservedAnalyses WhileLoopsPass::run(Function &Kernel, FunctionAnalysisManager &) {
  SmallPtrSet<BasicBlock *, 16> Done;
  unsigned Turned = 0;
  while (Turned < MostLoops && WhileLoops(Kernel).turnOne(Done))
    ++Turned;
  return Turned ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
