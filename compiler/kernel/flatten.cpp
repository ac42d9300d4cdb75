// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Address spaces end here: every pointer becomes one of address space 0, casts between them go. What the numbers said
// of aliasing is already said otherwise: an entry's local memory and frame are noalias parameters, private arrays are
// allocas.

#include "compiler/ir/passes.h"
#include "compiler/opencl/type_map.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

namespace {

Type *flatten(Type *Ty) {
  return Ty->isPointerTy() ? PointerType::get(Ty->getContext(), 0) : Ty;
}

/// Constants with address-space casts between pointers that are the same now.
class FlatConstants {
public:
  FlatConstants(TypeMap &Types, ValueToValueMapTy &Map) : Types(Types), Map(Map) {}

  Constant *map(Constant *C) {
    if (Value *Known = Map.lookup(C))
      return cast<Constant>(Known);
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
  ValueToValueMapTy &Map;
};

class Flattening {
public:
  explicit Flattening(Module &M) : M(M), Constants(Types, Map) {}

  void run() {
    replaceGlobals();
    replaceFunctions();
    mapConstants();
    for (auto &[Old, New] : Globals) {
      if (Old->hasInitializer())
        New->setInitializer(Constants.map(Old->getInitializer()));
    }
    for (auto &[Old, New] : Functions)
      if (!Old->isDeclaration())
        cloneBody(*Old, *New);
    for (auto &[Old, New] : Functions)
      Old->deleteBody();
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
      if (F->isDeclaration() && Ty == F->getFunctionType())
        continue;
      Function *New = Function::Create(Ty, F->getLinkage(), 0, "", &M);
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

  void mapConstants() {
    for (auto &[Old, New] : Functions)
      for (Instruction &I : instructions(*Old))
        for (Use &U : I.operands())
          if (auto *C = dyn_cast<Constant>(U.get()))
            if (isa<ConstantExpr>(C) || isa<ConstantAggregate>(C) || isa<GlobalValue>(C))
              Constants.map(C);
  }

  void cloneBody(Function &Old, Function &New) {
    for (auto [A, B] : zip(Old.args(), New.args())) {
      Map[&A] = &B;
      B.setName(A.getName());
    }
    SmallVector<ReturnInst *, 4> Returns;
    DISubprogram *SP = Old.getSubprogram();
    CloneFunctionInto(&New, &Old, Map, CloneFunctionChangeType::LocalChangesOnly, Returns, "", nullptr, &Types);
    if (SP) {
      Old.setSubprogram(nullptr);
      if (!New.getSubprogram()) // the clone's lines refer to what the cloner gave it
        New.setSubprogram(SP);
    }
    for (Instruction &I : make_early_inc_range(instructions(New)))
      if (isa<AddrSpaceCastInst>(I)) {
        I.replaceAllUsesWith(I.getOperand(0));
        I.eraseFromParent();
      }
  }

  Module &M;
  TypeMap Types{flatten};
  ValueToValueMapTy Map;
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
