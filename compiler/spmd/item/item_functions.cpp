// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/item_functions.h"
#include "compiler/ir/markers.h"
#include "compiler/ir/names.h"
#include "compiler/kernel_abi.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft::spmd {

namespace {

/// What a body needs of the entry around it.
class Needs {
public:
  explicit Needs(const ItemNest &Nest) : Nest(Nest) {
    SmallPtrSet<const BasicBlock *, 32> Body(Nest.Body.begin(), Nest.Body.end());
    for (const BasicBlock *BB : Nest.Body)
      for (const Instruction &I : *BB) {
        if (&I == Nest.Id[0])
          continue;
        for (Value *V : I.operands()) {
          auto *Def = dyn_cast<Instruction>(V);
          if (isa<Argument>(V) || (Def && !Body.contains(Def->getParent())))
            need(V);
        }
      }
  }

  SetVector<Value *> Inputs;
  SmallVector<AllocaInst *, 8> Variables; ///< the work-item's own
  SetVector<Instruction *> Sunk;          ///< computed again in the function, each behind what it needs

private:
  /// What depends on y or z; and addresses, so that the function sees which of them come from one pointer.
  bool isSunk(const Instruction &I) const {
    return I.getParent() == Nest.Header[1] || I.getParent() == Nest.Header[2] || isa<GetElementPtrInst>(I) ||
           isa<AddrSpaceCastInst>(I);
  }

  void need(Value *V) {
    if (is_contained(Nest.Id, V))
      return;
    if (auto *A = dyn_cast<AllocaInst>(V); A && isItemVariable(*A)) {
      if (!is_contained(Variables, A))
        Variables.push_back(A);
      return;
    }
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !isSunk(*I)) {
      Inputs.insert(V);
      return;
    }
    if (Sunk.contains(I))
      return;
    for (Value *Operand : I->operands())
      if (isa<Instruction>(Operand) || isa<Argument>(Operand))
        need(Operand);
    Sunk.insert(I);
  }

  const ItemNest &Nest;
};

} // namespace

/// What is known of a size or a pointer where it comes from. Not that local memory and the frame are the entry's alone:
/// pointers to them may also come out of memory or of variables.
static void describe(Argument &A, const Value &Input, const DataLayout &DL) {
  LLVMContext &C = A.getContext();
  if (A.getType()->isIntegerTy()) {
    if (const auto *Load = dyn_cast<LoadInst>(&Input); Load && Load->hasMetadata(LargestObjectMark))
      A.addAttr(Attribute::get(C, LargestObjectAttribute));
    const ConstantRange Known = ConstantRange::fromKnownBits(computeKnownBits(&Input, DL), /*IsSigned=*/false);
    if (!Known.isFullSet() && !Known.isEmptySet())
      A.addAttr(Attribute::get(C, Attribute::Range, Known));
    return;
  }
  if (!A.getType()->isPointerTy())
    return;
  if (const auto *From = dyn_cast<Argument>(&Input)) {
    for (Attribute::AttrKind Kind : {Attribute::NonNull, Attribute::Alignment})
      if (From->hasAttribute(Kind))
        A.addAttr(From->getAttribute(Kind));
    return;
  }
  auto Number = [](const MDNode *Node) { return mdconst::extract<ConstantInt>(Node->getOperand(0))->getZExtValue(); };
  if (const auto *Load = dyn_cast<LoadInst>(&Input)) {
    if (Load->hasMetadata(ObjectMark))
      A.addAttr(Attribute::get(C, ObjectAttribute));
    if (const MDNode *Bytes = Load->getMetadata(LLVMContext::MD_dereferenceable))
      A.addAttr(Attribute::getWithDereferenceableBytes(C, Number(Bytes)));
    if (const MDNode *Alignment = Load->getMetadata(LLVMContext::MD_align))
      A.addAttr(Attribute::getWithAlignment(C, Align(Number(Alignment))));
  }
}

/// A function like the entry's code, of three ids and the inputs' types.
static Function *createLike(const Function &Entry, const Twine &Name, ArrayRef<Value *> Inputs,
                            ArrayRef<uint64_t> Sizes = {}) {
  LLVMContext &C = Entry.getContext();
  SmallVector<Type *, 12> Types(3, Type::getInt64Ty(C));
  for (Value *V : Inputs)
    Types.push_back(V->getType());
  auto *Ty = FunctionType::get(Type::getVoidTy(C), Types, false);
  Function *F = Function::Create(Ty, GlobalValue::InternalLinkage, Name, *const_cast<Module *>(Entry.getParent()));
  F->addFnAttrs(AttrBuilder(C, Entry.getAttributes().getFnAttrs()));
  F->removeFnAttr(ScalarAttribute);
  static constexpr const char *Names[] = {"x", "y", "z"};
  for (unsigned D = 0; D < 3; ++D) {
    F->getArg(D)->setName(Names[D]);
    F->getArg(D)->addAttr(Attribute::get(C, IdAttribute, Names[D]));
    ConstantRange Ids(APInt(64, 0), APInt(64, Sizes.empty() ? WEFT_LARGEST_GROUP : Sizes[D]));
    F->getArg(D)->addAttr(Attribute::get(C, Attribute::Range, Ids));
  }
  for (auto [I, V] : enumerate(Inputs)) {
    F->getArg(3 + I)->setName(V->getName());
    describe(*F->getArg(3 + I), *V, Entry.getDataLayout());
  }
  return F;
}

ItemFunction outlineItem(const ItemNest &Nest) {
  Needs Need(Nest);
  Function &Entry = *Nest.Preheader->getParent();
  ItemFunction Item;
  Item.Inputs.append(Need.Inputs.begin(), Need.Inputs.end());
  for (Instruction &I : Entry.getEntryBlock())
    if (I.hasMetadata(LargestObjectMark))
      Item.Inputs.push_back(&I); // for the guard
  uint64_t Sizes[3];
  for (unsigned D = 0; D < 3; ++D) {
    const auto *Known = dyn_cast<ConstantInt>(Nest.Size[D]);
    Sizes[D] = Known ? Known->getZExtValue() : WEFT_LARGEST_GROUP;
  }
  Item.F = createLike(Entry, Entry.getName() + ".item" + Twine(Nest.Region), Item.Inputs, Sizes);

  LLVMContext &C = Entry.getContext();
  ValueToValueMapTy Map;
  for (unsigned D = 0; D < 3; ++D)
    Map[Nest.Id[D]] = Item.F->getArg(D);
  for (auto [I, V] : enumerate(Item.Inputs))
    Map[V] = Item.F->getArg(3 + I);
  BasicBlock *Start = BasicBlock::Create(C, "entry", Item.F);
  BasicBlock *End = BasicBlock::Create(C, "end");
  ReturnInst::Create(C, End);
  Map[Nest.Latch[0]] = End;
  const RemapFlags Flags = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;
  auto Sink = [&](Instruction *I) {
    Instruction *Copy = I->clone();
    Copy->insertInto(Start, Start->end());
    Copy->setName(I->getName());
    Copy->setMetadata(VariableMark, nullptr);
    Copy->setDebugLoc(DebugLoc());
    Map[I] = Copy;
    return Copy;
  };
  for (AllocaInst *A : Need.Variables)
    Sink(A);
  for (Instruction *I : Need.Sunk)
    RemapInstruction(Sink(I), Map, Flags);
  for (BasicBlock *BB : Nest.Body)
    Map[BB] = CloneBasicBlock(BB, Map, "", Item.F);
  // CloneBasicBlock has mapped x's phi to its copy.
  auto *Id = cast<PHINode>(Map.lookup(Nest.Id[0]));
  Id->replaceAllUsesWith(Item.F->getArg(0));
  Id->eraseFromParent();
  Map[Nest.Id[0]] = Item.F->getArg(0);
  End->insertInto(Item.F);
  BranchInst::Create(cast<BasicBlock>(Map.lookup(Nest.Header[0])), Start);
  for (BasicBlock *BB : Nest.Body)
    for (Instruction &I : *cast<BasicBlock>(Map.lookup(BB))) {
      I.dropDbgRecords(); // the function has no lines of its own: they are the entry's again once it is inlined
      RemapInstruction(&I, Map, Flags);
    }
  return Item;
}

/// The value before the nest that a value of the item function's first block is, made where it does not exist yet; null
/// where it depends on an id or on memory other than what was made already.
static Value *hoisted(Value *V, const ItemFunction &Item, ValueToValueMapTy &Map, Instruction *Before) {
  if (isa<Constant>(V))
    return V;
  if (auto *A = dyn_cast<Argument>(V))
    return A->getArgNo() < 3 ? nullptr : Item.Inputs[A->getArgNo() - 3];
  if (Value *Known = Map.lookup(V))
    return Known;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !(isa<GetElementPtrInst>(I) || isa<CastInst>(I) || isa<BinaryOperator>(I)) || I->isIntDivRem())
    return nullptr;
  SmallVector<Value *, 4> Operands;
  for (Value *Operand : I->operands()) {
    Operands.push_back(hoisted(Operand, Item, Map, Before));
    if (!Operands.back())
      return nullptr;
  }
  Instruction *Copy = I->clone();
  for (auto [Index, Operand] : enumerate(Operands))
    Copy->setOperand(Index, Operand);
  Copy->setDebugLoc(DebugLoc());
  Copy->insertBefore(Before->getIterator());
  Map[I] = Copy;
  return Copy;
}

void hoistUniformLoads(ItemFunction &Item, const ItemNest &Nest) {
  ValueToValueMapTy Map;
  SmallVector<LoadInst *, 4> Loads;
  Instruction *Before = Nest.Preheader->getTerminator();
  for (Instruction &I : Item.F->getEntryBlock()) {
    if (I.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&I))
      break;
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->isSimple())
      continue;
    Value *Address = hoisted(Load->getPointerOperand(), Item, Map, Before);
    if (!Address)
      continue;
    auto *Copy = cast<LoadInst>(Load->clone());
    Copy->setOperand(0, Address);
    Copy->setMetadata(LLVMContext::MD_access_group, nullptr);
    Copy->setDebugLoc(DebugLoc());
    Copy->insertBefore(Before->getIterator());
    Copy->setName(Load->getName());
    Map[Load] = Copy;
    Loads.push_back(Load);
  }
  if (Loads.empty())
    return;
  for (LoadInst *Load : Loads)
    Item.Inputs.push_back(cast<Value>(Map.lookup(Load)));
  Function *Old = Item.F;
  Item.F = createLike(*Old, "", Item.Inputs);
  Item.F->takeName(Old);
  Item.F->splice(Item.F->begin(), Old);
  for (Argument &A : Old->args()) {
    A.replaceAllUsesWith(Item.F->getArg(A.getArgNo()));
    Item.F->getArg(A.getArgNo())->takeName(&A);
  }
  for (auto [I, Load] : enumerate(Loads)) {
    Load->replaceAllUsesWith(Item.F->getArg(Old->arg_size() + I));
    Load->eraseFromParent();
  }
  Old->eraseFromParent();
}

Function *cloneItem(Function &Item, ArrayRef<Type *> More, const Twine &Suffix, ValueToValueMapTy &Map) {
  SmallVector<Type *, 16> Types(Item.getFunctionType()->params());
  Types.append(More.begin(), More.end());
  Function *Copy = Function::Create(FunctionType::get(Item.getReturnType(), Types, false), Item.getLinkage(),
                                    Item.getAddressSpace(), Item.getName() + Suffix, Item.getParent());
  for (Argument &A : Item.args()) {
    Map[&A] = Copy->getArg(A.getArgNo());
    Copy->getArg(A.getArgNo())->setName(A.getName());
  }
  SmallVector<ReturnInst *, 1> Returns;
  CloneFunctionInto(Copy, &Item, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
  return Copy;
}

} // namespace weft::spmd
