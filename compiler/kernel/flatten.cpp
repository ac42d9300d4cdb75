// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Address spaces end here: every pointer becomes one of address space 0, casts between them go. What the numbers said
// of aliasing is already said otherwise: an entry's local memory and frame are noalias parameters, private arrays are
// allocas.

#include "compiler/ir/passes.h"
#include "compiler/opencl/type_map.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {

namespace {

Type *flatten(Type *Ty) {
  return Ty->isPointerTy() ? PointerType::get(Ty->getContext(), 0) : Ty;
}

/// Constants with address-space casts between pointers that are the same now.
class FlatConstants {
public:
  FlatConstants(TypeMap &Types, DenseMap<const Constant *, Constant *> &Map) : Types(Types), Map(Map) {}

  Constant *map(Constant *C) {
    if (Constant *Known = Map.lookup(C))
      return Known;
    Constant *Result = compute(C);
    Map[C] = Result;
    return Result;
  }

private:
  Constant *compute(Constant *C) {
    Type *Ty = Types.remapType(C->getType());
    if (isa<GlobalValue>(C))
      return C;
    if (isa<ConstantPointerNull>(C))
      return ConstantPointerNull::get(cast<PointerType>(Ty));
    if (isa<PoisonValue>(C))
      return PoisonValue::get(Ty);
    if (isa<UndefValue>(C))
      return UndefValue::get(Ty);
    if (isa<ConstantAggregateZero>(C))
      return Constant::getNullValue(Ty);
    if (C->getNumOperands() == 0)
      return C;
    SmallVector<Constant *, 8> Operands;
    for (Use &U : C->operands())
      Operands.push_back(map(cast<Constant>(U.get())));
    if (isa<ConstantArray>(C))
      return ConstantArray::get(cast<ArrayType>(Ty), Operands);
    if (isa<ConstantStruct>(C))
      return ConstantStruct::get(cast<StructType>(Ty), Operands);
    if (isa<ConstantVector>(C))
      return ConstantVector::get(Operands);
    auto *E = dyn_cast<ConstantExpr>(C);
    if (!E)
      return C;
    if (E->getOpcode() == Instruction::AddrSpaceCast)
      return Operands[0];
    Type *Source = isa<GEPOperator>(E) ? Types.remapType(cast<GEPOperator>(E)->getSourceElementType()) : nullptr;
    return E->getWithOperands(Operands, Ty, /*OnlyIfReduced=*/false, Source);
  }

  TypeMap &Types;
  DenseMap<const Constant *, Constant *> &Map;
};

class Flattening {
public:
  explicit Flattening(Module &M) : M(M), Constants(Types, Map) {}

  void run() {
    replaceGlobals();
    replaceFunctions();
    for (auto &[Old, New] : Globals) {
      if (Old->hasInitializer())
        New->setInitializer(Constants.map(Old->getInitializer()));
    }
    for (auto &[Old, New] : Functions)
      if (!Old->isDeclaration())
        moveBody(*Old, *New);
    for (Function &F : M)
      flattenBody(F);
    for (auto &[Old, New] : Globals)
      Old->setInitializer(nullptr);
    for (auto &[Old, New] : Functions)
      erase(*Old);
    for (auto &[Old, New] : Globals)
      erase(*Old);
  }

private:
  void erase(GlobalValue &Old) {
    Old.removeDeadConstantUsers();
    Old.replaceAllUsesWith(PoisonValue::get(Old.getType()));
    Old.eraseFromParent();
  }

  void replaceGlobals() {
    for (GlobalVariable &G : make_early_inc_range(M.globals())) {
      if (G.getAddressSpace() == 0 && Types.remapType(G.getValueType()) == G.getValueType() && !G.hasInitializer())
        continue;
      auto *New = new GlobalVariable(M, Types.remapType(G.getValueType()), G.isConstant(), G.getLinkage(), nullptr, "",
                                     nullptr, G.getThreadLocalMode(), 0);
      New->copyAttributesFrom(&G);
      New->takeName(&G);
      Map[&G] = New;
      Globals.push_back({&G, New});
    }
  }

  void replaceFunctions() {
    SmallVector<Function *, 32> Old;
    for (Function &F : M)
      Old.push_back(&F);
    for (Function *F : Old) {
      auto *Ty = cast<FunctionType>(Types.remapType(F->getFunctionType()));
      if (Ty == F->getFunctionType())
        continue;
      Function *New = Function::Create(Ty, F->getLinkage(), 0, "");
      M.getFunctionList().insert(F->getIterator(), New);
      // Not takeName: that leaves both functions' knowledge of being an intrinsic as it was.
      bool IsIntrinsic = F->isIntrinsic();
      std::string Name = F->getName().str();
      F->setName("");
      New->setName(Name);
      if (IsIntrinsic) {
        if (auto Renamed = Intrinsic::remangleIntrinsicFunction(New)) {
          New->eraseFromParent();
          New = *Renamed;
        }
        New->setAttributes(F->getAttributes());
      } else {
        New->copyAttributesFrom(F);
      }
      Map[F] = New;
      Functions.push_back({F, New});
    }
  }

  void moveBody(Function &Old, Function &New) {
    New.copyMetadata(&Old, /*Offset=*/0);
    Old.clearMetadata();
    New.splice(New.begin(), &Old);
    for (auto [A, B] : zip(Old.args(), New.args())) {
      A.mutateType(B.getType());
      A.replaceAllUsesWith(&B);
      B.takeName(&A);
    }
  }

  /// Types that the attributes of a call name.
  void flattenAttributes(CallBase &Call) {
    AttributeList Attributes = Call.getAttributes();
    for (int Number = Attribute::FirstTypeAttr; Number <= Attribute::LastTypeAttr; ++Number) {
      const auto Kind = Attribute::AttrKind(Number);
      if (!Attributes.hasAttrSomewhere(Kind))
        continue;
      for (unsigned Index : Attributes.indexes())
        if (Type *Ty = Attributes.getAttributeAtIndex(Index, Kind).getValueAsType())
          Attributes = Attributes.replaceAttributeTypeAtIndex(M.getContext(), Index, Kind, Types.remapType(Ty));
    }
    Call.setAttributes(Attributes);
  }

  void flattenInstruction(Instruction &I) {
    for (Use &U : I.operands()) {
      if (auto *Asm = dyn_cast<InlineAsm>(U.get()))
        U.set(InlineAsm::get(cast<FunctionType>(Types.remapType(Asm->getFunctionType())), Asm->getAsmString(),
                             Asm->getConstraintString(), Asm->hasSideEffects(), Asm->isAlignStack(), Asm->getDialect(),
                             Asm->canThrow()));
      else if (auto *C = dyn_cast<Constant>(U.get()); C && !isa<ConstantInt, ConstantFP, ConstantDataSequential>(C))
        U.set(Constants.map(C));
    }
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      Call->mutateFunctionType(cast<FunctionType>(Types.remapType(Call->getFunctionType())));
      flattenAttributes(*Call);
      return;
    }
    I.mutateType(Types.remapType(I.getType()));
    if (auto *Address = dyn_cast<GetElementPtrInst>(&I)) {
      Address->setSourceElementType(Types.remapType(Address->getSourceElementType()));
      Address->setResultElementType(Types.remapType(Address->getResultElementType()));
    } else if (auto *Variable = dyn_cast<AllocaInst>(&I)) {
      Variable->setAllocatedType(Types.remapType(Variable->getAllocatedType()));
    }
  }

  /// In place: a copy of all code would take longer than any pass of this stage.
  void flattenBody(Function &F) {
    for (Instruction &I : instructions(F))
      flattenInstruction(I);
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (isa<AddrSpaceCastInst>(I)) {
        I.replaceAllUsesWith(I.getOperand(0));
        I.eraseFromParent();
      }
  }

  Module &M;
  TypeMap Types{flatten};
  DenseMap<const Constant *, Constant *> Map;
  FlatConstants Constants;
  SmallVector<std::pair<GlobalVariable *, GlobalVariable *>, 16> Globals;
  SmallVector<std::pair<Function *, Function *>, 32> Functions;
};

} // namespace

bool flattenAddressSpaces(PassState &State) {
  Flattening(State.M).run();
  return true;
}

} // namespace weft
