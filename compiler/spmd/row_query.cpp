// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/row_query.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::spmd {

Function *createRowQuery(Function &Item, Type *Result, const Twine &Suffix) {
  SmallVector<Type *, 16> Types(Item.getFunctionType()->params());
  Types.push_back(Type::getInt64Ty(Item.getContext()));
  Function *Query = Function::Create(FunctionType::get(Result, Types, false), GlobalValue::InternalLinkage,
                                     Item.getAddressSpace(), Item.getName() + Suffix, Item.getParent());
  for (const char *Kept : {"target-cpu", "target-features", "prefer-vector-width"})
    if (Item.hasFnAttribute(Kept))
      Query->addFnAttr(Item.getFnAttribute(Kept));
  Query->setDoesNotAccessMemory();
  Query->setDoesNotThrow();
  Query->setWillReturn();
  return Query;
}

} // namespace weft::spmd
