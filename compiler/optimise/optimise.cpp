// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's passes over work-group functions: the stage optimise of passes.def, with those that it holds. A third of a
// build is spent here.

#include "compiler/optimise/optimise.h"
#include "compiler/codegen/estimates.h"
#include "compiler/heuristics.h"
#include "compiler/ir/analyses.h"
#include "compiler/ir/checkpoint.h"
#include "compiler/ir/kernel_layout.h"
#include "compiler/ir/names.h"
#include "compiler/ir/passes.h"
#include "compiler/optimise/before_vector_combine.h"
#include "compiler/optimise/cold_calls.h"
#include "compiler/optimise/fetch_ahead.h"
#include "compiler/optimise/loop_sums.h"
#include "compiler/optimise/narrow_counters.h"
#include "compiler/optimise/settle_unknown.h"
#include "compiler/optimise/sink_broadcasts.h"
#include "compiler/optimise/stream_pointers.h"
#include "compiler/optimise/uniform_divisions.h"
#include "compiler/simplify/combine.h"
#include "compiler/simplify/loop_limits.h"

#include "llvm/Analysis/GlobalsModRef.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/AggressiveInstCombine/AggressiveInstCombine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/ConstantMerge.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/IPO/InferFunctionAttrs.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/IPO/SCCP.h"
#include "llvm/Transforms/Scalar/AlignmentFromAssumptions.h"
#include "llvm/Transforms/Scalar/BDCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/DivRemPairs.h"
#include "llvm/Transforms/Scalar/DropUnnecessaryAssumes.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/LowerConstantIntrinsics.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/MemCpyOptimizer.h"
#include "llvm/Transforms/Scalar/MergedLoadStoreMotion.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"

using namespace llvm;

namespace weft {

namespace {

/// The vectorisers' time grows faster than a function: 15 s for 60,000 instructions, for which they then do not pay.
constexpr unsigned LargestVectorised = 16384;

constexpr int Level = 2; ///< of unrolling

bool isVectorised(const Module &M, const PipelineOptions &Options) {
  return Options.optimise && none_of(M, [](const Function &F) { return F.getInstructionCount() > LargestVectorised; });
}

/// A pass that finds nothing in packets, whose vectors are full: for functions in which work-items are computed one by
/// one. LLVM's vectoriser of loops is none: it finds those that combine what work-items left in rows.
template <typename Pass> class BesidesPackets : public PassInfoMixin<BesidesPackets<Pass>> {
  Pass Inner;

public:
  explicit BesidesPackets(Pass Inner) : Inner(std::move(Inner)) {}
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM) {
    return F.hasFnAttribute(AllPacketsAttribute) ? PreservedAnalyses::all() : Inner.run(F, FAM);
  }
};

/// Loops that LLVM finds too long to unroll, once it has asked what each of their instructions costs, and again for
/// each loop around them: of more instructions than these, and of more than those if it cannot leave the loop out.
constexpr unsigned LongestUnrolled = 1024, LongestRepeated = 400;

size_t lengthOf(const Loop &L) {
  size_t Length = 0;
  for (const BasicBlock *Block : L.blocks())
    Length += Block->size();
  return Length;
}

bool isTooLongToUnroll(const Loop &L, ScalarEvolution &SE) {
  const size_t Length = lengthOf(L);
  if (Length <= LongestRepeated && L.isInnermost())
    return false;
  bool Counted = Length <= LongestUnrolled && SE.getSmallConstantMaxTripCount(&L) != 0;
  return !Counted && hasUnrollTransformation(&L) != TM_ForcedByUser;
}

bool isKeptRolled(const Loop &L) {
  return (hasUnrollTransformation(&L) & TM_Disable) != 0;
}

class UnrollWhole : public PassInfoMixin<UnrollWhole> {
public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &LAM, LoopStandardAnalysisResults &Results, LPMUpdater &Updater) {
    // The pass would look at a loop that is not to be unrolled as well, but only once iterations are counted.
    return isKeptRolled(L) || isTooLongToUnroll(L, Results.SE)
               ? PreservedAnalyses::all()
               : LoopFullUnrollPass(Level).run(L, LAM, Results, Updater);
  }
};

uint64_t bitsOf(const PHINode &Phi) {
  return Phi.getType()->getPrimitiveSizeInBits().getKnownMinValue();
}

/// Whether a loop repeated would need two registers for each of the vectors and floats that it carries. Between two
/// iterations the code generator leaves a sum where a factor was and has the next one elsewhere; with half of the
/// registers carried, the first of them go through memory each iteration and are waited for.
bool fillsRegisters(const Loop &L, const TargetTransformInfo &TTI) {
  const unsigned Registers = TTI.getNumberOfRegisters(TTI.getRegisterClassForType(/*Vector=*/true));
  const uint64_t Bits = TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector);
  if (!L.isInnermost() || !Bits)
    return false;
  uint64_t Carried = 0;
  for (const PHINode &Phi : L.getHeader()->phis())
    if (Phi.getType()->isVectorTy() || Phi.getType()->isFloatingPointTy())
      Carried += divideCeil(bitsOf(Phi), Bits);
  return 2 * Carried >= Registers;
}

/// Whether an iteration lasts as long as one sum of floats, for which the next iteration waits. Repeated it would be no
/// faster, and the iterations that are left over are one more branch to be guessed (sparse rows).
bool waitsForSum(const Loop &L) {
  constexpr size_t DoneMeanwhile = 16; ///< instructions: four cycles of four
  const BasicBlock *Latch = L.getLoopLatch();
  if (!L.isInnermost() || !Latch || lengthOf(L) > DoneMeanwhile)
    return false;
  return any_of(L.getHeader()->phis(), [&](const PHINode &Phi) {
    const auto *Next = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Latch));
    if (!Next || !Phi.getType()->isFloatingPointTy() || !is_contained(Next->operand_values(), &Phi))
      return false;
    return Next->getOpcode() == Instruction::FAdd || Next->getOpcode() == Instruction::FSub || isMultiplyAdd(Next);
  });
}

/// LLVM's pass behind it, which is one of functions, leaves alone what is marked.
class MarkLongLoops : public PassInfoMixin<MarkLongLoops> {
  weft_spmd Rules;

public:
  explicit MarkLongLoops(const weft_spmd &Rules) : Rules(Rules) {}
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM) {
    auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
    auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    SmallVector<Loop *, 16> Repeated;
    auto IsBetterWhole = [&](const Loop &L) {
      return fillsRegisters(L, TTI) || (applies(Rules, WEFT_HEURISTIC_WAITING_SUMS) && waitsForSum(L));
    };
    for (Loop *L : LI.getLoopsInPreorder())
      if (isKeptRolled(*L))
        continue;
      else if (isTooLongToUnroll(*L, SE) || (hasUnrollTransformation(L) != TM_ForcedByUser && IsBetterWhole(*L)))
        L->setLoopAlreadyUnrolled();
      else if (hasUnrollTransformation(L) == TM_Unspecified)
        Repeated.push_back(L);
    for (Loop *L : beyondLimit(Repeated, LI))
      L->setLoopAlreadyUnrolled();
    return PreservedAnalyses::all();
  }
};

/// Addresses for which a loop multiplies become pointers that it adds to, and of its variables those that are enough.
/// Most addresses the processor adds up while it accesses; in long loops, and in those over packets, LLVM would take a
/// tenth of a build to find that nothing is faster. Where several sums of products take a factor of a row each, it
/// would add up each row's address from another's; the largest vectors' products take a factor from any address.
class ReduceStrength : public PassInfoMixin<ReduceStrength> {
  static constexpr size_t Short = 50;    ///< instructions
  static constexpr size_t Longest = 400; ///< beside which a multiplication is nothing
  static constexpr uint64_t LargestScale = 8, LargestBits = 512;
  static constexpr unsigned SeveralRows = 4;

  static bool hasRows(const Loop &L) {
    return count_if(sumsOfProducts(L), [](const PHINode *Phi) { return bitsOf(*Phi) == LargestBits; }) >= SeveralRows;
  }

  static bool multiplies(const Instruction &I) {
    if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
      return !Address->hasAllConstantIndices() &&
             Address->getDataLayout().getTypeAllocSize(Address->getSourceElementType()) > LargestScale;
    return I.getOpcode() == Instruction::Mul && I.getType()->isIntegerTy() && !isa<Constant>(I.getOperand(1));
  }
  bool isWanted(const Loop &L) const {
    if (!L.isInnermost() || lengthOf(L) > Longest || (KeepsRows && hasRows(L)))
      return false;
    const bool OfPackets = hasUnrollTransformation(&L) == TM_SuppressedByUser;
    return (lengthOf(L) <= Short && !OfPackets) ||
           any_of(L.blocks(), [](const BasicBlock *Block) { return any_of(*Block, multiplies); });
  }

  bool KeepsRows;

public:
  explicit ReduceStrength(bool KeepsRows) : KeepsRows(KeepsRows) {}
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &LAM, LoopStandardAnalysisResults &Results, LPMUpdater &Updater) {
    return isWanted(L) ? LoopStrengthReducePass().run(L, LAM, Results, Updater) : PreservedAnalyses::all();
  }
};

/// Fills and copies. LLVM compares each store of the loop with each other: 3 s where 64 items fill arrays of 16. It
/// counts the iterations of every loop first; but of several blocks it knows loops with stores only, which stand in
/// none of their inner ones.
class RecogniseIdioms : public PassInfoMixin<RecogniseIdioms> {
  static constexpr unsigned MostStores = 256;

  static bool mayBeIdiom(const Loop &L, const LoopInfo &LI) {
    unsigned Stores = 0;
    bool IsOwn = false;
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block)
        if (isa<StoreInst>(I) || isa<MemIntrinsic>(I)) {
          Stores += isa<StoreInst>(I);
          IsOwn |= LI.getLoopFor(Block) == &L;
        }
    return Stores <= MostStores && (IsOwn || L.getNumBlocks() == 1);
  }

public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &LAM, LoopStandardAnalysisResults &Results, LPMUpdater &Updater) {
    return mayBeIdiom(L, Results.LI) ? LoopIdiomRecognizePass().run(L, LAM, Results, Updater)
                                     : PreservedAnalyses::all();
  }
};

/// Induction variables. Those of the loops around others that Weft makes, over groups and packets, are as LLVM would
/// have them; it would ask about each address in all of the loop to find that.
class SimplifyInduction : public PassInfoMixin<SimplifyInduction> {
public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &LAM, LoopStandardAnalysisResults &Results, LPMUpdater &Updater) {
    return isKeptRolled(L) && !L.isInnermost() ? PreservedAnalyses::all()
                                               : IndVarSimplifyPass().run(L, LAM, Results, Updater);
  }
};

/// Loops without effect. LLVM looks for effects only once it has counted iterations.
class DeleteLoops : public PassInfoMixin<DeleteLoops> {
public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &LAM, LoopStandardAnalysisResults &Results, LPMUpdater &Updater) {
    const bool HasEffect = any_of(L.blocks(), [](const BasicBlock *Block) {
      return any_of(*Block, [](const Instruction &I) { return I.mayHaveSideEffects(); });
    });
    return HasEffect ? PreservedAnalyses::all() : LoopDeletionPass().run(L, LAM, Results, Updater);
  }
};

/// What callers pass to functions, and what functions return. Where there is nothing but entries and what becomes part
/// of them, that is work without a result: what is constant in one function the stage scalar finds as well.
class AcrossCalls : public PassInfoMixin<AcrossCalls> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    const bool HasCallees = any_of(M, [](const Function &F) {
      return !F.isDeclaration() && F.hasLocalLinkage() && !F.hasFnAttribute(Attribute::AlwaysInline);
    });
    return HasCallees ? IPSCCPPass().run(M, MAM) : PreservedAnalyses::all();
  }
};

SimplifyCFGPass simplifyBranches() {
  return SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true));
}

/// What a loop computes alike in each iteration, before it. To find out whether all ways through the loop lead to an
/// instruction, LLVM walks its blocks, once more for each instruction: minutes for a hundred thousand in hundreds. An
/// iteration of very many instructions is no shorter for it, and would be gone through for each loop around it.
class HoistInvariants : public PassInfoMixin<HoistInvariants> {
  static constexpr uint64_t MostSteps = 1 << 23, Longest = 1 << 15;
  LICMOptions Options;

public:
  explicit HoistInvariants(LICMOptions Options = LICMOptions()) : Options(Options) {}
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &LAM, LoopStandardAnalysisResults &Results, LPMUpdater &Updater) {
    const uint64_t Length = lengthOf(L);
    return Length > Longest || Length * L.getNumBlocks() > MostSteps ? PreservedAnalyses::all()
                                                                     : LICMPass(Options).run(L, LAM, Results, Updater);
  }
};

/// Of loops that store to one place in each iteration. For others the stage late comes early enough.
class HoistStores : public PassInfoMixin<HoistStores> {
public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &LAM, LoopStandardAnalysisResults &Results, LPMUpdater &Updater) {
    const bool HasPlace = any_of(L.blocks(), [&](const BasicBlock *Block) {
      return any_of(*Block, [&](const Instruction &I) {
        const auto *Store = dyn_cast<StoreInst>(&I);
        return Store && L.isLoopInvariant(Store->getPointerOperand());
      });
    });
    return HasPlace ? HoistInvariants().run(L, LAM, Results, Updater) : PreservedAnalyses::all();
  }
};

LICMOptions withoutSpeculation() {
  LICMOptions Careful;
  Careful.AllowSpeculation = false;
  return Careful;
}

SimplifyCFGOptions withTables() {
  return SimplifyCFGOptions()
      .forwardSwitchCondToPhi(true)
      .convertSwitchRangeToICmp(true)
      .convertSwitchToArithmetic(true)
      .convertSwitchToLookupTable(true)
      .needCanonicalLoops(false)
      .hoistCommonInsts(true)
      .sinkCommonInsts(true);
}

SimplifyCFGOptions withSpeculation() {
  return SimplifyCFGOptions()
      .convertSwitchRangeToICmp(true)
      .convertSwitchToArithmetic(true)
      .hoistLoadsStoresWithCondFaulting(true)
      .speculateUnpredictables(true);
}

LoopPassManager rotation(StringRef Only = "") {
  LoopPassManager Passes;
#define WEFT_STAGE_ROTATION
#include "compiler/ir/passes.def"
  return Passes;
}

LoopPassManager loops(StringRef Only = "") {
  LoopPassManager Passes;
#define WEFT_STAGE_LOOPS
#include "compiler/ir/passes.def"
  return Passes;
}

FunctionPassManager prepare(StringRef Only = "") {
  FunctionPassManager Passes;
#define WEFT_STAGE_PREPARE
#include "compiler/ir/passes.def"
  return Passes;
}

FunctionPassManager promote(StringRef Only = "") {
  FunctionPassManager Passes;
#define WEFT_STAGE_PROMOTE
#include "compiler/ir/passes.def"
  return Passes;
}

FunctionPassManager scalar(const weft_spmd &Rules, StringRef Only = "") {
  FunctionPassManager Passes;
#define WEFT_STAGE_SCALAR
#include "compiler/ir/passes.def"
  return Passes;
}

FunctionPassManager late(bool Vectorise, const weft_spmd &Rules, StringRef Only = "") {
  FunctionPassManager Passes;
#define WEFT_STAGE_LATE
#include "compiler/ir/passes.def"
  return Passes;
}

auto ofFunctions(FunctionPassManager Passes) {
  return createModuleToFunctionPassAdaptor(std::move(Passes), /*EagerlyInvalidate=*/true);
}

ModuleInlinerWrapperPass calleesFirst(const weft_spmd &Rules) {
  ModuleInlinerWrapperPass Inliner(getInlineParams(Level, 0), /*MandatoryFirst=*/false);
  Inliner.addModulePass(RequireAnalysisPass<GlobalsAA, Module>());
  Inliner.addModulePass(createModuleToFunctionPassAdaptor(InvalidateAnalysisPass<AAManager>()));
  Inliner.addModulePass(RequireAnalysisPass<ProfileSummaryAnalysis, Module>());
  const StringRef Only;
  CGSCCPassManager &Passes = Inliner.getPM();
#define WEFT_STAGE_CALLEES
#include "compiler/ir/passes.def"
  return Inliner;
}

ModulePassManager allPasses(bool Vectorise, const weft_spmd &Rules) {
  const StringRef Only;
  ModulePassManager Passes;
#define WEFT_STAGE_OPTIMISE
#include "compiler/ir/passes.def"
  return Passes;
}

/// Where nothing is to be optimised, and behind variants of cold calls: what must be inlined.
ModulePassManager inlining(bool Clean) {
  const StringRef Only;
  ModulePassManager Passes;
#define WEFT_STAGE_INLINING
#include "compiler/ir/passes.def"
  return Passes;
}

} // namespace

FunctionPassManager optimiseFunctionsStage(StringRef Stage, const weft_spmd &Rules, StringRef Only) {
  FunctionPassManager Passes;
  if (Stage == "rotation")
    Passes.addPass(createFunctionToLoopPassAdaptor(rotation(Only), /*UseMemorySSA=*/true));
  if (Stage == "loops")
    Passes.addPass(createFunctionToLoopPassAdaptor(loops(Only)));
  return Stage == "prepare"   ? prepare(Only)
         : Stage == "promote" ? promote(Only)
         : Stage == "scalar"  ? scalar(Rules, Only)
         : Stage == "late"    ? late(/*Vectorise=*/true, Rules, Only)
                              : std::move(Passes);
}

/// Of the C library only what moves and sets memory may be called from kernels.
void optimiseModule(Module &M, TargetMachine &TM, const PipelineOptions &Options) {
  TimedStep Step("optimise", "set-up");
  Analyses A;
  const bool Vectorise = isVectorised(M, Options);
  A.Callbacks.registerShouldRunOptionalPassCallback([&](StringRef, Any) {
    checkpoint();
    return !Options.is_wanted || Options.is_wanted();
  });
  PassBuilder PB(&TM, PipelineTuningOptions(), std::nullopt, &A.Callbacks);
  TargetLibraryInfoImpl Library(TM.getTargetTriple());
  Library.disableAllFunctions();
  for (LibFunc F : {LibFunc_memcpy, LibFunc_memmove, LibFunc_memset})
    Library.setAvailable(F);
  A.Functions.registerPass([&] { return TargetLibraryAnalysis(Library); });
  A.add(PB);
  const bool HasColdCalls = Vectorise && addColdVariants(M);
  (Options.optimise ? allPasses(Vectorise, Options.spmd) : inlining(/*Clean=*/false)).run(M, A.Modules);
  const bool HasEstimates = defineEstimates(M);
  if (!HasColdCalls && !HasEstimates)
    return;
  releaseColdVariants(M);
  A.Modules.clear();
  A.Functions.clear();
  inlining(/*Clean=*/true).run(M, A.Modules);
}

} // namespace weft
