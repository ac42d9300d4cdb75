// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/range/row_query.h"
#include "compiler/ir/markers.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::spmd {

Function *createRowQuery(Function &Item, Type *Result, const Twine &Suffix) {
  SmallVector<Type *, 16> Types(Item.getFunctionType()->params());
  Types.push_back(Type::getInt64Ty(Item.getContext()));
  Function *Query = Function::Create(FunctionType::get(Result, Types, false), GlobalValue::InternalLinkage,
                                     Item.getAddressSpace(), Item.getName() + Suffix, Item.getParent());
  for (const char *Kept : {"target-cpu", "target-features", "prefer-vector-width"})
    if (Item.hasFnAttribute(Kept))
      Query->addFnAttr(Item.getFnAttribute(Kept));
  Query->setDoesNotAccessMemory();
  Query->setDoesNotThrow();
  Query->setWillReturn();
  return Query;
}

Value *QueryCopies::of(Value *V) {
  if (auto *A = dyn_cast<Argument>(V)) {
    std::optional<unsigned> Dim = idDimension(*A);
    return Dim && Ids[*Dim] ? Ids[*Dim] : Query.getArg(A->getArgNo());
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return V;
  if (Value *Made = Copies.lookup(V))
    return Made;
  auto *Or = dyn_cast<PossiblyDisjointInst>(I);
  Instruction *Copy =
      Or && Or->isDisjoint() ? BinaryOperator::CreateAdd(Or->getOperand(0), Or->getOperand(1)) : I->clone();
  for (Use &U : Copy->operands())
    if (!isa<Function>(U))
      U.set(of(U.get()));
  Copy->dropPoisonGeneratingAnnotations();
  Copy->setDebugLoc(DebugLoc());
  // A shift by too much is poison, which nothing may be asked about.
  const unsigned Bits = I->getType()->getScalarSizeInBits();
  if (I->isShift() && !isa<ConstantInt>(I->getOperand(1)))
    Copy->setOperand(1, B.CreateURem(Copy->getOperand(1), ConstantInt::get(I->getType(), Bits)));
  B.Insert(Copy);
  return Copies[V] = Copy;
}

} // namespace weft::spmd
