// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/packet/serial.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace weft::spmd {

Function *serialPacket(Function &Item, const PacketPlan &Plan) {
  LLVMContext &C = Item.getContext();
  Type *I64 = Type::getInt64Ty(C);
  SmallVector<Type *, 12> Types(Item.getFunctionType()->params());
  if (Plan.Masked)
    Types.append({I64, I64});
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(C), Types, false), GlobalValue::InternalLinkage,
                                 Item.getName() + (Plan.Masked ? ".masked" : ".packet"), *Item.getParent());
  F->addFnAttrs(AttrBuilder(C, Item.getAttributes().getFnAttrs()));
  BasicBlock *Entry = BasicBlock::Create(C, "entry", F), *Lane = BasicBlock::Create(C, "lane", F);
  BasicBlock *Run = BasicBlock::Create(C, "run", F), *Next = BasicBlock::Create(C, "lane.next", F);
  BasicBlock *Done = BasicBlock::Create(C, "done", F);
  IRBuilder<> B(Entry);
  B.CreateBr(Lane);
  B.SetInsertPoint(Lane);
  PHINode *I = B.CreatePHI(I64, 2, "i");
  I->addIncoming(B.getInt64(0), Entry);
  bool Rows = Plan.PartDim == 1;
  Value *X = B.CreateAdd(F->getArg(0), Rows ? B.CreateURem(I, B.getInt64(Plan.Lanes)) : I);
  Value *Y = Rows ? B.CreateAdd(F->getArg(1), B.CreateUDiv(I, B.getInt64(Plan.Lanes))) : F->getArg(1);
  Value *Exists = B.getTrue();
  if (Plan.Masked) {
    unsigned N = Item.arg_size();
    Exists = B.CreateAnd(B.CreateICmpULT(X, F->getArg(N)), B.CreateICmpULT(Y, F->getArg(N + 1)));
  }
  B.CreateCondBr(Exists, Run, Next);
  B.SetInsertPoint(Run);
  SmallVector<Value *, 12> Arguments{X, Y};
  for (unsigned A = 2; A < Item.arg_size(); ++A)
    Arguments.push_back(F->getArg(A));
  B.CreateCall(&Item, Arguments);
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
  Value *Up = B.CreateAdd(I, B.getInt64(1));
  I->addIncoming(Up, Next);
  B.CreateCondBr(B.CreateICmpNE(Up, B.getInt64(Plan.Lanes * Plan.Parts)), Lane, Done);
  B.SetInsertPoint(Done);
  B.CreateRetVoid();
  return F;
}

} // namespace weft::spmd
