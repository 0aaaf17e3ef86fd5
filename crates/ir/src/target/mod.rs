//! Targets of a module: reads them from ops, and finds the one that a module picks.
//!
//! In reading order: `table` has the names and ranges, `read` makes a [`Target`] of an op, `choose` finds the one that a
//! module picks.

mod choose;
mod read;
mod table;

pub use crate::registry::{DeviceLimits, Features, Limit, SPEC_MIN, Target, TargetRule};
pub use choose::unknown;
pub(crate) use read::{choice_of, faults};

/// The op that a target is written as.
pub const TARGET_OP: &str = "layout.target";

/// The op that a rule of a target is written as.
pub const RULE_OP: &str = "layout.rule";

/// The name of the rule for ops without one of their own.
pub const ANY_OP: &str = "*";

/// The attribute by which a module picks its target.
pub const TARGET_ATTR: &str = "layout.target";

#[cfg(test)]
mod tests;
