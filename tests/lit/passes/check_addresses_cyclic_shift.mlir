// REQUIRES: z3
// RUN: layoutc %s --passes='lower-addressing,check-addresses{smt=true}' --verify-diagnostics --emit=none
// RUN: layoutc %s --passes='lower-addressing,simplify-index,check-addresses{smt=true}' --verify-diagnostics --emit=none

// Too many indices to enumerate: all of them are proven, so no remark reports samples.
layout.descriptor @rings {
  %m, %n = layout.packed [30000, 4096]
  %i = layout.cyclic_shift %m by -7
  %p = layout.pad %n low 8 high 24
  %j = layout.cyclic_shift %p by 100
  layout.yield %i, %j
}
layout.address @offset of @rings
