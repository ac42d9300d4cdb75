// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slow paths of builtins in widened loops. A builtin keeps what only rare arguments need in a scalar function named
// __weft_cold_*, free of side effects, and calls it under a branch. LLVM's loop vectoriser widens such a loop if the
// function has masked vector variants; the ones made here ask whether any lane needs the call, and call the scalar
// function for those lanes. They are inlined after the vectoriser, so that a loop meets one branch per vector.

#include "compiler/passes/cold_calls.h"

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

/// The variant that the vectoriser calls: nothing but the branch on any lane.
Function *makeVariant(Function &Scalar, unsigned Width) {
  LLVMContext &Context = Scalar.getContext();
  Function *Lanes = makeLanes(Scalar, Width);
  SmallVector<Type *, 4> Types(Lanes->getFunctionType()->params());
  Types.back() = FixedVectorType::get(Type::getInt1Ty(Context), Width);
  Function *F = declareLike(Scalar, FunctionType::get(Lanes->getReturnType(), Types, false),
                            Scalar.getName() + ".any" + Twine(Width));
  BasicBlock *Entry = BasicBlock::Create(Context, "", F), *Slow = BasicBlock::Create(Context, "slow", F);
  BasicBlock *Done = BasicBlock::Create(Context, "done", F);
  IRBuilder<> B(Entry);
  Value *Mask = B.CreateBitCast(F->getArg(Scalar.arg_size()), IntegerType::get(Context, Width));
  Value *Any = B.CreateICmpNE(Mask, Constant::getNullValue(Mask->getType()));
  B.CreateCondBr(Any, Slow, Done, MDBuilder(Context).createUnlikelyBranchWeights());
  B.SetInsertPoint(Slow);
  SmallVector<Value *, 4> Arguments;
  for (unsigned I = 0; I < Scalar.arg_size(); ++I)
    Arguments.push_back(F->getArg(I));
  Arguments.push_back(Mask);
  CallInst *Call = B.CreateCall(Lanes, Arguments);
  Call->setCallingConv(Lanes->getCallingConv());
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
  PHINode *Result = B.CreatePHI(F->getReturnType(), 2);
  Result->addIncoming(PoisonValue::get(F->getReturnType()), Entry);
  Result->addIncoming(Call, Slow);
  B.CreateRet(Result);
  return F;
}

} // namespace

Function *coldVariant(Function &F, unsigned Width) {
  if (!isWidenable(F))
    return nullptr;
  if (Function *Made = F.getParent()->getFunction((F.getName() + ".any" + Twine(Width)).str()))
    return Made;
  F.addFnAttr(Attribute::NoInline);
  F.addFnAttr(Attribute::Cold);
  return makeVariant(F, Width);
}

bool addColdVariants(Module &M) {
  SmallVector<Function *, 8> Slow;
  for (Function &F : M)
    if (isWidenable(F) && !F.use_empty())
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
  auto IsVariant = [](Constant *C) {
    auto *F = dyn_cast<Function>(C->stripPointerCasts());
    return F && F->getName().starts_with(Prefix) && F->getName().contains(".any");
  };
  removeFromUsedLists(M, IsVariant);
  for (Function &F : M)
    if (F.getName().starts_with(Prefix) && F.getName().contains(".any"))
      F.addFnAttr(Attribute::AlwaysInline);
}

} // namespace weft
