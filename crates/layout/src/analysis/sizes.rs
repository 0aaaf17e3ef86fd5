//! The least and the greatest offset of a layout, and its sizes. A result is exact, or an error if it costs too much.

use crate::domain::Range;
use crate::index::Exprs;
use crate::pipeline::{FEW_POINTS, IndependentComponent, Layout};
use crate::space::{Bytes, Elems};
use crate::stride::{AddressError, narrow, span_of};

impl Layout {
    /// Returns the least and the greatest offset of a valid index, in elements; `None` if no index is valid. If the values
    /// of a table are declared, the offsets are those of all tables that keep the contract.
    ///
    /// # Errors
    /// A length is dynamic, an offset does not fit 64 bits, or exact bounds exceed the limit on steps.
    pub fn offset_range(&self) -> Result<Option<(Elems, Elems)>, AddressError> {
        self.check_static()?;
        if self.is_empty {
            return Ok(None);
        }
        let components = self.minimal_components();
        if components
            .iter()
            .any(|component| !component.is_memory() && component.points() > FEW_POINTS)
            && let Some(ends) = self.attained_bounds(&components)
        {
            return Ok(Some(ends));
        }
        self.enumerated_range(components)
    }

    /// Returns an error if a length of memory is dynamic.
    pub(super) fn check_static(&self) -> Result<(), AddressError> {
        let dynamic = self.mem_shape().first_dynamic();
        dynamic.map_or(Ok(()), |dim| Err(AddressError::Dynamic(dim)))
    }

    /// Returns bounds of the offset from ranges alone; `None` unless both bounds are offsets of valid indices.
    fn attained_bounds(&self, components: &[IndependentComponent]) -> Option<(Elems, Elems)> {
        let mut bound = Range::only(self.physical().offset().get());
        for component in components {
            let part = self.partial_offset_range(component)?;
            let low = bound.low.checked_add(part.low)?;
            let high = bound.high.checked_add(part.high)?;
            bound = Range { low, high };
        }
        let bound = bound.meet(self.symbolic_range())?;
        let ends = [bound.low, bound.high].map(Elems::new);
        let mut owners = ends.iter().map(|&slot| self.owners_of(slot));
        let are_reached = owners.all(|owners| owners.is_ok_and(|owners| owners.count > 0));
        are_reached.then_some((ends[0], ends[1]))
    }

    /// Returns the offset range from the components. Small components are enumerated.
    fn enumerated_range(
        &self,
        components: Vec<IndependentComponent>,
    ) -> Result<Option<(Elems, Elems)>, AddressError> {
        let start = i128::from(self.physical().offset().get());
        let mut low = start;
        let mut high = start;
        let mut exact = true;
        for component in components {
            let bound = self.partial_offset_range(&component).ok_or(AddressError::Overflow)?;
            let part = match () {
                () if component.is_memory() || component.is_declared => Some(bound),
                () if component.is_small() => self.partial_offset_ends(&component),
                () => {
                    exact = false;
                    Some(bound)
                }
            };
            let Some(part) = part else { return Ok(None) };
            low += i128::from(part.low);
            high += i128::from(part.high);
        }
        let low = narrow(low)?;
        let high = narrow(high)?;
        if exact {
            return Ok(Some((low, high)));
        }
        let symbolic = self.symbolic_range();
        let low = low.max(Elems::new(symbolic.low));
        let high = high.min(Elems::new(symbolic.high));
        // Bounds that some valid index reaches are exact.
        if self.owners_of(low)?.count == 0 || self.owners_of(high)?.count == 0 {
            return Err(AddressError::TooManySteps);
        }
        Ok(Some((low, high)))
    }

    /// Returns bounds of the offset, from its expression in normal form.
    fn symbolic_range(&self) -> Range {
        let mut exprs = Exprs::new();
        let symbolic = self.to_exprs(&mut exprs);
        exprs.range(symbolic.offset)
    }

    /// Returns the least and the greatest partial offset of a small component; `None` if it has no valid index.
    fn partial_offset_ends(&self, component: &IndependentComponent) -> Option<Range> {
        let mut ends: Option<Range> = None;
        self.enumerate(component, |_, valid, offset| {
            if valid {
                let old = ends.unwrap_or(Range::only(offset));
                ends = Some(Range { low: old.low.min(offset), high: old.high.max(offset) });
            }
            true
        });
        ends
    }

    /// Returns the number of slots from the lesser of 0 and the least offset, up to the greatest offset of a valid
    /// index.
    ///
    /// # Errors
    /// As [`offset_range`](Self::offset_range).
    pub fn span(&self) -> Result<Elems, AddressError> {
        Layout::span_of(self.offset_range()?)
    }

    /// Returns the span of a layout with this [`offset_range`](Self::offset_range).
    ///
    /// # Errors
    /// The count does not fit 64 bits.
    pub fn span_of(offsets: Option<(Elems, Elems)>) -> Result<Elems, AddressError> {
        offsets.map_or(Ok(Elems::ZERO), span_of)
    }

    /// Returns the number of slots of a buffer that includes the padding of every row of memory.
    ///
    /// # Errors
    /// As [`offset_range`](Self::offset_range).
    pub fn allocation(&self) -> Result<Elems, AddressError> {
        self.physical().allocation_of(self.span()?)
    }

    /// Returns the number of bytes of the allocation.
    ///
    /// # Errors
    /// As [`allocation`](Self::allocation), or the element size is unknown.
    pub fn size_in_bytes(&self) -> Result<Bytes, AddressError> {
        self.physical().bytes_of(self.allocation()?)
    }

    /// Returns the number of bytes of a buffer for a layout in units of bytes, whose elements have `size` bytes.
    ///
    /// # Errors
    /// As [`allocation`](Self::allocation).
    pub fn size_with_elements_of(&self, size: Bytes) -> Result<Bytes, AddressError> {
        let span = self.span()?;
        let rows = self.physical().allocation_of(span)?.get();
        // The span ends with the first byte of the last element.
        let bytes = span.get().checked_add(size.get() - 1).ok_or(AddressError::Overflow)?;
        Ok(Bytes::new(bytes.max(rows)))
    }
}
