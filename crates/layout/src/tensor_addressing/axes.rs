//! Coordinates of memory whose strides are nested, as `OpTensorLayoutSetStrideNV` requires.
//!
//! Coordinates that overlap become one: with the greatest common divisor of both strides, the sum of their digits
//! reaches the same offsets. The same step reduces the number of coordinates.

use super::refusal::{NvTensorReason, NvTensorRefusal};
use super::terms::{AddressTerms, NvAxis, NvAxisKind};
use crate::domain::gcd;

impl NvAxis {
    /// Returns the number of coordinates from the least to the greatest that an index reaches; `None` if it does not
    /// fit 64 bits.
    pub(super) fn extent(&self, of: &AddressTerms) -> Option<i64> {
        let mut dims: Vec<usize> =
            self.terms.iter().map(|&(place, _)| of.digits[place].dim).collect();
        dims.sort_unstable();
        dims.dedup();
        dims.into_iter().try_fold(1i64, |sum, dim| sum.checked_add(self.most_of(dim, of)?))
    }

    /// Returns the greatest sum of the digits of a dim. The slowest digit of a dim may have fewer lower digits at its last
    /// value, so the maximum is at the last index, or below one of its digits.
    fn most_of(&self, dim: usize, of: &AddressTerms) -> Option<i64> {
        let own = of.digits.iter().enumerate().filter(|(_, digit)| digit.dim == dim);
        let last = of.lengths[dim] - 1;
        let mut prefix = 0i64;
        let mut best = 0i64;
        let mut below = own.clone().try_fold(0i64, |sum, (place, digit)| {
            sum.checked_add(self.factor(place).checked_mul(digit.length - 1)?)
        })?;
        for (place, digit) in own {
            let factor = self.factor(place);
            let value = last / digit.weight % digit.length;
            below -= factor * (digit.length - 1);
            if value > 0 {
                best = best.max(prefix.checked_add(factor * (value - 1))?.checked_add(below)?);
            }
            prefix = prefix.checked_add(factor * value)?;
        }
        Some(best.max(prefix))
    }

    /// Returns the factor of a digit; 0 if the coordinate does not depend on it.
    fn factor(&self, place: usize) -> i64 {
        let own = self.terms.iter().find(|&&(term, _)| term == place);
        own.map_or(0, |&(_, factor)| factor)
    }

    /// Returns the number of blocks.
    fn blocks(&self) -> i64 {
        (self.dimension - 1) / self.block + 1
    }

    /// Returns the size of all blocks, which is the least stride of the next outer coordinate.
    pub(super) fn size(&self) -> Option<i64> {
        self.stride.checked_mul(self.blocks())
    }

    /// Returns `true` if the coordinate may be joined with another one: no index is outside, and no two share a block.
    pub(super) fn is_plain(&self) -> bool {
        self.kind == NvAxisKind::Inside && self.block == 1
    }

    /// Returns one coordinate for two; `None` if one is not plain, or a number does not fit 64 bits.
    fn joined(&self, other: &NvAxis, of: &AddressTerms) -> Option<NvAxis> {
        if !self.is_plain() || !other.is_plain() {
            return None;
        }
        let stride = gcd(self.stride.unsigned_abs(), other.stride.unsigned_abs());
        let stride = i64::try_from(stride).ok()?;
        let terms = [self, other].into_iter().flat_map(|axis| {
            let scale = axis.stride / stride;
            axis.terms.iter().map(move |&(place, factor)| Some((place, factor.checked_mul(scale)?)))
        });
        let terms = terms.collect::<Option<Vec<_>>>()?;
        let mut found = NvAxis { stride, terms, offset: 0, dimension: 1, ..self.clone() };
        found.dimension = found.extent(of)?;
        Some(found)
    }
}

/// Returns the coordinates outermost first, with overlapping ones joined.
///
/// # Errors
/// A coordinate that is clamped, wrapped or divided into blocks overlaps another one, or a number does not fit 64 bits.
pub(super) fn nested(
    mut axes: Vec<NvAxis>,
    of: &AddressTerms,
) -> Result<Vec<NvAxis>, NvTensorRefusal> {
    loop {
        axes.sort_by_key(|axis| {
            (std::cmp::Reverse(axis.stride), std::cmp::Reverse(axis.dimension))
        });
        let Some(place) = first_overlap(&axes) else { return Ok(axes) };
        let outer = &axes[place];
        let inner = &axes[place + 1];
        let Some(joined) = outer.joined(inner, of) else {
            let least = inner.size().unwrap_or(i64::MAX);
            return Err(NvTensorReason::Overlap(outer.stride, least).into());
        };
        axes.splice(place..place + 2, [joined]);
    }
}

/// Returns the first coordinate whose stride is below the size of the next one; `None` if the strides are nested.
fn first_overlap(axes: &[NvAxis]) -> Option<usize> {
    axes.windows(2).position(|pair| pair[1].size().is_none_or(|size| pair[0].stride < size))
}

/// Returns each way to join nested coordinates to this number of them.
pub(super) fn reductions(axes: &[NvAxis], of: &AddressTerms, count: usize) -> Vec<Vec<NvAxis>> {
    if axes.len() == count {
        return vec![axes.to_vec()];
    }
    let mut found = Vec::new();
    divide(axes, of, count, &mut vec![0], &mut found);
    found
}

/// Adds the coordinates for each choice of the further groups, whose first members are `starts`.
fn divide(
    axes: &[NvAxis],
    of: &AddressTerms,
    count: usize,
    starts: &mut Vec<usize>,
    found: &mut Vec<Vec<NvAxis>>,
) {
    if starts.len() == count {
        found.extend(grouped(axes, of, starts));
        return;
    }
    let first = starts.last().map_or(0, |last| last + 1);
    for start in first..axes.len() {
        starts.push(start);
        divide(axes, of, count, starts, found);
        starts.pop();
    }
}

/// Returns one coordinate for each group; `None` if a group cannot be joined, or the result is not nested.
fn grouped(axes: &[NvAxis], of: &AddressTerms, starts: &[usize]) -> Option<Vec<NvAxis>> {
    let mut found = Vec::new();
    for (at, &start) in starts.iter().enumerate() {
        let end = starts.get(at + 1).copied().unwrap_or(axes.len());
        let mut rest = axes[start + 1..end].iter();
        found.push(rest.try_fold(axes[start].clone(), |all, axis| all.joined(axis, of))?);
    }
    first_overlap(&found).is_none().then_some(found)
}
