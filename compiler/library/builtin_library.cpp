// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/library/builtin_library.h"

#include <atomic>
#include <llvm/Support/Endian.h>

using namespace llvm;

namespace weft {

/// What stands between the header of LLVM's bitcode wrapper and its bitcode; nothing if the file has no wrapper.
static StringRef indexOf(StringRef Bytes) {
  constexpr uint32_t Magic = 0x0B17C0DE;
  constexpr size_t HeaderSize = 20, OffsetField = 8;
  if (Bytes.size() < HeaderSize || support::endian::read32le(Bytes.data()) != Magic)
    return {};
  size_t Start = support::endian::read32le(Bytes.data() + OffsetField);
  return Bytes.slice(HeaderSize, Start);
}

std::unique_ptr<BuiltinLibrary> BuiltinLibrary::open(StringRef Path, std::string &Error) {
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!File) {
    Error += "error: cannot read " + Path.str() + ": " + File.getError().message() + "\n";
    return nullptr;
  }
  auto Library = std::make_unique<BuiltinLibrary>();
  Library->File = std::move(*File);
  Library->Index = indexOf(Library->File->getBuffer());
  auto Modules = getBitcodeModuleList(Library->File->getMemBufferRef());
  if (!Modules || Library->Index.empty()) {
    Error += "error: " + Path.str() + ": " + (Modules ? "no index" : toString(Modules.takeError())) + "\n";
    return nullptr;
  }
  Library->Modules = std::move(*Modules);
  return Library;
}

namespace {
struct OpenLibrary {
  std::string Path;
  std::unique_ptr<BuiltinLibrary> Library;
  const OpenLibrary *Next;
};
} // namespace

/// A list that only grows, at its head: readers take no lock, so that a fork finds none held.
const BuiltinLibrary *BuiltinLibrary::openOnce(StringRef Path, std::string &Error) {
  static std::atomic<const OpenLibrary *> Open;
  for (const OpenLibrary *Entry = Open.load(std::memory_order_acquire); Entry; Entry = Entry->Next)
    if (Entry->Path == Path)
      return Entry->Library.get();
  std::unique_ptr<BuiltinLibrary> Library = open(Path, Error);
  if (!Library)
    return nullptr;
  auto *Entry = new OpenLibrary{Path.str(), std::move(Library), Open.load(std::memory_order_relaxed)};
  while (!Open.compare_exchange_weak(Entry->Next, Entry, std::memory_order_release, std::memory_order_relaxed))
    ;
  return Entry->Library.get();
}

/// The index is a sorted list of lines, and stays one: a search reads a dozen of them.
std::optional<size_t> BuiltinLibrary::find(StringRef Symbol) const {
  StringRef Rest = Index;
  while (!Rest.empty()) {
    size_t Before = Rest.take_front(Rest.size() / 2).rfind('\n');
    size_t Start = Before == StringRef::npos ? 0 : Before + 1;
    StringRef Line = Rest.drop_front(Start).take_until([](char C) { return C == '\n'; });
    auto [Name, Number] = Line.split(' ');
    // What is left behind the last line are empty ones.
    int Order = Line.empty() ? -1 : Symbol.compare(Name);
    size_t Found;
    if (Order == 0)
      return Number.getAsInteger(10, Found) || Found >= Modules.size() ? std::nullopt : std::optional<size_t>(Found);
    Rest = Order < 0 ? Rest.take_front(Start) : Rest.drop_front(std::min(Rest.size(), Start + Line.size() + 1));
  }
  return std::nullopt;
}

std::unique_ptr<Module> BuiltinLibrary::openModule(size_t Number, LLVMContext &Context, std::string &Error) const {
  BitcodeModule Bitcode = Modules[Number];
  auto Module = Bitcode.getLazyModule(Context, /*ShouldLazyLoadMetadata=*/true, /*IsImporting=*/false);
  if (Module)
    return std::move(*Module);
  Error += "error: builtin module: " + toString(Module.takeError()) + "\n";
  return nullptr;
}

} // namespace weft
