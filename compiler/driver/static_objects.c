/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * libweft-before-llvm.so, first part: exit() leaves the static objects of LLVM, Clang and our compiler alone.
 *
 * A program may be building on one thread while another calls exit(). The runtime's handler waits for that build, but
 * handlers run newest first, and dozens of LLVM's static objects are newer than any handler of ours: they are made
 * inside of LLVM's functions while a program is compiled, or by constructors while the libraries are being loaded. So
 * none of them is ever destroyed: the slots through which these libraries call __cxa_atexit lead to a function that
 * forgets the destructor. This library does so before the first of their constructors runs, which is what -z
 * initfirst is for.
 */
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct relocations {
  const ElfW(Rela) * first;
  size_t count;
};

static int forget(void (*destructor)(void *), void *object, void *library) {
  (void)destructor, (void)object, (void)library;
  return 0;
}

static int is_wanted(const char *path) {
  static const char *const libraries[] = {"libLLVM", "libclang-cpp.so", "libweft-compiler.so"};
  const char *slash = path ? strrchr(path, '/') : NULL;
  const char *name = slash ? slash + 1 : "";
  for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++)
    if (!strncmp(name, libraries[i], strlen(libraries[i])))
      return 1;
  return 0;
}

/* Writes a slot that the loader may have made read-only, and leaves it as it was. */
static void redirect(const struct dl_phdr_info *object, uintptr_t slot) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)(slot & -page);
  int read_only = 0;
  for (unsigned i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type == PT_GNU_RELRO)
      read_only = slot - (object->dlpi_addr + part->p_vaddr) < part->p_memsz;
  }
  if (read_only && mprotect(start, page, PROT_READ | PROT_WRITE) != 0)
    return;
  __atomic_store_n((uintptr_t *)slot, (uintptr_t)forget, __ATOMIC_RELAXED);
  if (read_only)
    mprotect(start, page, PROT_READ);
}

static int redirect_object(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  const ElfW(Dyn) *dynamic = NULL;
  for (unsigned i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      dynamic = (const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
  if (!dynamic || !is_wanted(object->dlpi_name))
    return 0;
  struct relocations tables[2] = {{NULL, 0}, {NULL, 0}};
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  size_t relative = 0;
  for (; dynamic->d_tag != DT_NULL; dynamic++) {
    ElfW(Addr) value = dynamic->d_un.d_val;
    if (dynamic->d_tag == DT_JMPREL)
      tables[0].first = (const void *)value;
    else if (dynamic->d_tag == DT_PLTRELSZ)
      tables[0].count = value / sizeof(ElfW(Rela));
    else if (dynamic->d_tag == DT_RELA)
      tables[1].first = (const void *)value;
    else if (dynamic->d_tag == DT_RELASZ)
      tables[1].count = value / sizeof(ElfW(Rela));
    else if (dynamic->d_tag == DT_RELACOUNT)
      relative = value; /* these come first and name no symbol */
    else if (dynamic->d_tag == DT_SYMTAB)
      symbols = (const void *)value;
    else if (dynamic->d_tag == DT_STRTAB)
      names = (const void *)value;
  }
  for (int t = 0; t < 2 && symbols && names; t++)
    for (size_t i = t ? relative : 0; tables[t].first && i < tables[t].count; i++) {
      const ElfW(Rela) *entry = &tables[t].first[i];
      size_t symbol = ELF64_R_SYM(entry->r_info);
      if (symbol && !strcmp(names + symbols[symbol].st_name, "__cxa_atexit"))
        redirect(object, object->dlpi_addr + entry->r_offset);
    }
  return 0;
}

__attribute__((constructor)) static void keep_static_objects(void) {
  dl_iterate_phdr(redirect_object, NULL);
}
