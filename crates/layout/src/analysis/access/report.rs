//! The transactions and bank conflicts of all groups of an access.

use super::groups::{GroupFootprint, LaneGroups};
use super::lanes::{Access, AccessError};
use crate::pipeline::Layout;
use crate::space::LogicalIndex;

/// The most words that are analysed, those of all lanes of all groups together.
pub const MOST_ACCESSES: u64 = 1 << 20;

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
    pub(super) worst: u64,
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
    fn add(&mut self, footprint: &GroupFootprint, bytes: i64) {
        let count = footprint.units(8 * bytes).len() as u64;
        self.total += count;
        if count > self.most {
            self.most = count;
            self.ideal = footprint.bits().div_ceil(8 * bytes.unsigned_abs());
        }
    }
}

/// Returns the transactions and bank conflicts of all groups of an access, or of the first ones if there are too many.
///
/// # Errors
/// The access does not fit the layout, a logical length is dynamic, or an address leaves 64 bits.
pub fn analyse(layout: &Layout, access: &Access) -> Result<AccessReport, AccessError> {
    access.check(layout)?;
    let mut groups = LaneGroups::new(layout, access);
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
