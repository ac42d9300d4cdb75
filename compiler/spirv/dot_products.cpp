// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpSDot, OpUDot, OpSUDot and their saturating kin. Translators have calls of __spirv_SDotKHR_Rint and the like for
// them, the newer only where OpenCL C has no builtin. The instructions take more types than those builtins (vectors of
// any integers, results of any size), so they become the arithmetic that the builtins are made of.
#include "compiler/library/names.h"
#include "compiler/spirv/dialect.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace weft {

namespace {

struct DotProduct {
  bool Signed[2]; ///< the vectors' lanes
  bool Saturates; ///< adds an accumulator
};

} // namespace

static std::optional<DotProduct> parse(const Function &F) {
  std::string Readable = readableName(F.getName());
  StringRef Name = Readable;
  if (!Name.consume_front("__spirv_"))
    return std::nullopt;
  DotProduct Dot;
  if (Name.consume_front("SUDot"))
    Dot = {{true, false}, false};
  else if (Name.consume_front("SDot"))
    Dot = {{true, true}, false};
  else if (Name.consume_front("UDot"))
    Dot = {{false, false}, false};
  else
    return std::nullopt;
  Dot.Saturates = Name.consume_front("AccSat");
  Name.consume_front("KHR");
  if (!Name.empty() && !Name.starts_with("_R"))
    return std::nullopt;
  // Behind the operands is the format of packed ones, of which there is one.
  FunctionType *Type = F.getFunctionType();
  unsigned Operands = Dot.Saturates ? 3 : 2;
  if (!Type->getReturnType()->isIntegerTy() || Type->getNumParams() < Operands || Type->getNumParams() > Operands + 1 ||
      Type->getParamType(0) != Type->getParamType(1) ||
      (Dot.Saturates && Type->getParamType(2) != Type->getReturnType()))
    return std::nullopt;
  const auto *Vector = dyn_cast<FixedVectorType>(Type->getParamType(0));
  if (Vector ? !Vector->getElementType()->isIntegerTy() : !Type->getParamType(0)->isIntegerTy(32))
    return std::nullopt;
  return Dot;
}

static Value *arithmetic(const DotProduct &Dot, CallInst &Call) {
  IRBuilder<> Builder(&Call);
  Value *Vectors[] = {Call.getArgOperand(0), Call.getArgOperand(1)};
  if (!Vectors[0]->getType()->isVectorTy())
    for (Value *&Packed : Vectors) // the first lane is the lowest byte
      Packed = Builder.CreateBitCast(Packed, FixedVectorType::get(Builder.getInt8Ty(), 4));
  Type *Result = Call.getType();
  Value *Sum = nullptr;
  for (unsigned L = 0; L < cast<FixedVectorType>(Vectors[0]->getType())->getNumElements(); ++L) {
    Value *Lanes[2];
    for (unsigned V = 0; V < 2; ++V)
      Lanes[V] = Builder.CreateIntCast(Builder.CreateExtractElement(Vectors[V], L), Result, Dot.Signed[V]);
    Value *Product = Builder.CreateMul(Lanes[0], Lanes[1]);
    Sum = Sum ? Builder.CreateAdd(Sum, Product) : Product;
  }
  if (Dot.Saturates)
    Sum = Builder.CreateBinaryIntrinsic(Dot.Signed[0] ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, Sum,
                                        Call.getArgOperand(2));
  return Sum;
}

void lowerDotProducts(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    std::optional<DotProduct> Dot = F.isDeclaration() ? parse(F) : std::nullopt;
    if (!Dot)
      continue;
    for (User *U : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledOperand() == &F) {
        Call->replaceAllUsesWith(arithmetic(*Dot, *Call));
        Call->eraseFromParent();
      }
    if (F.use_empty())
      F.eraseFromParent();
  }
}

} // namespace weft
