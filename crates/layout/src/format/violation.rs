//! The rules of formats, and what violates them.

/// A rule of formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FormatRule {
    /// A generation is named, but no DLA supports the format.
    Device,
    /// No generation is named, but the layout depends on it.
    Generation,
    /// The version of TensorRT does not support the generation.
    Version,
    /// `gpu_fallback` is present, but has no effect.
    Fallback,
    /// The format does not support the element type.
    Type,
    /// There are too few dims.
    Rank,
    /// A matrix in blocks requires a stride, and other formats have none.
    Stride,
    /// A matrix is not a whole number of groups of blocks, or its elements do not fill a word.
    Blocks,
    /// A DLA does not support this length of C with this format.
    DlaChannels,
    /// C, H or W is too long for a DLA.
    DlaRange,
    /// The product of the dims before C, H and W is too large for a DLA.
    DlaBatch,
    /// A length is dynamic, but a DLA requires static lengths.
    DlaDynamic,
    /// The length of C is dynamic, but this element type requires a static one.
    ConstantChannels,
}

impl FormatRule {
    /// Returns the rule as one word.
    pub fn code(self) -> &'static str {
        match self {
            FormatRule::Device => "device",
            FormatRule::Generation => "generation",
            FormatRule::Version => "version",
            FormatRule::Fallback => "gpu_fallback",
            FormatRule::Type => "type",
            FormatRule::Rank => "rank",
            FormatRule::Stride => "stride",
            FormatRule::Blocks => "blocks",
            FormatRule::DlaChannels => "dla_c",
            FormatRule::DlaRange => "dla_range",
            FormatRule::DlaBatch => "dla_batch",
            FormatRule::DlaDynamic => "dla_dynamic",
            FormatRule::ConstantChannels => "constant_c",
        }
    }
}

/// One rule that a use of a format violates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatViolation {
    /// The rule.
    pub rule: FormatRule,
    /// The violation, with the values that disagree.
    pub text: String,
    /// The legal values.
    pub legal: String,
}

impl_display!(FormatViolation { Self { text, legal, .. } => "{text}; {legal}" });
