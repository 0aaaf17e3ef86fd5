//! Reads pass pipelines: `a{x=1 y=two},b`, or the same in `builtin.module(...)`.

use ir::diag::Sink;
use ir::source::Span;

/// One pass of a pipeline as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassSpec {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Its options in their order.
    pub options: Vec<OptionSpec>,
}

/// One option of a pass as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name.
    pub key: String,
    /// Its value; `true` for a lone name.
    pub value: String,
    /// Where both stand.
    pub span: Span,
}

/// Reads a pipeline from `text`, whose first byte is at position `base` of the source map.
pub fn parse(text: &str, base: u32, sink: &mut Sink) -> Option<Vec<PassSpec>> {
    let _ = (text, base, sink);
    None
}
