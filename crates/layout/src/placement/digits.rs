//! The moves of a conversion between placements whose coordinates are numbers in mixed radix, at any size.
//!
//! Each coordinate is a sum of digits of the index and of the copies, each at its position. Both placements are cut into the
//! same digits and the same positions. Two slots of an index agree on an axis if their digits are equal at each of its
//! positions, so the slots that are reached without some axes are those whose digits are equal in pairs: a product over classes of equal digits.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::unionfind::UnionFind;

use super::axis::AxisName;
use super::form::Placement;

/// The maximum number of digits of both placements.
const MAX_DIGITS: usize = crate::limits::PARITY_TERMS as usize;

/// The owner of a digit: a dim of the index, or of copies of the source or of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Owner {
    Index(usize),
    SourceCopy(usize),
    TargetCopy(usize),
}

/// A digit: its owner and the distance between numbers with adjacent digits.
type Digit = (Owner, i64);

/// A digit at a position of one axis.
#[derive(Clone, Copy, Debug)]
struct PositionedDigit {
    owner: Owner,
    weight: i64,
    length: i64,
    /// The distance between coordinates with adjacent digits.
    stride: i64,
}

/// The digits of one placement by axis, from the fastest position.
type AxisDigits = BTreeMap<AxisName, Vec<PositionedDigit>>;

impl Placement {
    /// Returns the numbers of slots of the target that have a source with equal coordinates on all axes outside of the first
    /// k of these, for each k; `None` if the coordinates are not numbers in mixed radix whose digits have common parts, or
    /// index zero has other coordinates in both.
    pub(super) fn reached_by_digits(
        &self,
        target: &Placement,
        axes: &[AxisName],
    ) -> Option<Vec<u128>> {
        let [mut a, mut b] =
            [self.axis_digits(Owner::SourceCopy)?, target.axis_digits(Owner::TargetCopy)?];
        let starts = |placement: &Placement| -> Vec<i64> {
            let start = |axis| placement.memory_axes().offset(axis).unwrap_or(0);
            axes.iter().map(start).collect()
        };
        if starts(self) != starts(target) {
            return None;
        }
        // A cut of a digit cuts its position, which may cut a digit of the other placement.
        loop {
            let count = |digits: &AxisDigits| digits.values().map(Vec::len).sum::<usize>();
            let before = count(&a) + count(&b);
            if before > MAX_DIGITS {
                return None;
            }
            let cuts = cuts([&a, &b])?;
            a = cuts.applied(&a)?;
            b = cuts.applied(&b)?;
            if count(&a) + count(&b) == before {
                break;
            }
        }
        let counts = (0..=axes.len()).map(|inner| agreeing(&a, &b, &axes[inner..], self));
        counts.collect()
    }

    /// Returns the digits by axis; `None` if a coordinate is not a number in mixed radix, or there are parts.
    fn axis_digits(&self, copy: fn(usize) -> Owner) -> Option<AxisDigits> {
        if !self.parts().is_empty() {
            return None;
        }
        let rank = self.shape().len();
        let mut found = AxisDigits::new();
        for (axis, layout) in self.coordinates() {
            let radix = layout.mixed_radix().ok()?;
            if !(0..radix.lengths.len()).all(|dim| radix.is_whole(dim)) {
                return None;
            }
            let mut own: Vec<PositionedDigit> = Vec::new();
            for (digit, stride) in radix.terms().filter(|(digit, _)| digit.length > 1) {
                let owner =
                    if digit.dim < rank { Owner::Index(digit.dim) } else { copy(digit.dim - rank) };
                let (weight, length) = (digit.weight, digit.length);
                match stride {
                    0 => {}
                    1.. => own.push(PositionedDigit { owner, weight, length, stride }),
                    _ => return None,
                }
            }
            own.sort_by_key(|digit| digit.stride);
            let is_nested = own.windows(2).all(|pair| {
                let end = pair[0].stride.checked_mul(pair[0].length);
                end.is_some_and(|end| end <= pair[1].stride)
            });
            if !is_nested {
                return None;
            }
            found.insert(axis.clone(), own);
        }
        Some(found)
    }
}

/// The cuts of digits: the weights of each owner, and the strides of each axis.
struct Cuts {
    weights: BTreeMap<Owner, BTreeSet<i64>>,
    strides: BTreeMap<AxisName, BTreeSet<i64>>,
}

/// Returns the starts and ends of all digits; `None` if those of an owner or of an axis do not divide each other.
fn cuts(placements: [&AxisDigits; 2]) -> Option<Cuts> {
    let mut cuts = Cuts { weights: BTreeMap::new(), strides: BTreeMap::new() };
    for (axis, digits) in placements.into_iter().flatten() {
        for digit in digits {
            let weights = cuts.weights.entry(digit.owner).or_default();
            weights.extend([digit.weight, digit.weight.checked_mul(digit.length)?]);
            let strides = cuts.strides.entry(axis.clone()).or_default();
            strides.extend([digit.stride, digit.stride.checked_mul(digit.length)?]);
        }
    }
    let divide = |set: &BTreeSet<i64>| {
        let all: Vec<i64> = set.iter().copied().collect();
        all.windows(2).all(|pair| pair[1] % pair[0] == 0)
    };
    (cuts.weights.values().all(divide) && cuts.strides.values().all(divide)).then_some(cuts)
}

impl Cuts {
    /// Returns the digits, cut.
    fn applied(&self, placement: &AxisDigits) -> Option<AxisDigits> {
        let mut cut = AxisDigits::new();
        for (axis, digits) in placement {
            let own = cut.entry(axis.clone()).or_default();
            for digit in digits {
                let inside = |set: &BTreeSet<i64>, start: i64| -> BTreeSet<i64> {
                    let end = start * digit.length;
                    set.iter().filter(|&&at| start < at && at < end).map(|at| at / start).collect()
                };
                let mut factors = inside(self.weights.get(&digit.owner)?, digit.weight);
                factors.extend(inside(self.strides.get(axis)?, digit.stride));
                let mut start = 1;
                for end in factors.into_iter().chain([digit.length]) {
                    if end % start != 0 {
                        return None;
                    }
                    own.push(PositionedDigit {
                        owner: digit.owner,
                        weight: digit.weight.checked_mul(start)?,
                        length: end / start,
                        stride: digit.stride.checked_mul(start)?,
                    });
                    start = end;
                }
            }
        }
        Some(cut)
    }
}

/// Returns the number of slots of the target whose digits are equal to those of a source at all positions of these axes;
/// `None` if it does not fit 128 bits, or a copy of the source is at two positions.
fn agreeing(a: &AxisDigits, b: &AxisDigits, axes: &[AxisName], source: &Placement) -> Option<u128> {
    // All digits of the index and of the copies of the target, with their lengths. Node 0 is the number zero.
    let mut lengths: BTreeMap<Digit, i64> = BTreeMap::new();
    let mut uses: BTreeMap<Digit, usize> = BTreeMap::new();
    for digit in a.values().chain(b.values()).flatten() {
        lengths.insert((digit.owner, digit.weight), digit.length);
    }
    for digit in a.values().flatten() {
        *uses.entry((digit.owner, digit.weight)).or_default() += 1;
    }
    let is_copy = |digit: &Digit| matches!(digit.0, Owner::SourceCopy(_));
    if uses.iter().any(|(digit, count)| is_copy(digit) && *count > 1) {
        return None;
    }
    let nodes: Vec<Digit> = lengths.keys().filter(|digit| !is_copy(digit)).copied().collect();
    let node = |digit: Digit| nodes.iter().position(|known| *known == digit).map(|at| at + 1);
    let mut equal = UnionFind::new(nodes.len() + 1);
    for axis in axes {
        let at = |placement: &AxisDigits| -> BTreeMap<i64, Digit> {
            let digits = placement.get(axis).into_iter().flatten();
            digits.map(|digit| (digit.stride, (digit.owner, digit.weight))).collect()
        };
        let (from, to) = (at(a), at(b));
        for stride in from.keys().chain(to.keys()).collect::<BTreeSet<_>>() {
            let own = match from.get(stride) {
                // A copy has every number.
                Some(digit) if is_copy(digit) => continue,
                Some(digit) => node(*digit)?,
                None => 0,
            };
            let other = to.get(stride).map_or(Some(0), |digit| node(*digit))?;
            equal.union(own, other);
        }
    }
    let labels = equal.into_labeling();
    let mut count = free_indices(&lengths, source)?;
    let mut seen = BTreeSet::from([labels[0]]);
    for (digit, label) in nodes.iter().zip(&labels[1..]) {
        if seen.insert(*label) {
            count = count.checked_mul(u128::from(lengths[digit].unsigned_abs()))?;
        }
    }
    Some(count)
}

/// Returns the number of indices that have the same known digits: the product of the lengths of all dims, without those of
/// the digits.
fn free_indices(lengths: &BTreeMap<Digit, i64>, placement: &Placement) -> Option<u128> {
    let all = placement.shape().static_lengths()?;
    let all: u128 = all.iter().map(|length| u128::from(length.unsigned_abs())).product();
    let digits = lengths.iter().filter(|((owner, _), _)| matches!(owner, Owner::Index(_)));
    let known: u128 = digits.map(|(_, length)| u128::from(length.unsigned_abs())).product();
    all.is_multiple_of(known).then(|| all / known)
}
