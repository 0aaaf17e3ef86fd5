//! The work of a pass that assigns layouts.

use super::effort::Effort;
use crate::assign_layouts::sites::Mode;

/// The name of the count of bytes that are moved.
pub(super) const MOVED: &str = "bytes that reorders read and write";

/// The work of a pass that assigns layouts.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    /// The name of the pass.
    pub(crate) pass: &'static str,
    pub(crate) mode: Mode,
    pub(crate) effort: Effort,
    /// `true` if dims that are contracted with constants may get another order.
    pub(crate) permutes_contracted: bool,
    /// The limit on the arena of each function, in bytes.
    pub(crate) memory: Option<u64>,
    /// The folder of the certificates; `None` if none are written.
    pub(crate) certificate: Option<&'a str>,
}
