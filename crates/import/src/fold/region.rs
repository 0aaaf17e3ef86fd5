//! The bytes of a memory region: the elements of each value that shares it, at the addresses of its layout.

use super::contents::{KnownContents, KnownValue, lengths};
use super::loops::{MoveLoop, move_elements};
use super::view::WeightView;
use ir::descriptor::Layouts;
use ir::encoding::{self, Reading};
use ir::layout::{
    CopyDim, CopyMachine, Evaluator, IndexSpace, Layout, LayoutBuilder, LogicalIndex,
};
use ir::{Module, Type, TypeKind};
use std::rc::Rc;

/// A value in a region, with its layout.
pub(super) struct RegionValue<'a> {
    pub(super) known: KnownValue<'a>,
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
        known: KnownValue<'a>,
        is_boundary: bool,
    ) -> Result<RegionValue<'a>, String> {
        let ty = module.ty(known.value);
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
        Ok(RegionValue { known, layout, strides, lens, bits })
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

/// The loops that move the elements of a value to its memory.
pub(super) struct RegionMove {
    /// The loops by falling stride in the target.
    pub(super) loops: Vec<MoveLoop>,
    /// The first element in the source.
    pub(super) source: usize,
    /// The first slot.
    pub(super) target: usize,
    /// The number of bytes of an element.
    pub(super) width: usize,
}

impl RegionValue<'_> {
    /// Returns the number of slots.
    ///
    /// # Errors
    /// The region is too large.
    pub(super) fn slots(&self) -> Result<usize, String> {
        let slots = self.layout.allocation().map_err(|error| error.to_string())?.get();
        usize::try_from(slots).map_err(|_| "its memory is too large".to_owned())
    }

    /// Returns the number of bytes of the region, with this number of slots.
    pub(super) fn size(&self, slots: usize) -> Result<usize, String> {
        let bits = slots.checked_mul(self.bits).ok_or("its memory is too large")?;
        Ok(bits.div_ceil(8))
    }

    /// Returns the loops that move elements at these strides to the memory of the value. `None` if the layout is not a
    /// sum of loops without conditions, or elements are not whole bytes.
    pub(super) fn moved_from(&self, view: &WeightView) -> Option<RegionMove> {
        let builder = LayoutBuilder::strided(&self.lens, &view.strides, view.offset).ok()?;
        let dims = builder.base_dims().to_vec();
        let source = builder.finish(&dims).ok()?;
        let plan = source.copy_plan_to(&self.layout, false, CopyMachine::DEFAULT).ok()?;
        let has_whole_bytes = self.bits.is_multiple_of(8) && self.bits / 8 == self.contents().width;
        if !has_whole_bytes || plan.dims.iter().any(CopyDim::is_guarded) || !plan.fills.is_empty() {
            return None;
        }
        let mut loops = Vec::new();
        for digit in &plan.digits {
            let [length, source, target] = [digit.length.get()?, digit.source, digit.target];
            if length > 1 {
                loops.push(MoveLoop::new(length, source, target)?);
            }
        }
        Some(RegionMove {
            loops,
            source: usize::try_from(plan.source_offset).ok()?,
            target: usize::try_from(plan.target_offset).ok()?,
            width: self.bits / 8,
        })
    }

    fn contents(&self) -> &KnownContents {
        self.known.contents
    }

    /// Writes the elements, in row-major order, to the memory of the value.
    fn write(&self, elements: &[u8], region: &mut [u8]) -> Result<(), String> {
        if let Some(RegionMove { loops, target, width, .. }) = self.packed_move() {
            let begin = target.checked_mul(width).and_then(|begin| region.get_mut(begin..));
            let region = begin.ok_or("its memory is too small")?;
            return move_elements(&loops, width, elements, region);
        }
        let bits = self.bits;
        self.each_slot(elements, |slot, element| {
            store(region, slot, bits, element);
            true
        })
        .map(drop)
    }

    /// Returns `true` if the memory of the value has its elements.
    fn is_in(&self, elements: &[u8], region: &[u8]) -> Result<bool, String> {
        if let Some(RegionMove { loops, target, width, .. }) = self.packed_move() {
            let begin = target.checked_mul(width).and_then(|begin| region.get(begin..));
            let region = begin.ok_or("its memory is too small")?;
            let loops: Vec<MoveLoop> = loops.into_iter().map(MoveLoop::reversed).collect();
            let mut found = vec![0; elements.len()];
            move_elements(&loops, width, region, &mut found)?;
            return Ok(found == elements);
        }
        self.each_slot(elements, |slot, element| holds(region, slot, self.bits, element))
    }

    /// Returns the loops from elements in row-major order.
    fn packed_move(&self) -> Option<RegionMove> {
        self.moved_from(&WeightView::whole(0, &self.lens)?)
    }

    /// Calls `visit` with the slot and the bytes of each element, until it returns `false`. Returns `true` if it never did.
    fn each_slot(
        &self,
        elements: &[u8],
        mut visit: impl FnMut(usize, &[u8]) -> bool,
    ) -> Result<bool, String> {
        let slots = self.slots()?;
        let width = self.contents().width;
        let mut evaluator = self.layout.evaluator();
        for (index, element) in self.indices().iter().zip(elements.chunks_exact(width)) {
            let slot = slot(&mut evaluator, &index)?;
            if slot >= slots || element.len() != (self.bits / 8).max(1) {
                return Err(format!("index {index:?} has no element in memory"));
            }
            if !visit(slot, element) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the bytes of a region. Slots without an element are 0. `elements` returns those of the value with this
/// position.
///
/// # Errors
/// An element has no address, two values have different elements in one slot, or the region is too large.
pub(super) fn bytes(
    values: &[RegionValue<'_>],
    mut elements: impl FnMut(usize) -> Result<Rc<[u8]>, String>,
) -> Result<Vec<u8>, String> {
    let mut size = 0;
    for value in values {
        size = size.max(value.size(value.slots()?)?);
    }
    let mut region = Vec::new();
    region.try_reserve_exact(size).map_err(|_| "its memory is too large")?;
    region.resize(size, 0);
    let is_shared = values.len() > 1;
    let mut written = Vec::new();
    for value in values {
        let elements = elements(value.known.position)?;
        value.write(&elements, &mut region)?;
        if is_shared {
            written.push((value, elements));
        }
    }
    for (value, elements) in written {
        if !value.is_in(&elements, &region)? {
            return Err("values that share memory have different elements in it".to_owned());
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
    region[byte] >> shift & ((1 << bits) - 1) == element[0] & ((1 << bits) - 1)
}
