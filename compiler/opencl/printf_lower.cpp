// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf: the format stays a string, the arguments are packed into a block on the work-item's stack, and a string of
// letters says what they are (kernel_abi.h). Formatting is the runtime's.
#include "compiler/opencl/passes.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <vector>

using namespace llvm;

namespace weft {

/// Which arguments %s prints, by the format; a `*` takes an argument too (OpenCL C has none, C code may).
static std::vector<bool> stringArguments(StringRef Format) {
  std::vector<bool> Strings;
  while (!Format.empty()) {
    size_t Percent = Format.find('%');
    if (Percent == StringRef::npos)
      break;
    Format = Format.drop_front(Percent + 1);
    if (Format.consume_front("%"))
      continue;
    while (!Format.empty() && StringRef("-+ #0123456789.*vhlLjztq").contains(Format.front())) {
      if (Format.front() == '*')
        Strings.push_back(false);
      Format = Format.drop_front();
    }
    if (Format.empty())
      break;
    Strings.push_back(Format.front() == 's');
    Format = Format.drop_front();
  }
  return Strings;
}

static char letterOf(Type *Ty, bool Promoted) {
  if (Ty->isDoubleTy())
    return 'd';
  if (Ty->isFloatTy())
    return 'f';
  if (Ty->isHalfTy())
    return 'e';
  switch (Ty->getScalarSizeInBits()) {
  case 8:
    return Promoted ? 'i' : 'b';
  case 16:
    return Promoted ? 'i' : 'h';
  case 64:
    return 'l';
  default:
    return 'i';
  }
}

namespace {
struct Packed {
  Value *V;
  uint64_t Offset;
};
} // namespace

/// Default promotions where the front end left something narrow: float without doubles in the language, half.
static Value *promote(IRBuilder<> &B, Value *V) {
  Type *Ty = V->getType();
  if (Ty->isFloatTy() || Ty->isHalfTy())
    return B.CreateFPExt(V, B.getDoubleTy());
  if (Ty->isIntegerTy() && Ty->getIntegerBitWidth() < 32)
    return B.CreateSExt(V, B.getInt32Ty());
  return V;
}

static void lowerCall(CallInst &Call, const DataLayout &Layout) {
  IRBuilder<> B(&Call);
  Module &M = *Call.getModule();
  PointerType *Pointer = B.getPtrTy();
  StringRef Format;
  std::vector<bool> Strings;
  if (getConstantStringInfo(Call.getArgOperand(0), Format))
    Strings = stringArguments(Format);

  std::string Types;
  std::vector<Packed> Block;
  uint64_t Size = 0;
  for (unsigned I = 1; I < Call.arg_size(); ++I) {
    Value *V = promote(B, Call.getArgOperand(I));
    Type *Ty = V->getType();
    if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
      Types += utostr(Vector->getNumElements());
      Types += letterOf(Vector->getElementType(), false);
    } else if (Ty->isPointerTy()) {
      Types += I - 1 < Strings.size() && Strings[I - 1] ? 's' : 'p';
      if (Ty != Pointer)
        V = B.CreateAddrSpaceCast(V, Pointer);
    } else {
      Types += letterOf(Ty, true);
    }
    Block.push_back({V, Size});
    Size = alignTo(Size + Layout.getTypeStoreSize(V->getType()), 8);
  }

  IRBuilder<> Entry(&*Call.getFunction()->getEntryBlock().getFirstInsertionPt());
  Value *Args = Entry.CreateAlloca(ArrayType::get(B.getInt64Ty(), std::max<uint64_t>(Size / 8, 1)));
  for (const Packed &Argument : Block)
    B.CreateAlignedStore(Argument.V, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Args, Argument.Offset), Align(8));

  FunctionCallee LaunchOf = M.getOrInsertFunction("__weft_launch", Pointer);
  auto *LaunchFunction = cast<Function>(LaunchOf.getCallee());
  LaunchFunction->setDoesNotAccessMemory();
  LaunchFunction->setDoesNotThrow();
  LaunchFunction->setWillReturn();
  Value *Launch = B.CreateCall(LaunchOf);
  Value *Services = B.CreateLoad(Pointer, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Launch, 8));
  Value *Print = B.CreateLoad(Pointer, Services);
  Value *FormatPointer = B.CreateAddrSpaceCast(Call.getArgOperand(0), Pointer);
  Value *TypesPointer = B.CreateGlobalString(Types, "printf.types");
  FunctionType *Type = FunctionType::get(B.getInt32Ty(), {Pointer, Pointer, Pointer, Pointer}, false);
  CallInst *Done = B.CreateCall(Type, Print, {Launch, FormatPointer, TypesPointer, Args});
  Done->setDoesNotThrow();
  Call.replaceAllUsesWith(Done);
  Call.eraseFromParent();
}

void lowerPrintf(Module &M) {
  Function *Printf = M.getFunction("printf");
  if (!Printf || !Printf->isDeclaration())
    return;
  SmallVector<CallInst *, 8> Calls;
  for (User *U : Printf->users())
    if (auto *Call = dyn_cast<CallInst>(U))
      if (Call->getCalledOperand() == Printf)
        Calls.push_back(Call);
  for (CallInst *Call : Calls)
    lowerCall(*Call, M.getDataLayout());
  if (Printf->use_empty())
    Printf->eraseFromParent();
}

} // namespace weft
