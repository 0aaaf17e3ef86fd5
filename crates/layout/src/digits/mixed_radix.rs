//! The mixed radix of a layout: its offset as a sum of digits of the logical dims, each times a stride.
//!
//! Orders, tiles of tiles, blocks of channels and nested modes all have this form. The digits come from the normal form
//! of the offset. If that does not show them, they come from the offsets along each dim, and the sum is compared with
//! the layout.

use std::fmt;

use crate::analysis::{CompareError, Difference};
use crate::index::{Exprs, ScaledDigit, weights_of};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{
    DimId, ElemSize, Elems, Len, LogicalIndex, MemShape, MemStrides, RankError, checked_product,
    dims_by_falling_strides,
};
use crate::stride::{AddressError, PhysicalLayout};
use crate::transform::{Merge, Slice};

/// The maximum length of a dim whose offsets are listed. A longer dim is compared with its digits.
const MAX_LISTED: i64 = crate::limits::LISTED_DIM as i64;

/// A digit of a logical dim: its number of values, and its stride in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RadixDigit {
    /// The number of values, at least 1.
    pub length: i64,
    /// The stride, in elements.
    pub stride: i64,
}

impl RadixDigit {
    /// Returns the sum of the digits of a component, fastest first, each times its stride.
    pub fn sum(digits: &[RadixDigit], component: i64) -> i128 {
        let (mut sum, mut rest) = (0, component);
        for digit in digits {
            sum += i128::from(rest % digit.length) * i128::from(digit.stride);
            rest /= digit.length;
        }
        sum
    }
}

/// An offset that is the sum of digits of the logical dims, each times its stride, and that is valid at every index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MixedRadix {
    /// The logical lengths.
    pub lengths: Vec<i64>,
    /// The digits of each dim, fastest first. The product of their lengths is at least that of the dim.
    pub dims: Vec<Vec<RadixDigit>>,
    /// The offset of index zero.
    pub offset: i64,
}

/// The reason why a layout has no mixed radix.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RadixError {
    /// The first index at which the layout, `a`, differs from the sum of digits that its offsets along each dim define.
    Differs(Difference),
    /// An offset cannot be computed, or the comparison exceeds the limit on steps.
    Address(AddressError),
}

impl fmt::Display for RadixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RadixError::Address(error) => error.fmt(f),
            RadixError::Differs(Difference { at, a: None, .. }) => {
                write!(f, "index {at} has no slot")
            }
            RadixError::Differs(Difference { at, .. }) => {
                write!(f, "the offset of index {at} is not a sum of digits")
            }
        }
    }
}

impl std::error::Error for RadixError {}

impl From<AddressError> for RadixError {
    fn from(error: AddressError) -> RadixError {
        RadixError::Address(error)
    }
}

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

    /// Returns the mixed radix that the offsets along each dim determine, in normal form, and the first index at which
    /// the layout differs from it; `None` if they are the same function. No other mixed radix agrees with the layout at
    /// all indices up to that one.
    ///
    /// # Errors
    /// A length is dynamic, an offset cannot be computed, or a limit on steps is exceeded.
    pub fn radix_along_dims(&self) -> Result<(MixedRadix, Option<Difference>), AddressError> {
        let lengths: Option<Vec<i64>> = self.shape().values().map(|len| len.get()).collect();
        let lengths = lengths.ok_or(AddressError::Unresolved)?;
        if let Some(found) = self.symbolic_radix() {
            return Ok((found, None));
        }
        let found = self.listed_radix(&lengths)?;
        let difference = match found.layout(self.elem()) {
            Ok(same) => self.difference(&same).map_err(unaddressed)?,
            // The digits are too many for a layout.
            Err(_) => self.difference_from(MAX_LISTED.unsigned_abs(), |index| {
                Ok(Some(Elems::new(found.offset_of(index).ok_or(AddressError::Overflow)?)))
            })?,
        };
        Ok((found, difference))
    }

    /// Returns the mixed radix that the normal form of the offset shows; `None` if it is not a sum of digits of the dims, or
    /// a length is dynamic. The cost does not depend on the lengths.
    pub fn symbolic_radix(&self) -> Option<MixedRadix> {
        let lengths: Vec<i64> =
            self.shape().values().map(|len| len.get()).collect::<Option<_>>()?;
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
        let mut at = |index: &[i64]| -> Result<Option<i64>, AddressError> {
            let index = LogicalIndex::new(index.iter().copied())?;
            Ok(evaluator.offset_of(&index)?.map(Elems::get))
        };
        let offset = at(&zero)?.unwrap_or(0);
        let mut dims = Vec::new();
        for (dim, &length) in lengths.iter().enumerate() {
            if length > MAX_LISTED {
                dims.push(self.compared_digits(dim, length, offset)?);
                continue;
            }
            let mut index = zero.clone();
            let mut line = Vec::new();
            for component in 0..length {
                index[dim] = component;
                let step = at(&index)?.unwrap_or(offset).checked_sub(offset);
                line.push(step.ok_or(AddressError::Overflow)?);
            }
            dims.push(digits_along(&line));
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
        let (mut digits, mut weight, mut next) = (Vec::<RadixDigit>::new(), 1, 1);
        while let Some(found) = line.offset_of(&LogicalIndex::new([next])?)? {
            if let Some(last) = digits.last_mut() {
                last.length = next / weight;
            }
            weight = next;
            let stride = found.get().checked_sub(offset).ok_or(AddressError::Overflow)?;
            digits.push(RadixDigit { length: (length - 1) / weight + 1, stride });
            let same = MixedRadix { lengths: vec![length], dims: vec![digits.clone()], offset };
            let same = same.layout(line.elem()).map_err(|_| AddressError::TooManySteps)?;
            match line.difference(&same).map_err(unaddressed)? {
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

/// Returns the reason why layouts of one shape cannot be compared.
fn unaddressed(error: CompareError) -> AddressError {
    match error {
        CompareError::Address(error) => error,
        CompareError::Shapes(..) => AddressError::Unresolved,
    }
}

/// Returns the digits of a dim that occur in terms; `None` if they have no common mixed radix, or a stride overflows.
fn digits_of(length: i64, terms: &[ScaledDigit]) -> Option<Vec<RadixDigit>> {
    // The radix of a dim of length 1 has no digit.
    let mut weights = weights_of(terms.iter(), length)?;
    weights.retain(|&weight| weight < length);
    let mut digits: Vec<RadixDigit> = Vec::new();
    for (at, &weight) in weights.iter().enumerate() {
        let end = weights.get(at + 1).copied();
        let count = end.map_or_else(|| (length - 1) / weight + 1, |end| end / weight);
        let stride =
            terms.iter().try_fold(0i64, |sum, term| sum.checked_add(term.factor_at(weight)?))?;
        digits.push(RadixDigit { length: count, stride });
    }
    fuse(&mut digits, length);
    Some(digits)
}

/// Fuses adjacent digits that form one, and shortens a single digit to the length of its dim.
fn fuse(digits: &mut Vec<RadixDigit>, length: i64) {
    digits.dedup_by(|upper, lower| {
        let fused = lower.stride.checked_mul(lower.length) == Some(upper.stride);
        // The product of all lengths is less than twice that of the dim.
        let count = lower.length.checked_mul(upper.length).filter(|_| fused);
        lower.length = count.unwrap_or(lower.length);
        count.is_some()
    });
    let inner: i64 = digits.iter().rev().skip(1).map(|digit| digit.length).product();
    if let Some(last) = digits.last_mut() {
        last.length = (length - 1) / inner + 1;
    }
}

/// Returns the digits of the offsets along a dim, relative to the first. The first digit is the longest arithmetic
/// progression at the start; the further digits follow from the offsets at its multiples.
fn digits_along(line: &[i64]) -> Vec<RadixDigit> {
    let (mut digits, mut line) = (Vec::new(), line.to_vec());
    while line.len() > 1 {
        let stride = line[1];
        let expected = |at: usize| i128::from(stride) * at as i128;
        let length = (0..line.len()).take_while(|&at| i128::from(line[at]) == expected(at)).count();
        digits.push(RadixDigit { length: length as i64, stride });
        line = line.iter().copied().step_by(length).collect();
    }
    digits
}

impl MixedRadix {
    /// Returns one digit for each dim.
    pub fn linear(lengths: &[i64], strides: &[i64], offset: i64) -> MixedRadix {
        let digits = lengths.iter().zip(strides);
        let dims = digits.map(|(&length, &stride)| vec![RadixDigit { length, stride }]).collect();
        MixedRadix { lengths: lengths.to_vec(), dims, offset }
    }

    /// Returns `true` if the length of a dim is the product of those of its digits.
    pub fn is_whole(&self, dim: usize) -> bool {
        let digits = self.dims[dim].iter().map(|digit| i128::from(digit.length));
        checked_product(digits) == Some(i128::from(self.lengths[dim]))
    }

    /// Returns the offset of an index inside the lengths; `None` if it does not fit 64 bits.
    pub fn offset_of(&self, index: &[i64]) -> Option<i64> {
        let mut sum = i128::from(self.offset);
        for (digits, &component) in self.dims.iter().zip(index) {
            sum += RadixDigit::sum(digits, component);
        }
        sum.try_into().ok()
    }

    /// Returns the strides by dim, and the index of the first step that strides alone do not reach. The stride of a dim
    /// of length 1 has no effect; it is that of the next dim times its length.
    ///
    /// # Errors
    /// The index of the first step of the second digit of a dim.
    pub fn strides(&self) -> Result<Vec<i64>, Vec<i64>> {
        let mut strides = vec![0; self.lengths.len()];
        let mut next = 1i64;
        for (dim, digits) in self.dims.iter().enumerate().rev() {
            strides[dim] = match digits[..] {
                [] => next,
                [one] => one.stride,
                [first, ..] => {
                    let mut at = vec![0; self.lengths.len()];
                    at[dim] = first.length;
                    return Err(at);
                }
            };
            next = strides[dim].saturating_mul(self.lengths[dim]);
        }
        Ok(strides)
    }

    /// Returns the layout. Memory has a dim for each digit, major to minor if the strides are nested, otherwise in
    /// logical order.
    ///
    /// # Errors
    /// There are more than 15 digits, a length is below 1, or a count or an offset does not fit 64 bits.
    pub fn layout(&self, elem: Option<ElemSize>) -> Result<Layout, LayoutFault> {
        let digits: Vec<(usize, RadixDigit)> = self.digits_outermost_first();
        let memory = memory_of(digits.iter().map(|(_, digit)| *digit), self.offset, elem)?;
        let order = dims_by_falling_strides(
            memory.shape(),
            &memory.strides().map(|_, stride| Some(*stride)),
        );
        let order: Vec<usize> = order.into_iter().map(|dim| dim.index()).collect();
        let sorted = memory_of(order.iter().map(|&at| digits[at].1), self.offset, elem)?;
        let nested = sorted.is_nested();
        let mut builder = LayoutBuilder::new(if nested { sorted } else { memory });
        let base = builder.base_dims().to_vec();
        let dim_of = |at: usize| match order.iter().position(|&found| found == at) {
            Some(place) if nested => base[place],
            _ => base[at],
        };
        let mut logical = Vec::new();
        for (dim, &length) in self.lengths.iter().enumerate() {
            let own = digits.iter().enumerate().filter(|(_, (of, _))| *of == dim);
            let own: Vec<DimId> = own.map(|(at, _)| dim_of(at)).collect();
            logical.push(merged(&mut builder, &own, length)?);
        }
        builder.finish(&logical)
    }

    /// Returns the digits of all dims with their dims, the slowest digit of a dim first. A dim has at least one digit.
    fn digits_outermost_first(&self) -> Vec<(usize, RadixDigit)> {
        let mut all = Vec::new();
        for (dim, digits) in self.dims.iter().enumerate() {
            let first = all.len();
            let moving = digits.iter().rev().filter(|digit| digit.length != 1 || digits.len() == 1);
            all.extend(moving.map(|&digit| (dim, digit)));
            if all.len() == first {
                let stride = digits.first().map_or(1, |digit| digit.stride);
                all.push((dim, RadixDigit { length: 1, stride }));
            }
        }
        all
    }
}

/// Merges dims of memory, slowest first, into a logical dim of a length.
fn merged(builder: &mut LayoutBuilder, lower: &[DimId], length: i64) -> Result<DimId, LayoutFault> {
    let whole = match lower {
        [one] => *one,
        _ => builder.apply(Merge, lower)?[0],
    };
    match builder.length(whole).get() {
        Some(covered) if covered > length => {
            Ok(builder.apply(Slice { begin: 0, end: length }, &[whole])?[0])
        }
        _ => Ok(whole),
    }
}

/// Returns memory with a dim for each digit.
fn memory_of(
    digits: impl Iterator<Item = RadixDigit> + Clone,
    offset: i64,
    elem: Option<ElemSize>,
) -> Result<PhysicalLayout, LayoutFault> {
    let fault = |error: RankError| LayoutFault::new(error.to_string());
    let lengths: Option<Vec<Len>> = digits.clone().map(|digit| Len::new(digit.length)).collect();
    let lengths = lengths.ok_or_else(|| LayoutFault::new("a length must be at least 1"))?;
    let shape = MemShape::new(lengths).map_err(fault)?;
    let strides = MemStrides::new(digits.map(|digit| Elems::new(digit.stride))).map_err(fault)?;
    PhysicalLayout::new(shape, strides, Elems::new(offset), elem).map_err(fault)
}
