//! The parameters of a format as text: the words after its name.

use super::generation::Generation;
use super::usage::{FormatUse, GPU_FALLBACK};
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
        let known = Generation::ALL.map(Generation::name).into_iter().chain([GPU_FALLBACK]);
        let known = known.chain(FormatVersion::ALL.map(FormatVersion::keyword));
        let near = nearest(word, known.clone());
        let known = joined(known, ", ");
        let message = format!("unknown parameter `{word}` of a format; expected one of {known}");
        FormatParameterFault { message, near }
    }
}

impl FormatUse {
    /// Returns the same use with a parameter: a generation, a version, or the word for the fallback to the GPU.
    ///
    /// # Errors
    /// The word is unknown, or the use has such a parameter.
    pub fn with_parameter(self, word: &str) -> Result<FormatUse, FormatParameterFault> {
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
}
