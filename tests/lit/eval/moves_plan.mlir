// How to move values between placements: registers, rounds of shuffles, shared memory, collectives.

// RUN: layoutc eval %s --moves @rows,@columns --plan --elem=f32 | FileCheck %s --check-prefix=LANES
// RUN: layoutc eval %s --moves @rows,@rows --plan | FileCheck %s --check-prefix=NOTHING
// RUN: layoutc eval %s --moves @rows,@warps --plan --elem=f32 | FileCheck %s --check-prefix=SHARED
// RUN: layoutc eval %s --moves @rows,@warps --plan --diagnostics=short 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: layoutc eval %s --moves @shards,@whole --plan | FileCheck %s --check-prefix=GATHER
// RUN: layoutc eval %s --moves @parts,@shards --plan | FileCheck %s --check-prefix=SCATTER
// RUN: layoutc eval %s --moves @sharded_rows,@sharded --plan | FileCheck %s --check-prefix=LOCAL
// RUN: layoutc eval %s --moves @sharded,@sharded_rows --plan | FileCheck %s --check-prefix=ONE_AXIS
// RUN: not layoutc eval %s --of @rows --plan 2>&1 | FileCheck %s --check-prefix=ALONE

// LANES: "class":"lane","slots":{"none":2,"register":2,"lane":28},"bytes":120,"plan":{"how":"shuffles","rounds":4,"registers":[4,4],"lanes":8,
// NOTHING: "class":"none","slots":{"none":32},"bytes":null,"plan":{"how":"nothing"}}
// SHARED: "class":"warp",
// SHARED-SAME: "plan":{"how":"shared","slots":32,"bytes":128,
// SHARED-SAME: "stores":{"vector":4,"count":1,"conflicts":0},"loads":{"vector":1,"count":1,"conflicts":0}}
// UNKNOWN: remark[L0604]: no plan for the moves from `@rows` to `@warps`: the size of an element is unknown, which banks depend on
// UNKNOWN: "plan":null}
// GATHER: "plan":{"how":"collectives","steps":[{"axis":"x","collective":"all-gather"}]}}
// SCATTER: "plan":{"how":"collectives","steps":[{"axis":"x","collective":"reduce-scatter"}]}}
// An axis on which all shards stay has no collective, and a move inside of a shard has none at all.
// LOCAL: "class":"m",
// LOCAL-SAME: "plan":{"how":"memory"}}
// ONE_AXIS: "class":"y",
// ONE_AXIS-SAME: "plan":{"how":"collectives","steps":[{"axis":"y","collective":"all-gather"}]}}
// ALONE: `--plan` needs `--moves SYMBOL,SYMBOL`
layout.descriptor @rows {
  %r, %l = layout.axes [register: 4, lane: 8]
  %l1, %l0 = layout.unmerge %l into [4, 2]
  %j = layout.merge %l0, %r
  %i = layout.pass_through %l1
  layout.yield %i, %j
}
layout.descriptor @columns {
  %r, %l = layout.axes [register: 4, lane: 8]
  %i = layout.pass_through %r
  %j = layout.pass_through %l
  layout.yield %i, %j
}
layout.descriptor @warps {
  %w, %l = layout.axes [warp: 4, lane: 8]
  %i = layout.pass_through %w
  %j = layout.pass_through %l
  layout.yield %i, %j
}
layout.descriptor @shards {
  %x, %m = layout.axes [x: 4, m: 8]
  %i = layout.pass_through %x
  %j = layout.pass_through %m
  layout.yield %i, %j
}
layout.descriptor @whole {
  %x, %m, %n = layout.strided [4, 4, 8] strides [1@x, 8, 1]
  layout.copies %x
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.descriptor @parts {
  %x, %m, %n = layout.strided [4, 4, 8] strides [1@x, 8, 1]
  layout.partial %x by add
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.notation @sharded_rows "mesh:[x=2,y=2] P('x',None)[8,8]"
layout.notation @sharded "mesh:[x=2,y=2] P('x','y')[8,8]"
