/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "restrictions.h"

#include <errno.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_CALLS = 16 };

bool restrict_calls(int error, const int *calls, size_t count) {
  struct sock_filter filter[2 * MOST_CALLS + 2];
  unsigned short length = 0;
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < count && i < MOST_CALLS; i++) {
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error);
  }
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {length, filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

bool restrict_limit(__rlimit_resource_t resource, rlim_t most) {
  struct rlimit limit = {most, most};
  return setrlimit(resource, &limit) == 0;
}

bool restrict_mounts(void) {
  return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

bool restrict_folder(const char *folder, unsigned kib) {
  char options[64];
  snprintf(options, sizeof(options), "mode=1777,size=%uk", kib ? kib : 4);
  return mount("none", folder, "tmpfs", kib ? 0 : MS_RDONLY, options) == 0;
}

bool restrict_user(void) {
  return setgroups(0, NULL) == 0 && setgid(RESTRICTED_USER) == 0 && setuid(RESTRICTED_USER) == 0;
}
