// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch knows and the program does not: the formats of its images, the bits of its samplers, the size of its
// groups. For a program as a whole this notes what a copy of a kernel should know more of. In a program that is one
// kernel's copy, it puts in what is known (docs/specialisation.md); but for the size, which whole_groups.cpp looks at.
//
// An image function for a known format is its twin of builtins/image_hot.cl where there is one. For other formats it is
// the function for any format with the fields of the view that tell the format folded to constants. Both come to the
// same bits, since both are made of the same source.

#include "compiler/ir/analyses.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/passes.h"
#include "compiler/ir/uniformity.h"
#include "compiler/kernel/image_calls.h"
#include "compiler/kernel_abi.h"
#include "compiler/library/image_functions.h"
#include "compiler/simplify/combine.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>

using namespace llvm;

namespace weft {

static void noteFacts(Function &Kernel, KernelLayout &Layout) {
  std::map<unsigned, weft_fact_kind> Facts;
  for (CallInst *Call : imageCalls(Kernel)) {
    if (Argument *Image = imageOf(*Call); isImage(*Image))
      Facts[Image->getArgNo()] = WEFT_FACT_FORMAT;
    if (!isImageRead(*Call))
      continue;
    auto *Sampler = dyn_cast<Argument>(Call->getArgOperand(1));
    if (Sampler && baseType(*Sampler) == "sampler_t")
      Facts[Sampler->getArgNo()] = WEFT_FACT_SAMPLER;
  }
  Layout.facts.assign(Facts.begin(), Facts.end());
}

/// Whether a value follows from constants and sizes of groups.
static bool followsFromSizes(Value *V, SmallPtrSetImpl<Value *> &Seen) {
  if (isa<Constant>(V) || !Seen.insert(V).second)
    return true;
  if (auto Query = asContext(V))
    return Query->Kind == Context::LocalSize || Query->Kind == Context::FullSize;
  auto *I = dyn_cast<Instruction>(V);
  return I && (isa<PHINode>(I) || isSafeToSpeculativelyExecute(I) || I->isIntDivRem()) && !I->mayReadOrWriteMemory() &&
         all_of(I->operands(), [&](Value *Operand) { return followsFromSizes(Operand, Seen); });
}

/// Whether trace_groups.cpp may do something about a kernel once it knows the size of the groups: a loop with barriers
/// works on local memory, nothing else decides where the group goes, and nothing stands in the way that is easily seen.
static bool wantsGroup(const PassState &State, Function &Kernel) {
  if (!State.Options.vectorises() || Kernel.getMetadata("reqd_work_group_size"))
    return false;
  bool HasCut = false, HasLocal = false;
  for (Instruction &I : instructions(Kernel)) {
    if (cutKind(I) == CutKind::Barrier) {
      HasCut = true;
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      if (!asContext(Call) && !isa<IntrinsicInst>(Call) &&
          (!Call->doesNotAccessMemory() || cutKind(I) != CutKind::None))
        return false;
    } else if (Value *Pointer = getLoadStorePointerOperand(&I)) {
      bool IsLocal = Pointer->getType()->getPointerAddressSpace() == 3;
      HasLocal |= IsLocal;
      if (IsLocal && I.isVolatile())
        return false;
    } else if (I.isAtomic()) {
      return false;
    }
  }
  if (!HasCut || !HasLocal)
    return false;
  DominatorTree DT(Kernel);
  LoopInfo LI(DT);
  if (none_of(Kernel, [&](BasicBlock &BB) { return hasCut(BB) && LI.getLoopFor(&BB); }))
    return false;
  Uniformity Uniform(Kernel);
  return all_of(Kernel, [&](BasicBlock &BB) {
    SmallPtrSet<Value *, 16> Seen;
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    if (succ_size(&BB) < 2 || Uniform.hasDivergentTerminator(BB))
      return true;
    return Branch && followsFromSizes(Branch->getCondition(), Seen);
  });
}

FunctionPassManager specialiseStage(StringRef Only) {
  FunctionPassManager Passes;
#define WEFT_STAGE_SPECIALISE
#include "compiler/ir/passes.def"
  return Passes;
}

namespace {

/// The fields of a view that a format determines, as they lie in memory.
struct FormatFields {
  static constexpr int64_t Begin = offsetof(weft_image_view, channel_order);
  static constexpr int64_t End = offsetof(weft_image_view, block_log2) + sizeof(weft_image_view::block_log2);
  static_assert(End - Begin == 16, "four numbers of 32 bits");
  uint32_t Values[4];
};

/// Makes image functions for one format.
class Twins {
public:
  Twins(PassState &State, const ImageFormat &Format);

  Function *twinOf(Function &Any);

private:
  Function *fold(Function &Any);
  void foldFields(Value &Pointer, int64_t Offset);
  void simplify(Function &F);

  PassState &State;
  ImageFormat Format;
  Constant *Fields;
  std::map<Function *, Function *> Made;
};

} // namespace

Twins::Twins(PassState &State, const ImageFormat &Format) : State(State), Format(Format) {
  const uint32_t Values[] = {uint32_t(Format.Key), uint32_t(Format.Key >> 32), Format.Size, Format.BlockLog2};
  Fields = ConstantDataArray::get(State.M.getContext(), ArrayRef(Values));
}

/// Loads through a pointer to the view, and calls of image functions on it.
void Twins::foldFields(Value &Pointer, int64_t Offset) {
  const DataLayout &DL = State.M.getDataLayout();
  const SmallSetVector<User *, 16> Users(Pointer.user_begin(), Pointer.user_end()); // inlining makes more
  for (User *U : Users) {
    if (auto *GEP = dyn_cast<GEPOperator>(U)) {
      APInt More(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
      if (GEP->getPointerOperand() == &Pointer && GEP->accumulateConstantOffset(DL, More))
        foldFields(*GEP, Offset + More.getSExtValue());
    } else if (auto *Load = dyn_cast<LoadInst>(U); Load && Load->isSimple()) {
      int64_t Size = int64_t(DL.getTypeStoreSize(Load->getType()).getFixedValue());
      if (Offset < FormatFields::Begin || Offset + Size > FormatFields::End)
        continue;
      APInt At(64, uint64_t(Offset - FormatFields::Begin));
      if (Constant *Known = ConstantFoldLoadFromConst(Fields, Load->getType(), At, DL)) {
        Load->replaceAllUsesWith(Known);
        Load->eraseFromParent();
      }
    } else if (auto *Call = dyn_cast<CallInst>(U); Call && Offset == 0 && Call->arg_size() > 0) {
      Function *Callee = Call->getCalledFunction();
      if (!Callee || Callee->isDeclaration() || !Callee->getName().starts_with("__weft_image_") ||
          Call->getArgOperand(0) != &Pointer)
        continue;
      Call->setCalledFunction(twinOf(*Callee));
      InlineFunctionInfo Info;
      (void)InlineFunction(*Call, Info, /*MergeAttributes=*/false, /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false);
    }
  }
}

void Twins::simplify(Function &F) {
  TimedStep Step("specialise", "set-up");
  Analyses A(&State.TM);
  specialiseStage().run(F, A.Functions);
}

Function *Twins::fold(Function &Any) {
  ValueToValueMapTy Map;
  Function *Twin = CloneFunction(&Any, Map);
  Twin->setName(Any.getName() + "__" + utohexstr(Format.Key));
  Twin->setLinkage(GlobalValue::InternalLinkage);
  foldFields(*Twin->getArg(0), 0);
  simplify(*Twin);
  return Twin;
}

Function *Twins::twinOf(Function &Any) {
  Function *&Twin = Made[&Any];
  for (const HotImageFormat &Hot : hotImageFormats())
    if (!Twin && Hot.Key == Format.Key)
      Twin = State.M.getFunction(imageTwinName(Any.getName(), Hot));
  if (!Twin)
    Twin = fold(Any);
  return Twin;
}

/// Calls on the image of one argument go to functions for its format.
static void fixFormat(PassState &State, Function &Kernel, unsigned Image, uint64_t Key) {
  std::optional<ImageFormat> Format = imageFormat(Key);
  if (!Format)
    return;
  Twins Made(State, *Format);
  for (CallInst *Call : imageCalls(Kernel)) {
    Function *Callee = Call->getCalledFunction();
    if (imageOf(*Call)->getArgNo() == Image && !Callee->isDeclaration())
      callTwin(*Call, *Made.twinOf(*Callee));
  }
}

/// Samplers first: a constant one has functions inlined.
static bool putFactsIn(PassState &State, Function &Kernel, const weft_specialisation &Special) {
  ArrayRef<weft_fact> Facts(Special.facts, Special.num_facts);
  for (const weft_fact &Fact : Facts) {
    if (Fact.kind == WEFT_FACT_GROUP) // whole_groups.cpp looks at it
      continue;
    Argument *A = Fact.arg < Kernel.arg_size() ? Kernel.getArg(Fact.arg) : nullptr;
    bool Fits = Fact.kind == WEFT_FACT_SAMPLER ? A && A->getType()->isIntegerTy(32) && Fact.value <= UINT32_MAX
                                               : Fact.kind == WEFT_FACT_FORMAT && A && isImage(*A);
    if (!Fits) {
      State.Error = "error: kernel '" + Kernel.getName().str() + "' has no such argument to specialise";
      return false;
    }
    if (Fact.kind == WEFT_FACT_SAMPLER)
      A->replaceAllUsesWith(ConstantInt::get(A->getType(), Fact.value));
  }
  for (const weft_fact &Fact : Facts)
    if (Fact.kind == WEFT_FACT_FORMAT)
      fixFormat(State, Kernel, Fact.arg, Fact.value);
  return true;
}

bool specialiseKernels(PassState &State) {
  for (auto &[Kernel, Layout] : State.Kernels) {
    if (const weft_specialisation *Special = State.Options.specialisation) {
      if (Kernel->getName() == Special->kernel && !putFactsIn(State, *Kernel, *Special))
        return false;
    } else if (State.Options.optimise && !State.Options.image_copies) {
      noteFacts(*Kernel, Layout);
      Layout.wants_group = Layout.facts.empty() && wantsGroup(State, *Kernel);
    }
  }
  return true;
}

} // namespace weft
