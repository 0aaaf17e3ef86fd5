//! The digits and the coordinates of a layout, from the normal form of its offset and predicates.

use std::cmp::Reverse;

use super::refusal::{NvTensorReason, NvTensorRefusal};
use crate::index::{DigitTerm, Exprs, Predicate, ScaledDigit, radix_of};
use crate::normal::{IndexDigit, MixedRadix};
use crate::pipeline::Layout;

/// The treatment of a coordinate outside its dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NvAxisKind {
    /// No index reaches the outside.
    Inside,
    /// An index outside is invalid.
    Clamped,
    /// An index outside reads the coordinate modulo the dimension.
    Wrapped,
}

/// A coordinate of memory: a sum of digits, each times a factor of at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NvAxis {
    pub(super) kind: NvAxisKind,
    /// The number of coordinates that share an element.
    pub(super) block: i64,
    /// The stride of a block, in elements.
    pub(super) stride: i64,
    /// The coordinate where all digits are zero.
    pub(super) offset: i64,
    /// The number of coordinates of the tensor.
    pub(super) dimension: i64,
    /// The digits, by position, and their factors.
    pub(super) terms: Vec<(usize, i64)>,
}

/// A layout as coordinates.
#[derive(Clone, Debug)]
pub(super) struct AddressTerms {
    /// The logical lengths.
    pub(super) lengths: Vec<i64>,
    /// The digits, slowest first, as in the row-major number of the index.
    pub(super) digits: Vec<IndexDigit>,
    /// The coordinates. A digit without one does not change the offset.
    pub(super) axes: Vec<NvAxis>,
    /// The offset where all coordinates are zero, in elements.
    pub(super) begin: i64,
}

impl AddressTerms {
    /// Returns the coordinates of a layout.
    ///
    /// # Errors
    /// The offset is not a sum of digits, a predicate is not the range of a coordinate, or a stride is negative.
    pub(super) fn from_layout(layout: &Layout) -> Result<AddressTerms, NvTensorRefusal> {
        let lengths = layout.shape().static_lengths();
        let lengths = lengths.ok_or_else(|| NvTensorRefusal::from(NvTensorReason::Dynamic))?;
        if layout.is_empty() {
            return Err(NvTensorReason::Empty.into());
        }
        let forms = match CoordinateForms::from_layout(layout, &lengths) {
            Some(forms) => forms,
            None => match layout.radix_along_dims()? {
                (radix, None) => CoordinateForms::of_radix(&radix),
                (_, Some(first)) => {
                    let reason = match first.a {
                        Some(_) => NvTensorReason::NotDigits,
                        None => NvTensorReason::Predicate,
                    };
                    return Err(NvTensorRefusal { reason, at: Some(first.at) });
                }
            },
        };
        forms.fused().into_terms(lengths)
    }
}

/// A sum of digits, each with a factor by position.
type Factors = Vec<i64>;

/// A predicate or a wrapped or divided value.
#[derive(Clone, Debug)]
struct RangedForm {
    kind: NvAxisKind,
    block: i64,
    /// The factor of the value in the offset; `None` if its digits are terms of the offset.
    stride: Option<i64>,
    offset: i64,
    dimension: i64,
    factors: Factors,
}

/// The offset and the predicates of a layout over one list of digits.
#[derive(Clone, Debug)]
struct CoordinateForms {
    digits: Vec<IndexDigit>,
    constant: i64,
    /// The terms of the offset outside wrapped and divided values.
    offset: Factors,
    ranged: Vec<RangedForm>,
}

impl CoordinateForms {
    /// Returns the forms of the normal form of a layout; `None` if it is not a sum of digits of dims, and of wrapped or
    /// divided sums of them.
    fn from_layout(layout: &Layout, lengths: &[i64]) -> Option<CoordinateForms> {
        let mut exprs = Exprs::new();
        let symbolic = layout.to_exprs(&mut exprs);
        let (mut constant, terms) = exprs.digit_terms(symbolic.offset)?;
        let mut plain = Vec::new();
        // Forms whose factors are not yet known, and their terms.
        let mut open = Vec::new();
        for term in terms {
            match exprs.as_var(term.value) {
                Some(_) => plain.push(term),
                None => open.push(divided_value(&mut exprs, term, &mut constant)?),
            }
        }
        for Predicate { value, low, high } in symbolic.predicates {
            let (shift, terms) = exprs.digit_terms(value)?;
            let form = RangedForm {
                kind: NvAxisKind::Clamped,
                block: 1,
                stride: None,
                offset: shift.checked_sub(low)?,
                dimension: high.checked_sub(low)?,
                factors: Vec::new(),
            };
            open.push((form, terms));
        }
        let all = plain.iter().chain(open.iter().flat_map(|(_, terms)| terms));
        let digits = digits_of(&exprs, lengths, all)?;
        let offset = factors(&exprs, &digits, &plain)?;
        let mut found: Vec<RangedForm> = Vec::new();
        for (mut form, terms) in open {
            form.factors = factors(&exprs, &digits, &terms)?;
            match found.iter_mut().find(|other| other.is_range_of(&form)) {
                Some(other) => other.intersect(&form)?,
                None => found.push(form),
            }
        }
        Some(CoordinateForms { digits, constant, offset, ranged: found })
    }

    /// Returns the forms of a mixed radix.
    fn of_radix(radix: &MixedRadix) -> CoordinateForms {
        let mut terms: Vec<(IndexDigit, i64)> = radix.terms().collect();
        terms.sort_by_key(|(digit, _)| (digit.dim, Reverse(digit.weight)));
        let (digits, offset) = terms.into_iter().unzip();
        CoordinateForms { digits, constant: radix.offset, offset, ranged: Vec::new() }
    }

    /// Returns the same forms over fewer digits: neighbors that each form uses as one are one.
    fn fused(mut self) -> CoordinateForms {
        let mut slower = 0;
        while slower + 1 < self.digits.len() {
            let high = self.digits[slower];
            let low = self.digits[slower + 1];
            let mut forms =
                self.ranged.iter().map(|form| &form.factors).chain(std::iter::once(&self.offset));
            let are_one =
                forms.all(|form| form[slower + 1].checked_mul(low.length) == Some(form[slower]));
            let length = low.length.checked_mul(high.length);
            let Some(length) = length.filter(|_| high.dim == low.dim && are_one) else {
                slower += 1;
                continue;
            };
            self.digits[slower + 1].length = length;
            self.digits.remove(slower);
            self.offset.remove(slower);
            self.ranged.iter_mut().for_each(|form| {
                form.factors.remove(slower);
            });
        }
        self
    }

    fn into_terms(self, lengths: Vec<i64>) -> Result<AddressTerms, NvTensorRefusal> {
        let CoordinateForms { digits, constant, mut offset, ranged } = self;
        let mut axes = Vec::new();
        let mut begin = i128::from(constant);
        let mut is_used = vec![false; digits.len()];
        for form in ranged {
            let axis = form.axis(&mut offset, &mut is_used, &digits, &lengths)?;
            if form.stride.is_none() {
                begin -= i128::from(axis.stride) * i128::from(axis.offset);
            }
            axes.push(axis);
        }
        for (place, &stride) in offset.iter().enumerate() {
            if stride < 0 {
                let at = index_of(&digits[place], &lengths);
                return Err(NvTensorRefusal::at(NvTensorReason::NegativeStride(stride), &at));
            }
            if stride > 0 {
                let dimension = digits[place].length;
                let terms = vec![(place, 1)];
                let kind = NvAxisKind::Inside;
                axes.push(NvAxis { kind, block: 1, stride, offset: 0, dimension, terms });
            }
        }
        let begin = i64::try_from(begin)
            .map_err(|_| NvTensorRefusal::from(NvTensorReason::Exceeds32Bits("the offset")))?;
        let mut found = AddressTerms { lengths, digits, axes, begin };
        found.join_blocks();
        Ok(found)
    }
}

impl RangedForm {
    /// Returns `true` if both forms are predicates of the same value.
    fn is_range_of(&self, other: &RangedForm) -> bool {
        let are_predicates = [self.kind, other.kind] == [NvAxisKind::Clamped; 2];
        are_predicates && self.factors == other.factors
    }

    /// Restricts the range to that of another predicate; `None` if a number does not fit 64 bits.
    fn intersect(&mut self, other: &RangedForm) -> Option<()> {
        let own_end = self.dimension.checked_sub(self.offset)?;
        let end = own_end.min(other.dimension.checked_sub(other.offset)?);
        self.offset = self.offset.min(other.offset);
        self.dimension = end.checked_add(self.offset)?;
        Some(())
    }

    /// Returns the coordinate of a form, and removes its digits from the offset.
    fn axis(
        &self,
        offset: &mut Factors,
        is_used: &mut [bool],
        digits: &[IndexDigit],
        lengths: &[i64],
    ) -> Result<NvAxis, NvTensorRefusal> {
        let mut terms = Vec::new();
        let mut stride = self.stride;
        for (place, &factor) in self.factors.iter().enumerate().filter(|(_, factor)| **factor != 0)
        {
            let at = index_of(&digits[place], lengths);
            if factor < 0 {
                return Err(NvTensorRefusal::at(NvTensorReason::NegativeStride(factor), &at));
            }
            if self.stride.is_none() {
                let own = std::mem::take(&mut offset[place]);
                let whole = (own % factor == 0).then_some(own / factor);
                match (whole, stride) {
                    (Some(whole), None) => stride = Some(whole),
                    (Some(whole), Some(stride)) if whole == stride => {}
                    _ => return Err(NvTensorRefusal::at(NvTensorReason::Predicate, &at)),
                }
                // A second range of the digit would need a second stride.
                if std::mem::replace(&mut is_used[place], true) {
                    return Err(NvTensorRefusal::at(NvTensorReason::Predicate, &at));
                }
            }
            terms.push((place, factor));
        }
        let stride = stride.unwrap_or(0);
        if stride < 0 {
            return Err(NvTensorReason::NegativeStride(stride).into());
        }
        let RangedForm { kind, block, offset, dimension, .. } = *self;
        Ok(NvAxis { kind, block, stride, offset, dimension, terms })
    }
}

/// Returns the least index at which a digit is 1.
pub(super) fn index_of(digit: &IndexDigit, lengths: &[i64]) -> Vec<i64> {
    let mut index = vec![0; lengths.len()];
    index[digit.dim] = digit.weight;
    index
}

/// Returns the form of a digit of a sum, and its terms: its value wraps around a modulus, or is divided by a block size.
/// Whole blocks below zero move into the constant.
fn divided_value(
    exprs: &mut Exprs,
    term: DigitTerm,
    constant: &mut i64,
) -> Option<(RangedForm, Vec<DigitTerm>)> {
    let DigitTerm { value, digit: ScaledDigit { divisor, modulus, factor } } = term;
    let range = exprs.range(value);
    let (shift, terms) = exprs.digit_terms(value)?;
    let (kind, blocks, high) = match modulus {
        Some(modulus) => (NvAxisKind::Wrapped, 0, modulus.checked_mul(divisor)?),
        None => {
            let blocks = range.low.min(0).div_euclid(divisor);
            (NvAxisKind::Inside, blocks, range.high.checked_add(1)?)
        }
    };
    let low = blocks.checked_mul(divisor)?;
    *constant = constant.checked_add(factor.checked_mul(blocks)?)?;
    let form = RangedForm {
        kind,
        block: divisor,
        stride: Some(factor),
        offset: shift.checked_sub(low)?,
        dimension: high.checked_sub(low)?,
        factors: Vec::new(),
    };
    Some((form, terms))
}

/// Returns the digits of the dims that occur in terms, slowest first; `None` if those of a dim have no common radix, or
/// a term is not a digit of a dim.
fn digits_of<'a>(
    exprs: &Exprs,
    lengths: &[i64],
    terms: impl Iterator<Item = &'a DigitTerm>,
) -> Option<Vec<IndexDigit>> {
    let mut by_dim: Vec<Vec<ScaledDigit>> = vec![Vec::new(); lengths.len()];
    for term in terms {
        by_dim.get_mut(exprs.as_var(term.value)? as usize)?.push(term.digit);
    }
    let mut digits = Vec::new();
    for (dim, (&length, own)) in lengths.iter().zip(&by_dim).enumerate() {
        let radix = radix_of(own.iter(), length)?.into_iter().rev();
        digits.extend(radix.map(|(weight, length)| IndexDigit { dim, weight, length }));
    }
    Some(digits)
}

/// Returns the factor of each digit in a sum of terms; `None` if one does not fit 64 bits.
fn factors(exprs: &Exprs, digits: &[IndexDigit], terms: &[DigitTerm]) -> Option<Factors> {
    digits
        .iter()
        .map(|digit| {
            let own = terms.iter().filter(|term| {
                exprs.as_var(term.value).is_some_and(|number| number as usize == digit.dim)
            });
            ScaledDigit::sum_at(own.map(|term| &term.digit), digit.weight)
        })
        .collect()
}

impl AddressTerms {
    /// Returns `true` if the digits of the same dim below a position are digits of the row-major number: their product
    /// divides the length of the dim, or the dim is the slowest.
    pub(super) fn may_cut_above(&self, place: usize) -> bool {
        let digit = self.digits[place];
        let is_slowest = self.digits.iter().all(|other| other.dim >= digit.dim);
        let end = digit.weight.checked_mul(digit.length);
        is_slowest || end.is_some_and(|end| self.lengths[digit.dim] % end == 0)
    }

    /// Returns `true` if a digit is the slowest of its dim.
    pub(super) fn is_top(&self, place: usize) -> bool {
        place.checked_sub(1).is_none_or(|above| self.digits[above].dim != self.digits[place].dim)
    }

    /// Makes two digits of a dim one coordinate where one of them does not change the offset: the lower one counts the
    /// coordinates of a block, the upper one the periods of a coordinate that wraps.
    fn join_blocks(&mut self) {
        let mut slower = 0;
        while slower + 1 < self.digits.len() {
            if self.join_block(slower).is_none() {
                slower += 1;
            }
        }
    }

    /// Joins a digit and the next lower one; `None` if they are not a block or periods.
    fn join_block(&mut self, slower: usize) -> Option<()> {
        let faster = slower + 1;
        let high = self.digits[slower];
        let low = self.digits[faster];
        let whole = self.lengths[high.dim];
        let splits = low.weight == 1 || self.may_cut_above(faster + 1);
        if high.dim != low.dim || !splits {
            return None;
        }
        let length = match self.is_top(slower) {
            true if self.digits.iter().any(|other| other.dim < high.dim) => whole / low.weight,
            true => (whole - 1) / low.weight + 1,
            false => high.length.checked_mul(low.length)?,
        };
        let slower_axis = self.axis_alone(slower);
        let faster_axis = self.axis_alone(faster);
        match (slower_axis?, faster_axis?) {
            (Some(axis), None) => {
                let axis = &mut self.axes[axis];
                axis.block = low.length;
                axis.dimension = length;
            }
            (None, Some(axis)) if !self.may_cut_above(faster) => {
                let axis = &mut self.axes[axis];
                axis.kind = NvAxisKind::Wrapped;
            }
            _ => return None,
        }
        self.digits[faster].length = length;
        self.digits.remove(slower);
        for (place, _) in self.axes.iter_mut().flat_map(|axis| &mut axis.terms) {
            *place -= usize::from(*place > slower);
        }
        Some(())
    }

    /// Returns the same coordinates over one digit for a whole dim. Each digit of the dim becomes a coordinate that divides
    /// the index by a block size and wraps it. `None` if the dim has one digit, or one of its digits is part of a sum.
    pub(super) fn wrapped(&self, dim: usize) -> Option<AddressTerms> {
        let first = self.digits.iter().position(|digit| digit.dim == dim)?;
        let count = self.digits.iter().filter(|digit| digit.dim == dim).count();
        if count < 2 {
            return None;
        }
        let mut found = self.clone();
        for place in first..first + count {
            let digit = self.digits[place];
            let Some(axis) = self.axis_alone(place)? else { continue };
            let axis = &mut found.axes[axis];
            (axis.block, axis.terms) = (digit.weight, vec![(first, 1)]);
            (axis.dimension, axis.kind) = match self.is_top(place) {
                true => (self.lengths[dim], NvAxisKind::Inside),
                false => (digit.weight.checked_mul(digit.length)?, NvAxisKind::Wrapped),
            };
        }
        found.digits.drain(first + 1..first + count);
        found.digits[first] = IndexDigit { dim, weight: 1, length: self.lengths[dim] };
        for (place, _) in found.axes.iter_mut().flat_map(|axis| &mut axis.terms) {
            *place -= if *place > first { count - 1 } else { 0 };
        }
        Some(found)
    }

    /// Returns the dim with the most digits.
    pub(super) fn longest_dim(&self) -> Option<usize> {
        (0..self.lengths.len())
            .rev()
            .max_by_key(|&dim| self.digits.iter().filter(|digit| digit.dim == dim).count())
    }

    /// Returns the coordinate that is this digit alone, or `Some(None)` if the digit is in none; `None` if it is part of
    /// a sum, a range or a block.
    fn axis_alone(&self, place: usize) -> Option<Option<usize>> {
        let Some(found) =
            self.axes.iter().position(|axis| axis.terms.iter().any(|&(term, _)| term == place))
        else {
            return Some(None);
        };
        let axis = &self.axes[found];
        let is_alone =
            axis.kind == NvAxisKind::Inside && axis.block == 1 && axis.terms == [(place, 1)];
        is_alone.then_some(Some(found))
    }
}
