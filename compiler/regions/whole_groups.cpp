// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy of an entry for groups that packets fill: x's size is a multiple of the lanes, y's of the rows that a packet
// has, dimensions that the kernel does not look at have one work-item. There the loops over y and z, masked packets and
// scalar loops behind the last full packet go, of each region; between barriers little is left but the work. The entry
// calls the copy for all of a batch's groups that are like that, which is asked once a batch, and itself for the rest.
//
// Where the size is known, because the kernel requires it or launches have it (docs/specialisation.md), the copy is for
// that size only, and a straight line if it can be (trace_groups.cpp). Kernels whose work-items never meet have no copy
// but for rows that are shorter than their packets.

#include "compiler/ir/item_nest.h"
#include "compiler/ir/names.h"
#include "compiler/ir/passes.h"
#include "compiler/kernel_abi.h"
#include "compiler/regions/trace_groups.h"
#include "compiler/regions/work_group_builder.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

/// Larger entries take long to compile as it is, and their regions do not wait for what is around them.
static constexpr unsigned LargestEntry = 1200;
/// Of a kernel's copy for one size, which nobody waits for.
static constexpr unsigned LargestCopied = 6000;

namespace {

struct Size {
  Instruction *I;
  unsigned Dim;
  bool IsFull; ///< the launch's, not a group's that may be smaller
};

} // namespace

static SmallVector<Size, 6> findSizes(Function &F) {
  SmallVector<Size, 6> Sizes;
  for (Instruction &I : instructions(F))
    if (const MDNode *Mark = I.getMetadata(SizeMark)) {
      auto Number = [&](unsigned N) {
        return unsigned(mdconst::extract<ConstantInt>(Mark->getOperand(N))->getZExtValue());
      };
      Sizes.push_back({&I, Number(0), Number(1) != 0});
    }
  return Sizes;
}

/// Whether this module is made for nothing but a size.
static bool isForSizeOnly(const PassState &State) {
  const weft_specialisation &Special = *State.Options.specialisation;
  return all_of(ArrayRef(Special.facts, Special.num_facts),
                [](const weft_fact &Fact) { return Fact.kind == WEFT_FACT_GROUP; });
}

/// What a size is a multiple of; 0: it is 1.
static void knownSizes(const Function &Entry, uint64_t (&Multiple)[3]) {
  uint64_t Lanes = 1, Rows = 1;
  Entry.getFnAttribute(LanesAttribute).getValueAsString().getAsInteger(10, Lanes);
  Entry.getFnAttribute(RowsAttribute).getValueAsString().getAsInteger(10, Rows);
  StringRef Used = Entry.getFnAttribute(DimensionsAttribute).getValueAsString();
  Multiple[0] = Lanes;
  Multiple[1] = Used.contains('y') ? Rows : 0;
  Multiple[2] = Used.contains('z') ? 1 : 0;
}

/// Says in the copy what is known of its sizes.
static void fixSizes(Function &Whole, const uint64_t (&Multiple)[3]) {
  SmallVector<Size, 6> Sizes = findSizes(Whole);
  Value *Full[3] = {};
  for (const Size &S : Sizes) {
    if (!S.IsFull)
      continue;
    IRBuilder<> B(S.I->getNextNode());
    if (Multiple[S.Dim] == 0) {
      Full[S.Dim] = B.getInt64(1);
      S.I->replaceAllUsesWith(Full[S.Dim]);
    } else if (Multiple[S.Dim] == 1) {
      Full[S.Dim] = S.I;
    } else {
      auto *Rounded = cast<Instruction>(B.CreateAnd(S.I, B.getInt64(-Multiple[S.Dim]), "whole_size"));
      Full[S.Dim] = Rounded;
      S.I->replaceUsesWithIf(Rounded, [&](Use &U) { return U.getUser() != Rounded; });
      B.CreateAssumption(B.CreateIsNotNull(Rounded));
    }
  }
  for (const Size &S : Sizes)
    if (!S.IsFull && Full[S.Dim])
      S.I->replaceAllUsesWith(Full[S.Dim]);
}

/// Puts the sizes into the copy.
static void putSizes(Function &Whole, const uint64_t (&Exact)[3]) {
  for (const Size &S : findSizes(Whole))
    S.I->replaceAllUsesWith(ConstantInt::get(S.I->getType(), Exact[S.Dim]));
}

static void dropMarks(Function &F) {
  F.setMetadata(RequiredSizeMark, nullptr);
  for (const Size &S : findSizes(F))
    S.I->setMetadata(SizeMark, nullptr);
  for (const char *Attribute : {UncutAttribute, DimensionsAttribute, LanesAttribute, RowsAttribute, ShortRowsAttribute})
    F.removeFnAttr(Attribute);
}

namespace {

/// The function that is the entry from now on.
class Dispatcher {
public:
  /// The copy is for sizes that are multiples of these, 0 standing for 1; or exactly these.
  Dispatcher(Function &Any, Function &Whole, const uint64_t (&Multiple)[3], bool IsExact)
      : Any(Any), Whole(Whole), Multiple(Multiple), IsExact(IsExact), C(Any.getContext()), B(C) {}
  void build();

private:
  Value *load(Value *Base, uint64_t Offset) {
    LoadInst *Load =
        B.CreateAlignedLoad(B.getInt64Ty(), B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Offset), Align(8));
    Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
    return Load;
  }
  void call(Function &F, Value *Groups, Value *Count);

  Function &Any, &Whole;
  const uint64_t (&Multiple)[3];
  const bool IsExact;
  LLVMContext &C;
  IRBuilder<> B;
  Function *Entry = nullptr;
};

} // namespace

void Dispatcher::call(Function &F, Value *Groups, Value *Count) {
  CallInst *Call = B.CreateCall(&F, {Entry->getArg(0), Groups, Count, Entry->getArg(3), Entry->getArg(4)});
  if (DISubprogram *SP = Entry->getSubprogram())
    Call->setDebugLoc(DILocation::get(C, 0, 0, SP));
}

void Dispatcher::build() {
  Entry = Function::Create(Any.getFunctionType(), Any.getLinkage(), "", Any.getParent());
  Entry->copyAttributesFrom(&Any);
  Entry->takeName(&Any);
  Any.setName(Entry->getName() + ".any");
  Whole.setName(Entry->getName() + ".whole");
  for (Function *F : {&Any, &Whole}) {
    F->setLinkage(GlobalValue::InternalLinkage);
    F->addFnAttr(Attribute::NoInline);
    // A loop over packets that copies a row of local memory is short: a call would take longer.
    for (const char *Name : {"no-builtin-memcpy", "no-builtin-memmove", "no-builtin-memset"})
      F->addFnAttr(Name);
  }
  Value *Launch = Entry->getArg(0), *Group = Entry->getArg(1), *Count = Entry->getArg(2);
  B.SetInsertPoint(BasicBlock::Create(C, "entry", Entry));
  AllocaInst *Rest = B.CreateAlloca(ArrayType::get(B.getInt64Ty(), 3), nullptr, "rest");
  Value *First[3], *IsWhole = B.getTrue(), *Wholes = Count;
  for (unsigned D = 0; D < 3; ++D) {
    First[D] = load(Group, 8 * D);
    Value *Size = load(Launch, offsetof(weft_launch, local_size) + 8 * D);
    Value *Global = load(Launch, offsetof(weft_launch, global_size) + 8 * D);
    if (IsExact || Multiple[D] == 0)
      IsWhole = B.CreateAnd(IsWhole, B.CreateICmpEQ(Size, B.getInt64(IsExact ? Multiple[D] : 1)));
    else if (Multiple[D] > 1)
      IsWhole = B.CreateAnd(IsWhole, B.CreateIsNull(B.CreateAnd(Size, B.getInt64(Multiple[D] - 1))));
    if (D == 0) {
      // All but the last group of a row are as large as they can be.
      Value *Groups = load(Launch, offsetof(weft_launch, num_groups));
      Value *Fits = B.CreateICmpEQ(B.CreateMul(Groups, Size), Global);
      Value *Before = B.CreateSub(B.CreateSub(Groups, B.getInt64(1)), First[0]);
      Wholes = B.CreateSelect(Fits, Count, B.CreateBinaryIntrinsic(Intrinsic::umin, Before, Count));
    } else {
      Value *End = B.CreateMul(B.CreateAdd(First[D], B.getInt64(1)), Size);
      IsWhole = B.CreateAnd(IsWhole, B.CreateICmpULE(End, Global));
    }
  }
  Wholes = B.CreateSelect(IsWhole, Wholes, B.getInt64(0), "wholes");
  auto Block = [&](const char *Name) { return BasicBlock::Create(C, Name, Entry); };
  BasicBlock *Packed = Block("packed"), *Others = Block("others"), *Some = Block("some"), *Done = Block("done");
  B.CreateCondBr(B.CreateIsNull(Wholes), Others, Packed);
  B.SetInsertPoint(Packed);
  call(Whole, Group, Wholes);
  B.CreateBr(Others);
  B.SetInsertPoint(Others);
  Value *Left = B.CreateSub(Count, Wholes);
  B.CreateCondBr(B.CreateIsNull(Left), Done, Some);
  B.SetInsertPoint(Some);
  for (unsigned D = 0; D < 3; ++D)
    B.CreateStore(D == 0 ? B.CreateAdd(First[0], Wholes) : First[D],
                  B.CreateConstInBoundsGEP1_64(B.getInt64Ty(), Rest, D));
  call(Any, Rest, Left);
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
  B.CreateRetVoid();
}

/// A copy for one size, as a straight line.
static bool traceOneSize(PassState &State, const KernelLayout &Layout, Function &Any, const uint64_t (&Exact)[3]) {
  ValueToValueMapTy Map;
  Function *Line = CloneFunction(&Any, Map);
  putSizes(*Line, Exact);
  dropMarks(*Line);
  const char *Why = traceGroups(*Line, State.TM);
  if (State.Options.spmd.remarks)
    errs() << "weft: kernel '" << Layout.name << "' in groups of " << Exact[0] << " x " << Exact[1] << " x " << Exact[2]
           << (Why ? ": no straight line, " : ": a straight line") << (Why ? Why : "") << "\n";
  if (Why) {
    Line->eraseFromParent();
    return false;
  }
  dropMarks(Any);
  Dispatcher(Any, *Line, Exact, /*IsExact=*/true).build();
  return true;
}

/// A copy for one size as it is, of whose packets all are full.
static void copyForSize(Function &Any, const uint64_t (&Exact)[3]) {
  ValueToValueMapTy Map;
  Function *Whole = CloneFunction(&Any, Map);
  putSizes(*Whole, Exact);
  dropMarks(Any);
  dropMarks(*Whole);
  Dispatcher(Any, *Whole, Exact, /*IsExact=*/true).build();
}

bool makeWholeGroups(PassState &State) {
  for (const KernelLayout &Layout : State.Layouts) {
    Function *Any = State.M.getFunction(Layout.symbol);
    if (!Any || !Any->hasFnAttribute(DimensionsAttribute))
      continue;
    uint64_t Exact[3];
    bool IsCopy = State.Options.specialisation && Layout.name == State.Options.specialisation->kernel;
    if (Any->hasFnAttribute(LanesAttribute) && Any->getInstructionCount() <= (IsCopy ? LargestCopied : LargestEntry) &&
        spmd::knownGroupSize(State, Layout, *Any, Exact)) {
      if (!Any->hasFnAttribute(UncutAttribute) && traceOneSize(State, Layout, *Any, Exact))
        continue;
      if (Any->hasFnAttribute(ShortRowsAttribute)) {
        copyForSize(*Any, Exact);
        continue;
      }
    }
    if (IsCopy && isForSizeOnly(State)) {
      State.Error = "the size of its groups makes no straight line of kernel '" + Layout.name + "'";
      return false;
    }
    if (!Any->hasFnAttribute(LanesAttribute) || Any->hasFnAttribute(UncutAttribute) || findSizes(*Any).empty() ||
        Any->getInstructionCount() > LargestEntry) {
      dropMarks(*Any);
      continue;
    }
    uint64_t Multiple[3];
    knownSizes(*Any, Multiple);
    ValueToValueMapTy Map;
    Function *Whole = CloneFunction(Any, Map);
    fixSizes(*Whole, Multiple);
    dropMarks(*Any);
    dropMarks(*Whole);
    Dispatcher(*Any, *Whole, Multiple, /*IsExact=*/false).build();
  }
  return true;
}

} // namespace weft
