// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target("spirv.Event") and its kin have no meaning to a host's code generator: values of these types become plain
// pointers, those of images pointers to constant memory (struct weft_image_view), and samplers 32 bits. Types are
// changed in place; only functions whose signatures change are made anew.
#include "compiler/opencl/passes.h"
#include "compiler/opencl/type_map.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace weft {

static Type *mapHandle(Type *Ty) {
  auto *Handle = dyn_cast<TargetExtType>(Ty);
  if (!Handle)
    return Ty;
  if (Handle->getName() == "spirv.Sampler")
    return Type::getInt32Ty(Ty->getContext());
  return PointerType::get(Ty->getContext(), Handle->getName() == "spirv.Image" ? 2 : 0);
}

/// Constants of the types at hand are null, undefined or aggregates of them.
static Constant *mapConstant(Constant *C, TypeMap &Types) {
  Type *Ty = Types.remapType(C->getType());
  if (Ty == C->getType())
    return C;
  if (isa<PoisonValue>(C))
    return PoisonValue::get(Ty);
  if (isa<UndefValue>(C))
    return UndefValue::get(Ty);
  if (auto *Aggregate = dyn_cast<ConstantAggregate>(C)) {
    SmallVector<Constant *, 8> Elements;
    for (Value *Element : Aggregate->operands())
      Elements.push_back(mapConstant(cast<Constant>(Element), Types));
    if (auto *Struct = dyn_cast<StructType>(Ty))
      return ConstantStruct::get(Struct, Elements);
    return ConstantArray::get(cast<ArrayType>(Ty), Elements);
  }
  return Constant::getNullValue(Ty);
}

static AttributeList mapAttributes(AttributeList List, unsigned NumParams, TypeMap &Types, LLVMContext &Context) {
  for (unsigned I = 0; I < NumParams; ++I)
    for (Attribute::AttrKind Kind : {Attribute::ByVal, Attribute::StructRet, Attribute::ElementType}) {
      Attribute Old = List.getParamAttr(I, Kind);
      if (Old.isValid() && Types.remapType(Old.getValueAsType()) != Old.getValueAsType())
        List = List.replaceAttributeTypeAtIndex(Context, I + AttributeList::FirstArgIndex, Kind,
                                                Types.remapType(Old.getValueAsType()));
    }
  return List;
}

static void mapInstruction(Instruction &I, TypeMap &Types) {
  for (Use &Operand : I.operands())
    if (auto *C = dyn_cast<Constant>(Operand.get()))
      if (!isa<GlobalValue>(C))
        Operand.set(mapConstant(C, Types));
  if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
    Alloca->setAllocatedType(Types.remapType(Alloca->getAllocatedType()));
  } else if (auto *Element = dyn_cast<GetElementPtrInst>(&I)) {
    Element->setSourceElementType(Types.remapType(Element->getSourceElementType()));
    Element->setResultElementType(Types.remapType(Element->getResultElementType()));
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    Call->setAttributes(mapAttributes(Call->getAttributes(), Call->arg_size(), Types, I.getContext()));
    Call->mutateFunctionType(cast<FunctionType>(Types.remapType(Call->getFunctionType())));
  }
  I.mutateType(Types.remapType(I.getType()));
}

static void mapSignature(Function &F, TypeMap &Types) {
  auto *Type = cast<FunctionType>(Types.remapType(F.getFunctionType()));
  if (Type == F.getFunctionType())
    return;
  Function *New = Function::Create(Type, F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  New->copyAttributesFrom(&F);
  New->setAttributes(mapAttributes(F.getAttributes(), F.arg_size(), Types, F.getContext()));
  New->copyMetadata(&F, 0);
  New->takeName(&F);
  New->splice(New->begin(), &F);
  for (auto [From, To] : zip(F.args(), New->args())) {
    From.mutateType(To.getType());
    From.replaceAllUsesWith(&To);
    To.takeName(&From);
  }
  F.replaceAllUsesWith(New);
  F.eraseFromParent();
}

void lowerTargetTypes(Module &M) {
  TypeMap Types(mapHandle);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      mapInstruction(I, Types);
  for (Function &F : make_early_inc_range(M))
    mapSignature(F, Types);
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    Type *Ty = Types.remapType(G.getValueType());
    if (Ty == G.getValueType())
      continue;
    Constant *Value = G.hasInitializer() ? mapConstant(G.getInitializer(), Types) : nullptr;
    auto *New = new GlobalVariable(M, Ty, G.isConstant(), G.getLinkage(), Value, "", &G, G.getThreadLocalMode(),
                                   G.getAddressSpace());
    New->copyAttributesFrom(&G);
    New->takeName(&G);
    G.replaceAllUsesWith(New);
    G.eraseFromParent();
  }
}

} // namespace weft
