// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_KERNEL_LAYOUT_H
#define WEFT_COMPILER_IR_KERNEL_LAYOUT_H

// What goes into the pipeline of kernels besides their code, and what comes out.

#include "compiler/compiler.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace weft {

/// What the runtime must know of a kernel's code; see kernel_abi.h.
struct KernelLayout {
  std::string name;   ///< of the kernel in the source
  std::string symbol; ///< of its entry, a weft_kernel_entry
  uint64_t frame_fixed = 0;
  uint64_t frame_per_item = 0;
  uint32_t local_size = 0;   ///< static local memory, bytes
  uint64_t private_size = 0; ///< private memory of a work-item, bytes
  /// Arguments of which a copy of the kernel should know more (docs/specialisation.md).
  std::vector<std::pair<unsigned, weft_fact_kind>> facts = {};
  bool wants_group = false;     ///< likewise of the size of its groups
  uint32_t short_rows = 0;      ///< weft_kernel_info::short_rows
  uint32_t rows_at_once = 1;    ///< weft_kernel_info::rows_at_once
  uint32_t joined_lanes = 0;    ///< weft_kernel_info::joined_lanes
  uint32_t joined_columns = 0;  ///< weft_kernel_info::joined_columns
  uint32_t strip_columns = 0;   ///< weft_kernel_info::strip_columns
  uint32_t strip_dimension = 0; ///< weft_kernel_info::strip_dimension
  uint32_t strip_bytes = 0;     ///< weft_kernel_info::strip_bytes
  uint64_t disjoint = 0;        ///< weft_kernel_info::disjoint
  bool asks_for_sizes = false;  ///< weft_kernel_info::asks_for_sizes
  bool lanes_in_y = false;      ///< groups are better long in y
  bool order_matters = false;   ///< weft_kernel_info::order_matters, as of what the kernel itself does
  bool may_wait = false;        ///< weft_kernel_info::may_wait
};

struct PipelineOptions {
  bool optimise = true;
  bool flush_denormals = false;
  bool debug = false;
  weft_spmd spmd = {};
  /// Copies for likely formats of images stand in the program itself, since none can be made later.
  bool image_copies = true;
  /// What the module's one kernel may rely on; null: nothing.
  const weft_specialisation *specialisation = nullptr;
  /// Whether the result is still wanted; if not, it need not be right. Empty: yes.
  std::function<bool()> is_wanted = nullptr;
  /// Whether the pass "vectorise" has anything to do.
  bool vectorises() const {
    return optimise && spmd.mode != WEFT_SPMD_OFF;
  }
  /// Name of a pass of passes.def after which to stop; empty: none.
  std::string stop_after;
};

/// The error of what is_wanted ended.
inline constexpr const char *NotWanted = "error: the result is no longer wanted\n";

} // namespace weft

#endif
