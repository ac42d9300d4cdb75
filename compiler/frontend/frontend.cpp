// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang in process: one CompilerInstance per compile, over a file system of its own that holds the prelude and the
// embedded headers in memory above the real one (for -I).
#include "compiler/frontend/frontend.h"
#include "compiler/checks/source_names.h"
#include "compiler/ir/names.h"
#include "compiler/library/link.h"

#include "compiler/checks/recursion.h"
#include "compiler/checks/undefined.h"
#include "compiler/checks/unsupported.h"
#include "compiler/compiler.h"
#include "compiler/frontend/attributes.h"
#include "compiler/frontend/local_arguments.h"
#include "compiler/frontend/prelude.h"
#include "compiler/frontend/vector_literals.h"
#include "compiler/ir/checkpoint.h"
#include "compiler/opencl/passes.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/VirtualFileSystem.h>

using namespace clang;

namespace weft {

namespace {

/// Prints diagnostics and remembers which of the prelude's functions the errors are about.
class Diagnostics : public TextDiagnosticPrinter {
public:
  Diagnostics(llvm::raw_ostream &Stream, DiagnosticOptions &Options) : TextDiagnosticPrinter(Stream, Options) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    if (Level >= DiagnosticsEngine::Error) {
      llvm::SmallString<128> Message;
      Info.FormatDiagnostic(Message);
      for (const std::string &Name : preludeFunctions())
        if (Message.str().contains(Name))
          Suspects.insert(Name);
      for (const PreludeSection &Section : PreludeSections)
        NamesSection |= Message.str().contains(Section.Text);
    }
    TextDiagnosticPrinter::HandleDiagnostic(Level, Info);
  }

  std::set<std::string> Suspects;
  bool NamesSection = false; ///< an error is about something that a section of the prelude may declare
};

struct Attempt {
  FrontendResult Result;
  std::set<std::string> Suspects;
  bool NamesSection = false;
  RewrittenFiles Files; ///< what another attempt should read instead
};

} // namespace

static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> makeFileSystem(const weft_compile_request &Request,
                                                                      const std::string &Prelude,
                                                                      const RewrittenFiles &Files,
                                                                      llvm::IntrusiveRefCntPtr<DiskFiles> Disk) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  if (auto Folder = Disk->getCurrentWorkingDirectory(); Folder && !Files.empty()) // for headers of the disk
    Memory->setCurrentWorkingDirectory(*Folder);
  for (const auto &[Name, Text] : Files) // first: what a name has is not replaced
    Memory->addFile(Name, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Name));
  Memory->addFile(PreludePath, 0, llvm::MemoryBuffer::getMemBufferCopy(Prelude, PreludePath));
  for (size_t I = 0; I < Request.num_headers; ++I) {
    const weft_header &Header = Request.headers[I];
    std::string Path = std::string(HeaderRoot) + "/" + Header.name;
    Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy({Header.text, Header.size}, Path));
  }
  auto All = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(Disk));
  All->pushOverlay(Memory);
  return All;
}

namespace {

/// Parsing stops between declarations.
class Checkpoints final : public ASTConsumer {
public:
  bool HandleTopLevelDecl(DeclGroupRef) override {
    checkpoint();
    return true;
  }
};

/// Whether the program asks for the time of its compile.
class TimeMacros final : public PPCallbacks {
public:
  explicit TimeMacros(bool &Used) : Used(Used) {}

  void MacroExpands(const Token &Name, const MacroDefinition &, SourceRange, const MacroArgs *) override {
    llvm::StringRef Text = Name.getIdentifierInfo()->getName();
    Used |= Text == "__DATE__" || Text == "__TIME__" || Text == "__TIMESTAMP__";
  }

private:
  bool &Used;
};

/// Clang's action, with what the syntax tree needs before.
class Emission final : public EmitLLVMOnlyAction {
public:
  /// `Files`: where calls that Clang refuses and the device takes are noted; null: nowhere.
  Emission(llvm::LLVMContext &Context, RewrittenFiles *Files) : EmitLLVMOnlyAction(&Context), Files(Files) {}

  bool UsesTime = false;

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Clang, llvm::StringRef File) override {
    Clang.getPreprocessor().addPPCallbacks(std::make_unique<TimeMacros>(UsesTime));
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<Checkpoints>());
    Consumers.push_back(makeUnsupportedCheck(Clang.getDiagnostics()));
    Consumers.push_back(makeAttributeGuard());
    Consumers.push_back(makeSwizzleGuard());
    Consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(Clang, File));
    Consumers.push_back(makeRecursionCheck(*this));
    Consumers.push_back(makePlaceNotes(*this));
    if (Files)
      Consumers.push_back(makeLocalArguments(Clang, *Files));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

private:
  RewrittenFiles *Files;
};

} // namespace

/// A word of the list of extensions.
static bool reports(const weft_target &Target, llvm::StringRef Extension) {
  llvm::SmallVector<llvm::StringRef, 64> Names;
  llvm::StringRef(Target.extensions).split(Names, ' ');
  return llvm::is_contained(Names, Extension);
}

static Attempt compileOnce(const weft_compile_request &Request, llvm::LLVMContext &Context,
                           const std::vector<std::string> &Arguments, const std::set<std::string> &Without,
                           const RewrittenFiles &Files, llvm::IntrusiveRefCntPtr<DiskFiles> Disk) {
  Attempt Try;
  llvm::raw_string_ostream Log(Try.Result.Log);
  auto FileSystem =
      makeFileSystem(Request, makePrelude(*Request.target, languageVersion(*Request.options), Without), Files, Disk);

  auto Invocation = std::make_shared<CompilerInvocation>();
  DiagnosticOptions DiagOptions;
  DiagOptions.ShowColors = false;
  DiagOptions.ShowPresumedLoc = true; // where the program's #line directives say (C99 6.10.4); off unless asked for
  auto *Printer = new Diagnostics(Log, DiagOptions);
  std::vector<const char *> Raw;
  for (const std::string &Argument : Arguments)
    Raw.push_back(Argument.c_str());
  {
    DiagnosticsEngine Early(llvm::makeIntrusiveRefCnt<DiagnosticIDs>(), DiagOptions, Printer,
                            /*ShouldOwnClient=*/false);
    if (!CompilerInvocation::CreateFromArgs(*Invocation, Raw, Early)) {
      delete Printer;
      return Try;
    }
  }
  llvm::StringRef Text(Request.source, Request.source_size);
  if (auto Rewritten = Files.find(SourceName); Rewritten != Files.end())
    Text = Rewritten->second;
  auto Source = llvm::MemoryBuffer::getMemBufferCopy(Text, SourceName);
  auto &Frontend = Invocation->getFrontendOpts();
  bool Cxx = languageVersion(*Request.options) >= WEFT_STD_CXX_10;
  Frontend.Inputs.clear();
  Frontend.Inputs.emplace_back(Source->getMemBufferRef(), InputKind(Cxx ? Language::OpenCLCXX : Language::OpenCL));
  Frontend.DisableFree = false;

  CompilerInstance Clang(Invocation);
  Clang.setVirtualFileSystem(FileSystem);
  Clang.createDiagnostics(Printer, /*ShouldOwnClient=*/true);
  Clang.setVerboseOutputStream(Log);
  Emission Action(Context, reports(*Request.target, "cl_khr_device_enqueue_local_arg_types") ? &Try.Files : nullptr);
  bool Ok = Clang.ExecuteAction(Action);
  Try.Suspects = Printer->Suspects;
  Try.NamesSection = Printer->NamesSection;
  Try.Result.Transient = Action.UsesTime;
  if (Ok)
    Try.Result.Module = Action.takeModule();
  return Try;
}

/// cc1 takes -cl-finite-math-only for its macro alone and leaves the instructions as they are.
static void assumeFinite(llvm::Function &F) {
  for (llvm::Instruction &I : llvm::instructions(F)) {
    if (!llvm::isa<llvm::FPMathOperator>(I))
      continue;
    I.setHasNoNaNs(true);
    I.setHasNoInfs(true);
  }
}

void recordOptions(llvm::Module &M, const weft_build_options &Options) {
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (Options.flags & WEFT_BUILD_DENORMS_ARE_ZERO)
      F.addFnAttr(FlushDenormalsAttribute);
    if (Options.flags & WEFT_BUILD_OPT_DISABLE)
      F.addFnAttr(NotOptimisedAttribute);
    if (Options.flags & WEFT_BUILD_UNSAFE_MATH)
      F.addFnAttr(RelaxedMathAttribute);
    if (Options.flags & WEFT_BUILD_FINITE_MATH_ONLY)
      assumeFinite(F);
  }
}

/// Sections of the prelude that the program does not ask for as far as can be seen in its text.
static std::set<std::string> unsaidSections(const weft_compile_request &Request) {
  std::set<std::string> Names;
  for (const PreludeSection &Section : PreludeSections) {
    bool Said = llvm::StringRef(Request.source, Request.source_size).contains(Section.Text);
    for (size_t I = 0; I < Request.num_headers; ++I)
      Said |= llvm::StringRef(Request.headers[I].text, Request.headers[I].size).contains(Section.Text);
    if (!Said)
      Names.insert(Section.Name);
  }
  return Names;
}

FrontendResult compileSource(const weft_compile_request &Request, llvm::LLVMContext &Context) {
  std::vector<std::string> Arguments;
  FrontendResult Refused;
  if (!makeFrontendArguments(Request, Arguments, Refused.Log))
    return Refused;
  std::set<std::string> Unsaid = unsaidSections(Request);
  auto Disk = llvm::makeIntrusiveRefCnt<DiskFiles>(
      Request.working_folder); // what either attempt asks of it decides what comes out
  Attempt First = compileOnce(Request, Context, Arguments, Unsaid, {}, Disk);
  const RewrittenFiles Files = std::move(First.Files);
  if (!Files.empty())
    First = compileOnce(Request, Context, Arguments, Unsaid, Files, Disk);
  if (!First.Result.Module && (!First.Suspects.empty() || (First.NamesSection && !Unsaid.empty()))) {
    // A program may bring its own function of a name that the prelude declares, or say a name in a file that it
    // includes.
    Attempt Second = compileOnce(Request, Context, Arguments, First.Suspects, Files, Disk);
    if (Second.Result.Module)
      First = std::move(Second);
  }
  if (First.Result.Module)
    recordOptions(*First.Result.Module, *Request.options);
  First.Result.Dependencies = Disk->dependencies();
  First.Result.Transient |= Disk->hasChanged();
  return std::move(First.Result);
}

} // namespace weft
