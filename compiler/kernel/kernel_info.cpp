// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernel/kernel_info.h"
#include "compiler/ir/names.h"

#include "compiler/kernel/arg_layout.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

using namespace llvm;

namespace weft {

static StringRef stringAt(const Function &F, const char *Kind, unsigned Index) {
  const MDNode *Node = F.getMetadata(Kind);
  if (!Node || Index >= Node->getNumOperands())
    return "";
  const auto *Text = dyn_cast_or_null<MDString>(Node->getOperand(Index).get());
  return Text ? Text->getString() : "";
}

static uint64_t numberAt(const Function &F, const char *Kind, unsigned Index, uint64_t Default) {
  const MDNode *Node = F.getMetadata(Kind);
  if (!Node || Index >= Node->getNumOperands())
    return Default;
  const auto *Number = mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(Index));
  return Number ? Number->getZExtValue() : Default;
}

static bool hasWord(StringRef Words, StringRef Word) {
  SmallVector<StringRef, 4> List;
  Words.split(List, ' ', -1, false);
  return is_contained(List, Word);
}

static cl_kernel_arg_type_qualifier typeQualifier(StringRef Words) {
  cl_kernel_arg_type_qualifier Bits = CL_KERNEL_ARG_TYPE_NONE;
  if (hasWord(Words, "const"))
    Bits |= CL_KERNEL_ARG_TYPE_CONST;
  if (hasWord(Words, "restrict"))
    Bits |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (hasWord(Words, "volatile"))
    Bits |= CL_KERNEL_ARG_TYPE_VOLATILE;
  if (hasWord(Words, "pipe"))
    Bits |= CL_KERNEL_ARG_TYPE_PIPE;
  return Bits;
}

static cl_kernel_arg_access_qualifier accessQualifier(StringRef Word) {
  if (Word == "read_only")
    return CL_KERNEL_ARG_ACCESS_READ_ONLY;
  if (Word == "write_only")
    return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  if (Word == "read_write")
    return CL_KERNEL_ARG_ACCESS_READ_WRITE;
  return CL_KERNEL_ARG_ACCESS_NONE;
}

static cl_kernel_arg_address_qualifier addressQualifier(uint64_t Space) {
  switch (Space) {
  case 1:
    return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  case 2:
    return CL_KERNEL_ARG_ADDRESS_CONSTANT;
  case 3:
    return CL_KERNEL_ARG_ADDRESS_LOCAL;
  default:
    return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

/// Handles have become plain pointers and numbers: their type's name in the source tells what they are.
static weft_arg_kind kindOf(const Argument &Arg, StringRef BaseType, StringRef Qualifiers) {
  if (BaseType == "sampler_t")
    return WEFT_ARG_SAMPLER;
  if (!Arg.getType()->isPointerTy() || Arg.hasByValAttr())
    return WEFT_ARG_VALUE;
  if (hasWord(Qualifiers, "pipe"))
    return WEFT_ARG_PIPE;
  if (BaseType.starts_with("image") && BaseType.ends_with("_t")) // no program's pointer: its name ends with '*'
    return WEFT_ARG_IMAGE;
  if (BaseType == "queue_t")
    return WEFT_ARG_QUEUE;
  switch (Arg.getType()->getPointerAddressSpace()) {
  case 2:
    return WEFT_ARG_CONSTANT;
  case 3:
    return WEFT_ARG_LOCAL;
  default:
    return WEFT_ARG_GLOBAL;
  }
}

static ArgDescription describeArgument(const Function &F, const Argument &Arg, const ArgSlot &Slot) {
  unsigned I = Arg.getArgNo();
  ArgDescription Result{};
  StringRef Qualifiers = stringAt(F, "kernel_arg_type_qual", I);
  weft_arg_info &Info = Result.Info;
  Info.kind = kindOf(Arg, stringAt(F, "kernel_arg_base_type", I), Qualifiers);
  Info.offset = Slot.offset;
  Info.size = Slot.size;
  Info.align = Slot.align;
  if (Info.kind == WEFT_ARG_LOCAL)
    Info.align = uint32_t(std::max<uint64_t>(Arg.getParamAlign().valueOrOne().value(), 1));
  Info.address = addressQualifier(numberAt(F, "kernel_arg_addr_space", I, 0));
  Info.access = accessQualifier(stringAt(F, "kernel_arg_access_qual", I));
  Info.type_qualifier = typeQualifier(Qualifiers);
  Result.TypeName = stringAt(F, "kernel_arg_type", I).str();
  Result.Name = stringAt(F, "kernel_arg_name", I).str();
  return Result;
}

/// A type of vec_type_hint as the source wrote it.
static std::string hintType(Type *Ty, bool Signed) {
  std::string Lanes;
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
    Lanes = std::to_string(Vector->getNumElements());
    Ty = Vector->getElementType();
  }
  if (Ty->isHalfTy())
    return "half" + Lanes;
  if (Ty->isFloatTy())
    return "float" + Lanes;
  if (Ty->isDoubleTy())
    return "double" + Lanes;
  const char *Name = Ty->isIntegerTy(8)    ? "char"
                     : Ty->isIntegerTy(16) ? "short"
                     : Ty->isIntegerTy(32) ? "int"
                     : Ty->isIntegerTy(64) ? "long"
                                           : nullptr;
  return Name ? (Signed ? "" : "u") + std::string(Name) + Lanes : std::string();
}

static std::string sizesText(const char *Name, const size_t Sizes[3]) {
  return std::string(Name) + "(" + std::to_string(Sizes[0]) + "," + std::to_string(Sizes[1]) + "," +
         std::to_string(Sizes[2]) + ")";
}

static std::string describeAttributes(const Function &F, const weft_kernel_info &Info) {
  std::vector<std::string> Parts;
  if (const MDNode *Hint = F.getMetadata("vec_type_hint"); Hint && Hint->getNumOperands() == 2) {
    auto *Value = dyn_cast_or_null<ValueAsMetadata>(Hint->getOperand(0).get());
    std::string Type = Value ? hintType(Value->getType(), numberAt(F, "vec_type_hint", 1, 0) != 0) : std::string();
    if (!Type.empty())
      Parts.push_back("vec_type_hint(" + Type + ")");
  }
  if (F.getMetadata("work_group_size_hint"))
    Parts.push_back(sizesText("work_group_size_hint", Info.work_group_size_hint));
  if (F.getMetadata("reqd_work_group_size"))
    Parts.push_back(sizesText("reqd_work_group_size", Info.reqd_work_group_size));
  if (Info.required_sub_group_size)
    Parts.push_back("intel_reqd_sub_group_size(" + std::to_string(Info.required_sub_group_size) + ")");
  std::string Text;
  for (const std::string &Part : Parts)
    Text += (Text.empty() ? "" : " ") + Part;
  return Text;
}

/// What kernels ask their host for.
static bool isDeviceEnqueue(StringRef Name) {
  for (const char *Part :
       {"enqueue_kernel_", "enqueue_marker", "user_event", "get_default_queue", "12ocl_clkevent", "get_kernel_"})
    if (Name.contains(Part))
      return true;
  return false;
}

/// Visits the instructions of a function and of what it reaches by calls.
template <typename Visitor> static void visitReachable(const Function &Start, Visitor Visit) {
  SmallPtrSet<const Function *, 16> Seen = {&Start};
  SmallVector<const Function *, 16> Work = {&Start};
  while (!Work.empty()) {
    const Function *F = Work.pop_back_val();
    for (const Instruction &I : instructions(*F)) {
      Visit(I);
      const auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (Callee && !Callee->isDeclaration() && Seen.insert(Callee).second)
        Work.push_back(Callee);
    }
  }
}

static void findServices(const Function &Start, weft_kernel_info &Info) {
  visitReachable(Start, [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee)
      return;
    Info.uses_printf |= Callee->getName() == "printf";
    Info.uses_enqueue |= isDeviceEnqueue(Callee->getName());
  });
}

/// Integers that are added, compared or combined without anybody reading the old value come out the same in each order.
static bool dependsOnOrder(const Instruction &I) {
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return !RMW->use_empty() || RMW->isFloatingPointOperation() || RMW->getOperation() == AtomicRMWInst::Xchg;
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    switch (Intrinsic->getIntrinsicID()) {
    case Intrinsic::readcyclecounter:
    case Intrinsic::readsteadycounter:
      return true;
    default:
      return false;
    }
  return I.isAtomic() && !isa<FenceInst>(I);
}

bool dependsOnOrder(const Function &Entry) {
  bool Result = false;
  visitReachable(Entry, [&](const Instruction &I) { Result |= dependsOnOrder(I); });
  return Result;
}

static KernelDescription describeKernel(const Function &F) {
  KernelDescription Result{};
  weft_kernel_info &Info = Result.Info;
  std::vector<ArgSlot> Slots = layoutArguments(F, Info.args_size);
  for (const Argument &Arg : F.args())
    Result.Args.push_back(describeArgument(F, Arg, Slots[Arg.getArgNo()]));
  Info.num_args = uint32_t(Result.Args.size());
  Info.has_arg_info = F.getMetadata("kernel_arg_name") != nullptr;
  for (unsigned D = 0; D < 3; ++D) {
    Info.reqd_work_group_size[D] = numberAt(F, "reqd_work_group_size", D, 0);
    Info.work_group_size_hint[D] = numberAt(F, "work_group_size_hint", D, 0);
  }
  Info.required_sub_group_size = uint32_t(numberAt(F, "intel_reqd_sub_group_size", 0, 0));
  Info.required_sub_groups = uint32_t(numberAt(F, NumSubGroupsMark, 0, 0));
  Info.flush_denormals = F.hasFnAttribute(FlushDenormalsAttribute);
  findServices(F, Info);
  Result.Name = F.getName().str();
  Result.Attributes = describeAttributes(F, Info);
  return Result;
}

std::vector<KernelDescription> describeKernels(const Module &M) {
  std::vector<KernelDescription> List;
  for (const Function &F : M)
    if (F.hasFnAttribute(KernelAttribute))
      List.push_back(describeKernel(F));
  // Those of blocks last: the application does not see them.
  std::stable_partition(List.begin(), List.end(),
                        [](const KernelDescription &K) { return K.Name.rfind(BlockPrefix, 0) != 0; });
  return List;
}

} // namespace weft
