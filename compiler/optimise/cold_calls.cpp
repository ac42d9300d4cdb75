// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slow paths of builtins in widened loops. A builtin keeps what only rare arguments need in a scalar function named
// __weft_cold_*, free of side effects, and calls it under a branch. LLVM's loop vectoriser widens such a loop if the
// function has masked vector variants; the ones made here ask whether any lane needs the call, and call the scalar
// function for those lanes. They are inlined after the vectoriser, so that a loop meets one branch per vector.

#include "compiler/optimise/cold_calls.h"
#include "compiler/codegen/estimates.h"
#include "compiler/ir/kernel_context.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace weft {

namespace {

constexpr const char *Prefix = "__weft_cold_";
constexpr unsigned Widths[] = {2, 4, 8, 16, 32};

/// The longest vector that is passed: longer ones would go by way of the stack, where LLVM cannot set up a call that
/// does not keep the frame pointer, as this convention's of AVX-512 does not ("Interference usage").
constexpr unsigned LongestPassed = 512;

/// Keeps half of the vector registers or more, where C's convention keeps none (or lower halves): what the loop has at
/// hand stays there, and the slow path saves it.
CallingConv::ID callOfLanes(const Module &M) {
  return M.getTargetTriple().isX86() ? CallingConv::Intel_OCL_BI : CallingConv::AArch64_VectorCall;
}

bool isWidenable(const Function &F) {
  if (F.isDeclaration() || !F.getName().starts_with(Prefix) || !F.doesNotAccessMemory() || F.arg_empty())
    return false;
  auto Scalar = [](const Type *T) { return T->isIntegerTy() || T->isFloatingPointTy(); };
  return Scalar(F.getReturnType()) && all_of(F.args(), [&](const Argument &A) { return Scalar(A.getType()); });
}

Function *declareLike(const Function &Scalar, FunctionType *Type, const Twine &Name) {
  Function *F = Function::Create(Type, GlobalValue::InternalLinkage, Name, *const_cast<Module *>(Scalar.getParent()));
  for (const char *Kept : {"target-cpu", "target-features", "prefer-vector-width"})
    if (Scalar.hasFnAttribute(Kept))
      F->addFnAttr(Scalar.getFnAttribute(Kept));
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::WillReturn);
  F->setDoesNotAccessMemory();
  return F;
}

/// The scalar function for each lane whose bit is set in the last argument: out of line, one for a width.
Function *makeLanes(Function &Scalar, unsigned Width) {
  LLVMContext &Context = Scalar.getContext();
  auto Wide = [&](Type *T) { return FixedVectorType::get(T, Width); };
  SmallVector<Type *, 4> Types;
  for (Argument &A : Scalar.args())
    Types.push_back(Wide(A.getType()));
  Type *Bits = IntegerType::get(Context, Width);
  Types.push_back(Bits);
  Function *F = declareLike(Scalar, FunctionType::get(Wide(Scalar.getReturnType()), Types, false),
                            Scalar.getName() + ".lanes" + Twine(Width));
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::Cold);
  F->setCallingConv(callOfLanes(*F->getParent()));
  // LLVM clears the upper halves of all registers before a return of 128 bits or less, also of those just restored.
  std::string Features = F->getFnAttribute("target-features").getValueAsString().str();
  if (F->getParent()->getTargetTriple().isX86())
    F->addFnAttr("target-features", Features + (Features.empty() ? "" : ",") + "-vzeroupper");

  BasicBlock *Entry = BasicBlock::Create(Context, "", F), *Loop = BasicBlock::Create(Context, "lane", F);
  BasicBlock *Done = BasicBlock::Create(Context, "done", F);
  IRBuilder<> B(Entry);
  // Through memory: a lane's number is no constant, and this is no loop to unroll.
  SmallVector<Value *, 4> Rows;
  for (unsigned I = 0; I < Scalar.arg_size(); ++I) {
    Rows.push_back(B.CreateAlloca(Types[I]));
    B.CreateStore(F->getArg(I), Rows.back());
  }
  Value *Results = B.CreateAlloca(F->getReturnType());
  B.CreateStore(Constant::getNullValue(F->getReturnType()), Results);
  B.CreateBr(Loop);

  B.SetInsertPoint(Loop);
  PHINode *Left = B.CreatePHI(Bits, 2);
  Left->addIncoming(F->getArg(Scalar.arg_size()), Entry);
  Value *Lane = B.CreateZExtOrTrunc(B.CreateBinaryIntrinsic(Intrinsic::cttz, Left, B.getTrue()), B.getInt64Ty());
  SmallVector<Value *, 4> Arguments;
  for (unsigned I = 0; I < Scalar.arg_size(); ++I) {
    Type *T = Scalar.getArg(I)->getType();
    Arguments.push_back(B.CreateLoad(T, B.CreateInBoundsGEP(T, Rows[I], Lane)));
  }
  CallInst *Call = B.CreateCall(&Scalar, Arguments);
  Call->setCallingConv(Scalar.getCallingConv());
  B.CreateStore(Call, B.CreateInBoundsGEP(Scalar.getReturnType(), Results, Lane));
  Value *Rest = B.CreateAnd(Left, B.CreateSub(Left, ConstantInt::get(Bits, 1)));
  Left->addIncoming(Rest, Loop);
  B.CreateCondBr(B.CreateICmpEQ(Rest, ConstantInt::get(Bits, 0)), Done, Loop);

  B.SetInsertPoint(Done);
  B.CreateRet(B.CreateLoad(F->getReturnType(), Results));
  return F;
}

/// How many lanes are passed at once.
unsigned lanesPassed(const Function &Scalar, unsigned Width) {
  unsigned Longest = Scalar.getReturnType()->getPrimitiveSizeInBits();
  for (const Argument &A : Scalar.args())
    Longest = std::max(Longest, unsigned(A.getType()->getPrimitiveSizeInBits()));
  return std::min(Width, LongestPassed / Longest);
}

/// The variant that the vectoriser calls: nothing but the branch on any lane, and one for each piece of long vectors.
Function *makeVariant(Function &Scalar, unsigned Width) {
  LLVMContext &Context = Scalar.getContext();
  unsigned Piece = lanesPassed(Scalar, Width);
  Function *Lanes = Scalar.getParent()->getFunction((Scalar.getName() + ".lanes" + Twine(Piece)).str());
  if (!Lanes)
    Lanes = makeLanes(Scalar, Piece);
  SmallVector<Type *, 4> Types;
  for (Argument &A : Scalar.args())
    Types.push_back(FixedVectorType::get(A.getType(), Width));
  Types.push_back(FixedVectorType::get(Type::getInt1Ty(Context), Width));
  Type *Result = FixedVectorType::get(Scalar.getReturnType(), Width);
  Function *F = declareLike(Scalar, FunctionType::get(Result, Types, false), Scalar.getName() + ".any" + Twine(Width));
  IRBuilder<> B(BasicBlock::Create(Context, "", F));
  Value *Mask = B.CreateBitCast(F->getArg(Scalar.arg_size()), IntegerType::get(Context, Width));
  // What is called if a bit is set; else the value that there is.
  auto IfAny = [&](Value *Bits, Value *Else, function_ref<Value *()> Then) {
    BasicBlock *Before = B.GetInsertBlock();
    BasicBlock *Slow = BasicBlock::Create(Context, "slow", F), *Done = BasicBlock::Create(Context, "done", F);
    Value *Any = B.CreateICmpNE(Bits, Constant::getNullValue(Bits->getType()));
    B.CreateCondBr(Any, Slow, Done, MDBuilder(Context).createUnlikelyBranchWeights());
    B.SetInsertPoint(Slow);
    Value *Made = Then();
    BasicBlock *Behind = B.GetInsertBlock();
    B.CreateBr(Done);
    B.SetInsertPoint(Done);
    PHINode *Phi = B.CreatePHI(Result, 2);
    Phi->addIncoming(Else, Before);
    Phi->addIncoming(Made, Behind);
    return Phi;
  };
  auto CallLanes = [&](function_ref<Value *(Argument *)> Passed, Value *Bits) {
    SmallVector<Value *, 4> Arguments;
    for (unsigned I = 0; I < Scalar.arg_size(); ++I)
      Arguments.push_back(Passed(F->getArg(I)));
    Arguments.push_back(Bits);
    CallInst *Call = B.CreateCall(Lanes, Arguments);
    Call->setCallingConv(Lanes->getCallingConv());
    return Call;
  };
  auto Whole = [&]() -> Value * {
    if (Piece == Width)
      return CallLanes([](Argument *A) { return A; }, Mask);
    Value *Joined = PoisonValue::get(Result);
    for (unsigned First = 0; First < Width; First += Piece) {
      Value *Bits = B.CreateTrunc(B.CreateLShr(Mask, First), B.getIntNTy(Piece));
      Joined = IfAny(Bits, Joined, [&] {
        auto Extract = [&](Argument *A) {
          auto *Type = FixedVectorType::get(A->getType()->getScalarType(), Piece);
          return B.CreateExtractVector(Type, A, First);
        };
        return B.CreateInsertVector(Result, Joined, CallLanes(Extract, Bits), First);
      });
    }
    return Joined;
  };
  B.CreateRet(IfAny(Mask, PoisonValue::get(Result), Whole));
  return F;
}

/// Of all lanes, whatever the mask is.
Function *makeEstimates(Function &Scalar, unsigned Width) {
  auto *T = FixedVectorType::get(Scalar.getReturnType(), Width);
  auto *Mask = FixedVectorType::get(Type::getInt1Ty(Scalar.getContext()), Width);
  Function *F = declareLike(Scalar, FunctionType::get(T, {T, Mask}, false), Scalar.getName() + ".any" + Twine(Width));
  IRBuilder<> B(BasicBlock::Create(Scalar.getContext(), "", F));
  B.CreateRet(createEstimate(B, F->getArg(0)));
  return F;
}

} // namespace

Function *coldVariant(Function &F, unsigned Width) {
  const bool IsEstimate = isEstimate(F);
  if (!IsEstimate && !isWidenable(F))
    return nullptr;
  if (Function *Made = F.getParent()->getFunction((F.getName() + ".any" + Twine(Width)).str()))
    return Made;
  if (IsEstimate)
    return makeEstimates(F, Width);
  F.addFnAttr(Attribute::NoInline);
  F.addFnAttr(Attribute::Cold);
  return makeVariant(F, Width);
}

bool addColdVariants(Module &M) {
  SmallVector<Function *, 8> Slow;
  for (Function &F : M)
    if ((isWidenable(F) || isEstimate(F)) && !F.use_empty())
      Slow.push_back(&F);
  SmallVector<GlobalValue *, 32> Variants;
  for (Function *F : Slow) {
    std::string Mappings;
    raw_string_ostream OS(Mappings);
    for (unsigned Width : Widths) {
      Function *Variant = coldVariant(*F, Width);
      Variants.push_back(Variant);
      OS << (Mappings.empty() ? "" : ",") << "_ZGV_LLVM_M" << Width << std::string(F->arg_size(), 'v') << "_"
         << F->getName() << "(" << Variant->getName() << ")";
    }
    F->addFnAttr(VFABI::MappingsAttrName, Mappings);
  }
  // Nothing calls them yet.
  appendToCompilerUsed(M, Variants);
  return !Variants.empty();
}

void releaseColdVariants(Module &M) {
  auto IsVariant = [](const Function &F) {
    const StringRef Scalar = F.getName().split(".any").first;
    return Scalar != F.getName() &&
           (Scalar.starts_with(Prefix) || Scalar == RsqrtFloatEstimate || Scalar == RsqrtDoubleEstimate);
  };
  removeFromUsedLists(M, [&](Constant *C) {
    auto *F = dyn_cast<Function>(C->stripPointerCasts());
    return F && IsVariant(*F);
  });
  for (Function &F : M)
    if (IsVariant(F))
      F.addFnAttr(Attribute::AlwaysInline);
}

} // namespace weft
