// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module is read twice: first for the types of ids, then each instruction is copied or replaced. New types and
// constants go between the module's and its first function. Nothing is believed of the module beyond what module.h
// says: an id may be anything, and an instruction that is not as expected is copied.
#include "compiler/spirv/rewrite.h"

#include "compiler/spirv/module.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <unordered_map>

namespace weft {

namespace {

/// The SPIR-V specification's opcodes and enumerants (section 3).
enum : uint32_t {
  OpTypeVector = 23,
  OpTypeArray = 28,
  OpTypeStruct = 30,
  OpTypePointer = 32,
  OpConstantTrue = 41,
  OpConstantFalse = 42,
  OpConstant = 43,
  OpConstantNull = 46,
  OpSpecConstantOp = 52,
  OpVariable = 59,
  OpLoad = 61,
  OpStore = 62,
  OpCopyMemory = 63,
  OpCopyMemorySized = 64,
  OpVectorShuffle = 79,
  OpCompositeConstruct = 80,
  OpCompositeExtract = 81,
  OpCompositeInsert = 82,
  OpConvertPtrToU = 117,
  OpISub = 130,
  OpSDiv = 135,
  OpIEqual = 170,
  OpINotEqual = 171,
  OpCopyLogical = 400,
  OpPtrEqual = 401,
  OpPtrNotEqual = 402,
  OpPtrDiff = 403,
  OpDecorateString = 5632,
  OpMemberDecorateString = 5633,
  DecorationCPacked = 10,
  AccessVolatile = 1,
  AccessAligned = 2,
};

using Instruction = weft_spirv_instruction;

bool isScalarType(uint32_t Opcode) {
  return Opcode == WEFT_SPIRV_OP_TYPE_BOOL || Opcode == WEFT_SPIRV_OP_TYPE_INT || Opcode == WEFT_SPIRV_OP_TYPE_FLOAT;
}

class Rewriter {
public:
  Rewriter(const uint32_t *Words, size_t Count) : Words(Words), Count(Count), Bound(Words[3]) {}

  std::vector<uint32_t> run() {
    collect();
    Head.assign(Words, Words + WEFT_SPIRV_HEADER_WORDS);
    size_t At = 0;
    Instruction I;
    while (weft_spirv_next(Words, Count, &At, &I)) {
      InFunctions |= I.opcode == WEFT_SPIRV_OP_FUNCTION;
      if (!rewrite(I))
        current().insert(current().end(), I.words, I.words + I.count);
    }
    Head[3] = Bound;
    Head.insert(Head.end(), Added.begin(), Added.end());
    Head.insert(Head.end(), Body.begin(), Body.end());
    return std::move(Head);
  }

private:
  const uint32_t *Words;
  size_t Count;
  uint32_t Bound;
  bool InFunctions = false;
  std::vector<uint32_t> Head, Added, Body;
  std::unordered_map<uint32_t, Instruction> Types; ///< by id
  std::unordered_map<uint32_t, uint32_t> TypeOf;   ///< of values
  std::unordered_map<uint32_t, uint32_t> Lengths;  ///< values of 32-bit constants
  std::unordered_map<uint32_t, bool> Packed;       ///< structs
  std::map<uint64_t, uint32_t> Sizes;              ///< constants that were added
  uint32_t Long = 0;                               ///< OpTypeInt 64 0

  std::vector<uint32_t> &current() {
    return InFunctions ? Body : Head;
  }

  void collect() {
    size_t At = 0;
    Instruction I;
    bool Functions = false;
    while (weft_spirv_next(Words, Count, &At, &I)) {
      if (I.opcode >= WEFT_SPIRV_OP_TYPE_BOOL && I.opcode <= OpTypePointer && I.count >= 2)
        Types.emplace(I.words[1], I);
      if (I.opcode == WEFT_SPIRV_OP_TYPE_INT && I.words[2] == 64 && !Long)
        Long = I.words[1];
      Functions |= I.opcode == WEFT_SPIRV_OP_FUNCTION;
      // Ids are unique: in a function, and of constants, a type's id in the first word is that of the result.
      bool Constants = I.opcode >= OpConstantTrue && I.opcode <= OpSpecConstantOp;
      if ((Functions || Constants || I.opcode == WEFT_SPIRV_OP_UNDEF || I.opcode == OpVariable) && I.count >= 3 &&
          Types.count(I.words[1]))
        TypeOf.emplace(I.words[2], I.words[1]);
      if (I.opcode == OpConstant && I.count >= 4)
        Lengths.emplace(I.words[2], I.words[3]);
      if (I.opcode == WEFT_SPIRV_OP_DECORATE && I.words[2] == DecorationCPacked)
        Packed[I.words[1]] = true;
    }
  }

  static void append(std::vector<uint32_t> &To, uint32_t Opcode, std::initializer_list<uint32_t> Operands) {
    To.push_back(uint32_t(Operands.size() + 1) << 16 | Opcode);
    To.insert(To.end(), Operands);
  }

  const Instruction *typeNamed(uint32_t Id) const {
    auto Found = Types.find(Id);
    return Found == Types.end() ? nullptr : &Found->second;
  }

  const Instruction *typeOf(uint32_t Value) const {
    auto Found = TypeOf.find(Value);
    return Found == TypeOf.end() ? nullptr : typeNamed(Found->second);
  }

  uint32_t longType() {
    if (!Long) {
      Long = Bound++;
      append(Added, WEFT_SPIRV_OP_TYPE_INT, {Long, 64, 0});
    }
    return Long;
  }

  uint32_t longConstant(uint64_t Value) {
    uint32_t Type = longType();
    uint32_t &Id = Sizes[Value];
    if (!Id) {
      Id = Bound++;
      append(Added, OpConstant, {Type, Id, uint32_t(Value), uint32_t(Value >> 32)});
    }
    return Id;
  }

  struct Layout {
    uint64_t Size, Align;
  };

  std::optional<Layout> layoutOf(uint32_t Id, unsigned Depth = 0) const {
    const Instruction *Type = typeNamed(Id);
    if (!Type || Depth > 16)
      return std::nullopt;
    if ((Type->opcode == WEFT_SPIRV_OP_TYPE_INT || Type->opcode == WEFT_SPIRV_OP_TYPE_FLOAT) && Type->words[2] <= 64 &&
        Type->words[2] >= 8)
      return Layout{Type->words[2] / 8, Type->words[2] / 8};
    if (Type->opcode == OpTypePointer)
      return Layout{8, 8};
    if (Type->opcode == OpTypeVector && Type->count == 4 && Type->words[3] <= 16) {
      auto Element = layoutOf(Type->words[2], Depth + 1);
      if (!Element)
        return std::nullopt;
      uint64_t Size = Element->Size * (Type->words[3] == 3 ? 4 : Type->words[3]);
      return Layout{Size, Size};
    }
    if (Type->opcode == OpTypeArray && Type->count == 4) {
      auto Element = layoutOf(Type->words[2], Depth + 1);
      auto Length = Lengths.find(Type->words[3]);
      if (!Element || Length == Lengths.end() || Element->Size > UINT32_MAX)
        return std::nullopt;
      return Layout{Element->Size * Length->second, Element->Align};
    }
    return Type->opcode == OpTypeStruct ? layoutOfStruct(*Type, Depth) : std::nullopt;
  }

  std::optional<Layout> layoutOfStruct(const Instruction &Type, unsigned Depth) const {
    Layout All = {0, 1};
    bool IsPacked = Packed.count(Type.words[1]) != 0;
    for (uint32_t I = 2; I < Type.count; ++I) {
      auto Member = layoutOf(Type.words[I], Depth + 1);
      if (!Member || Member->Align == 0 || Member->Size > UINT32_MAX || All.Size > UINT32_MAX)
        return std::nullopt;
      uint64_t Align = IsPacked ? 1 : Member->Align;
      All.Size = (All.Size + Align - 1) / Align * Align + Member->Size;
      All.Align = std::max(All.Align, Align);
    }
    All.Size = (All.Size + All.Align - 1) / All.Align * All.Align;
    return All;
  }

  bool rewrite(const Instruction &I) {
    switch (I.opcode) {
    case OpConstantNull:
      return I.count == 3 && scalarNull(I);
    case OpDecorateString:
    case OpMemberDecorateString:
      return true; // for tools alone
    case OpCopyMemory:
      return I.count >= 3 && InFunctions && copyMemory(I);
    case OpCopyMemorySized:
      return I.count >= 4 && InFunctions && copyMemorySized(I);
    case OpPtrEqual:
    case OpPtrNotEqual:
      return I.count == 5 && InFunctions && comparePointers(I);
    case OpPtrDiff:
      return I.count == 5 && InFunctions && subtractPointers(I);
    case OpVectorShuffle:
      return I.count >= 6 && InFunctions && shuffleVectors(I);
    case OpCompositeConstruct:
      return I.count >= 4 && InFunctions && constructAggregate(I);
    case OpCopyLogical:
      return I.count == 4 && InFunctions && typeOf(I.words[3]) &&
             copyLogical(I.words[1], I.words[2], TypeOf.at(I.words[3]), I.words[3], 0);
    default:
      return false;
    }
  }

  bool scalarNull(const Instruction &I) {
    const Instruction *Type = typeNamed(I.words[1]);
    if (!Type || !isScalarType(Type->opcode))
      return false;
    if (Type->opcode == WEFT_SPIRV_OP_TYPE_BOOL)
      append(current(), OpConstantFalse, {I.words[1], I.words[2]});
    else if (Type->words[2] == 64)
      append(current(), OpConstant, {I.words[1], I.words[2], 0, 0});
    else
      append(current(), OpConstant, {I.words[1], I.words[2], 0});
    return true;
  }

  /// The memory operands of one access. False where they are not as expected.
  struct Access {
    uint32_t Mask = 0, Align = 0;
  };
  static bool readAccess(const Instruction &I, uint32_t &At, Access &Out) {
    Out.Mask = I.words[At++];
    if ((Out.Mask & ~uint32_t(7)) != 0) // scopes follow, of Vulkan's memory model
      return false;
    if ((Out.Mask & AccessAligned) == 0)
      return true;
    if (At >= I.count)
      return false;
    Out.Align = I.words[At++];
    return true;
  }

  static void appendAccess(std::vector<uint32_t> &To, const Access &From) {
    if (!From.Mask)
      return;
    To.push_back(From.Mask);
    if (From.Mask & AccessAligned)
      To.push_back(From.Align);
  }

  /// Operands of target and source, which SPIR-V 1.4 may tell apart; one list is of both.
  static bool readAccesses(const Instruction &I, uint32_t First, Access &Target, Access &Source) {
    uint32_t At = First;
    if (At == I.count)
      return true;
    if (!readAccess(I, At, Target))
      return false;
    Source = Target;
    return At == I.count || (readAccess(I, At, Source) && At == I.count);
  }

  void emit(uint32_t Opcode, std::vector<uint32_t> Operands) {
    Body.push_back(uint32_t(Operands.size() + 1) << 16 | Opcode);
    Body.insert(Body.end(), Operands.begin(), Operands.end());
  }

  /// A load and a store.
  bool copyMemory(const Instruction &I) {
    const Instruction *Pointer = typeOf(I.words[2]);
    Access Target, Source;
    if (!Pointer || Pointer->opcode != OpTypePointer || Pointer->count != 4 || !readAccesses(I, 3, Target, Source))
      return false;
    uint32_t Value = Bound++;
    std::vector<uint32_t> Load = {Pointer->words[3], Value, I.words[2]}, Store = {I.words[1], Value};
    appendAccess(Load, Source);
    appendAccess(Store, Target);
    emit(OpLoad, std::move(Load));
    emit(OpStore, std::move(Store));
    return true;
  }

  /// What holds for both is told once.
  bool copyMemorySized(const Instruction &I) {
    Access Target, Source, Both;
    if (!readAccesses(I, 4, Target, Source))
      return false;
    Both.Mask = (Target.Mask & Source.Mask) | ((Target.Mask | Source.Mask) & AccessVolatile);
    Both.Align = std::min(Target.Align, Source.Align);
    std::vector<uint32_t> Operands(I.words + 1, I.words + 4);
    appendAccess(Operands, Both);
    emit(OpCopyMemorySized, std::move(Operands));
    return true;
  }

  uint32_t addressOf(uint32_t Pointer) {
    uint32_t Id = Bound++, Type = longType();
    append(Body, OpConvertPtrToU, {Type, Id, Pointer});
    return Id;
  }

  bool comparePointers(const Instruction &I) {
    uint32_t Left = addressOf(I.words[3]), Right = addressOf(I.words[4]);
    append(Body, I.opcode == OpPtrEqual ? OpIEqual : OpINotEqual, {I.words[1], I.words[2], Left, Right});
    return true;
  }

  bool subtractPointers(const Instruction &I) {
    const Instruction *Pointer = typeOf(I.words[3]);
    const Instruction *Result = typeNamed(I.words[1]);
    if (!Pointer || Pointer->opcode != OpTypePointer || Pointer->count != 4)
      return false;
    if (!Result || Result->opcode != WEFT_SPIRV_OP_TYPE_INT || Result->words[2] != 64)
      return false;
    auto Element = layoutOf(Pointer->words[3]);
    if (!Element || Element->Size == 0)
      return false;
    uint32_t Size = longConstant(Element->Size);
    uint32_t Left = addressOf(I.words[3]), Right = addressOf(I.words[4]), Bytes = Bound++;
    append(Body, OpISub, {I.words[1], Bytes, Left, Right});
    append(Body, OpSDiv, {I.words[1], I.words[2], Bytes, Size});
    return true;
  }

  uint32_t memberOf(const Instruction &Type, uint32_t Index) const {
    return Type.opcode == OpTypeStruct ? Type.words[Index + 2] : Type.words[2];
  }

  std::optional<uint32_t> numMembers(const Instruction &Type) const {
    if (Type.opcode == OpTypeStruct)
      return Type.count - 2;
    auto Length = Type.opcode == OpTypeArray && Type.count == 4 ? Lengths.find(Type.words[3]) : Lengths.end();
    return Length == Lengths.end() ? std::nullopt : std::optional<uint32_t>(Length->second);
  }

  /// By insertion: LLVM 15's translator takes the parts for constants.
  void construct(const Instruction &Type, uint32_t Result, const std::vector<uint32_t> &Parts) {
    if (!isAggregate(Type) || Parts.empty()) {
      std::vector<uint32_t> Operands = {Type.words[1], Result};
      Operands.insert(Operands.end(), Parts.begin(), Parts.end());
      emit(OpCompositeConstruct, std::move(Operands));
      return;
    }
    uint32_t Whole = Bound++;
    append(Body, WEFT_SPIRV_OP_UNDEF, {Type.words[1], Whole});
    for (uint32_t P = 0; P < Parts.size(); ++P) {
      uint32_t Next = P + 1 == Parts.size() ? Result : Bound++;
      append(Body, OpCompositeInsert, {Type.words[1], Next, Parts[P], Whole, P});
      Whole = Next;
    }
  }

  static bool isAggregate(const Instruction &Type) {
    return Type.opcode == OpTypeArray || Type.opcode == OpTypeStruct || Type.opcode == OpTypeVector;
  }

  bool constructAggregate(const Instruction &I) {
    const Instruction *Type = typeNamed(I.words[1]);
    if (!Type || !isAggregate(*Type))
      return false;
    std::vector<uint32_t> Parts(I.words + 3, I.words + I.count);
    if (Type->opcode == OpTypeVector && (Type->count != 4 || !splitVectors(*Type, Parts)))
      return false;
    construct(*Type, I.words[2], Parts);
    return true;
  }

  /// A vector may be made of shorter ones.
  bool splitVectors(const Instruction &Vector, std::vector<uint32_t> &Parts) {
    if (Parts.size() == Vector.words[3])
      return true;
    std::vector<uint32_t> Lanes;
    for (uint32_t Part : Parts) {
      const Instruction *Type = typeOf(Part);
      if (!Type || (Type->opcode == OpTypeVector && (Type->count != 4 || Type->words[3] > 16)))
        return false;
      if (Type->opcode != OpTypeVector) {
        Lanes.push_back(Part);
        continue;
      }
      for (uint32_t L = 0; L < Type->words[3]; ++L) {
        Lanes.push_back(Bound++);
        append(Body, OpCompositeExtract, {Type->words[2], Lanes.back(), Part, L});
      }
    }
    Parts = std::move(Lanes);
    return Parts.size() == Vector.words[3];
  }

  /// LLVM 15's translator stops where the two vectors are not of the same length.
  bool shuffleVectors(const Instruction &I) {
    const Instruction *Result = typeNamed(I.words[1]), *First = typeOf(I.words[3]), *Second = typeOf(I.words[4]);
    for (const Instruction *Type : {Result, First, Second})
      if (!Type || Type->opcode != OpTypeVector || Type->count != 4 || Type->words[2] != Result->words[2])
        return false;
    uint32_t Length = First->words[3], Both = Length + Second->words[3];
    if (Length > 16 || Second->words[3] > 16 || Length == Second->words[3] || I.count - 5 != Result->words[3])
      return false;
    std::vector<uint32_t> Lanes(I.words + 5, I.words + I.count);
    if (std::any_of(Lanes.begin(), Lanes.end(), [&](uint32_t Lane) { return Lane >= Both && Lane != UINT32_MAX; }))
      return false;
    for (uint32_t &Lane : Lanes) {
      uint32_t Part = Bound++;
      if (Lane == UINT32_MAX) // any value
        append(Body, WEFT_SPIRV_OP_UNDEF, {Result->words[2], Part});
      else
        append(Body, OpCompositeExtract,
               {Result->words[2], Part, I.words[Lane < Length ? 3 : 4], Lane < Length ? Lane : Lane - Length});
      Lane = Part;
    }
    construct(*Result, I.words[2], Lanes);
    return true;
  }

  /// Member by member: the types differ, their members' at the leaves do not.
  bool copyLogical(uint32_t To, uint32_t Result, uint32_t From, uint32_t Value, unsigned Depth) {
    const Instruction *Target = typeNamed(To), *Source = typeNamed(From);
    if (!Target || !Source || Target->opcode != Source->opcode || Depth > 16)
      return false;
    auto Members = numMembers(*Target), Others = numMembers(*Source);
    if (!Members || Members != Others || *Members > 4096)
      return false;
    std::vector<uint32_t> Parts;
    for (uint32_t M = 0; M < *Members; ++M) {
      uint32_t Part = Bound++, Old = memberOf(*Source, M), New = memberOf(*Target, M);
      append(Body, OpCompositeExtract, {Old, Part, Value, M});
      if (Old != New) {
        uint32_t Copy = Bound++;
        if (!copyLogical(New, Copy, Old, Part, Depth + 1))
          return false;
        Part = Copy;
      }
      Parts.push_back(Part);
    }
    construct(*Target, Result, Parts);
    return true;
  }
};

} // namespace

std::vector<uint32_t> rewriteSpirv(const uint32_t *Words, size_t Count, bool Old) {
  std::vector<uint32_t> Called;
  if (!callBuiltins(Words, Count, Old, Called))
    Called.assign(Words, Words + Count);
  return Old ? Rewriter(Called.data(), Called.size()).run() : Called;
}

} // namespace weft
