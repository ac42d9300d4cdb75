// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the size of the groups is known, and every branch follows from it, a group is one straight line: this walks
// from the group's first instruction to its last, packet by packet and iteration by iteration of the loops that hold
// barriers, and writes down what is done. Addresses in local memory and in the frame's slots are constants there, so
// each value that was stored is at hand where it is loaded: the group's local memory is in registers.
//
//   t[l] = in[i];                                 v0 = load in, v1 = load in + 16, ...
//   for (n = 1; n < 256; n *= 2) {                w1 = v1 + shuffle(v0, v1), w0 = v0 + shuffle(0, v0), ...
//     x = l >= n ? t[l - n] : 0; barrier;         ...
//     t[l] += x; barrier;
//   }
//   out[i] = t[l];                                store out, z0, store out + 16, z1, ...
//
// That pays most where an iteration reads what the iteration before stored elsewhere: a load over two stores waits
// until both are in the cache.
//
// Invariants:
// - The line is what the entry's blocks would have done, in that order; nothing is left out but accesses of local
//   memory and slots, of which each load must be covered by stores of the same group.
// - Local memory and slots are the group's alone and end with it (work_groups.cpp), so no store to them is needed.
// - Wherever something else could reach them (a call, an atomic or volatile access, an address that is no constant),
//   the walk gives up.

#include "compiler/regions/trace_groups.h"
#include "compiler/ir/names.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>

using namespace llvm;

namespace weft {

/// Instructions that are walked over, and that the line may have: more take long to compile.
static constexpr unsigned MostSteps = 30000, LongestLine = 2000;

namespace {

/// What some bytes of a group's memory hold: an element of a vector, or a scalar.
struct Cell {
  Value *From;
  int Lane; ///< -1: a scalar
  unsigned Bytes;
};

/// Bytes of a group's memory by their distance from where they start.
using Cells = std::map<int64_t, Cell>;

/// What is kept by element: numbers of whole bytes, and vectors of them.
struct Shape {
  Type *Element = nullptr; ///< null: of another kind
  unsigned Lanes = 1, Bytes = 0;
  bool IsVector = false;

  Shape(Type *Ty, const DataLayout &DL) {
    auto *Vector = dyn_cast<FixedVectorType>(Ty);
    Type *Scalar = Ty->getScalarType();
    if ((Ty->isVectorTy() && !Vector) || !(Scalar->isIntegerTy() || Scalar->isFloatingPointTy()))
      return;
    uint64_t Bits = DL.getTypeSizeInBits(Scalar).getFixedValue();
    if (Bits != 8 && Bits != 16 && Bits != 32 && Bits != 64)
      return;
    Element = Scalar;
    Bytes = unsigned(Bits / 8);
    Lanes = Vector ? Vector->getNumElements() : 1;
    IsVector = Vector != nullptr;
  }
};

/// An access of memory, whatever instruction makes it.
struct Access {
  Value *Pointer = nullptr;
  Value *Stored = nullptr; ///< null: a load
  Value *Mask = nullptr;   ///< null: all lanes
  Value *Else = nullptr;   ///< of a masked load
};

class Tracer {
public:
  Tracer(Function &F, TargetMachine &TM)
      : F(F), DL(F.getDataLayout()), TTI(TM.getTargetTransformInfo(F)), Local(F.getArg(3)), Frame(F.getArg(4)),
        B(F.getContext()) {}

  const char *run();

private:
  const char *findLoop();
  const char *findLocalArguments();
  const char *walk();
  const char *step(Instruction &I);
  const char *other(Instruction &I);
  const char *memory(Instruction &I, const Access &A);
  BasicBlock *next(Instruction &Terminator);
  void takePhis(BasicBlock &To, BasicBlock &From);
  Value *now(Value *V) const;
  bool isGroupMemory(const Value *Base) const;
  Cells *cellsAt(Value *Pointer, int64_t &Offset);
  const char *store(Cells &To, int64_t Offset, Value *V, Value *Mask);
  Value *load(const Cells &From, int64_t Offset, Type *Ty, const Access &A);
  Value *assemble(ArrayRef<Cell> LaneCells, const Shape &S, Value *Else);
  void keepOrder();
  void finish();

  Function &F;
  const DataLayout &DL;
  TargetTransformInfo TTI;
  Value *Local, *Frame;
  IRBuilder<> B;
  BasicBlock *Header = nullptr, *Latch = nullptr, *Line = nullptr;
  DenseMap<Value *, Value *> Now; ///< what a value of the entry is at this point of the walk
  SmallPtrSet<BasicBlock *, 32> Body;
  SmallVector<Value *, 4> LocalArguments; ///< their offsets
  unsigned Length = 0;                    ///< of the line, with what nobody uses
  MapVector<Value *, Cells> Memory;       ///< by what the addresses come from
  bool LoadedOutside = false;             ///< since the order was kept last
  bool IsRepeated = false;                ///< some block was met twice
  bool HasLocal = false;
};

} // namespace

/// The loop over the batch's groups: the only one that no other holds, and as work_groups.cpp made it.
const char *Tracer::findLoop() {
  DominatorTree DT(F);
  for (BasicBlock &BB : F)
    for (BasicBlock *To : successors(&BB))
      if (DT.dominates(To, &BB) && isa<PHINode>(To->front()) && (!Header || DT.dominates(To, Header))) {
        Header = To;
        Latch = &BB;
      }
  if (!Header || Latch == Header || pred_size(Header) != 2)
    return "no loop over groups";
  // All that leads to the latch without passing the header.
  SmallVector<BasicBlock *, 32> Work{Latch};
  Body.insert(Header);
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (!DT.dominates(Header, BB))
      return "no loop over groups";
    if (Body.insert(BB).second)
      append_range(Work, predecessors(BB));
  }
  for (BasicBlock *BB : Body)
    for (Instruction &I : *BB)
      if (any_of(I.users(), [&](User *U) { return !Body.contains(cast<Instruction>(U)->getParent()); }))
        return "a value that is wanted behind the last group";
  return nullptr;
}

Value *Tracer::now(Value *V) const {
  if (Value *Known = Now.lookup(V))
    return Known;
  return V;
}

/// Whether what an address comes from is memory that the group has for itself, each its own.
bool Tracer::isGroupMemory(const Value *Base) const {
  if (Base == Local || Base == Frame)
    return true;
  const auto *Place = dyn_cast<GetElementPtrInst>(Base);
  if (!Place || Place->getNumIndices() != 1 || !Place->getSourceElementType()->isIntegerTy(8) ||
      Place->getPointerOperand()->stripPointerCasts() != Local)
    return false;
  return is_contained(LocalArguments, Place->getOperand(1));
}

/// Local arguments: each has an offset of its own, loaded once.
const char *Tracer::findLocalArguments() {
  SmallPtrSet<Value *, 8> Slots;
  for (Instruction &I : instructions(F)) {
    if (!I.hasMetadata(LocalArgumentMark))
      continue;
    auto *Offset = dyn_cast<LoadInst>(&I);
    if (!Offset || I.getParent() != &F.getEntryBlock() || !Slots.insert(Offset->getPointerOperand()).second)
      return "local arguments of unknown places";
    LocalArguments.push_back(Offset);
  }
  return nullptr;
}

/// The cells of the group's memory that an address is in; null: it is elsewhere.
Cells *Tracer::cellsAt(Value *Pointer, int64_t &Offset) {
  APInt Distance(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  Value *Base = Pointer->stripAndAccumulateConstantOffsets(DL, Distance, /*AllowNonInbounds=*/true);
  if (!isGroupMemory(Base))
    return nullptr;
  Value *Key = Base;
  if (auto *Place = dyn_cast<GetElementPtrInst>(Base)) // one address may have been made in several places
    Key = Place->getOperand(1);
  HasLocal |= Base != Frame;
  Offset = Distance.getSExtValue();
  return &Memory[Key];
}

const char *Tracer::store(Cells &To, int64_t Offset, Value *V, Value *Mask) {
  Shape S(V->getType(), DL);
  auto *Known = Mask ? dyn_cast<Constant>(Mask) : nullptr;
  if (!S.Element || (Mask && !Known))
    return "a store of another kind";
  for (unsigned I = 0; I < S.Lanes; ++I) {
    Constant *Does = Known ? Known->getAggregateElement(I) : nullptr;
    if (Known && (!Does || !isa<ConstantInt>(Does)))
      return "a store of another kind";
    if (Does && Does->isNullValue())
      continue;
    int64_t At = Offset + int64_t(I) * S.Bytes;
    // What the store covers in part is nothing any more.
    auto Old = To.lower_bound(At - 7);
    while (Old != To.end() && Old->first < At + int64_t(S.Bytes))
      Old = Old->first + int64_t(Old->second.Bytes) > At ? To.erase(Old) : std::next(Old);
    To[At] = {V, S.IsVector ? int(I) : -1, S.Bytes};
  }
  return nullptr;
}

/// A value of the shape's type from what its lanes come from; lanes without a cell have that of `Else`.
Value *Tracer::assemble(ArrayRef<Cell> LaneCells, const Shape &S, Value *Else) {
  auto Cast = [&](Value *V) {
    auto *Vector = dyn_cast<FixedVectorType>(V->getType());
    Type *To = Vector ? FixedVectorType::get(S.Element, Vector->getNumElements()) : S.Element;
    return B.CreateBitCast(V, To);
  };
  if (!S.IsVector)
    return LaneCells[0].Lane < 0 ? Cast(LaneCells[0].From)
                                 : B.CreateExtractElement(Cast(LaneCells[0].From), uint64_t(LaneCells[0].Lane));
  // From each vector, which lanes go where.
  using Lanes = SmallVector<int, 32>;
  MapVector<Value *, Lanes> Vectors;
  auto Take = [&](Value *From, int Lane, unsigned To) {
    auto &Where = Vectors[From];
    Where.resize(S.Lanes, -1);
    Where[To] = Lane;
  };
  for (auto [I, Cell] : enumerate(LaneCells))
    if (!Cell.From && Else && !isa<UndefValue>(Else))
      Take(Else, int(I), unsigned(I));
    else if (Cell.From && Cell.Lane >= 0)
      Take(Cell.From, Cell.Lane, unsigned(I));
  Value *Result = PoisonValue::get(FixedVectorType::get(S.Element, S.Lanes));
  if (Vectors.size() == 2 && Vectors.front().first->getType() == Vectors.back().first->getType()) {
    Value *First = Vectors.front().first;
    int Width = int(cast<FixedVectorType>(First->getType())->getNumElements());
    Lanes Both = Vectors.front().second;
    for (auto [To, Lane] : zip(Both, Vectors.back().second))
      if (Lane >= 0)
        To = Width + Lane;
    Result = B.CreateShuffleVector(Cast(First), Cast(Vectors.back().first), Both);
  } else {
    Lanes Done(S.Lanes, -1);
    bool IsFirst = true;
    for (auto &[From, Where] : Vectors) {
      Value *Part = Cast(From);
      bool IsWhole = Part->getType() == Result->getType() &&
                     all_of(enumerate(Where), [](auto Lane) { return Lane.value() == int(Lane.index()); });
      if (!IsWhole)
        Part = B.CreateShuffleVector(Part, Where);
      Lanes Blend;
      for (unsigned I = 0; I < S.Lanes; ++I) {
        if (Where[I] >= 0)
          Done[I] = int(I);
        Blend.push_back(Where[I] >= 0 ? int(S.Lanes + I) : Done[I]);
      }
      Result = IsFirst ? Part : B.CreateShuffleVector(Result, Part, Blend);
      IsFirst = false;
    }
  }
  for (auto [I, Cell] : enumerate(LaneCells))
    if (Cell.From && Cell.Lane < 0)
      Result = B.CreateInsertElement(Result, Cast(Cell.From), uint64_t(I));
  return Result;
}

/// What is loaded; null: no store covers it.
Value *Tracer::load(const Cells &From, int64_t Offset, Type *Ty, const Access &A) {
  Shape S(Ty, DL);
  auto *Known = A.Mask ? dyn_cast<Constant>(A.Mask) : nullptr;
  if (!S.Element || (A.Mask && !Known))
    return nullptr;
  SmallVector<Cell, 32> LaneCells;
  for (unsigned I = 0; I < S.Lanes; ++I) {
    Constant *Does = Known ? Known->getAggregateElement(I) : nullptr;
    if (Known && (!Does || !isa<ConstantInt>(Does)))
      return nullptr;
    if (Does && Does->isNullValue()) {
      LaneCells.push_back({nullptr, -1, 0});
      continue;
    }
    auto Found = From.find(Offset + int64_t(I) * S.Bytes);
    if (Found == From.end() || Found->second.Bytes != S.Bytes)
      return nullptr;
    LaneCells.push_back(Found->second);
  }
  return assemble(LaneCells, S, A.Else);
}

/// What is read of global memory in the order of addresses, as the processor's prefetchers like it, would be read in
/// that in which the line wants it: the scheduler must not mix the two.
void Tracer::keepOrder() {
  if (!LoadedOutside)
    return;
  LoadedOutside = false;
  InlineAsm *Nothing =
      InlineAsm::get(FunctionType::get(B.getVoidTy(), false), "", "~{memory}", /*hasSideEffects=*/true);
  B.CreateCall(Nothing, {});
}

static bool accessOf(Instruction &I, Access &A) {
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    A.Pointer = Load->getPointerOperand();
    return true;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    A.Pointer = Store->getPointerOperand();
    A.Stored = Store->getValueOperand();
    return true;
  }
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  if (Call->getIntrinsicID() == Intrinsic::masked_load) {
    A = {Call->getArgOperand(0), nullptr, Call->getArgOperand(1), Call->getArgOperand(2)};
    return true;
  }
  if (Call->getIntrinsicID() == Intrinsic::masked_store) {
    A = {Call->getArgOperand(1), Call->getArgOperand(0), Call->getArgOperand(2), nullptr};
    return true;
  }
  return false;
}

/// An access, its operands as they are now.
const char *Tracer::memory(Instruction &I, const Access &Before) {
  Access A = Before;
  for (Value **V : {&A.Pointer, &A.Stored, &A.Mask, &A.Else})
    if (*V)
      *V = now(*V);
  bool IsSimple = isa<CallInst>(I) || (isa<LoadInst>(I) ? cast<LoadInst>(I).isSimple() : cast<StoreInst>(I).isSimple());
  int64_t Offset = 0;
  if (Cells *Here = cellsAt(A.Pointer, Offset)) {
    if (!IsSimple)
      return "local memory that is volatile or atomic";
    if (A.Stored)
      return store(*Here, Offset, A.Stored, A.Mask);
    keepOrder();
    Value *V = load(*Here, Offset, I.getType(), A);
    if (!V)
      return "local memory that nobody wrote";
    Now[&I] = V;
    return nullptr;
  }
  unsigned Space = A.Pointer->getType()->getPointerAddressSpace();
  bool IsElsewhere = Space == 1 || Space == 2 || I.hasMetadata(LLVMContext::MD_invariant_load) ||
                     isa<AllocaInst>(getUnderlyingObject(A.Pointer));
  if (!IsElsewhere)
    return "an address that is no constant";
  LoadedOutside |= !A.Stored && Space == 1;
  return other(I);
}

/// Writes the instruction down, unless it is known what it comes to.
const char *Tracer::other(Instruction &I) {
  Instruction *Copy = I.clone();
  Copy->setDebugLoc(I.getDebugLoc());
  for (unsigned Kind : {LLVMContext::MD_access_group, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias})
    Copy->setMetadata(Kind, nullptr);
  for (Use &U : Copy->operands())
    U.set(now(U.get()));
  Copy->insertInto(Line, Line->end());
  ++Length;
  if (!Copy->mayHaveSideEffects())
    if (Value *Simple = simplifyInstruction(Copy, SimplifyQuery(DL, Copy))) {
      if (Simple != Copy) {
        Copy->eraseFromParent();
        --Length;
        Now[&I] = Simple;
        return nullptr;
      }
    }
  Copy->setName(I.getName());
  Now[&I] = Copy;
  return nullptr;
}

const char *Tracer::step(Instruction &I) {
  if (isa<AllocaInst>(I))
    return "a variable of a turn's own";
  Access A;
  if (accessOf(I, A))
    return memory(I, A);
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    Intrinsic::ID ID = Intrinsic ? Intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic;
    if (ID == Intrinsic::assume || ID == Intrinsic::experimental_noalias_scope_decl || I.isDebugOrPseudoInst())
      return nullptr;
    // Gathers and scatters: all lanes' addresses are of one space.
    bool IsGather = ID == Intrinsic::masked_gather, IsScatter = ID == Intrinsic::masked_scatter;
    if (IsGather || IsScatter) {
      unsigned Space = Call->getArgOperand(IsScatter ? 1 : 0)->getType()->getScalarType()->getPointerAddressSpace();
      return Space == 1 || Space == 2 ? other(I) : "an address that is no constant";
    }
    if (!Call->doesNotAccessMemory() || Call->isConvergent() || Call->isInlineAsm())
      return "a call";
    return other(I);
  }
  if (I.mayReadOrWriteMemory())
    return "an atomic operation or a fence";
  return other(I);
}

void Tracer::takePhis(BasicBlock &To, BasicBlock &From) {
  SmallVector<std::pair<PHINode *, Value *>, 8> Taken; // all at once
  for (PHINode &Phi : To.phis())
    Taken.push_back({&Phi, now(Phi.getIncomingValueForBlock(&From))});
  for (auto &[Phi, V] : Taken)
    Now[Phi] = V;
}

/// Where it goes on; null: that is not known.
BasicBlock *Tracer::next(Instruction &Terminator) {
  if (auto *Branch = dyn_cast<BranchInst>(&Terminator)) {
    if (Branch->isUnconditional())
      return Branch->getSuccessor(0);
    auto *Known = dyn_cast<ConstantInt>(now(Branch->getCondition()));
    return Known ? Branch->getSuccessor(Known->isZero()) : nullptr;
  }
  auto *Switch = dyn_cast<SwitchInst>(&Terminator);
  auto *Known = Switch ? dyn_cast<ConstantInt>(now(Switch->getCondition())) : nullptr;
  return Known ? Switch->findCaseValue(Known)->getCaseSuccessor() : nullptr;
}

const char *Tracer::walk() {
  SmallPtrSet<BasicBlock *, 32> Seen;
  unsigned Steps = 0;
  BasicBlock *At = Header;
  while (true) {
    if (At != Header || !Seen.empty())
      IsRepeated |= !Seen.insert(At).second;
    for (Instruction &I : *At) {
      if (isa<PHINode>(I) || I.isTerminator())
        continue;
      if (const char *Why = step(I))
        return Why;
      if (++Steps > MostSteps)
        return "it is long";
    }
    BasicBlock *To = next(*At->getTerminator());
    if (!To)
      return "a branch that the size does not decide";
    if (To == Latch)
      break;
    if (To == Header || !Body.contains(To))
      return "a group that does not come to its end";
    takePhis(*To, *At);
    if (Length > 4 * LongestLine) // what nobody uses is still there
      return "it is long";
    At = To;
  }
  takePhis(*Latch, *At);
  return nullptr;
}

/// The line takes the place of what was walked.
void Tracer::finish() {
  auto Remap = [&](Instruction &I) {
    for (Use &U : I.operands())
      U.set(now(U.get()));
  };
  B.CreateBr(Latch);
  for (PHINode &Phi : Latch->phis())
    Phi.replaceAllUsesWith(now(&Phi));
  while (auto *Phi = dyn_cast<PHINode>(&Latch->front()))
    Phi->eraseFromParent();
  for (Instruction &I : *Latch)
    Remap(I);
  for (PHINode &Phi : Header->phis())
    if (int In = Phi.getBasicBlockIndex(Latch); In >= 0)
      Phi.setIncomingValue(unsigned(In), now(Phi.getIncomingValue(unsigned(In))));
  for (Instruction &I : make_early_inc_range(reverse(*Header)))
    if (!isa<PHINode>(I)) {
      if (!I.use_empty())
        I.replaceAllUsesWith(PoisonValue::get(I.getType()));
      I.eraseFromParent();
    }
  BranchInst::Create(Line, Header);
  EliminateUnreachableBlocks(F);
  for (Instruction &I : make_early_inc_range(reverse(*Line)))
    if (isInstructionTriviallyDead(&I))
      I.eraseFromParent();
}

/// Bytes of local memory that pay in a straight line even where half or more of them do not stay in registers: without
/// masks and loops the stack is no slower than local memory is.
static constexpr uint64_t MostSpilled = 1024;

const char *Tracer::run() {
  if (const char *Why = findLoop())
    return Why;
  if (const char *Why = findLocalArguments())
    return Why;
  Line = BasicBlock::Create(F.getContext(), "line", &F, Latch);
  B.SetInsertPoint(Line);
  if (const char *Why = walk())
    return Why;
  if (!HasLocal || !IsRepeated)
    return "nothing to hold in registers";
  int64_t Bytes = 0;
  for (auto &[Base, ByOffset] : Memory)
    if (Base != Frame)
      for (auto &[Offset, Cell] : ByOffset)
        Bytes += Cell.Bytes;
  unsigned Registers = TTI.getNumberOfRegisters(TTI.getRegisterClassForType(/*Vector=*/true));
  uint64_t Wide = TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 8;
  if (uint64_t(Bytes) > std::max(Registers * Wide / 2, MostSpilled))
    return "more local memory than registers hold";
  finish();
  return Line->size() > LongestLine ? "it is long" : nullptr;
}

const char *traceGroups(Function &Entry, TargetMachine &TM) {
  return Tracer(Entry, TM).run();
}

} // namespace weft
