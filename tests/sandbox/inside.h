/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_SANDBOX_INSIDE_H
#define WEFT_TESTS_SANDBOX_INSIDE_H

/*
 * An application inside of a sandbox: it builds programs, runs them and checks what they computed. It says on standard
 * output how that ended, in one line:
 *
 *   good             everything built, and every result is right
 *   error CODE TEXT  a call gave that error of the specification; TEXT is the build log
 *   bad TEXT         anything else: a wrong result, or an error that the call does not have
 */

struct inside {
  unsigned programs;     /* alive at once */
  const char *options;   /* of their builds */
  const char *chroot_to; /* the process's root after the first build; NULL: it stays */
};

/* The exit status of the process. */
int inside_run(const struct inside *work);

#endif
