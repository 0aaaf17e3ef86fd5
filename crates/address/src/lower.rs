//! Lowering of a layout to an addressing program.
//!
//! The crate `layout` alone defines the address arithmetic. Lowering evaluates `Layout::offset_over` with an algebra
//! whose values are sums of words ([`unsigned`]), so the arithmetic is not implemented twice.
//!
//! - For every index in bounds, no instruction wraps or divides by zero. The one exception is the last instruction,
//!   which computes the two's complement of a negative offset.
//! - Words have 32 bits if every intermediate value provably fits 31 bits, otherwise 64.
//! - A dynamic length is the greatest for which every value fits, because the caller guarantees that offsets fit.
//! - A function of another form is that of a derived layout or index: in the form `Vector` of the layout of groups, in the
//!   form `Step` of the index plus a constant, where the offset of the index is a parameter without uses. That program is
//!   total: it also computes the offset of a sum inside the lengths whose index is outside.
//! - A layout with symbols has a program of its own kind, from its expressions ([`lower_symbolic`]).
//! - The program returns a validity exactly if the layout has a predicate (a `pad`), even if that predicate always
//!   holds: the signature does not depend on what can be proven.

mod bits;
mod fault;
mod inverse;
mod lowered;
mod symbolic;
mod unsigned;

use crate::form::{AddressForm, stepped};
use crate::operation::Width;
use crate::program::{Param, Program};
use crate::unit::OffsetUnit;
pub use bits::lower_bits;
use fault::greatest;
pub use fault::{AddressFault, IndexType};
use layout::{AddressError, ElemSize, Elems, Layout, LogicalIndex, Range};
use lowered::{LoweredProgram, first_fitting};
pub use symbolic::{
    Addition, Division, SymbolicProgram, computed_expr, expr_fits, expr_range, lower_symbolic,
    reciprocal, reciprocal_ranges,
};
use unsigned::{PredicateMode, UnsignedLowering, WordSum};

/// Returns the program that computes the offset of a logical index in this unit.
///
/// # Errors
/// As [`lower_form`].
pub fn lower(layout: &Layout, unit: OffsetUnit, index: IndexType) -> Result<Program, AddressFault> {
    lower_form(layout, &AddressForm::Offset, unit, index)
}

/// Returns the program of a function of this form, which returns offsets in this unit.
///
/// One length may be dynamic: no transform and no stride depends on it. The program then has the greatest length for
/// which every value fits, and [`IndexType::Auto`] is `i64`.
///
/// # Errors
/// The reason why the layout has no program of this form in this unit and index type.
pub fn lower_form(
    layout: &Layout,
    form: &AddressForm,
    unit: OffsetUnit,
    index: IndexType,
) -> Result<Program, AddressFault> {
    let groups;
    let (layout, step) = match form {
        AddressForm::Offset => (layout, None),
        AddressForm::Vector(vector) => {
            groups = layout.vector_groups(vector);
            (groups.as_ref().map_err(|fault| AddressFault::Vector(Box::new(fault.clone())))?, None)
        }
        AddressForm::Step(step) => (layout, Some(&step[..])),
        AddressForm::Inverse => return inverse::lower(layout, index),
        AddressForm::Bits(_) => return bits::lower_bits(&[layout], index),
    };
    let shape = layout.shape();
    let mut dynamic = shape.iter().filter(|(_, length)| length.is_dynamic()).map(|(dim, _)| dim);
    let request = OffsetRequest { layout, step, unit };
    match (dynamic.next(), dynamic.next()) {
        (None, _) => request.program(1, index.widths()),
        (Some(_), None) => request.longest(index.widths().last()),
        (Some(_), Some(dim)) => Err(AddressFault::Dynamic(dim)),
    }
}

/// A layout whose offsets a program computes.
#[derive(Clone, Copy)]
struct OffsetRequest<'a> {
    layout: &'a Layout,
    /// The constant that is added to the index, by logical dim; `None` in other forms than `Step`.
    step: Option<&'a [i64]>,
    unit: OffsetUnit,
}

impl OffsetRequest<'_> {
    /// Returns the program for the greatest dynamic length for which every value fits.
    fn longest(self, width: Option<&Width>) -> Result<Program, AddressFault> {
        let width = *width.expect("every index type has a width");
        let mut fits = self.least_dynamic_length();
        let mut most = greatest(width.bits() - 1);
        let mut best = self.program(fits, &[width])?;
        while fits < most {
            let middle = most - (most - fits) / 2;
            match self.program(middle, &[width]) {
                Ok(program) => (best, fits) = (program, middle),
                Err(_) => most = middle - 1,
            }
        }
        Ok(best)
    }

    /// Returns the least dynamic length that has an index and its sum with the step.
    fn least_dynamic_length(self) -> i64 {
        let lengths = self.layout.shape().values().zip(self.step.unwrap_or_default());
        let mut dynamic = lengths.filter(|(length, _)| length.is_dynamic());
        dynamic.next().map_or(1, |(_, step)| step.saturating_abs().saturating_add(1))
    }

    /// Returns the program for this dynamic length, in the first of these widths that holds every value.
    fn program(self, open: i64, widths: &[Width]) -> Result<Program, AddressFault> {
        let lengths = self.layout.shape().values();
        let lengths: Vec<i64> = lengths.map(|length| length.get().unwrap_or(open)).collect();
        first_fitting(widths, |mode| self.lowered(&lengths, mode))
    }

    /// Lowers the offset of a logical index below these lengths.
    fn lowered(self, lengths: &[i64], mode: PredicateMode) -> Result<LoweredProgram, AddressFault> {
        let OffsetRequest { layout, step, unit } = self;
        let ranges = self.params(lengths)?;
        let params = ranges.iter().map(|&range| Param { width: Width::I64, range });
        let mut lowering = UnsignedLowering::new(params.collect(), mode);
        let offset = if layout.is_empty() {
            // An index of an empty layout is never valid, so ranges over it are undefined.
            lowering.set_never_valid();
            lowering.constant(0)
        } else {
            let dims = (0..lengths.len()).zip(lengths);
            let index: Vec<WordSum> = dims
                .map(|(dim, &length)| lowering.index(dim, length, step.map_or(0, |step| step[dim])))
                .collect();
            let offset = layout.offset_over(&index, &mut lowering);
            let offset = match unit {
                OffsetUnit::Element => offset,
                OffsetUnit::Byte => in_bytes(layout, &offset)?,
            };
            lowering.word(&offset)
        };
        let results = std::iter::once(offset).chain(lowering.valid()).collect();
        Ok(LoweredProgram { lowering, results, inputs: ranges[..lengths.len()].to_vec() })
    }

    /// Returns the range of each parameter for a logical index below these lengths.
    fn params(self, lengths: &[i64]) -> Result<Vec<Range>, AddressFault> {
        let Some(step) = self.step else {
            return Ok(lengths.iter().map(|&length| Range::below(length)).collect());
        };
        let mut ranges = Vec::new();
        for ((dim, _), (&length, &step)) in self.layout.shape().iter().zip(lengths.iter().zip(step))
        {
            let range = stepped(length, step).ok_or(AddressFault::Step { dim, length, step })?;
            ranges.push(range);
        }
        ranges.push(self.offsets());
        Ok(ranges)
    }

    /// Returns a range of the offsets of valid indices: the least one, or that of 64 bits if it is unknown.
    fn offsets(self) -> Range {
        let range = self.layout.offset_range().ok().and_then(|ends| match ends {
            None => Some(Range::only(0)),
            Some((low, high)) => Some(Range { low: self.in_unit(low)?, high: self.in_unit(high)? }),
        });
        range.unwrap_or(Width::I64.signed_range())
    }

    fn in_unit(self, offset: Elems) -> Option<i64> {
        match self.unit {
            OffsetUnit::Element => Some(offset.get()),
            OffsetUnit::Byte => Some(offset.to_bits(self.layout.elem()?)?.to_bytes()?.get()),
        }
    }
}

/// Converts an offset in elements to bytes.
///
/// # Errors
/// The element size is unknown, an element can start within a byte, or the offset overflows 64 bits.
fn in_bytes(layout: &Layout, offset: &WordSum) -> Result<WordSum, AddressFault> {
    let elem = layout.elem().ok_or(AddressFault::NoElement)?;
    if let Some(bytes) = elem.bytes() {
        let too_wide = AddressFault::TooWide { reach: None, bits: 63 };
        return offset.scaled(bytes.get(), 1).ok_or(too_wide);
    }
    let scaled = offset.scaled(elem.bits().get(), 8);
    scaled.ok_or_else(|| AddressFault::WithinByte { elem, at: first_within_byte(layout, elem) })
}

/// Returns an index whose element starts within a byte, and the bit at which it starts. Searches only the zero index
/// and the indices with a single component of 1; `None` if none of them has such an element.
fn first_within_byte(layout: &Layout, elem: ElemSize) -> Option<(LogicalIndex, i64)> {
    let rank = layout.shape().len();
    let zero_then_units = std::iter::once(rank).chain((0..rank).rev());
    let indices = zero_then_units
        .filter_map(|at| LogicalIndex::new((0..rank).map(move |dim| i64::from(dim == at))).ok());
    let mut bits = indices.filter_map(|index| {
        let offset: Result<_, AddressError> = layout.offset_of(&index);
        let bit = offset.ok()??.to_bits(elem)?.get();
        (bit % 8 != 0).then_some((index, bit))
    });
    bits.next()
}

#[cfg(test)]
mod tests;
