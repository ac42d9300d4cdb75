// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions of extensions that LLVM 15's translator does not know, for which OpenCL C has builtins: they become
// calls of imported functions with those builtins' names. All of a module's have to fit, or none is replaced, as the
// extensions and capabilities go with them; the translator says then what it refuses.
// Named barriers likewise, for every translator; their type becomes that of the builtins' pointers.
// What no translator knows of SubgroupDispatch becomes calls too, and modes with ids do, of functions that
// sub_group_dispatch.cpp finds again; sizes of mip levels, whose number translators drop, are made from those of the
// image; and UniformDecoration, which promises what nobody needs here, goes.
#include "compiler/spirv/module.h"
#include "compiler/spirv/rewrite.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace weft {

namespace {

/// The SPIR-V specification's opcodes and enumerants (section 3), and those of the extensions.
enum : uint32_t {
  OpLine = 8,
  OpExecutionMode = 16,
  OpTypeVoid = 19,
  OpTypeVector = 23,
  OpTypeImage = 25,
  OpTypeOpaque = 31,
  OpTypePointer = 32,
  OpTypeFunction = 33,
  OpTypeForwardPointer = 39,
  OpConstantTrue = 41,
  OpConstant = 43,
  OpSpecConstantOp = 52,
  OpFunctionParameter = 55,
  OpFunctionEnd = 56,
  OpFunctionCall = 57,
  OpVariable = 59,
  OpImageQuerySizeLod = 103,
  OpImageQuerySize = 104,
  OpUConvert = 113,
  OpLabel = 248,
  OpGetKernelWorkGroupSize = 295,
  OpNoLine = 317,
  OpGetKernelLocalSizeForSubgroupCount = 325,
  OpGetKernelMaxNumSubgroups = 326,
  OpTypeNamedBarrier = 327,
  OpNamedBarrierInitialize = 328,
  OpMemoryNamedBarrier = 329,
  OpExecutionModeId = 331,
  OpDecorateId = 332,
  OpReadClockKHR = 5056,
  OpAtomicFAddEXT = 6035,
  OpControlBarrierArriveINTEL = 6142,
  OpControlBarrierWaitINTEL = 6143,
  CapabilityLinkage = 5,
  CapabilityNamedBarrier = 59,
  CapabilityUniformDecoration = 71,
  CapabilityShaderClockKHR = 5055,
  CapabilityAtomicFloat16AddEXT = 6095,
  CapabilitySplitBarrierINTEL = 6141,
  ModeSubgroupsPerWorkgroup = 36,
  ModeSubgroupsPerWorkgroupId = 37,
  ModeLocalSizeId = 38,
  ModeLocalSizeHintId = 39,
  DecorationUniform = 26,
  DecorationUniformId = 27,
  DecorationLinkageAttributes = 41,
  LinkageImport = 1,
  StorageWorkgroup = 4,
  StorageCrossWorkgroup = 5,
  StorageGeneric = 8,
};

using Instruction = weft_spirv_instruction;

/// A function to call, its arguments as ids.
struct BuiltinCall {
  std::string Name;
  uint32_t Result; ///< a type's id
  std::vector<uint32_t> Params, Arguments;
  std::vector<uint32_t> Before; ///< instructions that make some of the arguments
};

class CallRewriter {
public:
  CallRewriter(const uint32_t *Words, size_t Count, bool Old) : Words(Words), Count(Count), Old(Old), Bound(Words[3]) {}

  bool run(std::vector<uint32_t> &Out) {
    if (!collect())
      return false;
    Out.assign(Words, Words + WEFT_SPIRV_HEADER_WORDS);
    if (!Functions.empty() && !HasLinkage)
      append(Out, WEFT_SPIRV_OP_CAPABILITY, {CapabilityLinkage});
    size_t At = 0;
    Instruction I;
    bool Decorated = false, Declared = false;
    while (weft_spirv_next(Words, Count, &At, &I)) {
      if (!Decorated && isDeclaration(I.opcode)) {
        Decorated = true;
        Out.insert(Out.end(), Decorations.begin(), Decorations.end());
      }
      if (!Declared && I.opcode == WEFT_SPIRV_OP_FUNCTION) {
        Declared = true;
        Out.insert(Out.end(), Types.begin(), Types.end());
        Out.insert(Out.end(), Declarations.begin(), Declarations.end());
      }
      if (beginsBody(I))
        for (const BuiltinCall &Call : *std::exchange(AtEntry, nullptr))
          emitCall(Out, 0, Call);
      if (isBarrierType(I))
        emitBarrierType(Out, I.words[1]);
      else if (auto Call = Calls.find(I.words); Call != Calls.end())
        emitCall(Out, I.words[2], Call->second);
      else if (!isDropped(I))
        Out.insert(Out.end(), I.words, I.words + I.count);
    }
    Out[3] = Bound;
    return true;
  }

private:
  const uint32_t *Words;
  size_t Count;
  bool Old; ///< the translator is one that knows nothing of the extensions
  uint32_t Bound;
  uint32_t Void = 0, Uint = 0;
  bool HasLinkage = false;
  std::unordered_map<uint32_t, Instruction> TypeWords;               ///< by id
  std::unordered_map<uint32_t, uint32_t> TypeOf;                     ///< of values
  std::unordered_map<uint32_t, uint32_t> Constants;                  ///< values of 32-bit constants
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> Added;           ///< constants, by type and value
  std::map<std::vector<uint32_t>, uint32_t> FunctionTypes;           ///< by result and parameters
  std::map<std::string, uint32_t> Functions;                         ///< that are called, by name
  std::unordered_map<const uint32_t *, BuiltinCall> Calls;           ///< by the instruction's words
  std::unordered_map<uint32_t, std::vector<BuiltinCall>> EntryCalls; ///< that begin a kernel, by its id
  const std::vector<BuiltinCall> *AtEntry = nullptr;                 ///< of the kernel at hand
  std::vector<uint32_t> Decorations, Types, Declarations;

  static void append(std::vector<uint32_t> &To, uint32_t Opcode, const std::vector<uint32_t> &Operands) {
    To.push_back(uint32_t(Operands.size() + 1) << 16 | Opcode);
    To.insert(To.end(), Operands.begin(), Operands.end());
  }

  /// Of the section behind the decorations.
  static bool isDeclaration(uint32_t Opcode) {
    return Opcode == WEFT_SPIRV_OP_UNDEF || (Opcode >= OpTypeVoid && Opcode <= OpTypeForwardPointer) ||
           (Opcode >= OpConstantTrue && Opcode <= OpSpecConstantOp) || Opcode == OpVariable ||
           Opcode == OpTypeNamedBarrier || Opcode == WEFT_SPIRV_OP_FUNCTION;
  }

  /// The function whose call stands for an execution mode; null: the mode stays. Old translators know no
  /// modes with ids.
  static const char *callOfMode(const Instruction &I) {
    if (I.count < 4 || (I.opcode != OpExecutionMode && I.opcode != OpExecutionModeId))
      return nullptr;
    const bool Ids = I.opcode == OpExecutionModeId;
    if (I.count == 4 && I.words[2] == (Ids ? ModeSubgroupsPerWorkgroupId : ModeSubgroupsPerWorkgroup))
      return "__weft_require_sub_groups";
    if (Ids && I.count == 6 && I.words[2] == ModeLocalSizeId)
      return "__weft_require_local_size";
    return Ids && I.count == 6 && I.words[2] == ModeLocalSizeHintId ? "__weft_hint_local_size" : nullptr;
  }

  static bool isUniformity(const Instruction &I) {
    if (I.opcode == WEFT_SPIRV_OP_CAPABILITY)
      return I.words[1] == CapabilityUniformDecoration;
    return (I.opcode == WEFT_SPIRV_OP_DECORATE && I.words[2] == DecorationUniform) ||
           (I.opcode == OpDecorateId && I.count == 4 && I.words[2] == DecorationUniformId);
  }

  static bool isBarrierType(const Instruction &I) {
    return I.opcode == OpTypeNamedBarrier && I.count == 2;
  }

  bool isDropped(const Instruction &I) const {
    if (callOfMode(I) || isUniformity(I))
      return true;
    if (I.opcode == WEFT_SPIRV_OP_CAPABILITY && I.words[1] == CapabilityNamedBarrier)
      return true;
    if (!Old)
      return false;
    if (I.opcode == WEFT_SPIRV_OP_CAPABILITY && I.count == 2)
      return I.words[1] == CapabilityShaderClockKHR || I.words[1] == CapabilityAtomicFloat16AddEXT ||
             I.words[1] == CapabilitySplitBarrierINTEL;
    if (I.opcode != WEFT_SPIRV_OP_EXTENSION)
      return false;
    const char *Name = weft_spirv_string(&I, 1);
    return Name && (!strcmp(Name, "SPV_KHR_shader_clock") || !strcmp(Name, "SPV_INTEL_split_barrier") ||
                    !strcmp(Name, "SPV_EXT_shader_atomic_float16_add"));
  }

  const Instruction *typeNamed(uint32_t Id) const {
    auto Found = TypeWords.find(Id);
    return Found == TypeWords.end() ? nullptr : &Found->second;
  }

  bool isType(uint32_t Id, uint32_t Opcode, uint32_t Bits) const {
    const Instruction *Type = typeNamed(Id);
    return Type && Type->opcode == Opcode && Type->count >= 3 && Type->words[2] == Bits;
  }

  bool isUnknown(const Instruction &I) const {
    if (I.opcode == OpGetKernelLocalSizeForSubgroupCount || I.opcode == OpGetKernelMaxNumSubgroups ||
        I.opcode == OpNamedBarrierInitialize || I.opcode == OpMemoryNamedBarrier)
      return true;
    if (I.opcode == OpImageQuerySizeLod && I.count == 5) // of level 0 it is the image's
      return constantOf(I.words[4]) != std::optional<uint32_t>(0);
    if (!Old)
      return false;
    return I.opcode == OpReadClockKHR || I.opcode == OpControlBarrierArriveINTEL ||
           I.opcode == OpControlBarrierWaitINTEL ||
           (I.opcode == OpAtomicFAddEXT && I.count == 7 && isType(I.words[1], WEFT_SPIRV_OP_TYPE_FLOAT, 16));
  }

  /// False where nothing is to be replaced, or not all of it can be.
  bool collect() {
    size_t At = 0;
    Instruction I;
    bool InFunctions = false, Any = false;
    std::vector<Instruction> Modes;
    while (weft_spirv_next(Words, Count, &At, &I)) {
      Any |= isDropped(I) || isUnknown(I) || isBarrierType(I);
      if (callOfMode(I))
        Modes.push_back(I);
      HasLinkage |= I.opcode == WEFT_SPIRV_OP_CAPABILITY && I.count == 2 && I.words[1] == CapabilityLinkage;
      InFunctions |= I.opcode == WEFT_SPIRV_OP_FUNCTION;
      if (((I.opcode >= OpTypeVoid && I.opcode <= OpTypePointer) || I.opcode == OpTypeNamedBarrier) && I.count >= 2)
        TypeWords.emplace(I.words[1], I);
      if (I.opcode == OpTypeFunction && I.count >= 3)
        FunctionTypes.emplace(std::vector<uint32_t>(I.words + 2, I.words + I.count), I.words[1]);
      if (I.opcode == OpTypeVoid && I.count == 2 && !Void)
        Void = I.words[1];
      if (I.opcode == WEFT_SPIRV_OP_TYPE_INT && I.words[2] == 32 && I.words[3] == 0 && !Uint)
        Uint = I.words[1];
      // Ids are unique: in a function, and of constants, a type's id in the first word is that of the result.
      bool Constant = I.opcode >= OpConstantTrue && I.opcode <= OpSpecConstantOp;
      if ((InFunctions || Constant || I.opcode == OpVariable) && I.count >= 3 && TypeWords.count(I.words[1]))
        TypeOf.emplace(I.words[2], I.words[1]);
      if (I.opcode == OpConstant && I.count == 4)
        Constants.emplace(I.words[2], I.words[3]);
      if (isUnknown(I)) {
        std::optional<BuiltinCall> Call = InFunctions ? callFor(I) : std::nullopt;
        if (!Call)
          return false;
        declare(*Call);
        Calls.emplace(I.words, std::move(*Call));
      }
    }
    return std::all_of(Modes.begin(), Modes.end(), [&](const Instruction &M) { return replaceMode(M); }) && Any;
  }

  /// What a kernel requires becomes a call that it begins with: the translator knows the values of specialisation
  /// constants, and of those that are made of others.
  bool replaceMode(const Instruction &Mode) {
    if (!Void)
      return false;
    std::vector<uint32_t> Numbers(Mode.words + 3, Mode.words + Mode.count);
    if (Mode.opcode == OpExecutionMode && !Uint)
      append(Types, WEFT_SPIRV_OP_TYPE_INT, {Uint = Bound++, 32, 0});
    for (uint32_t &Number : Numbers) {
      auto Type = TypeOf.find(Number);
      if (Mode.opcode == OpExecutionMode)
        Number = constant(Uint, Number);
      else if (Type == TypeOf.end() || Type->second != Uint)
        return false;
    }
    BuiltinCall Call = {callOfMode(Mode), Void, std::vector<uint32_t>(Numbers.size(), Uint), Numbers, {}};
    declare(Call);
    EntryCalls[Mode.words[1]].push_back(std::move(Call));
    return true;
  }

  /// Whether the calls that a kernel begins with belong before an instruction: behind its variables.
  bool beginsBody(const Instruction &I) {
    if (I.opcode == WEFT_SPIRV_OP_FUNCTION) {
      auto Found = EntryCalls.find(I.words[2]);
      AtEntry = Found == EntryCalls.end() ? nullptr : &Found->second;
    }
    return AtEntry && I.opcode != WEFT_SPIRV_OP_FUNCTION && I.opcode != OpFunctionParameter && I.opcode != OpLabel &&
           I.opcode != OpVariable && I.opcode != OpLine && I.opcode != OpNoLine && I.opcode != OpFunctionEnd;
  }

  std::optional<uint32_t> constantOf(uint32_t Id) const {
    auto Found = Constants.find(Id);
    auto Type = TypeOf.find(Id);
    if (Found == Constants.end() || Type == TypeOf.end() || !isType(Type->second, WEFT_SPIRV_OP_TYPE_INT, 32))
      return std::nullopt;
    return Found->second;
  }

  uint32_t constant(uint32_t Type, uint32_t Value) {
    uint32_t &Id = Added[{Type, Value}];
    if (!Id) {
      Id = Bound++;
      append(Types, OpConstant, {Type, Id, Value});
    }
    return Id;
  }

  std::optional<BuiltinCall> callFor(const Instruction &I) {
    switch (I.opcode) {
    case OpReadClockKHR:
      return I.count == 4 ? readClock(I) : std::nullopt;
    case OpAtomicFAddEXT:
      return addHalf(I);
    case OpImageQuerySizeLod:
      return sizeOfLevel(I);
    case OpGetKernelMaxNumSubgroups:
      return I.count == 7 ? querySubGroups(I) : std::nullopt;
    case OpGetKernelLocalSizeForSubgroupCount:
      return I.count == 8 ? querySubGroups(I) : std::nullopt;
    case OpNamedBarrierInitialize:
      return I.count == 4 ? makeBarrier(I) : std::nullopt;
    case OpMemoryNamedBarrier:
      return I.count == 4 ? waitAtBarrier(I) : std::nullopt;
    default:
      return I.count == 4 ? splitBarrier(I) : std::nullopt;
    }
  }

  std::optional<BuiltinCall> readClock(const Instruction &I) const {
    static const char *const Scopes[] = {nullptr, "device", "work_group", "sub_group"};
    std::optional<uint32_t> Scope = constantOf(I.words[3]);
    if (!Scope || *Scope == 0 || *Scope > 3)
      return std::nullopt;
    const Instruction *Type = typeNamed(I.words[1]);
    std::string Name;
    if (isType(I.words[1], WEFT_SPIRV_OP_TYPE_INT, 64))
      Name = "clock_read_";
    else if (Type && Type->opcode == OpTypeVector && Type->count == 4 && Type->words[3] == 2 &&
             isType(Type->words[2], WEFT_SPIRV_OP_TYPE_INT, 32))
      Name = "clock_read_hilo_";
    else
      return std::nullopt;
    Name += Scopes[*Scope];
    return BuiltinCall{"_Z" + std::to_string(Name.size()) + Name + "v", I.words[1], {}, {}, {}};
  }

  std::optional<BuiltinCall> sizeOfLevel(const Instruction &I) {
    auto Image = TypeOf.find(I.words[3]), Lod = TypeOf.find(I.words[4]);
    const Instruction *ImageType = Image == TypeOf.end() ? nullptr : typeNamed(Image->second);
    const Instruction *Size = typeNamed(I.words[1]);
    if (!ImageType || ImageType->opcode != OpTypeImage || ImageType->count < 9 || !Size || Lod == TypeOf.end() || !Uint)
      return std::nullopt;
    const bool IsVector = Size->opcode == OpTypeVector && Size->count == 4;
    const uint32_t Number = IsVector ? Size->words[2] : I.words[1];
    const bool Long = isType(Number, WEFT_SPIRV_OP_TYPE_INT, 64),
               LongLod = isType(Lod->second, WEFT_SPIRV_OP_TYPE_INT, 64);
    if ((!Long && Number != Uint) || (!LongLod && Lod->second != Uint))
      return std::nullopt;
    std::string Base = ImageType->words[5] == 1 ? "__weft_layered_level_size" : "__weft_level_size";
    std::string Name = "_Z" + std::to_string(Base.size()) + Base;
    if (IsVector)
      Name += "Dv" + std::to_string(Size->words[3]) + "_";
    Name += Long ? "mj" : "jj";
    BuiltinCall Call = {Name, I.words[1], {I.words[1], Uint}, {Bound++, I.words[4]}, {}};
    append(Call.Before, OpImageQuerySize, {I.words[1], Call.Arguments[0], I.words[3]});
    if (LongLod) {
      Call.Arguments[1] = Bound++;
      append(Call.Before, OpUConvert, {Uint, Call.Arguments[1], I.words[4]});
    }
    return Call;
  }

  /// A query that the translator knows has the operands that name the kernel; our own takes its result, and a number of
  /// sub-groups. Afterwards both become one.
  std::optional<BuiltinCall> querySubGroups(const Instruction &I) {
    const bool Most = I.opcode == OpGetKernelMaxNumSubgroups;
    auto Number = TypeOf.find(I.words[3]);
    if (!Uint || I.words[1] != Uint || (!Most && (Number == TypeOf.end() || Number->second != Uint)))
      return std::nullopt;
    uint32_t Size = Bound++;
    std::vector<uint32_t> Operands = {Uint, Size};
    Operands.insert(Operands.end(), I.words + (Most ? 3 : 4), I.words + I.count);
    BuiltinCall Call = {Most ? "__weft_max_sub_groups" : "__weft_local_size_for_sub_groups", Uint, {Uint}, {Size}, {}};
    append(Call.Before, OpGetKernelWorkGroupSize, Operands);
    if (!Most) {
      Call.Params.push_back(Uint);
      Call.Arguments.push_back(I.words[3]);
    }
    return Call;
  }

  /// OpenCL C's memory_scope.
  static std::optional<uint32_t> memoryScope(std::optional<uint32_t> Scope) {
    static const uint32_t Scopes[] = {3, 2, 1, 4, 0}; // all devices, device, work-group, sub-group, work-item
    return Scope && *Scope < 5 ? std::optional<uint32_t>(Scopes[*Scope]) : std::nullopt;
  }

  /// OpenCL C's cl_mem_fence_flags.
  static uint32_t fenceFlags(uint32_t Semantics) {
    return (Semantics & 0x100 ? 1 : 0) | (Semantics & 0x200 ? 2 : 0) | (Semantics & 0x800 ? 4 : 0);
  }

  std::optional<BuiltinCall> splitBarrier(const Instruction &I) {
    std::optional<uint32_t> Execution = constantOf(I.words[1]), Scope = memoryScope(constantOf(I.words[2])),
                            Semantics = constantOf(I.words[3]);
    if (!Execution || *Execution != 2 || !Scope || !Semantics || !Void)
      return std::nullopt;
    uint32_t Flags = fenceFlags(*Semantics);
    uint32_t Int = TypeOf.at(I.words[1]);
    const char *Name = I.opcode == OpControlBarrierArriveINTEL ? "_Z31intel_work_group_barrier_arrivej12memory_scope"
                                                               : "_Z29intel_work_group_barrier_waitj12memory_scope";
    return BuiltinCall{Name, Void, {Int, Int}, {constant(Int, Flags), constant(Int, *Scope)}, {}};
  }

  /// The id of a value's type where that is an integer of 32 bits; 0: it is not.
  uint32_t wordType(uint32_t Value) const {
    auto Type = TypeOf.find(Value);
    return Type != TypeOf.end() && isType(Type->second, WEFT_SPIRV_OP_TYPE_INT, 32) ? Type->second : 0;
  }

  std::optional<BuiltinCall> makeBarrier(const Instruction &I) const {
    const Instruction *Type = typeNamed(I.words[1]);
    uint32_t Number = wordType(I.words[3]);
    if (!Type || !isBarrierType(*Type) || !Number)
      return std::nullopt;
    return BuiltinCall{"_Z18named_barrier_initj", I.words[1], {Number}, {I.words[3]}, {}};
  }

  /// Scope and semantics that are not known yet are taken for the widest and the strongest.
  std::optional<BuiltinCall> waitAtBarrier(const Instruction &I) {
    auto Barrier = TypeOf.find(I.words[1]);
    const Instruction *Type = Barrier == TypeOf.end() ? nullptr : typeNamed(Barrier->second);
    uint32_t Int = wordType(I.words[2]);
    if (!Type || !isBarrierType(*Type) || !Int || !wordType(I.words[3]) || !Void)
      return std::nullopt;
    std::optional<uint32_t> Known = constantOf(I.words[2]), Scope = Known ? memoryScope(Known) : memoryScope(0);
    if (!Scope)
      return std::nullopt;
    uint32_t Flags = fenceFlags(constantOf(I.words[3]).value_or(UINT32_MAX));
    return BuiltinCall{"_Z24work_group_named_barrierPU3AS320__weft_named_barrierj12memory_scope",
                       Void,
                       {Barrier->second, Int, Int},
                       {I.words[1], constant(Int, Flags), constant(Int, *Scope)},
                       {}};
  }

  /// The builtins' pointer, to what only they look into.
  void emitBarrierType(std::vector<uint32_t> &Out, uint32_t Type) {
    std::vector<uint32_t> Opaque(1 + sizeof "named_barrier" / 4 + 1);
    Opaque[0] = Bound++;
    memcpy(&Opaque[1], "named_barrier", sizeof "named_barrier");
    append(Out, OpTypeOpaque, Opaque);
    append(Out, OpTypePointer, {Type, StorageWorkgroup, Opaque[0]});
  }

  std::optional<BuiltinCall> addHalf(const Instruction &I) {
    auto Pointer = TypeOf.find(I.words[3]);
    const Instruction *Type = Pointer == TypeOf.end() ? nullptr : typeNamed(Pointer->second);
    std::optional<uint32_t> Scope = memoryScope(constantOf(I.words[4])), Semantics = constantOf(I.words[5]);
    if (!Type || Type->opcode != OpTypePointer || Type->count != 4 || Type->words[3] != I.words[1] || !Scope ||
        !Semantics)
      return std::nullopt;
    std::string Space;
    if (Type->words[2] == StorageCrossWorkgroup)
      Space = "PU3AS1";
    else if (Type->words[2] == StorageWorkgroup)
      Space = "PU3AS3";
    else if (Type->words[2] == StorageGeneric)
      Space = "PU3AS4";
    else
      return std::nullopt;
    // OpenCL C's memory_order, the strongest that is asked for.
    uint32_t Order = *Semantics & 16 ? 5 : *Semantics & 8 ? 4 : *Semantics & 4 ? 3 : *Semantics & 2 ? 2 : 0;
    uint32_t Int = TypeOf.at(I.words[4]);
    return BuiltinCall{"_Z25atomic_fetch_add_explicit" + Space + "VU7_AtomicDhDh12memory_order12memory_scope",
                       I.words[1],
                       {Pointer->second, I.words[1], Int, Int},
                       {I.words[3], I.words[6], constant(Int, Order), constant(Int, *Scope)},
                       {}};
  }

  void declare(const BuiltinCall &Call) {
    uint32_t &Id = Functions[Call.Name];
    if (Id)
      return;
    Id = Bound++;
    std::vector<uint32_t> Linkage(2 + Call.Name.size() / 4 + 1 + 1);
    Linkage[0] = Id;
    Linkage[1] = DecorationLinkageAttributes;
    memcpy(&Linkage[2], Call.Name.data(), Call.Name.size());
    Linkage.back() = LinkageImport;
    append(Decorations, WEFT_SPIRV_OP_DECORATE, Linkage);
    std::vector<uint32_t> Signature = {Call.Result};
    Signature.insert(Signature.end(), Call.Params.begin(), Call.Params.end());
    uint32_t &Type = FunctionTypes[Signature]; // no type may be there twice
    if (!Type) {
      Type = Bound++;
      Signature.insert(Signature.begin(), Type);
      append(Types, OpTypeFunction, Signature);
    }
    append(Declarations, WEFT_SPIRV_OP_FUNCTION, {Call.Result, Id, 0, Type});
    for (uint32_t Param : Call.Params)
      append(Declarations, OpFunctionParameter, {Param, Bound++});
    append(Declarations, OpFunctionEnd, {});
  }

  void emitCall(std::vector<uint32_t> &Out, uint32_t Result, const BuiltinCall &Call) {
    Out.insert(Out.end(), Call.Before.begin(), Call.Before.end());
    std::vector<uint32_t> Operands = {Call.Result, Call.Result == Void ? Bound++ : Result, Functions.at(Call.Name)};
    Operands.insert(Operands.end(), Call.Arguments.begin(), Call.Arguments.end());
    append(Out, OpFunctionCall, Operands);
  }
};

} // namespace

bool callBuiltins(const uint32_t *Words, size_t Count, bool Old, std::vector<uint32_t> &Out) {
  return CallRewriter(Words, Count, Old).run(Out);
}

} // namespace weft
