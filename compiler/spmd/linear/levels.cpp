// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/linear/levels.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace weft::spmd {

/// A block of the level, or an inner loop, for which its header stands.
struct Levels::Node {
  Node(BasicBlock *Entry, Loop *Inner) : Entry(Entry), Inner(Inner) {}

  BasicBlock *Entry;
  Loop *Inner; ///< null for a block
  Node *Dominator = nullptr;
  SmallVector<Node *, 4> Dominated;
  SmallVector<Node *, 2> Next; ///< null: out of the level
  unsigned Position = 0;       ///< among the nodes, topologically
  Node *PostDominator = nullptr;
};

struct Levels::Level {
  Loop *L;
  SmallVector<std::unique_ptr<Node>, 8> Nodes; ///< topologically
  DenseMap<const BasicBlock *, Node *> ByEntry;
};

Levels::Levels(Function &F) : F(F), DT(F), LI(DT) {
  unsigned Number = 0;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    Rpo[BB] = Number++;
  for (Loop *L : LI.getLoopsInPreorder())
    build(L);
  Level &Whole = build(nullptr);
  emit(*Whole.Nodes.front());
}

Levels::~Levels() = default;

/// The node of a level that holds a block; null for a block elsewhere.
const Levels::Node *Levels::nodeOf(const Level &In, const BasicBlock *BB) const {
  Loop *Outer = LI.getLoopFor(BB), *Inner = nullptr;
  while (Outer != In.L) {
    if (!Outer)
      return nullptr;
    Inner = Outer;
    Outer = Outer->getParentLoop();
  }
  return In.ByEntry.lookup(Inner ? Inner->getHeader() : BB);
}

/// Positions decide what a common post-dominator is: whichever of two comes first cannot be it. Null is the end.
template <typename NodeT> static NodeT *commonPostDominator(NodeT *A, NodeT *B) {
  while (A != B) {
    if (!A || !B)
      return nullptr;
    if (A->Position < B->Position)
      A = A->PostDominator;
    else
      B = B->PostDominator;
  }
  return A;
}

Levels::Level &Levels::build(Loop *L) {
  std::unique_ptr<Level> &Slot = ByLoop[L];
  Slot = std::make_unique<Level>();
  Level &Now = *Slot;
  Now.L = L;
  // Any block's number is above that of its level's header, and a reverse post-order is topological but for back edges.
  auto Add = [&](BasicBlock *Entry, Loop *Inner) {
    if (!Rpo.count(Entry))
      return;
    Now.Nodes.push_back(std::make_unique<Node>(Entry, Inner));
    Now.ByEntry[Entry] = Now.Nodes.back().get();
  };
  if (L) {
    for (BasicBlock *BB : L->blocks())
      if (LI.getLoopFor(BB) == L)
        Add(BB, nullptr);
  } else {
    for (BasicBlock &BB : F)
      if (!LI.getLoopFor(&BB))
        Add(&BB, nullptr);
  }
  for (Loop *Inner : L ? L->getSubLoops() : LI.getTopLevelLoops())
    Add(Inner->getHeader(), Inner);
  sort(Now.Nodes, [&](const auto &A, const auto &B) { return Rpo[A->Entry] < Rpo[B->Entry]; });

  auto Find = [&](const BasicBlock *BB) { return const_cast<Node *>(nodeOf(Now, BB)); };
  for (unsigned I = 0; I < Now.Nodes.size(); ++I) {
    Node &N = *Now.Nodes[I];
    N.Position = I;
    if (I > 0) {
      N.Dominator = Find(DT.getNode(N.Entry)->getIDom()->getBlock());
      N.Dominator->Dominated.push_back(&N); // in topological order
    }
    auto Follow = [&](BasicBlock *From) {
      for (BasicBlock *To : successors(From)) {
        Node *Target = Find(To);
        if (N.Inner && Target == &N) // within an inner loop
          continue;
        N.Next.push_back(Target && Target != Now.Nodes.front().get() ? Target : nullptr);
      }
    };
    if (N.Inner)
      for (BasicBlock *BB : N.Inner->blocks())
        Follow(BB);
    else
      Follow(N.Entry);
  }
  for (auto &N : reverse(Now.Nodes)) {
    if (N->Next.empty())
      continue;
    N->PostDominator = N->Next.front();
    for (Node *Next : N->Next)
      N->PostDominator = commonPostDominator(N->PostDominator, Next);
  }
  for (auto &N : Now.Nodes) {
    if (N->Inner || !N->Dominator)
      continue;
    Node *Above = N->Dominator;
    for (Node *P = Above; P && P->Position <= N->Position; P = P->PostDominator)
      if (P == N.get())
        Equivalent[N->Entry] = Above->Inner ? Above->Inner->getLoopPreheader() : Above->Entry;
  }
  return Now;
}

void Levels::emit(Node &N) {
  if (N.Inner) {
    emit(*ByLoop.find(N.Inner)->second->Nodes.front());
  } else {
    Index[N.Entry] = Order.size();
    Order.push_back(N.Entry);
  }
  for (Node *Below : N.Dominated)
    emit(*Below);
  if (!N.Inner)
    Last[N.Entry] = Order.size() - 1;
}

bool Levels::leavesDivergently(const Loop &L, const DivergentBlocks &Divergent) const {
  const Level &In = *ByLoop.find(&L)->second;
  // Whether not all lanes that begin an iteration come to a node.
  SmallVector<bool, 16> Partial(In.Nodes.size());
  for (const auto &N : In.Nodes) {
    if (!N->Dominator)
      continue;
    bool IsReachedByAll = false;
    for (Node *P = N->Dominator; P && P->Position <= N->Position; P = P->PostDominator)
      IsReachedByAll |= P == N.get();
    if (IsReachedByAll) {
      Partial[N->Position] = Partial[N->Dominator->Position];
      continue;
    }
    for (BasicBlock *From : predecessors(N->Entry))
      if (const Node *Before = nodeOf(In, From); Before && Before != N.get())
        Partial[N->Position] = Partial[N->Position] || Partial[Before->Position] || Divergent.contains(From);
  }
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Exits;
  L.getExitEdges(Exits);
  return any_of(
      Exits, [&](auto &Edge) { return Divergent.contains(Edge.first) || Partial[nodeOf(In, Edge.first)->Position]; });
}

} // namespace weft::spmd
