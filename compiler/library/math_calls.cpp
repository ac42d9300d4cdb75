// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang makes its mathematical builtins (__builtin_sinf, __builtin_elementwise_pow) to intrinsics of LLVM or to calls
// of the C library, and code generation makes the former to the latter. There is no C library beside kernels: all
// become calls of OpenCL's functions, lane by lane, before those are linked.
#include "compiler/library/math_calls.h"

#include "compiler/library/names.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace weft {

namespace {

enum class Shape {
  Plain,
  WithInt,    ///< the last operand is an integer, which OpenCL's function takes as an int
  TwoResults, ///< OpenCL's function writes the second result through a pointer
  TwoCalls,   ///< each result has a function of its own
  ToInteger,  ///< OpenCL's function rounds, and what is left is to convert
};

struct MathFunction {
  const char *Name;
  Shape Form = Shape::Plain;
  const char *Second = nullptr; ///< of TwoCalls
};

} // namespace

/// Those that the processors may lack instructions for. What LLVM expands to arithmetic stays an intrinsic.
static std::optional<MathFunction> functionOf(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::sin:
    return MathFunction{"sin"};
  case Intrinsic::cos:
    return MathFunction{"cos"};
  case Intrinsic::tan:
    return MathFunction{"tan"};
  case Intrinsic::asin:
    return MathFunction{"asin"};
  case Intrinsic::acos:
    return MathFunction{"acos"};
  case Intrinsic::atan:
    return MathFunction{"atan"};
  case Intrinsic::atan2:
    return MathFunction{"atan2"};
  case Intrinsic::sinh:
    return MathFunction{"sinh"};
  case Intrinsic::cosh:
    return MathFunction{"cosh"};
  case Intrinsic::tanh:
    return MathFunction{"tanh"};
  case Intrinsic::exp:
    return MathFunction{"exp"};
  case Intrinsic::exp2:
    return MathFunction{"exp2"};
  case Intrinsic::exp10:
    return MathFunction{"exp10"};
  case Intrinsic::log:
    return MathFunction{"log"};
  case Intrinsic::log2:
    return MathFunction{"log2"};
  case Intrinsic::log10:
    return MathFunction{"log10"};
  case Intrinsic::pow:
    return MathFunction{"pow"};
  case Intrinsic::fma:
    return MathFunction{"fma"};
  case Intrinsic::powi:
    return MathFunction{"pown", Shape::WithInt};
  case Intrinsic::ldexp:
    return MathFunction{"ldexp", Shape::WithInt};
  case Intrinsic::frexp:
    return MathFunction{"frexp", Shape::TwoResults};
  case Intrinsic::modf:
    return MathFunction{"modf", Shape::TwoResults};
  case Intrinsic::sincos:
    return MathFunction{"sincos", Shape::TwoResults};
  case Intrinsic::sincospi:
    return MathFunction{"sinpi", Shape::TwoCalls, "cospi"};
  case Intrinsic::lround:
  case Intrinsic::llround:
    return MathFunction{"round", Shape::ToInteger};
  case Intrinsic::lrint:
  case Intrinsic::llrint:
    return MathFunction{"rint", Shape::ToInteger};
  default:
    return std::nullopt;
  }
}

/// Functions of the C library by their names for doubles, those for floats have an f at the end. Those of the same name
/// in OpenCL have none here.
static std::optional<MathFunction> functionOf(StringRef LibraryName) {
  static const StringMap<MathFunction> Others = {{"nearbyint", {"rint"}},
                                                 {"roundeven", {"rint"}},
                                                 {"scalbn", {"ldexp", Shape::WithInt}},
                                                 {"scalbln", {"ldexp", Shape::WithInt}}};
  static const StringMap<bool> Same = [] {
    StringMap<bool> Names;
    for (const char *Name :
         {"acos",  "acosh", "asin",  "asinh", "atan", "atan2", "atanh", "cbrt",      "ceil",      "copysign",
          "cos",   "cosh",  "erf",   "erfc",  "exp",  "exp2",  "exp10", "expm1",     "fabs",      "fdim",
          "floor", "fma",   "fmax",  "fmin",  "fmod", "frexp", "hypot", "ilogb",     "ldexp",     "lgamma",
          "log",   "log10", "log1p", "log2",  "logb", "modf",  "pow",   "nextafter", "remainder", "remquo",
          "rint",  "round", "sin",   "sinh",  "sqrt", "tan",   "tanh",  "tgamma",    "trunc"})
      Names[Name] = true;
    return Names;
  }();
  if (auto At = Others.find(LibraryName); At != Others.end())
    return At->second;
  if (auto At = Same.find(LibraryName); At != Same.end())
    return MathFunction{At->first().data()};
  return std::nullopt;
}

static NameTypeRef nameOf(const Type *Ty) {
  if (Ty->isHalfTy())
    return makeScalar("Dh");
  if (Ty->isFloatTy())
    return makeScalar("f");
  if (Ty->isDoubleTy())
    return makeScalar("d");
  if (Ty->isIntegerTy(32))
    return makeScalar("i");
  return nullptr;
}

/// The types behind pointers: of sin's and modf's second result that of the first, of others an int.
static NameTypeRef pointeeOf(StringRef Name, const NameTypeRef &First) {
  return Name == "modf" || Name == "sincos" ? First : makeScalar("i");
}

namespace {

class Lowering {
public:
  Lowering(Module &M, function_ref<bool(StringRef)> Exists) : M(M), Exists(Exists) {}

  bool run(CallInst &Call);
  bool run(BinaryOperator &Remainder);

private:
  Function *find(StringRef Name, Type *Result, ArrayRef<Type *> Params);
  Value *call(IRBuilder<> &B, StringRef Name, Type *Result, ArrayRef<Value *> Arguments);
  bool scalar(IRBuilder<> &B, const MathFunction &Which, ArrayRef<Value *> Arguments, ArrayRef<Type *> Wanted,
              SmallVectorImpl<Value *> &Results);
  bool lanes(IRBuilder<> &B, const MathFunction &Which, ArrayRef<Value *> Arguments, Type *Whole, Value *&Result);
  Value *slot(IRBuilder<> &B, Type *Ty);

  Module &M;
  function_ref<bool(StringRef)> Exists;
};

} // namespace

/// OpenCL's function of this name and these types, if the library has it and it gives `Result`.
Function *Lowering::find(StringRef Name, Type *Result, ArrayRef<Type *> Params) {
  BuiltinName Builtin{Name.str(), {}};
  for (Type *Ty : Params) {
    NameTypeRef ParamType = nameOf(Ty);
    if (Ty->isPointerTy()) {
      ParamType = pointeeOf(Name, nameOf(Params.front()));
      if (unsigned Space = Ty->getPointerAddressSpace())
        ParamType = makeQualified("U3AS" + std::to_string(Space), ParamType);
      ParamType = makePointer(ParamType);
    }
    if (!ParamType)
      return nullptr;
    Builtin.Params.push_back(ParamType);
  }
  if (Result != (Name == "ilogb" ? Type::getInt32Ty(M.getContext()) : Params.front()))
    return nullptr;
  std::string Symbol = mangleBuiltin(Builtin);
  if (!Exists(Symbol))
    return nullptr;
  Function *Known = M.getFunction(Symbol);
  if (Known && !Known->isDeclaration()) {
    // The program's own function of that name, which may be just what asks for ours.
    Known->setName(Symbol + ".own");
    Known = nullptr;
  }
  if (Known)
    return Known;
  Function *New =
      Function::Create(FunctionType::get(Result, Params, /*isVarArg=*/false), GlobalValue::ExternalLinkage, Symbol, M);
  New->setCallingConv(CallingConv::SPIR_FUNC);
  New->addFnAttr(Attribute::NoUnwind);
  return New;
}

Value *Lowering::call(IRBuilder<> &B, StringRef Name, Type *Result, ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 3> Params;
  for (Value *Argument : Arguments)
    Params.push_back(Argument->getType());
  Function *Callee = find(Name, Result, Params);
  if (!Callee)
    return nullptr;
  CallInst *Made = B.CreateCall(Callee, Arguments);
  Made->setCallingConv(Callee->getCallingConv());
  return Made;
}

Value *Lowering::slot(IRBuilder<> &B, Type *Ty) {
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  return IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(Ty);
}

/// As an int, with what is beyond its range at its ends.
static Value *asInt(IRBuilder<> &B, Value *Number) {
  Type *Int = B.getInt32Ty();
  unsigned Bits = Number->getType()->getIntegerBitWidth();
  if (Bits <= 32)
    return B.CreateSExt(Number, Int);
  Value *Least = B.getInt(APInt::getSignedMinValue(32).sext(Bits));
  Value *Most = B.getInt(APInt::getSignedMaxValue(32).sext(Bits));
  Number = B.CreateBinaryIntrinsic(Intrinsic::smax, Number, Least);
  return B.CreateTrunc(B.CreateBinaryIntrinsic(Intrinsic::smin, Number, Most), Int);
}

/// One lane. `Wanted`: the types of the results.
bool Lowering::scalar(IRBuilder<> &B, const MathFunction &Which, ArrayRef<Value *> Given, ArrayRef<Type *> Wanted,
                      SmallVectorImpl<Value *> &Results) {
  SmallVector<Value *, 3> Arguments(Given);
  Type *Float = Given.front()->getType();
  switch (Which.Form) {
  case Shape::WithInt:
    Arguments.back() = asInt(B, Arguments.back());
    [[fallthrough]];
  case Shape::Plain:
    Results.push_back(call(B, Which.Name, Wanted.front(), Arguments));
    break;
  case Shape::TwoResults: {
    Value *Second = slot(B, Wanted[1]);
    Arguments.push_back(Second);
    Results.push_back(call(B, Which.Name, Wanted.front(), Arguments));
    Results.push_back(B.CreateLoad(Wanted[1], Second));
    break;
  }
  case Shape::TwoCalls:
    Results.push_back(call(B, Which.Name, Wanted[0], Arguments));
    Results.push_back(call(B, Which.Second, Wanted[1], Arguments));
    break;
  case Shape::ToInteger: {
    Value *Rounded = call(B, Which.Name, Float, Arguments);
    if (!Rounded)
      return false;
    // Clang's long long has 128 bits here, and OpenCL's at most 64: what is beyond them has no value.
    unsigned Bits = std::min(Wanted.front()->getIntegerBitWidth(), 64u);
    Results.push_back(B.CreateSExt(B.CreateFPToSI(Rounded, B.getIntNTy(Bits)), Wanted.front()));
    break;
  }
  }
  return !is_contained(Results, nullptr);
}

/// `Whole`: the type of the result, a number, a vector, or two of either.
bool Lowering::lanes(IRBuilder<> &B, const MathFunction &Which, ArrayRef<Value *> Arguments, Type *Whole,
                     Value *&Result) {
  SmallVector<Type *, 2> Parts, Wanted;
  if (auto *Struct = dyn_cast<StructType>(Whole))
    Parts.append(Struct->element_begin(), Struct->element_end());
  else
    Parts.push_back(Whole);
  for (Type *Part : Parts)
    Wanted.push_back(Part->getScalarType());
  auto *Vector = dyn_cast<FixedVectorType>(Parts.front());
  SmallVector<Value *, 2> Made;
  for (Type *Part : Parts)
    Made.push_back(PoisonValue::get(Part));
  for (unsigned Lane = 0, End = Vector ? Vector->getNumElements() : 1; Lane < End; ++Lane) {
    SmallVector<Value *, 3> LaneArguments;
    for (Value *Argument : Arguments)
      LaneArguments.push_back(Argument->getType()->isVectorTy() ? B.CreateExtractElement(Argument, Lane) : Argument);
    SmallVector<Value *, 2> Results;
    if (!scalar(B, Which, LaneArguments, Wanted, Results))
      return false;
    for (auto [Part, Value] : zip(Made, Results))
      Part = Vector ? B.CreateInsertElement(Part, Value, Lane) : Value;
  }
  Result = Made.front();
  if (Made.size() == 2)
    Result = B.CreateInsertValue(B.CreateInsertValue(PoisonValue::get(Whole), Made[0], 0), Made[1], 1);
  return true;
}

static void replace(Instruction &Old, Value *New) {
  New->takeName(&Old);
  Old.replaceAllUsesWith(New);
  Old.eraseFromParent();
}

static std::optional<MathFunction> functionOf(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return std::nullopt;
  if (Callee->isIntrinsic())
    return functionOf(Callee->getIntrinsicID());
  if (Call.arg_empty() || Call.getFunctionType()->isVarArg())
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (Call.getArgOperand(0)->getType()->isFloatTy() && !Name.consume_back("f"))
    return std::nullopt;
  return functionOf(Name);
}

bool Lowering::run(CallInst &Call) {
  std::optional<MathFunction> Which = functionOf(Call);
  if (!Which)
    return true;
  IRBuilder<> B(&Call);
  if (isa<FPMathOperator>(Call))
    B.setFastMathFlags(Call.getFastMathFlags());
  SmallVector<Value *, 3> Arguments(Call.args());
  Value *Result = nullptr;
  if (!lanes(B, *Which, Arguments, Call.getType(), Result))
    return false;
  replace(Call, Result);
  return true;
}

bool Lowering::run(BinaryOperator &Remainder) {
  IRBuilder<> B(&Remainder);
  B.setFastMathFlags(Remainder.getFastMathFlags());
  Value *Arguments[] = {Remainder.getOperand(0), Remainder.getOperand(1)}, *Result = nullptr;
  if (!lanes(B, {"fmod"}, Arguments, Remainder.getType(), Result))
    return false;
  replace(Remainder, Result);
  return true;
}

static std::vector<Instruction *> findMathCalls(Module &M) {
  std::vector<Instruction *> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (I.getOpcode() == Instruction::FRem || (Call && functionOf(*Call)))
        Found.push_back(&I);
    }
  return Found;
}

bool lowerMathCalls(Module &M, function_ref<bool(StringRef)> Exists, std::string &Error) {
  Lowering Work(M, Exists);
  for (Instruction *I : findMathCalls(M)) {
    auto *Call = dyn_cast<CallInst>(I);
    if (Call ? Work.run(*Call) : Work.run(cast<BinaryOperator>(*I)))
      continue;
    if (Call && !Call->getCalledFunction()->isIntrinsic())
      continue; // named with all that is undefined
    std::string Name = Call ? Call->getCalledFunction()->getName().str() : "frem";
    Error += "error: no function of OpenCL computes '" + Name + "', in function '" + I->getFunction()->getName().str() +
             "'\n";
    return false;
  }
  return true;
}

bool hasMathCalls(Module &M) {
  return !findMathCalls(M).empty();
}

} // namespace weft
