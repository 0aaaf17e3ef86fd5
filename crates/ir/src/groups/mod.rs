//! Groups: ops that a device executes as one, such as a convolution between a dequantization and a quantization.
//!
//! A target names a group by `layout.group`, and a rule of that name lists the layouts of its operands and its result.
//! The values inside of a group have no layout of their own: the device never writes them to memory. A [`GroupPattern`]
//! is an acyclic graph of at most [`MAX_PATTERN_OPS`] ops with one result. A [`GroupMatch`] is a place in a module where
//! a pattern matches and no value inside has a use outside. Several matches can share ops; passes choose among them.
//!
//! The ops of a chosen group have the attribute [`GROUP_ATTR`], whose number is the same for all ops of the group. An op
//! with it is part of the group, so it is no view, even if its name is that of a view op.

mod matching;

pub use crate::data::pattern::{
    GroupPattern, MAX_PATTERN_OPS, MAX_UNORDERED, OpSelector, PatternArg, PatternFault, PatternOp,
};
pub use crate::registry::{GROUP_ATTR, is_in_group};
pub use matching::{GroupMatch, GroupMatcher, GroupOperand};
