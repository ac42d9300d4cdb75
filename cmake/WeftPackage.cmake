# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# `cpack -G DEB` in a build folder makes the Debian package.
set(CPACK_PACKAGE_NAME weft-opencl-icd)
set(CPACK_PACKAGE_VENDOR Weft)
set(CPACK_PACKAGE_CONTACT "Weft developers <weft@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenCL platform for CPUs")
set(CPACK_PACKAGE_DESCRIPTION
    "Weft lets OpenCL programs compute on the processors of this machine. OpenCL C is
compiled in process by Clang; work-groups run on a pool of pinned threads. Programs
find it through an ICD loader such as ocl-icd-libopencl1.")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
# Staged with DESTDIR: the install rules see the prefix that the package will have, and weft.icd goes to /etc.
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/WeftPackageFolders.cmake")
set(CPACK_POST_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/WeftPackageScripts.cmake")

set(CPACK_DEB_COMPONENT_INSTALL OFF)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_BINARY_DIR}/lib")
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
# Any loader will do: ocl-icd's is the one that Debian has, libopencl1 what another calls itself. weft.icd is no
# conffile: there is nothing in it to edit, and removing the package shall leave no platform that cannot be opened.
# llvm-spirv is run for programs from SPIR-V, which are not reported without it.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1, llvm-spirv-15")
set(CPACK_DEBIAN_PACKAGE_PROVIDES opencl-icd)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
