/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_COMPILER_COMPILER_H
#define WEFT_COMPILER_COMPILER_H

/*
 * The compiler as C sees it. It lives in libweft-compiler.so, which the runtime
 * opens with dlopen at the first build that its cache cannot answer, and from which it takes
 * one symbol, weft_compiler_get(); the command weftc takes the other one. Plain data goes in and comes out; no runtime
 * object is known here, and no LLVM type is known outside. Every exception and LLVM error ends at this border as a log
 * and a code.
 *
 * All calls are thread-safe. Clang and LLVM run on threads of their own with large stacks.
 */

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_COMPILER_ABI 13

/* Bytes owned by a result. */
struct weft_bytes {
  void *data;
  size_t size;
};

/* Flags of OpenCL 3.0 section 5.8.6 (build options); each stands for itself, implications are already applied
 * (fast-relaxed-math sets finite-math and unsafe-math, unsafe-math sets mad-enable and no-signed-zeros). */
enum weft_build_flag {
  WEFT_BUILD_SINGLE_PRECISION_CONSTANT = 1u << 0,
  WEFT_BUILD_DENORMS_ARE_ZERO = 1u << 1,
  WEFT_BUILD_FP32_CORRECTLY_ROUNDED = 1u << 2,
  WEFT_BUILD_OPT_DISABLE = 1u << 3,
  WEFT_BUILD_MAD_ENABLE = 1u << 4,
  WEFT_BUILD_NO_SIGNED_ZEROS = 1u << 5,
  WEFT_BUILD_UNSAFE_MATH = 1u << 6,
  WEFT_BUILD_FINITE_MATH_ONLY = 1u << 7,
  WEFT_BUILD_FAST_RELAXED_MATH = 1u << 8,
  WEFT_BUILD_UNIFORM_WORK_GROUP_SIZE = 1u << 9,
  WEFT_BUILD_NO_SUBGROUP_IFP = 1u << 10,
  WEFT_BUILD_KERNEL_ARG_INFO = 1u << 11,
  WEFT_BUILD_NO_WARNINGS = 1u << 12,         /* -w */
  WEFT_BUILD_WARNINGS_ARE_ERRORS = 1u << 13, /* -Werror */
  WEFT_BUILD_DEBUG = 1u << 14,               /* -g */
  WEFT_BUILD_STRICT_ALIASING = 1u << 15,     /* accepted, no effect */
  WEFT_BUILD_ZERO_PRIVATE = 1u << 16, /* no option: the context has private memory zeroed (cl_khr_initialize_memory) */
};

/* C++ for OpenCL beside OpenCL C's versions; above them, as each is a superset of 2.0 or 3.0. */
enum { WEFT_STD_CXX_10 = 10100, WEFT_STD_CXX_2021 = 12021 };

/* Language of a source program: 100, 110, 120, 200, 300, 310 for OpenCL C, WEFT_STD_CXX_*; 0: none given, the
 * specification's default. */
struct weft_build_options {
  unsigned std;
  unsigned flags; /* enum weft_build_flag */
  /* Preprocessor arguments in their order, each a whole word: "-DNAME", "-DNAME=value", "-Idir". */
  const char *const *preprocessor;
  size_t num_preprocessor;
};

enum weft_spmd_mode { WEFT_SPMD_OFF, WEFT_SPMD_AUTO, WEFT_SPMD_FORCE, WEFT_SPMD_SERIAL };
enum weft_spmd_tail { WEFT_SPMD_TAIL_AUTO, WEFT_SPMD_TAIL_MASKED, WEFT_SPMD_TAIL_SCALAR };

/* By their numbers, for WEFT_SPMD_VERIFY. */
enum weft_spmd_verify { WEFT_SPMD_VERIFY_BY_BUILD, WEFT_SPMD_VERIFY_SCALAR, WEFT_SPMD_VERIFY_FATAL };

/* Rules that can be left out, as bits of weft_spmd.without. */
enum weft_heuristic {
#define WEFT_HEURISTIC(id, name, reason) WEFT_HEURISTIC_##id,
#include "compiler/heuristics.def"
#undef WEFT_HEURISTIC
  WEFT_NUM_HEURISTICS
};

/* How the work-items of a kernel are put into vectors (docs/vectoriser.md). Zeros: not at all. */
struct weft_spmd {
  enum weft_spmd_mode mode;
  enum weft_spmd_tail tail;
  unsigned lanes, parts; /* powers of two; 0: by the kernel */
  bool remarks;          /* say what was done on standard error */
  /* Only the first regions of a build, in the order in which they are tried, may become packets, for the search for the
   * one that does harm: their number plus 1. 0: all of them. */
  unsigned bisect;
  /* Whether what the vectoriser's steps leave is checked. A step that left something wrong makes the region scalar, or
   * ends the build. By the build: the latter in builds with assertions, else not at all. */
  enum weft_spmd_verify verify;
  uint64_t without; /* rules that are left out: 1 << a weft_heuristic */
};

/* Whether the code of a program's kernels is made by the link; or later, by a specialisation without facts for each,
 * where that pays, or wherever it can be. The link's result tells by its object which it is. Whatever else can fail has
 * failed by then. */
enum weft_deferral { WEFT_DEFER_NOTHING, WEFT_DEFER_WORTHWHILE, WEFT_DEFER_ALL };

/* What to compile for: filled from the device's capabilities. */
struct weft_target {
  const char *isa;      /* "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64": the builtin module to link */
  const char *cpu;      /* LLVM CPU name */
  const char *features; /* LLVM feature string, may be empty */
  /* Extensions and feature macros that the device reports, separated by blanks:
   * "cl_khr_fp64 cl_khr_fp16 ... __opencl_c_fp64 ...". Nothing else is defined for the program. */
  const char *extensions;
  unsigned opencl_version;  /* of the device: 300, 310 */
  const char *builtins_dir; /* folder of the builtin bitcode modules */
  struct weft_spmd spmd;
  enum weft_deferral deferral;
};

/* An embedded header of clCompileProgram, found by #include under its name. */
struct weft_header {
  const char *name;
  const char *text;
  size_t size;
};

struct weft_compile_request {
  const struct weft_target *target;
  const struct weft_build_options *options;
  const char *source;
  size_t source_size;
  const struct weft_header *headers;
  size_t num_headers;
  /* The folder that holds the source as kernel.cl: the program gets lines, with -g or without. NULL: with -g alone. */
  const char *source_folder;
  /* A SPIR-V module in place of source, which spirv/module.h has checked; NULL: none. */
  const void *il;
  size_t il_size;
  const char *spirv_translator; /* path of a program that takes the arguments of llvm-spirv */
  bool spirv_rewrite;           /* the program may be one of LLVM 15 */
  unsigned spirv_seconds;       /* that it may run */
  /* Where relative paths of headers and folders start. NULL: where the process is when it compiles. */
  const char *working_folder;
};

/* What an argument of launches was seen to be, for which a kernel may get a copy of its own (docs/specialisation.md).
 */
enum weft_fact_kind {
  WEFT_FACT_NONE,
  WEFT_FACT_FORMAT,  /* of an image: value = channel type << 32 | channel order */
  WEFT_FACT_SAMPLER, /* value = its 32 bits, as in kernel_abi.h */
  WEFT_FACT_GROUP,   /* of the launch, arg = 0: value = its local size, x | y << 16 | z << 32 */
};

struct weft_fact {
  enum weft_fact_kind kind;
  uint32_t arg; /* its index */
  uint64_t value;
};

struct weft_specialisation {
  const char *kernel;
  const struct weft_fact *facts;
  size_t num_facts;
};

struct weft_link_request {
  const struct weft_target *target;
  const struct weft_build_options
      *options; /* only the flags matter at link time; those given at compile time stay in the bitcode */
  const struct weft_bytes *inputs; /* bitcode of compiled programs and libraries */
  size_t num_inputs;
  bool create_library; /* keep it open for further links: no object code */
  /* An executable of this kernel alone, right where the facts hold, in place of the whole program. NULL: the program.
   * Not for programs with writable globals or constructors, which would be there twice. Without facts: the kernel as
   * the program would have it. */
  const struct weft_specialisation *specialisation;
  /* Asked now and then, from any thread: once it says no, the link fails as soon as it can. NULL: yes. */
  bool (*is_wanted)(void *user);
  void *user;
};

/* How an argument travels. */
enum weft_arg_kind {
  WEFT_ARG_VALUE,    /* copied by value: scalars, vectors (vec3 as vec4), structs */
  WEFT_ARG_GLOBAL,   /* pointer to global memory: 8-byte slot with an address */
  WEFT_ARG_CONSTANT, /* pointer to constant memory: likewise */
  WEFT_ARG_LOCAL,    /* pointer to local memory: 8-byte slot with an offset into the group's local memory */
  WEFT_ARG_IMAGE,
  WEFT_ARG_SAMPLER,
  WEFT_ARG_PIPE,
  WEFT_ARG_QUEUE,
};

struct weft_arg_info {
  enum weft_arg_kind kind;
  uint32_t offset; /* of its slot in the argument block */
  uint32_t size;   /* what clSetKernelArg expects for a VALUE (vec3: 4 elements); 8 for pointers */
  uint32_t align;  /* of the slot; for LOCAL the alignment of the pointee */
  cl_kernel_arg_address_qualifier address;
  cl_kernel_arg_access_qualifier access;
  cl_kernel_arg_type_qualifier type_qualifier;
  const char *type_name; /* as clGetKernelArgInfo reports it, e.g. "float4*" */
  const char *name;
  enum weft_fact_kind fact; /* a copy of the kernel that knows this of the argument would be faster */
};

struct weft_kernel_info {
  const char *name;
  const char *symbol;     /* weft_kernel_entry in the object */
  const char *attributes; /* CL_KERNEL_ATTRIBUTES, "" if none */
  const struct weft_arg_info *args;
  uint32_t num_args;
  uint32_t args_size;             /* bytes of the argument block */
  bool has_arg_info;              /* names and qualifiers are known (-cl-kernel-arg-info or always kept) */
  size_t reqd_work_group_size[3]; /* 0,0,0: none */
  size_t work_group_size_hint[3];
  uint32_t local_size;   /* bytes of static local memory */
  uint64_t private_size; /* bytes of private memory of one work-item, as CL_KERNEL_PRIVATE_MEM_SIZE */
  uint64_t frame_fixed;  /* see kernel_abi.h */
  uint64_t frame_per_item;
  uint32_t required_sub_group_size; /* 0: none */
  uint32_t required_sub_groups;     /* of each work-group; 0: none */
  bool flush_denormals;             /* built with -cl-denorms-are-zero */
  bool uses_printf;
  bool uses_enqueue; /* asks for what device_enqueue.cl has */
  /* Two right runs may give different results: reads what atomics answer, orders memory by them, or a clock. */
  bool order_matters;
  /* It may wait for what the host or other kernels write: whoever has to go on meanwhile should not run it. */
  bool may_wait;
  bool lanes_in_y;  /* what it reads or writes is apart in x and together in y: groups are better long in y */
  bool wants_group; /* a copy that knows the size of its groups may be faster: WEFT_FACT_GROUP */
  /* Work-items of a row of a group up to which lanes would be there for nothing, at least half of them, so that a copy
   * that knows the size of its groups is faster: WEFT_FACT_GROUP. 0: none. */
  uint32_t short_rows;
  /* Rows of a group, along y, that are computed at once and share what they load: groups are better as many rows high.
   * 0 or 1: none. */
  uint32_t rows_at_once;
  /* Groups that are neighbours in x run as one where a launch runs them in one call, and work-items of a row are then
   * computed this many at once: in one register, and at most. A call for fewer takes as long. 0: groups run alone. */
  uint32_t joined_lanes, joined_columns;
  /* Neighbours in this dimension share lines of memory that neighbours along the lanes, which are in x or (lanes_in_y) in
   * y, have apart, and nothing is asked of groups: the range may be better gone through in groups of so many columns
   * along the lanes, whole packets, which are long in it; so many bytes are from one neighbour in it to the next.
   * 0, 0, 0: not so. */
  uint32_t strip_columns, strip_dimension, strip_bytes;
  /* Bit n: loops are faster where argument n leads to no byte that another pointer among the arguments leads to. The
   * launch says so in weft_launch.disjoint, if it is so for all of them. 0: nothing is asked. */
  uint64_t disjoint;
  /* Packets are for launches whose pointers among the arguments lead to objects that are not too large, of which
   * weft_launch.largest_object tells. */
  bool asks_for_sizes;
};

enum weft_dependency_kind {
  WEFT_DEPENDENCY_TEXT, /* a file that was read */
  WEFT_DEPENDENCY_FILE, /* one that was not */
  WEFT_DEPENDENCY_FOLDER,
  WEFT_DEPENDENCY_ABSENT, /* looked for and not found */
};

/* What the preprocessor asked of the disk and what it found there, so that a cache can tell without the compiler
 * whether it would find the same. Relative paths are relative to the working directory of whoever builds. */
struct weft_dependency {
  const char *path;
  uint64_t hash; /* of a TEXT: FNV-1a of 64 bits over its bytes */
  enum weft_dependency_kind kind;
};

/* Result of a compile or a link. Zeroed first by the call; freed by release(). */
struct weft_compile_output {
  char *log;                 /* diagnostics, NUL-terminated, "" if none; never NULL after a call */
  struct weft_bytes bitcode; /* device independent form; for later links and for binaries */
  /* Shared object with the kernels' entries, of executables; none where their code is made later: then of the kernels'
   * information what only code tells is 0, and the symbol is the name. */
  struct weft_bytes object;
  const struct weft_kernel_info *kernels; /* executables only */
  size_t num_kernels;
  bool has_writable_globals; /* the object holds program-scope variables: load it afresh for each program */
  bool has_constructors;     /* of program-scope objects, which run when the object is loaded */
  const struct weft_dependency *dependencies;
  size_t num_dependencies;
  /* Not to be kept: the same request may come to something else though every dependency is as it was, for it expanded
   * __DATE__, __TIME__ or __TIMESTAMP__, or a file changed meanwhile. */
  bool transient;
  uint64_t global_variables_size; /* CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE */
  void *owner;                    /* the compiler's */
};

/* What the process does about threads that compile, for the sake of fork() and exit(). */
struct weft_compiler_host {
  void (*enter)(void); /* such a thread begins */
  void (*leave)(void); /* it is done, and has not been told to stop */
  /* It is at a point where it may be kept waiting, and may be. False: the process exits; the thread stops here for
   * ever, and its call answers CL_OUT_OF_RESOURCES. */
  bool (*pause)(void);
};

struct weft_compiler {
  unsigned abi; /* WEFT_COMPILER_ABI */
  /* Changes with the compiler, LLVM and the builtin modules. Keys of the cache hold weft_compiler_build_id() instead
   * (runtime/compiler_loader.h), which is known before the library is opened. */
  const char *build_id;
  /* Before the first call, or never. `host` is the caller's and stays. */
  void (*set_host)(const struct weft_compiler_host *host);
  /* CL_SUCCESS, CL_COMPILE_PROGRAM_FAILURE, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES (no thread; exit). */
  cl_int (*compile)(const struct weft_compile_request *request, struct weft_compile_output *output);
  /* CL_SUCCESS, CL_LINK_PROGRAM_FAILURE, CL_INVALID_BINARY (an input is no bitcode of ours), CL_OUT_OF_HOST_MEMORY,
   * CL_OUT_OF_RESOURCES. */
  cl_int (*link)(const struct weft_link_request *request, struct weft_compile_output *output);
  void (*release)(struct weft_compile_output *output);
};

/* The one exported symbol. */
#define WEFT_COMPILER_SYMBOL "weft_compiler_get"
typedef const struct weft_compiler *(*weft_compiler_get_fn)(void);

/* The command weftc, whole: its exit status. The other symbol, so that the command carries no second copy of LLVM. */
__attribute__((visibility("default"))) int weft_compiler_tool(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
