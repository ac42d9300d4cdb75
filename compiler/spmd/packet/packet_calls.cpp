// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls, and the slow paths of builtins among them. A builtin keeps what only rare arguments need in a scalar function
// named __weft_cold_*, free of side effects, and calls it under a branch. In packets its variant asks whether any lane
// needs the call, and calls the scalar function for those lanes, out of line.

#include "compiler/spmd/packet/packetiser.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::spmd {

namespace {

constexpr const char *Prefix = "__weft_cold_";

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
  SmallVector<Value *, 4> Spills;
  for (unsigned I = 0; I < Scalar.arg_size(); ++I) {
    Spills.push_back(B.CreateAlloca(Types[I]));
    B.CreateStore(F->getArg(I), Spills.back());
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
    Arguments.push_back(B.CreateLoad(T, B.CreateInBoundsGEP(T, Spills[I], Lane)));
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

/// What a packet calls: nothing but the branch on any lane, and one for each piece of long vectors.
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
  F->addFnAttr(Attribute::AlwaysInline);
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

} // namespace

/// The variant of so many lanes: a function of the arguments as vectors and of a mask. Null for other functions.
static Function *coldVariant(Function &F, unsigned Width) {
  if (!isWidenable(F))
    return nullptr;
  if (Function *Made = F.getParent()->getFunction((F.getName() + ".any" + Twine(Width)).str()))
    return Made;
  F.addFnAttr(Attribute::NoInline);
  F.addFnAttr(Attribute::Cold);
  return makeVariant(F, Width);
}

/// Says something about the scalar code, or is a hint, that a packet does without.
static bool isDropped(const CallInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::prefetch:
    return true;
  default:
    return Call.getType()->isVoidTy() && Call.doesNotAccessMemory() && Call.willReturn() && Call.doesNotThrow();
  }
}

static bool hasOverflowBit(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
    return true;
  default:
    return false;
  }
}

/// Intrinsics that do to each element what they do to a scalar.
bool Packetiser::hasWideForm(const IntrinsicInst &Call) const {
  Intrinsic::ID Id = Call.getIntrinsicID();
  if (hasOverflowBit(Id))
    return true;
  if (!isTriviallyVectorizable(Id) || Call.getType()->isStructTy())
    return false;
  for (unsigned N = 0; N < Call.arg_size(); ++N) {
    const llvm::Value *V = Call.getArgOperand(N);
    if (isVectorIntrinsicWithScalarOpAtArg(Id, N, &TTI) ? !isUniform(V) || isPartDependent(V)
                                                        : V->getType()->isMetadataTy())
      return false;
    // A vector of the language with an operand for each of its elements, and one for all of them.
    if (!isVectorIntrinsicWithScalarOpAtArg(Id, N, &TTI) && Call.getType()->isVectorTy() != V->getType()->isVectorTy())
      return false;
  }
  return true;
}

Value *Packetiser::widenIntrinsic(IntrinsicInst &Call, unsigned Part) {
  Intrinsic::ID Id = Call.getIntrinsicID();
  SmallVector<Type *, 4> Overloads;
  SmallVector<Value *, 4> Operands;
  if (hasOverflowBit(Id))
    Overloads.push_back(widen(Call.getArgOperand(0)->getType()));
  else if (isVectorIntrinsicWithOverloadTypeAtArg(Id, -1, &TTI))
    Overloads.push_back(widen(Call.getType()));
  for (unsigned N = 0; N < Call.arg_size(); ++N) {
    llvm::Value *V = Call.getArgOperand(N);
    bool IsScalar = !hasOverflowBit(Id) && isVectorIntrinsicWithScalarOpAtArg(Id, N, &TTI);
    Operands.push_back(IsScalar ? scalar(V, Part) : vector(V, Part));
    if (!hasOverflowBit(Id) && isVectorIntrinsicWithOverloadTypeAtArg(Id, int(N), &TTI))
      Overloads.push_back(Operands.back()->getType());
  }
  CallInst *Wide = B.CreateCall(Intrinsic::getOrInsertDeclaration(Item.getParent(), Id, Overloads), Operands);
  Wide->copyIRFlags(&Call);
  if (MDNode *Accuracy = Call.getMetadata(LLVMContext::MD_fpmath))
    Wide->setMetadata(LLVMContext::MD_fpmath, Accuracy);
  return Wide;
}

/// The same for all lanes: once.
bool Packetiser::emitUniformCall(CallInst &Call) {
  Forms Result;
  for (unsigned P = 0, N = scalarParts(&Call); P < N; ++P) {
    auto Clone = [&] {
      auto *Copy = cast<CallInst>(Call.clone());
      for (Use &U : Copy->operands())
        U.set(scalar(U.get(), P));
      Copy->setDebugLoc(B.getCurrentDebugLocation());
      B.Insert(Copy);
      return Copy;
    };
    // A part of its own may have no lane there.
    const bool IsSafe = N == 1 || isSafeToSpeculativelyExecute(&Call);
    Result.Scalar[P] = valueIfAny(IsSafe ? nullptr : blockMaskOf(Call.getParent(), P), Clone);
  }
  Values[&Call] = Result;
  return true;
}

bool Packetiser::emitCall(CallInst &Call) {
  Function *Callee = Call.getCalledFunction();
  if (isDropped(Call))
    return true;
  Intrinsic::ID Id = Call.getIntrinsicID();
  if (Id == Intrinsic::experimental_noalias_scope_decl) {
    B.Insert(Call.clone());
    return true;
  }
  if (Id == Intrinsic::stacksave || Id == Intrinsic::stackrestore || Call.cannotDuplicate() ||
      Call.hasOperandBundles() || Call.isMustTailCall() || Call.hasFnAttr(Attribute::ReturnsTwice))
    return refuse("a call that must stay as it is");
  if (!Call.getType()->isVoidTy() && isUniform(&Call))
    return emitUniformCall(Call);
  auto *IntrinsicCall = dyn_cast<IntrinsicInst>(&Call);
  if (IntrinsicCall && hasWideForm(*IntrinsicCall)) {
    Forms Wide;
    for (unsigned P = 0, N = vectorParts(&Call); P < N; ++P)
      Wide.Vector[P] = widenIntrinsic(*IntrinsicCall, P);
    Values[&Call] = Wide;
    return true;
  }
  if (Callee)
    if (Function *Variant = coldVariant(*Callee, Plan.Lanes)) {
      Forms Wide;
      for (unsigned P = 0, N = vectorParts(&Call); P < N; ++P) {
        SmallVector<Value *, 4> Operands;
        for (Value *A : Call.args())
          Operands.push_back(vector(A, P));
        Value *Mask = maskFor(Call, P);
        Operands.push_back(Mask ? Mask : Constant::getAllOnesValue(FixedVectorType::get(B.getInt1Ty(), Plan.Lanes)));
        Wide.Vector[P] = B.CreateCall(Variant, Operands);
      }
      Values[&Call] = Wide;
      return true;
    }
  for (llvm::Value *V : Call.operand_values())
    if (!S.of(V).isLinear() && !widen(V->getType()))
      return refuse("a call with an argument without a vector type");
  return emitLaneLoop(Call);
}

} // namespace weft::spmd
