// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds groups in one walk over each block. A load group is open from its first load on: later loads move up to it, so
// stores in between must touch other bytes. A store group is open until its last store: earlier stores move down to it,
// and so get in between a load group's first load and its later ones.
// Two accesses touch different bytes for certain if they are members of the same structures, at other places; what
// other work-items do is no matter, for these are independent.
//
// Where lanes are anywhere, each in a run of its own or at a structure that an index chooses, and of structures of more
// than a few elements, the members that lie in one run, which is what a shuffle handles by itself
// on every level, are a group: all lanes' runs are transposed.

#include "compiler/spmd/access/access_groups.h"
#include "compiler/ir/machine.h"
#include "compiler/ir/markers.h"
#include "compiler/spmd/access/split_address.h"
#include "compiler/spmd/access/tables.h"
#include "compiler/spmd/analysis/linear_address.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::spmd {

namespace {

/// Longer strides only where half of what lies between is wanted.
constexpr unsigned LongestSparse = 4, LongestStride = 8;
constexpr unsigned LongestRun = 16;       ///< bytes
constexpr unsigned MostAlone = 1;         ///< members in no run, of a group that could do without runs
constexpr int64_t FarthestLane = 1 << 20; ///< elements
constexpr int64_t LongestWalk = 64;       ///< bytes, of lanes that are anywhere
constexpr size_t MostMembers = 256;       ///< of what is looked at together

/// With its terms in order, so that like addresses compare equal.
std::optional<LinearAddress> addressOf(const Value *Pointer, const DataLayout &DL) {
  std::optional<LinearAddress> Address =
      linearAddress(Pointer, DL, [](const Value *) { return false; }, [](const Value *, Extension) { return false; });
  if (Address)
    llvm::sort(Address->Terms);
  return Address;
}

/// Whether the distance is a number of bytes.
bool areLike(const LinearAddress &A, const LinearAddress &B) {
  return A.Base == B.Base && A.Terms == B.Terms;
}

/// A group to which more may come.
struct Open {
  LinearAddress At;     ///< of the first member
  int64_t Stride, Size; ///< bytes; no stride: lanes are anywhere
  bool IsLoad;
  unsigned Space;
  SmallVector<std::pair<Instruction *, int64_t>, 4> Members; ///< and the offset in bytes
  SmallVector<std::pair<int64_t, int64_t>, 4> Passed; ///< offsets and sizes of stores that may be behind the first load

  bool overlaps(int64_t Offset, int64_t Bytes) const {
    return any_of(Members, [&](auto &M) { return Offset < M.second + Size && M.second < Offset + Bytes; });
  }
  /// Whether it may join: another place in the same structures.
  bool takes(int64_t Offset) const {
    int64_t Low = Offset, High = Offset;
    for (auto &[I, At] : Members) {
      Low = std::min(Low, At);
      High = std::max(High, At);
    }
    return Members.size() < MostMembers && (Offset - Members.front().second) % Size == 0 &&
           High - Low + Size <= (Stride ? Stride : LongestWalk);
  }
};

class Finder {
public:
  Finder(const Function &F, const Shapes &S, const NearAccesses &Near, unsigned Lanes,
         function_ref<void(AccessGroup &&)> Add)
      : F(F), S(S), Near(Near), Lanes(Lanes), DL(F.getDataLayout()), Add(Add) {}

  void run(BasicBlock &BB) {
    for (Instruction &I : BB)
      if (!isMask(&I))
        visit(I);
    close([](const Open &) { return true; });
  }

private:
  void visit(Instruction &I);
  void close(function_ref<bool(const Open &)> Which);
  std::optional<int64_t> strideOf(const Instruction &I) const;
  bool prefersRuns(const AccessGroup &G) const;
  SmallVector<AccessGroup, 4> runsOf(const AccessGroup &G, ArrayRef<unsigned> Places) const;

  const Function &F;
  const Shapes &S;
  const NearAccesses &Near;
  unsigned Lanes;
  const DataLayout &DL;
  function_ref<void(AccessGroup &&)> Add;
  SmallVector<Open, 8> Groups;
};

} // namespace

/// A vector of the language that goes as one element of its size: numbers side by side, without a gap behind them.
static bool isElement(FixedVectorType &T, const DataLayout &DL) {
  constexpr uint64_t Largest = 16;
  const uint64_t Size = DL.getTypeAllocSize(&T), Number = T.getScalarSizeInBits();
  return !T.getElementType()->isPointerTy() && Number >= 8 && isPowerOf2_64(Number) && isPowerOf2_64(Size) &&
         Size <= Largest && DL.getTypeSizeInBits(&T) == 8 * Size;
}

/// Bytes from lane to lane of an element that may be in a group, which is a number or a pointer in as many bytes as it
/// has bits, or a short vector that is not private; 0: lanes are anywhere.
std::optional<int64_t> Finder::strideOf(const Instruction &I) const {
  if (!isSimpleAccess(I))
    return std::nullopt;
  const auto *Load = dyn_cast<LoadInst>(&I);
  if ((Load && registerTable(*Load, F, Lanes)) || Near.of(&I))
    return std::nullopt;
  Type *T = getLoadStoreType(const_cast<Instruction *>(&I));
  const Value *Pointer = getLoadStorePointerOperand(&I);
  auto *Vector = dyn_cast<FixedVectorType>(T);
  if (!(T->isIntegerTy() || T->isFloatingPointTy() || T->isPointerTy() ||
        (Vector && isElement(*Vector, DL) && !isa<AllocaInst>(getUnderlyingObject(Pointer)))) ||
      DL.getTypeSizeInBits(T) != 8 * DL.getTypeAllocSize(T) || S.elementMajor(Pointer))
    return std::nullopt;
  const Shape At = S.of(Pointer);
  auto Size = int64_t(DL.getTypeAllocSize(T).getFixedValue());
  if (!At.isLinear())
    return Vector ? std::nullopt : std::optional<int64_t>(0); // vectors of lanes that are anywhere: packet_gather.cpp
  // A lane's 16 bytes are put into a register, or stored from it, by one instruction that is no shuffle of its own.
  const bool GoesAlone = Vector && Size > 8 && At.Stride != 2 * Size;
  if (!GoesAlone && At.Stride % Size == 0 && At.Stride / Size >= 2 && At.Stride / Size <= FarthestLane)
    return At.Stride;
  return std::nullopt;
}

/// Whether runs are fewer instructions, of a group that could do without. Where any two vectors are shuffled by one
/// instruction, short ones are not.
bool Finder::prefersRuns(const AccessGroup &G) const {
  bool IsRich = vectorBits(F) >= 512;
  return G.Stride > (IsRich ? 4 : 3) && G.Stride * G.Size >= (IsRich ? 16 : 8);
}

/// The group's members by runs; `Places` are theirs, in order. Who is in no run stays alone.
SmallVector<AccessGroup, 4> Finder::runsOf(const AccessGroup &G, ArrayRef<unsigned> Places) const {
  SmallVector<AccessGroup, 4> Runs;
  unsigned Longest = std::min(LongestRun / unsigned(G.Size), Lanes);
  for (unsigned I = 0, Next; I < Places.size(); I = Next) {
    // How many of the members from this one on a run holds, and where it starts: a load's ends with the last member.
    auto StartOf = [&](unsigned Run) { return G.IsLoad ? std::min(Places[I], G.Span - Run) : Places[I]; };
    auto Held = [&](unsigned Run) -> unsigned {
      if (Run > G.Span)
        return 0;
      auto N = unsigned(llvm::lower_bound(Places, StartOf(Run) + Run) - Places.begin()) - I;
      return G.IsLoad || N == Run ? N : 0;
    };
    unsigned Run = Longest;
    while (Run >= 2 && Held(Run) < 2)
      Run /= 2;
    while (Run >= 4 && Held(Run / 2) == Held(Run))
      Run /= 2;
    Next = I + 1;
    if (Run < 2)
      continue;
    unsigned Members = Held(Run), Start = StartOf(Run);
    Next = I + Members;
    AccessGroup Of;
    Of.IsLoad = G.IsLoad;
    Of.Size = G.Size;
    Of.Stride = G.Stride;
    Of.Span = Of.Run = Run;
    for (auto [M, Place] : zip(G.Members, G.Places))
      if (is_contained(Places.slice(I, Members), Place)) {
        Of.Members.push_back(M);
        Of.Places.push_back(Place - Start);
      }
    Runs.push_back(std::move(Of));
  }
  return Runs;
}

void Finder::close(function_ref<bool(const Open &)> Which) {
  SmallVector<Open, 8> Rest;
  for (Open &O : Groups) {
    if (!Which(O)) {
      Rest.push_back(std::move(O));
      continue;
    }
    AccessGroup G;
    G.IsLoad = O.IsLoad;
    G.Size = O.Size;
    G.Stride = unsigned(O.Stride / O.Size);
    int64_t Low = O.Members.front().second;
    for (auto &[I, Offset] : O.Members)
      Low = std::min(Low, Offset);
    for (auto &[I, Offset] : O.Members) {
      G.Members.push_back(I);
      G.Places.push_back(unsigned((Offset - Low) / O.Size));
      G.Span = std::max(G.Span, G.Places.back() + 1);
    }
    SmallVector<unsigned, 4> Different(G.Places);
    llvm::sort(Different);
    Different.erase(std::unique(Different.begin(), Different.end()), Different.end());
    bool IsShort = (G.Stride && G.Stride <= LongestSparse) ||
                   (G.Stride && G.Stride <= LongestStride && 2 * Different.size() >= G.Stride);
    SmallVector<AccessGroup, 4> Runs;
    if (!IsShort || prefersRuns(G))
      Runs = runsOf(G, Different);
    size_t Alone = G.Members.size();
    for (const AccessGroup &R : Runs)
      Alone -= R.Members.size();
    if (IsShort && (Runs.empty() || Alone > MostAlone))
      Add(std::move(G));
    else
      for (AccessGroup &R : Runs)
        Add(std::move(R));
  }
  Groups = std::move(Rest);
}

void Finder::visit(Instruction &I) {
  bool Reads = I.mayReadFromMemory(), Writes = I.mayWriteToMemory();
  const std::optional<int64_t> Stride = strideOf(I);
  std::optional<LinearAddress> At = Stride ? addressOf(getLoadStorePointerOperand(&I), DL) : std::nullopt;
  int64_t Size = At ? int64_t(DL.getTypeAllocSize(getLoadStoreType(&I)).getFixedValue()) : 0;
  if (Writes || !I.willReturn() || I.mayThrow())
    close([&](const Open &O) { return O.IsLoad && !(At && areLike(*At, O.At)); });
  if (Reads || Writes || !I.willReturn() || I.mayThrow())
    close([&](const Open &O) { return !O.IsLoad && !(At && areLike(*At, O.At) && !O.overlaps(At->Constant, Size)); });
  if (!At)
    return;
  unsigned Space = getLoadStorePointerOperand(&I)->getType()->getPointerAddressSpace();
  bool IsLoad = isa<LoadInst>(I);
  auto MayJoin = [&](const Open &O) {
    return O.IsLoad == IsLoad && O.Space == Space && O.Size == Size && O.Stride == *Stride && areLike(*At, O.At) &&
           O.takes(At->Constant) && none_of(O.Passed, [&](auto &P) {
             return At->Constant < P.first + P.second && P.first < At->Constant + Size;
           });
  };
  if (!IsLoad)
    for (Open &O : Groups)
      if (O.IsLoad)
        O.Passed.push_back({At->Constant, Size});
  auto Found = find_if(Groups, MayJoin);
  if (Found == Groups.end()) {
    Open Opened{*At, *Stride, Size, IsLoad, Space, {}, {}};
    // Stores before it whose groups are open yet may move down behind it: loads that join it pass these too.
    for (const Open &O : Groups)
      if (IsLoad && !O.IsLoad)
        for (auto &[Store, Offset] : O.Members)
          Opened.Passed.push_back({Offset, O.Size});
    Groups.push_back(std::move(Opened));
    Found = std::prev(Groups.end());
  }
  Found->Members.push_back({&I, At->Constant});
}

unsigned AccessGroup::placeOf(const Instruction *I) const {
  return Places[unsigned(std::distance(Members.begin(), llvm::find(Members, I)))];
}

Instruction *AccessGroup::at(unsigned Place) const {
  const auto *Found = llvm::find(Places, Place);
  return Found == Places.end() ? nullptr : Members[unsigned(std::distance(Places.begin(), Found))];
}

AccessGroups::AccessGroups(Function &Item, const Shapes &S, const NearAccesses &Near, unsigned Lanes) {
  auto Add = [&](AccessGroup &&G) { add(std::move(G)); };
  Finder Find(Item, S, Near, Lanes, Add);
  for (BasicBlock &BB : Item)
    Find.run(BB);
}

void AccessGroups::add(AccessGroup &&G) {
  All.push_back(std::make_unique<AccessGroup>(std::move(G)));
  for (const Instruction *I : All.back()->Members)
    Of[I] = All.back().get();
}

} // namespace weft::spmd
