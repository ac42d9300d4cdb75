// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code generation turns conversions of half that the processor lacks into calls of the compiler run-time library.
// Kernels have none: they carry these three functions, under the names and calling conventions that the calls expect.
#include "compiler/library/link.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

using namespace llvm;

namespace weft {

static const char Functions[] = R"(
; Normal numbers move their exponent; subnormal ones are aligned by a floating-point subtraction, which is exact.
define weak_odr hidden float @__extendhfsf2(half %h) {
  %b = bitcast half %h to i16
  %w = zext i16 %b to i32
  %s = and i32 %w, 32768
  %sign = shl i32 %s, 16
  %m = and i32 %w, 32767
  %t = shl i32 %m, 13
  %norm = add i32 %t, 939524096
  %special = add i32 %t, 1879048192
  %d = add i32 %t, 947912704
  %df = bitcast i32 %d to float
  %ds = fsub float %df, 0x3F10000000000000
  %sub = bitcast float %ds to i32
  %isspecial = icmp uge i32 %m, 31744
  %issub = icmp ult i32 %m, 1024
  %r0 = select i1 %issub, i32 %sub, i32 %norm
  %r1 = select i1 %isspecial, i32 %special, i32 %r0
  %r = or i32 %r1, %sign
  %f = bitcast i32 %r to float
  ret float %f
}

; To nearest, ties to even. Subnormal results are rounded by adding 0.5, whose last place is half's smallest number.
define weak_odr hidden half @__truncsfhf2(float %f) {
  %x = bitcast float %f to i32
  %hi = lshr i32 %x, 16
  %sign = and i32 %hi, 32768
  %a = and i32 %x, 2147483647
  %af = bitcast i32 %a to float
  %sf = fadd float %af, 5.000000e-01
  %si = bitcast float %sf to i32
  %sub = sub i32 %si, 1056964608
  %sh = lshr i32 %a, 13
  %odd = and i32 %sh, 1
  %n0 = add i32 %a, -939520001
  %n1 = add i32 %n0, %odd
  %norm = lshr i32 %n1, 13
  %payload = and i32 %sh, 511
  %quiet = or i32 %payload, 32256
  %isnan = icmp ugt i32 %a, 2139095040
  %big = select i1 %isnan, i32 %quiet, i32 31744
  %issub = icmp ult i32 %a, 947912704
  %isbig = icmp uge i32 %a, 1199570944
  %r0 = select i1 %issub, i32 %sub, i32 %norm
  %r1 = select i1 %isbig, i32 %big, i32 %r0
  %r = or i32 %r1, %sign
  %t = trunc i32 %r to i16
  %h = bitcast i16 %t to half
  ret half %h
}

; Through float rounded to odd, so that the second rounding is the only one that counts.
define weak_odr hidden half @__truncdfhf2(double %d) {
  %f = fptrunc double %d to float
  %back = fpext float %f to double
  %ad = call double @llvm.fabs.f64(double %d)
  %ab = call double @llvm.fabs.f64(double %back)
  %over = fcmp ogt double %ab, %ad
  %inexact = fcmp one double %ab, %ad
  %b = bitcast float %f to i32
  %less = sext i1 %over to i32
  %b1 = add i32 %b, %less
  %o = zext i1 %inexact to i32
  %b2 = or i32 %b1, %o
  %odd = bitcast i32 %b2 to float
  %h = call half @__truncsfhf2(float %odd)
  ret half %h
}
declare double @llvm.fabs.f64(double)
)";

static bool usesType(const Module &M, Type::TypeID Wanted) {
  auto Is = [&](const Value &V) { return V.getType()->getScalarType()->getTypeID() == Wanted; };
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (Is(I) || any_of(I.operands(), [&](const Use &Operand) { return Is(*Operand); }))
        return true;
  return false;
}

/// Processors with F16C convert between half and float themselves: only what comes from double needs a function.
static bool needsSupport(const Module &M, const TargetMachine &TM) {
  if (!TM.getTargetTriple().isX86() || !usesType(M, Type::HalfTyID))
    return false;
  return !TM.getMCSubtargetInfo()->checkFeatures("+f16c") || usesType(M, Type::DoubleTyID);
}

void addHalfSupport(Module &M, const TargetMachine &TM) {
  if (!needsSupport(M, TM))
    return;
  SMDiagnostic Problem;
  std::unique_ptr<Module> Support = parseAssemblyString(Functions, Problem, M.getContext());
  if (!Support)
    report_fatal_error("half support does not parse");
  Support->setDataLayout(M.getDataLayout());
  Support->setTargetTriple(M.getTargetTriple());
  for (Function &F : *Support)
    if (!F.isDeclaration()) {
      F.addFnAttr(Attribute::NoUnwind);
      F.addFnAttr("target-cpu", TM.getTargetCPU());
      F.addFnAttr("target-features", TM.getTargetFeatureString());
    }
  if (Linker::linkModules(M, std::move(Support)))
    report_fatal_error("half support does not link");
  SmallVector<GlobalValue *, 3> Kept;
  for (const char *Name : {"__extendhfsf2", "__truncsfhf2", "__truncdfhf2"})
    Kept.push_back(M.getFunction(Name));
  appendToCompilerUsed(M, Kept);
}

} // namespace weft
