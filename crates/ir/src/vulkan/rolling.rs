//! Tensors with a rolling backing, `VkTensorRollingBackingCreateInfoARM` of VK_ARM_tensor_controls (Vulkan 1.4.355): only
//! a window of `wraps[i]` indices of each dim has memory.
//!
//! The attribute `wraps` of a description has one number for each dim. The specification (1.4.360) states no address
//! formula for such a tensor. From its definition of the window, and from the rule 12463, which computes the rest of a
//! window as `wraps - coordinate % wraps`, the element at `x` is that of a tensor with the same strides at
//! `x[i] % wraps[i]`.

use super::enumerators::{Enumerator, row};
use crate::attrs::Attr;
use crate::context::Context;
use crate::layout::transform::Modulo;
use crate::layout::{DimId, Layout, LayoutBuilder, LayoutFault, MemShape, PhysicalLayout};

/// The key of the attribute.
pub const WRAPS_ATTR: &str = "wraps";

/// The number of wraps in the structure, `VK_MAX_TENSOR_CREATE_INFO_ROLLING_BACKING_WRAP_COUNT_ARM`.
pub const MAX_WRAPS: usize = 4;

/// The `VkStructureType` of the structure.
pub const ROLLING_STRUCTURE_TYPE: Enumerator = row(
    "TENSOR_ROLLING_BACKING_CREATE_INFO",
    "VK_STRUCTURE_TYPE_TENSOR_ROLLING_BACKING_CREATE_INFO_ARM",
    1_000_565_001,
);

/// Returns the wraps of an attribute, one for each of `dims` dims.
///
/// # Errors
/// The attribute is not a list of this many numbers from 1 to 2^32 - 1.
pub fn checked_wraps(ctx: &Context, attr: Attr, dims: usize) -> Result<Vec<u32>, String> {
    let list = ctx.as_int_list(attr).unwrap_or_default();
    let wraps: Option<Vec<u32>> =
        list.iter().map(|&wrap| u32::try_from(wrap).ok().filter(|&wrap| wrap > 0)).collect();
    match wraps {
        None => Err(format!("must be numbers from 1 to {}", u32::MAX)),
        Some(wraps) if wraps.len() != dims => {
            Err(format!("must have {dims} numbers, one for each dim, but has {}", wraps.len()))
        }
        Some(wraps) => Ok(wraps),
    }
}

/// Returns the layout from the coordinates of a tensor with tiling LINEAR to its memory. `memory` has the lengths of the
/// coordinates, of which `wraps` leaves a window.
///
/// # Errors
/// The numbers of wraps and dims differ, a wrap is 0, or offsets do not fit 64 bits.
pub fn coordinate_layout(
    memory: &PhysicalLayout,
    wraps: Option<&[u32]>,
) -> Result<Layout, LayoutFault> {
    let (builder, dims) = coordinate_dims(memory, wraps)?;
    builder.finish(&dims)
}

/// Returns a builder with the coordinates of [`coordinate_layout`] as its dims, in physical order.
///
/// # Errors
/// As for [`coordinate_layout`].
pub fn coordinate_dims(
    memory: &PhysicalLayout,
    wraps: Option<&[u32]>,
) -> Result<(LayoutBuilder, Vec<DimId>), LayoutFault> {
    let Some(wraps) = wraps else {
        let builder = LayoutBuilder::new(memory.clone());
        let dims = builder.base_dims().to_vec();
        return Ok((builder, dims));
    };
    fn fault(error: &dyn std::fmt::Display) -> LayoutFault {
        LayoutFault::new(error.to_string())
    }
    let lengths: Vec<i64> = wraps.iter().copied().map(i64::from).collect();
    let window = MemShape::of_static(&lengths).map_err(|error| fault(&error))?;
    let window =
        PhysicalLayout::new(window, memory.strides().clone(), memory.offset(), memory.elem())
            .map_err(|error| fault(&error))?;
    let mut builder = LayoutBuilder::new(window);
    let base = builder.base_dims().to_vec();
    let mut dims = Vec::new();
    for ((dim, modulus), length) in base.into_iter().zip(lengths).zip(memory.shape().values()) {
        let length =
            length.get().ok_or_else(|| fault(&"a wrapped dim must have a static length"))?;
        if length == modulus {
            dims.push(dim);
        } else {
            dims.extend(builder.apply(Modulo { modulus, length }, &[dim])?);
        }
    }
    Ok((builder, dims))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Elems, LogicalIndex, MemStrides};
    use crate::module::Module;

    fn memory(lengths: &[i64], strides: &[i64]) -> PhysicalLayout {
        let strides = MemStrides::new(strides.iter().copied().map(Elems::new)).unwrap();
        PhysicalLayout::new(MemShape::of_static(lengths).unwrap(), strides, Elems::new(7), None)
            .unwrap()
    }

    #[test]
    fn coordinates_wrap_around_windows() {
        let (lengths, strides) = ([10, 6, 3], [40, 6, 1]);
        let memory = memory(&lengths, &strides);
        for wraps in [[4, 6, 3], [1, 6, 3], [4, 2, 2], [10, 6, 3], [16, 5, 3]] {
            let layout = coordinate_layout(&memory, Some(&wraps)).unwrap();
            for at in 0..180 {
                let index = [at / 18, at / 3 % 6, at % 3];
                let wrapped = index.iter().zip(wraps).map(|(&at, wrap)| at % i64::from(wrap));
                let sum: i64 = wrapped.zip(strides).map(|(at, stride)| at * stride).sum();
                let offset = layout.offset_of(&LogicalIndex::new(index).unwrap()).unwrap();
                assert_eq!(offset, Some(Elems::new(7 + sum)), "{wraps:?} {index:?}");
            }
        }
        assert!(coordinate_layout(&memory, Some(&[4, 6])).is_err());
        assert!(coordinate_layout(&memory, Some(&[0, 6, 3])).is_err());
    }

    #[test]
    fn wraps_are_positive_and_one_for_each_dim() {
        let mut module = Module::new();
        let ctx = &mut module.ctx;
        let mut check = |values: &[i64]| {
            let attr = ctx.i64_array(values);
            checked_wraps(ctx, attr, 2)
        };
        assert_eq!(check(&[4, 1 << 31]), Ok(vec![4, 1 << 31]));
        for wrong in [&[0, 4][..], &[4, -1], &[1 << 32, 1], &[4], &[4, 4, 4]] {
            assert!(check(wrong).is_err(), "{wrong:?}");
        }
    }
}
