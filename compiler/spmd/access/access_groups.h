// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ACCESS_ACCESS_GROUPS_H
#define WEFT_COMPILER_SPMD_ACCESS_ACCESS_GROUPS_H

#include "compiler/spmd/access/near_lanes.h"
#include "compiler/spmd/analysis/shapes.h"

#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace weft::spmd {

/// Loads or stores of one block at fixed distances from one another, each with the same stride from lane to lane or
/// none: the members of structures that lie side by side (vload3, a struct, or one element of several). All lanes'
/// accesses together are vectors, and shuffles: vectors that lie one behind the other, or of long structures a run of
/// each lane.
struct AccessGroup {
  bool IsLoad = false;
  int64_t Size = 0;    ///< of an element, in bytes
  unsigned Stride = 0; ///< elements from lane to lane; 0: lanes are anywhere, and the group is by runs
  unsigned Span = 0;   ///< elements from the lowest member to the highest, with both; of runs: of a run
  unsigned Run = 0;    ///< elements of a lane's run, all of which it may read, and writes; 0: not by runs
  llvm::SmallVector<llvm::Instruction *, 4> Members;
  llvm::SmallVector<unsigned, 4> Places; ///< elements between the lowest member, or the run's first, and this one

  /// Where the accesses happen: with the first load, or with the last store.
  llvm::Instruction *where() const {
    return IsLoad ? Members.front() : Members.back();
  }
  unsigned placeOf(const llvm::Instruction *I) const;
  /// The element behind the lowest one: its member, or null.
  llvm::Instruction *at(unsigned Place) const;
};

/// What is grouped in a linearised item function. No access in between is passed that could touch the same bytes.
class AccessGroups {
public:
  /// Near accesses are in no group.
  AccessGroups(llvm::Function &Item, const Shapes &S, const NearAccesses &Near, unsigned Lanes);
  /// Null for an access on its own.
  const AccessGroup *of(const llvm::Instruction *I) const {
    return Of.lookup(I);
  }

private:
  void add(AccessGroup &&G);

  llvm::SmallVector<std::unique_ptr<AccessGroup>, 8> All;
  llvm::DenseMap<const llvm::Instruction *, const AccessGroup *> Of;
};

} // namespace weft::spmd

#endif
