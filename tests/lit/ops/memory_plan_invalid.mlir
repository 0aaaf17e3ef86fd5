// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Two buffers are live at the op that reads one and writes the other one.
func.func @overlap() attributes {layout.arena_size = 128 : i64} {
  // expected-note @below {{the other value is defined here}}
  %0 = "my.a"() {layout.arena = {offset = 0 : i64, size = 64 : i64}} : () -> tensor<64xi8>
  // expected-error @below [L0408] {{`%0` and `%1` are live at the same op, but their ranges [0, 64) and [63, 127) have common bytes}}
  %1 = "my.b"(%0) {layout.arena = {offset = 63 : i64, size = 64 : i64}} : (tensor<64xi8>) -> tensor<64xi8>
  return
}

// -----

// A result is in place only with the permission, and only at the last use.
func.func @in_place() attributes {layout.arena_size = 64 : i64} {
  // expected-note @below {{the other value is defined here}}
  %0 = "my.a"() {layout.arena = {offset = 0 : i64, size = 64 : i64}} : () -> tensor<64xi8>
  // expected-error @below [L0408] {{`%0` and `%1` are live at the same op}}
  %1 = "my.b"(%0) {layout.arena = {offset = 0 : i64, size = 64 : i64}, layout.inplace = array<i64: 0>} : (tensor<64xi8>) -> tensor<64xi8>
  "my.use"(%0) : (tensor<64xi8>) -> ()
  return
}

// -----

// A value that a loop reads is live in all iterations.
func.func @loop(%n: index) attributes {layout.arena_size = 64 : i64} {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the other value is defined here}}
  %0 = "my.a"() {layout.arena = {offset = 0 : i64, size = 64 : i64}} : () -> tensor<64xi8>
  scf.for %i = %c0 to %n step %n {
    "my.use"(%0) : (tensor<64xi8>) -> ()
    // expected-error @below [L0408] {{`%0` and `%1` are live at the same op}}
    %1 = "my.b"() {layout.arena = {offset = 0 : i64, size = 64 : i64}} : () -> tensor<64xi8>
  }
  return
}

// -----

// The values of a buffer have one range.
func.func @views() attributes {layout.arena_size = 256 : i64} {
  // expected-note @below {{the buffer is also that of this value}}
  %0 = "my.a"() {layout.arena = {offset = 0 : i64, size = 64 : i64}} : () -> tensor<4x16xi8>
  // expected-error @below [L0408] {{`%1` shares the buffer of `%0`, which has the range [0, 64), but has the range [64, 128)}}
  %1 = "onnx.Transpose"(%0) {perm = [1, 0], layout.arena = {offset = 64 : i64, size = 64 : i64}} : (tensor<4x16xi8>) -> tensor<16x4xi8>
  // expected-note @below {{the buffer is also that of this value}}
  %2 = "my.a"() {layout.arena = {offset = 128 : i64, size = 64 : i64}} : () -> tensor<4x16xi8>
  // expected-error @below [L0408] {{`%3` shares the buffer of `%2`, which has the range [128, 192), but has no range}}
  %3 = "onnx.Transpose"(%2) {perm = [1, 0]} : (tensor<4x16xi8>) -> tensor<16x4xi8>
  return
}

// -----

// expected-error @below [L0408] {{`layout.arena_alignment` must be a multiple of 64, the alignment of `%2`, but is 4}}
func.func @places() attributes {layout.arena_size = 256 : i64, layout.arena_alignment = 4 : i64} {
  // expected-error @below [L0408] {{the range [256, 320) of `%0` ends after the arena of `@places`, which has 256 bytes}}
  %0 = "my.a"() {layout.arena = {offset = 256 : i64, size = 64 : i64}} : () -> tensor<64xi8>
  // expected-error @below [L0408] {{the offset of `%1` in its arena must be a multiple of 4 bytes, but is 6}}
  // expected-error @below [L0408] {{`%1` needs 64 bytes from the start of its buffer, but its range [6, 66) has 60}}
  %1 = "my.a"() {layout.arena = {offset = 6 : i64, size = 60 : i64}} : () -> tensor<16xf32>
  %2 = "my.a"() {layout.arena = {offset = 64 : i64, size = 64 : i64}, layout.reqs = [#layout.reqs<m0: aligned<64 bytes>>]} : () -> tensor<1x64xi8>
  return
}

// -----

// expected-error @below [L0408] {{`@sizeless` must have `layout.arena_size`, because its values have ranges}}
func.func @sizeless() {
  %0 = "my.a"() {layout.arena = {offset = 0 : i64, size = 64 : i64}} : () -> tensor<64xi8>
  return
}

// -----

// expected-error @below [L0303] {{`layout.arena` is allowed only on ops, but is on argument 0 of `func.func`}}
func.func @argument(%x: tensor<4xi8> {layout.arena = {offset = 0 : i64, size = 64 : i64}}) {
  // expected-error @below [L0303] {{`layout.arena` of `my.a` is `{offset = 0 : i64}`, but must be a dictionary such as}}
  %0 = "my.a"() {layout.arena = {offset = 0 : i64}} : () -> tensor<64xi8>
  // expected-error @below [L0303] {{`layout.arena_size` of `my.a` is `-1 : i64`, but must be a number of bytes}}
  %1 = "my.a"() {layout.arena_size = -1 : i64} : () -> tensor<64xi8>
  // expected-error @below [L0303] {{`layout.arena_alignment` of `my.a` is `0 : i64`, but must be a number of bytes of at least 1}}
  %2 = "my.a"() {layout.arena_alignment = 0 : i64} : () -> tensor<64xi8>
  // expected-error @below [L0303] {{`layout.inplace` of `my.a` is `array<i64: -1>`, but must be a list of operands}}
  %3 = "my.a"() {layout.inplace = array<i64: -1>} : () -> tensor<64xi8>
  return
}

// -----

func.func @lists() {
  // expected-error @below [L0301] {{`layout.arena` of `my.a` has 1 entry, but the op defines 2 values}}
  // expected-note @below {{the values are the results, and then the arguments of the blocks in the regions}}
  %0:2 = "my.a"() {layout.arena = {offset = 0 : i64, size = 64 : i64}} : () -> (tensor<64xi8>, tensor<64xi8>)
  // expected-error @below [L0303] {{`layout.arena_size` is allowed only on functions, but is on `my.a`}}
  %1 = "my.a"() {layout.arena_size = 64 : i64} : () -> tensor<64xi8>
  // expected-error @below [L0303] {{`layout.inplace` of `my.a` names operand 1, but the op has 1 operand}}
  %2 = "my.a"(%1) {layout.inplace = array<i64: 1>} : (tensor<64xi8>) -> tensor<64xi8>
  return
}
// expected-error @below [L0303] {{`layout.arena` is allowed only in functions}}
%0 = "my.a"() {layout.arena = {offset = 0 : i64, size = 64 : i64}} : () -> tensor<64xi8>

// -----

layout.target @npu {
  // expected-error @below [L0303] {{an operand in `inplace` of the rule of `a.b` must be at least 0, but is -1}}
  layout.rule "a.b" [#layout.choice<same>] inplace = [-1]
  // expected-error @below [L0303] {{`inplace` of the rule of kind `elementwise` names operand 1 twice}}
  layout.rule kind = elementwise [#layout.choice<same>] inplace = [1, 0, 1]
  // expected-error @below [L0303] {{`inplace` of the rule of `tensor.cast` names operand 1, but the op has 1 operand}}
  layout.rule "tensor.cast" [#layout.choice<same>] inplace = [1]
}

// -----

// The next execution of a region reads the operand again, so its last op cannot overwrite it.
func.func @again() attributes {layout.arena_size = 64 : i64} {
  // expected-note @below {{the other value is defined here}}
  %0 = "my.a"() {layout.arena = {offset = 0 : i64, size = 64 : i64}} : () -> tensor<64xi8>
  "my.loop"() ({
    // expected-error @below [L0408] {{`%0` and `%1` are live at the same op}}
    %1 = "my.b"(%0) {layout.arena = {offset = 0 : i64, size = 64 : i64}, layout.inplace = array<i64: 0>} : (tensor<64xi8>) -> tensor<64xi8>
  }) : () -> ()
  return
}
