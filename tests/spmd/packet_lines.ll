; A packet's code keeps its lines: the item's scopes, inlined into a subprogram of the packet's own. A loop's metadata
; names no lines of the item (the verifier would object).
; PASSES: spmd-packetise

; CHECK-LABEL: define {{.*}}@item.packet.4.1.0(
; CHECK-SAME: !dbg ![[PACKET:[0-9]+]]
; CHECK: load <4 x i32>, ptr %{{.*}}, !dbg ![[LOAD:[0-9]+]]
; CHECK: br i1 {{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: ![[PACKET]] = distinct !DISubprogram(name: "item"
; CHECK: ![[AT:[0-9]+]] = distinct !DILocation(line: 2, scope: ![[PACKET]])
; CHECK: ![[LOAD]] = !DILocation(line: 3, column: 5, scope: ![[ITEM:[0-9]+]], inlinedAt: ![[AT]])
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], !{{[0-9]+}}}

define void @item(i64 "weft.item.id"="x" %x, ptr %p, i64 %n) "weft.plan"="4,1,0" !dbg !4 {
entry:
  br label %loop, !dbg !6
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ], !dbg !6
  %i = add i64 %x, %k, !dbg !6
  %q = getelementptr inbounds i32, ptr %p, i64 %i, !dbg !7
  %v = load i32, ptr %q, align 4, !dbg !7
  %r = add i32 %v, 1, !dbg !7
  store i32 %r, ptr %q, align 4, !dbg !7
  %k1 = add i64 %k, 1, !dbg !6
  %more = icmp ult i64 %k1, %n, !dbg !6
  br i1 %more, label %loop, label %done, !dbg !6, !llvm.loop !8
done:
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "item.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "item", file: !1, line: 2, scopeLine: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 2, column: 1, scope: !4)
!7 = !DILocation(line: 3, column: 5, scope: !4)
!8 = distinct !{!8, !6, !9}
!9 = !{!"llvm.loop.mustprogress"}
