//! Progress of long work, such as a pass over a big module.
//!
//! A pass or an importer reports the parts of its work that are done to a [`Progress`], without a clock. The receiver
//! decides which reports it shows.
//!
//! ```
//! use layoutc_ir::progress::{Progress, ProgressReport};
//!
//! /// The last report as text.
//! struct Last(String);
//!
//! impl Progress for Last {
//!     fn report(&mut self, report: ProgressReport<'_>) {
//!         self.0 = report.to_string();
//!     }
//! }
//!
//! let mut last = Last(String::new());
//! last.report(ProgressReport { done: 3, total: 12, unit: "functions", item: "`@offset_x`" });
//! assert_eq!(last.0, "3 of 12 functions, `@offset_x`");
//! ```

use std::fmt;

/// A state of long work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgressReport<'a> {
    /// The number of parts that are done.
    pub done: u64,
    /// The number of all parts. It is an upper bound if the work may end early.
    pub total: u64,
    /// The parts, a plural such as `functions`.
    pub unit: &'a str,
    /// The part that follows, such as the name of a function; empty if parts have no names.
    pub item: &'a str,
}

impl fmt::Display for ProgressReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} {}", self.done, self.total, self.unit)?;
        if self.item.is_empty() { Ok(()) } else { write!(f, ", {}", self.item) }
    }
}

/// A receiver of reports about long work.
pub trait Progress {
    /// Receives a report. Work reports often, so the receiver should return quickly.
    fn report(&mut self, report: ProgressReport<'_>);
}

/// A receiver that ignores all reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&mut self, _report: ProgressReport<'_>) {}
}
