//! The bytes of a memory region: the elements of each value that shares it, at the addresses of its layout.

use super::contents::{KnownContents, lengths};
use ir::descriptor::Layouts;
use ir::encoding::{self, Reading};
use ir::layout::{Evaluator, IndexSpace, Layout, LogicalIndex};
use ir::{Module, Type, TypeKind, Value};
use std::rc::Rc;

/// A value in a region, with its layout.
pub(super) struct RegionValue<'a> {
    pub(super) value: Value,
    pub(super) contents: &'a KnownContents,
    layout: Rc<Layout>,
    /// The strides in elements; `None` for a layout that is not strided.
    strides: Option<Vec<i64>>,
    lens: Vec<i64>,
    bits: usize,
}

impl<'a> RegionValue<'a> {
    /// Returns a value with the layout of its type.
    ///
    /// # Errors
    /// The type has no layout, or its strides are not resolved.
    pub(super) fn new(
        module: &Module,
        layouts: &Layouts<'_>,
        (value, contents): (Value, &'a KnownContents),
        is_boundary: bool,
    ) -> Result<RegionValue<'a>, String> {
        let ty = module.ty(value);
        fn unresolved() -> String {
            "its strides are not resolved: run `resolve-strides`".to_owned()
        }
        let reading = encoding::read(&module.ctx, ty).map_err(|fault| fault.message.clone())?;
        let strides = match reading.ok_or("it is not a ranked tensor")? {
            Reading::Open if !is_boundary => return Err(unresolved()),
            Reading::Ordered(layout) => {
                let strides = layout.strides().ok_or_else(unresolved)?;
                Some(strides.values().map(|stride| stride.get()).collect())
            }
            _ => None,
        };
        let layout = layouts.of_type(ty, is_boundary).map_err(|fault| fault.message.clone())?;
        let lens = lengths(module, ty).ok_or("its lengths are dynamic")?;
        let bits = element_bits(module, ty).ok_or("the width of its elements is unknown")?;
        let layout = layout.ok_or_else(unresolved)?;
        Ok(RegionValue { value, contents, layout, strides, lens, bits })
    }

    /// Returns the strides in elements, by logical dim; `None` for a layout that is not strided.
    pub(super) fn strides(&self) -> Option<&[i64]> {
        self.strides.as_deref()
    }

    fn indices(&self) -> IndexSpace {
        IndexSpace::below(self.lens.iter().copied())
    }

    /// Returns the lengths.
    pub(super) fn lengths(&self) -> &[i64] {
        &self.lens
    }
}

/// Returns the offset of an index, in elements.
fn slot(evaluator: &mut Evaluator<'_>, index: &[i64]) -> Result<usize, String> {
    let outside = || format!("index {index:?} has no element in memory");
    let logical = LogicalIndex::new(index.iter().copied()).map_err(|_| outside())?;
    let offset = evaluator.offset_of(&logical).map_err(|error| error.to_string())?;
    offset.and_then(|offset| usize::try_from(offset.get()).ok()).ok_or_else(outside)
}

/// Returns the width of the elements of a tensor in memory, in bits.
fn element_bits(module: &Module, ty: Type) -> Option<usize> {
    let TypeKind::Tensor { elem, .. } = module.ctx.kind(ty) else { return None };
    let size = encoding::elem_size(&module.ctx, *elem).ok()?;
    usize::try_from(size.bits().get()).ok()
}

/// Returns the bytes of a region. Slots without an element are 0.
///
/// # Errors
/// An element has no address, two values have different elements in one slot, or the region is too large.
pub(super) fn bytes(values: &[RegionValue<'_>]) -> Result<Vec<u8>, String> {
    let mut slots = 0;
    for value in values {
        let size = value.layout.allocation().map_err(|error| error.to_string())?.get();
        slots = slots.max(usize::try_from(size).map_err(|_| "its memory is too large")?);
    }
    let bits = values.first().map_or(8, |value| value.bits);
    let size = slots.checked_mul(bits).ok_or("its memory is too large")?.div_ceil(8);
    let mut region = Vec::new();
    region.try_reserve_exact(size).map_err(|_| "its memory is too large")?;
    region.resize(size, 0);
    let mut is_written = vec![false; slots];
    for value in values {
        let elements = value.contents.bytes.chunks_exact(value.contents.width);
        let mut evaluator = value.layout.evaluator();
        for (index, element) in value.indices().iter().zip(elements) {
            let slot = slot(&mut evaluator, &index)?;
            if slot >= slots || element.len() != (bits / 8).max(1) || value.bits != bits {
                return Err(format!("index {index:?} has no element in memory"));
            }
            if is_written[slot] && !holds(&region, slot, bits, element) {
                return Err("values that share memory have different elements in it".to_owned());
            }
            is_written[slot] = true;
            store(&mut region, slot, bits, element);
        }
    }
    Ok(region)
}

fn store(region: &mut [u8], slot: usize, bits: usize, element: &[u8]) {
    if bits >= 8 {
        let begin = slot * (bits / 8);
        region[begin..begin + element.len()].copy_from_slice(element);
        return;
    }
    let byte = slot * bits / 8;
    let shift = slot * bits % 8;
    let mask = ((1u8 << bits) - 1) << shift;
    region[byte] = region[byte] & !mask | element[0] << shift & mask;
}

fn holds(region: &[u8], slot: usize, bits: usize, element: &[u8]) -> bool {
    if bits >= 8 {
        let begin = slot * (bits / 8);
        return region[begin..begin + element.len()] == *element;
    }
    let byte = slot * bits / 8;
    let shift = slot * bits % 8;
    region[byte] >> shift & ((1 << bits) - 1) == element[0]
}
