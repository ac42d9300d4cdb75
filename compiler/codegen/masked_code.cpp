// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/masked_code.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft {

namespace {

/// Opcodes are numbered in headers that LLVM does not install, so they are looked for by name, once.
struct MaskOpcodes {
  static constexpr unsigned Sizes = 3;
  unsigned Move[Sizes] = {}, And[Sizes] = {};
  StringMap<unsigned> Load; // under a mask that leaves zeros, by the names below

  explicit MaskOpcodes(const MCInstrInfo &Info) {
    const StringRef Moves[Sizes] = {"KMOVBkk", "KMOVWkk", "KMOVDkk"}, Ands[Sizes] = {"KANDBkk", "KANDWkk", "KANDDkk"};
    for (unsigned Opcode = 0; Opcode < Info.getNumOpcodes(); ++Opcode) {
      StringRef Name = Info.getName(Opcode);
      for (unsigned S = 0; S < Sizes; ++S) {
        if (Name == Moves[S])
          Move[S] = Opcode;
        else if (Name == Ands[S])
          And[S] = Opcode;
      }
      if (Name.starts_with("VMOVDQU") && Name.ends_with("rmkz"))
        Load[Name] = Opcode;
    }
  }
  /// 0 for anything but a move.
  unsigned instead(unsigned Opcode) const {
    for (unsigned S = 0; S < Sizes; ++S)
      if (Opcode == Move[S])
        return And[S];
    return 0;
  }
  /// Of a vector of so many bytes under a mask of so many elements; 0 where there is none.
  unsigned load(unsigned Bytes, unsigned Elements) const {
    const char *Size = Bytes == 64 ? "Z" : Bytes == 32 ? "Z256" : "Z128";
    return Load.lookup(("VMOVDQU" + Twine(Bytes * 8 / Elements) + Size + "rmkz").str());
  }
};

class MaskedCode final : public MachineFunctionPass {
public:
  static char ID;
  MaskedCode() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "Weft: masks that hold";
  }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    const TargetInstrInfo &Info = *MF.getSubtarget().getInstrInfo();
    static const MaskOpcodes Opcodes(Info); // x86's: the pass is of no other target
    bool Changed = false;
    for (MachineBasicBlock &Block : MF)
      for (MachineInstr &I : make_early_inc_range(Block))
        Changed |= clearByAnd(I, Info, Opcodes) || loadFirst(I, Info, Opcodes);
    return Changed;
  }

private:
  static bool clearByAnd(MachineInstr &Move, const TargetInstrInfo &Info, const MaskOpcodes &Opcodes) {
    unsigned And = Opcodes.instead(Move.getOpcode());
    if (!And)
      return false;
    Register From = Move.getOperand(1).getReg();
    BuildMI(*Move.getParent(), Move, Move.getDebugLoc(), Info.get(And), Move.getOperand(0).getReg())
        .addReg(From)
        .addReg(From);
    Move.eraseFromParent();
    return true;
  }

  /// Whether what it reads from memory was a masked load: of those alone LLVM does not know the size.
  static bool readsMasked(const MachineInstr &I) {
    return I.mayLoad() && !I.mayStore() && I.hasOneMemOperand() && !(*I.memoperands_begin())->getSize().hasValue();
  }
  /// The mask that an operation is under, and of how many elements it is; none for those of one element.
  static std::pair<Register, unsigned> maskOf(const MachineInstr &I, const TargetInstrInfo &Info) {
    const TargetRegisterInfo &Target = *I.getMF()->getSubtarget().getRegisterInfo();
    for (unsigned Operand = I.getDesc().getNumDefs(); Operand < I.getDesc().getNumOperands(); ++Operand)
      if (const TargetRegisterClass *Class = Info.getRegClass(I.getDesc(), Operand)) { // the register's may be wider
        StringRef Name = Target.getRegClassName(Class);
        unsigned Elements;
        if (Name.consume_front("VK") && !Name.consumeInteger(10, Elements) && Elements > 1)
          return {I.getOperand(Operand).getReg(), Elements};
      }
    return {};
  }
  /// LLVM folds a masked load into an operation under the same mask.
  static bool loadFirst(MachineInstr &I, const TargetInstrInfo &Info, const MaskOpcodes &Opcodes) {
    if (!readsMasked(I))
      return false;
    unsigned Index;
    unsigned RegisterOpcode =
        Info.getOpcodeAfterMemoryUnfold(I.getOpcode(), /*UnfoldLoad=*/true, /*UnfoldStore=*/false, &Index);
    auto [Mask, Elements] = RegisterOpcode ? maskOf(I, Info) : std::pair<Register, unsigned>();
    if (!Mask)
      return false;
    MachineFunction &MF = *I.getMF();
    const TargetRegisterClass *Class = Info.getRegClass(Info.get(RegisterOpcode), Index);
    unsigned Bits = MF.getSubtarget().getRegisterInfo()->getRegSizeInBits(*Class);
    unsigned Load = Opcodes.load(Bits / 8, Elements);
    SmallVector<MachineInstr *, 2> Apart; // the whole load, and what works on it
    Register Loaded = MF.getRegInfo().createVirtualRegister(Class);
    if (!Load || !Info.unfoldMemoryOperand(MF, I, Loaded, /*UnfoldLoad=*/true, /*UnfoldStore=*/false, Apart))
      return false;
    assert(Apart.size() == 2);
    MachineBasicBlock &Block = *I.getParent();
    MachineInstrBuilder MaskedLoad = BuildMI(Block, I, I.getDebugLoc(), Info.get(Load), Loaded).addReg(Mask);
    for (const MachineOperand &Address : drop_begin(Apart[0]->explicit_operands()))
      MaskedLoad.add(Address);
    MaskedLoad.cloneMemRefs(I);
    MF.deleteMachineInstr(Apart[0]);
    Block.insert(I, Apart[1]);
    I.eraseFromParent();
    return true;
  }
};

char MaskedCode::ID = 0;

/// LLVM makes a ternary operation before instruction selection only of (a & C) | (b & ~C), as C ? a : b. Where the one
/// in memory is the first and the kept one the second, or the one in memory the second and the kept one the third, it
/// writes each other's immediates (its issue 157929). C is a constant, so what is in memory says which of the two it
/// is: from the constant pool comes C, which must choose, and from elsewhere a or b, which must not. That holds right
/// behind instruction selection, before loads are taken out and folded in.
class SelectedBits final : public MachineFunctionPass {
public:
  static char ID;
  SelectedBits() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "Weft: bits selected as asked";
  }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    static const DenseSet<unsigned> Logic = keeping(*MF.getSubtarget().getInstrInfo());
    bool Changed = false;
    for (MachineBasicBlock &Block : MF)
      for (MachineInstr &I : Block)
        Changed |= Logic.contains(I.getOpcode()) && mend(I);
    return Changed;
  }

private:
  /// Operations on three operands, the last in memory, under a mask that keeps the first.
  static DenseSet<unsigned> keeping(const MCInstrInfo &Info) {
    DenseSet<unsigned> Opcodes;
    for (unsigned Opcode = 0; Opcode < Info.getNumOpcodes(); ++Opcode) {
      StringRef Name = Info.getName(Opcode);
      if (Name.starts_with("VPTERNLOG") && (Name.ends_with("rmik") || Name.ends_with("rmbik")))
        Opcodes.insert(Opcode);
    }
    return Opcodes;
  }
  static bool mend(MachineInstr &I) {
    constexpr uint8_t ByMemory = 0xe4, BySecond = 0xb8; // memory ? kept : second; second ? memory : kept
    bool OfPool = any_of(I.explicit_operands(), [](const MachineOperand &Operand) { return Operand.isCPI(); });
    MachineOperand &Table = I.getOperand(I.getNumExplicitOperands() - 1);
    if (uint8_t(Table.getImm()) != (OfPool ? BySecond : ByMemory))
      return false;
    Table.setImm(OfPool ? ByMemory : BySecond);
    return true;
  }
};

char SelectedBits::ID = 0;

/// A mask that vpmov*2m takes out of a vector's signs, that a general register is copied from, and that an instruction
/// then both reads and overwrites (kshift). LLVM's pass that compresses EVEX looks for overwriting first, misses that
/// use, and takes the mask out (its issue 198197). A use of the mask that makes no code keeps it.
class MasksStillRead final : public MachineFunctionPass {
public:
  static char ID;
  MasksStillRead() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "Weft: masks that are still read";
  }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    const TargetInstrInfo &Info = *MF.getSubtarget().getInstrInfo();
    const TargetRegisterInfo &Registers = *MF.getSubtarget().getRegisterInfo();
    static const DenseSet<unsigned> SignMaskOpcodes = ofSigns(Info);
    SmallVector<std::pair<MachineInstr *, Register>, 8> Overwriters;
    for (MachineBasicBlock &Block : MF)
      for (MachineInstr &I : Block)
        if (SignMaskOpcodes.contains(I.getOpcode())) {
          Register Mask = I.getOperand(0).getReg();
          auto Rest = make_range(std::next(I.getIterator()), Block.instr_end());
          auto Next = find_if(Rest, [&](MachineInstr &Later) { return Later.modifiesRegister(Mask, &Registers); });
          if (Next != Rest.end() && Next->readsRegister(Mask, &Registers))
            Overwriters.emplace_back(&*Next, Mask);
        }
    for (auto [I, Mask] : Overwriters)
      BuildMI(*I->getParent(), I, DebugLoc(), Info.get(TargetOpcode::FAKE_USE)).addReg(Mask);
    return !Overwriters.empty();
  }

private:
  static DenseSet<unsigned> ofSigns(const MCInstrInfo &Info) {
    DenseSet<unsigned> Opcodes;
    for (unsigned Opcode = 0; Opcode < Info.getNumOpcodes(); ++Opcode)
      if (StringRef Name = Info.getName(Opcode); Name.starts_with("VPMOV") && Name.contains("2MZ"))
        Opcodes.insert(Opcode);
    return Opcodes;
  }
};

char MasksStillRead::ID = 0;

} // namespace

void keepMasks() {
  // Never taken back: code may be generated until the process ends. LLVM makes the pass by its name, where it comes to
  // the one before it. That of the first there is only with optimisation.
  static const auto *const Registered = new RegisterPass<MaskedCode>("weft-masked-code", "Masks that hold");
  static const auto *const Selected = new RegisterPass<SelectedBits>("weft-selected-bits", "Bits selected as asked");
  static const auto *const Read = new RegisterPass<MasksStillRead>("weft-masks-read", "Masks that are still read");
  static const auto *const Callback =
      new RegisterTargetPassConfigCallback([](TargetMachine &TM, PassManagerBase &, TargetPassConfig *Config) {
        if (!TM.getTargetTriple().isX86())
          return;
        Config->insertPass(&FinalizeISelID, &SelectedBits::ID);
        Config->insertPass(&ProcessImplicitDefsID, &MaskedCode::ID);
        Config->insertPass(&PatchableFunctionID, &MasksStillRead::ID); // behind all that moves instructions
      });
  (void)Registered;
  (void)Selected;
  (void)Read;
  (void)Callback;
}

} // namespace weft
