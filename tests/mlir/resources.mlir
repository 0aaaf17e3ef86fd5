// Resources: a tensor whose bytes are at the end of the file.
"t.op"() {a = dense_resource<blob> : tensor<2xi32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}
// -----
// Resources: several, of several types.
"t.op"() {a = dense_resource<x1> : tensor<2xi8>, b = dense_resource<y_2.z$> : vector<2xf32>, c = [dense_resource<x1> : tensor<1xi16>]} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      x1: "0x01000000AABB",
      y_2.z$: "0x080000000000803F00000040"
    }
  }
#-}
// -----
// Resources: at the start of the file.
{-#
  dialect_resources: { builtin: { w: "0x0400000001000000" } }
#-}
"t.op"() {a = dense_resource<w> : tensor<1xi32>} : () -> ()
// -----
// Resources: between ops, on one line.
"t.op"() {a = dense_resource<w> : tensor<1xi32>} : () -> ()
{-# dialect_resources: {builtin: {w: "0x0400000001000000"}} #-}
"t.op"() {b = dense_resource<w> : tensor<1xf32>} : () -> ()
// -----
// Resources: a name without bytes.
"t.op"() {a = dense_resource<nowhere> : tensor<2xi32>} : () -> ()
// -----
// Resources: external ones of every kind.
"t.op"() : () -> ()
{-#
  external_resources: {
    tool: {
      flag: true,
      off: false,
      text: "with \"escapes\"\0A",
      bytes: "0x08000000AABBCC"
    }
  }
#-}
// -----
// Resources: both sections.
"t.op"() {a = dense_resource<w> : tensor<1xi32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      w: "0x0400000001000000"
    }
  },
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(canonicalize)",
      disable_threading: false,
      verify_each: true
    }
  }
#-}
// -----
// Resources: an empty section.
"t.op"() : () -> ()
{-# #-}
// -----
// Resources: after the aliases of locations.
"t.op"() {a = dense_resource<w> : tensor<1xi32>} : () -> () loc(#l)
#l = loc("late")
{-#
  dialect_resources: {
    builtin: {
      w: "0x0400000001000000"
    }
  }
#-}
// -----
// Resources: names that are keywords, elided data, shapes that are not static.
"t.op"() {a = dense_resource<true> : tensor<1xi8>, b = dense_resource<__elided__> : tensor<4xf32>, c = dense_resource<x> : tensor<?xi32>, d = dense_resource<i32> : memref<2xi32>} : () -> ()
