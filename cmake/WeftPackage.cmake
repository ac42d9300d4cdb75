# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Man pages and papers, and `cpack -G DEB` in a build folder, which makes the Debian packages: one for each component.
set(WEFT_PACKAGE_icd weft-opencl-icd)
set(WEFT_PACKAGE_tools weft-tools)
set(weft_debian ${CMAKE_CURRENT_LIST_DIR}/debian)

# Debian's form of the licence has the exception's text in it, with indented lines.
file(READ ${CMAKE_SOURCE_DIR}/LICENSE WEFT_EXCEPTION)
string(REGEX REPLACE "^.*LLVM Exceptions to the Apache 2.0 License[ -]*\n+" "" WEFT_EXCEPTION "${WEFT_EXCEPTION}")
string(STRIP "${WEFT_EXCEPTION}" WEFT_EXCEPTION)
string(REPLACE "\n\n" "\n.\n" WEFT_EXCEPTION "${WEFT_EXCEPTION}")
string(REPLACE "\n" "\n " WEFT_EXCEPTION "${WEFT_EXCEPTION}")
configure_file(${weft_debian}/copyright.in ${CMAKE_BINARY_DIR}/copyright @ONLY)

# What others ask to be told of the code that is inside (WeftLLVM.cmake), from the packages that it comes from.
set(notices "")
foreach(holder IN LISTS WEFT_CODE_INSIDE)
  if(EXISTS /usr/share/doc/${holder}/copyright)
    file(READ /usr/share/doc/${holder}/copyright text)
    string(APPEND notices "==== ${holder}\n${text}\n")
  endif()
endforeach()
file(WRITE ${CMAKE_BINARY_DIR}/THIRD_PARTY "${notices}")
install(FILES ${CMAKE_BINARY_DIR}/THIRD_PARTY DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${WEFT_PACKAGE_icd})

weft_gzip(${weft_debian}/changelog ${CMAKE_BINARY_DIR}/changelog.Debian.gz)
# Debian's papers are in the packages alone; the licence as it is, everywhere else.
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${WEFT_PACKAGE_icd} COMPONENT no-package)
foreach(component icd tools)
  install(FILES ${CMAKE_BINARY_DIR}/copyright ${CMAKE_BINARY_DIR}/changelog.Debian.gz
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${WEFT_PACKAGE_${component}} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
install(FILES ${weft_debian}/weft-opencl-icd.lintian-overrides DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/lintian/overrides
        RENAME ${WEFT_PACKAGE_icd} EXCLUDE_FROM_ALL)

function(weft_install_man page section component)
  weft_gzip(${CMAKE_SOURCE_DIR}/docs/man/${page}.${section} ${CMAKE_BINARY_DIR}/${page}.${section}.gz)
  install(FILES ${CMAKE_BINARY_DIR}/${page}.${section}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT ${component})
endfunction()
weft_install_man(weft 7 icd)
weft_install_man(weftc 1 tools)

set(CPACK_PACKAGE_NAME weft)
set(CPACK_PACKAGE_VENDOR Weft)
# The project has no address; whoever publishes packages has: cpack -D CPACK_PACKAGE_CONTACT="NAME <ADDRESS>".
set(CPACK_PACKAGE_CONTACT "Weft developers <weft@example.org>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package's description begins with its own
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
# Staged with DESTDIR: the install rules see the prefix that the package will have, and weft.icd goes to /etc.
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/WeftPackageFolders.cmake")
set(CPACK_COMPONENTS_ALL icd tools)
set(CPACK_COMPONENTS_GROUPING IGNORE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE weft)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_BINARY_DIR}/lib")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_ICD_PACKAGE_NAME ${WEFT_PACKAGE_icd})
set(CPACK_DEBIAN_ICD_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_ICD_DESCRIPTION "OpenCL platform for CPUs
Weft lets OpenCL programs compute on the processors of this machine. OpenCL
C is compiled in process by Clang; work-groups run on a pool of pinned
threads. Programs find it through an ICD loader such as ocl-icd-libopencl1.")
# Any loader will do: ocl-icd's is the one that Debian has, libopencl1 what another calls itself.
# llvm-spirv is run for programs from SPIR-V, which are not reported without it: Debian 13 has 17 to 19, Debian 12 has 15.
set(CPACK_DEBIAN_ICD_PACKAGE_RECOMMENDS
    "ocl-icd-libopencl1 | libopencl1, llvm-spirv-19 | llvm-spirv-18 | llvm-spirv-17 | llvm-spirv-15")
set(CPACK_DEBIAN_ICD_PACKAGE_PROVIDES opencl-icd)

# weftc is a small program around the other package's library, whose interface is of that build alone.
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_COMPONENT_TOOLS_DEPENDS icd)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME ${WEFT_PACKAGE_tools})
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "OpenCL platform for CPUs - offline compiler
weftc compiles OpenCL C, SPIR-V and LLVM's IR as the OpenCL platform Weft
does in process, to any stage or with single passes, and tells what became
of the loops over work-items. Applications do not need it.")
include(CPack)
