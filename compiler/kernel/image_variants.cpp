// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a texel of a known format through a known sampler takes a dozen instructions; with both unknown it takes a
// call and several switches. Samplers are mostly constants; formats are known only at the launch. Mostly a copy of the
// kernel is made then (specialise.cpp). Where that cannot be, a kernel with images gets copies here, each for one of
// the formats of builtins/image_hot.def, in which the image functions of that format are inlined, or at least called
// where the sampler is an argument. Some more copies fix the format of what is only read, for kernels that convert. The
// kernel's entry looks at the views once per batch of work-groups and goes on to the first copy that fits, else to the
// kernel for any format.
//
// Views do not change while a kernel runs: their fields are loads that LLVM may take out of all loops.

#include "compiler/ir/passes.h"
#include "compiler/kernel/arg_layout.h"
#include "compiler/kernel/image_calls.h"
#include "compiler/kernel_abi.h"
#include "compiler/library/image_functions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

/// At most so many copies of a kernel for one format of all images, and so many for one of those that are only read;
/// and so many instructions in all of them before inlining.
static constexpr size_t MostVariants = 6;
static constexpr size_t MostForReads = 3;
static constexpr size_t VariantBudget = 12000;

/// An image function of some 100 instructions becomes part of the kernel at each call.
static constexpr size_t CallWeight = 100;

Argument *imageOf(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !isImageFunction(Callee->getName()))
    return nullptr;
  return dyn_cast<Argument>(Call.getArgOperand(0)->stripPointerCasts());
}

bool isImageRead(const CallInst &Call) {
  return !Call.getType()->isVoidTy();
}

void callTwin(CallInst &Call, Function &Twin) {
  Call.setCalledFunction(&Twin);
  if (isImageRead(Call) && !isa<ConstantInt>(Call.getArgOperand(1)))
    return; // a sampler that is not constant leaves nothing to fold
  InlineFunctionInfo Info;
  (void)InlineFunction(Call, Info, /*MergeAttributes=*/false, /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false);
}

SmallVector<CallInst *, 16> imageCalls(Function &Kernel) {
  SmallVector<CallInst *, 16> Calls;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && imageOf(*Call))
      Calls.push_back(Call);
  return Calls;
}

static Function *twinOf(const CallInst &Call, const HotImageFormat &Format) {
  Function *Callee = Call.getCalledFunction();
  return Callee->getParent()->getFunction(imageTwinName(Callee->getName(), Format));
}

/// Loads of a view's fields.
static void markFields(Value &Pointer) {
  for (User *U : Pointer.users()) {
    if (auto *Load = dyn_cast<LoadInst>(U))
      Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Load->getContext(), {}));
    else if (isa<GetElementPtrInst>(U) || isa<AddrSpaceCastInst>(U))
      markFields(*U);
  }
}

static void markViews(Function &Kernel, ArrayRef<unsigned> Images) {
  for (unsigned I : Images) {
    Argument *View = Kernel.getArg(I);
    View->addAttr(Attribute::getWithDereferenceableBytes(Kernel.getContext(), sizeof(weft_image_view)));
    View->addAttr(Attribute::getWithAlignment(Kernel.getContext(), Align(alignof(weft_image_view))));
    markFields(*View);
  }
}

StringRef baseType(const Argument &A) {
  const MDNode *Types = A.getParent()->getMetadata("kernel_arg_base_type");
  auto *Type =
      Types && A.getArgNo() < Types->getNumOperands() ? dyn_cast<MDString>(Types->getOperand(A.getArgNo())) : nullptr;
  return Type ? Type->getString() : "";
}

bool isImage(const Argument &A) {
  StringRef Type = baseType(A);
  return A.getType()->isPointerTy() && Type.starts_with("image") && Type.ends_with("_t");
}

/// Arguments that image functions or queries take.
static SmallVector<unsigned, 8> imageArguments(Function &Kernel) {
  SmallVector<unsigned, 8> Images;
  for (Argument &A : Kernel.args())
    if (isImage(A))
      Images.push_back(A.getArgNo());
  return Images;
}

using ImageSet = SmallSetVector<unsigned, 8>;

/// Arguments with a function for this format, or those of them that are read and never written.
static ImageSet imagesOf(ArrayRef<CallInst *> Calls, const HotImageFormat &Format, bool OnlyRead) {
  ImageSet Images;
  for (CallInst *Call : Calls)
    if (twinOf(*Call, Format))
      Images.insert(imageOf(*Call)->getArgNo());
  if (OnlyRead)
    for (CallInst *Call : Calls)
      if (!isImageRead(*Call))
        Images.remove(imageOf(*Call)->getArgNo());
  return Images;
}

static Function *makeVariant(PassState &State, Function &Kernel, const HotImageFormat &Format, const ImageSet &Fixed,
                             StringRef Suffix) {
  ValueToValueMapTy Map;
  Function *Variant = CloneFunction(&Kernel, Map);
  Variant->setName(Kernel.getName() + "." + Format.Name + Suffix);
  Variant->setLinkage(GlobalValue::InternalLinkage);
  for (CallInst *Call : imageCalls(*Variant)) {
    Function *Twin = twinOf(*Call, Format);
    if (!Twin || !Fixed.contains(imageOf(*Call)->getArgNo()))
      continue;
    callTwin(*Call, *Twin);
  }
  uint32_t Size;
  std::vector<ArgSlot> Slots = layoutArguments(Kernel, Size);
  ImageVariant Record;
  for (unsigned Image : Fixed)
    Record.Guards.push_back({Slots[Image].offset, Format.Key});
  const KernelLayout &Layout = State.Kernels.find(&Kernel)->second;
  Record.Kernel = Layout.symbol;
  Record.Symbol = (Layout.symbol + "." + Format.Name + Suffix).str();
  State.Variants.push_back(std::move(Record));
  return Variant;
}

/// All copies of a kernel, in the order in which a launch tries them.
static SmallVector<Function *, 8> makeVariants(PassState &State, Function &Kernel, ArrayRef<unsigned> Images) {
  SmallVector<Function *, 8> Variants;
  SmallVector<CallInst *, 16> Calls = imageCalls(Kernel);
  erase_if(Calls, [&](CallInst *Call) { return !is_contained(Images, imageOf(*Call)->getArgNo()); });
  if (Calls.empty() || !State.Options.optimise || !State.Options.image_copies)
    return Variants;
  size_t Weight = Kernel.getInstructionCount() + CallWeight * Calls.size(), Left = VariantBudget / Weight;
  for (bool OnlyRead : {false, true}) {
    size_t Most = std::min(Left - Variants.size(), OnlyRead ? MostForReads : MostVariants), Made = 0;
    for (const HotImageFormat &Format : hotImageFormats()) {
      ImageSet Fixed = imagesOf(Calls, Format, OnlyRead);
      if (Made == Most || Fixed.empty() || (OnlyRead && Fixed.size() == imagesOf(Calls, Format, false).size()))
        continue;
      Variants.push_back(makeVariant(State, Kernel, Format, Fixed, OnlyRead ? ".read" : ""));
      Made++;
    }
  }
  return Variants;
}

bool makeImageVariants(PassState &State) {
  SmallVector<std::pair<Function *, KernelLayout>, 8> Made;
  for (auto &[Kernel, Layout] : State.Kernels) {
    SmallVector<unsigned, 8> Images = imageArguments(*Kernel);
    if (Images.empty())
      continue;
    size_t First = State.Variants.size();
    SmallVector<Function *, 8> Variants = makeVariants(State, *Kernel, Images);
    markViews(*Kernel, Images);
    for (auto [Index, Variant] : enumerate(Variants)) {
      markViews(*Variant, Images);
      KernelLayout Other = Layout;
      Other.name = Variant->getName().str();
      Other.symbol = State.Variants[First + Index].Symbol;
      Made.emplace_back(Variant, Other);
    }
  }
  for (auto &Entry : Made)
    State.Kernels.insert(Entry);
  for (Function &F : make_early_inc_range(State.M))
    if (isImageTwin(F.getName()) && F.use_empty())
      F.eraseFromParent();
  return true;
}

/// Loads of what does not change during a launch.
static Value *constantLoad(IRBuilder<> &B, Type *Ty, Value *Base, uint64_t Offset) {
  LoadInst *Load = B.CreateAlignedLoad(Ty, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Offset), Align(8));
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(B.getContext(), {}));
  return Load;
}

static void callEntry(IRBuilder<> &B, Function *Entry, Function &Dispatcher) {
  SmallVector<Value *, 5> Arguments;
  for (Argument &A : Dispatcher.args())
    Arguments.push_back(&A);
  CallInst *Call = B.CreateCall(Entry, Arguments);
  Call->setTailCall();
  if (DISubprogram *SP = Dispatcher.getSubprogram())
    Call->setDebugLoc(DILocation::get(B.getContext(), 0, 0, SP));
  B.CreateRetVoid();
}

/// Puts a function in the place of a kernel's entry that chooses among it and its variants.
static void makeDispatcher(PassState &State, Function &Any, ArrayRef<const ImageVariant *> Variants) {
  Function *Dispatcher = Function::Create(Any.getFunctionType(), Any.getLinkage(), "", State.M);
  Dispatcher->copyAttributesFrom(&Any);
  Dispatcher->takeName(&Any);
  Any.setName(Dispatcher->getName() + ".any");
  Any.setLinkage(GlobalValue::InternalLinkage);
  LLVMContext &C = State.M.getContext();
  IRBuilder<> B(BasicBlock::Create(C, "entry", Dispatcher));
  Value *Block = constantLoad(B, B.getPtrTy(), Dispatcher->getArg(0), offsetof(weft_launch, args));
  for (const ImageVariant *Variant : Variants) {
    Value *Fits = B.getTrue();
    for (const ImageVariant::Guard &Guard : Variant->Guards) {
      Value *View = constantLoad(B, B.getPtrTy(), Block, Guard.Slot);
      Value *Key = constantLoad(B, B.getInt64Ty(), View, offsetof(weft_image_view, channel_order));
      Fits = B.CreateAnd(Fits, B.CreateICmpEQ(Key, B.getInt64(Guard.Key)));
    }
    auto *Then = BasicBlock::Create(C, "variant", Dispatcher);
    auto *Else = BasicBlock::Create(C, "other", Dispatcher);
    B.CreateCondBr(Fits, Then, Else);
    B.SetInsertPoint(Then);
    Function *Entry = State.M.getFunction(Variant->Symbol);
    Entry->setLinkage(GlobalValue::InternalLinkage);
    Entry->addFnAttr(Attribute::NoInline);
    callEntry(B, Entry, *Dispatcher);
    B.SetInsertPoint(Else);
  }
  Any.addFnAttr(Attribute::NoInline);
  callEntry(B, &Any, *Dispatcher);
}

/// A launch has to bring what any of them needs. Each knows its own offsets.
static void takeMost(KernelLayout &Layout, const KernelLayout &Other) {
  Layout.frame_fixed = std::max(Layout.frame_fixed, Other.frame_fixed);
  Layout.frame_per_item = std::max(Layout.frame_per_item, Other.frame_per_item);
  Layout.local_size = std::max(Layout.local_size, Other.local_size);
  Layout.private_size = std::max(Layout.private_size, Other.private_size);
}

bool dispatchImageVariants(PassState &State) {
  static_assert(offsetof(weft_image_view, channel_type) == offsetof(weft_image_view, channel_order) + 4,
                "read as one number");
  std::vector<KernelLayout> Kept;
  for (const KernelLayout &Layout : State.Layouts)
    if (none_of(State.Variants, [&](const ImageVariant &V) { return V.Symbol == Layout.symbol; }))
      Kept.push_back(Layout);
  for (KernelLayout &Layout : Kept) {
    SmallVector<const ImageVariant *, 8> Variants;
    for (const ImageVariant &V : State.Variants) {
      if (V.Kernel != Layout.symbol)
        continue;
      Variants.push_back(&V);
      takeMost(Layout, *find_if(State.Layouts, [&](const KernelLayout &L) { return L.symbol == V.Symbol; }));
    }
    if (!Variants.empty())
      makeDispatcher(State, *State.M.getFunction(Layout.symbol), Variants);
  }
  State.Layouts = std::move(Kept);
  return true;
}

} // namespace weft
