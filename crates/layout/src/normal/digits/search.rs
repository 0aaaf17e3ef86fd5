//! The search for the digits of a layout.
//!
//! The digits come from the normal form of the offset. If that does not show them, they come from the offsets along each
//! dim, and the sum is compared with the layout.

use super::{MixedRadix, RadixDigit, coalesced};
use crate::index::{Exprs, ScaledDigit, radix_of};
use crate::normal::compare::{CompareError, Difference};
use crate::normal::probes::probe_indices;
use crate::pipeline::Layout;
use crate::space::{Elems, IndexSpace, LogicalIndex};
use crate::stride::AddressError;

/// The maximum number of offsets along a dim that are listed. The digits of a longer dim are found by comparisons.
const MAX_LINE: i64 = crate::limits::LISTED_DIM as i64;

/// The reason why a layout has no mixed radix.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RadixError {
    /// The first index at which the layout, `a`, differs from the sum of digits that its offsets along each dim define.
    Differs(Difference),
    /// An offset cannot be computed, or the comparison exceeds the limit on steps.
    Address(AddressError),
}

impl_error!(RadixError {
    Self::Address(error) => "{error}",
    Self::Differs(Difference { at, a: None, .. }) => "index {at} has no slot",
    Self::Differs(Difference { at, .. }) => "the offset of index {at} is not a sum of digits",
});

impl_from! { RadixError { Address(AddressError) } }

impl Layout {
    /// Returns the mixed radix of the layout in normal form: without digits of length 1, and with the fewest digits.
    ///
    /// # Errors
    /// The layout is not a sum of digits, a length is dynamic, or a limit on steps is exceeded.
    pub fn mixed_radix(&self) -> Result<MixedRadix, RadixError> {
        match self.radix_along_dims()? {
            (found, None) => Ok(found),
            (_, Some(difference)) => Err(RadixError::Differs(difference)),
        }
    }

    /// Returns the mixed radix that the offsets along each dim determine, in normal form, and an index at which the layout
    /// differs from it; `None` if they are the same function. No other mixed radix agrees with the layout at all indices
    /// up to that one. It is the first such index if normal forms decide, or if it is among the first 2^16.
    ///
    /// # Errors
    /// A length is dynamic, an offset cannot be computed, or a limit on steps is exceeded.
    pub fn radix_along_dims(&self) -> Result<(MixedRadix, Option<Difference>), AddressError> {
        let lengths = self.shape().static_lengths().ok_or(AddressError::Unresolved)?;
        match self.symbolic_radix() {
            Some(found) => Ok((found, None)),
            None => self.compared_radix(&lengths),
        }
    }

    /// Returns the digits of the offsets along each dim, and the first index at which the layout differs from them.
    fn compared_radix(
        &self,
        lengths: &[i64],
    ) -> Result<(MixedRadix, Option<Difference>), AddressError> {
        let found = self.listed_radix(lengths)?;
        let difference = match found.layout(self.elem()) {
            Ok(same) => self.radix_difference(&found, &same)?,
            // The digits are too many for a layout.
            Err(_) => self.difference_from_radix(&found)?,
        };
        Ok((found, difference))
    }

    /// Returns the first index at which the layout differs from a sum of digits, of which `same` is the layout. Where many
    /// indices would be compared one by one, it is the first of the probes that differs.
    fn radix_difference(
        &self,
        radix: &MixedRadix,
        same: &Layout,
    ) -> Result<Option<Difference>, AddressError> {
        if let Some(decided) = self.difference_of_forms(same).map_err(unaddressed)? {
            return Ok(decided);
        }
        let listed = self.difference_from_radix(radix);
        if listed != Err(AddressError::TooManySteps) {
            return listed;
        }
        let mut evaluator = self.evaluator();
        for index in probe_indices(&radix.lengths, &steps_of(radix)) {
            let a = evaluator.offset_of_inside(index.iter().copied())?;
            let b = radix.offset_of(&index).map(Elems::new);
            if a != b {
                return Ok(Some(Difference { at: LogicalIndex::new(index)?, a, b }));
            }
        }
        self.bounded_difference(same).map_err(unaddressed)
    }

    /// Returns the first index at which the layout differs from a sum of digits, among few indices.
    fn difference_from_radix(
        &self,
        radix: &MixedRadix,
    ) -> Result<Option<Difference>, AddressError> {
        self.difference_from(MAX_LINE.unsigned_abs(), |index| {
            Ok(Some(Elems::new(radix.offset_of(index).ok_or(AddressError::Overflow)?)))
        })
    }

    /// Returns the mixed radix of a layout whose lengths are the products of those of their digits: CuTe's modes,
    /// coalesced. `None` if the layout has no such form, a length is dynamic, an index is not valid, or the normal form
    /// does not show the digits of a layout of more than 2^16 indices.
    pub fn modes(&self) -> Option<MixedRadix> {
        let found = self.symbolic_radix().or_else(|| self.radix_of_few())?;
        (!self.is_empty() && (0..found.dims.len()).all(|dim| found.is_whole(dim))).then_some(found)
    }

    /// Returns the mixed radix of a layout of few indices, all of which are compared.
    fn radix_of_few(&self) -> Option<MixedRadix> {
        let lengths = self.shape().static_lengths()?;
        let count = IndexSpace::below(lengths.iter().copied()).count();
        if count > MAX_LINE.unsigned_abs().into() {
            return None;
        }
        let found = self.listed_radix(&lengths).ok()?;
        (self.difference_from_radix(&found) == Ok(None)).then_some(found)
    }

    /// Returns the mixed radix that the normal form of the offset shows; `None` if it is not a sum of digits of the dims, or
    /// a length is dynamic. The cost does not depend on the lengths.
    pub fn symbolic_radix(&self) -> Option<MixedRadix> {
        let lengths = self.shape().static_lengths()?;
        let mut exprs = Exprs::new();
        let symbolic = self.to_exprs(&mut exprs);
        if !symbolic.predicates.is_empty() {
            return None;
        }
        let (offset, terms) = exprs.digit_terms(symbolic.offset)?;
        let mut by_dim: Vec<Vec<ScaledDigit>> = vec![Vec::new(); lengths.len()];
        for term in terms {
            let number = exprs.as_var(term.value)?;
            by_dim.get_mut(number as usize)?.push(term.digit);
        }
        let dims = lengths.iter().zip(&by_dim).map(|(&length, terms)| digits_of(length, terms));
        let dims = dims.collect::<Option<_>>()?;
        Some(MixedRadix { lengths, dims, offset })
    }

    /// Returns the digits of the offsets along each dim. An index without a slot counts as index zero, at offset 0 if that
    /// has none: the layout differs from the digits there.
    fn listed_radix(&self, lengths: &[i64]) -> Result<MixedRadix, AddressError> {
        let zero = vec![0; lengths.len()];
        let mut evaluator = self.evaluator();
        let offset = evaluator.offset_of_inside(zero.iter().copied())?.map_or(0, Elems::get);
        let mut dims = Vec::new();
        for (dim, &length) in lengths.iter().enumerate() {
            if length > MAX_LINE {
                dims.push(self.compared_digits(dim, length, offset)?);
                continue;
            }
            let mut index = zero.clone();
            let mut line = Vec::new();
            for component in 0..length {
                index[dim] = component;
                let found = evaluator.offset_of_inside(index.iter().copied())?;
                let step = found.map_or(offset, Elems::get).checked_sub(offset);
                line.push(step.ok_or(AddressError::Overflow)?);
            }
            dims.push(RadixDigit::along(&line));
        }
        Ok(MixedRadix { lengths: lengths.to_vec(), dims, offset })
    }

    /// Returns the digits along a dim, without a list of its offsets. The first index at which the layout differs from the
    /// digits so far begins the next digit. If that index has no slot, or is not a multiple of the slowest weight, no digits
    /// agree with the layout there, and those so far are returned.
    fn compared_digits(
        &self,
        dim: usize,
        length: i64,
        offset: i64,
    ) -> Result<Vec<RadixDigit>, AddressError> {
        let line = self.restricted_to(&[dim])?;
        let mut digits = Vec::<RadixDigit>::new();
        let mut weight = 1;
        let mut next = 1;
        while let Some(found) = line.offset_of(&LogicalIndex::new([next])?)? {
            if let Some(last) = digits.last_mut() {
                last.length = next / weight;
            }
            weight = next;
            let stride = found.get().checked_sub(offset).ok_or(AddressError::Overflow)?;
            digits.push(RadixDigit { length: (length - 1) / weight + 1, stride });
            let same = MixedRadix { lengths: vec![length], dims: vec![digits.clone()], offset };
            let same = same.layout(line.elem()).map_err(|_| AddressError::TooManySteps)?;
            match line.bounded_difference(&same).map_err(unaddressed)? {
                Some(difference) => next = difference.at.values().copied().sum(),
                None => break,
            }
            if next % weight != 0 {
                break;
            }
        }
        Ok(digits)
    }
}

/// Returns the steps along each dim at which a sum of digits carries, or at which bits change.
fn steps_of(radix: &MixedRadix) -> Vec<Vec<i64>> {
    let mut steps: Vec<Vec<i64>> = Vec::new();
    for &length in &radix.lengths {
        steps.push((0..62).map(|bit| 1 << bit).take_while(|&step| step < length).collect());
    }
    for (digit, _) in radix.terms() {
        let last = digit.weight.saturating_mul(digit.length - 1);
        let inside = [digit.weight, last].into_iter();
        steps[digit.dim].extend(inside.filter(|&step| step < radix.lengths[digit.dim]));
    }
    steps
}

/// Returns the reason why layouts of one shape cannot be compared.
fn unaddressed(error: CompareError) -> AddressError {
    match error {
        CompareError::Address(error) => error,
        CompareError::Shapes(..) => AddressError::Unresolved,
    }
}

/// Returns the digits of a dim that occur in terms; `None` if they have no common mixed radix, or a stride overflows.
fn digits_of(length: i64, terms: &[ScaledDigit]) -> Option<Vec<RadixDigit>> {
    let digits = radix_of(terms.iter(), length)?.into_iter().map(|(weight, length)| {
        Some(RadixDigit { length, stride: ScaledDigit::sum_at(terms.iter(), weight)? })
    });
    let mut digits = coalesced(digits.collect::<Option<Vec<_>>>()?);
    // Joined digits are as long as the dim needs.
    let inner: i64 = digits.iter().rev().skip(1).map(|digit| digit.length).product();
    if let Some(last) = digits.last_mut() {
        last.length = (length - 1) / inner + 1;
    }
    Some(digits)
}
