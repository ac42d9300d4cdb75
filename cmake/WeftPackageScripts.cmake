# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Run by CPack over the package it has made: takes out the ldconfig scripts, which CPack adds for any library below
# /usr/lib. No program links libweft.so, and a package with a postrm stays in dpkg's list after it is removed.
find_program(DPKG_DEB dpkg-deb)
if(DPKG_DEB)
  foreach(package IN LISTS CPACK_PACKAGE_FILES)
    set(folder "${package}.folder")
    file(REMOVE_RECURSE "${folder}")
    execute_process(COMMAND ${DPKG_DEB} --raw-extract "${package}" "${folder}" COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE "${folder}/DEBIAN/postinst" "${folder}/DEBIAN/postrm")
    execute_process(COMMAND ${DPKG_DEB} --root-owner-group --build "${folder}" "${package}"
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE "${folder}")
  endforeach()
endif()
