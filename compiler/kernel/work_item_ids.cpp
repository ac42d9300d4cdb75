// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers the work-item functions of OpenCL C 6.15.1 to context queries, and the size of sub-groups to a constant. A
// dimension that is not a constant becomes a chain of selects; one out of range gives what the specification says: 0
// for ids and offsets, 1 for sizes.

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/names.h"
#include "compiler/ir/passes.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace weft {

namespace {

/// One kernel's lowering; knows its required size.
class Lowering {
public:
  explicit Lowering(const Function &Kernel) {
    if (MDNode *Size = Kernel.getMetadata("reqd_work_group_size"))
      for (unsigned D = 0; D < 3 && D < Size->getNumOperands(); ++D)
        Required[D] = mdconst::extract<ConstantInt>(Size->getOperand(D))->getZExtValue();
    Width = subGroupWidth(Kernel);
    Uniform = Kernel.getFnAttribute("uniform-work-group-size").getValueAsString() == "true";
  }

  Value *lower(IRBuilder<> &B, CallInst &Call);
  bool looksAtSubGroups() const {
    return LooksAtSubGroups;
  }
  /// Whether what was lowered differs with the groups that x is cut into.
  bool looksAtGroups() const {
    return LooksAtGroups;
  }
  /// Likewise with those that any dimension is cut into.
  bool looksAtShape() const {
    return LooksAtShape;
  }

private:
  Value *perDimension(IRBuilder<> &B, CallInst &Call, uint64_t OutOfRange, function_ref<Value *(unsigned)> Emit);
  Value *fullSize(IRBuilder<> &B, unsigned D) {
    return Required[D] ? B.getInt64(Required[D]) : static_cast<Value *>(emitContext(B, Context::FullSize, D));
  }
  Value *localSize(IRBuilder<> &B, unsigned D) {
    return Required[D] == 1 || (Required[D] && Uniform) ? B.getInt64(Required[D])
                                                        : static_cast<Value *>(emitContext(B, Context::LocalSize, D));
  }
  /// In a dimension of one work-item all of the group's have the same id, also in loops that hold barriers.
  Value *localId(IRBuilder<> &B, unsigned D) {
    return Required[D] == 1 ? B.getInt64(0) : static_cast<Value *>(emitContext(B, Context::LocalId, D));
  }
  Value *globalId(IRBuilder<> &B, unsigned D) {
    return B.CreateAdd(emitContext(B, Context::GroupBase, D), localId(B, D), "gid", /*HasNUW=*/true, /*HasNSW=*/true);
  }

  uint64_t Required[3] = {0, 0, 0};
  unsigned Width = 0;
  bool Uniform = false, LooksAtGroups = false, LooksAtShape = false, LooksAtSubGroups = false;
};

} // namespace

Value *Lowering::perDimension(IRBuilder<> &B, CallInst &Call, uint64_t OutOfRange,
                              function_ref<Value *(unsigned)> Emit) {
  Value *Dim = Call.getArgOperand(0);
  if (auto *C = dyn_cast<ConstantInt>(Dim))
    return C->getValue().ult(3) ? Emit(C->getZExtValue()) : B.getInt64(OutOfRange);
  Value *Result = B.getInt64(OutOfRange);
  for (unsigned D = 0; D < 3; ++D)
    Result = B.CreateSelect(B.CreateICmpEQ(Dim, ConstantInt::get(Dim->getType(), D)), Emit(D), Result);
  return Result;
}

Value *Lowering::lower(IRBuilder<> &B, CallInst &Call) {
  Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return nullptr;
  StringRef Name = Callee->getName();
  auto *Dim = Call.arg_size() == 1 ? dyn_cast<ConstantInt>(Call.getArgOperand(0)) : nullptr;
  bool IsOfX = Name == "_Z12get_local_idj" || Name == "_Z12get_group_idj" || Name == "_Z14get_local_sizej";
  bool IsOfAll = Name == "_Z19get_local_linear_idv" || Name == SubGroupWidthFunction;
  LooksAtGroups |= IsOfAll || (IsOfX && (!Dim || Dim->isZero()));
  LooksAtShape |= IsOfAll || IsOfX || Name == "_Z23get_enqueued_local_sizej" || Name == "_Z14get_num_groupsj";
  auto Query = [&](uint64_t OutOfRange, Context Kind) {
    return perDimension(B, Call, OutOfRange, [&](unsigned D) { return emitContext(B, Kind, D); });
  };
  LooksAtSubGroups |= Name == SubGroupWidthFunction;
  if (Name == SubGroupWidthFunction)
    return ConstantInt::get(Call.getType(), Width);
  if (Name == "_Z13get_global_idj")
    return perDimension(B, Call, 0, [&](unsigned D) { return globalId(B, D); });
  if (Name == "_Z12get_local_idj")
    return perDimension(B, Call, 0, [&](unsigned D) { return localId(B, D); });
  if (Name == "_Z12get_group_idj")
    return Query(0, Context::GroupId);
  if (Name == "_Z15get_global_sizej")
    return Query(1, Context::GlobalSize);
  if (Name == "_Z14get_local_sizej")
    return perDimension(B, Call, 1, [&](unsigned D) { return localSize(B, D); });
  if (Name == "_Z23get_enqueued_local_sizej")
    return perDimension(B, Call, 1, [&](unsigned D) { return fullSize(B, D); });
  if (Name == "_Z14get_num_groupsj")
    return Query(1, Context::NumGroups);
  if (Name == "_Z17get_global_offsetj")
    return Query(0, Context::GlobalOffset);
  if (Name == "_Z12get_work_dimv")
    return B.CreateTrunc(emitContext(B, Context::WorkDim), Call.getType());
  if (Name == "_Z19get_local_linear_idv") {
    Value *Y = B.CreateNUWAdd(B.CreateNUWMul(localId(B, 2), localSize(B, 1)), localId(B, 1));
    return B.CreateNUWAdd(B.CreateNUWMul(Y, localSize(B, 0)), localId(B, 0));
  }
  if (Name == "_Z20get_global_linear_idv") {
    // Relative to the offset: OpenCL C 6.15.1.
    auto Relative = [&](unsigned D) { return B.CreateSub(globalId(B, D), emitContext(B, Context::GlobalOffset, D)); };
    Value *Y = B.CreateAdd(B.CreateMul(Relative(2), emitContext(B, Context::GlobalSize, 1)), Relative(1));
    return B.CreateAdd(B.CreateMul(Y, emitContext(B, Context::GlobalSize, 0)), Relative(0));
  }
  return nullptr;
}

bool lowerWorkItemIds(PassState &State) {
  for (auto &Entry : State.Kernels) {
    unsigned Width = subGroupWidth(*Entry.first);
    if (!isSubGroupWidth(Width)) {
      State.Error = "kernel '" + Entry.second.name + "' requires sub-groups of " + std::to_string(Width) +
                    " work-items, which this device does not have";
      return false;
    }
    Lowering Lower(*Entry.first);
    for (Instruction &I : make_early_inc_range(instructions(*Entry.first))) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call)
        continue;
      IRBuilder<> B(Call);
      if (Value *V = Lower.lower(B, *Call)) {
        Call->replaceAllUsesWith(V);
        Call->eraseFromParent();
      }
    }
    if (!Lower.looksAtGroups())
      Entry.first->addFnAttr(FlatAttribute);
    if (!Lower.looksAtShape())
      Entry.first->addFnAttr(AnyShapeAttribute);
    if (Lower.looksAtSubGroups())
      Entry.first->addFnAttr(SubGroupsAttribute);
  }
  return true;
}

} // namespace weft
