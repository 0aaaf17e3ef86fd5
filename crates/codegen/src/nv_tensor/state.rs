//! The effect of each instruction of SPV_NV_tensor_addressing revision 1 on the state of a tensor layout or view.

use ir::layout::{
    MAX_NV_DIMS, NvClampMode, NvClip, NvTensorDim, NvTensorLayout, NvTensorView, NvViewDim,
};
use rspirv::spirv::Op;

/// An instruction that copies a layout or view with new values.
pub(crate) type NvUpdate = (Op, Vec<u32>);

/// Returns the instructions after `OpCreateTensorLayoutNV`. Values that an instruction before them sets are not set again.
pub(crate) fn layout_updates(layout: &NvTensorLayout) -> Vec<NvUpdate> {
    let [blocks, lengths, strides] = [
        |it: &NvTensorDim| it.block_size,
        |it: &NvTensorDim| it.dimension,
        |it: &NvTensorDim| it.stride,
    ]
    .map(|field| layout.dims.iter().map(field).collect::<Vec<u32>>());
    let mut updates = Vec::new();
    if blocks.iter().any(|&block| block != 1) {
        updates.push((Op::TensorLayoutSetBlockSizeNV, blocks));
    }
    updates.push((Op::TensorLayoutSetDimensionNV, lengths));
    if layout.dense_strides().as_ref() != Some(&strides) {
        updates.push((Op::TensorLayoutSetStrideNV, strides));
    }
    if layout.clamp == NvClampMode::Constant && layout.clamp_value != 0 {
        updates.push((Op::TensorLayoutSetClampValueNV, vec![layout.clamp_value]));
    }
    if !layout.is_whole() {
        let region = layout.dims.iter().flat_map(|dim| [dim.offset.cast_unsigned(), dim.span]);
        updates.push((Op::TensorLayoutSliceNV, region.collect()));
    }
    updates
}

/// Returns the instructions after `OpCreateTensorViewNV`, as [`layout_updates`] does.
pub(crate) fn view_updates(view: &NvTensorView) -> Vec<NvUpdate> {
    let mut updates = Vec::new();
    if let Some(dims) = &view.dims {
        updates.push((Op::TensorViewSetDimensionNV, dims.iter().map(|it| it.dimension).collect()));
        let strides: Vec<u32> = dims.iter().map(|dim| dim.stride).collect();
        if view.dense_strides().as_ref() != Some(&strides) {
            updates.push((Op::TensorViewSetStrideNV, strides));
        }
    }
    if view.clip != NvClip::NONE {
        updates.push(clip_update(view.clip));
    }
    updates
}

/// Returns the instruction that sets a clip region.
pub(super) fn clip_update(clip: NvClip) -> NvUpdate {
    let NvClip { row_offset, row_span, col_offset, col_span } = clip;
    (Op::TensorViewSetClipNV, vec![row_offset, row_span, col_offset, col_span])
}

/// Returns the view of a layout of this rank that changes nothing.
pub(crate) fn unchanged_view(rank: usize) -> NvTensorView {
    NvTensorView { permutation: (0..).take(rank).collect(), dims: None, clip: NvClip::NONE }
}

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
