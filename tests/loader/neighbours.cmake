# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Applications with an LLVM of their own: of Weft's version and of another that Debian 12 has, each from libLLVM and libclang-cpp
# and, with all names exported, from archives. What Debian's packages of a version lack is skipped.
set(other_version 15)

# neighbour_test(<name> <program>|<what is missing>): loader.<name>, once with each compiler as the first one of the process.
function(neighbour_test name program missing)
  foreach(first IN ITEMS weft_first neighbour_first)
    set(test loader.${name}.${first})
    if(missing)
      add_test(NAME ${test} COMMAND sh -c "echo '${missing}'; exit 77")
    else()
      add_test(NAME ${test} COMMAND ${program} ${first} diagnostics side_by_side)
    endif()
    weft_test_environment(${test})
  endforeach()
endfunction()

# neighbour_program(<target> <folder of LLVM>): what both kinds share.
function(neighbour_program target folder)
  add_executable(${target} neighbour.c neighbour_llvm.c)
  # An application's names are what other libraries see.
  set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET default CXX_VISIBILITY_PRESET default VISIBILITY_INLINES_HIDDEN OFF
                                             LINKER_LANGUAGE CXX)
  target_include_directories(${target} SYSTEM PRIVATE ${folder}/include)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  target_link_libraries(${target} PRIVATE weft-test-harness Threads::Threads)
endfunction()

function(neighbour_shared version folder)
  set(name neighbour.shared${version})
  set(target test_loader_neighbour_shared${version})
  file(GLOB clang ${folder}/lib/libclang-cpp.so.${version}*)
  set(llvm ${folder}/lib/libLLVM-${version}.so)
  set(missing "")
  if(NOT clang OR NOT EXISTS ${llvm} OR NOT EXISTS ${folder}/include/clang/Tooling/Tooling.h)
    set(missing "Clang ${version} is not all there (Debian: llvm-${version}-dev libclang-${version}-dev libclang-cpp${version})")
  else()
    neighbour_program(${target} ${folder})
    target_sources(${target} PRIVATE neighbour_clang.cpp)
    target_compile_definitions(${target} PRIVATE WEFT_TEST_CLANG)
    target_link_libraries(${target} PRIVATE ${clang} ${llvm})
  endif()
  neighbour_test(${name} ${target} "${missing}")
endfunction()

function(neighbour_static version folder)
  set(name neighbour.static${version})
  set(target test_loader_neighbour_static${version})
  set(missing "")
  if(NOT EXISTS ${folder}/lib/libLLVMMCJIT.a OR NOT EXISTS ${folder}/bin/llvm-config)
    set(missing "no archives of LLVM ${version} (Debian: llvm-${version}-dev)")
  else()
    foreach(what IN ITEMS libfiles system-libs)
      execute_process(COMMAND ${folder}/bin/llvm-config --link-static --${what} mcjit native OUTPUT_VARIABLE ${what}
                      OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
      separate_arguments(${what})
    endforeach()
    neighbour_program(${target} ${folder})
    set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON)
    target_link_libraries(${target} PRIVATE -Wl,--start-group ${libfiles} -Wl,--end-group ${system-libs})
    if(EXISTS /usr/lib/llvm-22/bin/ld.lld) # in a fifth of the time
      target_link_options(${target} PRIVATE -fuse-ld=lld -B/usr/lib/llvm-22/bin)
    endif()
  endif()
  neighbour_test(${name} ${target} "${missing}")
endfunction()

foreach(version IN ITEMS ${other_version} 22)
  neighbour_shared(${version} /usr/lib/llvm-${version})
  neighbour_static(${version} /usr/lib/llvm-${version})
endforeach()
