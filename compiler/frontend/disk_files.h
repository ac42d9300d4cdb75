// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_DISK_FILES_H
#define WEFT_COMPILER_FRONTEND_DISK_FILES_H

#include "compiler/compiler.h"

#include <llvm/Support/VirtualFileSystem.h>
#include <map>
#include <string>
#include <vector>

namespace weft {

/// The front end's own folder, which is never looked for on disk.
extern const char VirtualRoot[];

/// What a compile asked of the disk, and what it was told. A relative path is relative to the working directory of
/// whoever compares.
struct Dependency {
  std::string Path;
  weft_dependency_kind Kind;
  uint64_t Hash; ///< of the text
};

/// The disk as a compile sees it, and what it was asked. Relative paths start at the working directory, which may have
/// been removed, or may be closed to this user: then nothing is there, and the compile goes on. What is neither a
/// regular file nor a folder is not there either: to open a FIFO waits for a writer, and a device may have no end.
class DiskFiles final : public llvm::vfs::ProxyFileSystem {
public:
  /// `WorkingFolder`: where relative paths start in place of where the process is; null: there.
  explicit DiskFiles(const char *WorkingFolder);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;
  /// A name below VirtualRoot where the process has none.
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override;

  std::vector<Dependency> dependencies() const;
  /// The disk has given two answers to one question.
  bool hasChanged() const {
    return Changed;
  }

private:
  class ReadFile;
  explicit DiskFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk);

  struct Answer {
    weft_dependency_kind Kind;
    uint64_t Hash;
  };

  bool isHidden(llvm::StringRef Path) const;
  void note(llvm::StringRef Path, weft_dependency_kind Kind, uint64_t Hash = 0);
  void note(llvm::StringRef Path, const llvm::ErrorOr<llvm::vfs::Status> &Status);

  bool HasWorkingDirectory;
  bool Changed = false;
  std::map<std::string, Answer> Answers;
};

} // namespace weft

#endif
