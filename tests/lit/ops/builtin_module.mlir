// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

// Top-level ops without a module are wrapped in one; modules nest, with or without a name.
// CHECK: module {
// CHECK-NEXT: module @inner attributes {my.key = 1 : i32} {
// CHECK-NEXT: "test.op"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: module {
// CHECK-NEXT: }
// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "builtin.module"() ({
// GENERIC: }) {my.key = 1 : i32, sym_name = "inner"} : () -> ()
module @inner attributes {my.key = 1 : i32} {
  "test.op"() : () -> ()
}
"builtin.module"() ({
^bb0:
}) : () -> ()
