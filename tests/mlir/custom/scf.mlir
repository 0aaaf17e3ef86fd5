// Loops, conditions and regions.
func.func @scf(%lb: index, %ub: index, %s: index, %f: f32, %c: i1, %t: tensor<4xf32>, %i32: i32) -> f32 {
  %0 = scf.for %i = %lb to %ub step %s iter_args(%x = %f) -> (f32) {
    scf.yield %x : f32
  } {k = 1}
  scf.for %i = %lb to %ub step %s {
  }
  scf.for %i = %i32 to %i32 step %i32 : i32 {
    %1 = scf.if %c -> (f32) { scf.yield %f : f32 } else { scf.yield %f : f32 } {a}
    scf.if %c { }
    scf.if %c { func.call @v() : () -> () } else { }
  }
  %w:2 = scf.while (%a = %f, %b = %lb) : (f32, index) -> (f32, index) {
    scf.condition(%c) {z} %a, %b : f32, index
  } do {
  ^bb0(%a: f32, %b: index):
    scf.yield %a, %b : f32, index
  } attributes {k}
  scf.while : () -> () { scf.condition(%c) } do { scf.yield }
  %fa = scf.forall (%i, %j) in (%ub, 4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  scf.forall (%i) = (0) to (%ub) step (2) { }
  scf.forall (%i) in (8) { scf.forall.in_parallel { } }
  %p = scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%s, %s) init (%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }
  } {pp}
  scf.parallel (%i) = (%lb) to (%ub) step (%s) { }
  scf.parallel (%i) = (%lb) to (%ub) step (%s) { scf.reduce }
  %sw = scf.index_switch %lb {k} -> f32
  case 2 { scf.yield %f : f32 }
  case -5 { scf.yield %f : f32 }
  default { scf.yield %f : f32 }
  scf.index_switch %lb default { }
  %er = scf.execute_region -> f32 {
    cf.br ^bb1
  ^bb1:
    scf.yield %f : f32
  } {k}
  scf.execute_region { scf.yield }
  return %0 : f32
}
func.func private @v()
// -----
// Loops that carry more than one value, and the groups of their results.
func.func @carried(%n: index, %a: f32, %b: tensor<4xf32>) -> (f32, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (f32, tensor<4xf32>) {
    %c = arith.cmpi eq, %i, %c0 : index
    %p, %q = scf.if %c -> (f32, tensor<4xf32>) {
      scf.yield %x, %y : f32, tensor<4xf32>
    } else {
      scf.yield %a, %b : f32, tensor<4xf32>
    }
    scf.yield %p, %q : f32, tensor<4xf32>
  }
  return %r#0, %r#1 : f32, tensor<4xf32>
}
// -----
// Two reductions in one loop.
func.func @reductions(%n: index, %a: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a, %a) -> (f32, f32) {
    scf.reduce(%a, %a : f32, f32) {
    ^bb0(%x: f32, %y: f32):
      %sum = arith.addf %x, %y : f32
      scf.reduce.return %sum : f32
    }, {
    ^bb0(%x: f32, %y: f32):
      %product = arith.mulf %x, %y : f32
      scf.reduce.return %product : f32
    }
  }
  return %r#0, %r#1 : f32, f32
}
// -----
// A cascade of conditions, and a while loop without values.
func.func @nested(%a: index, %c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
  ^bb0:
    scf.if %c {
      scf.if %c {
      } else {
        scf.yield
      }
    }
    scf.yield
  }
  scf.index_switch %a
  case 1 {
    scf.yield
  }
  default {
  }
  %0:2 = scf.index_switch %a {k} -> index, i1
  default {
    scf.yield %a, %c : index, i1
  }
  return
}
