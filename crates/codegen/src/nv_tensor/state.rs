//! The effect of each instruction of SPV_NV_tensor_addressing revision 1 on the state of a tensor layout or view.

use ir::layout::{
    MAX_NV_DIMS, NvClampMode, NvClip, NvTensorDim, NvTensorLayout, NvTensorView, NvViewDim,
};
use rspirv::spirv::Op;

/// Returns the state after `OpCreateTensorLayoutNV`.
pub(super) fn created_layout(rank: u32, clamp: NvClampMode) -> Option<NvTensorLayout> {
    let empty = NvTensorDim { block_size: 1, dimension: 0, stride: 0, offset: 0, span: 0 };
    let dims = vec![empty; rank_of(rank)?];
    Some(NvTensorLayout { dims, clamp, clamp_value: 0 })
}

/// Returns the state after `OpCreateTensorViewNV`.
pub(super) fn created_view(has_dims: bool, permutation: Vec<u32>) -> Option<NvTensorView> {
    let rank = rank_of(u32::try_from(permutation.len()).ok()?)?;
    let dims = has_dims.then(|| vec![NvViewDim { dimension: 0, stride: 0 }; rank]);
    Some(NvTensorView { permutation, dims, clip: NvClip::NONE })
}

fn rank_of(rank: u32) -> Option<usize> {
    usize::try_from(rank).ok().filter(|rank| (1..=MAX_NV_DIMS).contains(rank))
}

/// Returns the state of a layout after an instruction with these values; `None` if the number of values is wrong, the
/// instruction is another one, or a number does not fit 32 bits.
pub(super) fn updated_layout(
    op: Op,
    mut layout: NvTensorLayout,
    values: &[u32],
) -> Option<NvTensorLayout> {
    let rank = layout.dims.len();
    let count = match op {
        Op::TensorLayoutSliceNV => 2 * rank,
        Op::TensorLayoutSetClampValueNV => 1,
        _ => rank,
    };
    if values.len() != count {
        return None;
    }
    let dims = layout.dims.iter_mut();
    match op {
        Op::TensorLayoutSetBlockSizeNV => {
            dims.zip(values).for_each(|(dim, &value)| dim.block_size = value);
        }
        Op::TensorLayoutSetDimensionNV => {
            for (dim, &value) in dims.zip(values) {
                (dim.dimension, dim.span, dim.offset) = (value, value, 0);
            }
            let strides = layout.dense_strides()?;
            layout.dims.iter_mut().zip(strides).for_each(|(dim, stride)| dim.stride = stride);
        }
        Op::TensorLayoutSetStrideNV => {
            dims.zip(values).for_each(|(dim, &value)| dim.stride = value);
        }
        Op::TensorLayoutSliceNV => {
            for (dim, region) in dims.zip(values.chunks_exact(2)) {
                dim.offset = dim.offset.checked_add(region[0].cast_signed())?;
                dim.span = region[1];
            }
        }
        Op::TensorLayoutSetClampValueNV => layout.clamp_value = values[0],
        _ => return None,
    }
    Some(layout)
}

/// Returns the state of a view after an instruction, as [`updated_layout`] does.
pub(super) fn updated_view(op: Op, mut view: NvTensorView, values: &[u32]) -> Option<NvTensorView> {
    if op == Op::TensorViewSetClipNV {
        let &[row_offset, row_span, col_offset, col_span] = values else { return None };
        view.clip = NvClip { row_offset, row_span, col_offset, col_span };
        return Some(view);
    }
    // A view without own dims ignores them.
    let Some(dims) = &mut view.dims else { return Some(view) };
    if values.len() != dims.len() {
        return None;
    }
    match op {
        Op::TensorViewSetDimensionNV => {
            dims.iter_mut().zip(values).for_each(|(dim, &value)| dim.dimension = value);
            let strides = view.dense_strides()?;
            let dims = view.dims.iter_mut().flatten();
            dims.zip(strides).for_each(|(dim, stride)| dim.stride = stride);
        }
        Op::TensorViewSetStrideNV => {
            dims.iter_mut().zip(values).for_each(|(dim, &value)| dim.stride = value);
        }
        _ => return None,
    }
    Some(view)
}
