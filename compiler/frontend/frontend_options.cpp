// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The build options of OpenCL as cc1 arguments. Clang's driver is not involved: it would drop -cl-ext and
// knows nothing of this device.
#include "compiler/checks/source_names.h"
#include "compiler/compiler.h"
#include "compiler/frontend/frontend.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

namespace weft {

unsigned languageVersion(const weft_build_options &Options) {
  return Options.std ? Options.std : 120; // section 5.8.6.5: the highest 1.x that the device has
}

static const char *standardName(unsigned Std) {
  switch (Std) {
  case 100:
    return "cl1.0";
  case 110:
    return "cl1.1";
  case 120:
    return "cl1.2";
  case 200:
    return "cl2.0";
  case 300:
  case 310: // Clang 22 has no 3.1: its language is that of 3.0, and the prelude tells the version
    return "cl3.0";
  case WEFT_STD_CXX_10:
    return "clc++1.0";
  case WEFT_STD_CXX_2021:
    return "clc++2021";
  default:
    return nullptr;
  }
}

/// Everything off, then what the device reports.
static std::string extensionList(const char *Extensions) {
  std::string List = "-cl-ext=-all";
  llvm::SmallVector<llvm::StringRef, 64> Names;
  llvm::StringRef(Extensions).split(Names, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef Name : Names)
    List += ",+" + Name.str();
  return List;
}

/// Lines for debuggers and profilers: all that Clang has with -g, where only the source's folder is known the lines.
static void addDebugArguments(const weft_compile_request &Request, std::vector<std::string> &Arguments) {
  const bool Asked = Request.options->flags & WEFT_BUILD_DEBUG;
  if (!Asked && !Request.source_folder)
    return;
  Arguments.insert(Arguments.end(),
                   {Asked ? "-debug-info-kind=limited" : "-debug-info-kind=line-tables-only", "-dwarf-version=4",
                    "-main-file-name", "kernel.cl", std::string("-fdebug-prefix-map=") + SourceName + "=kernel.cl"});
  if (Request.source_folder)
    Arguments.push_back(std::string("-fdebug-compilation-dir=") + Request.source_folder);
}

bool makeFrontendArguments(const weft_compile_request &Request, std::vector<std::string> &Arguments,
                           std::string &Error) {
  const weft_target &Target = *Request.target;
  const weft_build_options &Options = *Request.options;
  const char *Standard = standardName(languageVersion(Options));
  if (!Standard) {
    Error = "error: this version of the language is not supported\n";
    return false;
  }
  // Headers are looked for as if the source were a file in the working directory, as in other OpenCL compilers: in
  // quotes there before the folders of -I, and in angle brackets after them. Embedded headers come first in both.
  // -O2 with the passes off: at -O0 every function would be optnone and noinline, without lifetimes.
  Arguments = {"-triple",
               "spir64-unknown-unknown",
               "-emit-llvm-only",
               "-O2",
               "-disable-llvm-passes",
               "-relaxed-aliasing", // kernels read memory as other types than it was written as
               "-x",
               "cl",
               std::string("-cl-std=") + Standard,
               extensionList(Target.extensions),
               "-fdeclare-opencl-builtins",
               "-cl-kernel-arg-info",
               "-nostdsysteminc",
               "-nobuiltininc",
               "-include",
               PreludePath,
               "-iquote",
               HeaderRoot,
               "-iquote",
               ".",
               "-I",
               HeaderRoot,
               "-complex-range=basic", // what Clang takes of _Complex needs no library then
               "-ferror-limit",
               "100",
               "-fmessage-length=0"};
  // As the driver has it for OpenCL: a lock around the first use of a static variable would need threads.
  if (languageVersion(Options) >= WEFT_STD_CXX_10)
    Arguments.insert(Arguments.end(), {"-fno-threadsafe-statics", "-fno-rtti"}); // the language has no type information
  // Contraction beyond a statement, where the program does not forbid it by pragma. Clang's own handling of these
  // options leaves fmul and fadd without the flag.
  const unsigned Contracting = WEFT_BUILD_MAD_ENABLE | WEFT_BUILD_UNSAFE_MATH | WEFT_BUILD_FAST_RELAXED_MATH;
  Arguments.push_back(Options.flags & Contracting ? "-ffp-contract=fast-honor-pragmas" : "-ffp-contract=on");
  static const struct {
    unsigned Flag;
    const char *Argument;
  } Map[] = {
      {WEFT_BUILD_SINGLE_PRECISION_CONSTANT, "-cl-single-precision-constant"},
      {WEFT_BUILD_DENORMS_ARE_ZERO, "-fdenormal-fp-math-f32=preserve-sign"},
      {WEFT_BUILD_FP32_CORRECTLY_ROUNDED, "-cl-fp32-correctly-rounded-divide-sqrt"},
      {WEFT_BUILD_MAD_ENABLE, "-cl-mad-enable"},
      {WEFT_BUILD_NO_SIGNED_ZEROS, "-cl-no-signed-zeros"},
      {WEFT_BUILD_UNSAFE_MATH, "-cl-unsafe-math-optimizations"},
      {WEFT_BUILD_FINITE_MATH_ONLY, "-cl-finite-math-only"},
      {WEFT_BUILD_FAST_RELAXED_MATH, "-cl-fast-relaxed-math"},
      {WEFT_BUILD_UNIFORM_WORK_GROUP_SIZE, "-cl-uniform-work-group-size"},
      {WEFT_BUILD_NO_WARNINGS, "-w"},
      {WEFT_BUILD_WARNINGS_ARE_ERRORS, "-Werror"},
  };
  for (const auto &Entry : Map)
    if (Options.flags & Entry.Flag)
      Arguments.push_back(Entry.Argument);
  addDebugArguments(Request, Arguments);
  for (size_t I = 0; I < Options.num_preprocessor; ++I)
    Arguments.push_back(Options.preprocessor[I]);
  Arguments.insert(Arguments.end(), {"-I", "."});
  return true;
}

} // namespace weft
