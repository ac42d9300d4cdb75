# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Run by CPack over what it has staged: folders take the umask of whoever makes the package, and every user must read
# them where it is installed.
file(CHMOD_RECURSE "${CPACK_TEMPORARY_INSTALL_DIRECTORY}" DIRECTORY_PERMISSIONS
     OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
