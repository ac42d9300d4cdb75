// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/private_copies.h"
#include "compiler/ir/uniformity.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/TargetFolder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::spmd {

namespace {

constexpr uint64_t MostElements = 4096;
constexpr uint64_t MostSpelledOut = 64; ///< elements one behind the other; more are a loop
constexpr uint64_t MostSplit = 16;      ///< elements of one access
constexpr uint64_t MostAtOnce = 32;     ///< elements between memory that may overlap, all loaded before any is stored

/// The private variable that a pointer leads into; null for other memory.
const AllocaInst *variableOf(const Value *Pointer) {
  const auto *A = dyn_cast<AllocaInst>(underlyingObject(Pointer));
  return A && A->isStaticAlloca() ? A : nullptr;
}

/// How the accesses of a variable that is only loaded and stored differ.
struct Accesses {
  SmallVector<Instruction *, 8> All;
  uint64_t Least = UINT64_MAX, Most = 0; ///< bytes of one
};

std::optional<Accesses> accessesOf(const AllocaInst &Variable, const DataLayout &DL) {
  Accesses Found;
  SmallVector<const Value *, 8> Pointers = {&Variable};
  for (unsigned Next = 0; Next < Pointers.size(); ++Next)
    for (const User *U : Pointers[Next]->users()) {
      auto *I = const_cast<Instruction *>(cast<Instruction>(U));
      if (isa<GetElementPtrInst>(I)) {
        Pointers.push_back(I);
        continue;
      }
      if (isa<MemIntrinsic>(I) || I->isLifetimeStartOrEnd())
        continue;
      if (getLoadStorePointerOperand(I) != Pointers[Next])
        return std::nullopt;
      Type *T = getLoadStoreType(I);
      const uint64_t Bytes = DL.getTypeAllocSize(T);
      if (T->isAggregateType() || T->isPtrOrPtrVectorTy() || DL.getTypeSizeInBits(T) != 8 * Bytes)
        return std::nullopt;
      Found.All.push_back(I);
      Found.Least = std::min(Found.Least, Bytes);
      Found.Most = std::max(Found.Most, Bytes);
    }
  return Found;
}

/// The type of all that is stored in a variable, or of what is loaded if nothing is, where all have one size.
Type *elementOf(const AllocaInst &A, const DataLayout &DL) {
  const std::optional<Accesses> Found = accessesOf(A, DL);
  if (!Found)
    return nullptr;
  const bool IsStored = any_of(Found->All, [](const Instruction *I) { return isa<StoreInst>(I); });
  Type *Element = nullptr;
  for (Instruction *I : Found->All) {
    if (IsStored && !isa<StoreInst>(I))
      continue;
    Type *T = getLoadStoreType(I);
    if (Element && DL.getTypeAllocSize(Element) != DL.getTypeAllocSize(T))
      return nullptr;
    Element = T;
  }
  return Element;
}

class Speller {
public:
  explicit Speller(Function &Item) : DL(Item.getDataLayout()), B(Item.getContext(), TargetFolder(DL)) {}
  bool spell(MemIntrinsic &Call);
  bool split(const AllocaInst &Variable);

private:
  Value *filled(const MemSetInst &Set, Type *Element) const;
  Value *load(Type *Element, Value *From, Value *Offset, Align A);
  void eachElement(Instruction &Where, uint64_t Count, uint64_t Bytes, function_ref<void(Value *)> Body);

  const DataLayout &DL;
  IRBuilder<TargetFolder> B;
};

} // namespace

/// The element that a memset stores; null where it is not known.
Value *Speller::filled(const MemSetInst &Set, Type *Element) const {
  const auto *Byte = dyn_cast<ConstantInt>(Set.getValue());
  if (!Byte)
    return nullptr;
  Type *Scalar = Element->getScalarType();
  Constant *Bits = ConstantInt::get(
      Set.getContext(), APInt::getSplat(unsigned(DL.getTypeSizeInBits(Scalar).getFixedValue()), Byte->getValue()));
  Constant *One = ConstantFoldLoadThroughBitcast(Bits, Scalar, DL);
  const auto *Vector = dyn_cast<FixedVectorType>(Element);
  return One && Vector ? ConstantVector::getSplat(Vector->getElementCount(), One) : One;
}

/// What constants hold is not loaded.
Value *Speller::load(Type *Element, Value *From, Value *Offset, Align A) {
  if (auto *Table = dyn_cast<Constant>(From); Table && isa<ConstantInt>(Offset))
    if (Constant *Known = ConstantFoldLoadFromConstPtr(Table, Element, cast<ConstantInt>(Offset)->getValue(), DL))
      return Known;
  return B.CreateAlignedLoad(Element, B.CreateInBoundsGEP(B.getInt8Ty(), From, Offset), A);
}

/// Before an instruction, with the bytes before each element.
void Speller::eachElement(Instruction &Where, uint64_t Count, uint64_t Bytes, function_ref<void(Value *)> Body) {
  B.SetInsertPoint(&Where);
  if (Count <= MostSpelledOut) {
    for (uint64_t I = 0; I < Count; ++I)
      Body(B.getInt64(I * Bytes));
    return;
  }
  BasicBlock *Before = Where.getParent(), *Behind = Before->splitBasicBlock(Where.getIterator(), "copied");
  BasicBlock *Loop = BasicBlock::Create(B.getContext(), "copy", Before->getParent(), Behind);
  Before->getTerminator()->setSuccessor(0, Loop);
  B.SetInsertPoint(Loop);
  PHINode *Offset = B.CreatePHI(B.getInt64Ty(), 2);
  Offset->addIncoming(B.getInt64(0), Before);
  Body(Offset);
  Value *Next = B.CreateNUWAdd(Offset, B.getInt64(Bytes));
  Offset->addIncoming(Next, Loop);
  B.CreateCondBr(B.CreateICmpULT(Next, B.getInt64(Count * Bytes)), Loop, Behind);
}

bool Speller::spell(MemIntrinsic &Call) {
  const auto *Length = dyn_cast<ConstantInt>(Call.getLength());
  auto *Set = dyn_cast<MemSetInst>(&Call);
  auto *Copy = dyn_cast<MemTransferInst>(&Call);
  Value *To = Call.getRawDest(), *From = Copy ? Copy->getRawSource() : nullptr;
  const AllocaInst *In = variableOf(To), *Of = From ? variableOf(From) : nullptr;
  if (!Length || Call.isVolatile() || !(In || Of) || !(Set || Copy))
    return false;
  Type *Element = In ? elementOf(*In, DL) : nullptr, *Other = Of ? elementOf(*Of, DL) : nullptr;
  if (!Element)
    Element = Other;
  if (!Element || (Other && DL.getTypeAllocSize(Other) != DL.getTypeAllocSize(Element)))
    return false;
  const uint64_t Bytes = DL.getTypeAllocSize(Element), Count = Length->getZExtValue() / Bytes;
  if (Length->getZExtValue() % Bytes || Count == 0 || Count > MostElements)
    return false;
  Value *Fill = Set ? filled(*Set, Element) : nullptr;
  if (Set && !Fill)
    return false;
  const Align Known = commonAlignment(Call.getDestAlign().valueOrOne(), Bytes);
  const Align KnownFrom = Copy ? commonAlignment(Copy->getSourceAlign().valueOrOne(), Bytes) : Align(1);
  auto Store = [&](Value *V, Value *Offset) {
    B.CreateAlignedStore(V, B.CreateInBoundsGEP(B.getInt8Ty(), To, Offset), Known);
  };
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  if (isa<MemMoveInst>(Call) && In == Of) {
    if (Count > MostAtOnce)
      return false;
    SmallVector<Value *, MostAtOnce> Loaded;
    eachElement(Call, Count, Bytes, [&](Value *Offset) { Loaded.push_back(load(Element, From, Offset, KnownFrom)); });
    unsigned Next = 0;
    eachElement(Call, Count, Bytes, [&](Value *Offset) { Store(Loaded[Next++], Offset); });
  } else {
    eachElement(Call, Count, Bytes,
                [&](Value *Offset) { Store(Fill ? Fill : load(Element, From, Offset, KnownFrom), Offset); });
  }
  Call.eraseFromParent();
  return true;
}

/// The vector of `Bytes` large elements that has the bits of an access's type; null if there is none. Integers are
/// several elements where the variable is an array of such.
static FixedVectorType *elementsOf(Type *T, const AllocaInst &Variable, uint64_t Bytes, const DataLayout &DL) {
  const uint64_t Size = DL.getTypeAllocSize(T);
  if (Size % Bytes || Size / Bytes > MostSplit)
    return nullptr;
  if (DL.getTypeAllocSize(T->getScalarType()) == Bytes)
    return dyn_cast<FixedVectorType>(T);
  Type *Declared = Variable.getAllocatedType();
  while (const auto *Array = dyn_cast<ArrayType>(Declared))
    Declared = Array->getElementType();
  if (!T->isIntOrIntVectorTy() || DL.getTypeAllocSize(Declared) != Bytes)
    return nullptr;
  return FixedVectorType::get(IntegerType::get(T->getContext(), unsigned(8 * Bytes)), unsigned(Size / Bytes));
}

/// Vectors and numbers that are several elements of an array, where other accesses are of one, are taken one by one.
bool Speller::split(const AllocaInst &Variable) {
  const std::optional<Accesses> Found = accessesOf(Variable, DL);
  if (!Found || Found->Least >= Found->Most)
    return false;
  auto IsOne = [&](Instruction *I) { return DL.getTypeAllocSize(getLoadStoreType(I)) == Found->Least; };
  for (Instruction *I : Found->All)
    if (I->isVolatile() || I->isAtomic() || !(IsOne(I) || elementsOf(getLoadStoreType(I), Variable, Found->Least, DL)))
      return false;
  for (Instruction *I : Found->All) {
    if (IsOne(I))
      continue;
    auto *St = dyn_cast<StoreInst>(I);
    FixedVectorType *Vector = elementsOf(getLoadStoreType(I), Variable, Found->Least, DL);
    B.SetInsertPoint(I);
    Value *All = St ? B.CreateBitCast(St->getValueOperand(), Vector) : PoisonValue::get(Vector);
    for (unsigned N = 0; N < Vector->getNumElements(); ++N) {
      const uint64_t Offset = N * Found->Least;
      Value *At = getLoadStorePointerOperand(I);
      At = Offset ? B.CreateInBoundsGEP(B.getInt8Ty(), At, B.getInt64(Offset)) : At;
      const Align Known = commonAlignment(getLoadStoreAlignment(I), Offset);
      if (St)
        B.CreateAlignedStore(B.CreateExtractElement(All, N), At, Known);
      else
        All = B.CreateInsertElement(All, B.CreateAlignedLoad(Vector->getElementType(), At, Known), N);
    }
    if (!St)
      I->replaceAllUsesWith(B.CreateBitCast(All, I->getType()));
    I->eraseFromParent();
  }
  return true;
}

PreservedAnalyses SpellPrivateCopiesPass::run(Function &Item, FunctionAnalysisManager &) {
  SmallVector<MemIntrinsic *, 8> Calls;
  for (Instruction &I : instructions(Item))
    if (auto *Call = dyn_cast<MemIntrinsic>(&I))
      Calls.push_back(Call);
  Speller S(Item);
  bool Changed = false;
  for (const Instruction &I : Item.getEntryBlock())
    if (const auto *Variable = dyn_cast<AllocaInst>(&I))
      Changed |= S.split(*Variable);
  for (MemIntrinsic *Call : Calls)
    Changed |= S.spell(*Call);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::spmd
