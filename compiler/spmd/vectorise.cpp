// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The SPMD vectoriser as a pass over the entries (docs/vectoriser.md). Read tryNest() from top to bottom. Wherever a
// step gives up, the loops over work-items stay as they are.

#include "compiler/heuristics.h"
#include "compiler/ir/checkpoint.h"
#include "compiler/ir/markers.h"
#include "compiler/ir/names.h"
#include "compiler/ir/passes.h"
#include "compiler/optimise/fetch_ahead.h"
#include "compiler/optimise/optimise.h"
#include "compiler/regions/work_group_builder.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/analysis/progress.h"
#include "compiler/spmd/analysis/shapes.h"
#include "compiler/spmd/analysis/verify.h"
#include "compiler/spmd/cost.h"
#include "compiler/spmd/item/active_lanes.h"
#include "compiler/spmd/item/interchange.h"
#include "compiler/spmd/item/item_functions.h"
#include "compiler/spmd/linear/linearise.h"
#include "compiler/spmd/loops/item_loops.h"
#include "compiler/spmd/packet/serial.h"
#include "compiler/spmd/plan.h"
#include "compiler/spmd/range/counters.h"
#include "compiler/spmd/remarks.h"
#include "compiler/spmd/strips.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

namespace {

using namespace spmd;

/// A body above this many instructions stays scalar: several copies of it would take long to compile.
constexpr unsigned LargestItem = 16384;

/// Parts along y with no packets of fewer beside them: few groups have a height that is no multiple of 4.
constexpr unsigned MostSoleParts = 4;

/// Work-items of a row that memory is gone along, without loops, before the next row: a few pages of each buffer. Rows
/// of 256 took up to twice the time on Zen 5, and the same on a Xeon; most likely where fetching ahead ends at a page.
constexpr uint64_t LongEnough = 4096;

/// Bodies above this many instructions have no packet of their own for what is outside of their range.
constexpr unsigned LongestOutside = 64;

/// A body with more ways to go stays scalar: each has a mask, and the time to find all of them grows with the square
/// (minutes for a switch of 512 cases).
constexpr unsigned MostWays = 256;

/// What comes over a branch needs a mask in each block that the branch leaps over: 256 else-ifs leap over a hundred
/// thousand, and finding their masks took 18 s.
constexpr uint64_t MostLeaps = 1 << 14;

/// Loops that lanes leave at different times are rewritten one by one, and the nesting is found out anew for each: 19 s
/// for 128 loops, each in the one before. This limits the loops times the blocks of each, inner ones' too.
constexpr uint64_t MostNested = 1 << 17;

/// Elements that a packet may take one by one, in code of their own, unless it has no more lanes than those: 161 loads
/// of bytes in packets of 64 lanes took LLVM 4 s, of 8 lanes 0.5 s.
constexpr uint64_t MostElements = 2048;
constexpr unsigned FewestLanes = 8;

class Vectoriser {
public:
  Vectoriser(PassState &State, Function &Entry, const KernelLayout &Layout, unsigned &Attempts)
      : State(State), Entry(Entry), Name(Layout.name), Attempts(Attempts),
        TTI(State.TM.getTargetIRAnalysis().run(Entry, FAM)) {
    if (Entry.hasFnAttribute(DimensionsAttribute))
      knownGroupSize(State, Layout, Entry, Known);
    JoinsGroups = any_of(Entry.getEntryBlock(), [](const Instruction &I) { return isColumns(&I); });
  }

  void run();
  /// weft_kernel_info::short_rows, where a copy that knows the size of groups can be made later.
  unsigned shortRows() const {
    const bool MayBeFewer = MostLanes > FewestForRow && Entry.hasFnAttribute(DimensionsAttribute);
    return MayBeFewer && !Known[0] ? MostLanes / 2 : 0;
  }
  /// weft_kernel_info::rows_at_once
  unsigned rowsAtOnce() const {
    return MostRows;
  }
  /// weft_kernel_info::joined_lanes and joined_columns
  std::pair<unsigned, unsigned> joined() const {
    return JoinsGroups ? std::pair(MostLanes, MostColumns) : std::pair(0u, 0u);
  }
  /// weft_kernel_info::strip_*
  void describeStrips(KernelLayout &Layout) const {
    if (!Shape[HasInterchanged].Bytes || !Narrow)
      return;
    Layout.strip_columns = Narrow;
    Layout.strip_dimension = Shape[HasInterchanged].Dim;
    Layout.strip_bytes = Shape[HasInterchanged].Bytes;
  }
  /// weft_kernel_info::asks_for_sizes
  bool asksForSizes() const {
    return AsksForSizes;
  }
  /// Whether packets have their lanes along y where a group's rows allow it.
  bool hasInterchanged() const {
    return HasInterchanged;
  }

private:
  bool tryNest(ItemNest &Nest, std::string &WhyNot);
  bool isWithinLimit(const ItemNest &Nest);
  Function *broken(std::string &WhyNot);
  bool makeSerial(ItemFunction &Item, RowLength Row, Packets &P, std::string &WhyNot);
  bool makePackets(ItemFunction &Item, RowLength Row, Packets &P, std::string &Details, std::string &WhyNot);
  struct Linearised {
    Plan Chosen;
    unsigned Ids = VaryingX; ///< that differ in a packet
    Function *F = nullptr;
    Costs Cost;
  };
  bool planPackets(Function &Item, Function &Body, RowLength Row, bool RowsMayDiffer, Linearised &L,
                   std::string &WhyNot);
  void keepParts(Function &Item, Linearised &L);
  bool planSegments(Function &Inner, RowLength Row, Linearised &L, Packets &P, std::string &WhyNot);
  /// Of an attempt, while its packets are made.
  struct Making {
    RowLength Row;
    Function *Body = nullptr;   ///< all of a work-item
    Function *Inner = nullptr;  ///< what is left of it in the range
    Function *Across = nullptr; ///< linearised, for any work-items in the range
    Linearised L;               ///< for full packets
  };
  void chooseBodies(Making &M, Packets &P);
  bool choosePlan(Making &M, Packets &P, std::string &WhyNot);
  Function *makePacket(Function &From, const PacketPlan &Plan, std::string &WhyNot, PacketCounts *Counted = nullptr);
  Function *guardOf(Function &From, ArrayRef<PacketPlan> Plans);
  void addGuard(Function &From, ArrayRef<PacketPlan> Plans, Packets &P);
  bool makeFull(const Making &M, Packets &P, std::string &Details, std::string &WhyNot);
  void makeActive(const Making &M, Packets &P);
  bool makeAcross(Making &M, Packets &P, std::string &WhyNot);
  bool makeOthers(const Making &M, Packets &P, Function &Whole, std::string &WhyNot);
  Function *linearCopy(Function &Item, unsigned Ids, std::string &WhyNot);
  unsigned stripOf(unsigned Lanes) const {
    return Shape[Lanes].Bytes ? Shape[Lanes].columns() : 0;
  }
  void chooseStrips(unsigned Lanes, const PacketPlan &Plan, std::string &Details);
  void interchange(ItemNest &Nest, const ItemFunction &Item, bool HasPackets);
  void pack(ItemNest &Nest, const ItemFunction &Item, const Packets &P, const Twine &Kind, StringRef Details);
  void remark(const ItemNest &Nest, const Twine &Text);

  PassState &State;
  Function &Entry;
  StringRef Name;
  unsigned &Attempts; ///< of all of the module's entries
  FunctionAnalysisManager FAM;
  TargetTransformInfo TTI;
  uint64_t Known[3] = {};   ///< of groups' sizes
  bool JoinsGroups = false; ///< so that rows go on in the next one
  Strips Shape[2];          ///< by the lanes' dimension; of a kernel whose groups may have any shape
  unsigned Narrow = 0;      ///< how wide strips are
  unsigned MostLanes = 0, MostRows = 1, MostColumns = 1;
  bool HasInterchanged = false, HasLoops = false, ForShortRows = false, AsksForSizes = false;
  Costs Cost;                                 ///< of the attempt, for one work-item
  PacketCounts Counts;                        ///< of its full packet, where one was made
  SmallPtrSet<const BasicBlock *, 32> Copies; ///< of the work-items that no packet takes
  SmallVector<Function *, 4> Scrap;           ///< functions that end with the attempt
  SmallVector<std::string, 4> LoopLines;      ///< of the attempt's remarks
};

} // namespace

void Vectoriser::remark(const ItemNest &Nest, const Twine &Text) {
  if (State.Options.spmd.remarks)
    errs() << ("weft: kernel '" + Name + "' region " + Twine(Nest.Region) + ": " + Text + "\n").str();
}

/// Counts an attempt, and says so where their number is limited.
bool Vectoriser::isWithinLimit(const ItemNest &Nest) {
  const unsigned Limit = State.Options.spmd.bisect, Attempt = ++Attempts;
  const bool Within = Limit == 0 || Attempt < Limit;
  if (Limit > 0)
    errs() << "weft: bisect: attempt " << Attempt << (Within ? " is made" : " is not made") << ": kernel '" << Name
           << "' region " << Nest.Region << "\n";
  return Within;
}

static PacketPlan maskedPlan(PacketPlan Plan) {
  Plan.Masked = true;
  Plan.Parts = 1;
  Plan.PartDim = 0;
  return Plan;
}

bool Vectoriser::makeSerial(ItemFunction &Item, RowLength Row, Packets &P, std::string &WhyNot) {
  Plan Chosen = planItem(*Item.F, State.TM, State.Options.spmd, Row);
  WhyNot = Chosen.WhyScalar;
  if (!WhyNot.empty())
    return false;
  P.Plan = Chosen.Packet;
  Item.F->addFnAttr(Attribute::NoInline);
  Scrap.pop_back(); // the packets call it
  Scrap.push_back(P.Full = serialPacket(*Item.F, P.Plan));
  if (Chosen.MaskedTail)
    Scrap.push_back(P.Masked = serialPacket(*Item.F, maskedPlan(P.Plan)));
  return true;
}

/// What the verifier refuses: null, and an error unless the region may stay scalar instead.
Function *Vectoriser::broken(std::string &WhyNot) {
  WhyNot = "the verifier refuses it, " + WhyNot;
  if (State.Options.spmd.verify != WEFT_SPMD_VERIFY_SCALAR)
    State.Error = ("(internal error: vectoriser, kernel '" + Name + "': " + WhyNot + ")\n").str();
  return nullptr;
}

/// A linearised copy; null, with the reason, if that cannot be.
Function *Vectoriser::linearCopy(Function &Item, unsigned Ids, std::string &WhyNot) {
  ValueToValueMapTy Map;
  Function *Linear = CloneFunction(&Item, Map);
  Scrap.push_back(Linear);
  if (!canonicalise(*Linear, Ids, WhyNot) || !linearise(*Linear, Ids, WhyNot))
    return nullptr;
  if (verifies(State.Options.spmd) && !verifyLinearised(*Linear, Ids, WhyNot))
    return broken(WhyNot);
  return Linear;
}

/// Whether there is nothing but a few plain instructions, of which copies do not matter.
static bool isShort(Function &Linear) {
  constexpr unsigned Few = 24;
  return Linear.size() == 1 && Linear.getInstructionCount() <= Few &&
         none_of(Linear.front(), [](Instruction &I) { return isa<CallInst>(I) && !isa<IntrinsicInst>(I); });
}

/// Takes fewer parts, then fewer lanes, while a packet would have code for too many single elements.
static void limitElements(Function &Linear, PacketPlan &Packet, const TargetTransformInfo &TTI) {
  while (Packet.Parts * Packet.Lanes > FewestLanes && elementsOneByOne(Linear, Packet, TTI) > MostElements)
    (Packet.Parts > 1 ? Packet.Parts : Packet.Lanes) /= 2;
  if (Packet.Parts == 1)
    Packet.PartDim = 0;
}

/// A body, of the item or of what is left of it somewhere, for packets; false, with the reason, if that cannot be.
bool Vectoriser::planPackets(Function &Item, Function &Body, RowLength Row, bool RowsMayDiffer, Linearised &L,
                             std::string &WhyNot) {
  L.Chosen = planItem(Body, State.TM, State.Options.spmd, Row);
  WhyNot = L.Chosen.WhyScalar;
  if (!WhyNot.empty())
    return false;
  PacketPlan &Packet = L.Chosen.Packet;
  if (Packet.PartDim == 1 && !RowsMayDiffer) {
    Packet.Parts = 1;
    Packet.PartDim = 0;
  }
  L.Ids = Packet.PartDim == 1 ? VaryingXY : VaryingX;
  L.F = linearCopy(Body, L.Ids, WhyNot);
  if (!L.F)
    return false;
  if (!State.Options.spmd.lanes && !Row.Exact)
    limitElements(*L.F, Packet, TTI);
  L.Cost = compareCosts(Item, *L.F, Packet, TTI);
  if (Packet.Parts > 1 && Packet.PartDim == 0 && !State.Options.spmd.parts)
    keepParts(Item, L);
  return true;
}

/// Takes one part where that is dearer with more: what is the same for one part's lanes, such as an id divided by their
/// number, may differ in a longer packet, and be one access for each lane there.
void Vectoriser::keepParts(Function &Item, Linearised &L) {
  constexpr double Dearer = 1.1;
  PacketPlan One = L.Chosen.Packet;
  One.Parts = 1;
  const Costs Cost = compareCosts(Item, *L.F, One, TTI);
  if (L.Cost.Packet <= Dearer * Cost.Packet)
    return;
  L.Chosen.Packet = One;
  L.Cost = Cost;
}

/// Full packets in segments of a row, where they take far less time than those of any work-items, which L is for until
/// then.
bool Vectoriser::planSegments(Function &Inner, RowLength Row, Linearised &L, Packets &P, std::string &WhyNot) {
  constexpr double DivisionCost = 20, OtherCosts = 8;
  std::optional<Segments> S = segmentItem(Inner, State.TM);
  if (!S)
    return true;
  Scrap.push_back(S->Inner);
  Scrap.push_back(S->Find);
  const bool DependsOnY = !S->Find->getArg(1)->use_empty();
  Linearised In;
  if (!planPackets(Inner, *S->Inner, Row, !DependsOnY, In, WhyNot))
    return false;
  // Segments of constant sizes are long, or powers of two as packets are, and seldom end within one.
  const double Pays = S->Divisions ? 0.9 : 1;
  In.Cost.Packet += (DivisionCost * S->Divisions + OtherCosts) / (In.Chosen.Packet.Lanes * In.Chosen.Packet.Parts);
  if (State.Options.spmd.mode == WEFT_SPMD_AUTO && In.Cost.Packet > Pays * L.Cost.Packet)
    return true;
  L = In;
  P.Segmented.emplace();
  P.Segmented->Divided = *S;
  return true;
}

/// What packets are made of: the item function, which stays as it is, with wider counters where that can be, and of it
/// what is left where a range is known to hold.
void Vectoriser::chooseBodies(Making &M, Packets &P) {
  if (std::optional<WideCounters> Counters = widenCounters(*M.Body, State.TM, !M.Row.Exact)) {
    Scrap.push_back(M.Body = Counters->Body);
    if (Counters->Holds) {
      Scrap.push_back(Counters->Holds);
      P.Guards.push_back(Counters->Holds);
    }
  }
  if (!M.Row.Exact && State.Options.spmd.tail != WEFT_SPMD_TAIL_SCALAR && (P.Range = clipItem(*M.Body, State.TM)))
    for (Function *F : {P.Range->Range, P.Range->Inner, P.Range->Below, P.Range->Above})
      if (F)
        Scrap.push_back(F);
  M.Inner = P.Range ? P.Range->Inner : M.Body;
}

bool Vectoriser::choosePlan(Making &M, Packets &P, std::string &WhyNot) {
  const weft_spmd &Options = State.Options.spmd;
  Linearised General;
  if (!planPackets(*M.Inner, *M.Inner, M.Row, true, General, WhyNot))
    return false;
  M.L = General;
  if (!M.Row.Exact && !planSegments(*M.Inner, M.Row, M.L, P, WhyNot))
    return false;
  Plan &Chosen = M.L.Chosen;
  P.Plan = Chosen.Packet;
  ForShortRows |= Chosen.ForShortRow;
  Cost = M.L.Cost;
  M.Across = M.L.F;
  if (P.Segmented && !(M.Across = M.L.Ids == General.Ids ? General.F : linearCopy(*M.Inner, M.L.Ids, WhyNot)))
    return false;
  if (Options.tail == WEFT_SPMD_TAIL_AUTO && !P.Range && hasDearMasks(*M.Across, maskedPlan(P.Plan), TTI))
    Chosen.MaskedTail = false;
  if (P.Plan.Parts > MostSoleParts && P.Plan.PartDim == 1 && (P.Range || P.Segmented || !Chosen.MaskedTail)) {
    P.Plan.Parts = MostSoleParts;
    Cost = compareCosts(*M.Inner, *M.L.F, P.Plan, TTI);
  }
  return true;
}

Function *Vectoriser::makePacket(Function &From, const PacketPlan &Plan, std::string &WhyNot, PacketCounts *Counted) {
  Function *F = packetise(From, Plan, TTI, WhyNot, Counted);
  if (F)
    Scrap.push_back(F);
  return F && verifies(State.Options.spmd) && !verifyPacket(*F, WhyNot) ? broken(WhyNot) : F;
}

/// Null: the packets are for all launches.
Function *Vectoriser::guardOf(Function &From, ArrayRef<PacketPlan> Plans) {
  Function *F = createGuard(From, Plans);
  if (!F)
    return nullptr;
  Scrap.push_back(F);
  if (const Argument *Largest = largestObject(From))
    AsksForSizes |= !F->getArg(Largest->getArgNo())->use_empty();
  return F;
}

void Vectoriser::addGuard(Function &From, ArrayRef<PacketPlan> Plans, Packets &P) {
  if (Function *F = guardOf(From, Plans))
    P.Guards.push_back(F);
}

/// The full packet, if it pays. What would not is made for what remarks can say of it.
bool Vectoriser::makeFull(const Making &M, Packets &P, std::string &Details, std::string &WhyNot) {
  const weft_spmd &Options = State.Options.spmd;
  Counts = {};
  Details = formatv(", {0:f1} of {1:f1} cycles", Cost.Packet, Cost.Scalar).str();
  const bool Pays = Options.mode != WEFT_SPMD_AUTO || Cost.Packet <= Cost.Scalar;
  if (Pays || Options.remarks)
    P.Full = makePacket(*M.L.F, P.Plan, WhyNot, &Counts);
  if (Options.remarks) {
    Details += describeCounts(Counts);
    LoopLines = describeLoops(*M.Inner, M.L.Ids);
  }
  if (!Pays)
    WhyNot = "it would not pay" + Details;
  return Pays && P.Full;
}

/// Beside a full packet: what tells whether so few work-items stay that it takes longer than they do. A work-item's
/// cost counts what is behind the test for half.
void Vectoriser::makeActive(const Making &M, Packets &P) {
  constexpr double WorthAsking = 200; // cycles of a packet: the question takes ten
  constexpr double BytesPerCycle = 8;
  constexpr unsigned LargestOfOne = 512, MostColumns = 64, LargestShare = 4;
  const unsigned Columns = P.Plan.columns();
  const double Packet = Cost.Packet * Columns;
  if (P.Segmented || P.Plan.PartDim == 1 || M.Row.Exact || Columns > MostColumns || Packet < WorthAsking ||
      M.Inner->getInstructionCount() > LargestOfOne)
    return;
  Function *Query = createActiveQuery(*M.Inner);
  if (!Query)
    return;
  Scrap.push_back(Query);
  std::string WhyNot;
  Function *Linear = linearCopy(*Query, VaryingX, WhyNot),
           *Asked = Linear ? makePacket(*Linear, P.Plan, WhyNot) : nullptr;
  const double Memory = double(bytesBehindTest(*M.Inner) * Columns) / BytesPerCycle;
  const unsigned Most = std::min(Columns / LargestShare, unsigned((Packet + Memory) / (2 * Cost.Scalar)));
  if (Asked && Most)
    P.Active = {Asked, M.Inner, Most};
}

/// Beside a full packet for segments of a row: one for any work-items, where that pays too.
bool Vectoriser::makeAcross(Making &M, Packets &P, std::string &WhyNot) {
  const weft_spmd &Options = State.Options.spmd;
  P.Segmented->Item = M.Inner;
  P.Segmented->Guard = guardOf(*M.L.F, P.Plan);
  const Costs AcrossCost = compareCosts(*M.Inner, *M.Across, P.Plan, TTI);
  if (Options.mode == WEFT_SPMD_AUTO && AcrossCost.Packet > AcrossCost.Scalar) {
    M.L.Chosen.MaskedTail &= P.Range || Options.tail != WEFT_SPMD_TAIL_AUTO;
    return true;
  }
  if (!(P.Segmented->Across = makePacket(*M.Across, P.Plan, WhyNot)))
    return false;
  addGuard(*M.Across, P.Plan, P);
  return true;
}

/// Packets of fewer rows, of fewer lanes, and for what is outside of the range.
bool Vectoriser::makeOthers(const Making &M, Packets &P, Function &Whole, std::string &WhyNot) {
  const weft_spmd &Options = State.Options.spmd;
  if (P.Plan.PartDim == 1)
    for (PacketPlan Few = P.Plan; (Few.Parts /= 2) >= MostSoleParts;) {
      P.Fewer.push_back(makePacket(*M.L.F, Few, WhyNot));
      if (!P.Fewer.back())
        return false;
    }
  if (!P.Masked || !P.Range || P.Plan.Parts > 1)
    return true;
  if (applies(Options, WEFT_HEURISTIC_NARROW_PACKETS) && P.Range->BeginsWithRow && P.Range->Above && !P.Segmented &&
      isShort(*M.L.F)) {
    for (PacketPlan Narrow = P.Plan; (Narrow.Lanes /= 2) > 1;) {
      P.Narrow.push_back(makePacket(*M.L.F, Narrow, WhyNot));
      if (!P.Narrow.back())
        return false;
    }
    P.Narrow.push_back(M.Inner);
  }
  const bool MakesOutside = applies(Options, WEFT_HEURISTIC_OUTSIDE_PACKETS) &&
                            Entry.hasFnAttribute(DimensionsAttribute) && !Entry.hasFnAttribute(UncutAttribute) &&
                            Whole.getInstructionCount() <= LongestOutside;
  return !MakesOutside || (P.Outside = makePacket(Whole, P.Plan, WhyNot));
}

/// Full packets are made of what is left of the item where the range is known to hold, masked ones of all of it. Where
/// there are no more columns than some, all of a packet's, nothing else is made.
bool Vectoriser::makePackets(ItemFunction &Item, RowLength Row, Packets &P, std::string &Details, std::string &WhyNot) {
  Making M;
  M.Row = Row;
  M.Body = Item.F;
  chooseBodies(M, P);
  if (!choosePlan(M, P, WhyNot) || !makeFull(M, P, Details, WhyNot) || (P.Segmented && !makeAcross(M, P, WhyNot)))
    return false;
  makeActive(M, P);
  const bool MasksTail = M.L.Chosen.MaskedTail;
  const PacketPlan Masked = maskedPlan(P.Plan);
  Function &Full = *M.L.F, *Whole = P.Range ? linearCopy(*M.Body, VaryingX, WhyNot) : M.Across;
  if (!Whole || (MasksTail && !(P.Masked = makePacket(*Whole, Masked, WhyNot))) || !makeOthers(M, P, *Whole, WhyNot))
    return false;
  if (Whole == &Full) {
    addGuard(Full, MasksTail ? ArrayRef<PacketPlan>({P.Plan, Masked}) : ArrayRef<PacketPlan>(P.Plan), P);
  } else {
    if (!P.Segmented)
      addGuard(Full, P.Plan, P);
    if (P.Masked)
      addGuard(*Whole, Masked, P);
  }
  return true;
}

/// Edges that a condition decides about.
static unsigned countWays(const Function &F) {
  unsigned Ways = 0;
  for (const BasicBlock &BB : F)
    Ways += std::max(1u, BB.getTerminator()->getNumSuccessors()) - 1;
  return Ways;
}

/// Blocks that branches leap over, where blocks stand in an order that branches follow.
static uint64_t countLeaps(Function &F) {
  DenseMap<const BasicBlock *, uint64_t> Position;
  for (const BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    Position.insert({BB, Position.size()});
  uint64_t Leaps = 0;
  for (const auto &[BB, From] : Position)
    for (const BasicBlock *Next : successors(BB))
      if (const uint64_t To = Position.lookup(Next); To > From)
        Leaps += To - From - 1;
  return Leaps;
}

static uint64_t countNested(const LoopInfo &Loops) {
  uint64_t Count = 0, Blocks = 0;
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    ++Count;
    Blocks += L->getNumBlocks();
  }
  return Count * Blocks;
}

void Vectoriser::pack(ItemNest &Nest, const ItemFunction &Item, const Packets &P, const Twine &Kind,
                      StringRef Details) {
  packNest(Nest, Item, P);
  Copies.insert_range(drop_begin(Nest.Body)); // behind the header of the loop over work-items
  MostLanes = std::max(MostLanes, P.Plan.Lanes);
  MostRows = std::max(MostRows, P.Plan.PartDim == 1 ? P.Plan.Parts : 1);
  remark(Nest, Kind + Twine(P.Plan.Lanes) + " lanes, " + Twine(P.Plan.Parts) +
                   (P.Plan.PartDim ? " parts in y" : " parts") + (P.Masked ? ", masked tail" : ", scalar tail") +
                   (P.Range ? ", clipped" : "") + (P.Segmented ? ", in segments" : "") +
                   (P.Active ? ", few alone" : "") + Details);
}

/// For packets with lanes along this dimension; says so in the details of the remark.
void Vectoriser::chooseStrips(unsigned Lanes, const PacketPlan &Plan, std::string &Details) {
  if (!Shape[Lanes].Bytes)
    return;
  Narrow = std::max(Plan.columns(), stripOf(Lanes));
  Details = std::string(", strips along ") + char('x' + Shape[Lanes].Dim) + Details;
}

/// Puts packets along y before the nest, where they take far less time than what it has: its loads or stores are apart
/// in x, and y is what brings them together.
void Vectoriser::interchange(ItemNest &Nest, const ItemFunction &Item, bool HasPackets) {
  constexpr double Pays = 0.6;
  auto AreApart = [](const auto &Of) {
    return Of[PacketCounts::Strided].All + Of[PacketCounts::Indexed].All + Of[PacketCounts::ByLane].All > 0;
  };
  if (Item.F->getArg(1)->use_empty() || !canInterchange(Nest) ||
      (HasPackets && !AreApart(Counts.Loads) && !AreApart(Counts.Stores)))
    return;
  const double Before = HasPackets ? std::min(Cost.Packet, Cost.Scalar) : Cost.Scalar;
  ItemFunction Interchanged = interchangeItem(Item);
  Scrap.push_back(Interchanged.F);
  std::string Details, WhyNot;
  Packets P;
  if (!makePackets(Interchanged, {0, Known[1], Known[0], false, false, stripOf(1)}, P, Details, WhyNot) ||
      Cost.Packet > Pays * Before)
    return;
  // Half of a packet is what masks are still worth.
  HasInterchanged = true;
  chooseStrips(1, P.Plan, Details);
  ItemNest Other = interchangeNest(Nest, std::max(2u, P.Plan.Lanes / 2));
  pack(Other, Interchanged, P, "along y, ", Details);
}

bool Vectoriser::tryNest(ItemNest &Nest, std::string &WhyNot) {
  const weft_spmd &Options = State.Options.spmd;
  if (Entry.hasFnAttribute(ScalarAttribute)) {
    WhyNot = Entry.getFnAttribute(ScalarAttribute).getValueAsString().str();
    return false;
  }
  if (!isWithinLimit(Nest)) {
    WhyNot = "the number of attempts is limited";
    return false;
  }
  ItemFunction Item = outlineItem(Nest);
  Scrap.push_back(Item.F);
  if (Item.F->getInstructionCount() > LargestItem) {
    WhyNot = "it is too large";
    return false;
  }
  cleanItem(*Item.F, State.TM, State.Options.spmd);
  markFills(*Item.F);
  // Work-items with loops may meet in the cache from one row of a group to the next.
  const LoopInfo Loops(DominatorTree(*Item.F));
  HasLoops |= !Loops.empty();
  if (Entry.hasFnAttribute(AnyShapeAttribute) && Loops.empty())
    for (unsigned Lanes : {0, 1})
      Shape[Lanes] = findStrips(*Item.F, Lanes);
  if (countWays(*Item.F) > MostWays || countLeaps(*Item.F) > MostLeaps) {
    WhyNot = "it branches too often";
    return false;
  }
  if (countNested(Loops) > MostNested) {
    WhyNot = "it has too many loops in one another";
    return false;
  }
  if (mayWaitForOthers(*Item.F)) {
    WhyNot = "a work-item may wait for another one";
    return false;
  }
  Scrap.pop_back();
  hoistUniformLoads(Item, Nest);
  Scrap.push_back(Item.F);
  partWays(*Item.F, State.TM);

  std::string Details;
  Packets P;
  const bool IsOfPlane =
      !Known[0] && !JoinsGroups && Entry.getFnAttribute(DimensionsAttribute).getValueAsString().contains('y');
  const RowLength Row = Nest.OfSubGroup ? RowLength{cast<ConstantInt>(Nest.Size[0])->getZExtValue()}
                                        : RowLength{0, Known[0], Known[1], JoinsGroups, IsOfPlane, stripOf(0)};
  const bool HasPackets =
      Options.mode == WEFT_SPMD_SERIAL ? makeSerial(Item, Row, P, WhyNot) : makePackets(Item, Row, P, Details, WhyNot);
  if (Options.mode != WEFT_SPMD_SERIAL && State.Error.empty())
    interchange(Nest, Item, HasPackets);
  if (!HasPackets)
    return false;
  MostColumns = std::max(MostColumns, P.Plan.columns());
  if (!HasInterchanged)
    chooseStrips(0, P.Plan, Details);
  pack(Nest, Item, P, "", Details);
  return true;
}

void Vectoriser::run() {
  bool AllPackets = true;
  for (ItemNest &Nest : findItemNests(Entry)) {
    checkpoint();
    std::string WhyNot;
    if (!tryNest(Nest, WhyNot)) {
      remark(Nest, "scalar: " + WhyNot);
      AllPackets = false;
    }
    for (const std::string &Line : LoopLines)
      remark(Nest, Line);
    LoopLines.clear();
    for (Function *F : reverse(Scrap))
      F->eraseFromParent();
    Scrap.clear();
  }
  if (!Copies.empty())
    keepRolled(Entry, [&](const BasicBlock *Header) { return Copies.contains(Header); });
  for (Instruction &I : make_early_inc_range(Entry.getEntryBlock()))
    if (isColumns(&I) || isRow(&I)) {
      const uint64_t Row = HasLoops ? 0 : LongEnough;
      I.replaceAllUsesWith(ConstantInt::get(I.getType(), isRow(&I) ? Row : MostColumns));
      I.eraseFromParent();
    }
  promoteVariables(Entry);
  Entry.removeFnAttr(ScalarAttribute);
  if (MostLanes > 0) {
    Entry.addFnAttr(LanesAttribute, utostr(MostLanes));
    Entry.addFnAttr(RowsAttribute, utostr(MostRows));
    if (ForShortRows)
      Entry.addFnAttr(ShortRowsAttribute);
    if (AllPackets)
      Entry.addFnAttr(AllPacketsAttribute);
  }
}

/// Who asks for remarks is told why there are none.
static void remarkOff(const PassState &State) {
  const bool IsOff = State.Options.spmd.mode == WEFT_SPMD_OFF;
  const char *Why = IsOff ? "packets are off (--spmd=off, WEFT_SPMD=off)" : "the program is not to be optimised";
  for (const KernelLayout &Layout : State.Layouts)
    errs() << "weft: kernel '" << Layout.name << "': scalar: " << Why << "\n";
}

bool vectoriseItems(PassState &State) {
  if (!State.Options.vectorises()) {
    if (State.Options.spmd.remarks)
      remarkOff(State);
    return true;
  }
  unsigned Attempts = 0;
  for (KernelLayout &Layout : State.Layouts)
    if (Function *Entry = State.M.getFunction(Layout.symbol)) {
      Vectoriser V(State, *Entry, Layout, Attempts);
      V.run();
      V.describeStrips(Layout);
      Layout.lanes_in_y = V.hasInterchanged();
      Layout.asks_for_sizes = V.asksForSizes();
      Layout.rows_at_once = V.rowsAtOnce();
      std::tie(Layout.joined_lanes, Layout.joined_columns) = V.joined();
      if (!State.Options.specialisation && !State.Options.image_copies && Layout.facts.empty())
        Layout.short_rows = V.shortRows();
    }
  return State.Error.empty();
}

} // namespace weft
