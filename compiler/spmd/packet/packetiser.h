// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_PACKET_PACKETISER_H
#define WEFT_COMPILER_SPMD_PACKET_PACKETISER_H

// The state of one run of packetise(); packet_*.cpp hold its methods by subject.

#include "compiler/spmd/access/access_groups.h"
#include "compiler/spmd/access/near_lanes.h"
#include "compiler/spmd/access/scaled_lanes.h"
#include "compiler/spmd/access/split_address.h"
#include "compiler/spmd/access/tables.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/analysis/linear_address.h"
#include "compiler/spmd/analysis/shapes.h"
#include "compiler/spmd/packet/packetise.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

#include <map>

namespace weft::spmd {

constexpr unsigned MostParts = 16;

/// A linear address of which some terms differ between lanes by no known stride.
struct LaneAddress {
  const llvm::Value *Base; ///< linear
  int64_t Constant;
  llvm::SmallVector<AddressTerm, 4> Known, EachLane; ///< linear ones, and what is computed for each lane
};

/// Each lane's address as that of all and a number of 32 bits, with its sign, times a scale in bytes.
struct IndexedLanes {
  llvm::Value *Base, *Index;
  uint64_t Scale;
  bool IsNarrow; ///< the index is at most 16 bits and a sign
};

/// What a packet asks of a part's lanes by one number, made where the first access of its block wants it.
struct NearCheck {
  llvm::Value *Least = nullptr, *Range = nullptr; ///< i64: the number that all are counted from, and the greatest
                                                  ///< distance that there may be
  llvm::Value *Distances = nullptr;               ///< i32, of each lane's number
  llvm::Value *Within = nullptr;                  ///< i1: all lanes run, if that matters, and lie in the range
};

/// Invariants:
/// - A value that is linear has a scalar: lane 0's. One that varies has a vector. The other form of the former is made
///   when it is first wanted, right behind the scalar.
/// - Values that are the same for all parts are kept as part 0's only.
/// - Scalars of linear values have no poison flags: lane 0 need not be a lane that computes them.
class Packetiser {
public:
  Packetiser(llvm::Function &Item, const PacketPlan &Plan, const llvm::TargetTransformInfo &TTI, std::string &WhyNot);
  llvm::Function *run();
  const PacketCounts &counts() const {
    return Counts;
  }

private:
  using Value = llvm::Value;
  using Type = llvm::Type;
  using Instruction = llvm::Instruction;
  using BasicBlock = llvm::BasicBlock;

  struct Forms {
    Value *Scalar[MostParts] = {};
    Value *Vector[MostParts] = {};
  };

  // packetise.cpp: the function, its blocks and masks
  bool refuse(const llvm::Twine &Why);
  void declare();
  void findPartDependence();
  void makeEntryMasks();
  bool emitBlock(BasicBlock &BB);
  bool emitInstruction(Instruction &I);
  void createPhi(llvm::PHINode &Phi);
  void completePhis();
  bool emitTerminator(Instruction &I);
  bool impliesActive(const Value *Mask, llvm::SmallPtrSetImpl<const Value *> &Seen) const;
  void beginMask(BasicBlock &BB);
  void emitAny(llvm::CallInst &Any);
  llvm::DebugLoc locationOf(const Instruction &I);
  /// A load or store; called for one part.
  void count(const Instruction &I, PacketCounts::Access How, const Value *Mask);
  void countUniform(const Instruction &I);

  /// Null: all lanes.
  Value *blockMaskOf(const BasicBlock *BB, unsigned Part) const {
    return Masks.lookup(BB)[Part];
  }
  /// Of what is emitted for a part, or once for all of them.
  Value *maskFor(const Instruction &I, unsigned Part);
  /// Of what happens once, for the lanes of all parts.
  Value *maskOfAllParts(const BasicBlock *BB);
  /// Whether a load or store that happens once for all lanes, and must not where none is active, has no branch around
  /// its block: linear/any_skip.cpp asks Divergence, which does not know that lanes cancel in an address like that of
  /// `a[get_global_id(0) - get_local_id(0)]`; Shapes does.
  bool isUnskipped(const Instruction &Access) const;
  /// i1: whether a lane of it is set.
  Value *anyLane(Value *Mask);

  // packet_values.cpp: the forms of values
  Type *widen(Type *T) const;
  bool isPartDependent(const Value *V) const;
  /// The parts for which the value's form is emitted.
  unsigned scalarParts(const Value *V) const;
  unsigned vectorParts(const Value *V) const;
  Value *scalar(const Value *V, unsigned Part);
  Value *vector(const Value *V, unsigned Part);
  Value *wideConstant(const llvm::Constant *C);
  /// Copies of a scalar, plus the lane's number times the stride.
  Value *spread(llvm::IRBuilderBase &At, Value *Scalar, int64_t Stride);
  Value *lane(const Value *V, unsigned Part, unsigned Lane);
  Value *extractLane(Value *Wide, Type *T, unsigned Lane);
  Value *insertLane(Value *Wide, Value *LaneValue, Type *T, unsigned Lane);
  Value *addStride(llvm::IRBuilderBase &At, Value *Scalar, int64_t Bytes);
  /// V, exact as Shapes has found it, extended to a wider type.
  Value *exact(const Value *V, bool Signed, Type *Wide, unsigned Part);
  /// A mask with each bit as often as a value of the language's type has elements.
  Value *maskLike(Value *Mask, Type *T);
  Value *selectLanes(Value *Mask, Value *Yes, Value *No, Type *T);
  static void insertBehind(llvm::IRBuilderBase &At, Value *V, BasicBlock *Setup);
  bool isUniform(const Value *V) const {
    return S.of(V).isUniform();
  }

  // packet_ops.cpp: what has no effects
  bool emitScalars(Instruction &I);
  bool emitVectors(Instruction &I);
  Value *widenOperation(Instruction &I, unsigned Part);
  Value *widenGep(llvm::GetElementPtrInst &G, unsigned Part);
  Value *widenShuffle(llvm::ShuffleVectorInst &Shuffle, unsigned Part);
  Value *widenExtract(llvm::ExtractElementInst &Extract, unsigned Part);
  Value *widenInsert(llvm::InsertElementInst &Insert, unsigned Part);
  /// The operation for each lane, from extracted operands.
  Value *eachLane(Instruction &I, unsigned Part);
  /// The offset of a pointer into an element-major variable, for all lanes or (Lane0) for the first.
  Value *elementOffset(llvm::GetElementPtrInst &G, unsigned Part, bool Lane0);

  // packet_divide.cpp
  Value *safeDivisor(Instruction &I, Value *Divisor, Value *Mask);
  Value *divide(Instruction &I, unsigned Part, Value *Left, Value *Right);
  Value *divideByFloats(const Instruction &I, Value *Left, Value *Right, Value *One);
  Value *divideEachLane(const Instruction &I, Value *Left, Value *Right, Value *One, Value *Mask);
  Value *divideLong(const Instruction &I, Value *Left, Value *Right, Value *One, Value *Mask);
  Value *divideByEstimate(Instruction &I, Value *Left, Value *Right);

  // packet_compare.cpp
  bool countsUp(const Value *V, bool Signed) const;
  Value *compareNumbers(llvm::ICmpInst &I, unsigned Part);

  // packet_alloca.cpp
  bool emitAlloca(llvm::AllocaInst &A);

  // packet_memory.cpp
  bool isWideVolatile(Instruction &I);
  bool emitVolatile(Instruction &I);
  bool emitLoad(llvm::LoadInst &L);
  bool emitStore(llvm::StoreInst &St);
  void emitUniformLoad(llvm::LoadInst &L);
  void emitUniformStore(llvm::StoreInst &St);
  llvm::Value *firstOfEach(llvm::Value *Wide, llvm::Type *From, llvm::Type *To);
  Value *loadPart(llvm::LoadInst &L, unsigned Part);
  Value *loadApart(llvm::LoadInst &L, unsigned Part, Value *Mask);
  void storePart(llvm::StoreInst &St, unsigned Part);
  void storeApart(llvm::StoreInst &St, unsigned Part, Value *Mask);
  Value *loadLanes(llvm::LoadInst &L, unsigned Part, Value *Mask);
  void storeLanes(llvm::StoreInst &St, unsigned Part, Value *Mask);
  bool isByLoadedData(const Instruction &Access);
  Value *spareOf(const Instruction &Access, Type *T, llvm::Align A);
  bool isDense(Type *T) const;
  llvm::Value *privateRow(const llvm::Value *Pointer, llvm::Type *T, unsigned Part, llvm::Value *Mask);
  bool mayReadDeadLanes(const llvm::LoadInst &L) const;
  void keepMetadata(Instruction *To, const Instruction &From) const;
  Value *reverse(Value *Wide);

  // packet_groups.cpp
  bool emitGrouped(Instruction &I);
  const AccessGroup *groupOf(const Instruction &I);
  void emitGroupLoads(const AccessGroup &G);
  void emitGroupStores(const AccessGroup &G);
  unsigned lanesAtOnce(const AccessGroup &G) const;
  Value *groupMask(const AccessGroup &G, unsigned Part);
  Value *beginGroup(const AccessGroup &G, unsigned Part);
  Value *pieceMask(const AccessGroup &G, Value *Mask, unsigned From, unsigned Start, unsigned First, unsigned Lanes);
  Value *groupAddress(const AccessGroup &G, unsigned Part, int64_t Bytes);
  void keepGroupMetadata(Instruction *To, const AccessGroup &G) const;
  static Type *elementType(const AccessGroup &G);
  static unsigned numbersOf(const AccessGroup &G);
  Value *shuffleElements(const AccessGroup &G, Value *Left, Value *Right, llvm::ArrayRef<int> Pick);
  Value *joinLanes(llvm::SmallVector<Value *, 8> Chunks);

  // packet_runs.cpp
  llvm::FixedVectorType *gatheredRuns(const AccessGroup &G);
  void gatherRuns(const AccessGroup &G, llvm::FixedVectorType *T, unsigned Part, Value *Mask);
  void emitRunLoads(const AccessGroup &G);
  void emitRunStores(const AccessGroup &G);
  Value *runAddress(const AccessGroup &G, unsigned Part, unsigned Lane, Value *Mask, llvm::ArrayRef<Value *> Anywhere);
  llvm::SmallVector<Value *, 16> anywhereOf(const AccessGroup &G, unsigned Part);
  void transpose(llvm::MutableArrayRef<Value *> Rows);

  // packet_addresses.cpp
  Value *extendTerm(Value *V, Extension As);
  std::optional<LaneAddress> laneAddress(const Value *Pointer);
  Value *computeLane(const Value *V, unsigned Part, unsigned Lane);
  llvm::SmallVector<Value *, 16> laneAddresses(const LaneAddress &Address, unsigned Part);
  llvm::SmallVector<Value *, 16> anyLaneAddresses(Value *Pointer, unsigned Part, Value *Mask, Value *Spare);

  // packet_gather.cpp
  std::optional<IndexedLanes> indexedLanes(const Value *Pointer, unsigned Part);
  Value *lookUp(const RegisterTable &Table, unsigned Part);
  Value *lanePointers(Value *Pointer, unsigned Part);
  bool isGatheredInWords(const llvm::LoadInst &L, llvm::Type *T);
  Value *wordPointers(Value *Pointer, unsigned Part, Value *&Shift);
  Value *gatherInWords(llvm::LoadInst &L, llvm::Type *T, unsigned Part, Value *Mask);
  llvm::FixedVectorType *indexedType(llvm::Type *T, Value *Pointer, bool IsLoad);

  // packet_near.cpp
  Value *nearIndex(const NearLanes &Near, unsigned Part);
  NearCheck checkNear(const NearLanes &Near, const BasicBlock *BB, unsigned Part, Value *Mask);
  Value *permuteNear(const Permutation &P, Value *Low, Value *High, Value *Places);
  Value *permuteLanes(const Permutation &P, Value *Wide, Value *Places);
  Value *offsetOf(const LinearAddress &Address, unsigned Part);
  Value *nearAddress(const NearLanes &Near, Value *Least, unsigned Part);
  Value *loadBlock(const llvm::LoadInst &L, const NearLanes &Near, const NearCheck &Check, unsigned Part, Value *Mask);
  Value *loadRange(const llvm::LoadInst &L, const NearLanes &Near, const NearCheck &Check, unsigned Part);
  Value *branchNear(const Instruction &Access, const NearLanes &Near, unsigned Part, Value *Mask,
                    llvm::function_ref<Value *(const NearCheck &)> IfNear, llvm::function_ref<Value *()> IfFar);
  Value *loadNear(llvm::LoadInst &L, const NearLanes &Near, unsigned Part, Value *Mask);
  void storeNear(llvm::StoreInst &St, const NearLanes &Near, unsigned Part, Value *Mask);
  Value *accessScaled(Instruction &I, const ScaledLanes &Lanes, unsigned Part, Value *Mask,
                      llvm::function_ref<Value *()> IfApart);

  // packet_lanes.cpp: one lane after another
  /// A loop over the lanes of a mask (null: all); Body gets the lane's number as i64.
  void forLanes(Value *Mask, llvm::function_ref<void(Value *)> Body);
  /// Memory with a value for each lane, until it is given back.
  llvm::AllocaInst *spillArray(Type *T);
  void release(llvm::AllocaInst *Spill) {
    FreeSpills[Spill->getAllocatedType()].push_back(Spill);
  }
  void spill(llvm::AllocaInst *Spill, const Value *V, unsigned Part);
  Value *reload(llvm::AllocaInst *Spill, Type *T);
  Value *reloadLane(llvm::AllocaInst *Spill, Type *T, Value *Lane);
  bool emitLaneLoop(Instruction &I);
  /// The value of the last lane of the mask, or (null) of all.
  Value *lastLane(const Value *V, unsigned Part, Value *Mask);
  /// Emits under a branch that is taken if the mask has a lane.
  void ifAny(Value *Mask, llvm::function_ref<void()> Body);
  /// Body's value, or poison where no lane of the mask is set.
  Value *valueIfAny(Value *Mask, llvm::function_ref<Value *()> Body);
  /// What is computed on one way or the other, the first of which is the usual one; null if that is nothing.
  Value *twoWays(Value *Condition, llvm::function_ref<Value *()> IfYes, llvm::function_ref<Value *()> IfNo);

  // packet_calls.cpp
  bool emitCall(llvm::CallInst &Call);
  bool emitUniformCall(llvm::CallInst &Call);
  Value *widenIntrinsic(llvm::IntrinsicInst &Call, unsigned Part);
  bool hasWideForm(const llvm::IntrinsicInst &Call) const;

  // packet_atomics.cpp
  bool emitAtomic(Instruction &I);
  bool emitReduced(llvm::AtomicRMWInst &RMW);

  llvm::Function &Item;
  const PacketPlan Plan;
  const llvm::TargetTransformInfo &TTI;
  std::string &WhyNot;
  const llvm::DataLayout &DL;
  llvm::LLVMContext &Context;
  Divergence D;
  Shapes S;
  NearAccesses NearBy;
  ScaledAccesses Scaled;
  AccessGroups Groups;
  llvm::Function *Out = nullptr;
  BasicBlock *Setup = nullptr; ///< before the item's entry: entry masks, variables, forms of arguments
  llvm::IRBuilder<> B;

  llvm::DenseMap<const Value *, Forms> Values;
  llvm::DenseMap<const BasicBlock *, BasicBlock *> First, Last;
  llvm::DenseMap<const BasicBlock *, std::array<Value *, MostParts>> Masks;
  llvm::DenseMap<const BasicBlock *, Value *> UnionMasks;
  Value *EntryMasks[MostParts] = {};
  llvm::DenseSet<const Value *> PartDependent; ///< with parts along y: what differs between them
  llvm::MapVector<std::tuple<const Value *, unsigned, Type *, unsigned>, Value *> Exact;
  llvm::SmallVector<std::tuple<const llvm::PHINode *, llvm::PHINode *, bool, unsigned>, 4> ExactPhis;
  struct Spare {
    llvm::AllocaInst *Variable = nullptr;
    Value *Address = nullptr; ///< as the optimiser sees it
  };
  llvm::DenseMap<Type *, Spare> Spares[2][2]; ///< of loads and stores, by what is foreseen and what is not
  std::optional<llvm::SmallPtrSet<const Instruction *, 32>> Loaded; ///< loadedData
  llvm::DenseMap<Type *, llvm::SmallVector<llvm::AllocaInst *, 2>> FreeSpills;
  /// By the block and its mask, and the lanes' numbers, how they are extended, and their factors.
  std::map<std::pair<std::pair<const BasicBlock *, const Value *>,
                     llvm::SmallVector<std::tuple<const Value *, unsigned, int64_t>, 2>>,
           NearCheck>
      NearChecks;
  uint64_t PrivateBytes = 0;
  PacketCounts Counts;
  llvm::DenseMap<const llvm::MDNode *, llvm::MDNode *> InlinedAt;
  llvm::DILocation *PacketLocation = nullptr;
};

} // namespace weft::spmd

#endif
