//! The cost of an access of a group of lanes: memory transactions and bank conflicts.
//!
//! The lanes of a GPU (a warp, a wavefront) each touch one element at the same time. A kernel engineer needs to know how
//! many pieces of memory that takes, and whether lanes wait for each other at a bank of shared memory (LDS). Both follow
//! from the addresses, so they are computed for every layout in one way.
//!
//! - **Lanes.** [`Access::dims`] are the logical dims that lanes step through, the last one fastest: the number of a lane
//!   in them is a mixed-radix number over their lengths. `lanes` consecutive numbers, from a multiple of `lanes` on, are a
//!   *group*; the last group of a round may have fewer, and its other lanes are idle. All other dims have one index in a
//!   group; each of their indices, in row-major order, has groups of its own. A lane whose index is not valid touches
//!   nothing, as under a predicate.
//! - **Transactions.** An address is the offset times the size of an element, counted in bits from the start of the buffer,
//!   which is aligned to every segment. A transaction is an aligned segment of 32 bytes (a sector) or 128 bytes (a line)
//!   that some lane of the group touches. *Ideal* is the number of transactions if the bytes of the group were contiguous:
//!   lanes that touch the same bytes count once.
//! - **Banks.** Word w, of [`Access::bank_bytes`] bytes, is in bank w mod [`Access::banks`]. A bank reads one word at a
//!   time, for all lanes that read it. The *degree* is the greatest number of different words of one bank: 1 is free of
//!   conflicts, and 0 means that no lane touches anything.
//! - **Phases.** A bank row (all banks, one word each) is the most that memory can read at once. So a group is served in
//!   phases of `banks / words` consecutive lanes, where `words` is the number of words of one element, and the degree is
//!   that of the worst phase. With 32 banks of 4 bytes, elements of up to 4 bytes are served to 32 lanes at once (a
//!   wavefront of 64 has two phases), 8 bytes to 16 lanes, 16 bytes to 8 lanes, as on NVIDIA's and AMD's hardware. The lanes
//!   that share a phase differ on some hardware (AMD's 128-bit reads interleave them); here they are consecutive.
//!
//! The worst group is reported, and totals over all groups; beyond [`MOST_ACCESSES`] only the first groups are analysed,
//! and the report has their number. [`suggest`] searches for a change that removes conflicts.

mod groups;
mod suggest;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

use crate::pipeline::Layout;
use crate::space::{Dim, ElemSize, LogicalIndex};
use crate::stride::AddressError;
use groups::{Footprint, Groups};

pub use suggest::{Change, Search, Suggestion, Swizzle, suggest};

/// The most words that are analysed, those of all lanes of all groups together.
pub const MOST_ACCESSES: u64 = 1 << 20;

/// The greatest number of lanes, of banks, and of bytes of a bank's word.
const MOST_LANES: i64 = 1024;

/// The greatest size of an element, in bits.
const MOST_BITS: i64 = 1024;

/// How lanes step through a layout, and the banks of the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The logical dims that the lanes step through, the last one fastest.
    pub dims: Vec<Dim>,
    /// The number of lanes of a group.
    pub lanes: i64,
    /// The number of banks of memory.
    pub banks: i64,
    /// The size of a bank's word, in bytes.
    pub bank_bytes: i64,
    /// The size of the element that each lane touches.
    pub elem: ElemSize,
}

/// Why an access cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessError {
    /// The lanes step through no dim.
    NoDims,
    /// The layout has no such dim; the number is its rank.
    NoSuchDim(Dim, usize),
    /// The dim is listed twice.
    Twice(Dim),
    /// The length of this logical dim is dynamic, so its groups cannot be counted.
    Dynamic(Dim),
    /// A number is not within 1 to the second number.
    Amount(&'static str, i64, i64),
    /// An address is unknown.
    Address(AddressError),
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccessError::NoDims => f.write_str("the lanes step through no dim"),
            AccessError::NoSuchDim(dim, rank) => {
                write!(f, "there is no {dim}, the layout has {rank} logical dims")
            }
            AccessError::Twice(dim) => write!(f, "{dim} is listed twice"),
            AccessError::Dynamic(dim) => write!(f, "the length of {dim} is dynamic"),
            AccessError::Amount(what, got, most) => {
                write!(f, "{what} is {got}, not within 1 to {most}")
            }
            AccessError::Address(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AccessError {}

impl From<AddressError> for AccessError {
    fn from(error: AddressError) -> AccessError {
        AccessError::Address(error)
    }
}

/// The cost of the groups of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessReport {
    /// The number of groups that were analysed.
    pub groups: u64,
    /// The number of all groups.
    pub all_groups: u64,
    /// Transactions of 32 bytes.
    pub sectors: Transactions,
    /// Transactions of 128 bytes.
    pub lines: Transactions,
    /// The degree of bank conflicts of the worst group: 1 is none.
    pub degree: u64,
    /// The logical index of the first lane of the first group with that degree.
    pub worst_at: LogicalIndex,
    /// The number of that group.
    worst: u64,
}

/// The aligned segments of one size that groups touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transactions {
    /// The count of the group with the most.
    pub most: u64,
    /// The count of that group if its bytes were contiguous.
    pub ideal: u64,
    /// The count of all groups that were analysed.
    pub total: u64,
}

impl Transactions {
    fn add(&mut self, footprint: &Footprint, bytes: i64) {
        let count = footprint.units(8 * bytes).len() as u64;
        self.total += count;
        if count > self.most {
            self.most = count;
            self.ideal = footprint.bits().div_ceil(8 * bytes.unsigned_abs());
        }
    }
}

impl Access {
    /// Returns the number of words of one element.
    fn words(&self) -> i64 {
        let word = 8 * self.bank_bytes;
        (self.elem.bits().get() + word - 1) / word
    }

    /// Returns the number of lanes that memory serves at once.
    fn phase(&self) -> i64 {
        (self.banks / self.words()).max(1)
    }

    fn check(&self, layout: &Layout) -> Result<(), AccessError> {
        let amounts = [
            ("the number of lanes", self.lanes, MOST_LANES),
            ("the number of banks", self.banks, MOST_LANES),
            ("the bytes of a bank", self.bank_bytes, MOST_LANES),
            ("the size of an element in bits", self.elem.bits().get(), MOST_BITS),
        ];
        for (what, got, most) in amounts {
            if !(1..=most).contains(&got) {
                return Err(AccessError::Amount(what, got, most));
            }
        }
        let shape = layout.shape();
        if let Some(dim) = shape.first_dynamic() {
            return Err(AccessError::Dynamic(dim));
        }
        if self.dims.is_empty() {
            return Err(AccessError::NoDims);
        }
        for (at, &dim) in self.dims.iter().enumerate() {
            if shape.get(dim).is_none() {
                return Err(AccessError::NoSuchDim(dim, shape.len()));
            }
            if self.dims[..at].contains(&dim) {
                return Err(AccessError::Twice(dim));
            }
        }
        Ok(())
    }
}

/// Returns the transactions and bank conflicts of all groups of an access, or of the first ones if there are too many.
///
/// # Errors
/// The access does not fit the layout, a logical length is dynamic, or an address leaves 64 bits.
pub fn analyse(layout: &Layout, access: &Access) -> Result<AccessReport, AccessError> {
    access.check(layout)?;
    let mut groups = Groups::new(layout, access);
    let looked_at = groups.count().min(MOST_ACCESSES / groups.cost());
    let mut report = AccessReport {
        groups: looked_at,
        all_groups: groups.count(),
        sectors: Transactions::default(),
        lines: Transactions::default(),
        degree: 0,
        worst_at: groups.first_index(0),
        worst: 0,
    };
    for group in 0..looked_at {
        let footprint = groups.footprint(group)?;
        report.sectors.add(footprint, 32);
        report.lines.add(footprint, 128);
        let degree = footprint.degree(access);
        if degree > report.degree {
            (report.degree, report.worst) = (degree, group);
        }
    }
    report.worst_at = groups.first_index(report.worst);
    Ok(report)
}
