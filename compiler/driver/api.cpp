// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C border. Results belong to an Owner that release() deletes; every string and array of an output points into it.
#include "build_key.h"
#include "compiler/compiler.h"
#include "compiler/driver/jobs.h"
#include "compiler/driver/link_program.h"
#include "compiler/frontend/bitcode.h"
#include "compiler/frontend/frontend.h"
#include "compiler/spirv/translate.h"

#include <cstring>
#include <llvm/IR/LLVMContext.h>
#include <new>

using namespace weft;

namespace {

struct Owner {
  std::string Log, Bitcode, Object;
  std::vector<KernelDescription> Descriptions;
  std::vector<std::vector<weft_arg_info>> Args;
  std::vector<weft_kernel_info> Kernels;
  std::vector<Dependency> Files;
  std::vector<weft_dependency> Dependencies;
  bool Transient = false;
};

} // namespace

/// Logs where there is no Owner to hold one; release() knows them by the missing owner.
static char NoMemoryLog[] = "error: out of memory\n";
static char ExitLog[] = "error: the process exits\n";
static char NoThreadLog[] =
    "error: no thread can be made for the compiler: a limit on threads, processes or memory is reached\n";

static weft_bytes bytesOf(std::string &Text) {
  return {Text.empty() ? nullptr : Text.data(), Text.size()};
}

static void publishKernels(Owner &All, weft_compile_output &Output) {
  for (KernelDescription &Kernel : All.Descriptions) {
    All.Args.emplace_back();
    for (ArgDescription &Arg : Kernel.Args) {
      Arg.Info.name = Arg.Name.c_str();
      Arg.Info.type_name = Arg.TypeName.c_str();
      All.Args.back().push_back(Arg.Info);
    }
    Kernel.Info.name = Kernel.Name.c_str();
    Kernel.Info.symbol = Kernel.Symbol.c_str();
    Kernel.Info.attributes = Kernel.Attributes.c_str();
    Kernel.Info.args = All.Args.back().empty() ? nullptr : All.Args.back().data();
    All.Kernels.push_back(Kernel.Info);
  }
  Output.kernels = All.Kernels.empty() ? nullptr : All.Kernels.data();
  Output.num_kernels = All.Kernels.size();
}

static void publish(Owner *All, weft_compile_output &Output) {
  publishKernels(*All, Output);
  for (Dependency &File : All->Files)
    All->Dependencies.push_back({File.Path.c_str(), File.Hash, File.Kind});
  Output.dependencies = All->Dependencies.empty() ? nullptr : All->Dependencies.data();
  Output.num_dependencies = All->Dependencies.size();
  Output.transient = All->Transient;
  Output.bitcode = bytesOf(All->Bitcode);
  Output.object = bytesOf(All->Object);
  Output.log = All->Log.data();
  Output.owner = All;
}

/// Runs a job with an owner for its results. `Work` returns the call's code; `Failure` is the code of a job that ended
/// badly. `Fatal`: whether LLVM ended it.
static cl_int perform(weft_compile_output *Output, cl_int Failure, const std::function<cl_int(Owner &)> &Work,
                      bool *Fatal = nullptr) {
  memset(Output, 0, sizeof(*Output));
  Output->log = NoMemoryLog;
  try {
    auto All = std::make_unique<Owner>();
    cl_int Code = Failure;
    JobEnd End = runJob([&] { Code = Work(*All); }, All->Log);
    if (End == JobEnd::Abandoned) {
      All.release(); // the job still refers to it
      Output->log = ExitLog;
      return CL_OUT_OF_RESOURCES;
    }
    if (End == JobEnd::NoThread) {
      Output->log = NoThreadLog;
      return CL_OUT_OF_RESOURCES;
    }
    if (End == JobEnd::OutOfMemory)
      return CL_OUT_OF_HOST_MEMORY;
    if (End == JobEnd::Failed)
      Code = Failure;
    if (Fatal)
      *Fatal = End == JobEnd::Failed;
    if (Code != CL_SUCCESS) {
      All->Bitcode.clear();
      All->Object.clear();
      All->Descriptions.clear();
    }
    publish(All.get(), *Output);
    All.release();
    return Code;
  } catch (const std::exception &) {
    memset(Output, 0, sizeof(*Output));
    Output->log = NoMemoryLog;
    return CL_OUT_OF_HOST_MEMORY;
  }
}

static cl_int compileProgram(const weft_compile_request *Request, weft_compile_output *Output) {
  return perform(Output, CL_COMPILE_PROGRAM_FAILURE, [&](Owner &All) -> cl_int {
    // Not freed after a fatal error, when LLVM may have left anything half done.
    auto *Context = new llvm::LLVMContext;
    FrontendResult Result = Request->il ? compileSpirv(*Request, *Context) : compileSource(*Request, *Context);
    All.Log = std::move(Result.Log);
    All.Files = std::move(Result.Dependencies);
    All.Transient = Result.Transient;
    bool Ok = Result.Module != nullptr;
    if (Ok)
      All.Bitcode = packModule(*Result.Module);
    Result.Module.reset();
    delete Context;
    return Ok ? CL_SUCCESS : CL_COMPILE_PROGRAM_FAILURE;
  });
}

static void releaseOutput(weft_compile_output *Output) {
  delete static_cast<Owner *>(Output->owner);
  memset(Output, 0, sizeof(*Output));
}

/// `Before`: what the log begins with.
static cl_int linkOnce(const weft_link_request *Request, const std::string &Before, weft_compile_output *Output,
                       bool &Fatal) {
  bool Writable = false, Constructors = false;
  uint64_t GlobalsSize = 0;
  cl_int Code = perform(
      Output, CL_LINK_PROGRAM_FAILURE,
      [&](Owner &All) -> cl_int {
        All.Log = Before;
        auto *Context = new llvm::LLVMContext;
        LinkResult Result = linkProgram(*Request, *Context);
        delete Context;
        All.Log += Result.Log;
        All.Bitcode = std::move(Result.Bitcode);
        All.Object = std::move(Result.Object);
        All.Descriptions = std::move(Result.Kernels);
        Writable = Result.HasWritableGlobals;
        Constructors = Result.HasConstructors;
        GlobalsSize = Result.GlobalVariablesSize;
        return Result.Code;
      },
      &Fatal);
  if (Code == CL_SUCCESS) {
    Output->has_writable_globals = Writable;
    Output->has_constructors = Constructors;
    Output->global_variables_size = GlobalsSize;
  }
  return Code;
}

/// The first of LLVM's lines: what it could not select is a page long.
static std::string leftScalar(llvm::StringRef Log) {
  Log.consume_front("error: ");
  return ("warning: kernels are left scalar, LLVM does not compile them as vectors: " + Log.split('\n').first + "\n")
      .str();
}

static cl_int linkPrograms(const weft_link_request *Request, weft_compile_output *Output) {
  bool Fatal = false;
  cl_int Code = linkOnce(Request, std::string(), Output, Fatal);
  const weft_specialisation *Special = Request->specialisation;
  if (!Fatal || (Special && Special->num_facts) || Request->target->spmd.mode == WEFT_SPMD_OFF)
    return Code;
  // A program that LLVM compiles shall not fail for the vectors that we made of it.
  try {
    std::string Before = leftScalar(Output->log);
    weft_target Scalar = *Request->target;
    Scalar.spmd.mode = WEFT_SPMD_OFF;
    weft_link_request Again = *Request;
    Again.target = &Scalar;
    weft_compile_output Second;
    Code = linkOnce(&Again, Before, &Second, Fatal);
    if (Code == CL_SUCCESS)
      std::swap(*Output, Second);
    releaseOutput(&Second);
    return Code;
  } catch (const std::bad_alloc &) {
    return Code;
  }
}

extern "C" __attribute__((visibility("default"))) const struct weft_compiler *weft_compiler_get(void);

extern "C" const struct weft_compiler *weft_compiler_get(void) {
  static const weft_compiler Compiler = {WEFT_COMPILER_ABI, WEFT_BUILD_KEY, setHost,
                                         compileProgram,    linkPrograms,   releaseOutput};
  return &Compiler;
}
