// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for regions that differ by a few numbers. Kernels of very many regions come from loops that somebody has
// unrolled, or from programs that write programs: each round is the one before with other factors and distances. As
// arguments these cost a register each; as functions of their own each round costs as much of a build as the first.

#include "compiler/regions/merge_regions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <map>

using namespace llvm;

namespace weft {

namespace {

/// More numbers than these would be kept in memory rather than in registers.
constexpr size_t MostNumbers = 8;

/// An operand by the positions of its instruction in the function and of its own in the instruction.
using Place = std::pair<unsigned, unsigned>;

/// Functions that are alike, with the places at which one of them has another number than the first.
struct Alike {
  SmallVector<Function *, 4> Functions;
  std::map<Place, SmallVector<Constant *, 4>> Numbers; ///< of each function, in their order
};

/// The number that a constant is, in each lane if it is a vector.
Constant *asNumber(Value *V) {
  auto *C = dyn_cast<Constant>(V);
  if (C && C->getType()->isVectorTy())
    C = C->getSplatValue();
  return C && isa<ConstantInt, ConstantFP>(C) ? C : nullptr;
}

/// Whether an operand may be a variable for little more than a constant costs.
bool mayVary(const Instruction &I, unsigned Operand) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::PHI:
    return true;
  case Instruction::Select:
    return Operand > 0;
  case Instruction::Store:
    return Operand == 0;
  case Instruction::GetElementPtr: // not the number of a struct's member
    return Operand == 1;
  default:
    break;
  }
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
    return Operand < Call->arg_size();
  case Intrinsic::masked_store:
    return Operand == 0;
  default:
    return false;
  }
}

/// Whether two instructions carry the same promises. Loops have nodes of their own, which say the same in all regions.
bool haveSameMetadata(const Instruction &A, const Instruction &B) {
  if (!A.hasMetadataOtherThanDebugLoc() && !B.hasMetadataOtherThanDebugLoc())
    return true;
  auto OfLoops = [](const auto &Entry) { return Entry.first == LLVMContext::MD_loop; };
  SmallVector<std::pair<unsigned, MDNode *>, 4> OfA, OfB;
  A.getAllMetadataOtherThanDebugLoc(OfA);
  B.getAllMetadataOtherThanDebugLoc(OfB);
  erase_if(OfA, OfLoops);
  erase_if(OfB, OfLoops);
  return OfA == OfB;
}

/// Compares a function with another one, from its head to its end.
class Comparison {
public:
  Comparison(Function &A, Function &B) : A(A), B(B) {
    for (auto [X, Y] : zip(A.args(), B.args()))
      Pairs[&X] = &Y;
    for (auto [X, Y] : zip(A, B)) {
      Pairs[&X] = &Y;
      for (auto [I, J] : zip(X, Y))
        Pairs[&I] = &J;
    }
  }

  bool run() {
    if (A.size() != B.size() || A.getFunctionType() != B.getFunctionType() || A.getAttributes() != B.getAttributes())
      return false;
    unsigned Position = 0;
    for (auto [X, Y] : zip(A, B)) {
      if (X.size() != Y.size())
        return false;
      for (auto [I, J] : zip(X, Y))
        if (!isAlike(I, J, Position++))
          return false;
    }
    return true;
  }

  SmallVector<std::pair<Place, Constant *>, 8> Other; ///< numbers of B that are not A's

private:
  bool isAlike(Instruction &I, Instruction &J, unsigned Position) {
    if (!I.isSameOperationAs(&J) || I.getRawSubclassOptionalData() != J.getRawSubclassOptionalData() ||
        !haveSameMetadata(I, J))
      return false;
    if (auto *Phi = dyn_cast<PHINode>(&I))
      for (auto [From, To] : zip(Phi->blocks(), cast<PHINode>(J).blocks()))
        if (Pairs.lookup(From) != To)
          return false;
    for (unsigned N = 0; N < I.getNumOperands(); ++N) {
      Value *V = I.getOperand(N), *W = J.getOperand(N);
      if (V == W ? !isa<Instruction, Argument, BasicBlock>(V) : Pairs.lookup(V) == W)
        continue;
      Constant *Number = asNumber(W);
      if (!Number || !asNumber(V) || !mayVary(I, N))
        return false;
      Other.push_back({{Position, N}, Number});
    }
    return true;
  }

  Function &A, &B;
  DenseMap<const Value *, const Value *> Pairs;
};

hash_code shapeOf(const Function &F) {
  hash_code Shape = hash_combine(F.getFunctionType(), F.size());
  for (const Instruction &I : instructions(F))
    Shape = hash_combine(Shape, I.getOpcode(), I.getType());
  return Shape;
}

bool add(Function &F, Alike &To) {
  Comparison With(*To.Functions.front(), F);
  if (!With.run())
    return false;
  SmallVector<Instruction *, 0> Code(make_pointer_range(instructions(*To.Functions.front())));
  for (auto &[At, Number] : With.Other) {
    auto &Column = To.Numbers[At];
    if (Column.empty()) // so far all had the first one's
      Column.append(To.Functions.size(), asNumber(Code[At.first]->getOperand(At.second)));
  }
  for (auto &[At, Column] : To.Numbers)
    Column.push_back(Column.front());
  for (auto &[At, Number] : With.Other)
    To.Numbers[At].back() = Number;
  To.Functions.push_back(&F);
  return true;
}

/// Places that have the same numbers in all functions take them from one argument.
using Columns =
    MapVector<SmallVector<Constant *, 4>, SmallVector<Place, 4>, std::map<SmallVector<Constant *, 4>, unsigned>>;

Function *withArguments(Function &Old, const Columns &Numbers) {
  SmallVector<Type *, 16> Types(Old.getFunctionType()->params());
  for (auto &[Column, Places] : Numbers)
    Types.push_back(Column.front()->getType());
  SmallVector<Instruction *, 0> Code(make_pointer_range(instructions(Old)));
  auto *Type = FunctionType::get(Old.getReturnType(), Types, /*isVarArg=*/false);
  Function *New = Function::Create(Type, Old.getLinkage(), Old.getAddressSpace(), "");
  Old.getParent()->getFunctionList().insert(Old.getIterator(), New);
  New->copyAttributesFrom(&Old);
  New->takeName(&Old);
  New->splice(New->begin(), &Old);
  for (Argument &A : Old.args()) {
    A.replaceAllUsesWith(New->getArg(A.getArgNo()));
    New->getArg(A.getArgNo())->takeName(&A);
  }
  IRBuilder<> B(&New->getEntryBlock(), New->getEntryBlock().getFirstInsertionPt());
  unsigned Index = Old.arg_size();
  for (auto &[Column, Places] : Numbers) {
    Argument *Number = New->getArg(Index++);
    Number->setName("number");
    DenseMap<llvm::Type *, Value *> Splats;
    for (auto [Position, Operand] : Places) {
      Use &U = Code[Position]->getOperandUse(Operand);
      Value *&V = Splats[U->getType()];
      if (!V)
        V = U->getType()->isVectorTy() ? B.CreateVectorSplat(cast<VectorType>(U->getType())->getElementCount(), Number)
                                       : static_cast<Value *>(Number);
      U.set(V);
    }
  }
  return New;
}

/// Returns how many functions are gone.
unsigned merge(const Alike &All) {
  Columns Numbers;
  for (auto &[At, Column] : All.Numbers)
    Numbers[Column].push_back(At);
  if (All.Functions.size() == 1 || Numbers.size() > MostNumbers)
    return 0;
  Function *One = withArguments(*All.Functions.front(), Numbers);
  for (auto [Index, F] : enumerate(All.Functions)) {
    for (User *U : make_early_inc_range(F->users())) {
      auto *Call = cast<CallInst>(U);
      SmallVector<Value *, 16> Arguments(Call->args());
      for (auto &[Column, Places] : Numbers)
        Arguments.push_back(Column[Index]);
      CallInst *New = CallInst::Create(One, Arguments, "", Call->getIterator());
      New->setAttributes(Call->getAttributes());
      New->setCallingConv(Call->getCallingConv());
      Call->replaceAllUsesWith(New);
      Call->eraseFromParent();
    }
    F->eraseFromParent();
  }
  return All.Functions.size() - 1;
}

} // namespace

unsigned mergeRegions(ArrayRef<Function *> Regions) {
  MapVector<size_t, SmallVector<Alike, 1>> Shapes;
  for (Function *F : Regions) {
    if (F->getSubprogram()) // its lines are its own
      return 0;
    auto &SameShape = Shapes[shapeOf(*F)];
    if (none_of(SameShape, [&](Alike &To) { return add(*F, To); }))
      SameShape.push_back({{F}, {}});
  }
  unsigned Gone = 0;
  for (auto &[Shape, SameShape] : Shapes)
    for (const Alike &All : SameShape)
      Gone += merge(All);
  return Gone;
}

} // namespace weft
