// RUN: layoutc %s --passes=resolve-strides,lower-addressing,check-addresses -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t

// Rows of a dynamic number have a plan if they are whole bytes. Otherwise the remark states both reasons.

// CHECK: layout.kernel @reorder_whole_y {plan = {{.*}} : (tensor<?x16xi4>) ->
func.func @whole(%x: tensor<?x16xi4>) -> tensor<?x16xi4, {order = #layout.order<NC>}> {
  %y = layout.reorder %x : tensor<?x16xi4> -> tensor<?x16xi4, {order = #layout.order<NC>}>
  return %y : tensor<?x16xi4, {order = #layout.order<NC>}>
}

// CHECK-NOT: layout.kernel
// REMARK: remark[L0405]: no kernel for this `layout.reorder`: the length of d0 is dynamic, so the number of slots is unknown
// REMARK: = note: there is no plan of loops either: an element has 4 bits, which is not a number of whole bytes
func.func @partial(%x: tensor<?x5xi4>) -> tensor<?x5xi4, {order = #layout.order<NC>}> {
  %y = layout.reorder %x : tensor<?x5xi4> -> tensor<?x5xi4, {order = #layout.order<NC>}>
  return %y : tensor<?x5xi4, {order = #layout.order<NC>}>
}
