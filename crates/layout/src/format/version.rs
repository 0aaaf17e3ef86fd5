//! The versions of TensorRT that the table of formats distinguishes.

use super::generation::Generation;

/// A major version of TensorRT. Its types and generations are those that the latest release of the version documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FormatVersion {
    /// TensorRT 8, as of release 8.6.1.
    V8,
    /// TensorRT 10, as of release 10.16.
    V10,
    /// TensorRT 11, as of release 11.1.
    V11,
}

impl FormatVersion {
    /// All versions, oldest first.
    pub const ALL: [FormatVersion; 3] = [FormatVersion::V8, FormatVersion::V10, FormatVersion::V11];

    /// Returns the version with this number, such as `10`; `None` if the number is unknown.
    pub fn from_name(name: &str) -> Option<FormatVersion> {
        FormatVersion::ALL.into_iter().find(|version| version.name() == name)
    }

    /// Returns the version with this keyword, such as `trt10`; `None` if the keyword is unknown.
    pub fn from_keyword(keyword: &str) -> Option<FormatVersion> {
        FormatVersion::ALL.into_iter().find(|version| version.keyword() == keyword)
    }

    /// Returns the number, as a target names it.
    pub fn name(self) -> &'static str {
        self.keyword().trim_start_matches("trt")
    }

    /// Returns the keyword in a format, such as `trt10`.
    pub fn keyword(self) -> &'static str {
        match self {
            FormatVersion::V8 => "trt8",
            FormatVersion::V10 => "trt10",
            FormatVersion::V11 => "trt11",
        }
    }

    /// Returns the release whose header defines the types of the version.
    pub fn release(self) -> &'static str {
        match self {
            FormatVersion::V8 => "8.6.1",
            FormatVersion::V10 => "10.16",
            FormatVersion::V11 => "11.1",
        }
    }

    /// Returns the generations of the DLA that the version documents.
    pub fn generations(self) -> &'static [Generation] {
        match self {
            FormatVersion::V8 => &Generation::ALL,
            FormatVersion::V10 | FormatVersion::V11 => &[Generation::Orin],
        }
    }
}

impl_display!(FormatVersion { version => "TensorRT {}" (version.name()) });
