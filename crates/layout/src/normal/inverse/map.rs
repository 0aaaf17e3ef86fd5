//! The inverse of a layout as maps from slots to logical indices, for code generation.
//!
//! ```text
//! slot of the buffer --inverse strides--> physical index --inverse transforms--> logical index
//! ```
//!
//! A candidate is a [`Layout`] over the index space of the inverted layout, with one logical dim: its slots. A slot
//! without an index is invalid in it. An injective layout has one candidate. If indices share slots, an inverse
//! transform may have to choose: the position of a window (`embed`), the period (`modulo`), the index of a dim that has no
//! effect. Each combination of choices is a candidate, and each index of a slot belongs to exactly one of them. A choice
//! is avoided if the least index is always the same one.
//!
//! The copy map of a reorder is the only candidate of its target, over the memory of the source.
//!
//! - `builder`: inverts the transforms; `choices`: combinations of choices; `sum`: inverts strides, by digits;
//! - `fault`: the reasons why a layout has no such map; `precedence`: the order of candidates.

mod builder;
mod choices;
mod fault;
mod precedence;
mod sum;

pub(super) use builder::InverseBuilder;
pub use fault::InverseFault;

use crate::domain::{Algebra, Range};
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::Elems;
use crate::stride::AddressError;
use choices::Choices;

/// The inverse of a layout: a map from each slot of its buffer to the least index that the slot holds.
#[derive(Clone, Debug)]
pub struct InverseMap {
    candidates: Vec<Layout>,
    /// `true` if the index of an earlier candidate precedes that of each later one, wherever both are valid.
    is_ordered: bool,
    range: Range,
}

impl InverseMap {
    /// Returns the number of candidates. A layout without a valid index has none.
    pub fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// Returns `true` if the least index of a slot is that of the first valid candidate; otherwise the indices must be
    /// compared.
    pub fn is_ordered(&self) -> bool {
        self.is_ordered
    }

    /// Returns the range of the slots, as [`Layout::slot_range`] does. The first is 0, or the least offset if that is
    /// negative.
    pub fn range(&self) -> Range {
        self.range
    }

    /// Returns the logical index of a candidate, computed from the number of a slot, which counts from
    /// the first of [`range`](Self::range). The predicates are added to the algebra.
    pub fn index_over<A: Algebra>(
        &self,
        candidate: usize,
        slot: &A::Value,
        algebra: &mut A,
    ) -> Vec<A::Value> {
        let layout = &self.candidates[candidate];
        let values = layout.values_over(std::slice::from_ref(slot), algebra);
        layout.base.iter().map(|dim| values[dim.number()].clone()).collect()
    }
}

impl Layout {
    /// Returns the inverse as a map.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn inverse_map(&self) -> Result<InverseMap, InverseFault> {
        if let Some(dim) = self.shape().first_dynamic() {
            return Err(InverseFault::Dynamic(dim));
        }
        let first = self.least_slot()?;
        let slots = self.allocation()?.get();
        let mut candidates = Vec::new();
        let mut choices = (!self.is_empty()).then(Choices::default);
        while let Some(these) = choices {
            let mut builder = InverseBuilder::new(self.index_space()?, self, Some(these));
            let slot = builder.undo(first.get(), slots)?;
            let (layout, these) = builder.finish(slot)?;
            candidates.extend(Some(layout).filter(|layout| !layout.is_empty()));
            choices = these.and_then(Choices::next);
        }
        let is_ordered = precedence::sort(&mut candidates);
        Ok(InverseMap { candidates, is_ordered, range: range_of(first, slots) })
    }

    /// Returns the range of the slots: from 0, or the least offset if that is negative, to the end of the allocation. A
    /// layout without slots has slot 0.
    ///
    /// # Errors
    /// As [`allocation`](Self::allocation).
    pub fn slot_range(&self) -> Result<Range, AddressError> {
        Ok(range_of(self.least_slot()?, self.allocation()?.get()))
    }

    /// Returns the lesser of 0 and the least offset.
    fn least_slot(&self) -> Result<Elems, AddressError> {
        let least = self.offset_range()?.map_or(Elems::ZERO, |(least, _)| least);
        Ok(least.min(Elems::ZERO))
    }

    /// Returns the row-major index space of the layout, as memory.
    fn index_space(&self) -> Result<LayoutBuilder, InverseFault> {
        let lengths = self.shape().values().map(|length| length.get().unwrap_or(1));
        Ok(LayoutBuilder::packed(&lengths.collect::<Vec<_>>())?)
    }
}

fn range_of(first: Elems, slots: i64) -> Range {
    let last = first.get().saturating_add(slots.max(1) - 1);
    Range { low: first.get(), high: last }
}

#[cfg(test)]
mod tests;
