// RUN: layoutc draw %s --of @mma_c | FileCheck %s --check-prefix=GRID --match-full-lines --strict-whitespace
// RUN: layoutc draw %s --of @mma_c --view=slots | FileCheck %s --check-prefix=SLOTS --match-full-lines --strict-whitespace
// RUN: layoutc draw %s --of @mma_c --as=svg --shade=register | FileCheck %s --check-prefix=SVG
// RUN: layoutc draw %s --of @copied --as=html | FileCheck %s --check-prefix=HTML
// RUN: layoutc draw --layout=atom:wgmma.m64n256k16.f16.C --view=slots | FileCheck %s --check-prefix=CUT
// RUN: not layoutc draw %s --of @mma_c --view=strip 2>&1 | FileCheck %s --check-prefix=STRIP
// RUN: not layoutc draw %s --of @mma_c --shade=bank 2>&1 | FileCheck %s --check-prefix=BANK
// RUN: not layoutc draw %s --of @mma_c --shade=lane --access=d0 2>&1 | FileCheck %s --check-prefix=ACCESS

// GRID:@mma_c
// GRID-NEXT:  shape [16, 8]
// GRID-NEXT:  axes lane below 32, register below 4
// GRID-NEXT:  128 of 128 slots hold an index
// GRID-EMPTY:
// GRID-NEXT:d0\d1       0      1      2      3      4      5      6      7
// GRID-NEXT:    0   T0:R0  T0:R1  T1:R0  T1:R1  T2:R0  T2:R1  T3:R0  T3:R1
// GRID:    9   T4:R2  T4:R3  T5:R2  T5:R3  T6:R2  T6:R3  T7:R2  T7:R3
// SLOTS:lane\register     0    1    2    3
// SLOTS-NEXT:            0   0,0  0,1  8,0  8,1
// SVG: <g class="cell t3" data-index="9,3" data-slot="lane=5,register=3"><title>index (9,3), lane=5,register=3</title>
layout.descriptor @mma_c {
  %lane, %reg = layout.axes [lane: 32, register: 4]
  %g, %t = layout.unmerge %lane into [8, 4]
  %h, %p = layout.unmerge %reg into [2, 2]
  %i = layout.merge %h, %g
  %j = layout.merge %t, %p
  layout.yield %i, %j
}

// HTML: data-index="3" data-slot="warp=0,lane=3"><title>index (3), warp=0,lane=3; warp=1,lane=3</title>
layout.descriptor @copied {
  %lane, %warp = layout.axes [lane: 8, warp: 2]
  layout.copies %warp
  %i = layout.pass_through %lane
  layout.yield %i
}

// CUT: cut: lane to 16 of 32, register to 16 of 128
// STRIP: error[L0604]: the view `strip` shows memory, but `@mma_c` is a placement on the axes `register`, `lane`
// STRIP: note: use the view `grid` or `slots`
// BANK: error[L0604]: the shade `bank` shows memory, but this is a placement on axes
// ACCESS: error[L0604]: `@mma_c` is a placement, whose lanes are those of its axis
