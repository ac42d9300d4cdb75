/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An application with an LLVM of its own, of any version: MCJIT by the C interface, which all versions have alike. */
#include "tests/loader/neighbour_llvm.h"

#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/Target.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static void start(void) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMLinkInMCJIT();
}

int neighbour_run(LLVMModuleRef module, int value) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
  LLVMExecutionEngineRef engine;
  char *message = NULL;
  if (LLVMCreateExecutionEngineForModule(&engine, module, &message)) {
    fprintf(stderr, "the application's LLVM: %s\n", message);
    LLVMDisposeMessage(message);
    return -1;
  }
  int (*function)(int) = (int (*)(int))(uintptr_t)LLVMGetFunctionAddress(engine, "f");
  int result = function ? function(value) : -1;
  LLVMDisposeExecutionEngine(engine);
  return result;
}

#ifndef WEFT_TEST_CLANG
#include "tests/loader/neighbour.h"

int neighbour_multiply(int value, int factor) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("neighbour", context);
  LLVMTypeRef number = LLVMInt32TypeInContext(context);
  LLVMValueRef function = LLVMAddFunction(module, "f", LLVMFunctionType(number, &number, 1, 0));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  LLVMValueRef by = LLVMConstInt(number, (unsigned long long)factor, 1);
  LLVMBuildRet(builder, LLVMBuildMul(builder, LLVMGetParam(function, 0), by, "product"));
  LLVMDisposeBuilder(builder);
  int result = neighbour_run(module, value);
  LLVMContextDispose(context);
  return result;
}
#endif
