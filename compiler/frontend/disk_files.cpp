// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/disk_files.h"

#include <llvm/Support/Path.h>

using namespace llvm;

namespace weft {

const char VirtualRoot[] = "/.weft/";

static IntrusiveRefCntPtr<vfs::FileSystem> diskFrom(const char *WorkingFolder) {
  if (!WorkingFolder)
    return vfs::getRealFileSystem();
  IntrusiveRefCntPtr<vfs::FileSystem> Disk = vfs::createPhysicalFileSystem();
  return Disk->setCurrentWorkingDirectory(WorkingFolder) ? nullptr : Disk;
}

DiskFiles::DiskFiles(const char *WorkingFolder) : DiskFiles(diskFrom(WorkingFolder)) {}

/// Without a disk the working directory has gone. "./." is looked up in it itself, where "." is not.
DiskFiles::DiskFiles(IntrusiveRefCntPtr<vfs::FileSystem> Disk)
    : ProxyFileSystem(Disk ? Disk : vfs::getRealFileSystem()),
      HasWorkingDirectory(Disk && getUnderlyingFS().status("./.")) {}

/// FNV-1a, as compiler.h promises: the cache compares without this library.
static uint64_t hashBytes(StringRef Bytes) {
  uint64_t Hash = 0xcbf29ce484222325;
  for (unsigned char Byte : Bytes)
    Hash = (Hash ^ Byte) * 0x100000001b3;
  return Hash;
}

/// What is noted of a file's text is what the compile got: a file may change at any time after.
class DiskFiles::ReadFile final : public vfs::File {
public:
  ReadFile(std::unique_ptr<vfs::File> Base, StringRef Path, DiskFiles &Disk)
      : Base(std::move(Base)), Path(Path), Disk(Disk) {}

  ErrorOr<vfs::Status> status() override {
    return Base->status();
  }
  ErrorOr<std::string> getName() override {
    return Base->getName();
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t FileSize, bool RequiresNullTerminator,
                                                   bool IsVolatile) override {
    auto Buffer = Base->getBuffer(Name, FileSize, RequiresNullTerminator, IsVolatile);
    if (Buffer)
      Disk.note(Path, WEFT_DEPENDENCY_TEXT, hashBytes((*Buffer)->getBuffer()));
    return Buffer;
  }
  std::error_code close() override {
    return Base->close();
  }

private:
  std::unique_ptr<vfs::File> Base;
  std::string Path;
  DiskFiles &Disk;
};

bool DiskFiles::isHidden(StringRef Path) const {
  return Path.starts_with(VirtualRoot) || (!HasWorkingDirectory && sys::path::is_relative(Path));
}

/// The working directory itself is there for every compile, and none depends on it: what is in it is asked by name.
static bool isWorkingDirectory(StringRef Path) {
  return sys::path::remove_leading_dotslash(Path).empty() || Path == ".";
}

void DiskFiles::note(StringRef Path, weft_dependency_kind Kind, uint64_t Hash) {
  if (isWorkingDirectory(Path) || Path.starts_with(VirtualRoot))
    return;
  auto [At, IsNew] = Answers.insert({sys::path::remove_leading_dotslash(Path).str(), {Kind, Hash}});
  Answer &Known = At->second;
  if (IsNew || (Known.Kind == Kind && Known.Hash == Hash))
    return;
  if (Known.Kind == WEFT_DEPENDENCY_FILE && Kind == WEFT_DEPENDENCY_TEXT)
    Known = {Kind, Hash};
  else if (Known.Kind != WEFT_DEPENDENCY_TEXT || Kind != WEFT_DEPENDENCY_FILE)
    Changed = true;
}

void DiskFiles::note(StringRef Path, const ErrorOr<vfs::Status> &Status) {
  if (!Status)
    note(Path, WEFT_DEPENDENCY_ABSENT);
  else
    note(Path, Status->isDirectory() ? WEFT_DEPENDENCY_FOLDER : WEFT_DEPENDENCY_FILE);
}

static std::error_code absent() {
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

static bool isSpecial(sys::fs::file_type Type) {
  return Type != sys::fs::file_type::regular_file && Type != sys::fs::file_type::directory_file;
}

ErrorOr<vfs::Status> DiskFiles::status(const Twine &Path) {
  SmallString<256> Storage;
  StringRef Name = Path.toStringRef(Storage);
  // A folder that is not there is not asked for files, and nothing would be noted of those that it may hold later.
  if (!HasWorkingDirectory && isWorkingDirectory(Name))
    return vfs::Status(Name, vfs::getNextVirtualUniqueID(), {}, 0, 0, 0, sys::fs::file_type::directory_file,
                       sys::fs::all_all);
  ErrorOr<vfs::Status> Status = isHidden(Name) ? absent() : ProxyFileSystem::status(Name);
  if (Status && isSpecial(Status->getType()))
    Status = absent();
  note(Name, Status);
  return Status;
}

bool DiskFiles::exists(const Twine &Path) {
  return bool(status(Path));
}

ErrorOr<std::unique_ptr<vfs::File>> DiskFiles::openFileForRead(const Twine &Path) {
  SmallString<256> Storage;
  StringRef Name = Path.toStringRef(Storage);
  ErrorOr<vfs::Status> Status = isHidden(Name) ? absent() : ProxyFileSystem::status(Name);
  if (isHidden(Name) || (Status && isSpecial(Status->getType()))) {
    note(Name, WEFT_DEPENDENCY_ABSENT);
    return absent();
  }
  auto File = ProxyFileSystem::openFileForRead(Name);
  if (!File) {
    note(Name, WEFT_DEPENDENCY_ABSENT);
    return File;
  }
  note(Name, (*File)->status());
  return std::make_unique<ReadFile>(std::move(*File), Name, *this);
}

std::vector<Dependency> DiskFiles::dependencies() const {
  std::vector<Dependency> List;
  for (const auto &[Path, Found] : Answers)
    List.push_back({Path, Found.Kind, Found.Hash});
  return List;
}

ErrorOr<std::string> DiskFiles::getCurrentWorkingDirectory() const {
  ErrorOr<std::string> Folder = ProxyFileSystem::getCurrentWorkingDirectory();
  return Folder ? Folder : std::string(VirtualRoot) + "nowhere";
}

} // namespace weft
