// RUN: layoutc %s --emit=spirv-asm --verify-diagnostics --split-input-file

// expected-error @below [L0606] {{this `layout.reorder` cannot be written as SPIR-V: an element of `i4` has 4 bits, but must have 1 to 8 whole bytes}}
func.func @bits(%x: tensor<4x6xi4>) { %y = layout.reorder %x : tensor<4x6xi4> -> tensor<4x6xi4, {order = #layout.order<CN>}> return }

// -----

// expected-error @+2 {{this `layout.reorder` cannot be written as SPIR-V: its source has 4900000000 slots, but a storage buffer holds from 1 to 4294967295, because `maxStorageBufferRange` is a 32-bit number of bytes}}
func.func @large(%x: tensor<70000x70000xi8>) {
  %y = layout.reorder %x : tensor<70000x70000xi8> -> tensor<70000x70000xi8, {order = #layout.order<CN>}>
  return
}

// -----

func.func @open(%x: tensor<4x6xi8>) {
  // expected-remark @+3 {{no kernel for this `layout.reorder`: the layout of its target is unresolved}}
  // expected-error @+2 {{this `layout.reorder` has no kernel}}
  // expected-note @+1 {{run `lower-addressing`: it creates the kernel, or reports why it cannot}}
  %y = layout.reorder %x : tensor<4x6xi8> -> tensor<4x6xi8>
  return
}
