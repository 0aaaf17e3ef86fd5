//! Normal form over digits: an offset as a sum of digits of the logical dims, each times a stride.
//!
//! Orders, tiles of tiles, blocks of channels and nested modes all have this form. `search` finds the digits of a layout.

mod search;

pub use search::RadixError;

use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{DimId, ElemSize, Len, checked_product, dims_by_falling_strides};
use crate::stride::PhysicalLayout;
use crate::transform::{Merge, Slice};

/// A digit of a component of the index: `floor(index / weight)` modulo `length`. A bit is a digit of length 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexDigit {
    /// The number of the logical dim.
    pub dim: usize,
    /// The distance between indices with adjacent digits.
    pub weight: i64,
    /// The number of its values.
    pub length: i64,
}

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
        let mut sum = 0;
        let mut rest = component;
        for digit in digits {
            sum += i128::from(rest % digit.length) * i128::from(digit.stride);
            rest /= digit.length;
        }
        sum
    }

    /// Returns the digits of the offsets along a dim, relative to the first, fastest first. The first digit is the longest
    /// arithmetic progression at the start; the further digits follow from the offsets at its multiples. The offsets need
    /// not be sums of the digits.
    pub fn along(line: &[i64]) -> Vec<RadixDigit> {
        let mut digits = Vec::new();
        let mut line = line.to_vec();
        while line.len() > 1 {
            let stride = line[1];
            let length = (0..line.len())
                .take_while(|&at| i128::from(line[at]) == (i128::from(stride) * at as i128))
                .count();
            digits.push(RadixDigit { length: length as i64, stride });
            line = line.iter().copied().step_by(length).collect();
        }
        digits
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

/// Returns the fewest digits with the same sum: digits of length 1 are dropped, and a digit whose stride continues the
/// digit before it is joined with that digit.
pub(crate) fn coalesced(digits: impl IntoIterator<Item = RadixDigit>) -> Vec<RadixDigit> {
    let mut all: Vec<RadixDigit> = digits.into_iter().filter(|digit| digit.length > 1).collect();
    all.dedup_by(|slower, faster| {
        let is_one = faster.stride.checked_mul(faster.length) == Some(slower.stride);
        let joined = faster.length.checked_mul(slower.length).filter(|_| is_one);
        faster.length = joined.unwrap_or(faster.length);
        joined.is_some()
    });
    all
}

impl MixedRadix {
    /// Returns one digit for each dim.
    pub fn linear(lengths: &[i64], strides: &[i64], offset: i64) -> MixedRadix {
        let digits = lengths.iter().zip(strides);
        let dims = digits.map(|(&length, &stride)| vec![RadixDigit { length, stride }]).collect();
        MixedRadix { lengths: lengths.to_vec(), dims, offset }
    }

    /// Returns the digits of dims whose lengths are the products of those of their digits: CuTe's modes.
    ///
    /// # Errors
    /// A length is below 1, or a product does not fit 64 bits.
    pub fn of_modes(offset: i64, dims: Vec<Vec<RadixDigit>>) -> Result<MixedRadix, LayoutFault> {
        let lengths = dims.iter().map(|digits| {
            let length = checked_product(digits.iter().map(|digit| digit.length));
            length.ok_or_else(|| LayoutFault::new("the size of a mode does not fit 64 bits"))
        });
        Ok(MixedRadix { lengths: lengths.collect::<Result<_, _>>()?, dims, offset })
    }

    /// Returns the digits of all dims as one list, coalesced. The first digit of the first dim is the fastest.
    pub fn flat(&self) -> Vec<RadixDigit> {
        coalesced(self.dims.iter().flatten().copied())
    }

    /// Returns each digit with its stride, the fastest of the first dim first.
    pub fn terms(&self) -> impl Iterator<Item = (IndexDigit, i64)> + '_ {
        self.dims.iter().enumerate().flat_map(|(dim, digits)| {
            digits.iter().scan(1i64, move |next, &RadixDigit { length, stride }| {
                let weight = *next;
                // No digit is above a product that does not fit 64 bits.
                *next = weight.saturating_mul(length);
                Some((IndexDigit { dim, weight, length }, stride))
            })
        })
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
    /// There are more than 64 digits, a length is below 1, or a count or an offset does not fit 64 bits.
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
        let order = if nested { order } else { (0..digits.len()).collect() };
        let mut dims = base.clone();
        order.iter().zip(&base).for_each(|(&at, &dim)| dims[at] = dim);
        let mut logical = Vec::new();
        for (dim, &length) in self.lengths.iter().enumerate() {
            let own = digits.iter().enumerate().filter(|(_, (of, _))| *of == dim);
            let own: Vec<DimId> = own.map(|(at, _)| dims[at]).collect();
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
fn merged(
    builder: &mut LayoutBuilder,
    faster: &[DimId],
    length: i64,
) -> Result<DimId, LayoutFault> {
    let whole = match faster {
        [one] => *one,
        _ => builder.apply(Merge, faster)?[0],
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
    digits: impl Iterator<Item = RadixDigit>,
    offset: i64,
    elem: Option<ElemSize>,
) -> Result<PhysicalLayout, LayoutFault> {
    let dims = digits.map(|digit| Some((Len::new(digit.length)?, digit.stride)));
    let dims: Option<Vec<(Len, i64)>> = dims.collect();
    let dims = dims.ok_or_else(|| LayoutFault::new("a length must be at least 1"))?;
    Ok(PhysicalLayout::from_dims(dims, offset, elem)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Elems;
    use crate::space::IndexSpace;
    use testkit::Random;

    /// Returns digits of random dims, of which the slowest may be longer than its dim needs.
    fn random_radix(random: &mut Random) -> MixedRadix {
        let mut radix = MixedRadix { lengths: Vec::new(), dims: Vec::new(), offset: 3 };
        for _ in 0..1 + random.index(3) {
            let digits = (0..random.index(4)).map(|_| RadixDigit {
                length: random.between(1, 4),
                stride: random.between(-5, 9),
            });
            let digits: Vec<RadixDigit> = digits.collect();
            let length: i64 = digits.iter().map(|digit| digit.length).product();
            radix.lengths.push(length - i64::from(length > 2 && random.index(3) == 0));
            radix.dims.push(digits);
        }
        radix
    }

    #[test]
    fn digits_along_a_line_have_its_offsets() {
        for line in [&[0, 2, 4, 6][..], &[0, 4, 1, 5, 2, 6], &[0, 0, -3, -3], &[0], &[]] {
            let digits = RadixDigit::along(line);
            let sums: Vec<i128> =
                (0..line.len()).map(|at| RadixDigit::sum(&digits, at as i64)).collect();
            assert_eq!(sums, line.iter().map(|&it| it.into()).collect::<Vec<i128>>());
        }
        let irregular = RadixDigit::along(&[0, 1, 5, 9]);
        assert_eq!(RadixDigit::sum(&irregular, 3), 6);
    }

    #[test]
    fn all_forms_of_digits_evaluate_alike() {
        let mut random = Random::new(7);
        let (mut whole, mut partial) = (0, 0);
        for _ in 0..300 {
            let radix = random_radix(&mut random);
            let layout = radix.layout(None).unwrap();
            let found = layout.mixed_radix().unwrap();
            let modes = layout.modes();
            whole += usize::from(modes.is_some());
            partial += usize::from(modes.is_none());
            if (0..radix.dims.len()).all(|dim| radix.is_whole(dim)) {
                assert_eq!(modes.as_ref(), Some(&found), "{radix:?}");
            }
            let mut evaluator = layout.evaluator();
            for index in IndexSpace::below(radix.lengths.iter().copied()).iter() {
                let offset = evaluator.offset_of_inside(index.iter().copied()).unwrap();
                let offset = offset.map(Elems::get);
                let digit = |digit: IndexDigit| index[digit.dim] / digit.weight % digit.length;
                let terms = radix.terms().map(|(term, stride)| digit(term) * stride);
                assert_eq!(Some(radix.offset + terms.sum::<i64>()), offset, "{radix:?}");
                assert_eq!(radix.offset_of(&index), offset, "{radix:?}");
                assert_eq!(found.offset_of(&index), offset, "{radix:?} {found:?}");
            }
        }
        assert!(whole > 100 && partial > 20, "{whole} {partial}");
    }
}
