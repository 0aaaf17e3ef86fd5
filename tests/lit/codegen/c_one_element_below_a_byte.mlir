// RUN: layoutc %s --emit=c -o %t.h
// RUN: FileCheck %s --input-file=%t.h

// A tensor that is no whole byte is copied byte by byte: its byte has the elements in the low bits, and zeros as padding.
// Gaps that may belong to other tensors are kept.

// CHECK: void reorder_one_y(
// CHECK: for (int64_t at = 0; at < 1; ++at) {
// CHECK-NEXT: unsigned int byte = 0u;
// CHECK-NEXT: for (unsigned int bit = 0; bit < 8u; bit += 4u) {
// CHECK-NEXT: const uint64_t slot = (uint64_t)at * 2u + bit / 4u;
// CHECK-NEXT: if (slot >= 1u) {
// CHECK-NEXT: continue;
// CHECK: byte |= (((unsigned int)s[from / 2u] >> (from % 2u * 4u)) & 15u) << bit;
// CHECK: d[at] = (unsigned char)byte;
func.func @one(%x: tensor<1xi4>) -> tensor<1xi4, {order = affine_map<(d0) -> (d0)>}> {
  %y = layout.reorder %x : tensor<1xi4> -> tensor<1xi4, {order = affine_map<(d0) -> (d0)>}>
  return %y : tensor<1xi4, {order = affine_map<(d0) -> (d0)>}>
}

// CHECK: void reorder_square_y(
// CHECK: for (unsigned int bit = 0; bit < 8u; bit += 1u) {
// CHECK: if (slot >= 1u) {
// CHECK: byte |= (((unsigned int)s[from / 8u] >> (from % 8u * 1u)) & 1u) << bit;
func.func @square(%x: tensor<1x1xi1>) -> tensor<1x1xi1, {order = affine_map<(d0, d1) -> (d1, d0)>}> {
  %y = layout.reorder %x : tensor<1x1xi1> -> tensor<1x1xi1, {order = affine_map<(d0, d1) -> (d1, d0)>}>
  return %y : tensor<1x1xi1, {order = affine_map<(d0, d1) -> (d1, d0)>}>
}

// Two elements of 4 bits are a byte.
// CHECK: void reorder_two_y(
// CHECK: memcpy(d + 0, s + 0, 1);
// CHECK-NOT: memcpy
func.func @two(%x: tensor<2xi4>) -> tensor<2xi4, {order = affine_map<(d0) -> (d0)>}> {
  %y = layout.reorder %x : tensor<2xi4> -> tensor<2xi4, {order = affine_map<(d0) -> (d0)>}>
  return %y : tensor<2xi4, {order = affine_map<(d0) -> (d0)>}>
}

// CHECK: void reorder_part_y(
// CHECK: for (int64_t at = 0; at < 3; ++at) {
// CHECK-NEXT: unsigned int byte = d[at];
// CHECK: byte = (byte & ~(15u << bit)) | ((((unsigned int)s[from / 2u] >> (from % 2u * 4u)) & 15u) << bit);
// CHECK: if (byte != d[at]) {
// CHECK-NEXT: d[at] = (unsigned char)byte;
func.func @part(%x: tensor<3xi4>) -> tensor<3xi4, {order = affine_map<(d0) -> (d0)>, strides = [1], offset = 2}> {
  %y = layout.reorder %x : tensor<3xi4> -> tensor<3xi4, {order = affine_map<(d0) -> (d0)>, strides = [1], offset = 2}>
  return %y : tensor<3xi4, {order = affine_map<(d0) -> (d0)>, strides = [1], offset = 2}>
}

// Rows of a dynamic number are whole bytes, or have no kernel.
// CHECK: void reorder_rows_y(const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst, uint64_t length)
// CHECK: memcpy(d + 0, s + 0, (size_t)(n * 8));
func.func @rows(%x: tensor<?x16xi4>) -> tensor<?x16xi4, {order = affine_map<(d0, d1) -> (d0, d1)>}> {
  %y = layout.reorder %x : tensor<?x16xi4> -> tensor<?x16xi4, {order = affine_map<(d0, d1) -> (d0, d1)>}>
  return %y : tensor<?x16xi4, {order = affine_map<(d0, d1) -> (d0, d1)>}>
}
