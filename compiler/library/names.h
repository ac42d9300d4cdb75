// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_LIBRARY_NAMES_H
#define WEFT_COMPILER_LIBRARY_NAMES_H

#include <llvm/ADT/StringRef.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft {

struct NameType;
using NameTypeRef = std::shared_ptr<const NameType>;

/// A type in the mangled name of an OpenCL builtin.
struct NameType {
  enum Kind {
    Scalar,    ///< Text: its code, "f", "Dh"
    Named,     ///< Text: "ocl_event"
    Vector,    ///< Lanes of Inner
    Pointer,   ///< to Inner
    Qualified, ///< Text: qualifiers, "U3AS1K"; of Inner
  };
  Kind kind;
  std::string Text;
  unsigned Lanes = 0;
  NameTypeRef Inner;
};

/// The name of an overloaded builtin: what Itanium mangling says of a plain function, with SPIR's address spaces.
struct BuiltinName {
  std::string Base;
  std::vector<NameTypeRef> Params;
};

/// Nothing where a name is not of that kind.
std::optional<BuiltinName> demangleBuiltin(llvm::StringRef Mangled);

/// The inverse, with substitutions (S_, S0_) where the ABI asks for them.
std::string mangleBuiltin(const BuiltinName &Name);

NameTypeRef makeScalar(llvm::StringRef Code);
NameTypeRef makeVector(unsigned Lanes, NameTypeRef Inner);
NameTypeRef makePointer(NameTypeRef Inner);
NameTypeRef makeQualified(llvm::StringRef Qualifiers, NameTypeRef Inner);

/// What stands before the parameters of a function as a person reads it, e.g. "sin"; the name itself if it is not
/// mangled.
std::string readableName(llvm::StringRef Mangled);

} // namespace weft

#endif
