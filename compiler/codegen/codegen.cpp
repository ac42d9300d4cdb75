// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/half_arithmetic.h"
#include "compiler/codegen/llvm_faults.h"
#include "compiler/codegen/masked_code.h"
#include "compiler/codegen/masked_loads.h"
#include "compiler/ir/checkpoint.h"
#include "compiler/timing/timeline.h"

#include <llvm/CodeGen/Passes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Pass.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar.h>
#include <llvm/Transforms/Utils.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace weft {

/// Cuts basic blocks of more than a thousand instructions into pieces. Passes of the code generator are quadratic in a
/// block's length (two-address rewriting: 16 s for 60,000 instructions; the choice of an order, where as many loads and
/// stores wait for one another: 28 s for 600 elements of arrays in pieces of 2,048, 3 s in these). A piece whose
/// address is taken is not joined again.
static void splitLongBlocks(Module &M) {
  constexpr unsigned Longest = 1024;
  for (Function &F : M) {
    SmallVector<Instruction *, 16> Cuts;
    for (BasicBlock &Block : F) {
      unsigned Length = 0;
      for (Instruction &I : Block) {
        bool Movable = !isa<PHINode>(I) && !I.isTerminator() && !isa<AllocaInst>(I);
        if (++Length >= Longest && Movable && !I.isEHPad()) {
          Cuts.push_back(&I);
          Length = 0;
        }
      }
    }
    for (Instruction *I : Cuts)
      BlockAddress::get(&F, I->getParent()->splitBasicBlock(I));
  }
}

/// A kernel's memcpy names no version, so that the loader binds it to glibc's oldest, which does without wide
/// registers; of memmove there is one version, the best. Short copies become instructions and stay as they are.
static void callMemmove(Module &M) {
  constexpr uint64_t LongestInline = 128; // eight stores of SSE
  SmallVector<MemCpyInst *, 16> Copies;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Copy = dyn_cast<MemCpyInst>(&I); Copy && Copy->getIntrinsicID() == Intrinsic::memcpy) {
        auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
        if (!Length || Length->getValue().ugt(LongestInline))
          Copies.push_back(Copy);
      }
  for (MemCpyInst *Copy : Copies) {
    IRBuilder<> Builder(Copy);
    Builder.CreateMemMove(Copy->getRawDest(), Copy->getDestAlign(), Copy->getRawSource(), Copy->getSourceAlign(),
                          Copy->getLength(), Copy->isVolatile());
    Copy->eraseFromParent();
  }
}

/// What is claimed where that is proved, else no more than `Element` bytes.
static Align provedAlignment(Value *Pointer, Align Claimed, uint64_t Element, const Instruction &At) {
  Align Least = std::min(Claimed, Align(llvm::bit_floor(std::max<uint64_t>(Element, 1))));
  if (Claimed == Least)
    return Claimed;
  return std::max(Least, std::min(Claimed, getKnownAlignment(Pointer, At.getDataLayout(), &At)));
}

static void keepProvedAlignment(IntrinsicInst &Masked, unsigned PointerArg, Type *T) {
  Align A = provedAlignment(Masked.getArgOperand(PointerArg), Masked.getParamAlign(PointerArg).valueOrOne(),
                            T->getScalarSizeInBits() / 8, Masked);
  Masked.removeParamAttr(PointerArg, Attribute::Alignment);
  Masked.addParamAttr(PointerArg, Attribute::getWithAlignment(Masked.getContext(), A));
}

/// Vectors and copies are aligned beyond their elements only as far as that is proved. Pointers that are cast to a
/// vector's type are often not aligned to it, which is undefined and works elsewhere; an instruction that insists on it
/// would fault, and is no faster than one that does not. Stores past the caches have no form that does not insist.
static void keepProvedAlignment(Instruction &I) {
  constexpr uint64_t LargestScalar = 8;
  if (I.hasMetadata(LLVMContext::MD_nontemporal))
    return;
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->getType()->isVectorTy()) {
    uint64_t Element = Load->getType()->getScalarSizeInBits() / 8;
    Load->setAlignment(provedAlignment(Load->getPointerOperand(), Load->getAlign(), Element, I));
  } else if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->getValueOperand()->getType()->isVectorTy()) {
    uint64_t Element = Store->getValueOperand()->getType()->getScalarSizeInBits() / 8;
    Store->setAlignment(provedAlignment(Store->getPointerOperand(), Store->getAlign(), Element, I));
  } else if (auto *Copy = dyn_cast<MemTransferInst>(&I)) {
    Align To = Copy->getDestAlign().valueOrOne(), From = Copy->getSourceAlign().valueOrOne();
    Copy->setDestAlignment(provedAlignment(Copy->getRawDest(), To, LargestScalar, I));
    Copy->setSourceAlignment(provedAlignment(Copy->getRawSource(), From, LargestScalar, I));
  } else if (auto *Masked = dyn_cast<IntrinsicInst>(&I)) {
    if (Masked->getIntrinsicID() == Intrinsic::masked_load)
      keepProvedAlignment(*Masked, 0, Masked->getType());
    else if (Masked->getIntrinsicID() == Intrinsic::masked_store)
      keepProvedAlignment(*Masked, 1, Masked->getArgOperand(0)->getType());
  }
}

namespace {

/// Between the code generator's passes over one function.
class CheckpointPass final : public FunctionPass {
public:
  static char ID;
  CheckpointPass() : FunctionPass(ID) {}
  bool runOnFunction(Function &) override {
    checkpoint();
    return false;
  }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesAll();
  }
};

char CheckpointPass::ID = 0;

/// Stands before a pass of the code generator where there is a timeline.
class BeginStepPass final : public FunctionPass {
  size_t Step;

public:
  static char ID;
  explicit BeginStepPass(StringRef Name) : FunctionPass(ID), Step(Timeline::current()->step("code", Name)) {}
  bool runOnFunction(Function &) override {
    Timeline::current()->begin(Step);
    return false;
  }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesAll();
  }
};

char BeginStepPass::ID = 0;

/// Whether a function has more constants that are loaded than any number of registers would hold. Those of a loop LLVM
/// moves before it and compares each with all that are there already: 20 s for 25,000 numbers.
static bool hasManyConstants(const Module &M) {
  constexpr size_t Many = 1024;
  return any_of(M, [](const Function &F) {
    SmallPtrSet<const Value *, 32> Loaded;
    for (const Instruction &I : instructions(F))
      for (const Value *Operand : I.operands())
        if (isa<Constant>(Operand) && (Operand->getType()->isVectorTy() || Operand->getType()->isFloatingPointTy()))
          Loaded.insert(Operand);
    return Loaded.size() > Many;
  });
}

/// Hands on the code generator's passes but those that cost more than they bring, with checkpoints among them.
class PassFilter final : public legacy::PassManagerBase {
  static constexpr unsigned PassesPerCheckpoint = 8;
  unsigned SinceCheckpoint = 0;
  legacy::PassManager &Into;
  SmallVector<AnalysisID, 5> LeftOut;

public:
  PassFilter(legacy::PassManager &Into, const Module &M) : Into(Into) {
    // Of the loops that gain from strength reduction optimise.cpp does it. Only to ask where it could, the code
    // generator would go through all of them.
    LeftOut.push_back(kindOf(createLoopStrengthReducePass()));
    LeftOut.push_back(kindOf(createCanonicalizeFreezeInLoopsPass()));
    // Processors that take instructions out of order find this one's order themselves, but for loops of loads and
    // stores (a transpose: 0.74 to 0.93 of the time with it). Those are in short programs, where it takes the least.
    constexpr unsigned LongestReordered = 512;
    if (M.getInstructionCount() > LongestReordered)
      LeftOut.push_back(&PostRASchedulerID);
    if (hasManyConstants(M))
      LeftOut.append({&EarlyMachineLICMID, &MachineLICMID});
  }
  void add(Pass *P) override {
    if (is_contained(LeftOut, P->getPassID())) {
      delete P;
      return;
    }
    // Behind a pass over functions, where another one joins it rather than splits a sequence of its like.
    const bool OverFunctions = P->getPassKind() == PT_Function;
    if (OverFunctions && Timeline::current())
      Into.add(new BeginStepPass(P->getPassName()));
    Into.add(P);
    if (OverFunctions && ++SinceCheckpoint == PassesPerCheckpoint) {
      Into.add(new CheckpointPass());
      SinceCheckpoint = 0;
    }
  }

private:
  static AnalysisID kindOf(Pass *P) {
    return std::unique_ptr<Pass>(P)->getPassID();
  }
};

} // namespace

bool emitCode(Module &M, TargetMachine &TM, bool Assembly, SmallVectorImpl<char> &Out, std::string &Error) {
  TimedStep Step("code", "other");
  keepMasks();
  raw_svector_ostream Stream(Out);
  legacy::PassManager Passes;
  CodeGenFileType Type = Assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
  PassFilter Filter(Passes, M);
  if (TM.addPassesToEmitFile(Filter, Stream, nullptr, Type)) {
    Error = "the code generator cannot write this kind of file";
    return false;
  }
  callMemmove(M);
  computeHalvesAsFloats(M, TM);
  loadWithinPages(M, TM);
  avoidFaults(M, TM);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      keepProvedAlignment(I);
  splitLongBlocks(M);
  Passes.run(M);
  return true;
}

} // namespace weft
