// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/access/scaled_lanes.h"
#include "compiler/spmd/access/split_address.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

static std::optional<ScaledLanes> scaledLanes(const Instruction &Access, const Shapes &S, const Value *&Product) {
  constexpr unsigned Narrowest = 32;
  if (!isSimpleAccess(Access))
    return std::nullopt;
  const Value *Pointer = getLoadStorePointerOperand(&Access);
  const DataLayout &DL = Access.getDataLayout();
  Type *T = getLoadStoreType(const_cast<Instruction *>(&Access));
  if (!(T->isIntegerTy() || T->isFloatingPointTy()) || DL.getTypeSizeInBits(T) != 8 * DL.getTypeAllocSize(T) ||
      S.of(Pointer).isLinear() || S.elementMajor(Pointer))
    return std::nullopt;
  auto IsUniform = [&](const Value *V) { return S.of(V).isUniform(); };
  std::optional<LinearAddress> Address = splitUniform(Pointer, S, DL);
  if (!Address)
    return std::nullopt;
  auto Differs = [&](const AddressTerm &Term) { return !IsUniform(Term.V); };
  auto *Found = find_if(Address->Terms, Differs);
  if (Found == Address->Terms.end() || count_if(Address->Terms, Differs) != 1)
    return std::nullopt;
  const AddressTerm Term = *Found;
  ScaledLanes Lanes{{}, nullptr, nullptr, Term.As, 0, DL.getTypeAllocSize(T)};
  const unsigned Bits = Term.V->getType()->getIntegerBitWidth();
  if (!match(Term.V, m_Mul(m_Value(Lanes.Neighbours), m_Value(Lanes.Scale))) || Bits < Narrowest || Bits > 64 ||
      Term.Factor <= 0 || Lanes.Size % uint64_t(Term.Factor) != 0 ||
      cast<Instruction>(Term.V)->getParent() != Access.getParent())
    return std::nullopt;
  if (IsUniform(Lanes.Neighbours))
    std::swap(Lanes.Neighbours, Lanes.Scale);
  const Shape Grows = S.of(Lanes.Neighbours);
  if (!Grows.isLinear() || Grows.Stride != 1 || !IsUniform(Lanes.Scale) || isa<Constant>(Lanes.Scale))
    return std::nullopt;
  Lanes.ScaleOfNeighbours = Lanes.Size / uint64_t(Term.Factor);
  Product = Term.V;
  Address->Terms.erase(Found);
  Lanes.Address = std::move(*Address);
  return Lanes;
}

ScaledAccesses::ScaledAccesses(Function &Item, const Shapes &S) {
  DenseMap<const Value *, const Instruction *> First; // of a product's accesses
  SmallPtrSet<const Value *, 8> HasMembers;
  SmallVector<std::pair<const Value *, Instruction *>, 8> Found;
  for (Instruction &I : instructions(Item)) {
    const Value *Product = nullptr;
    std::optional<ScaledLanes> Lanes =
        getLoadStorePointerOperand(&I) ? scaledLanes(I, S, Product) : std::optional<ScaledLanes>();
    if (!Lanes)
      continue;
    const Instruction *Other = First.try_emplace(Product, &I).first->second;
    if (getLoadStorePointerOperand(&I) != getLoadStorePointerOperand(Other))
      HasMembers.insert(Product);
    Found.push_back({Product, &I});
    All.insert({&I, std::move(*Lanes)});
  }
  for (auto [Product, I] : Found)
    if (HasMembers.contains(Product))
      All.erase(I);
}

} // namespace weft::spmd
