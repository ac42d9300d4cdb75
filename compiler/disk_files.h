// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_DISK_FILES_H
#define WEFT_COMPILER_DISK_FILES_H

#include <llvm/Support/VirtualFileSystem.h>

namespace weft {

/// The front end's own folder, which is never looked for on disk.
extern const char VirtualRoot[];

/// The disk as a compile sees it. Relative paths start at the working directory of the process, which may have been
/// removed, or may be closed to this user: then nothing is there, and the compile goes on.
class DiskFiles final : public llvm::vfs::ProxyFileSystem {
public:
  DiskFiles();

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;
  /// A name below VirtualRoot where the process has none.
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override;

private:
  bool isHidden(llvm::StringRef Path) const;

  bool HasWorkingDirectory;
};

} // namespace weft

#endif
