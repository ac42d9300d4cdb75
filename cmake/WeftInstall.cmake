# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What all install rules share; included before the folders that have some.

# Components are Debian's packages (WeftPackage.cmake): tools says so where it is installed, all else is icd.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME icd)

# All that is opened or run by path is in one folder, which no linker and no ldconfig searches. It is that of a Debian
# package, for which GNUInstallDirs takes the triplet in only where the build itself is configured for /usr.
set(WEFT_LIBDIR ${CMAKE_INSTALL_LIBDIR}/weft)
if(CMAKE_INSTALL_LIBDIR STREQUAL lib AND CMAKE_LIBRARY_ARCHITECTURE)
  set(WEFT_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE}/weft)
endif()

# The release preset has debugging information, two thirds of what would be installed.
if(CMAKE_BUILD_TYPE MATCHES "Rel" AND NOT WEFT_SANITIZE)
  set(strip_by_default ON)
else()
  set(strip_by_default OFF)
endif()
option(WEFT_INSTALL_STRIP "cmake --install strips without being told so" ${strip_by_default})
if(WEFT_INSTALL_STRIP)
  # Rules are run in the order of the sources: this is in force for all that follow.
  install(CODE "set(CMAKE_INSTALL_DO_STRIP ON)" ALL_COMPONENTS)
endif()

# weft_gzip(<file> <out>): the file compressed in the build folder, as Debian wants man pages and changelogs, without its time.
function(weft_gzip file out)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  execute_process(COMMAND gzip -9nc INPUT_FILE ${file} OUTPUT_FILE ${out} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
