//! Input and output, the chunks between separator lines, and text that is safe to print.

pub(crate) mod chunks;
pub(crate) mod input;
pub(crate) mod mistaken;
pub(crate) mod output;
pub(crate) mod program;
pub(crate) mod text;
