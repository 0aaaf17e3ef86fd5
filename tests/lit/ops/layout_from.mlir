// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// The source of `layout.from` can be defined later.
// CHECK: %a:3 = layout.from @base
// GENERIC: %a:3 = "layout.from"() {of = @base} : () -> (!layout.dim<5>, !layout.dim<4>, !layout.dim<3>)
layout.descriptor @plane {
  %a:3 = layout.from @base
  layout.freeze %a#1 at 2
  layout.yield %a#2, %a#0
}
layout.descriptor @base {
  %m:3 = layout.packed [5, 4, 3]
  %i = layout.pass_through %m#0
  %j = layout.pass_through %m#1
  %k = layout.pass_through %m#2
  layout.yield %i, %j, %k
}

// The logical dims of a tensor; the outermost may be dynamic.
// CHECK: %b, %c = layout.from @rows
// GENERIC: %b, %c = "layout.from"() {of = @rows} : () -> (!layout.dim<?>, !layout.dim<6>)
layout.tensor @rows : tensor<?x6xf32>
layout.descriptor @split_rows {
  %b, %c = layout.from @rows
  %e, %f = layout.unmerge %c into [2, 3]
  layout.yield %b, %e, %f
}
