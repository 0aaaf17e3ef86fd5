//! A layout that is written, with the facts that several writers need.

use layout::{
    AddressError, Difference, DimsOrder, Elems, Layout, LogicalIndex, MixedRadix, PerDim,
    RadixDigit, dims_by_falling_strides, joined,
};
use std::cell::OnceCell;

use crate::element::ElementType;
use crate::witness::Witness;

/// A layout that is written.
pub(crate) struct WrittenLayout<'a> {
    /// The layout.
    pub(crate) layout: &'a Layout,
    /// The element type; `None` if it is unknown.
    pub(crate) elem: Option<ElementType>,
    /// The lengths.
    pub(crate) lengths: Vec<i64>,
    /// The digits along the dims, once they are computed.
    along_dims: OnceCell<Result<RadixAlongDims, AddressError>>,
}

/// The digits that the offsets along each dim determine, and an index at which the layout differs from their sum.
type RadixAlongDims = (MixedRadix, Option<Difference>);

/// A digit of a layout whose strides are nested: its dim, its place among the digits of the dim, the number of its
/// values, and the number of its slots in units of the next inner digit, which includes padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NestedDigit {
    pub(crate) dim: usize,
    pub(crate) position: usize,
    pub(crate) length: i64,
    pub(crate) padded: i64,
}

impl<'a> WrittenLayout<'a> {
    /// Returns the subject of a layout.
    ///
    /// # Errors
    /// A length is dynamic.
    pub(crate) fn new(
        layout: &'a Layout,
        elem: Option<ElementType>,
    ) -> Result<WrittenLayout<'a>, Witness> {
        let lengths = layout.shape().static_lengths();
        let lengths =
            lengths.ok_or_else(|| Witness::undecided("a length is dynamic, but must be static"))?;
        Ok(WrittenLayout { layout, elem, lengths, along_dims: OnceCell::new() })
    }

    /// Returns the index zero.
    pub(crate) fn zero(&self) -> Vec<i64> {
        vec![0; self.lengths.len()]
    }

    /// Returns the index that is one step along a dim from zero.
    pub(crate) fn step(&self, dim: usize, by: i64) -> Vec<i64> {
        let mut at = self.zero();
        at[dim] = by;
        at
    }

    /// Returns the offset of an index, for messages.
    pub(crate) fn offset(&self, at: &[i64]) -> Option<i64> {
        let index = LogicalIndex::new(at.iter().copied()).ok()?;
        self.layout.offset_of(&index).ok()?.map(Elems::get)
    }

    /// Returns the layout as sums of digits.
    ///
    /// # Errors
    /// It is not a sum of digits.
    pub(crate) fn radix(&self) -> Result<MixedRadix, Witness> {
        match self.along_dims()? {
            (radix, None) => Ok(radix.clone()),
            (_, Some(difference)) => Err(not_digits(difference)),
        }
    }

    /// Returns the result of [`Layout::radix_along_dims`].
    ///
    /// # Errors
    /// A search exceeds the limit on steps, or an offset cannot be computed.
    pub(crate) fn along_dims(&self) -> Result<&RadixAlongDims, Witness> {
        let found = self.along_dims.get_or_init(|| self.layout.radix_along_dims());
        found.as_ref().map_err(|error| Witness::undecided(error.to_string()))
    }

    /// Returns the strides and the offset of index zero.
    ///
    /// # Errors
    /// The layout is not linear.
    pub(crate) fn linear(&self) -> Result<(Vec<i64>, i64), Witness> {
        let radix = self.radix()?;
        let strides = radix.strides().map_err(|at| {
            let offset = self.offset(&at).map_or_else(String::new, |it| format!(" {it}"));
            Witness::at(at, format!("its offset{offset} is not a sum of index times stride"))
        })?;
        Ok((strides, radix.offset))
    }

    /// Returns the layout as sums of digits with offset 0.
    ///
    /// # Errors
    /// It is not a sum of digits, or its offset is not 0.
    pub(crate) fn radix_at_zero(&self, name: &str) -> Result<MixedRadix, Witness> {
        let radix = self.radix()?;
        self.check_offset(radix.offset, name)?;
        Ok(radix)
    }

    /// Checks that the offset of index zero is 0.
    ///
    /// # Errors
    /// It is not.
    pub(crate) fn check_offset(&self, offset: i64, name: &str) -> Result<(), Witness> {
        if offset == 0 {
            return Ok(());
        }
        let reason = format!("its offset is {offset}, but {name} has offset 0 there");
        Err(Witness::at(self.zero(), reason))
    }

    /// Returns the order of the dims in memory: by falling stride of the slowest digit. A dim of length 1 follows the
    /// dim before it.
    ///
    /// # Errors
    /// There are more dims than an order can have.
    pub(crate) fn order(&self, radix: &MixedRadix) -> Result<DimsOrder, Witness> {
        let strides = PerDim::from_fn(self.lengths.len(), |dim: layout::Dim| {
            radix.dims[dim.index()].last().map(|digit| Elems::new(digit.stride))
        });
        let strides = strides.expect("a layout has a legal rank");
        let dims = dims_by_falling_strides(self.layout.shape(), &strides);
        DimsOrder::from_permutation(&dims)
            .map_err(|error| Witness::at(self.zero(), error.to_string()))
    }

    /// Returns the digits from the slowest to the fastest in memory, and the stride of the fastest. Each stride is a
    /// multiple of the next one.
    ///
    /// # Errors
    /// The digits are not nested.
    pub(crate) fn nested(
        &self,
        radix: &MixedRadix,
        name: &str,
    ) -> Result<(Vec<NestedDigit>, i64), Witness> {
        let mut digits: Vec<(usize, usize, RadixDigit)> = Vec::new();
        for (dim, own) in radix.dims.iter().enumerate() {
            digits.extend(own.iter().enumerate().map(|(place, &digit)| (dim, place, digit)));
        }
        digits.sort_by_key(|&(dim, place, digit)| (-i128::from(digit.stride), dim, place));
        let mut nested = Vec::new();
        for (at, &(dim, place, digit)) in digits.iter().enumerate() {
            let outer = if at == 0 { None } else { Some(digits[at - 1].2.stride) };
            let fits = digit.stride >= 1
                && outer.is_none_or(|outer| {
                    outer % digit.stride == 0 && outer / digit.stride >= digit.length
                });
            if !fits {
                return Err(self.not_nested(radix, (dim, place, digit), name));
            }
            let padded = outer.map_or(digit.length, |outer| outer / digit.stride);
            nested.push(NestedDigit { dim, position: place, length: digit.length, padded });
        }
        let innermost = digits.last().map_or(1, |(_, _, digit)| digit.stride);
        Ok((nested, innermost))
    }

    fn not_nested(
        &self,
        radix: &MixedRadix,
        (dim, place, digit): (usize, usize, RadixDigit),
        name: &str,
    ) -> Witness {
        let reason = format!(
            "a step of stride {} along {} values is not nested in the other strides, as {name} requires",
            digit.stride, digit.length
        );
        Witness::at(self.step_of_digit(radix, dim, place), reason)
    }

    /// Returns the index that is one step of a digit of a dim from zero.
    pub(crate) fn step_of_digit(&self, radix: &MixedRadix, dim: usize, place: usize) -> Vec<i64> {
        self.step(dim, radix.dims[dim][..place].iter().map(|digit| digit.length).product())
    }
}

/// Returns the witness of an index at which the digits along the dims differ from the layout.
pub(crate) fn not_digits(difference: &Difference) -> Witness {
    Witness::from_difference(difference, "is not a sum of digits of dims times strides")
}

/// Returns numbers with commas: `2,3,4`.
pub(crate) fn list(values: &[i64]) -> String {
    joined(values, ",")
}
