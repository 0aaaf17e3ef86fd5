// RUN: layoutc %s | FileCheck %s

// Unknown ops are preserved: properties, regions, successors, resources.

// CHECK: %conv1:2, %other = "acme.conv"() <{kind = 7 : i64}> {note = "\00\FF"} : () -> (i32, i32, f32)
%conv1:2, %other = "acme.conv"() <{kind = 7}> {note = "\00\FF"} : () -> (i32, i32, f32)
// CHECK-NEXT: "acme.loop"(%conv1#1) ({
// CHECK-NEXT: ^entry(%i: index):
// CHECK-NEXT: "acme.jump"(%i)[^exit] : (index) -> ()
// CHECK-NEXT: ^exit:
// CHECK-NEXT: "acme.done"() : () -> ()
// CHECK-NEXT: }) {blob = dense_resource<weights> : tensor<4xi8>, t = !acme.any<"thing", [1, {}]>} : (i32) -> ()
"acme.loop"(%conv1#1) ({
^entry(%i: index):
  "acme.jump"(%i)[^exit] : (index) -> ()
^exit:
  "acme.done"() : () -> ()
}) {blob = dense_resource<weights> : tensor<4xi8>, t = !acme.any<"thing", [1, {}]>} : (i32) -> ()

// A type of another dialect with the same name, which is neither a layout type nor a misspelled one.
// CHECK: "acme.permute"(%p) <{order = [2, 0, 1]}> : (!layout.t<[2,3,4], f32>) -> !layout.t<[2,3,4], f32>
%p = "acme.make"() : () -> !layout.t<[2,3,4], f32>
%q = "acme.permute"(%p) <{order = [2, 0, 1]}> : (!layout.t<[2,3,4], f32>) -> !layout.t<[2,3,4], f32>

// CHECK: weights: "0x0400000001020304"
{-#
  dialect_resources: {
    builtin: {
      weights: "0x0400000001020304"
    }
  }
#-}
