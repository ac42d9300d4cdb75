/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_external_semaphore with descriptors of Weft's own, shared in a process and between two, and with sync files.
 */
#include "tests/api_core/semaphores.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/sync_file.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
#define CL_SEMAPHORE_EXPORTABLE_KHR 0x2054
#endif

#define BINARY CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR
#define OPAQUE CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR
#define SYNC CL_SEMAPHORE_HANDLE_SYNC_FD_KHR
#define EXPORTS CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR
#define AS_PROPERTY(fd) (cl_semaphore_properties_khr)(fd)

static clGetSemaphoreHandleForTypeKHR_fn get_handle;
static cl_int(CL_API_CALL *reimport)(cl_semaphore_khr, cl_properties *, int);

/*
 * No process can make a sync file without a driver's help, so the library is shown one: an eventfd, readable once it is
 * signalled as a sync file is, to which this program's ioctl() answers as the kernel does for sync files.
 */
static int fake_sync_file = -1;

__attribute__((visibility("default"))) int ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (fd >= 0 && fd == fake_sync_file && request == SYNC_IOC_FILE_INFO)
    return 0;
  return (int)syscall(SYS_ioctl, fd, request, argument);
}

static int make_sync_file(void) {
  return fake_sync_file = eventfd(0, EFD_CLOEXEC);
}

static void load(void) {
  load_semaphores();
  if (!test_has_extension("cl_khr_external_semaphore_opaque_fd"))
    test_skip("no cl_khr_external_semaphore_opaque_fd");
  LOAD(get_handle, "clGetSemaphoreHandleForTypeKHR");
}

static void load_sync(void) {
  load();
  if (!test_has_extension("cl_khr_external_semaphore_sync_fd"))
    test_skip("no cl_khr_external_semaphore_sync_fd");
  LOAD(reimport, "clReImportSemaphoreSyncFdKHR");
}

static cl_semaphore_khr exportable(void) {
  return semaphore_with((const cl_semaphore_properties_khr[]){BINARY, EXPORTS, OPAQUE, 0, 0});
}

static int fd_of(cl_semaphore_khr semaphore) {
  int fd = -1;
  size_t size = 0;
  CHECK_CL(get_handle(semaphore, test.device, OPAQUE, sizeof fd, &fd, &size));
  CHECK(fd >= 0 && size == sizeof fd);
  return fd;
}

static cl_semaphore_khr imported(int fd) {
  return semaphore_with((const cl_semaphore_properties_khr[]){BINARY, OPAQUE, AS_PROPERTY(fd), 0});
}

static int open_descriptors(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  CHECK(folder != NULL);
  while (readdir(folder))
    count++;
  closedir(folder);
  return count;
}

static void queries(void) {
  static const cl_uint imports[] = {OPAQUE, SYNC};
  cl_external_semaphore_handle_type_khr types[4];
  cl_semaphore_khr semaphores[3];
  cl_bool can;
  size_t bytes;
  load_sync();
  CHECK_INFO_PROTOCOL(
      clGetPlatformInfo(test.platform, CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, size, value, size_ret));
  CHECK_INFO_PROTOCOL(
      clGetPlatformInfo(test.platform, CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, size, value, size_ret));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, sizeof types, types, &bytes));
  CHECK(bytes == sizeof imports && !memcmp(types, imports, bytes));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, sizeof types, types, &bytes));
  CHECK(bytes == sizeof *types && types[0] == OPAQUE);
  semaphores[0] = exportable();
  semaphores[1] = imported(fd_of(semaphores[0]));
  semaphores[2] = binary_semaphore();
  for (int i = 0; i < 3; i++) {
    CHECK_INFO_PROTOCOL(sem.info(semaphores[i], EXPORTS, size, value, size_ret));
    CHECK_INFO_PROTOCOL(sem.info(semaphores[i], CL_SEMAPHORE_EXPORTABLE_KHR, size, value, size_ret));
    CHECK_INFO_PROTOCOL(sem.info(semaphores[i], CL_SEMAPHORE_PROPERTIES_KHR, size, value, size_ret));
    CHECK_CL(sem.info(semaphores[i], CL_SEMAPHORE_EXPORTABLE_KHR, sizeof can, &can, NULL));
    CHECK_EQ(can, i == 0);
    CHECK_CL(sem.info(semaphores[i], EXPORTS, sizeof types, types, &bytes));
    CHECK(i ? bytes == 0 : bytes == sizeof *types && types[0] == OPAQUE);
  }
  for (int i = 0; i < 3; i++)
    CHECK_CL(sem.release(semaphores[i]));
}

/* What is refused leaves the descriptor with the application. */
static void creation_errors(void) {
  int pipes[2], fd, closed;
  load_sync();
  cl_semaphore_khr semaphore = exportable();
  fd = fd_of(semaphore);
  closed = dup(fd);
  close(closed);
  CHECK(pipe(pipes) == 0);
  int before = open_descriptors();
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, EXPORTS, SYNC, 0, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, EXPORTS, 0x7777, 0, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_VALUE, BINARY, EXPORTS, OPAQUE, OPAQUE, 0, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, EXPORTS, OPAQUE, 0, EXPORTS, OPAQUE, 0, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_OPERATION, BINARY, EXPORTS, OPAQUE, 0, OPAQUE, AS_PROPERTY(fd), 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_OPERATION, BINARY, OPAQUE, AS_PROPERTY(fd), EXPORTS, OPAQUE, 0, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, OPAQUE, AS_PROPERTY(fd), OPAQUE, AS_PROPERTY(fd), 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, OPAQUE, AS_PROPERTY(fd), SYNC, AS_PROPERTY(-1), 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, OPAQUE, AS_PROPERTY(-1), 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, OPAQUE, AS_PROPERTY(closed), 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, OPAQUE, AS_PROPERTY(pipes[0]), 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, OPAQUE, (cl_semaphore_properties_khr)1 << 40 | (unsigned)fd, 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, SYNC, AS_PROPERTY(-2), 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_PROPERTY, BINARY, SYNC, AS_PROPERTY(pipes[0]), 0);
  CREATE_SEMAPHORE_GIVES(CL_INVALID_VALUE, OPAQUE, AS_PROPERTY(fd), 0);
  CHECK_EQ(open_descriptors(), before);
  CHECK(fcntl(fd, F_GETFD) >= 0);
  CHECK_CL(sem.release(imported(fd)));
  CHECK(fcntl(fd, F_GETFD) < 0);
  close(pipes[0]);
  close(pipes[1]);
  CHECK_CL(sem.release(semaphore));
}

static void export_errors(void) {
  size_t size = 0;
  int fd = -7;
  load();
  cl_semaphore_khr semaphore = exportable(), plain = binary_semaphore();
  CHECK_ERR(get_handle(NULL, test.device, OPAQUE, sizeof fd, &fd, &size), CL_INVALID_SEMAPHORE_KHR);
  CHECK_ERR(get_handle(semaphore, NULL, OPAQUE, sizeof fd, &fd, &size), CL_INVALID_DEVICE);
  CHECK_ERR(get_handle(semaphore, (cl_device_id)test.queue, OPAQUE, sizeof fd, &fd, &size), CL_INVALID_DEVICE);
  CHECK_ERR(get_handle(semaphore, test.device, SYNC, sizeof fd, &fd, &size), CL_INVALID_VALUE);
  CHECK_ERR(get_handle(plain, test.device, OPAQUE, sizeof fd, &fd, &size), CL_INVALID_VALUE);
  CHECK_ERR(get_handle(semaphore, test.device, OPAQUE, sizeof fd - 1, &fd, &size), CL_INVALID_VALUE);
  CHECK(fd == -7 && size == 0);
  CHECK_CL(get_handle(semaphore, test.device, OPAQUE, 0, NULL, &size));
  CHECK_EQ(size, sizeof fd);
  CHECK_CL(get_handle(semaphore, test.device, OPAQUE, 0, NULL, NULL));
  fd = fd_of(semaphore);
  CHECK(fcntl(fd, F_GETFD) & FD_CLOEXEC);
  close(fd);
  CHECK_CL(sem.release(semaphore));
  CHECK_CL(sem.release(plain));
}

/* Three semaphores in two contexts that are one. */
static void shared(void) {
  cl_int error;
  load();
  int before = open_descriptors();
  cl_semaphore_khr semaphores[3];
  cl_command_queue queues[3];
  cl_context context = test.context, other = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  semaphores[0] = exportable();
  semaphores[1] = imported(fd_of(semaphores[0]));
  test.context = other;
  semaphores[2] = imported(fd_of(semaphores[0]));
  test.context = context;
  for (int i = 0; i < 3; i++) {
    queues[i] = clCreateCommandQueueWithProperties(i == 2 ? other : context, test.device, NULL, &error);
    CHECK_CL(error);
  }
  for (int i = 0; i < 9; i++) {
    int from = i % 3, to = i / 3;
    cl_event waited;
    signal_one(queues[from], semaphores[from], NULL, NULL);
    CHECK_CL(clFinish(queues[from]));
    for (int n = 0; n < 3; n++)
      CHECK_EQ(payload_of(semaphores[n]), 1);
    wait_one(queues[to], semaphores[to], NULL, NULL);
    CHECK_CL(clFinish(queues[to]));
    for (int n = 0; n < 3; n++)
      CHECK_EQ(payload_of(semaphores[n]), 0);
    if (from == to)
      continue;
    wait_one(queues[to], semaphores[to], NULL, &waited);
    usleep(2000);
    CHECK(status_of(waited) > CL_COMPLETE);
    signal_one(queues[from], semaphores[from], NULL, NULL);
    CHECK_CL(clWaitForEvents(1, &waited));
    CHECK_EQ(payload_of(semaphores[from]), 0);
    CHECK_CL(clReleaseEvent(waited));
  }
  for (int i = 0; i < 3; i++) {
    CHECK_CL(clReleaseCommandQueue(queues[i]));
    CHECK_CL(sem.release(semaphores[i]));
  }
  CHECK_CL(clReleaseContext(other));
  CHECK(open_descriptors() <= before + 1); /* the thread that watches has one, from the first on */
}

/* A wait for several shared ones and a plain one, behind an event; each signal serves one wait. */
static void several(void) {
  enum { WAITS = 20 };
  load();
  cl_semaphore_khr first = exportable(), all[] = {first, imported(fd_of(first)), binary_semaphore(), exportable()};
  cl_command_queue queue = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_event gate = user_event(), waits[WAITS];
  CHECK_CL(sem.wait(queue, 4, all, NULL, 1, &gate, &waits[0]));
  signal_one(test.queue, all[3], NULL, NULL);
  CHECK_CL(clSetUserEventStatus(gate, CL_COMPLETE));
  signal_one(test.queue, all[2], NULL, NULL);
  for (int i = 0; i < 2; i++) { /* they are one, which is to be signalled twice */
    usleep(1000);
    CHECK(status_of(waits[0]) > CL_COMPLETE);
    signal_one(test.queue, all[i], NULL, NULL);
    CHECK_CL(clFinish(test.queue));
    for (int n = 0; n < 1000 && i == 0 && payload_of(first); n++)
      usleep(1000); /* until the wait has taken it */
  }
  CHECK_CL(clWaitForEvents(1, &waits[0]));
  CHECK_CL(clReleaseEvent(waits[0]));
  for (int i = 0; i < WAITS; i++)
    wait_one(queue, all[i % 2], NULL, &waits[i]);
  for (int i = 0; i < WAITS; i++) {
    int done = 0;
    CHECK_EQ(payload_of(first), 0);
    signal_one(test.queue, all[(i + 1) % 2], NULL, NULL);
    for (int n = 0; n < 1000 && done <= i; n++) {
      done = 0;
      for (int w = 0; w < WAITS; w++)
        done += status_of(waits[w]) == CL_COMPLETE;
      if (done <= i)
        usleep(1000);
    }
    CHECK_EQ(done, i + 1);
  }
  release_events(WAITS, waits);
  CHECK_CL(clReleaseEvent(gate));
  for (int i = 0; i < 4; i++)
    CHECK_CL(sem.release(all[i]));
  CHECK_CL(clReleaseCommandQueue(queue));
}

/* The callback of one wait blocks until another wait is over. */
static atomic_bool let_go;

static void CL_CALLBACK block(cl_event event, cl_int status, void *user) {
  while (!let_go)
    usleep(500);
}

static void callbacks_do_not_hinder(void) {
  load();
  cl_semaphore_khr semaphores[] = {exportable(), exportable()};
  cl_command_queue queue = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_event waits[2];
  let_go = false;
  for (int i = 0; i < 2; i++)
    wait_one(queue, semaphores[i], NULL, &waits[i]);
  CHECK_CL(clSetEventCallback(waits[0], CL_COMPLETE, block, NULL));
  for (int i = 0; i < 2; i++) {
    signal_one(test.queue, semaphores[i], NULL, NULL);
    CHECK_CL(clWaitForEvents(1, &waits[i]));
  }
  let_go = true;
  release_events(2, waits);
  for (int i = 0; i < 2; i++)
    CHECK_CL(sem.release(semaphores[i]));
  CHECK_CL(clReleaseCommandQueue(queue));
}

/* --- two processes --- */

enum { ROUNDS = 200 };

/* Waits for one semaphore and signals the other; both were inherited. */
static int run_child(const char *fds) {
  int mine, others;
  if (sscanf(fds, "%d,%d", &mine, &others) != 2)
    return 9;
  cl_platform_id platforms[8];
  cl_uint count = 0;
  char name[64];
  CHECK_CL(clGetPlatformIDs(8, platforms, &count));
  for (cl_uint i = 0; i < count; i++) {
    CHECK_CL(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL));
    if (strcmp(name, "Weft") == 0)
      test.platform = platforms[i];
  }
  CHECK_CL(clGetDeviceIDs(test.platform, CL_DEVICE_TYPE_CPU, 1, &test.device, NULL));
  cl_int error;
  test.context = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  test.queue = queue_with(0);
  load();
  cl_semaphore_khr semaphores[] = {imported(mine), imported(others)};
  for (int i = 0; i < ROUNDS; i++) {
    wait_one(test.queue, semaphores[0], NULL, NULL);
    signal_one(test.queue, semaphores[1], NULL, NULL);
  }
  CHECK_CL(clFinish(test.queue));
  CHECK_CL(sem.release(semaphores[0]));
  CHECK_CL(sem.release(semaphores[1]));
  CHECK_CL(clReleaseCommandQueue(test.queue));
  CHECK_CL(clReleaseContext(test.context));
  return 0;
}

static void between_processes(void) {
  int status;
  load();
  cl_semaphore_khr semaphores[] = {exportable(), exportable()};
  int fds[] = {fd_of(semaphores[0]), fd_of(semaphores[1])};
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    char text[64], *arguments[] = {"/proc/self/exe", NULL};
    for (int i = 0; i < 2; i++)
      fcntl(fds[i], F_SETFD, 0);
    snprintf(text, sizeof text, "%d,%d", fds[0], fds[1]);
    setenv("TEST_FDS", text, 1);
    execv(arguments[0], arguments);
    _exit(99);
  }
  for (int i = 0; i < 2; i++)
    close(fds[i]);
  cl_event last;
  for (int i = 0; i < ROUNDS; i++) {
    signal_one(test.queue, semaphores[0], NULL, NULL);
    wait_one(test.queue, semaphores[1], NULL, i == ROUNDS - 1 ? &last : NULL);
  }
  CHECK_CL(clWaitForEvents(1, &last));
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK_EQ(payload_of(semaphores[0]), 0);
  CHECK_EQ(payload_of(semaphores[1]), 0);
  CHECK_CL(clReleaseEvent(last));
  for (int i = 0; i < 2; i++)
    CHECK_CL(sem.release(semaphores[i]));
}

/* --- sync files --- */

static cl_semaphore_khr of_sync_file(int fd) {
  return semaphore_with((const cl_semaphore_properties_khr[]){BINARY, SYNC, AS_PROPERTY(fd), 0});
}

/* -1 stands for a sync file that is signalled already. */
static void signalled_sync_file(void) {
  load_sync();
  cl_semaphore_khr semaphore = of_sync_file(-1);
  cl_event waited;
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(payload_of(semaphore), 1);
    wait_one(test.queue, semaphore, NULL, NULL);
    CHECK_CL(clFinish(test.queue));
    CHECK_EQ(payload_of(semaphore), 0);
    /* From here on it is like any other. */
    signal_one(test.queue, semaphore, NULL, NULL);
    wait_one(test.queue, semaphore, NULL, NULL);
    CHECK_CL(clFinish(test.queue));
    CHECK_EQ(payload_of(semaphore), 0);
    CHECK_CL(reimport(semaphore, i % 2 ? (cl_properties[]){0} : NULL, -1));
  }
  wait_one(test.queue, semaphore, NULL, NULL);
  CHECK_CL(clFinish(test.queue));
  /* What waits already gets it. */
  wait_one(test.queue, semaphore, NULL, &waited);
  CHECK(status_of(waited) > CL_COMPLETE);
  CHECK_CL(reimport(semaphore, NULL, -1));
  CHECK_CL(clWaitForEvents(1, &waited));
  CHECK_EQ(payload_of(semaphore), 0);
  CHECK_CL(clReleaseEvent(waited));
  CHECK_CL(sem.release(semaphore));
}

static void sync_files(void) {
  load_sync();
  if (!test.is_weft)
    test_skip("the sync file is not a real one");
  for (int round = 0; round < 3; round++) {
    cl_event waited;
    int fd = make_sync_file(), signaller = dup(fd);
    cl_semaphore_khr semaphore = round ? of_sync_file(-1) : of_sync_file(fd);
    if (round == 2) {
      wait_one(test.queue, semaphore, NULL, NULL);
      wait_one(test.queue, semaphore, NULL, &waited);
    }
    if (round)
      CHECK_CL(reimport(semaphore, NULL, fd));
    CHECK_EQ(payload_of(semaphore), 0);
    if (round < 2)
      wait_one(test.queue, semaphore, NULL, &waited);
    usleep(2000);
    CHECK(status_of(waited) > CL_COMPLETE);
    CHECK(eventfd_write(signaller, 1) == 0);
    CHECK_CL(clWaitForEvents(1, &waited));
    CHECK(fcntl(fd, F_GETFD) < 0);
    CHECK_EQ(payload_of(semaphore), 0);
    close(signaller);
    /* One that nobody waits for goes with the semaphore, or with the next one. */
    fd = make_sync_file();
    CHECK_CL(reimport(semaphore, NULL, fd));
    CHECK(eventfd_write(fd, 1) == 0);
    CHECK_EQ(payload_of(semaphore), 1);
    if (round == 1)
      CHECK_CL(reimport(semaphore, NULL, -1));
    CHECK_CL(sem.release(semaphore));
    CHECK(fcntl(fd, F_GETFD) < 0);
    CHECK_CL(clReleaseEvent(waited));
  }
  fake_sync_file = -1;
}

static void reimport_errors(void) {
  int pipes[2];
  load_sync();
  CHECK(pipe(pipes) == 0);
  cl_semaphore_khr semaphore = of_sync_file(-1), others[] = {binary_semaphore(), exportable()};
  CHECK_ERR(reimport(NULL, NULL, -1), CL_INVALID_SEMAPHORE_KHR);
  for (int i = 0; i < 2; i++) {
    CHECK_ERR(reimport(others[i], NULL, -1), CL_INVALID_SEMAPHORE_KHR);
    CHECK_CL(sem.release(others[i]));
  }
  CHECK_ERR(reimport(semaphore, NULL, -2), CL_INVALID_VALUE);
  CHECK_ERR(reimport(semaphore, NULL, pipes[0]), CL_INVALID_VALUE);
  CHECK_ERR(reimport(semaphore, (cl_properties[]){1, 1, 0}, -1), CL_INVALID_VALUE);
  CHECK_EQ(payload_of(semaphore), 1);
  CHECK_CL(sem.release(semaphore));
  close(pipes[0]);
  close(pipes[1]);
}

static const struct test_case cases[] = {
    {"queries", queries},
    {"creation_errors", creation_errors},
    {"export_errors", export_errors},
    {"shared", shared},
    {"several", several},
    {"callbacks_do_not_hinder", callbacks_do_not_hinder},
    {"between_processes", between_processes},
    {"signalled_sync_file", signalled_sync_file},
    {"sync_files", sync_files},
    {"reimport_errors", reimport_errors},
};

int main(int argc, char **argv) {
  const char *fds = getenv("TEST_FDS");
  return fds ? run_child(fds) : test_run(argc, argv, cases, TEST_COUNT(cases));
}
