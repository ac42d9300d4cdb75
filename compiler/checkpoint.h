// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CHECKPOINT_H
#define WEFT_COMPILER_CHECKPOINT_H

namespace weft {

/// A moment at which a compilation may be kept waiting, for a fork of the process, or be given up for good, because the
/// process exits. It stands between passes and between declarations, where the thread holds no lock and nothing that
/// another compilation could meet is half done. Costs a few loads; does nothing on threads that run no job.
/// docs/processes.md tells what is promised.
void checkpoint();

} // namespace weft

#endif
