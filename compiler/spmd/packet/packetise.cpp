// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over the linearised function in reverse post-order: definitions before uses, but for phis, which are filled
// in at the end. Control flow is cloned as it is, for all of it is uniform; an instruction becomes a scalar one, one
// vector instruction for each part, or a loop over lanes, as its shape says.

#include "compiler/spmd/packet/packetise.h"
#include "compiler/ir/markers.h"
#include "compiler/ir/names.h"
#include "compiler/optimise/loop_hints.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft::spmd {

Packetiser::Packetiser(Function &Item, const PacketPlan &Plan, const TargetTransformInfo &TTI, std::string &WhyNot)
    : Item(Item), Plan(Plan), TTI(TTI), WhyNot(WhyNot), DL(Item.getParent()->getDataLayout()),
      Context(Item.getContext()), D(Item, VaryingX), S(Item, D, Plan.columns()),
      NearBy(Item, S, Plan.Lanes, Plan.Parts, Plan.Masked), Scaled(Item, S), Groups(Item, S, NearBy, Plan.Lanes),
      B(Context) {}

bool Packetiser::refuse(const Twine &Why) {
  if (WhyNot.empty())
    WhyNot = Why.str();
  return false;
}

/// The packet's signature, and a block for what comes before the item's entry.
void Packetiser::declare() {
  SmallVector<Type *, 16> Types(Item.getFunctionType()->params());
  if (Plan.Masked)
    Types.append(2, Type::getInt64Ty(Context));
  Out = Function::Create(FunctionType::get(Type::getVoidTy(Context), Types, false), GlobalValue::InternalLinkage,
                         Item.getAddressSpace(), Item.getName() + ".packet", Item.getParent());
  Out->copyAttributesFrom(&Item);
  Out->setLinkage(GlobalValue::InternalLinkage);
  Out->setVisibility(GlobalValue::DefaultVisibility);
  Out->setComdat(nullptr);
  if (DISubprogram *Scalar = Item.getSubprogram()) {
    // The same lines under a name of its own; the item's scopes stay as they are, inlined there.
    auto *Subprogram = cast<DISubprogram>(MDNode::replaceWithDistinct(Scalar->clone()));
    Subprogram->replaceRetainedNodes(MDTuple::get(Context, {}));
    Out->setSubprogram(Subprogram);
    PacketLocation = DILocation::getDistinct(Context, Scalar->getScopeLine(), 0, Subprogram);
  }
  Setup = BasicBlock::Create(Context, "packet", Out);
  for (BasicBlock &BB : Item)
    First[&BB] = BasicBlock::Create(Context, BB.getName(), Out);
  B.SetInsertPoint(Setup);
  B.SetInsertPoint(B.CreateBr(First[&Item.getEntryBlock()]));
  for (Argument &A : Item.args()) {
    Argument *Parameter = Out->getArg(A.getArgNo());
    Parameter->setName(A.getName());
    Out->removeParamAttr(A.getArgNo(), IdAttribute); // it is no item function itself
    Forms &F = Values[&A];
    F.Scalar[0] = Parameter;
    if (isPartDependent(&A) && Plan.PartDim == 1)
      for (unsigned P = 1; P < Plan.Parts; ++P)
        F.Scalar[P] = B.CreateAdd(Parameter, ConstantInt::get(A.getType(), P));
  }
  if (Plan.Masked) {
    Out->getArg(Item.arg_size())->setName("columns");
    Out->getArg(Item.arg_size() + 1)->setName("rows");
  }
}

/// Parts along y: what follows from y, from memory of the work-item's own, or from calls that may have effects.
void Packetiser::findPartDependence() {
  if (Plan.Parts == 1 || Plan.PartDim != 1)
    return;
  for (Argument &A : Item.args())
    if (idDimension(A) == 1u)
      PartDependent.insert(&A);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Instruction &I : instructions(Item)) {
      if (PartDependent.contains(&I) || isAny(&I))
        continue;
      bool Depends = any_of(I.operands(), [&](const Use &U) { return PartDependent.contains(U); }) ||
                     isa<AllocaInst>(I) || (isActive(&I) && Plan.Masked);
      if (auto *L = dyn_cast<LoadInst>(&I))
        Depends |= !L->isSimple();
      else if (auto *Call = dyn_cast<CallBase>(&I))
        Depends |= !Call->doesNotAccessMemory();
      else
        Depends |= I.mayReadOrWriteMemory();
      if (Depends) {
        PartDependent.insert(&I);
        Changed = true;
      }
    }
  }
}

/// Lane I of part P exists if x + I + P * Lanes < columns, or x + I < columns and y + P < rows.
void Packetiser::makeEntryMasks() {
  if (!Plan.Masked)
    return;
  IRBuilder<> At(Setup->getTerminator());
  Value *Columns = Out->getArg(Item.arg_size()), *Rows = Out->getArg(Item.arg_size() + 1);
  for (Argument &A : Item.args())
    if (std::optional<unsigned> Dim = idDimension(A); Dim && *Dim < 2) {
      Value *&Left = *Dim == 0 ? Columns : Rows;
      Left = At.CreateSub(Left, Values[&A].Scalar[0]);
    }
  unsigned Across = Plan.Lanes * (Plan.PartDim == 0 ? Plan.Parts : 1);
  // Of a type with which all lanes fit one register.
  Type *Narrow = At.getIntNTy(Across < 128 ? std::clamp(512u / Plan.Lanes, 8u, 32u) : 16);
  Value *Count = At.CreateTrunc(At.CreateBinaryIntrinsic(Intrinsic::umin, Columns, At.getInt64(Across)), Narrow);
  Value *Limit = At.CreateVectorSplat(Plan.Lanes, Count);
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    SmallVector<Constant *, 64> Numbers;
    for (unsigned L = 0; L < Plan.Lanes; ++L)
      Numbers.push_back(ConstantInt::get(Narrow, L + (Plan.PartDim == 0 ? P * Plan.Lanes : 0)));
    if (Plan.PartDim == 1 && P > 0) {
      Value *Exists = At.CreateICmpULT(At.getInt64(P), Rows);
      EntryMasks[P] = At.CreateSelect(Exists, EntryMasks[0], Constant::getNullValue(EntryMasks[0]->getType()));
    } else {
      EntryMasks[P] = At.CreateICmpULT(ConstantVector::get(Numbers), Limit, "active");
    }
  }
}

/// Whether a mask is false for lanes that do not exist because of what it is made of.
bool Packetiser::impliesActive(const Value *Mask, SmallPtrSetImpl<const Value *> &Seen) const {
  if (isActive(Mask) || !Seen.insert(Mask).second)
    return true;
  if (auto *C = dyn_cast<Constant>(Mask))
    return C->isNullValue();
  const auto *I = dyn_cast<Instruction>(Mask);
  if (!I)
    return false;
  if (const auto *Phi = dyn_cast<PHINode>(I))
    return all_of(Phi->incoming_values(), [&](const Use &U) { return impliesActive(U, Seen); });
  if (const auto *Select = dyn_cast<SelectInst>(I)) {
    if (!Select->getCondition()->getType()->isIntegerTy(1))
      return false;
    auto *Never = dyn_cast<Constant>(Select->getFalseValue());
    if (Never && Never->isNullValue() && impliesActive(Select->getCondition(), Seen))
      return true;
    return impliesActive(Select->getTrueValue(), Seen) && impliesActive(Select->getFalseValue(), Seen);
  }
  if (I->getOpcode() == Instruction::And)
    return impliesActive(I->getOperand(0), Seen) || impliesActive(I->getOperand(1), Seen);
  if (I->getOpcode() == Instruction::Or)
    return impliesActive(I->getOperand(0), Seen) && impliesActive(I->getOperand(1), Seen);
  return false;
}

void Packetiser::beginMask(BasicBlock &BB) {
  std::array<Value *, MostParts> PartMasks = {};
  Value *Mask = blockMask(BB);
  SmallPtrSet<const Value *, 8> Seen;
  bool Implied = !Mask || !Plan.Masked || impliesActive(Mask, Seen);
  Constant *All = Constant::getAllOnesValue(FixedVectorType::get(B.getInt1Ty(), Plan.Lanes));
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    PartMasks[P] = Mask ? vector(Mask, P) : EntryMasks[P];
    if (!Implied)
      PartMasks[P] = B.CreateSelect(EntryMasks[P], PartMasks[P], Constant::getNullValue(PartMasks[P]->getType()));
    if (PartMasks[P] == All)
      PartMasks[P] = nullptr;
  }
  Masks[&BB] = PartMasks;
}

/// What is emitted once for all parts runs for the lanes of all of them.
Value *Packetiser::maskFor(const Instruction &I, unsigned Part) {
  const BasicBlock *BB = I.getParent();
  return Plan.Parts == 1 || isPartDependent(&I) ? blockMaskOf(BB, Part) : maskOfAllParts(BB);
}

Value *Packetiser::maskOfAllParts(const BasicBlock *BB) {
  Value *Mask = blockMask(*BB);
  if (!Mask)
    return blockMaskOf(BB, 0); // the first part has all the columns that others have
  if (Value *Union = UnionMasks.lookup(BB))
    return Union;
  Value *Union = nullptr;
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    Value *PartMask = blockMaskOf(BB, P);
    if (!PartMask)
      return nullptr;
    Union = !Union ? PartMask : Union == PartMask ? Union : B.CreateOr(Union, PartMask);
  }
  return UnionMasks[BB] = Union;
}

bool Packetiser::isUnskipped(const Instruction &Access) const {
  return D.isDivergent(getLoadStorePointerOperand(&Access));
}

Value *Packetiser::anyLane(Value *Mask) {
  Type *Bits = B.getIntNTy(Plan.Lanes);
  return B.CreateICmpNE(B.CreateBitCast(Mask, Bits), Constant::getNullValue(Bits));
}

void Packetiser::emitAny(CallInst &Any) {
  Value *Mask = Any.getArgOperand(0);
  Forms &F = Values[&Any];
  SmallPtrSet<const Value *, 8> Seen;
  bool Implied = !Plan.Masked || impliesActive(Mask, Seen);
  if (isUniform(Mask) && !isPartDependent(Mask)) {
    F.Scalar[0] = scalar(Mask, 0); // some lane exists
    return;
  }
  Value *Union = nullptr;
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    Value *Part = vector(Mask, P);
    if (!Implied)
      Part = B.CreateSelect(EntryMasks[P], Part, Constant::getNullValue(Part->getType()));
    Union = Union ? B.CreateOr(Union, Part) : Part;
  }
  F.Scalar[0] = anyLane(Union);
}

DebugLoc Packetiser::locationOf(const Instruction &I) {
  const DebugLoc &Location = I.getDebugLoc();
  if (!PacketLocation || !Location)
    return Location; // without lines of its own (item_functions.cpp) the packet's are the entry's, as the item's are
  return DILocation::get(Context, Location.getLine(), Location.getCol(), Location.getScope(),
                         DebugLoc::appendInlinedAt(Location, PacketLocation, Context, InlinedAt));
}

/// What a loop's metadata says, but for its lines: those are the item's.
static MDNode *withoutLines(MDNode *Loop, LLVMContext &Context) {
  SmallVector<Metadata *, 4> Kept;
  for (const MDOperand &Operand : drop_begin(Loop->operands()))
    if (!isa_and_nonnull<DILocation>(Operand.get()))
      Kept.push_back(Operand);
  return loopHints(Context, Kept);
}

void Packetiser::createPhi(PHINode &Phi) {
  Forms Result;
  bool Linear = S.of(&Phi).isLinear();
  Type *T = Linear ? Phi.getType() : widen(Phi.getType());
  for (unsigned P = 0, N = Linear ? scalarParts(&Phi) : vectorParts(&Phi); P < N; ++P)
    (Linear ? Result.Scalar : Result.Vector)[P] = B.CreatePHI(T, Phi.getNumIncomingValues(), Phi.getName());
  Values[&Phi] = Result;
}

void Packetiser::completePhis() {
  for (BasicBlock &BB : Item) {
    if (!Last.contains(&BB))
      continue;
    for (PHINode &Phi : BB.phis()) {
      bool Linear = S.of(&Phi).isLinear();
      for (unsigned P = 0, N = Linear ? scalarParts(&Phi) : vectorParts(&Phi); P < N; ++P) {
        auto *NewPhi = cast<PHINode>(Linear ? Values[&Phi].Scalar[P] : Values[&Phi].Vector[P]);
        for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I)
          if (BasicBlock *From = Last.lookup(Phi.getIncomingBlock(I))) {
            Value *V = Phi.getIncomingValue(I);
            NewPhi->addIncoming(Linear ? scalar(V, P) : vector(V, P), From);
          }
      }
    }
  }
  // Filling in one may make another.
  for (unsigned Next = 0; Next < ExactPhis.size(); ++Next) {
    auto [Phi, Wide, Signed, P] = ExactPhis[Next];
    for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I)
      if (BasicBlock *From = Last.lookup(Phi->getIncomingBlock(I)))
        Wide->addIncoming(exact(Phi->getIncomingValue(I), Signed, Wide->getType(), P), From);
  }
}

bool Packetiser::emitTerminator(Instruction &I) {
  if (isa<ReturnInst>(I)) {
    B.CreateRetVoid();
    return true;
  }
  if (isa<UnreachableInst>(I)) {
    B.CreateUnreachable();
    return true;
  }
  if (!isa<BranchInst>(I) && !isa<SwitchInst>(I))
    return refuse(Twine("terminator ") + I.getOpcodeName());
  Instruction *Terminator = I.clone();
  Terminator->setDebugLoc(B.getCurrentDebugLocation());
  if (MDNode *Loop = I.getMetadata(LLVMContext::MD_loop))
    Terminator->setMetadata(LLVMContext::MD_loop, withoutLines(Loop, Context));
  B.Insert(Terminator);
  for (unsigned N = 0; N < I.getNumSuccessors(); ++N)
    Terminator->setSuccessor(N, First[I.getSuccessor(N)]);
  auto *Branch = dyn_cast<BranchInst>(&I);
  if (Branch && Branch->isUnconditional())
    return true;
  Value *On = I.getOperand(0);
  if (!isUniform(On) || isPartDependent(On))
    return refuse("a branch that differs between lanes");
  Value *Condition = scalar(On, 0);
  // No lane may be there, with nobody to say that the condition is not poison.
  if (blockMaskOf(I.getParent(), 0) && !isAny(On) && !isa<Constant>(Condition)) {
    IRBuilder<> At(Terminator);
    Condition = At.CreateFreeze(Condition);
  }
  Terminator->setOperand(0, Condition);
  return true;
}

bool Packetiser::emitInstruction(Instruction &I) {
  if (isMask(&I))
    return true;
  if (isAny(&I)) {
    emitAny(cast<CallInst>(I));
    return true;
  }
  if (isActive(&I)) {
    Constant *All = Constant::getAllOnesValue(FixedVectorType::get(B.getInt1Ty(), Plan.Lanes));
    for (unsigned P = 0; P < Plan.Parts; ++P)
      Values[&I].Vector[P] = Plan.Masked ? EntryMasks[P] : All;
    return true;
  }
  if (!I.getType()->isVoidTy() && !widen(I.getType()))
    return refuse(Twine("a value without a vector type: ") + I.getOpcodeName());
  if (auto *A = dyn_cast<AllocaInst>(&I))
    return emitAlloca(*A);
  if (auto *L = dyn_cast<LoadInst>(&I))
    return emitLoad(*L);
  if (auto *St = dyn_cast<StoreInst>(&I))
    return emitStore(*St);
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I) || isa<FenceInst>(I))
    return emitAtomic(I);
  if (auto *Call = dyn_cast<CallInst>(&I))
    return emitCall(*Call);
  if (I.mayReadOrWriteMemory())
    return refuse(Twine("instruction ") + I.getOpcodeName());
  return S.of(&I).isLinear() ? emitScalars(I) : emitVectors(I);
}

bool Packetiser::emitBlock(BasicBlock &BB) {
  B.SetInsertPoint(First[&BB]);
  for (PHINode &Phi : BB.phis()) {
    if (!widen(Phi.getType()))
      return refuse("a phi without a vector type");
    B.SetCurrentDebugLocation(locationOf(Phi));
    createPhi(Phi);
  }
  beginMask(BB);
  for (Instruction &I : make_range(BB.getFirstNonPHIIt(), BB.end())) {
    B.SetCurrentDebugLocation(locationOf(I));
    if (I.isTerminator() ? !emitTerminator(I) : !emitInstruction(I))
      return false;
  }
  Last[&BB] = B.GetInsertBlock();
  return true;
}

/// Instructions of a packet: where each lane has its own accesses to many places, a body may grow a hundredfold.
constexpr unsigned LargestPacket = 1 << 15;

Function *Packetiser::run() {
  if (!isPowerOf2_32(Plan.Lanes) || Plan.Lanes < 2 || Plan.Lanes > 64 || !isPowerOf2_32(Plan.Parts) ||
      Plan.Parts > MostParts || Plan.PartDim > 1) {
    refuse("a plan of another kind");
    return nullptr;
  }
  if (!Item.getReturnType()->isVoidTy() || Item.isVarArg()) {
    refuse("not an item function");
    return nullptr;
  }
  findPartDependence();
  declare();
  makeEntryMasks();
  ReversePostOrderTraversal<Function *> Order(&Item);
  for (BasicBlock *BB : Order)
    if (!emitBlock(*BB)) {
      Out->eraseFromParent();
      return nullptr;
    }
  completePhis();
  for (BasicBlock &BB : Item)
    if (!Last.contains(&BB)) // nobody gets there
      First[&BB]->eraseFromParent();
  if (Out->getInstructionCount() > LargestPacket) {
    refuse("its packet is too large");
    Out->eraseFromParent();
    return nullptr;
  }
  return Out;
}

void Packetiser::count(const Instruction &I, PacketCounts::Access How, const Value *Mask) {
  PacketCounts::Number &N = (isa<LoadInst>(I) ? Counts.Loads : Counts.Stores)[How];
  ++N.All;
  N.Masked += Mask != nullptr;
}

Function *packetise(Function &Linearised, const PacketPlan &Plan, const TargetTransformInfo &TTI, std::string &WhyNot,
                    PacketCounts *Counts) {
  Packetiser P(Linearised, Plan, TTI, WhyNot);
  Function *Packet = P.run();
  if (Counts)
    *Counts = P.counts();
  return Packet;
}

} // namespace weft::spmd
