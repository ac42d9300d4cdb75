// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/disk_files.h"

#include <llvm/Support/Path.h>

using namespace llvm;

namespace weft {

const char VirtualRoot[] = "/.weft/";

/// "./." is looked up in the working directory itself, where "." is not.
DiskFiles::DiskFiles()
    : ProxyFileSystem(vfs::getRealFileSystem()), HasWorkingDirectory(bool(getUnderlyingFS().status("./."))) {}

bool DiskFiles::isHidden(StringRef Path) const {
  return Path.starts_with(VirtualRoot) || (!HasWorkingDirectory && sys::path::is_relative(Path));
}

static std::error_code absent() {
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

ErrorOr<vfs::Status> DiskFiles::status(const Twine &Path) {
  SmallString<256> Name;
  if (!isHidden(Path.toStringRef(Name)))
    return ProxyFileSystem::status(Path);
  return absent();
}

bool DiskFiles::exists(const Twine &Path) {
  return bool(status(Path));
}

ErrorOr<std::unique_ptr<vfs::File>> DiskFiles::openFileForRead(const Twine &Path) {
  SmallString<256> Name;
  if (!isHidden(Path.toStringRef(Name)))
    return ProxyFileSystem::openFileForRead(Path);
  return absent();
}

ErrorOr<std::string> DiskFiles::getCurrentWorkingDirectory() const {
  ErrorOr<std::string> Folder = ProxyFileSystem::getCurrentWorkingDirectory();
  return Folder ? Folder : std::string(VirtualRoot) + "nowhere";
}

} // namespace weft
