// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file
// RUN: not layoutc %s --split-input-file 2>&1 | FileCheck %s

// An unclosed bracket is reported at the first token that cannot be inside it, and its opening is labeled.

// If a comma is missing, the bracket is closed and has no label.
// CHECK: found `%x`
// CHECK-NOT: is not closed
// expected-error@+1 [L0101] {{expected `)` or `,` in a list of operands, found `%x`}}
"comma"(%x %x) : (i32, i32) -> ()

// -----

// CHECK: found `{`
// CHECK: func.func @arguments(
// CHECK: this `(` is not closed
// expected-error@+1 [L0101] {{expected `)` or `,` in a list of arguments, found `{`}}
func.func @arguments(%x: tensor<4xf32> {
  return
}

// The body of an invalid function is parsed, and so are the ops after it.
// expected-error@+1 [L0101] {{expected `)` or `,` in a list of arguments, found `{`}}
func.func @body(%x: i32 {
  // expected-error@+1 [L0201] {{value `%y` is not defined}}
  "a"(%y) : (i32) -> ()
}

// expected-error@+1 [L0101] {{expected `)` or `,` in a list of arguments, found `{`}}
func.func @empty_body(%x: i32 {}

// expected-error@+1 [L0101] {{expected `)` or `,` in a list of arguments, found `{`}}
func.func @types_alone(i32 {
^bb0(%x: i32):
  return
}

// expected-error@+1 [L0101] {{expected a value such as `%0`, found `{`}}
func.func @one_more_argument(%x: tensor<4xf32>, {
  return
}

// expected-error@+1 [L0101] {{expected `)` or `,` in a list of results, found `{`}}
func.func @results(%x: i32) -> (i32 {
  %y = "a"() : () -> i32
  return %y : i32
}

// expected-error@+1 [L0101] {{expected `}` or `,` in a dictionary, found `{`}}
func.func @attributes() attributes {a = 1 {
  return
}

// expected-error@+1 [L0101] {{expected `>` after the parts of `tensor`, found `)`}}
func.func @type(%x: tensor<4xf32) -> i32 {
  return
}

// -----

"region"() ({
  "inside"() : () -> ()
// CHECK: found `:`
// CHECK: "region"() ({
// CHECK: this `(` is not closed
// expected-error@+1 [L0101] {{expected `)` or `,` in a list of regions, found `:`}}
} : () -> ()

"label"() ({
// expected-error@+1 [L0101] {{expected `)` or `,` in a list of block arguments, found `:`}}
^bb0(%x: i32, %y: i32:
  "inside"(%x, %y) : (i32, i32) -> ()
}) : () -> ()

// CHECK: unmatched `]`
// CHECK: this `(` is not closed
// expected-error@+1 [L0101] {{unmatched `]`}}
"foreign"() : () -> !d.t<i32, (a]>

// -----

// Dictionaries of arguments and results.
func.func private @dictionaries(%x: i32 {}, %y: i32 {} loc(unknown), %z: i32 {"a\"b"}, %w: i32 {a.b, c}) -> (i32 {x}, i32 {"y" = 1})

// expected-error@+1 [L0101] {{expected `}` or `,` in a dictionary, found `:`}}
func.func private @colon(%x: i32 {a: 1})
// expected-error@+1 [L0101] {{expected the name of an attribute, found `1`}}
func.func private @key(%x: i32 {1})
// expected-error@+1 [L0101] {{expected the name of an attribute, found `%y`}}
func.func private @dictionary(%x: i32 {a = 1, %y: i32)

// -----

// expected-error@+1 [L0101] {{expected `)` or `,` in a list of operands, found `:`}}
"operands"(%x : (i32) -> ()
// expected-error@+1 [L0101] {{expected `]` or `,` in a list of blocks, found `:`}}
"successors"() [^a : () -> ()
// expected-error@-1 [L0203] {{block `^a` is not defined in this region}}
// expected-error@+1 [L0101] {{expected `>` after properties, found `:`}}
"properties"() <{a = 1} : () -> ()
// expected-error@+1 [L0101] {{expected `}` or `,` in a dictionary, found `:`}}
"dictionary"() {x = {y = 1} : () -> ()
// expected-error@+1 [L0101] {{expected `]` or `,` in a list of attributes, found `}`}}
"list"() {x = [1, 2} : () -> ()
// expected-error@+1 [L0101] {{expected `)` or `,` in a list of types, found `->`}}
"inputs"() : (i32 -> ()
// expected-error@+1 [L0101] {{expected `)` or `,` in a list of types, found the end of the line}}
"results"() : () -> (i32, i32
// expected-error@+1 [L0101] {{expected `)` after a location, found the end of the line}}
"location"() : () -> () loc("a":1:2
// expected-error@+1 [L0101] {{expected `]` or `,` in a list of locations, found `)`}}
"locations"() : () -> () loc(fused["a", "b")

// -----

// expected-error@+1 [L0101] {{expected `)` or `,` in a list, found `->`}}
"dims"() {x = affine_map<(d0, d1 -> (d0)>} : () -> ()
// expected-error@+1 [L0101] {{expected `]` or `,`, found `->`}}
"symbols"() {x = affine_map<(d0)[s0 -> (d0)>} : () -> ()
// expected-error@+1 [L0101] {{expected `)` after an expression, found `>`}}
"sum"() {x = affine_map<(d0) -> (2 * (d0 + 1>} : () -> ()
// expected-error@+1 [L0101] {{expected `]` or `,` in a list of elements, found `>`}}
"elements"() {x = dense<[1, 2> : tensor<2xi8>} : () -> ()
// expected-error@+1 [L0101] {{expected `>` or `,` in an array, found `}`}}
"array"() {x = array<i8: 1, 2} : () -> ()
// expected-error@+1 [L0101] {{expected `]` or `,` in a list of strides, found `>`}}
"strides"() : () -> memref<4xf32, strided<[1, 2>>
// expected-error@+1 [L0101] {{expected `]` after a scalable dimension, found `xf32`}}
"vector"() : () -> vector<[4xf32>
// expected-error@+1 [L0101] {{expected `>` after a type of the layout dialect, found the end of the text}}
"dim"() : () -> !layout<dim<6>

// -----

layout.descriptor @integers {
  // expected-error@+1 [L0101] {{expected `]` or `,` in a list of integers, found the end of the line}}
  %m, %n = layout.packed [4, 8
  layout.yield %m, %n
}
