// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/library/link.h"
#include "compiler/library/names.h"

#include <cctype>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/IRBuilder.h>

using namespace llvm;

namespace weft {

/// Functions whose vector form is not the scalar form element by element: true is -1, not 1; the most significant bit
/// chooses; lanes are mixed.
static bool isNotElementwise(StringRef Base) {
  static const StringSet<> Names = {"isequal",     "isnotequal",    "isgreater",   "isgreaterequal", "isless",
                                    "islessequal", "islessgreater", "isfinite",    "isinf",          "isnan",
                                    "isnormal",    "isordered",     "isunordered", "signbit",        "any",
                                    "all",         "select",        "dot",         "cross",          "length",
                                    "distance",    "normalize",     "fast_length", "fast_distance",  "fast_normalize",
                                    "shuffle",     "shuffle2"};
  return Names.contains(Base) || Base.starts_with("vload") || Base.starts_with("vstore") ||
         Base.starts_with("async_work_group") || Base == "prefetch";
}

/// "convert_float4_rte" names its result: the scalar's name has no width.
static std::string scalarBase(const std::string &Base) {
  if (Base.rfind("convert_", 0) != 0)
    return Base;
  std::string Result = "convert_";
  size_t I = Result.size();
  while (I < Base.size() && isalpha(static_cast<unsigned char>(Base[I])))
    Result += Base[I++];
  while (I < Base.size() && isdigit(static_cast<unsigned char>(Base[I])))
    ++I;
  return Result + Base.substr(I);
}

/// A type with vectors replaced by their elements; Lanes becomes the vectors' width, or 1 where two differ.
static NameTypeRef scalarised(const NameTypeRef &Type, unsigned &Lanes) {
  switch (Type->kind) {
  case NameType::Vector:
    Lanes = Lanes == 0 || Lanes == Type->Lanes ? Type->Lanes : 1;
    return Type->Inner;
  case NameType::Pointer:
    return makePointer(scalarised(Type->Inner, Lanes));
  case NameType::Qualified:
    return makeQualified(Type->Text, scalarised(Type->Inner, Lanes));
  default:
    return Type;
  }
}

/// The same with every pointer to generic, and half as float.
static NameTypeRef changed(const NameTypeRef &Type, bool Generic, bool Widen) {
  switch (Type->kind) {
  case NameType::Scalar:
    return Widen && Type->Text == "Dh" ? makeScalar("f") : Type;
  case NameType::Vector:
    return makeVector(Type->Lanes, changed(Type->Inner, Generic, Widen));
  case NameType::Pointer: {
    NameTypeRef Inner = changed(Type->Inner, Generic, Widen);
    if (!Generic)
      return makePointer(Inner);
    std::string Qualifiers = "U3AS4";
    if (Inner->kind == NameType::Qualified) {
      StringRef Old = Inner->Text;
      Qualifiers += Old.starts_with("U3AS") ? Old.drop_front(5).str() : Old.str();
      Inner = Inner->Inner;
    }
    return makePointer(makeQualified(Qualifiers, Inner));
  }
  case NameType::Qualified:
    return makeQualified(Type->Text, changed(Type->Inner, Generic, Widen));
  default:
    return Type;
  }
}

namespace {

struct Candidate {
  std::string Name;
  bool Generic = false;
  bool Widened = false;
};

} // namespace

static bool hasPointer(const BuiltinName &Name) {
  for (const NameTypeRef &Param : Name.Params)
    if (Param->kind == NameType::Pointer)
      return true;
  return false;
}

static std::optional<Candidate> findScalar(const BuiltinName &Scalar, function_ref<bool(StringRef)> Exists) {
  for (bool Widen : {false, true})
    for (bool Generic : {false, true}) {
      BuiltinName Other{Scalar.Base, {}};
      for (const NameTypeRef &Param : Scalar.Params)
        Other.Params.push_back(changed(Param, Generic, Widen));
      std::string Name = mangleBuiltin(Other);
      // Through a pointer to half there is no widening.
      if (Exists(Name) && !(Widen && hasPointer(Scalar)))
        return Candidate{Name, Generic, Widen};
    }
  return std::nullopt;
}

static Type *widened(Type *Ty, bool Widen) {
  return Widen && Ty->isHalfTy() ? Type::getFloatTy(Ty->getContext()) : Ty;
}

static Function *declareScalar(Function &Overload, const BuiltinName &Name, const Candidate &Scalar) {
  Module &M = *Overload.getParent();
  if (Function *Known = M.getFunction(Scalar.Name))
    return Known;
  SmallVector<Type *, 4> Params;
  for (auto [Index, Arg] : enumerate(Overload.args())) {
    Type *Ty = Arg.getType();
    if (Ty->isPointerTy() && Name.Params[Index]->kind == NameType::Pointer && Scalar.Generic)
      Ty = PointerType::get(M.getContext(), 4);
    Params.push_back(widened(Ty->getScalarType(), Scalar.Widened));
  }
  Type *Result = widened(Overload.getReturnType()->getScalarType(), Scalar.Widened);
  Function *New =
      Function::Create(FunctionType::get(Result, Params, false), GlobalValue::ExternalLinkage, Scalar.Name, M);
  New->setCallingConv(Overload.getCallingConv());
  New->addFnAttr(Attribute::NoUnwind);
  return New;
}

/// What lane `Lane` of an argument is to the scalar function.
static Value *laneOf(IRBuilder<> &B, Argument &Arg, const NameType &Param, Type *Wanted, unsigned Lane) {
  Value *V = &Arg;
  if (Arg.getType()->isVectorTy()) {
    V = B.CreateExtractElement(V, Lane);
  } else if (Arg.getType()->isPointerTy()) {
    const NameType *Pointee = Param.Inner.get();
    while (Pointee && Pointee->kind == NameType::Qualified)
      Pointee = Pointee->Inner.get();
    if (Pointee && Pointee->kind == NameType::Vector) {
      const std::string &Code = Pointee->Inner->Text;
      uint64_t Bytes = Code == "c" || Code == "h"                   ? 1
                       : Code == "s" || Code == "t" || Code == "Dh" ? 2
                       : Code == "i" || Code == "j" || Code == "f"  ? 4
                                                                    : 8;
      V = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), V, Bytes * Lane);
    }
    if (V->getType() != Wanted)
      V = B.CreateAddrSpaceCast(V, Wanted);
  }
  return V->getType() == Wanted ? V : B.CreateFPExt(V, Wanted);
}

bool expandVectorBuiltin(Function &Overload, function_ref<bool(StringRef)> Exists) {
  std::optional<BuiltinName> Name = demangleBuiltin(Overload.getName());
  if (!Name || Name->Params.size() != Overload.arg_size() || isNotElementwise(Name->Base))
    return false;
  unsigned Lanes = 0;
  BuiltinName ScalarName{Name->Base, {}};
  for (const NameTypeRef &Param : Name->Params)
    ScalarName.Params.push_back(scalarised(Param, Lanes));
  auto *ResultVector = dyn_cast<FixedVectorType>(Overload.getReturnType());
  bool Vector = Lanes > 1 && ResultVector && ResultVector->getNumElements() == Lanes;
  // A scalar overload may be missing too: then it exists for generic pointers, or for float instead of half.
  if (!Vector && (Lanes != 0 || ResultVector || Overload.getReturnType()->isVoidTy()))
    return false;
  if (Vector)
    ScalarName.Base = scalarBase(Name->Base);
  std::optional<Candidate> Scalar = findScalar(ScalarName, Exists);
  if (!Scalar || Scalar->Name == Overload.getName())
    return false;
  Function *Callee = declareScalar(Overload, *Name, *Scalar);
  if (Callee->arg_size() != Overload.arg_size())
    return false;

  IRBuilder<> B(BasicBlock::Create(Overload.getContext(), "entry", &Overload));
  Value *Result = PoisonValue::get(Overload.getReturnType());
  for (unsigned Lane = 0; Lane < (Vector ? Lanes : 1); ++Lane) {
    SmallVector<Value *, 4> Arguments;
    for (auto [Index, Arg] : enumerate(Overload.args()))
      Arguments.push_back(
          laneOf(B, Arg, *Name->Params[Index], Callee->getFunctionType()->getParamType(unsigned(Index)), Lane));
    CallInst *Call = B.CreateCall(Callee, Arguments);
    Call->setCallingConv(Callee->getCallingConv());
    Value *Value = Call;
    Type *Element = Overload.getReturnType()->getScalarType();
    if (Value->getType() != Element)
      Value = B.CreateFPTrunc(Value, Element);
    Result = Vector ? B.CreateInsertElement(Result, Value, Lane) : Value;
  }
  B.CreateRet(Result);
  Overload.setLinkage(GlobalValue::InternalLinkage);
  Overload.addFnAttr(Attribute::AlwaysInline);
  return true;
}

} // namespace weft
