//! The parameters of a format as text: the words after its name.

use std::fmt;

use super::generation::Generation;
use super::usage::{FormatUse, GPU_FALLBACK};
use super::version::FormatVersion;
use crate::nearest::nearest;

/// The reason why a word is not a parameter of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatParameterFault {
    message: String,
    /// The parameter that is nearest to an unknown word; `None` if none is near.
    pub near: Option<&'static str>,
}

impl fmt::Display for FormatParameterFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FormatParameterFault {}

impl FormatParameterFault {
    fn repeated(word: &str, earlier: &str, what: &str) -> FormatParameterFault {
        let message =
            format!("`{word}` is incompatible with `{earlier}`: a format has at most one {what}");
        FormatParameterFault { message, near: None }
    }

    fn unknown(word: &str) -> FormatParameterFault {
        let known = Generation::ALL.map(Generation::name).into_iter().chain([GPU_FALLBACK]);
        let known = known.chain(FormatVersion::ALL.map(FormatVersion::keyword));
        let near = nearest(word, known.clone());
        let known: Vec<&str> = known.collect();
        let message =
            format!("unknown parameter `{word}` of a format; expected one of {}", known.join(", "));
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
            return match self.generation {
                Some(earlier) => {
                    Err(FormatParameterFault::repeated(word, earlier.name(), "generation"))
                }
                None => Ok(self.on(generation)),
            };
        }
        if let Some(version) = FormatVersion::from_keyword(word) {
            return match self.version {
                Some(earlier) => {
                    Err(FormatParameterFault::repeated(word, earlier.keyword(), "version"))
                }
                None => Ok(self.in_version(Some(version))),
            };
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
