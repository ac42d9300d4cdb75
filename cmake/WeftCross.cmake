# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Test programs for aarch64 on any machine: linked statically by Clang against Debian's cross C library, run by qemu's
# user mode as a processor of the first ARMv8 generation, which knows no later instruction.
find_program(WEFT_QEMU_AARCH64 NAMES qemu-aarch64 qemu-aarch64-static)
find_program(WEFT_LLD NAMES ld.lld-22 HINTS /usr/lib/llvm-22/bin)
set(WEFT_CROSS_COMPILE ${WEFT_CLANG} --target=aarch64-linux-gnu --ld-path=${WEFT_LLD} -static)

# Whether the parts are there is asked of a small program, once.
if(NOT DEFINED WEFT_CROSS_MISSING)
  set(missing "")
  if(NOT WEFT_QEMU_AARCH64)
    set(missing "no qemu-aarch64 here (Debian: qemu-user)")
  elseif(NOT WEFT_LLD)
    set(missing "no ld.lld-22 here (Debian: lld-22)")
  else()
    set(probe ${CMAKE_BINARY_DIR}/CMakeFiles/cross-probe)
    file(WRITE ${probe}.c "#include <math.h>\n#include <stdlib.h>\nint main(int c, char **v) { return sin(atof(v[0])) * c > 2; }\n")
    execute_process(COMMAND ${WEFT_CROSS_COMPILE} ${probe}.c -lm -o ${probe} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed)
      set(missing "no C library for aarch64 here (Debian: libc6-dev-arm64-cross libgcc-12-dev-arm64-cross)")
    endif()
  endif()
  if(missing)
    message(STATUS "Tests of aarch64 are skipped: ${missing}")
  else()
    # What is missing now may be installed later: only success is remembered.
    set(WEFT_CROSS_MISSING "" CACHE INTERNAL "What tests of aarch64 lack")
  endif()
  set(WEFT_CROSS_MISSING "${missing}")
endif()

# weft_cross_test(<name> <program> [SOURCES...] [OBJECTS...] [DEPENDS...] [OPTIONS...] [ARGUMENTS...]): a test that runs a
# program for aarch64, or says what is missing. OBJECTS are made by others; DEPENDS are what else a change of makes it again.
function(weft_cross_test name program)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;OBJECTS;DEPENDS;OPTIONS;ARGUMENTS")
  if(WEFT_CROSS_MISSING)
    add_test(NAME ${name} COMMAND sh -c "echo '${WEFT_CROSS_MISSING}'; exit 77")
  else()
    list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    set(path ${CMAKE_CURRENT_BINARY_DIR}/${program})
    add_custom_command(
      OUTPUT ${path}
      COMMAND ${WEFT_CROSS_COMPILE} -std=gnu17 -O1 -ffp-contract=off -I${PROJECT_SOURCE_DIR} -D_GNU_SOURCE ${arg_OPTIONS}
              ${arg_SOURCES} ${arg_OBJECTS} -lm -o ${path}
      DEPENDS ${arg_SOURCES} ${arg_OBJECTS} ${arg_DEPENDS}
      COMMENT "For aarch64: ${program}"
      VERBATIM)
    add_custom_target(${program}-program ALL DEPENDS ${path})
    add_test(NAME ${name} COMMAND ${WEFT_QEMU_AARCH64} -cpu cortex-a57 ${path} ${arg_ARGUMENTS})
  endif()
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
endfunction()
