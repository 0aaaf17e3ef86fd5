//! CuTe's layouts as this folder's tests define them: nested modes, evaluated from the definition in CuTe's
//! documentation. The code uses no function of the core but the constructor of layouts and their evaluation.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layoutc_layout::{Layout, LogicalIndex, MixedRadix, RadixDigit};

/// The modes of each top-level mode as (length, stride), the first the fastest, and the offset of index zero.
#[derive(Clone, Debug)]
pub(crate) struct Cute {
    pub(crate) dims: Vec<Vec<(i64, i64)>>,
    pub(crate) offset: i64,
}

impl Cute {
    pub(crate) fn flat(modes: &[(i64, i64)]) -> Cute {
        Cute { dims: modes.iter().map(|&mode| vec![mode]).collect(), offset: 0 }
    }

    pub(crate) fn layout(&self) -> Layout {
        let mode = |&(length, stride): &(i64, i64)| RadixDigit { length, stride };
        let dims = self.dims.iter().map(|modes| modes.iter().map(mode).collect()).collect();
        MixedRadix::of_modes(self.offset, dims).unwrap().layout(None).unwrap()
    }

    pub(crate) fn modes(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.dims.iter().flatten().copied()
    }

    pub(crate) fn size(&self) -> i64 {
        self.modes().map(|(length, _)| length).product()
    }

    /// Returns the offset at an index in one dimension. The last mode goes on beyond its length.
    pub(crate) fn at(&self, index: i64) -> i64 {
        let count = self.modes().count();
        let mut rest = index;
        let mut offset = self.offset;
        for (at, (length, stride)) in self.modes().enumerate() {
            let digit = if at + 1 == count { rest } else { rest % length };
            offset += digit * stride;
            rest /= length;
        }
        offset
    }

    pub(crate) fn values(&self) -> Vec<i64> {
        (0..self.size()).map(|index| self.at(index)).collect()
    }

    pub(crate) fn cosize(&self) -> i64 {
        self.values().into_iter().max().unwrap() + 1
    }

    /// Returns one top-level mode as a layout.
    pub(crate) fn mode(&self, at: usize) -> Cute {
        Cute { dims: vec![self.dims[at].clone()], offset: 0 }
    }
}

/// Returns the static lengths of a layout.
pub(crate) fn lengths(layout: &Layout) -> Vec<i64> {
    layout.shape().values().map(|len| len.get().unwrap()).collect()
}

/// Returns the offsets of a layout at all indices, the first logical dim the fastest; `None` at invalid indices.
pub(crate) fn offsets(layout: &Layout) -> Vec<Option<i64>> {
    let lengths = lengths(layout);
    let size: i64 = lengths.iter().product();
    let mut evaluator = layout.evaluator();
    let at = |number: i64| {
        let mut rest = number;
        let digit = |length: &i64| {
            let digit = rest % length;
            rest /= length;
            digit
        };
        let index: Vec<i64> = lengths.iter().map(digit).collect();
        evaluator.offset_of(&LogicalIndex::new(index).unwrap()).unwrap().map(|it| it.get())
    };
    (0..size).map(at).collect()
}

/// Returns the offsets of a layout whose indices are all valid.
pub(crate) fn all_offsets(layout: &Layout) -> Vec<i64> {
    offsets(layout).into_iter().map(|offset| offset.expect("all indices are valid")).collect()
}
