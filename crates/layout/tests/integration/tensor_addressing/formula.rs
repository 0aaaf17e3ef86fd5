//! The address formula of SPV_NV_cooperative_matrix2 revision 2 (2025-11-24), in its 32-bit words, without the core.

use super::{NvClampMode, NvTensorAddressing, NvTensorLayout, NvTensorView};

/// The result of the formula for an element of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// The element is outside the clip region: it is not accessed.
    Skipped,
    /// A coordinate is outside the tensor, and the mode is `Constant`.
    Clamped,
    /// A coordinate is outside the tensor, and the mode is `Undefined`.
    Undefined,
    /// The distance from the pointer, in elements.
    Element(u32),
}

/// Computes `matrixCoordToTensorElement` and `matrixCoordToTensorElementWithView`, for loads of a matrix of `columns` columns.
pub(crate) fn matrix_coord_to_tensor_element(
    state: &NvTensorAddressing,
    row: u32,
    col: u32,
    columns: u32,
) -> Access {
    let t = &state.layout;
    let index = match &state.view {
        None => row.wrapping_mul(columns).wrapping_add(col),
        Some(v) => {
            let Some(index) = matrix_coord_to_linear(v, row, col, columns) else {
                return Access::Skipped;
            };
            view_coord_to_linear(t, v, &linear_to_view_coord(t, v, index))
        }
    };
    tensor_element(t, &linear_to_span_coord(t, index))
}

fn matrix_coord_to_linear(v: &NvTensorView, row: u32, col: u32, columns: u32) -> Option<u32> {
    let clip = v.clip;
    let is_outside = row < clip.row_offset
        || u64::from(row) >= u64::from(clip.row_offset) + u64::from(clip.row_span)
        || col < clip.col_offset
        || u64::from(col) >= u64::from(clip.col_offset) + u64::from(clip.col_span);
    let width = columns.min(clip.col_span);
    let (row, col) = (row.wrapping_sub(clip.row_offset), col.wrapping_sub(clip.col_offset));
    (!is_outside).then(|| row.wrapping_mul(width).wrapping_add(col))
}

fn linear_to_view_coord(t: &NvTensorLayout, v: &NvTensorView, mut index: u32) -> Vec<u32> {
    let dimensions: Vec<u32> = match &v.dims {
        Some(dims) => dims.iter().map(|dim| dim.dimension).collect(),
        None => t.dims.iter().map(|dim| dim.span).collect(),
    };
    let mut coord = vec![0; v.permutation.len()];
    for &i in v.permutation.iter().rev() {
        let dimension = dimensions[i as usize];
        coord[i as usize] = index % dimension;
        index /= dimension;
    }
    coord
}

fn view_coord_to_linear(t: &NvTensorLayout, v: &NvTensorView, coord: &[u32]) -> u32 {
    let strides: Vec<u32> = match &v.dims {
        Some(dims) => dims.iter().map(|dim| dim.stride).collect(),
        None => {
            let mut strides = vec![1u32; coord.len()];
            for dim in (0..coord.len().saturating_sub(1)).rev() {
                strides[dim] = strides[dim + 1].wrapping_mul(t.dims[dim + 1].span);
            }
            strides
        }
    };
    let products = coord.iter().zip(&strides).map(|(coord, stride)| coord.wrapping_mul(*stride));
    products.fold(0, u32::wrapping_add)
}

fn linear_to_span_coord(t: &NvTensorLayout, mut index: u32) -> Vec<u32> {
    let mut coord = vec![0; t.dims.len()];
    for (place, dim) in t.dims.iter().enumerate().rev() {
        coord[place] = index % dim.span;
        index /= dim.span;
    }
    coord
}

/// Computes `spanCoordToTensorCoord` and `tensorCoordToLinear`. Remainders are those of `OpSMod`.
fn tensor_element(t: &NvTensorLayout, span_coord: &[u32]) -> Access {
    let mut index = 0u32;
    for (dim, &coord) in t.dims.iter().zip(span_coord) {
        let size = dim.dimension as i32;
        let mut c = (coord as i32).wrapping_add(dim.offset);
        if c < 0 || c >= size {
            c = match t.clamp {
                NvClampMode::Undefined => return Access::Undefined,
                NvClampMode::Constant => return Access::Clamped,
                NvClampMode::ClampToEdge => c.max(0).min(size - 1),
                NvClampMode::Repeat => c.rem_euclid(size),
                NvClampMode::RepeatMirrored => {
                    let c = c.rem_euclid(2 * size - 2);
                    if c >= size { 2 * size - 2 - c } else { c }
                }
            };
        }
        let block = c as u32 / dim.block_size;
        index = index.wrapping_add(block.wrapping_mul(dim.stride));
    }
    Access::Element(index)
}
