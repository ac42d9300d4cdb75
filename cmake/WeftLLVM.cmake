# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How LLVM and Clang get into libweft-compiler.so (docs/packaging.md): targets weft-llvm, all that the compiler needs,
# and weft-llvm-bitcode, what reads and writes bitcode.
#
# Inside, from the archives, with the code generators of X86 and AArch64 alone; or, with WEFT_SHARED_LLVM, as distributions
# want it, from the system's libraries. Sanitizers take those too: an archive is not instrumented, and what both it and
# our objects instantiate would come from either.
if(WEFT_SANITIZE)
  set(shared_by_default ON)
else()
  set(shared_by_default OFF)
endif()
# Packages whose licences ask that what holds their code says so (WeftPackage.cmake). lld is inside in either form.
set(WEFT_CODE_INSIDE libllvm22 PARENT_SCOPE)
option(WEFT_SHARED_LLVM "Use the system's libLLVM.so and libclang-cpp.so in place of archives" ${shared_by_default})

add_library(weft-llvm INTERFACE)
add_library(weft-llvm-bitcode INTERFACE)

if(WEFT_SHARED_LLVM)
  find_library(CLANG_CPP_LIBRARY NAMES clang-cpp HINTS ${LLVM_LIBRARY_DIR} NO_DEFAULT_PATH REQUIRED)
  find_library(LLVM_SHARED_LIBRARY NAMES LLVM LLVM-22 HINTS ${LLVM_LIBRARY_DIR} NO_DEFAULT_PATH REQUIRED)
  # Initialised before LLVM: see there.
  add_library(weft-before-llvm SHARED driver/static_objects.c)
  if(NOT WEFT_SANITIZE)
    target_sources(weft-before-llvm PRIVATE driver/allocation.c)
    # A compiler that knows what malloc() and free() do would take the calls apart.
    target_compile_options(weft-before-llvm PRIVATE -fno-builtin -Wno-builtin-declaration-mismatch)
    target_link_libraries(weft-before-llvm PRIVATE ${CMAKE_DL_LIBS})
  endif()
  set_target_properties(weft-before-llvm PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
  target_link_options(weft-before-llvm PRIVATE -Wl,-z,initfirst)
  install(TARGETS weft-before-llvm LIBRARY DESTINATION ${WEFT_LIBDIR})
  target_link_libraries(weft-llvm INTERFACE -Wl,--push-state,--no-as-needed weft-before-llvm -Wl,--pop-state
                        ${LLD_ELF_LIBRARY} ${LLD_COMMON_LIBRARY} ${CLANG_CPP_LIBRARY} ${LLVM_SHARED_LIBRARY} ZLIB::ZLIB
                        ${ZSTD_LIBRARY})
  target_link_libraries(weft-llvm-bitcode INTERFACE ${LLVM_SHARED_LIBRARY})
  return()
endif()

# Debian's archives were made with Polly, which is a package of its own; unused_llvm.cpp stands in for it.
function(weft_llvm_archives out)
  execute_process(COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --libfiles ${ARGN}
                  OUTPUT_VARIABLE files OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(files)
  list(FILTER files EXCLUDE REGEX "Polly")
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# What Clang, lld and our own passes ask for; the rest of the archives is not opened.
weft_llvm_archives(llvm_archives passes x86codegen x86asmparser x86desc x86info x86disassembler aarch64codegen
                   aarch64asmparser aarch64desc aarch64info aarch64disassembler coverage frontendopenmp frontendoffloading
                   frontenddriver frontendhlsl lto dtlto option windowsdriver targetparser orcjit asmprinter bitwriter irreader)
weft_llvm_archives(bitcode_archives bitreader bitwriter core)
file(GLOB clang_archives ${LLVM_LIBRARY_DIR}/libclang?*.a)
list(FILTER clang_archives EXCLUDE REGEX "/libclang(Tooling|Tidy|Daemon|_rt)")

# lld and Clang know how to initialise every target with which LLVM was built.
set(WEFT_UNUSED_TARGETS ${LLVM_TARGETS_TO_BUILD})
list(REMOVE_ITEM WEFT_UNUSED_TARGETS X86 AArch64)
set(unused "")
foreach(target IN LISTS WEFT_UNUSED_TARGETS)
  string(APPEND unused "UNUSED_TARGET(${target})\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/unused_targets.def CONTENT "${unused}")
add_library(weft-unused-llvm OBJECT driver/unused_llvm.cpp driver/kept_objects.c)
target_include_directories(weft-unused-llvm SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
target_include_directories(weft-unused-llvm PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
target_compile_options(weft-unused-llvm PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)

set(WEFT_CODE_INSIDE libllvm22 libzstd-dev libstdc++6 PARENT_SCOPE)

# Debian's archive of zstd can be linked into a library; its shared one is not everywhere.
find_library(ZSTD_ARCHIVE NAMES libzstd.a)
if(NOT ZSTD_ARCHIVE)
  set(ZSTD_ARCHIVE ${ZSTD_LIBRARY})
endif()

target_link_libraries(weft-llvm INTERFACE $<TARGET_OBJECTS:weft-unused-llvm> -Wl,--start-group ${LLD_ELF_LIBRARY}
                      ${LLD_COMMON_LIBRARY} ${clang_archives} ${llvm_archives} -Wl,--end-group ${ZSTD_ARCHIVE} ZLIB::ZLIB
                      ${CMAKE_DL_LIBS})
target_link_libraries(weft-llvm-bitcode INTERFACE -Wl,--start-group ${bitcode_archives} -Wl,--end-group ${ZSTD_ARCHIVE}
                      ZLIB::ZLIB Threads::Threads ${CMAKE_DL_LIBS})
foreach(library weft-llvm weft-llvm-bitcode)
  target_link_options(${library} INTERFACE -Wl,--gc-sections -static-libstdc++ -static-libgcc)
  # The same linker from LLVM's own package, in a fifth of the time; any other does as well.
  if(EXISTS ${LLVM_TOOLS_BINARY_DIR}/ld.lld)
    target_link_options(${library} INTERFACE -fuse-ld=lld -B${LLVM_TOOLS_BINARY_DIR})
  endif()
endforeach()
target_link_options(weft-llvm INTERFACE -Wl,-z,defs)
# Builds spend 99 % of their instructions in 10 MB of the 67 MB of code, which archives leave everywhere. That linker
# lays them together, in the order that scripts/function_order.py made: fewer pages of code are in use, and a build
# takes 0.96 of the time.
if(EXISTS ${LLVM_TOOLS_BINARY_DIR}/ld.lld)
  set(function_order ${CMAKE_SOURCE_DIR}/cmake/function_order.txt)
  target_link_options(weft-llvm INTERFACE -Wl,--symbol-ordering-file=${function_order} -Wl,--no-warn-symbol-ordering)
  set_target_properties(weft-llvm PROPERTIES INTERFACE_LINK_DEPENDS ${function_order})
  set(WEFT_FUNCTION_ORDER ${function_order} PARENT_SCOPE)
endif()
target_compile_definitions(weft-runtime PRIVATE WEFT_LLVM_INSIDE)
