//! The check that all offsets of a layout fit 64 bits.

use super::fault::LayoutFault;
use super::layout::Layout;
use crate::domain::Range;
use crate::space::{Elems, MemDim};

impl Layout {
    /// Returns an error if an offset does not fit 64 bits. A layout with a dynamic length is not checked.
    pub(super) fn check_offsets(&self) -> Result<(), LayoutFault> {
        let is_static = self.mem_shape().values().all(|len| len.get().is_some());
        if !is_static || self.is_empty {
            return Ok(());
        }
        let mut reach = OffsetBounds::exact(self.physical.offset());
        let mut far = None;
        for ((dim, stride), base) in self.physical.strides().iter().zip(&self.base) {
            let range = self.ranges[base.number()];
            reach = reach.and(*stride, range);
            far = far.or_else(|| Some((dim, range, reach.overflow()?)));
        }
        // A later dim may move offsets back into range, so the last sum decides. The message names the first dim that
        // overflows.
        match far.filter(|_| reach.overflow().is_some()) {
            Some((dim, range, what)) => Err(self.too_far(dim, range, what)),
            None => Ok(()),
        }
    }

    /// Returns the fault of a dim of memory at which an offset, or a part of one, overflows 64 bits.
    fn too_far(&self, dim: MemDim, range: Range, what: String) -> LayoutFault {
        let stride = self.physical.strides()[dim].get();
        let offset = self.physical.offset().get();
        let begun = if offset == 0 { String::new() } else { format!(" after offset {offset}") };
        let others = if dim.index() > 0 { ", with the dims before it," } else { "" };
        let message = format!(
            "{dim} at index {} with stride {stride}{begun}{others} {what}, which does not fit 64 bits",
            range.high
        );
        let fault = LayoutFault { dim: Some(self.base[dim.index()]), ..LayoutFault::new(message) };
        fault.note("offsets are from -2^63 to 2^63 - 1")
    }
}

/// Bounds of the sum of the offset and some dims of memory. Sums of fifteen products saturate; a sum that fits 64 bits
/// never does.
#[derive(Clone, Copy)]
struct OffsetBounds {
    low: i128,
    high: i128,
    /// The greatest distance from index zero. Address code computes the sum of the terms apart from the offset, which
    /// may have the opposite sign.
    distance: i128,
}

impl OffsetBounds {
    fn exact(offset: Elems) -> OffsetBounds {
        let offset = offset.get().into();
        OffsetBounds { low: offset, high: offset, distance: 0 }
    }

    fn and(self, stride: Elems, range: Range) -> OffsetBounds {
        let by = i128::from(stride.get());
        let first = by * i128::from(range.low);
        let last = by * i128::from(range.high);
        OffsetBounds {
            low: self.low.saturating_add(first.min(last)),
            high: self.high.saturating_add(first.max(last)),
            distance: self.distance.saturating_add(last.abs()),
        }
    }

    /// Returns the part that overflows 64 bits, as the end of a message; `None` if none does.
    fn overflow(self) -> Option<String> {
        fn leaves(offset: &i128) -> bool {
            i64::try_from(*offset).is_err()
        }
        let far = [self.high, self.low].into_iter().find(leaves);
        far.map(|offset| format!("reaches offset {offset}")).or_else(|| {
            leaves(&self.distance).then(|| format!("is {} elements from index zero", self.distance))
        })
    }
}
