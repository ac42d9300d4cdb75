// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/markers.h"
#include "compiler/spmd/analysis/shapes.h"
#include "compiler/spmd/packet/packetise.h"
#include "compiler/spmd/range/row_query.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::spmd {

namespace {

class GuardBuilder {
public:
  GuardBuilder(Function &Guard, BasicBlock *BB) : Guard(Guard), B(BB), Copies(Guard, B) {}
  Value *holds(const NoWrap &Assumption);

  /// The first work-item of what is asked about.
  Value *X = nullptr;
  IRBuilder<> &builder() {
    return B;
  }
  QueryCopies &copies() {
    return Copies;
  }

private:
  Function &Guard;
  IRBuilder<> B;
  QueryCopies Copies;
};

/// In the wider type nothing wraps: a row has few steps, and strides are short.
Value *GuardBuilder::holds(const NoWrap &Assumption) {
  Type *T = Assumption.Base->getType();
  Value *Columns = Guard.getArg(Guard.arg_size() - 1);
  Value *Steps = B.CreateSub(B.CreateSub(Columns, X), B.getInt64(1));
  Type *Wide = B.getIntNTy(T->getIntegerBitWidth() <= 32 ? 64 : 128);
  auto Extend = [&](Value *V) { return Assumption.Signed ? B.CreateSExt(V, Wide) : B.CreateZExt(V, Wide); };
  Value *First = Extend(Copies.of(Assumption.Base));
  Value *End = B.CreateAdd(
      First, B.CreateMul(B.CreateZExtOrTrunc(Steps, Wide), ConstantInt::getSigned(Wide, Assumption.Stride)));
  return B.CreateICmpEQ(Extend(B.CreateTrunc(End, T)), End);
}

} // namespace

Function *createGuard(Function &Linearised, ArrayRef<PacketPlan> Plans) {
  Divergence D(Linearised, VaryingX);
  SmallVector<NoWrap, 8> Assumptions;
  unsigned Rows = 1;
  uint64_t Limit = UINT64_MAX;
  for (const PacketPlan &Plan : Plans) {
    Shapes S(Linearised, D, Plan.columns());
    for (const NoWrap &New : S.assumptions())
      if (none_of(Assumptions, [&](const NoWrap &Old) { return Old.Base == New.Base && Old.Signed == New.Signed; }))
        Assumptions.push_back(New);
    if (S.objectLimit())
      Limit = std::min(Limit, S.objectLimit());
    Rows = std::max(Rows, Plan.PartDim == 1 ? Plan.Parts : 1);
  }
  if (Assumptions.empty() && Limit == UINT64_MAX)
    return nullptr;
  LLVMContext &Context = Linearised.getContext();
  Function *Guard = createRowQuery(Linearised, Type::getInt1Ty(Context), ".guard");
  GuardBuilder G(*Guard, BasicBlock::Create(Context, "", Guard));
  IRBuilder<> &B = G.builder();
  Argument *Y = nullptr;
  for (Argument &A : Linearised.args())
    if (idDimension(A) == 1u)
      Y = Guard->getArg(A.getArgNo());
    else if (idDimension(A) == 0u)
      G.X = Guard->getArg(A.getArgNo());
  Value *All = B.getTrue();
  if (Limit != UINT64_MAX)
    All = B.CreateICmpULT(Guard->getArg(largestObject(Linearised)->getArgNo()), B.getInt64(Limit));
  for (unsigned P = 0; P < Rows; ++P) {
    if (Y)
      G.copies().setId(1, B.CreateAdd(Y, ConstantInt::get(Y->getType(), P)));
    for (const NoWrap &Assumption : Assumptions)
      All = B.CreateAnd(All, G.holds(Assumption));
  }
  B.CreateRet(All);
  return Guard;
}

} // namespace weft::spmd
