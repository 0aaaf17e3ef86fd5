//! The data of a copy plan: digits, dims, fills, method and loops.

use super::fault::{CopyPlanFault, narrow};
use crate::domain::ceil;
use crate::space::{Len, checked_product};

/// The part of a machine that a plan depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CopyMachine {
    /// The size of the widest vector that one instruction loads or stores, in bytes.
    pub vector_bytes: i64,
    /// The size of a cache line or of a memory transaction, in bytes.
    pub line_bytes: i64,
    /// The size of the workgroup memory in which tiles are transposed, in bytes; 0 to transpose in registers.
    pub workgroup_bytes: i64,
}

impl CopyMachine {
    /// A CPU, or a GPU whose registers are the fastest place to transpose: vectors of 16 bytes and lines of 64.
    pub const DEFAULT: CopyMachine =
        CopyMachine { vector_bytes: 16, line_bytes: 64, workgroup_bytes: 0 };
}

/// The memory in which a tile is transposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileExchange {
    /// The registers of one thread.
    Registers,
    /// The memory that the threads of a workgroup share.
    Workgroup,
}

impl TileExchange {
    /// Returns the stride of the rows of a tile in workgroup memory, in bytes. It is an odd number of 32-bit words, so
    /// that the elements of a column are in different memory banks.
    pub fn row_bytes(units: i64, unit_bytes: i64) -> i64 {
        let words = ceil(units.saturating_mul(unit_bytes).into(), 4);
        4 * (i64::try_from(words).unwrap_or(i64::MAX).min(i64::MAX / 8) | 1)
    }
}

/// A copy between two layouts of one shape, as loops over digits.
///
/// A tuple of digit values determines a logical index, a source offset and a target slot. The slot receives the source
/// element if the index is in the range `valued` of each dim, zero if it is only in the range `written`, and is
/// otherwise not written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CopyPlan {
    /// The size of an element in bits. A unit or a run is a number of whole bytes.
    pub elem_bits: i64,
    /// `true` if storage padding of the target is set to zero; `false` if only elements are written.
    pub fills_padding: bool,
    /// The source offset of the tuple of zeros, in elements.
    pub source_offset: i64,
    /// The target slot of the tuple of zeros.
    pub target_offset: i64,
    /// The digits by falling target stride, outermost first.
    pub digits: Vec<CopyDigit>,
    /// The logical dims, and one more for each digit that only counts storage padding.
    pub dims: Vec<CopyDim>,
    /// The storage padding of the target that no digit reaches. It is set to zero.
    pub fills: Vec<CopyFill>,
    /// The access pattern.
    pub method: CopyMethod,
    /// The loops of a CPU kernel, outermost first.
    pub loops: Vec<CopyLoop>,
}

/// A digit: a loop variable with one stride in the source and one in the target.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CopyDigit {
    /// The number of values; dynamic for an outermost length that is an argument of the kernel.
    pub length: Len,
    /// The stride in the source, in elements.
    pub source: i64,
    /// The stride in the target, in elements. It is above 0.
    pub target: i64,
    /// The digits of logical dims that were fused into this one, outermost first. The product of their lengths is the
    /// length of the digit. A digit of a guarded dim has one part.
    pub parts: Vec<CopyPart>,
}

/// A digit of one logical dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CopyPart {
    /// The position in [`CopyPlan::dims`].
    pub dim: usize,
    /// The distance in the dim's position between neighboring values of this digit.
    pub weight: i64,
    /// The number of values.
    pub length: Len,
}

/// A dim of a plan. Its position is the sum of each part times its weight, and its logical index the position less
/// `shift`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CopyDim {
    /// The position of logical index 0.
    pub shift: i64,
    /// The positions that have a slot of the target; `None` if all have.
    pub written: Option<std::ops::Range<i64>>,
    /// The positions that have an element of source and target; `None` if all have that are written.
    pub valued: Option<std::ops::Range<i64>>,
}

impl CopyDim {
    /// Returns `true` if the positions are restricted.
    pub fn is_guarded(&self) -> bool {
        self.written.is_some() || self.valued.is_some()
    }
}

/// Storage padding that is set to zero: a contiguous block of slots, repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CopyFill {
    /// The first slot.
    pub start: i64,
    /// The number of contiguous slots.
    pub slots: i64,
    /// The number of repetitions and their distance in slots, outermost first.
    pub over: Vec<(Len, i64)>,
}

impl CopyFill {
    /// Returns a fill whose repetitions are fused where their distances allow.
    pub(super) fn new(start: i64, slots: i64, over: impl Iterator<Item = (Len, i64)>) -> CopyFill {
        let mut fused: Vec<(Len, i64)> = Vec::new();
        for (length, stride) in over {
            if let Some(last) = fused.last_mut()
                && let Some(count) = length.get()
                && let Some(outer) = last.0.get()
                && Some(last.1) == stride.checked_mul(count)
                && let Some(both) = outer.checked_mul(count).and_then(Len::new)
            {
                *last = (both, stride);
            } else {
                fused.push((length, stride));
            }
        }
        CopyFill { start, slots, over: fused }
    }
}

/// The access pattern of a plan. Digits are positions in [`CopyPlan::digits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CopyMethod {
    /// Every slot of the target has the element of the same slot of the source, and the slots are contiguous, so that
    /// the copy is one copy of bytes.
    Identity,
    /// Runs that are contiguous in the source and in the target.
    Vector {
        /// The digit of stride 1 in both.
        run: usize,
    },
    /// Tiles whose rows are contiguous in the source and whose columns are contiguous in the target.
    Tile {
        /// The digit that is moved whole, as one unit; `None` if the unit is one element.
        unit: Option<usize>,
        /// The digit whose stride in the source is one unit.
        source: usize,
        /// The digit whose stride in the target is one unit.
        target: usize,
        /// The number of units of a side of a tile.
        side: i64,
        /// The memory in which a tile is transposed.
        exchange: TileExchange,
    },
    /// Elements or units without a contiguous neighbor on one of the two sides.
    Strided {
        /// The digit that is moved whole, as one unit; `None` if the unit is one element.
        unit: Option<usize>,
    },
}

impl CopyMethod {
    /// Returns the name of the method.
    pub fn name(self) -> &'static str {
        match self {
            CopyMethod::Identity => "identity",
            CopyMethod::Vector { .. } => "vector",
            CopyMethod::Tile { .. } => "tile",
            CopyMethod::Strided { .. } => "strided",
        }
    }
}

/// A loop of a CPU kernel. A digit has one loop, or two: over its blocks, and inside a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CopyLoop {
    /// The digit, as a position in [`CopyPlan::digits`].
    pub digit: usize,
    /// The step of the loop: the length of a block, or 1.
    pub step: i64,
    /// `true` if the loop stays inside the block of an outer loop of the same digit.
    pub inside: bool,
}

impl CopyPlan {
    /// Returns the parts of a dim, in the order of their digits.
    pub(super) fn parts_of(&self, dim: usize) -> impl Iterator<Item = &CopyPart> {
        let parts = self.digits.iter().flat_map(|digit| &digit.parts);
        parts.filter(move |part| part.dim == dim)
    }

    /// Returns the digits of a dim with their weights, outermost first. A digit that counts several parts of the dim, with
    /// parts of other dims between them, occurs once for each.
    pub fn digits_of(&self, dim: usize) -> Vec<(usize, i64)> {
        let digits = self.digits.iter().enumerate();
        let found = digits.flat_map(|(at, digit)| {
            let parts = digit.parts.iter().filter(|part| part.dim == dim);
            parts.map(move |part| (at, part.weight))
        });
        let mut found: Vec<(usize, i64)> = found.collect();
        found.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        found
    }

    /// Returns the number of positions that the digits of a dim count; saturates.
    pub fn capacity(&self, dim: usize) -> i64 {
        let lengths = self.parts_of(dim).map(|part| part.length.get());
        lengths.fold(1, |product: i64, length| product.saturating_mul(length.unwrap_or(i64::MAX)))
    }

    /// Returns the digit whose length is an argument of the kernel; `None` if all lengths are static.
    pub fn dynamic(&self) -> Option<usize> {
        self.digits.iter().position(|digit| digit.length.is_dynamic())
    }

    /// Returns the digit that is moved whole, as one unit; `None` if the unit is one element.
    pub fn unit(&self) -> Option<usize> {
        match self.method {
            CopyMethod::Tile { unit, .. } | CopyMethod::Strided { unit } => unit,
            CopyMethod::Identity | CopyMethod::Vector { .. } => None,
        }
    }

    /// Returns the digit that a CPU kernel copies whole, without a loop: the run or the unit.
    pub fn whole(&self) -> Option<usize> {
        match self.method {
            CopyMethod::Identity => self.digits.len().checked_sub(1),
            CopyMethod::Vector { run } => Some(run),
            CopyMethod::Tile { .. } | CopyMethod::Strided { .. } => self.unit(),
        }
    }

    /// Returns the number of elements of a unit.
    pub fn unit_elements(&self) -> i64 {
        self.unit().and_then(|unit| self.digits[unit].length.get()).unwrap_or(1)
    }

    /// Returns the number of bytes of a unit.
    pub fn unit_bytes(&self) -> i64 {
        self.unit_elements() * self.elem_bits / 8
    }

    /// Returns the machine on which the method follows from the digits: that of tiles in workgroup memory has the memory
    /// of one tile, so that larger ones do not fit.
    pub fn machine(&self) -> CopyMachine {
        let mut machine = CopyMachine::DEFAULT;
        if let CopyMethod::Tile { side, exchange: TileExchange::Workgroup, .. } = self.method {
            let row = TileExchange::row_bytes(side, self.unit_bytes());
            machine.workgroup_bytes = side.saturating_mul(row);
        }
        machine
    }

    /// Returns `true` if the copy is one copy of bytes, at the same offset in both buffers.
    pub fn is_identity(&self) -> bool {
        self.method == CopyMethod::Identity
    }

    /// Returns the bytes that the kernel reads and writes. A dynamic length counts as 1.
    ///
    /// # Errors
    /// A number does not fit 64 bits.
    pub fn moved_bytes(&self) -> Result<(i64, i64), CopyPlanFault> {
        let mut read = 1_i128;
        let mut written = 1_i128;
        for (at, dim) in self.dims.iter().enumerate() {
            let lengths = self.parts_of(at).map(|part| part.length.get().unwrap_or(1).into());
            let capacity = checked_product::<i128>(lengths).ok_or(CopyPlanFault::Overflow)?;
            fn count(range: &Option<std::ops::Range<i64>>, all: i128) -> i128 {
                range.as_ref().map_or(all, |range| i128::from(range.end) - i128::from(range.start))
            }
            let slots = count(&dim.written, capacity);
            written = written.checked_mul(slots).ok_or(CopyPlanFault::Overflow)?;
            read = read.checked_mul(count(&dim.valued, slots)).ok_or(CopyPlanFault::Overflow)?;
        }
        for fill in &self.fills {
            let lengths = fill.over.iter().map(|(len, _)| len.get().unwrap_or(1).into());
            let repeated = checked_product(lengths.chain([i128::from(fill.slots)]));
            written =
                repeated.and_then(|it| written.checked_add(it)).ok_or(CopyPlanFault::Overflow)?;
        }
        Ok((self.bytes(read)?, self.bytes(written)?))
    }

    /// Returns the number of bytes of this number of elements.
    fn bytes(&self, count: i128) -> Result<i64, CopyPlanFault> {
        let bits = count.checked_mul(self.elem_bits.into()).ok_or(CopyPlanFault::Overflow)?;
        narrow(ceil(bits, 8))
    }
}
