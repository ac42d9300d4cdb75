// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CHECKS_SOURCE_NAMES_H
#define WEFT_COMPILER_CHECKS_SOURCE_NAMES_H

namespace weft {

/// Where the prelude and the headers of clCompileProgram lie in the front end's view of the file system.
inline constexpr char PreludePath[] = "/.weft/prelude.h";
inline constexpr char HeaderRoot[] = "/.weft/headers";

/// What diagnostics call the source of a program. Debuggers know it as kernel.cl.
inline constexpr char SourceName[] = "<source>";

} // namespace weft

#endif
