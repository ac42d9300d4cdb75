// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partitions of a program: which kernels go together, and a module with them alone. docs/builds.md.
#include "compiler/driver/partitions.h"
#include "compiler/ir/names.h"
#include "compiler/library/link.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace weft {

/// More of them balance no better, and each costs a context and a file of the linker's.
static constexpr size_t MostPartitions = 32;
/// Bytes of constants that stand in every partition that reads them.
static constexpr uint64_t MostConstantBytes = uint64_t(256) << 10;

std::vector<const Function *> kernelsOf(const Module &M) {
  std::vector<const Function *> Kernels;
  for (const Function &F : M)
    if (!F.isDeclaration() && F.hasFnAttribute(KernelAttribute))
      Kernels.push_back(&F);
  return Kernels;
}

bool isDivisible(const Module &M) {
  uint64_t ConstantBytes = 0;
  for (const GlobalVariable &G : M.globals()) {
    if (G.getName().starts_with("llvm.") || G.getAddressSpace() == 1)
      return false;
    if (G.isConstant())
      ConstantBytes += M.getDataLayout().getTypeAllocSize(G.getValueType());
  }
  return M.alias_empty() && M.ifunc_empty() && M.getModuleInlineAsm().empty() && ConstantBytes <= MostConstantBytes;
}

namespace {
/// What some functions use, themselves included: functions and variables, through constants and initialisers.
class Uses {
public:
  void add(const GlobalValue &Value) {
    if (!All.insert(&Value).second)
      return;
    Open.push_back(&Value);
  }
  void close() {
    while (!Open.empty()) {
      const GlobalValue *Value = Open.pop_back_val();
      if (auto *F = dyn_cast<Function>(Value)) {
        for (const Instruction &I : instructions(*F))
          addOperands(I);
        for (const std::string &Name : calledLater(*F))
          if (const Function *Called = F->getParent()->getFunction(Name))
            add(*Called);
      }
      addOperands(*Value); // an initialiser; what a function has at its head
    }
  }
  bool contains(const GlobalValue *Value) const {
    return All.contains(Value);
  }

private:
  void addOperands(const User &U) {
    for (const Value *Operand : U.operands()) {
      if (auto *Global = dyn_cast<GlobalValue>(Operand))
        add(*Global);
      else if (auto *C = dyn_cast<Constant>(Operand); C && C->getNumOperands() && Constants.insert(C).second)
        addOperands(*C);
    }
  }

  SmallPtrSet<const GlobalValue *, 32> All;
  SmallPtrSet<const Constant *, 32> Constants;
  SmallVector<const GlobalValue *, 32> Open;
};
} // namespace

static std::string moduleWith(const Module &M, ArrayRef<const Function *> Kernels) {
  Uses Used;
  for (const Function *Kernel : Kernels)
    Used.add(*Kernel);
  Used.close();
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Partition =
      CloneModule(M, Map, [&](const GlobalValue *Value) { return Used.contains(Value); });
  for (Function &F : make_early_inc_range(*Partition))
    if (F.isDeclaration() && F.use_empty())
      F.eraseFromParent();
  for (GlobalVariable &G : make_early_inc_range(Partition->globals()))
    if (G.isDeclaration() && G.use_empty())
      G.eraseFromParent();
  std::string Bitcode;
  raw_string_ostream Stream(Bitcode);
  WriteBitcodeToFile(*Partition, Stream);
  return Bitcode;
}

std::vector<ProgramPartition> splitProgram(const Module &M) {
  const std::vector<const Function *> Kernels = kernelsOf(M);
  std::vector<ProgramPartition> Partitions;
  if (Kernels.size() < 2 || !isDivisible(M))
    return Partitions;
  Partitions.resize(std::min(Kernels.size(), MostPartitions));
  for (size_t P = 0; P < Partitions.size(); ++P) {
    const size_t First = P * Kernels.size() / Partitions.size(), End = (P + 1) * Kernels.size() / Partitions.size();
    ArrayRef<const Function *> PartitionKernels = ArrayRef(Kernels).slice(First, End - First);
    for (const Function *Kernel : PartitionKernels)
      Partitions[P].Kernels.push_back(Kernel->getName().str());
    Partitions[P].Bitcode = moduleWith(M, PartitionKernels);
  }
  return Partitions;
}

} // namespace weft
