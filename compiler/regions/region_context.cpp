// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value lives across a cut if it is live at the block where some region resumes. Three things can happen to it:
//   - it is recomputed at its uses, if that takes a few instructions without memory from arguments, ids and uniform
//   values;
//   - it gets a slot of the group, if it is uniform;
//   - it gets a slot of each work-item in the group's frame.
// Slots are variables (allocas) here. Each region later keeps its own copy of the variable, loaded at its start and
// stored at its ends, which LLVM promotes to SSA again. A private array that lives across a cut becomes a slot as a
// whole.

#include "compiler/regions/region_context.h"
#include "compiler/ir/uniformity.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {

/// What is worth recomputing instead of an access to a slot. Sums and products with what is the same for all, of
/// numbers whose distance from work-item to work-item is known, are once for a packet; others are for each of its
/// work-items.
static constexpr unsigned RecomputeFromSlotLimit = 9; ///< where it takes a load too
static constexpr unsigned RecomputeLimit = 30;
static constexpr unsigned LinearCost = 1, OtherCost = 3;

/// Instructions that all regions have together, each block counted as often as regions hold it. Blocks are not split
/// yet.
static size_t sizeOfRegions(Function &Kernel) {
  size_t Total = 0;
  auto Add = [&](SmallVector<BasicBlock *, 16> Work) {
    SmallPtrSet<BasicBlock *, 32> Seen;
    while (!Work.empty()) {
      BasicBlock *BB = Work.pop_back_val();
      if (!Seen.insert(BB).second)
        continue;
      Total += BB->size();
      if (!hasCut(*BB))
        append_range(Work, successors(BB));
    }
  };
  Add({&Kernel.getEntryBlock()});
  for (BasicBlock &BB : Kernel)
    if (hasCut(BB))
      Add(SmallVector<BasicBlock *, 16>(successors(&BB)));
  return Total;
}

void limitRegionGrowth(Function &Kernel) {
  if (none_of(Kernel, hasCut))
    return;
  size_t Size = Kernel.getInstructionCount();
  if (sizeOfRegions(Kernel) <= 4 * Size + 500)
    return;
  weft::Uniformity Uniform(Kernel);
  DominatorTree DT(Kernel);
  PostDominatorTree PDT(Kernel);
  struct Place {
    BasicBlock *Join;
    SmallVector<BasicBlock *, 4> From;
  };
  SmallVector<Place, 16> Places; // inner branches' behind those of the branches around them
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&Kernel)) {
    if (succ_size(BB) < 2 || Uniform.hasDivergentTerminator(*BB))
      continue;
    auto *Node = PDT.getNode(BB);
    BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    if (!Join)
      continue;
    // Is there a cut between the branch and the join?
    bool Cuts = false;
    SmallVector<BasicBlock *, 16> Work(successors(BB));
    SmallPtrSet<BasicBlock *, 32> Seen{Join};
    while (!Work.empty() && !Cuts) {
      BasicBlock *Between = Work.pop_back_val();
      if (!Seen.insert(Between).second)
        continue;
      Cuts = hasCut(*Between);
      append_range(Work, successors(Between));
    }
    if (!Cuts)
      continue;
    // Others may come to the join: work-items that returned before the branch. They meet nothing.
    Place P{Join, {}};
    copy_if(predecessors(Join), std::back_inserter(P.From), [&](BasicBlock *In) { return DT.dominates(BB, In); });
    if (!P.From.empty())
      Places.push_back(P);
  }
  bool HasSubGroupCut = hasSubGroupCut(Kernel); // the branch may lie where only some sub-groups come
  for (Place &P : Places) {
    // Is it an inner branch, whose ways have the outer one's cut?
    if (hasCut(*P.Join) || !is_contained(predecessors(P.Join), P.From.front()))
      continue;
    BasicBlock *At = pred_size(P.Join) == P.From.size() ? P.Join : SplitBlockPredecessors(P.Join, P.From, ".joined");
    if (HasSubGroupCut)
      insertSubGroupMeeting(&*At->getFirstInsertionPt());
    else
      insertBarrier(At->getFirstInsertionPt());
  }
}

CallInst *insertBarrier(BasicBlock::iterator Before) {
  Module &M = *Before->getModule();
  return CallInst::Create(M.getOrInsertFunction("__weft_barrier", Type::getVoidTy(M.getContext())), "", Before);
}

void splitAtCuts(Function &Kernel, RegionContext &Context) {
  SmallVector<CallInst *, 16> Calls;
  for (Instruction &I : instructions(Kernel))
    if (cutKind(I) != CutKind::None)
      Calls.push_back(cast<CallInst>(&I));
  for (CallInst *Call : Calls) {
    Cut C{cutKind(*Call), Call, nullptr, nullptr, {}, {}, {}, -1};
    if (C.Kind == CutKind::Statement) {
      C.Form = *statementForm(*Call);
    } else if (C.Kind != CutKind::Barrier && !Call->use_empty()) {
      // The event is the one passed in, or a token: copies are done in program order, so it needs no identity.
      Value *Event = Call->getArgOperand(Call->arg_size() - 1);
      IRBuilder<> B(Call);
      Value *Token = B.CreateIntToPtr(B.getInt64(1), Event->getType());
      Call->replaceAllUsesWith(B.CreateSelect(B.CreateIsNull(Event), Token, Event, "event"));
    }
    C.Block = Call->getParent();
    // A later statement of the same block moves into Resume: each reads its block when its turn comes.
    C.Resume = SplitBlock(C.Block, Call->getNextNode());
    C.Resume->setName("resume");
    Context.Cuts.push_back(C);
  }
  if (Context.Scheduled)
    orderCuts(Kernel, Context);
}

namespace {

class Demotion {
public:
  Demotion(Function &Kernel, RegionContext &Context) : Kernel(Kernel), Context(Context), Uniform(Kernel) {
    for (const Cut &C : Context.Cuts)
      Resumes.insert(C.Resume);
  }

  void run(bool Share);

private:
  using Blocks = SmallPtrSet<BasicBlock *, 16>;

  bool crosses(const Blocks &Live) const;
  Value *recompute(Value *V, IRBuilder<> &B, DenseMap<Value *, Value *> &Done);
  void recomputeAtUses(Instruction &V);
  Slot newSlot(Instruction &V, bool IsUniform);
  void demote(Instruction &V, const Blocks &Live, bool IsUniform);
  bool followsFromSlots(Instruction &V, const SmallPtrSetImpl<Instruction *> &HaveSlots);
  int slotOf(const Value *Operand, unsigned CutIndex) const;
  bool shareSlot(PHINode &Phi, function_ref<bool(Instruction &)> HasSlot, SmallPtrSetImpl<Instruction *> &Done);
  /// Whether one value can stand for the group. Where sub-groups are at different places it can't: each has a time of
  /// its own.
  bool isUniform(const Value *V) const {
    return !Context.Scheduled && Uniform.isUniform(Copied.lookup_or(V, V));
  }
  bool isUniformAnywhere(const Instruction &I) const {
    return !Context.Scheduled && Uniform.isUniformAnywhere(*cast<Instruction>(Copied.lookup_or(&I, &I)));
  }
  AllocaInst *addVariable(Type *Ty, const Twine &Name);
  void findStatementSlots();
  void findArrays();
  void findEarlyReturns();

  Function &Kernel;
  RegionContext &Context;
  weft::Uniformity Uniform;
  SmallPtrSet<const BasicBlock *, 16> Resumes;    ///< where regions start behind cuts
  DenseMap<const Value *, const Value *> Copied;  ///< copies, which the analysis does not know, to what they are of
  SmallPtrSet<const Instruction *, 8> SlotLeaves; ///< with a slot wherever what follows from them is wanted
};

} // namespace

SmallPtrSet<BasicBlock *, 16> liveBlocks(Instruction &V) {
  SmallPtrSet<BasicBlock *, 16> Live;
  SmallVector<BasicBlock *, 16> Work;
  BasicBlock *Def = V.getParent();
  auto Need = [&](BasicBlock *BB) {
    if (BB != Def && Live.insert(BB).second)
      Work.push_back(BB);
  };
  for (Use &U : V.uses()) {
    auto *User = cast<Instruction>(U.getUser());
    if (auto *Phi = dyn_cast<PHINode>(User)) {
      // The value is needed at the end of the incoming block.
      BasicBlock *In = Phi->getIncomingBlock(U);
      if (In != Def)
        Need(In);
    } else if (User->getParent() != Def) {
      Need(User->getParent());
    }
  }
  while (!Work.empty())
    for (BasicBlock *Pred : predecessors(Work.pop_back_val()))
      Need(Pred);
  return Live;
}

bool Demotion::crosses(const Blocks &Live) const {
  return any_of(Live, [&](const BasicBlock *BB) { return Resumes.contains(BB); });
}

using LeafQuery = function_ref<bool(const Instruction &)>;

/// What computing an instruction again takes of the limit.
static unsigned costOf(const Instruction &I, LeafQuery IsLeaf) {
  auto IsAlike = [&](const Value *V) {
    const auto *Operand = dyn_cast<Instruction>(V);
    return !Operand || (!asContext(V) && IsLeaf(*Operand));
  };
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::GetElementPtr:
  case Instruction::Trunc:
  case Instruction::SExt:
  case Instruction::ZExt:
    return LinearCost;
  case Instruction::Mul:
    return any_of(I.operands(), IsAlike) ? LinearCost : OtherCost;
  case Instruction::Shl:
  case Instruction::AShr: // extends what a shift by as much has moved up
    return isa<Constant>(I.getOperand(1)) ? LinearCost : OtherCost;
  default:
    return OtherCost;
  }
}

/// Whether a value can be computed again anywhere its own use stands, from leaves that are at hand there.
static bool canRecompute(Value *V, bool Top, unsigned &Budget, LeafQuery IsLeaf) {
  if (isa<Constant>(V) || isa<Argument>(V) || asContext(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return false;
  if (!Top && IsLeaf(*I))
    return true;
  if (isa<PHINode>(I) || isa<AllocaInst>(I) || I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I) ||
      isa<CallInst>(I))
    return false;
  const unsigned Cost = costOf(*I, IsLeaf);
  if (Budget < Cost)
    return false;
  Budget -= Cost;
  return all_of(I->operands(), [&](Use &U) { return canRecompute(U.get(), false, Budget, IsLeaf); });
}

/// A slot of the group costs nothing. What is the same for all only within a loop would be the last one's behind it.
static bool isLeafOfGroup(const Instruction &I, bool IsUniformAnywhere) {
  return IsUniformAnywhere && !I.getType()->isVectorTy();
}

bool canRecompute(Instruction &V, const weft::Uniformity &Uniform) {
  unsigned Budget = RecomputeLimit;
  return canRecompute(&V, true, Budget,
                      [&](const Instruction &I) { return isLeafOfGroup(I, Uniform.isUniformAnywhere(I)); });
}

Value *Demotion::recompute(Value *V, IRBuilder<> &B, DenseMap<Value *, Value *> &Done) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return V;
  bool Query = asContext(I).has_value();
  if (!Query && !Done.empty() && (SlotLeaves.contains(I) || isLeafOfGroup(*I, isUniformAnywhere(*I))))
    return I;
  if (Value *Known = Done.lookup(V))
    return Known;
  Instruction *Copy = I->clone();
  Done[V] = Copy;
  Copied[Copy] = Copied.lookup_or(V, V);
  if (!Query)
    for (Use &U : Copy->operands())
      U.set(recompute(U.get(), B, Done));
  B.Insert(Copy, I->getName());
  return Copy;
}

/// Each use in another block takes what is made there.
static void replaceAtUses(Instruction &V, function_ref<Value *(IRBuilder<> &)> Make) {
  SmallVector<Use *, 8> Uses;
  for (Use &U : V.uses())
    Uses.push_back(&U);
  DenseMap<BasicBlock *, Value *> AtEnd; // phis of one block must agree on an incoming block's value
  for (Use *U : Uses) {
    auto *User = cast<Instruction>(U->getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    BasicBlock *Where = Phi ? Phi->getIncomingBlock(*U) : User->getParent();
    if (Where == V.getParent())
      continue; // at hand
    Value *Made = Phi ? AtEnd.lookup(Where) : nullptr;
    if (!Made) {
      IRBuilder<> B(Phi ? Where->getTerminator() : User);
      Made = Make(B);
      if (Phi)
        AtEnd[Where] = Made;
    }
    U->set(Made);
  }
}

/// Gives each use in another block its own copy of the value's computation.
void Demotion::recomputeAtUses(Instruction &V) {
  replaceAtUses(V, [&](IRBuilder<> &B) {
    DenseMap<Value *, Value *> Done;
    return recompute(&V, B, Done);
  });
}

AllocaInst *Demotion::addVariable(Type *Ty, const Twine &Name) {
  IRBuilder<> Entry(&*Kernel.getEntryBlock().getFirstInsertionPt());
  return Entry.CreateAlloca(Ty, nullptr, Name);
}

Slot Demotion::newSlot(Instruction &V, bool IsUniform) {
  Slot S{addVariable(V.getType(), V.getName() + ".slot"), IsUniform, /*Array=*/false, /*Operand=*/false, {}, 0, 0};
  S.LiveIn.resize(Context.numRegions());
  return S;
}

/// Each use in another block takes the value from the variable.
static void loadAtUses(Instruction &V, AllocaInst &Variable) {
  replaceAtUses(V, [&](IRBuilder<> &B) { return B.CreateLoad(V.getType(), &Variable, V.getName()); });
}

void Demotion::demote(Instruction &V, const Blocks &Live, bool IsUniform) {
  Slot S = newSlot(V, IsUniform);
  for (unsigned R = 1; R < Context.numRegions(); ++R)
    S.LiveIn[R] = Live.contains(Context.Cuts[R - 1].Resume);
  loadAtUses(V, *S.Variable);
  if (cutKind(V) == CutKind::Statement) { // the statement itself leaves it there
    find_if(Context.Cuts, [&](Cut &C) { return C.Call == &V; })->ResultSlot = int(Context.Slots.size());
  } else {
    Instruction *After = V.getNextNode();
    if (isa<PHINode>(V))
      After = &*V.getParent()->getFirstInsertionPt();
    IRBuilder<> B(After);
    B.CreateStore(&V, S.Variable);
  }
  Context.Slots.push_back(std::move(S));
}

/// Whether a value may be asked for behind the definition of another one.
static bool isLiveBehind(Instruction &V, Instruction &At) {
  BasicBlock *BB = At.getParent();
  if (isa<PHINode>(V) && isa<PHINode>(At) && V.getParent() == BB)
    return true;
  SmallPtrSet<BasicBlock *, 16> Live = liveBlocks(V);
  if (V.getParent() == BB ? !V.comesBefore(&At) : !Live.contains(BB))
    return false;
  auto IsBehind = [&](User *U) {
    auto *User = cast<Instruction>(U);
    return !isa<PHINode>(User) && User->getParent() == BB && At.comesBefore(User);
  };
  return any_of(V.users(), IsBehind) || any_of(successors(BB), [&](BasicBlock *S) {
           return Live.contains(S) ||
                  any_of(S->phis(), [&](PHINode &Phi) { return Phi.getIncomingValueForBlock(BB) == &V; });
         });
}

/// A phi of values that have slots (a sum and what it was an iteration before) is no copy from slot to slot: where only
/// one of them is wanted at a time, all of them are one variable, and the phi is what it holds.
bool Demotion::shareSlot(PHINode &Phi, function_ref<bool(Instruction &)> HasSlot,
                         SmallPtrSetImpl<Instruction *> &Done) {
  SmallVector<Instruction *, 4> Members{&Phi};
  SmallVector<std::pair<Value *, BasicBlock *>, 4> Edges; // where the phi's value is put into the variable
  for (auto [V, In] : zip(Phi.incoming_values(), Phi.blocks())) {
    auto *I = dyn_cast<Instruction>(V.get());
    if (I && is_contained(Members, I))
      continue;
    bool Joins = I && HasSlot(*I) && !Done.contains(I) && cutKind(*I) == CutKind::None &&
                 none_of(Members, [&](Instruction *M) { return isLiveBehind(*M, *I) || isLiveBehind(*I, *M); });
    if (Joins)
      Members.push_back(I);
    else
      Edges.push_back({V.get(), In});
  }
  if (Members.size() == 1 || any_of(Edges, [](auto &Edge) { return succ_size(Edge.second) != 1; }))
    return false;
  Slot S = newSlot(Phi, /*IsUniform=*/false);
  for (Instruction *M : Members) {
    Blocks Live = liveBlocks(*M);
    for (unsigned R = 1; R < Context.numRegions(); ++R)
      if (Live.contains(Context.Cuts[R - 1].Resume))
        S.LiveIn.set(R);
  }
  loadAtUses(Phi, *S.Variable);
  IRBuilder<> B(&*Phi.getParent()->getFirstInsertionPt());
  Phi.replaceAllUsesWith(B.CreateLoad(Phi.getType(), S.Variable, Phi.getName()));
  for (Instruction *M : drop_begin(Members)) {
    for (Use &U : Phi.incoming_values())
      if (U.get() == M)
        U.set(PoisonValue::get(M->getType()));
    loadAtUses(*M, *S.Variable);
    B.SetInsertPoint(isa<PHINode>(M) ? &*M->getParent()->getFirstInsertionPt() : M->getNextNode());
    B.CreateStore(M, S.Variable);
  }
  for (auto &[V, In] : Edges) {
    B.SetInsertPoint(In->getTerminator());
    B.CreateStore(V, S.Variable);
  }
  Done.insert(Members.begin(), Members.end());
  Phi.eraseFromParent();
  Context.Slots.push_back(std::move(S));
  return true;
}

/// Whether it takes few steps from values that have slots wherever this one is wanted.
bool Demotion::followsFromSlots(Instruction &V, const SmallPtrSetImpl<Instruction *> &HaveSlots) {
  Blocks Live = liveBlocks(V);
  SmallVector<const Instruction *, 4> Leaves;
  auto IsLeaf = [&](const Instruction &I) {
    if (isLeafOfGroup(I, isUniformAnywhere(I)))
      return true;
    auto *Leaf = const_cast<Instruction *>(&I);
    if (!HaveSlots.contains(Leaf))
      return false;
    Blocks LeafLives = liveBlocks(*Leaf);
    if (any_of(Context.Cuts, [&](const Cut &C) { return Live.contains(C.Resume) && !LeafLives.contains(C.Resume); }))
      return false;
    Leaves.push_back(&I);
    return true;
  };
  unsigned Budget = RecomputeFromSlotLimit;
  if (!canRecompute(&V, true, Budget, IsLeaf))
    return false;
  SlotLeaves.insert(Leaves.begin(), Leaves.end());
  return true;
}

/// The slot in which an operand of a statement is anyway, where it is that of every work-item at the cut; else -1.
int Demotion::slotOf(const Value *Operand, unsigned CutIndex) const {
  const BasicBlock *BB = Context.Cuts[CutIndex].Block;
  if (Context.Scheduled || Operand->getType()->isIntegerTy(1))
    return -1;
  for (auto [Index, S] : enumerate(Context.Slots)) {
    if (S.Uniform || S.Array || S.Operand || !S.LiveIn[CutIndex + 1] ||
        S.Variable->getAllocatedType() != Operand->getType())
      continue;
    bool Holds = false; // at the end of the block
    for (const Instruction &I : *BB) {
      if (const auto *Store = dyn_cast<StoreInst>(&I); Store && Store->getPointerOperand() == S.Variable)
        Holds = Store->getValueOperand() == Operand;
      else if (const auto *Load = dyn_cast<LoadInst>(&I); Load && Load == Operand)
        Holds = Load->getPointerOperand() == S.Variable;
    }
    if (Holds)
      return int(Index);
  }
  return -1;
}

/// Slots for the operands of statements that each work-item has its own of, and for results that nobody asks for.
void Demotion::findStatementSlots() {
  auto AddSlot = [&](unsigned CutIndex, Type *Ty, const Twine &Name, bool Operand) {
    Slot S{addVariable(Ty, Name), /*Uniform=*/false, /*Array=*/false, Operand, {}, 0, 0};
    S.LiveIn.resize(Context.numRegions());
    S.LiveIn[CutIndex + 1] = true;
    Context.Slots.push_back(std::move(S));
    return int(Context.Slots.size()) - 1;
  };
  for (auto [Index, C] : enumerate(Context.Cuts)) {
    if (C.Kind != CutKind::Statement)
      continue;
    for (auto [Arg, Letter] : zip(C.Call->args(), C.Form.Operands)) {
      int There = Letter == 'r' ? slotOf(Arg.get(), Index) : -1;
      C.InPlace.push_back(There >= 0);
      C.OperandSlots.push_back(Letter != 'r' ? -1
                               : There >= 0  ? There
                                             : AddSlot(Index, Arg->getType(), "operand", true));
    }
    if (C.Form.Result == 'r' && C.ResultSlot < 0)
      C.ResultSlot = AddSlot(Index, C.Call->getType(), "result", false);
  }
}

/// All instructions that use memory of an alloca; false if its address leaves what can be followed.
static bool collectUses(Instruction &Pointer, SmallPtrSetImpl<Instruction *> &Users) {
  bool Known = true;
  for (User *U : Pointer.users()) {
    auto *I = cast<Instruction>(U);
    if (I->isLifetimeStartOrEnd() || !Users.insert(I).second)
      continue;
    if (auto *Store = dyn_cast<StoreInst>(I))
      Known &= Store->getValueOperand() != &Pointer;
    else if (isa<PtrToIntInst>(I))
      Known = false;
    else if (auto *Call = dyn_cast<CallBase>(I))
      Known &= isa<MemIntrinsic>(I) || Call->onlyReadsMemory();
    if (I->getType()->isPointerTy() || isa<AddrSpaceCastInst>(I))
      Known &= collectUses(*I, Users);
  }
  return Known;
}

/// What can be reached from some blocks by the ways that `Next` gives, those blocks included.
template <typename Ways>
static SmallPtrSet<BasicBlock *, 32> reachableFrom(const SmallPtrSetImpl<BasicBlock *> &Starts, Ways Next) {
  SmallPtrSet<BasicBlock *, 32> Reached;
  SmallVector<BasicBlock *, 16> Work(Starts.begin(), Starts.end());
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (Reached.insert(BB).second)
      append_range(Work, Next(BB));
  }
  return Reached;
}

/// Private arrays whose contents cross a cut.
void Demotion::findArrays() {
  SmallVector<AllocaInst *, 8> Allocas;
  for (Instruction &I : Kernel.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I))
      if (none_of(Context.Slots, [&](Slot &S) { return S.Variable == A; }))
        Allocas.push_back(A);
  for (AllocaInst *A : Allocas) {
    SmallPtrSet<Instruction *, 32> Users;
    bool Known = collectUses(*A, Users);
    SmallPtrSet<BasicBlock *, 16> UseBlocks;
    for (Instruction *I : Users) {
      UseBlocks.insert(I->getParent());
      if (auto *Phi = dyn_cast<PHINode>(I))
        for (BasicBlock *In : Phi->blocks())
          UseBlocks.insert(In);
    }
    const auto Behind = reachableFrom(UseBlocks, [](BasicBlock *BB) { return successors(BB); });
    const auto Before = reachableFrom(UseBlocks, [](BasicBlock *BB) { return predecessors(BB); });
    Slot S{A, /*Uniform=*/false, /*Array=*/true, /*Operand=*/false, {}, 0, 0};
    S.LiveIn.resize(Context.numRegions());
    bool Crosses = false;
    for (unsigned R = 1; R < Context.numRegions(); ++R) {
      BasicBlock *Resume = Context.Cuts[R - 1].Resume;
      if (Behind.contains(Resume) && (!Known || Before.contains(Resume)))
        S.LiveIn[R] = Crosses = true;
    }
    if (Crosses)
      Context.Slots.push_back(std::move(S));
  }
}

/// Whether, of the work-items that part at a branch, some return without meeting a cut while others may meet one. They
/// need not part there for good: `if (l & 4) if (n == 1) return;` lets those leave that came to a uniform branch.
static bool someReturn(BasicBlock &Branch, const SmallPtrSetImpl<BasicBlock *> &MeetsCut,
                       const PostDominatorTree &PDT) {
  if (!MeetsCut.contains(&Branch))
    return false;
  const auto *Node = PDT.getNode(&Branch);
  BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  SmallVector<BasicBlock *, 16> Work(successors(&Branch));
  SmallPtrSet<BasicBlock *, 32> Seen;
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    if (!MeetsCut.contains(BB))
      return true;
    if (BB != Join && !hasCut(*BB))
      append_range(Work, successors(BB));
  }
  return false;
}

/// Work-items that return while others go on to a cut: not allowed by the specification, but common
/// (`if (get_global_id(0) >= n) return;` before a barrier). Those who return must not take part later.
void Demotion::findEarlyReturns() {
  if (Context.Cuts.empty())
    return;
  SmallPtrSet<BasicBlock *, 8> CutBlocks;
  for (Cut &C : Context.Cuts)
    CutBlocks.insert(C.Block);
  // Blocks from which a cut is met before the kernel ends.
  SmallPtrSet<BasicBlock *, 32> MeetsCut;
  SmallVector<BasicBlock *, 16> Work(CutBlocks.begin(), CutBlocks.end());
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (!MeetsCut.insert(BB).second)
      continue;
    for (BasicBlock *Pred : predecessors(BB))
      if (!CutBlocks.contains(Pred))
        Work.push_back(Pred);
  }
  PostDominatorTree PDT(Kernel);
  Context.NeedsAlive = any_of(Kernel, [&](BasicBlock &BB) {
    return succ_size(&BB) > 1 && !CutBlocks.contains(&BB) && Uniform.hasDivergentTerminator(BB) &&
           someReturn(BB, MeetsCut, PDT);
  });
}

/// An address at a constant distance from what every region has at hand.
static bool isFixedPlace(const Instruction &I) {
  const auto *Place = dyn_cast<GetElementPtrInst>(&I);
  return Place && Place->hasAllConstantIndices() && !Place->getType()->isVectorTy() &&
         (isa<Argument>(Place->getPointerOperand()) || asContext(Place->getPointerOperand()));
}

void Demotion::run(bool Share) {
  if (!Context.Scheduled)
    findEarlyReturns();
  struct Crossing {
    Instruction *V;
    bool Uniform;
  };
  SmallVector<Crossing, 32> Recomputed, Demoted;
  DenseMap<const Instruction *, unsigned> Order;
  for (Instruction &I : instructions(Kernel)) {
    if (isa<AllocaInst>(I) || I.use_empty() || I.getType()->isTokenTy())
      continue;
    if (!crosses(liveBlocks(I)))
      continue;
    Order[&I] = unsigned(Order.size());
    bool IsUniform = isUniform(&I);
    unsigned Budget = RecomputeLimit;
    bool Again =
        asContext(&I) || isFixedPlace(I) || (!IsUniform && canRecompute(&I, true, Budget, [&](const Instruction &Leaf) {
          return isLeafOfGroup(Leaf, isUniformAnywhere(Leaf));
        }));
    (Again ? Recomputed : Demoted).push_back({&I, IsUniform});
  }
  if (Share) {
    SmallPtrSet<Instruction *, 16> HaveSlots;
    for (Crossing &C : Demoted)
      if (!C.Uniform)
        HaveSlots.insert(C.V);
    erase_if(Demoted, [&](Crossing &C) {
      if (C.Uniform || cutKind(*C.V) != CutKind::None || !followsFromSlots(*C.V, HaveSlots))
        return false;
      HaveSlots.erase(C.V);
      Recomputed.push_back(C);
      return true;
    });
    // In the order of the kernel, for what follows.
    llvm::sort(Recomputed, [&](const Crossing &A, const Crossing &B) { return Order.lookup(A.V) < Order.lookup(B.V); });
  }
  // Users before what they use: a copy may take its operands from the original's.
  for (Crossing &C : reverse(Recomputed))
    recomputeAtUses(*C.V);
  // The copies may have lengthened the lives of the uniform values that they start from.
  SmallPtrSet<Instruction *, 32> Seen;
  for (Crossing &C : Demoted)
    Seen.insert(C.V);
  for (Instruction &I : instructions(Kernel))
    if (!isa<AllocaInst>(I) && !Seen.contains(&I) && !I.use_empty() && !I.getType()->isTokenTy() &&
        crosses(liveBlocks(I)))
      Demoted.push_back({&I, isUniform(&I)});
  SmallPtrSet<Instruction *, 16> HaveSlots, Done;
  for (Crossing &C : Demoted)
    if (!C.Uniform)
      HaveSlots.insert(C.V);
  for (Crossing &C : Demoted)
    if (auto *Phi = dyn_cast<PHINode>(C.V); Phi && Share && !C.Uniform && !Done.contains(Phi))
      shareSlot(
          *Phi, [&](Instruction &I) { return HaveSlots.contains(&I); }, Done);
  for (Crossing &C : Demoted)
    if (!Done.contains(C.V))
      if (Blocks Live = liveBlocks(*C.V); crosses(Live))
        demote(*C.V, Live, C.Uniform);
  findStatementSlots();
  findArrays();
}

void demoteAcrossCuts(Function &Kernel, RegionContext &Context, bool Share) {
  if (Context.Cuts.empty())
    return;
  Demotion(Kernel, Context).run(Share);

  // Slots in order of alignment, so that each starts at a multiple of its own. Values that are never live at the same
  // cut share one.
  const DataLayout &DL = Kernel.getParent()->getDataLayout();
  auto AlignOf = [&](const Slot &S) {
    return std::max(S.Variable->getAlign(), DL.getABITypeAlign(S.Variable->getAllocatedType()));
  };
  SmallVector<Slot *, 16> Divergent;
  for (Slot &S : Context.Slots)
    if (!S.Uniform)
      Divergent.push_back(&S);
  llvm::stable_sort(Divergent, [&](Slot *A, Slot *B) { return AlignOf(*A) > AlignOf(*B); });
  struct Place {
    uint64_t Offset, Stride;
    BitVector Taken; // per region
    bool Shared;     // an array is used in place, in every region
  };
  SmallVector<Place, 16> Taken;
  uint64_t Offset = 0;
  for (Slot *S : Divergent) {
    Type *Ty = S->Variable->getAllocatedType();
    if (Ty->isIntegerTy(1))
      Ty = Type::getInt8Ty(Ty->getContext());
    S->Stride = alignTo(DL.getTypeAllocSize(Ty), AlignOf(*S));
    auto Fits = [&](Place &R) {
      return !S->Array && R.Shared && R.Stride == S->Stride && isAligned(AlignOf(*S), R.Offset) &&
             !S->LiveIn.anyCommon(R.Taken);
    };
    Place *R = find_if(Taken, Fits);
    if (R == Taken.end()) {
      Offset = alignTo(Offset, AlignOf(*S));
      Taken.push_back({Offset, S->Stride, BitVector(S->LiveIn.size()), !S->Array});
      R = &Taken.back();
      Offset += S->Stride;
    }
    S->Offset = R->Offset;
    R->Taken |= S->LiveIn;
  }
  if (Context.NeedsAlive)
    Offset += 1; // the last slot
  if (Context.Scheduled) {
    Context.NextSlot = alignTo(Offset, 4);
    Offset = Context.NextSlot + 4;
  }
  Context.SlotBytes = Offset;
}

} // namespace weft
