//! The transactions and bank conflicts of all groups of an access.

use super::groups::{GroupFootprint, LaneGroups};
use super::lanes::{Access, AccessError};
use crate::pipeline::Layout;
use crate::space::LogicalIndex;

/// The maximum number of words that are analyzed, over all lanes of all groups.
pub const MAX_ACCESSES: u64 = crate::limits::ANALYZED_WORDS;

/// The cost of the groups of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccessReport {
    /// The number of analyzed groups.
    pub groups: u64,
    /// The number of all groups.
    pub all_groups: u64,
    /// Transactions of 32 bytes.
    pub sectors: Transactions,
    /// Transactions of 128 bytes.
    pub lines: Transactions,
    /// The degree of bank conflicts of the worst group; 1 means no conflict.
    pub degree: u64,
    /// The logical index of the first lane of the first group with that degree.
    pub worst_at: LogicalIndex,
    /// The number of that group.
    pub worst_group: u64,
}

/// The aligned segments of one size that groups touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transactions {
    /// The count of the group with the most transactions.
    pub most: u64,
    /// The count of that group if its bytes were contiguous.
    pub ideal: u64,
    /// The total count of all analyzed groups.
    pub total: u64,
}

impl Transactions {
    fn add(&mut self, footprint: &GroupFootprint, bytes: i64) {
        let count = footprint.units(8 * bytes).len() as u64;
        self.total += count;
        if count > self.most {
            self.most = count;
            self.ideal = footprint.bits().div_ceil(8 * bytes.unsigned_abs());
        }
    }
}

/// Returns the transactions and bank conflicts of all groups of an access. If there are too many groups, only the first
/// ones are analyzed.
///
/// # Errors
/// The access is not valid for the layout, a logical length is dynamic, or an address does not fit 64 bits.
pub fn analyze(layout: &Layout, access: &Access) -> Result<AccessReport, AccessError> {
    access.check(layout)?;
    let mut groups = LaneGroups::new(layout, access);
    let analyzed = groups.count().min(MAX_ACCESSES / groups.cost());
    let mut report = AccessReport {
        groups: analyzed,
        all_groups: groups.count(),
        sectors: Transactions::default(),
        lines: Transactions::default(),
        degree: 0,
        worst_at: groups.first_index(0),
        worst_group: 0,
    };
    for group in 0..analyzed {
        let footprint = groups.footprint(group)?;
        report.sectors.add(footprint, 32);
        report.lines.add(footprint, 128);
        let degree = footprint.degree(access);
        if degree > report.degree {
            (report.degree, report.worst_group) = (degree, group);
        }
    }
    report.worst_at = groups.first_index(report.worst_group);
    Ok(report)
}
