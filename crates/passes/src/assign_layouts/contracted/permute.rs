//! The rewrite of a flatten whose merged dims get another order.
//!
//! ```mlir
//! // before
//! %y = "onnx.Flatten"(%x) : (tensor<1x8x4x6xf16>) -> tensor<1x192xf16>
//! %z = "onnx.MatMul"(%y, %w) : (tensor<1x192xf16>, tensor<192x10xf16>) -> tensor<1x10xf16>
//! // after: both operands list the indices of the contracted dim in the order H, W, C
//! %t = "onnx.Transpose"(%x) {perm = [0, 2, 3, 1]} : (tensor<1x8x4x6xf16>) -> tensor<1x4x6x8xf16>
//! %y = "onnx.Flatten"(%t) : (tensor<1x4x6x8xf16>) -> tensor<1x192xf16>
//! %0 = "onnx.Reshape"(%w, %shape) : (tensor<192x10xf16>, tensor<4xi64>) -> tensor<8x4x6x10xf16>
//! %1 = "onnx.Transpose"(%0) {perm = [1, 2, 0, 3]} : (tensor<8x4x6x10xf16>) -> tensor<4x6x8x10xf16>
//! %v = "onnx.Reshape"(%1, %other) : (tensor<4x6x8x10xf16>, tensor<2xi64>) -> tensor<192x10xf16>
//! %z = "onnx.MatMul"(%y, %v) : (tensor<1x192xf16>, tensor<192x10xf16>) -> tensor<1x10xf16>
//! ```

use super::flattens::{Flatten, Weight};
use ir::Module;
use ir::types::Extent;
use ir::view_builder::ViewBuilder;

/// Merges the dims of a flatten in the order of a permutation, in its operand and in the constants that it is contracted
/// with.
pub(super) fn permute(module: &mut Module, flatten: &Flatten, permutation: &[usize]) {
    let Some(mut builder) = ViewBuilder::new(module, flatten.op) else { return };
    let from = builder.transpose(flatten.from, permutation);
    builder.module().set_operand(flatten.op, 0, from);
    let merged: Vec<usize> =
        permutation[flatten.first..].iter().map(|dim| dim - flatten.first).collect();
    for &Weight { op, operand, dim } in &flatten.weights {
        builder.move_before(op);
        let whole = builder.module().operands(op)[operand];
        let lens = builder.dims(whole);
        let mut split: Vec<Extent> = lens[..dim].to_vec();
        split.extend(flatten.lens.iter().copied().map(Some));
        split.extend(&lens[dim + 1..]);
        let mut order: Vec<usize> = (0..split.len()).collect();
        for (place, at) in merged.iter().enumerate() {
            order[dim + place] = dim + at;
        }
        let parts = builder.reshape(whole, &split);
        let permuted = builder.transpose(parts, &order);
        let weight = builder.reshape(permuted, &lens);
        builder.module().set_operand(op, operand, weight);
    }
}
