// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Itanium mangling as far as OpenCL builtins use it. Candidates for substitution are, in the order
// in which they end: vectors, named types, qualified types (all qualifiers of a level as one) and pointers.
#include "compiler/library/names.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

using namespace llvm;

namespace weft {

NameTypeRef makeScalar(StringRef Code) {
  return std::make_shared<NameType>(NameType{NameType::Scalar, Code.str(), 0, nullptr});
}

NameTypeRef makeVector(unsigned Lanes, NameTypeRef Inner) {
  return std::make_shared<NameType>(NameType{NameType::Vector, "", Lanes, std::move(Inner)});
}

NameTypeRef makePointer(NameTypeRef Inner) {
  return std::make_shared<NameType>(NameType{NameType::Pointer, "", 0, std::move(Inner)});
}

NameTypeRef makeQualified(StringRef Qualifiers, NameTypeRef Inner) {
  return std::make_shared<NameType>(NameType{NameType::Qualified, Qualifiers.str(), 0, std::move(Inner)});
}

namespace {

class Parser {
public:
  explicit Parser(StringRef Rest) : Rest(Rest) {}

  std::optional<BuiltinName> parse() {
    BuiltinName Name;
    unsigned Length;
    if (!Rest.consume_front("_Z") || Rest.consumeInteger(10, Length) || Rest.size() < Length || Length == 0)
      return std::nullopt;
    Name.Base = Rest.take_front(Length).str();
    Rest = Rest.drop_front(Length);
    while (!Rest.empty()) {
      NameTypeRef Type = type(0);
      if (!Type)
        return std::nullopt;
      Name.Params.push_back(Type);
    }
    if (Name.Params.empty())
      return std::nullopt;
    if (Name.Params.size() == 1 && Name.Params[0]->Text == "v")
      Name.Params.clear();
    return Name;
  }

private:
  StringRef Rest;
  std::vector<NameTypeRef> Seen;

  NameTypeRef remember(NameTypeRef Type) {
    if (Type)
      Seen.push_back(Type);
    return Type;
  }

  NameTypeRef type(unsigned Depth) {
    if (Rest.empty() || Depth > 16)
      return nullptr;
    if (Rest.consume_front("P")) {
      NameTypeRef Inner = type(Depth + 1);
      return Inner ? remember(makePointer(Inner)) : nullptr;
    }
    if (Rest.consume_front("U7_Atomic")) {
      NameTypeRef Inner = type(Depth + 1);
      return Inner ? remember(makeQualified("U7_Atomic", Inner)) : nullptr;
    }
    if (Rest.front() == 'U' || Rest.front() == 'V' || Rest.front() == 'K' || Rest.front() == 'r')
      return qualified(Depth);
    if (Rest.consume_front("Dv"))
      return vector(Depth);
    if (Rest.consume_front("Dh"))
      return makeScalar("Dh");
    if (Rest.consume_front("S"))
      return substitution();
    if (isDigit(Rest.front()))
      return named();
    if (StringRef("vbcahstijlmxyfd").contains(Rest.front())) {
      NameTypeRef Type = makeScalar(Rest.take_front(1));
      Rest = Rest.drop_front(1);
      return Type;
    }
    return nullptr;
  }

  NameTypeRef qualified(unsigned Depth) {
    std::string Qualifiers;
    while (!Rest.empty()) {
      if (Rest.starts_with("U7_Atomic"))
        break;
      if (Rest.starts_with("U3AS") && Rest.size() > 5) {
        Qualifiers += Rest.take_front(5).str();
        Rest = Rest.drop_front(5);
      } else if (Rest.front() == 'V' || Rest.front() == 'K' || Rest.front() == 'r') {
        Qualifiers += Rest.front();
        Rest = Rest.drop_front(1);
      } else {
        break;
      }
    }
    if (Qualifiers.empty())
      return nullptr;
    NameTypeRef Inner = type(Depth + 1);
    return Inner ? remember(makeQualified(Qualifiers, Inner)) : nullptr;
  }

  NameTypeRef vector(unsigned Depth) {
    unsigned Lanes;
    if (Rest.consumeInteger(10, Lanes) || Lanes < 2 || Lanes > 16 || !Rest.consume_front("_"))
      return nullptr;
    NameTypeRef Inner = type(Depth + 1);
    return Inner ? remember(makeVector(Lanes, Inner)) : nullptr;
  }

  NameTypeRef named() {
    unsigned Length;
    if (Rest.consumeInteger(10, Length) || Rest.size() < Length || Length == 0)
      return nullptr;
    auto Type = std::make_shared<NameType>(NameType{NameType::Named, Rest.take_front(Length).str(), 0, nullptr});
    Rest = Rest.drop_front(Length);
    return remember(Type);
  }

  /// S_ is the first candidate, S0_ the second; the number is in base 36.
  NameTypeRef substitution() {
    size_t Index = 0;
    if (!Rest.consume_front("_")) {
      size_t End = Rest.find('_');
      unsigned Number;
      if (End == StringRef::npos || Rest.take_front(End).getAsInteger(36, Number))
        return nullptr;
      Index = size_t(Number) + 1;
      Rest = Rest.drop_front(End + 1);
    }
    return Index < Seen.size() ? Seen[Index] : nullptr;
  }
};

class Mangler {
public:
  std::string Out;

  void type(const NameType &Type) {
    if (Type.kind == NameType::Scalar) {
      Out += Type.Text;
      return;
    }
    std::string Key = plain(Type);
    auto Found = llvm::find(Seen, Key);
    if (Found != Seen.end()) {
      substitute(size_t(Found - Seen.begin()));
      return;
    }
    switch (Type.kind) {
    case NameType::Named:
      Out += Key;
      break;
    case NameType::Vector:
      Out += "Dv" + utostr(Type.Lanes) + "_";
      type(*Type.Inner);
      break;
    case NameType::Pointer:
      Out += "P";
      type(*Type.Inner);
      break;
    default:
      Out += Type.Text;
      type(*Type.Inner);
      break;
    }
    Seen.push_back(Key);
  }

private:
  std::vector<std::string> Seen;

  /// A type's spelling without substitutions: its identity.
  static std::string plain(const NameType &Type) {
    switch (Type.kind) {
    case NameType::Scalar:
      return Type.Text;
    case NameType::Named:
      return utostr(Type.Text.size()) + Type.Text;
    case NameType::Vector:
      return "Dv" + utostr(Type.Lanes) + "_" + plain(*Type.Inner);
    case NameType::Pointer:
      return "P" + plain(*Type.Inner);
    default:
      return Type.Text + plain(*Type.Inner);
    }
  }

  void substitute(size_t Index) {
    Out += "S";
    if (Index > 0) {
      std::string Digits;
      size_t Number = Index - 1;
      do {
        Digits.insert(Digits.begin(), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[Number % 36]);
        Number /= 36;
      } while (Number);
      Out += Digits;
    }
    Out += "_";
  }
};

} // namespace

std::optional<BuiltinName> demangleBuiltin(StringRef Mangled) {
  return Parser(Mangled).parse();
}

std::string mangleBuiltin(const BuiltinName &Name) {
  Mangler M;
  M.Out = "_Z" + utostr(Name.Base.size()) + Name.Base;
  if (Name.Params.empty())
    M.Out += "v";
  for (const NameTypeRef &Param : Name.Params)
    M.type(*Param);
  return M.Out;
}

std::string readableName(StringRef Mangled) {
  if (auto Name = demangleBuiltin(Mangled))
    return Name->Base;
  return Mangled.str();
}

} // namespace weft
