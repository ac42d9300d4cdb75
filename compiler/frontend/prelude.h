// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_PRELUDE_H
#define WEFT_COMPILER_FRONTEND_PRELUDE_H

#include <set>
#include <string>

struct weft_target;

namespace weft {

/// Names that prelude.clh declares; a program may have functions of its own with these names.
const std::set<std::string> &preludeFunctions();

/// Sections of prelude.clh that take time to read: each is left out (like a function in `Without`, by its name) where
/// the program does not say its text.
struct PreludeSection {
  const char *Name, *Text;
};
inline constexpr PreludeSection PreludeSections[] = {
    {"intel", "intel_"}, {"uniform_arithmetic", "work_group_"}, {"named_barrier", "named_barrier"}};

/// The header that every program starts with: the device's macros for language version `Std` (120, 310), the base
/// header, our declarations but for those in `Without`.
std::string makePrelude(const weft_target &Target, unsigned Std, const std::set<std::string> &Without);

} // namespace weft

#endif
