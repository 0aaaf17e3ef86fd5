// RUN: not layoutc %s --passes='resolve-strides{certificate=%t.folder}' --emit=none 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --input-file=%t.folder/strides.0.smt2

layout.tensor @x : tensor<4x3xi8, {reqs = #layout.reqs<m0: fixed<8 bytes>, m0: aligned<3 bytes>>}>
// ERROR: conflicting stride requirements

// CHECK:      ; conflicting stride requirements on `@x`:
// CHECK-NEXT: ; The first query is unsatisfiable. All others are satisfiable.
// CHECK-NEXT: (set-logic QF_LIA)
// CHECK-NEXT: (declare-const s0 Int) ; the stride of m0 in elements
// CHECK:      (assert (! (>= s0 1) :named least_0))
// CHECK:      (assert (! (= (* 8 s0) 64) :named core_
// CHECK:      (check-sat)
// CHECK:      ; without core_0
// CHECK:      (set-info :status sat)
