// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose sums stand in memory: c[i] += a[k] * b[k]. Where `c` may be the memory of `a` or `b`, each iteration has
// to store the sum and load it again; nothing in a kernel's source but `restrict` says that it is not. The launch
// knows: its arguments are buffers, and it sees whether they share bytes. So such loops stand twice, and the launch
// decides (weft_kernel_info.disjoint): in one, accesses have alias scopes as with `restrict` on the argument of the
// sum, so that LICM keeps the sum in a register; the other is as the program has it.
//
// What leads outside of its buffer has no meaning anyway, so the buffers' bytes say all that is to be known of where
// arguments lead. Pointers from elsewhere (loaded ones, program-scope variables) may lead anywhere: a sum is kept in
// memory if its loop has one.

#include "compiler/ir/analyses.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/passes.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {

namespace {

constexpr unsigned Global = 1;
/// Instructions of loops that are copied: of one with all that is in it, and of a kernel's.
constexpr unsigned MostOfLoop = 256, MostOfKernel = 1024;
/// Arguments that weft_kernel_info.disjoint has a bit for.
constexpr unsigned MostArguments = 64;

using Arguments = SmallSetVector<Argument *, 4>;

/// The argument in global memory that an access is to, if nothing else can be.
Argument *rootOf(const Instruction &Access) {
  SmallVector<const Value *, 4> Roots;
  getUnderlyingObjects(getLoadStorePointerOperand(&Access), Roots, /*LI=*/nullptr, /*MaxLookup=*/0);
  auto *Root = Roots.size() == 1 ? dyn_cast<Argument>(Roots[0]) : nullptr;
  return Root && Root->getType()->isPointerTy() && Root->getType()->getPointerAddressSpace() == Global
             ? const_cast<Argument *>(Root)
             : nullptr;
}

bool isPlain(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isSimple();
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && Store->isSimple();
}

/// The loops of a kernel that are to stand twice, and what their sums lie in.
class Finder {
public:
  Finder(Function &F, FunctionAnalysisManager &FAM)
      : Loops(FAM.getResult<LoopAnalysis>(F)), Tree(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)), AA(FAM.getResult<AAManager>(F)) {}

  std::vector<std::pair<Loop *, Arguments>> find() {
    for (Loop *L : Loops)
      visit(*L);
    return std::move(Found);
  }

private:
  /// The outermost loop that can be copied, so that the launch's answer is looked at as rarely as possible.
  void visit(Loop &L) {
    unsigned Size = 0;
    for (const BasicBlock *BB : L.blocks())
      Size += BB->size();
    if (Size <= MostOfLoop && canCopy(L)) {
      Arguments Sums;
      for (Loop *Inner : L.getLoopsInPreorder())
        addSums(*Inner, Sums);
      if (!Sums.empty() && Copied + Size <= MostOfKernel) {
        Copied += Size;
        Found.push_back({&L, Sums});
      }
      return;
    }
    for (Loop *Inner : L)
      visit(*Inner);
  }

  static bool canCopy(const Loop &L) {
    return none_of(L.blocks(), [](const BasicBlock *BB) {
      return hasCut(*BB) || isa<CallBrInst, IndirectBrInst>(BB->getTerminator()) ||
             any_of(*BB, [](const Instruction &I) {
               const auto *Call = dyn_cast<CallBase>(&I);
               return (Call && Call->cannotDuplicate()) || I.getType()->isTokenTy();
             });
    });
  }

  /// The arguments that sums of a loop, which are not those of loops in it, lie in.
  void addSums(const Loop &L, Arguments &Sums) {
    SmallVector<Instruction *, 16> Accesses;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB) {
        if (isPlain(I))
          Accesses.push_back(&I);
        else if (I.mayReadOrWriteMemory() && !(isa<IntrinsicInst>(I) && cast<IntrinsicInst>(I).isAssumeLikeIntrinsic()))
          return;
      }
    for (Instruction *I : Accesses)
      if (auto *Store = dyn_cast<StoreInst>(I); Store && Loops.getLoopFor(Store->getParent()) == &L)
        if (Argument *Sum = rootOf(*Store); Sum && Sum->getArgNo() < MostArguments && isSum(*Store, *Sum, L, Accesses))
          Sums.insert(Sum);
  }

  /// Each iteration adds to it, and nothing but other buffers is in its way.
  bool isSum(StoreInst &Store, const Argument &Sum, const Loop &L, ArrayRef<Instruction *> Accesses) {
    const SCEV *At = SE.getSCEV(Store.getPointerOperand());
    if (!SE.isLoopInvariant(At, &L) || !isInEachIteration(Store, L))
      return false;
    bool IsLoaded = false, IsInTheWay = false;
    for (Instruction *I : Accesses) {
      if (I == &Store)
        continue;
      if (SE.getSCEV(getLoadStorePointerOperand(I)) == At) {
        if (getLoadStoreType(I) != Store.getValueOperand()->getType())
          return false;
        IsLoaded |= isa<LoadInst>(I);
        continue;
      }
      if (AA.isNoAlias(MemoryLocation::get(I), MemoryLocation::get(&Store)))
        continue;
      const Argument *Other = rootOf(*I);
      if (!Other || Other == &Sum)
        return false;
      IsInTheWay = true;
    }
    return IsLoaded && IsInTheWay;
  }

  bool isInEachIteration(const Instruction &I, const Loop &L) const {
    SmallVector<BasicBlock *, 4> Latches;
    L.getLoopLatches(Latches);
    return all_of(Latches, [&](const BasicBlock *BB) { return Tree.dominates(I.getParent(), BB); });
  }

  LoopInfo &Loops;
  DominatorTree &Tree;
  ScalarEvolution &SE;
  AAResults &AA;
  std::vector<std::pair<Loop *, Arguments>> Found;
  unsigned Copied = 0;
};

/// A copy of the loop beside it, which the loop's predecessor chooses where `Condition` does not hold. The loop is in
/// simplified and closed form.
void copyBeside(Loop &L, Value *Condition) {
  Function &F = *L.getHeader()->getParent();
  BasicBlock *Before = L.getLoopPreheader();
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 8> Copies;
  for (BasicBlock *BB : L.blocks()) {
    Copies.push_back(CloneBasicBlock(BB, Map, ".shared", &F));
    Map[BB] = Copies.back();
  }
  remapInstructionsInBlocks(Copies, Map);
  SmallVector<MDNode *, 4> Scopes;
  identifyNoAliasScopesToClone(L.getBlocks(), Scopes);
  cloneAndAdaptNoAliasScopes(Scopes, Copies, F.getContext(), "shared");
  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits)
    for (PHINode &Phi : Exit->phis())
      for (unsigned N : seq(Phi.getNumIncomingValues())) {
        Value *V = Phi.getIncomingValue(N), *Copy = Map.lookup(V);
        Phi.addIncoming(Copy ? Copy : V, cast<BasicBlock>(Map.lookup(Phi.getIncomingBlock(N))));
      }
  Instruction *End = Before->getTerminator();
  IRBuilder<>(End).CreateCondBr(Condition, L.getHeader(), cast<BasicBlock>(Map.lookup(L.getHeader())),
                                MDBuilder(F.getContext()).createLikelyBranchWeights());
  End->eraseFromParent();
}

/// As `restrict` on the arguments would, within the loop.
void addScopes(const Loop &L, const Arguments &Sums) {
  LLVMContext &C = L.getHeader()->getContext();
  MDBuilder B(C);
  MDNode *Domain = B.createAnonymousAliasScopeDomain("disjoint");
  SmallDenseMap<const Argument *, MDNode *, 4> Scopes;
  for (const Argument *Sum : Sums)
    Scopes[Sum] = B.createAnonymousAliasScope(Domain, Sum->getName());
  auto Add = [&](Instruction &I, unsigned Kind, Metadata *Scope) {
    I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), MDNode::get(C, Scope)));
  };
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      const Argument *Root = isPlain(I) ? rootOf(I) : nullptr;
      if (!Root)
        continue;
      for (const Argument *Sum : Sums)
        Add(I, Sum == Root ? LLVMContext::MD_alias_scope : LLVMContext::MD_noalias, Scopes[Sum]);
    }
}

/// Bits of the arguments that the launch has to look at.
uint64_t copyLoops(Function &F, FunctionAnalysisManager &FAM) {
  auto Found = Finder(F, FAM).find();
  uint64_t Asked = 0;
  for (auto &[L, Sums] : Found) {
    auto &Tree = FAM.getResult<DominatorTreeAnalysis>(F);
    auto &Loops = FAM.getResult<LoopAnalysis>(F);
    auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
    simplifyLoop(L, &Tree, &Loops, &SE, nullptr, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(*L, Tree, &Loops, &SE);
  }
  for (auto &[L, Sums] : Found) {
    if (!L->isLoopSimplifyForm())
      continue;
    IRBuilder<> B(L->getLoopPreheader()->getTerminator());
    copyBeside(*L, B.CreateIsNotNull(emitContext(B, Context::Disjoint), "disjoint"));
    addScopes(*L, Sums);
    for (const Argument *Sum : Sums)
      Asked |= uint64_t(1) << Sum->getArgNo();
  }
  if (Asked)
    FAM.invalidate(F, PreservedAnalyses::none());
  return Asked;
}

} // namespace

bool askForDisjointBuffers(PassState &State) {
  if (!State.Options.optimise)
    return true;
  Analyses A(&State.TM);
  for (auto &[Kernel, Layout] : State.Kernels)
    Layout.disjoint = copyLoops(*Kernel, A.Functions);
  return true;
}

} // namespace weft
