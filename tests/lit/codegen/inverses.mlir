// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --emit=glsl | FileCheck %s --check-prefix=GLSL
// RUN: layoutc %s --emit=hlsl | FileCheck %s --check-prefix=HLSL
// RUN: layoutc %s --emit=rust | FileCheck %s --check-prefix=RUST
// RUN: layoutc %s --emit=spirv-asm | FileCheck %s --check-prefix=SPIRV
// RUN: layoutc %s --emit=spirv-json | FileCheck %s --check-prefix=JSON

layout.tensor @rows : tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [4, 1]}>
layout.address @of_rows of @rows {form = "inverse"}

layout.descriptor @backwards {
  %m = layout.strided [5] strides [-2] offset 3
  %column = layout.pass_through %m
  layout.yield %column
}
layout.address @of_backwards of @backwards {form = "inverse"}

// The components of the index are stored through pointers. The function returns whether the slot holds an element.
// C: /* `@of_rows`: the index of the element of `@rows` in a slot, for slot < 8
// C-NEXT: * returns false if the slot has no element; `*d0` and `*d1` are then unspecified */
// C-NEXT: LAYOUTC_FN bool of_rows(uint32_t slot, uint32_t *d0, uint32_t *d1)
// C-NEXT: {
// C-NEXT: const uint32_t slot_outer = slot >> 2;
// C-NEXT: const uint32_t slot_inner = slot & 3u;
// C-NEXT: const bool slot_inner_valid = slot_inner < 3u;
// C-NEXT: *d0 = slot_outer;
// C-NEXT: *d1 = slot_inner;
// C-NEXT: return slot_inner_valid;
// C: /* `@of_backwards`: the index of the element of `@backwards` in a slot, for -5 <= slot < 4
// C-NEXT: * returns false if the slot has no element; `*column` is then unspecified */
// C-NEXT: LAYOUTC_FN bool of_backwards(uint32_t slot, uint32_t *column)
// C-NEXT: {
// C-NEXT: const uint32_t slot_offset = slot + 5u;
// C-NEXT: const uint32_t slot_offset_outer = slot_offset >> 1;
// C-NEXT: const uint32_t slot_offset_2 = 4u - slot_offset_outer;
// C-NEXT: const uint32_t slot_offset_inner = slot_offset & 1u;
// C-NEXT: const bool slot_valid = slot_offset_inner < 1u;
// C-NEXT: *column = slot_offset_2;
// C-NEXT: return slot_valid;

// GLSL: // `@of_rows`: the index of the element of `@rows` in a slot, for slot < 8
// GLSL-NEXT: // returns false if the slot has no element; `d0` and `d1` are then unspecified
// GLSL-NEXT: bool of_rows(uint slot, out uint d0, out uint d1)
// GLSL-NEXT: {
// GLSL-NEXT: uint slot_outer = slot >> 2;
// GLSL-NEXT: uint slot_inner = slot & 3u;
// GLSL-NEXT: bool slot_inner_valid = slot_inner < 3u;
// GLSL-NEXT: d0 = slot_outer;
// GLSL-NEXT: d1 = slot_inner;
// GLSL-NEXT: return slot_inner_valid;
// GLSL: bool of_backwards(uint slot, out uint column)

// HLSL: // `@of_rows`: the index of the element of `@rows` in a slot, for slot < 8
// HLSL-NEXT: // returns false if the slot has no element; `d0` and `d1` are then unspecified
// HLSL-NEXT: bool of_rows(uint slot, out uint d0, out uint d1)
// HLSL-NEXT: {
// HLSL-NEXT: uint slot_outer = slot >> 2;
// HLSL-NEXT: uint slot_inner = slot & 3u;
// HLSL-NEXT: bool slot_inner_valid = slot_inner < 3u;
// HLSL-NEXT: d0 = slot_outer;
// HLSL-NEXT: d1 = slot_inner;
// HLSL-NEXT: return slot_inner_valid;
// HLSL: bool of_backwards(uint slot, out uint column)

// An array for several components, a word for one.
// RUST: pub const fn of_rows(slot: u32) -> Option<[u32; 2]> {
// RUST-NEXT: let slot_outer = slot >> 2;
// RUST-NEXT: let slot_inner = slot & 3u32;
// RUST-NEXT: let slot_inner_valid = slot_inner < 3u32;
// RUST-NEXT: if slot_inner_valid { Some([slot_outer, slot_inner]) } else { None }
// RUST: pub const fn of_backwards(slot: u32) -> Option<u32> {
// RUST-NEXT: let slot_offset = slot.wrapping_add(5u32);
// RUST-NEXT: let slot_offset_outer = slot_offset >> 1;
// RUST-NEXT: let slot_offset_2 = 4u32.wrapping_sub(slot_offset_outer);
// RUST-NEXT: let slot_offset_inner = slot_offset & 1u32;
// RUST-NEXT: let slot_valid = slot_offset_inner < 1u32;
// RUST-NEXT: if slot_valid { Some(slot_offset_2) } else { None }

// A struct of the components and a boolean.
// SPIRV: OpMemberName %owner 0 "d0"
// SPIRV-NEXT: OpMemberName %owner 1 "d1"
// SPIRV-NEXT: OpMemberName %owner 2 "valid"
// SPIRV: OpName %slot "slot"
// SPIRV: %owner = OpTypeStruct %uint %uint %bool
// SPIRV: %of_rows = OpFunction %owner Const
// SPIRV: OpCompositeConstruct %owner %{{[0-9]+}} %{{[0-9]+}} %{{[0-9]+}}

// JSON: "name": "of_backwards",
// JSON-NEXT: "of": "backwards",
// JSON-NEXT: "unit": "element",
// JSON-NEXT: "lengths": [5],
// JSON-NEXT: "parameters": ["uint32"],
// JSON-NEXT: "index": ["uint32"],
// JSON-NEXT: "tells_valid": true,
// JSON-NEXT: "form": "inverse",
// JSON-NEXT: "slots": [-5, 3]
