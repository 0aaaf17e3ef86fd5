//! The rolling form of a descriptor: strides over coordinates of which some wrap, `sum of (x[i] mod wraps[i]) * s[i]`.
//!
//! The form is found by the offsets along each dim, and accepted only if it is the same function as the descriptor, so
//! it does not depend on how the descriptor is written: `layout.modulo`, or a notation such as `tvm:[64, 8] lambda i,
//! j: (i % 4, j)`. A dim whose offset is constant, such as one of `layout.replicate`, wraps at 1.

use super::strided::StridedTensor;
use ir::diag::code;
use ir::encoding::Fault;
use ir::layout::{
    Dim, DimsOrder, Elems, Layout, LogicalIndex, MemShape, MemStrides, PhysicalLayout,
};
use ir::target::Target;
use ir::vulkan::{MAX_WRAPS, coordinate_dims};

/// The greatest wrap of a dim that is longer, plus 1 (VUID-VkTensorRollingBackingCreateInfoARM-wraps-09836).
const WRAP_LIMIT: i64 = 1 << 16;

/// A logical dim: the stride between its indices, and the index at which it wraps.
#[derive(Clone, Copy, Debug)]
struct RollingDim {
    dim: Dim,
    length: i64,
    wrap: i64,
    /// The stride; `None` if the dim has one index, or wraps at 1.
    stride: Option<i64>,
}

/// Returns the rolling form of a descriptor; `None` if it has none, or no dim wraps.
pub(super) fn rolling(layout: &Layout) -> Option<RollingTensor> {
    let lengths: Option<Vec<i64>> = layout.shape().values().map(|len| len.get()).collect();
    let lengths = lengths?;
    // No dim of an affine layout wraps, unless its stride is 0.
    if layout
        .linear()
        .is_some_and(|linear| linear.strides.values().all(|stride| *stride != Some(Elems::ZERO)))
    {
        return None;
    }
    let start = LogicalIndex::new(lengths.iter().map(|_| 0)).ok()?;
    let offset = layout.offset_of(&start).ok()??;
    let mut dims = Vec::new();
    for (dim, &length) in Dim::all(lengths.len()).zip(&lengths) {
        dims.push(along(layout, dim, length, offset)?);
    }
    if dims.iter().all(|dim| dim.wrap == dim.length) {
        return None;
    }
    // Dims without a stride are the outermost ones, so that they lengthen no other stride.
    dims.sort_by_key(|dim| std::cmp::Reverse(dim.stride.unwrap_or(i64::MAX)));
    let form = RollingTensor::new(layout, &dims, offset)?;
    form.is_form_of(layout).then_some(form)
}

/// Returns the stride and the wrap of a dim, by the offsets of the indices along it.
fn along(layout: &Layout, dim: Dim, length: i64, start: Elems) -> Option<RollingDim> {
    let rank = layout.shape().len();
    let mut evaluator = layout.evaluator();
    let mut offset_at = |at: i64| {
        let index = Dim::all(rank).map(|other| if other == dim { at } else { 0 });
        evaluator.offset_of(&LogicalIndex::new(index).ok()?).ok()?
    };
    if length == 1 {
        return Some(RollingDim { dim, length, wrap: 1, stride: None });
    }
    let stride = offset_at(1)?.get().checked_sub(start.get())?;
    if stride == 0 {
        return Some(RollingDim { dim, length, wrap: 1, stride: None });
    }
    let mut wraps = (2..length.min(WRAP_LIMIT)).filter(|&at| offset_at(at) == Some(start));
    let wrap = wraps.next().unwrap_or(length);
    (stride > 0).then_some(RollingDim { dim, length, wrap, stride: Some(stride) })
}

/// A layout in rolling form.
#[derive(Debug)]
pub(super) struct RollingTensor {
    order: DimsOrder,
    memory: PhysicalLayout,
    wraps: Vec<u32>,
}

impl RollingTensor {
    /// Returns the form with these dims, outermost first. A dim without a stride gets the dense one.
    fn new(layout: &Layout, dims: &[RollingDim], offset: Elems) -> Option<RollingTensor> {
        let mut strides = Vec::new();
        let mut dense = 1;
        for dim in dims.iter().rev() {
            let stride = dim.stride.unwrap_or(dense);
            strides.push(Elems::new(stride));
            dense = stride.checked_mul(dim.length)?;
        }
        strides.reverse();
        let order: Vec<Dim> = dims.iter().map(|dim| dim.dim).collect();
        let lengths: Vec<i64> = dims.iter().map(|dim| dim.length).collect();
        let wraps: Option<Vec<u32>> = dims.iter().map(|dim| u32::try_from(dim.wrap).ok()).collect();
        let shape = MemShape::of_static(&lengths).ok()?;
        let strides = MemStrides::new(strides).ok()?;
        let memory = PhysicalLayout::new(shape, strides, offset, layout.elem()).ok()?;
        let order = DimsOrder::from_permutation(&order).ok()?;
        Some(RollingTensor { order, memory, wraps: wraps? })
    }

    /// Returns `true` if the form is the same function as a layout.
    fn is_form_of(&self, layout: &Layout) -> bool {
        let form =
            coordinate_dims(&self.memory, Some(&self.wraps)).ok().and_then(|(builder, dims)| {
                let mut logical = dims.clone();
                for (dim, id) in self.order.results().zip(dims) {
                    logical[dim.index()] = id;
                }
                builder.finish(&logical).ok()
            });
        form.is_some_and(|form| matches!(layout.difference(&form), Ok(None)))
    }

    /// Returns the tensor for a target, without which the required minimum is assumed.
    ///
    /// # Errors
    /// The target lacks tensors with a rolling backing, the tensor has too many dims, or a dim is longer than the stride
    /// of the next outer dim.
    pub(super) fn for_target(
        self,
        layout: &Layout,
        target: Option<&Target>,
    ) -> Result<StridedTensor, Fault> {
        if let Some(target) = target.filter(|it| it.is_device() && !it.tensor_controls) {
            let (dim, wrap) = self.first_wrap();
            let text = format!(
                "{dim} wraps at {wrap}, but target `{}` does not have `tensorControls`",
                target.name
            );
            let note = "VK_ARM_tensor_controls has tensors with a rolling backing";
            return Err(Fault::new(code::NOT_RESOLVED, text).note(note));
        }
        self.check_rank(Target::device_of(target))?;
        self.check_strides()?;
        Ok(StridedTensor {
            shape: layout.shape().clone(),
            dims: self.order.results().collect(),
            memory: self.memory,
            wraps: Some(self.wraps),
        })
    }

    /// Returns the outermost dim that wraps, and its wrap.
    fn first_wrap(&self) -> (Dim, u32) {
        let lengths = self.memory.shape().values().map(|len| len.get());
        let dims = self.order.results().zip(&self.wraps).zip(lengths);
        let mut wrapped = dims.filter(|&((_, &wrap), length)| length != Some(i64::from(wrap)));
        let ((dim, &wrap), _) = wrapped.next().expect("a rolling form has a dim that wraps");
        (dim, wrap)
    }

    /// Checks the number of dims. They are not merged, because each has a wrap of its own.
    fn check_rank(&self, target: &Target) -> Result<(), Fault> {
        let rank = self.wraps.len();
        let most = MAX_WRAPS.min(target.limits.max_dimension_count as usize);
        if rank <= most {
            return Ok(());
        }
        let text = format!(
            "it has {rank} dims, but a tensor with a rolling backing has at most {most} (VUID-VkTensorCreateInfoARM-pNext-09834)"
        );
        Err(Fault::new(code::VULKAN_RANK, text))
    }

    /// Checks that the strides count dims in full, not their windows.
    fn check_strides(&self) -> Result<(), Fault> {
        let strides: Vec<i64> = self.memory.strides().values().map(|it| it.get()).collect();
        let lengths = self.memory.shape().values().map(|len| len.get().unwrap_or(1));
        for (at, (dim, length)) in self.order.results().zip(lengths).enumerate().skip(1) {
            let least = i128::from(strides[at]) * i128::from(length);
            if i128::from(strides[at - 1]) >= least {
                continue;
            }
            let text = format!(
                "the stride of the next dim outside {dim} is {} elements, but Vulkan requires at least {least}, as {dim} has {length} indices",
                strides[at - 1]
            );
            let note = "strides count dims in full, not their windows \
                        (VUID-VkTensorDescriptionARM-pStrides-09739); wrap the outermost dim";
            return Err(Fault::new(code::NOT_RESOLVED, text).note(note));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::layout::transform::{Modulo, Offset, Unmerge};
    use ir::layout::{DimId, LayoutBuilder};

    fn form(
        lengths: &[i64],
        strides: &[i64],
        dims: impl FnOnce(&mut LayoutBuilder, Vec<DimId>) -> Vec<DimId>,
    ) -> String {
        let mut builder = LayoutBuilder::strided(lengths, strides, 5).unwrap();
        let base = builder.base_dims().to_vec();
        let dims = dims(&mut builder, base);
        let layout = builder.finish(&dims).unwrap();
        rolling(&layout).map_or("none".to_owned(), |form| {
            let order: Vec<usize> = form.order.results().map(|dim| dim.index()).collect();
            let strides: Vec<i64> = form.memory.strides().values().map(|it| it.get()).collect();
            let offset = form.memory.offset().get();
            format!("{order:?} {strides:?} + {offset} wraps {:?}", form.wraps)
        })
    }

    fn modulo(builder: &mut LayoutBuilder, dim: DimId, modulus: i64, length: i64) -> DimId {
        builder.apply(Modulo { modulus, length }, &[dim]).unwrap()[0]
    }

    #[test]
    fn wrapped_dims_are_found_in_physical_order() {
        let outer = form(&[4, 6], &[6, 1], |it, base| vec![modulo(it, base[0], 4, 10), base[1]]);
        assert_eq!(outer, "[0, 1] [6, 1] + 5 wraps [4, 6]");
        let swapped = form(&[4, 6], &[6, 1], |it, base| vec![base[1], modulo(it, base[0], 4, 10)]);
        assert_eq!(swapped, "[1, 0] [6, 1] + 5 wraps [4, 6]");
        let both = form(&[4, 3], &[9, 1], |it, base| {
            vec![modulo(it, base[0], 4, 10), modulo(it, base[1], 3, 8)]
        });
        assert_eq!(both, "[0, 1] [9, 1] + 5 wraps [4, 3]");
    }

    #[test]
    fn constant_dims_wrap_at_1_outside_all_others() {
        let form = form(&[1, 6], &[6, 1], |it, base| vec![base[1], modulo(it, base[0], 1, 7)]);
        assert_eq!(form, "[1, 0] [6, 1] + 5 wraps [1, 6]");
    }

    #[test]
    fn other_functions_have_no_rolling_form() {
        assert_eq!(form(&[4, 6], &[6, 1], |_, base| base), "none");
        let shifted = form(&[8, 6], &[6, 1], |it, base| {
            let moved = it.apply(Offset { by: 2 }, &[base[0]]).unwrap()[0];
            vec![modulo(it, moved, 4, 10), base[1]]
        });
        assert_eq!(shifted, "[0, 1] [6, 1] + 17 wraps [4, 6]");
        let split = form(&[12, 6], &[6, 1], |it, base| {
            let wrapped = modulo(it, base[0], 12, 24);
            let parts = it.apply(Unmerge { lengths: vec![2, 12] }, &[wrapped]).unwrap();
            vec![parts[0], parts[1], base[1]]
        });
        assert_eq!(split, "[0, 1, 2] [72, 6, 1] + 5 wraps [1, 12, 6]");
        let broken = form(&[5, 6], &[6, 1], |it, base| {
            let wrapped = modulo(it, base[0], 5, 12);
            let parts = it.apply(Unmerge { lengths: vec![3, 4] }, &[wrapped]).unwrap();
            vec![parts[0], parts[1], base[1]]
        });
        assert_eq!(broken, "none");
    }
}
