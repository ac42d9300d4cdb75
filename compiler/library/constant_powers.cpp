// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pow() may be off by 16 units in the last place, pown() too; what stands in their place here is off by two at most and
// as the specification has it for zeros, infinities and NaNs. Squares that overflow or underflow do so where the power
// does; of the negative ones, the quotient is squared, since a square may overflow whose inverse is a denormal number.
#include "compiler/library/constant_powers.h"

#include "compiler/library/names.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace weft {

/// A constant exponent, the same for all lanes.
static std::optional<double> exponentOf(const Value *V) {
  const auto *C = dyn_cast<Constant>(V);
  if (C && C->getType()->isVectorTy())
    C = C->getSplatValue();
  if (const auto *Integer = dyn_cast_or_null<ConstantInt>(C))
    return double(Integer->getSExtValue());
  const auto *Number = dyn_cast_or_null<ConstantFP>(C);
  if (!Number)
    return std::nullopt;
  APFloat Wide = Number->getValueAPF();
  bool Loses;
  Wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Loses);
  return Wide.convertToDouble();
}

/// The square root is NaN of minus infinity and -0 of -0, the power is infinity and 0.
static Value *rootOf(IRBuilderBase &B, Value *X) {
  Type *T = X->getType();
  Value *Root = B.CreateUnaryIntrinsic(Intrinsic::fabs, B.CreateUnaryIntrinsic(Intrinsic::sqrt, X));
  Value *IsLowest = B.CreateFCmpOEQ(X, ConstantFP::getInfinity(T, /*Negative=*/true));
  return B.CreateSelect(IsLowest, ConstantFP::getInfinity(T), Root);
}

/// Null where the function has to be called.
static Value *powerOf(IRBuilderBase &B, Value *X, double Exponent) {
  Value *One = ConstantFP::get(X->getType(), 1.0);
  if (Exponent == 0)
    return One;
  if (Exponent == 0.5)
    return rootOf(B, X);
  if (Exponent == 1)
    return X;
  if (Exponent == -1)
    return B.CreateFDiv(One, X);
  if (Exponent != 2 && Exponent != -2 && Exponent != 3 && Exponent != 4)
    return nullptr;
  Value *Base = Exponent < 0 ? B.CreateFDiv(One, X) : X, *Square = B.CreateFMul(Base, Base);
  return Exponent == 3 ? B.CreateFMul(Square, X) : Exponent == 4 ? B.CreateFMul(Square, Square) : Square;
}

static bool isPower(const Function *Callee) {
  if (!Callee || !Callee->isDeclaration())
    return false;
  const StringRef Name = Callee->getName();
  if (!Name.starts_with("_Z3pow") && !Name.starts_with("_Z4pown"))
    return false;
  std::optional<BuiltinName> Known = demangleBuiltin(Name);
  return Known && (Known->Base == "pow" || Known->Base == "pown") && Known->Params.size() == 2;
}

void lowerConstantPowers(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !isPower(Call->getCalledFunction()) || Call->arg_size() != 2 ||
          Call->getArgOperand(0)->getType() != Call->getType() || !Call->getType()->isFPOrFPVectorTy())
        continue;
      std::optional<double> Exponent = exponentOf(Call->getArgOperand(1));
      IRBuilder<> B(Call);
      if (isa<FPMathOperator>(Call))
        B.setFastMathFlags(Call->getFastMathFlags());
      if (Value *Power = Exponent ? powerOf(B, Call->getArgOperand(0), *Exponent) : nullptr) {
        Call->replaceAllUsesWith(Power);
        Call->eraseFromParent();
      }
    }
}

} // namespace weft
