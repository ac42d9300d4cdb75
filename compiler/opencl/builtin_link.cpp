// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linking the builtin module by symbol. The module is read lazily: only functions that are needed are ever
// materialised. A vector overload that the module lacks is made of scalar calls, which may need a further round.
#include "compiler/opencl/image_functions.h"
#include "compiler/opencl/names.h"
#include "compiler/opencl/passes.h"
#include "compiler/passes/kernel_context.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

using namespace llvm;

namespace weft {

/// Statements of a group: what is defined is the function of the same name with _body at its end.
static bool isStatement(StringRef Name) {
  return (Name.starts_with("__weft_group_copy_") || Name.starts_with("__weft_stmt_")) && !Name.ends_with("_body");
}

/// Functions that later passes lower: nobody defines them.
static bool isLoweredLater(StringRef Name) {
  static const StringSet<> Queries = {
      "get_work_dim",       "get_global_size", "get_global_id", "get_local_size",    "get_enqueued_local_size",
      "get_local_id",       "get_num_groups",  "get_group_id",  "get_global_offset", "get_global_linear_id",
      "get_local_linear_id"};
  if (isImageHandleFunction(Name))
    return true;
  if (Name == "__to_global" || Name == "__to_local" || Name == "__to_private")
    return true;
  if (Name == "printf" || Name == "__weft_barrier" || Name == "__weft_launch" || Name == SubGroupWidthFunction)
    return true;
  if (isStatement(Name))
    return true;
  return Name.starts_with("_Z") && Queries.contains(readableName(Name));
}

/// Declarations that something calls and that nobody has defined yet.
static std::vector<Function *> missingFunctions(Module &M) {
  std::vector<Function *> Missing;
  for (Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty() && !isLoweredLater(F.getName()))
      Missing.push_back(&F);
  return Missing;
}

/// What the lowering of the module's statements calls, long after this pass.
static std::set<std::string> neededBodies(const Module &M) {
  std::set<std::string> Names;
  for (const Function &F : M) {
    if (!F.isDeclaration() || !isStatement(F.getName()))
      continue;
    auto Form = statementForm(F.getName());
    if (Form && Form->SubGroup)
      Names.insert("__weft_stmt_schedule_body");
    if (!Form || Form->hasBody())
      Names.insert((F.getName() + "_body").str());
  }
  return Names;
}

/// Declares those bodies, so that they are linked.
static void requireBodies(Module &M, const Module &Builtins) {
  for (const std::string &Name : neededBodies(M))
    if (const Function *Body = Builtins.getFunction(Name); Body && !M.getFunction(Name))
      Function::Create(Body->getFunctionType(), GlobalValue::ExternalLinkage, Name, M)
          ->setCallingConv(CallingConv::SPIR_FUNC);
}

/// The twins of an image function (builtins/image.h) are called only once the kernels' variants are made: declare them,
/// so that they are linked.
static void requireImageTwins(Module &M, const Module &Builtins) {
  std::vector<const Function *> Twins;
  for (Function &F : M)
    if (isImageFunction(F.getName()))
      for (const HotImageFormat &Hot : hotImageFormats())
        if (const Function *Twin = Builtins.getFunction(imageTwinName(F.getName(), Hot)))
          Twins.push_back(Twin);
  for (const Function *Twin : Twins)
    if (!M.getFunction(Twin->getName()))
      Function::Create(Twin->getFunctionType(), GlobalValue::ExternalLinkage, Twin->getName(), M)
          ->setCallingConv(CallingConv::SPIR_FUNC);
}

static std::unique_ptr<Module> openBuiltins(const MemoryBuffer &Buffer, LLVMContext &Context, std::string &Error) {
  auto Builtins = getLazyBitcodeModule(Buffer.getMemBufferRef(), Context, /*ShouldLazyLoadMetadata=*/true);
  if (!Builtins) {
    Error = "error: builtin module: " + toString(Builtins.takeError()) + "\n";
    return nullptr;
  }
  return std::move(*Builtins);
}

/// Functions of programs built with unsafe mathematics call __weft_relaxed_NAME where the builtin module has that for
/// these types. Vector calls change, too: they are expanded to scalar ones afterwards.
static void callRelaxed(Module &M, const std::set<std::string> &Defined) {
  for (Function &F : M) {
    if (!F.hasFnAttribute(RelaxedMathAttribute))
      continue;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || !Callee->isDeclaration() || Callee->isIntrinsic())
        continue;
      std::optional<BuiltinName> Name = demangleBuiltin(Callee->getName());
      if (!Name)
        continue;
      Name->Base.insert(0, "__weft_relaxed_");
      BuiltinName Scalar = *Name;
      for (NameTypeRef &Param : Scalar.Params)
        if (Param->kind == NameType::Vector)
          Param = Param->Inner;
      if (!Defined.count(mangleBuiltin(Scalar)))
        continue;
      FunctionCallee Relaxed = M.getOrInsertFunction(mangleBuiltin(*Name), Callee->getFunctionType());
      cast<Function>(Relaxed.getCallee())->setCallingConv(Callee->getCallingConv());
      Call->setCalledFunction(Relaxed);
    }
  }
}

/// One round: expands what has no definition in the builtin module, links the rest. Whether anything was done.
static bool linkRound(Module &M, const MemoryBuffer &Buffer, std::string &Error) {
  std::unique_ptr<Module> Builtins = openBuiltins(Buffer, M.getContext(), Error);
  if (!Builtins)
    return false;
  std::set<std::string> Defined;
  for (const Function &F : *Builtins)
    if (!F.isDeclaration() && !F.hasLocalLinkage())
      Defined.insert(F.getName().str());
  callRelaxed(M, Defined);
  bool Changed = false;
  for (Function *F : missingFunctions(M))
    if (!Defined.count(F->getName().str()))
      Changed |= expandVectorBuiltin(*F, Defined);
  requireBodies(M, *Builtins);
  requireImageTwins(M, *Builtins);
  bool Needed = false;
  for (Function &F : M)
    Needed |= F.isDeclaration() && Defined.count(F.getName().str()) != 0;
  if (!Needed)
    return Changed;
  if (Linker::linkModules(M, std::move(Builtins), Linker::Flags::LinkOnlyNeeded)) {
    Error += "error: the builtin module does not fit this program\n";
    return false;
  }
  return true;
}

/// Whether a body is called for that is not there yet.
static bool lacksBody(const Module &M) {
  return any_of(neededBodies(M), [&](const std::string &Name) {
    const Function *Body = M.getFunction(Name);
    return !Body || Body->isDeclaration();
  });
}

/// Whether an image function is there whose twins were not asked for yet: its body came with the last round.
static bool lacksImageTwins(Module &M) {
  for (Function &F : M)
    if (isImageFunction(F.getName()) && none_of(hotImageFormats(), [&](const HotImageFormat &Hot) {
          return M.getFunction(imageTwinName(F.getName(), Hot)) != nullptr;
        }))
      return true;
  return false;
}

bool linkBuiltins(Module &M, StringRef BuiltinsPath, std::string &Error) {
  // Copies may be asked for without a builtin in between (IR tests), hence the look at the bodies too.
  auto Wanted = [&] { return !missingFunctions(M).empty() || lacksBody(M); };
  if (Wanted()) {
    auto Buffer = MemoryBuffer::getFile(BuiltinsPath, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!Buffer) {
      Error = "error: cannot read " + BuiltinsPath.str() + ": " + Buffer.getError().message() + "\n";
      return false;
    }
    while ((Wanted() || lacksImageTwins(M)) && linkRound(M, **Buffer, Error) && Error.empty())
      ;
  }
  for (Function *F : missingFunctions(M))
    Error += "error: undefined function '" + readableName(F->getName()) + "' (" + F->getName().str() + ")\n";
  for (GlobalVariable &G : M.globals())
    if (G.isDeclaration() && !G.use_empty())
      Error += "error: undefined variable '" + G.getName().str() + "'\n";
  return Error.empty();
}

} // namespace weft
