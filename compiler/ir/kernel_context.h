// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_KERNEL_CONTEXT_H
#define WEFT_COMPILER_IR_KERNEL_CONTEXT_H

// What a work-item knows of its launch and group. Until the work-group function is built these are calls of declared
// functions without memory effects, so that LLVM may merge and move them and the regions may ask again instead of
// keeping a value.

#include "compiler/kernel_abi.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace weft {

enum class Context {
  LocalId,      ///< per dimension
  LocalSize,    ///< per dimension, of this group: smaller at the end of an uneven range
  FullSize,     ///< per dimension, as enqueued
  GroupId,      ///< per dimension
  GroupBase,    ///< per dimension, global id of the group's first work-item
  GlobalSize,   ///< per dimension
  GlobalOffset, ///< per dimension
  NumGroups,    ///< per dimension
  WorkDim,
  Disjoint,    ///< not 0: the launch's buffers are as the kernel asks (kernel/disjoint_buffers.cpp)
  Launch,      ///< ptr to struct weft_launch
  LocalMemory, ///< ptr addrspace(3) to the group's local memory, so many bytes from its start as Dim says
  Frame,       ///< ptr to the group's frame
};

struct ContextQuery {
  Context Kind;
  unsigned Dim;
};

/// Emits a query. Dimension-less kinds take Dim 0, local memory the place of a variable. Integers are i64.
llvm::CallInst *emitContext(llvm::IRBuilderBase &B, Context Kind, unsigned Dim = 0);

/// The query that a value is, if it is one.
std::optional<ContextQuery> asContext(const llvm::Value *V);

/// A statement that the group executes as a whole: where the kernel is cut into regions.
enum class CutKind { None, Barrier, Copy1D, CopyStrided, CopyND, Statement };
CutKind cutKind(const llvm::Instruction &I);
bool hasCut(const llvm::BasicBlock &BB);

/// What the name of a CutKind::Statement says, `__weft_stmt_<scope><result><operands>_<rest>` (docs/groups.md).
struct StatementForm {
  bool SubGroup;            ///< executed by each sub-group (scope 's'), else by the group ('g')
  char Result;              ///< 'v': none, 'u': one value for the group, 'r': one for each work-item
  llvm::StringRef Operands; ///< of each, 'u': one value for the group, 'r': one for each work-item
  /// Without operands and result there is nothing but the meeting.
  bool hasBody() const {
    return Result != 'v' || !Operands.empty();
  }
};
std::optional<StatementForm> statementForm(llvm::StringRef Name);
std::optional<StatementForm> statementForm(const llvm::Instruction &I);

/// Whether a statement of sub-groups asks, until it is so, for what another sub-group does: its name begins with
/// "poll_".
bool pollsOthers(const llvm::Instruction &I);

/// Whether a function is the body of a copy or a statement: what is called once the work-group functions are built.
bool isStatementBody(llvm::StringRef Name);

/// Work-items of a full sub-group of this kernel: the size that it requires, or the default.
unsigned subGroupWidth(const llvm::Function &Kernel);
/// Whether the device has sub-groups of so many.
bool isSubGroupWidth(unsigned Width);
inline constexpr unsigned DefaultSubGroupWidth = WEFT_SUB_GROUP_SIZE;
inline constexpr const char *SubGroupWidthFunction = "__weft_sub_group_width";
/// Of builtins: local memory of its own for each call.
inline constexpr const char *NamedBarrierSlotFunction = "__weft_named_barrier_slot";
inline constexpr unsigned NamedBarrierBytes = 12;
/// Of builtins: llvm.is.constant.i32, which Clang would answer before they are inlined.
inline constexpr const char *IsConstantFunction = "__weft_is_constant";

/// Of builtins: what one instruction of a processor does (codegen/estimates.h).
inline constexpr const char *RsqrtFloatEstimate = "__weft_estimate_rsqrt_f";
inline constexpr const char *RsqrtDoubleEstimate = "__weft_estimate_rsqrt_d";

/// Clang's names of to_global, to_local and to_private, which address_spaces.cpp lowers.
bool isSpaceQuery(const llvm::Function &F);

/// Whether a function is one of the declared names above.
bool isGroupPrimitive(const llvm::Function &F);

} // namespace weft

#endif
