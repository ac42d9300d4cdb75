// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private variables: room for all lanes of all parts in one variable of the packet. Lane I of part P is the packet's
// lane P * Lanes + I.

#include "compiler/spmd/packet/packetiser.h"

using namespace llvm;

namespace weft::spmd {

uint64_t privateBytes(const Function &Item) {
  const DataLayout &DL = Item.getDataLayout();
  uint64_t Bytes = 0;
  for (const Instruction &I : Item.getEntryBlock())
    if (const auto *A = dyn_cast<AllocaInst>(&I))
      if (std::optional<TypeSize> Size = A->getAllocationSize(DL))
        Bytes += alignTo(std::max<uint64_t>(Size->getFixedValue(), 1), A->getAlign());
  return Bytes;
}

bool Packetiser::emitAlloca(AllocaInst &A) {
  const PrivateVariable *Variable = S.privateVariable(&A);
  if (!Variable)
    return refuse("a private variable of no fixed size");
  uint64_t Lanes = uint64_t(Plan.Lanes) * Plan.Parts;
  PrivateBytes += Variable->Bytes * Lanes;
  if (PrivateBytes > MostPrivateBytes)
    return refuse("too much private memory");
  IRBuilder<> At(Setup->getTerminator());
  AllocaInst *Storage = At.CreateAlloca(ArrayType::get(At.getInt8Ty(), Variable->Bytes * Lanes), A.getAddressSpace(),
                                        nullptr, A.getName());
  if (Variable->Element)
    Storage->setAlignment(
        std::max(A.getAlign(), Align(std::min<uint64_t>(PowerOf2Ceil(Variable->Element * Plan.Lanes), 64))));
  else
    Storage->setAlignment(A.getAlign());
  Forms Room;
  for (unsigned P = 0, N = scalarParts(&A); P < N; ++P)
    Room.Scalar[P] = addStride(At, Storage, S.of(&A).Stride * int64_t(P * Plan.Lanes));
  Values[&A] = Room;
  return true;
}

} // namespace weft::spmd
