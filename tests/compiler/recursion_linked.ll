; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; WEFTC: --emit=linked
; FAILS
; A cycle that comes by the link, or in a module that is no source: functions are named as the program does, and the
; line is told where there is debug information.
; CHECK: part.cl:7:10: error: function 'even' calls itself through 'odd'; OpenCL does not support recursion
target triple = "spir64-unknown-unknown"

define spir_func i32 @_Z4eveni(i32 %n) !dbg !4 {
  %r = call spir_func i32 @_Z3oddi(i32 %n), !dbg !5
  ret i32 %r
}

define spir_func i32 @_Z3oddi(i32 %n) {
  %r = call spir_func i32 @_Z4eveni(i32 %n)
  ret i32 %r
}

define spir_kernel void @k(ptr addrspace(1) %out) {
  %r = call spir_func i32 @_Z4eveni(i32 1)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "part.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "even", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, column: 10, scope: !4)
