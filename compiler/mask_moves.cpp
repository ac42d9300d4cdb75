// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/mask_moves.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
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

  explicit MaskOpcodes(const MCInstrInfo &Info) {
    const StringRef Moves[Sizes] = {"KMOVBkk", "KMOVWkk", "KMOVDkk"}, Ands[Sizes] = {"KANDBkk", "KANDWkk", "KANDDkk"};
    for (unsigned Opcode = 0; Opcode < Info.getNumOpcodes(); ++Opcode)
      for (unsigned S = 0; S < Sizes; ++S) {
        if (Info.getName(Opcode) == Moves[S])
          Move[S] = Opcode;
        else if (Info.getName(Opcode) == Ands[S])
          And[S] = Opcode;
      }
  }
  /// 0 for anything but a move.
  unsigned instead(unsigned Opcode) const {
    for (unsigned S = 0; S < Sizes; ++S)
      if (Opcode == Move[S])
        return And[S];
    return 0;
  }
};

class MaskMoves final : public MachineFunctionPass {
public:
  static char ID;
  MaskMoves() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "Weft: moves of masks that clear bits";
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
      for (MachineInstr &Move : make_early_inc_range(Block))
        if (unsigned And = Opcodes.instead(Move.getOpcode())) {
          Register From = Move.getOperand(1).getReg();
          BuildMI(Block, Move, Move.getDebugLoc(), Info.get(And), Move.getOperand(0).getReg())
              .addReg(From)
              .addReg(From);
          Move.eraseFromParent();
          Changed = true;
        }
    return Changed;
  }
};

char MaskMoves::ID = 0;

} // namespace

void keepMaskMoves() {
  // Never taken back: code may be generated until the process ends. LLVM makes the pass by its name, where it comes to
  // the one before it, which there is only with optimisation.
  static const auto *const Registered =
      new RegisterPass<MaskMoves>("weft-mask-moves", "Moves of masks that clear bits");
  static const auto *const Callback =
      new RegisterTargetPassConfigCallback([](TargetMachine &TM, PassManagerBase &, TargetPassConfig *Config) {
        if (TM.getTargetTriple().isX86())
          Config->insertPass(&ProcessImplicitDefsID, &MaskMoves::ID);
      });
  (void)Registered;
  (void)Callback;
}

} // namespace weft
