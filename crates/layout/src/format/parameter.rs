//! The parameters of a format as text: the words and the stride after its name.

use super::blocks::BlockStride;
use super::generation::Generation;
use super::table::FormatFamily;
use super::usage::{FormatUse, GPU_FALLBACK, STRIDE};
use super::version::FormatVersion;
use crate::messages::joined;
use crate::nearest::nearest;

/// The reason why a word is not a parameter of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatParameterFault {
    message: String,
    /// The parameter that is nearest to an unknown word; `None` if none is near.
    pub near: Option<&'static str>,
}

impl_error!(FormatParameterFault { Self { message, .. } => "{message}" });

/// Returns the names of the parameters of all formats.
fn known_parameters() -> impl Iterator<Item = &'static str> {
    let known = Generation::ALL.map(Generation::name).into_iter().chain([GPU_FALLBACK]);
    known.chain(FormatVersion::ALL.map(FormatVersion::keyword)).chain([STRIDE])
}

impl FormatParameterFault {
    fn unless_first(
        word: &str,
        earlier: Option<&str>,
        what: &str,
    ) -> Result<(), FormatParameterFault> {
        let Some(earlier) = earlier else { return Ok(()) };
        let message =
            format!("`{word}` is incompatible with `{earlier}`: a format has at most one {what}");
        Err(FormatParameterFault { message, near: None })
    }

    fn unknown(word: &str) -> FormatParameterFault {
        let near = nearest(word, known_parameters());
        let known = joined(known_parameters(), ", ");
        let message = format!("unknown parameter `{word}` of a format; expected one of {known}");
        FormatParameterFault { message, near }
    }
}

impl FormatUse {
    /// Returns the same use with a parameter: a generation, a version, or the word for the fallback to the GPU, all without
    /// a value; or the stride with its number of blocks.
    ///
    /// # Errors
    /// The word is unknown, the value is not allowed, the use has such a parameter, or the format has no such parameter.
    pub fn with_parameter(
        self,
        word: &str,
        value: Option<&str>,
    ) -> Result<FormatUse, FormatParameterFault> {
        match (word == STRIDE, value, self.format.family()) {
            (true, _, FormatFamily::CooperativeMatrix) => return self.with_stride(value),
            (false, None, FormatFamily::TensorRt) => {}
            (false, Some(value), _) => {
                let message = format!("`{word}` does not accept a value, but has `{value}`");
                return Err(FormatParameterFault { message, near: None });
            }
            _ if !known_parameters().any(|known| known == word) => {
                return Err(FormatParameterFault::unknown(word));
            }
            _ => {
                let message = format!("format `{}` has no parameter `{word}`", self.format);
                return Err(FormatParameterFault { message, near: None });
            }
        }
        if let Some(generation) = Generation::from_name(word) {
            let earlier = self.generation.map(Generation::name);
            FormatParameterFault::unless_first(word, earlier, "generation")?;
            return Ok(self.on(generation));
        }
        if let Some(version) = FormatVersion::from_keyword(word) {
            let earlier = self.version.map(FormatVersion::keyword);
            FormatParameterFault::unless_first(word, earlier, "version")?;
            return Ok(self.in_version(Some(version)));
        }
        match (word == GPU_FALLBACK, self.allows_gpu_fallback) {
            (true, false) => Ok(FormatUse { allows_gpu_fallback: true, ..self }),
            (true, true) => {
                Err(FormatParameterFault { message: format!("duplicate `{word}`"), near: None })
            }
            (false, _) => Err(FormatParameterFault::unknown(word)),
        }
    }

    fn with_stride(self, value: Option<&str>) -> Result<FormatUse, FormatParameterFault> {
        let [a, b, c] = BlockStride::LEGAL;
        let fault = |message| FormatParameterFault { message, near: None };
        let Some(value) = value else {
            return Err(fault(format!("`{STRIDE}` requires a value: {a}, {b} or {c}")));
        };
        if self.stride.is_some() {
            return Err(fault(format!("duplicate `{STRIDE}`")));
        }
        let stride = value.parse().ok().and_then(BlockStride::new);
        let message = || fault(format!("`{STRIDE}` must be {a}, {b} or {c}, but is {value}"));
        Ok(FormatUse { stride: Some(stride.ok_or_else(message)?), ..self })
    }
}
