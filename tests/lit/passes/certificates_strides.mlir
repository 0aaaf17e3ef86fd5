// RUN: rm -rf %t && not layoutc %s --passes='resolve-strides{certificate=%t}' --emit=none
// RUN: FileCheck %s < %t/strides.0.smt2

layout.tensor @x : tensor<4x3xi8, {reqs = #layout.reqs<m0: fixed<8 bytes>, m0: aligned<3 bytes>>}>

// CHECK:      ; conflicting stride requirements on `@x`:
// CHECK-NEXT: ; The first query is unsatisfiable. All others are satisfiable.
// CHECK-NEXT: (set-logic QF_LIA)
// CHECK-NEXT: (declare-const s0 Int) ; the stride of m0 in elements
// CHECK:      (assert (! (>= s0 1) :named least_0))
// CHECK:      (assert (! (= (* 8 s0) 64) :named core_
// CHECK:      (check-sat)
// CHECK:      ; without core_0
// CHECK:      (set-info :status sat)
