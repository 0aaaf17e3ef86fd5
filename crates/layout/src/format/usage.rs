//! A format, its element types, and a format as a tensor uses it.

use std::borrow::Cow;
use std::fmt;

use super::generation::Generation;
use super::table::{ROWS, Row};

/// A format: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Format(u8);

impl Format {
    /// All formats, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Format> + Clone {
        (0..ROWS.len() as u8).map(Format)
    }

    /// Returns the format with this name, such as `hwc8`.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::all().find(|format| format.name() == name)
    }

    /// The name in the language.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the physical array, major to minor, in a line; divisions round up.
    pub fn summary(self) -> String {
        self.row().summary()
    }

    /// The least rank of its tensors.
    pub fn min_rank(self) -> usize {
        self.row().min_rank
    }

    /// The number of values of C that are adjacent: 1 if nothing is rounded up.
    pub fn vector(self) -> i64 {
        self.row().vector
    }

    /// Returns `true` if C is split in two dims; other formats are an order with padded strides.
    pub fn is_split(self) -> bool {
        self.row().is_split()
    }

    /// Returns the names of the element types on the GPU.
    pub fn gpu_types(self) -> impl Iterator<Item = &'static str> {
        self.row().types_for(false)
    }

    /// Returns the names of the element types on a DLA.
    pub fn dla_types(self) -> impl Iterator<Item = &'static str> {
        self.row().types_for(true)
    }

    pub(super) fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0)]
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({self})")
    }
}

/// An element type as formats know it: its name in the language, `f16`. Signed integers are signless ones, `i8`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormatType(Cow<'static, str>);

impl FormatType {
    /// The type with this name. No format need support it.
    pub fn new(name: impl Into<Cow<'static, str>>) -> FormatType {
        FormatType(name.into())
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FormatType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A format as a tensor uses it. [`violations`](FormatUse::violations) reports parts that are incompatible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormatUse {
    /// The format.
    pub format: Format,
    /// The DLA that uses the tensor; `None` if none is named.
    pub generation: Option<Generation>,
    /// `true` if the GPU may replace the DLA, which then rounds up no rows of a GPU format.
    pub allows_gpu_fallback: bool,
}

/// The word for [`FormatUse::allows_gpu_fallback`].
pub const GPU_FALLBACK: &str = "gpu_fallback";

impl FormatUse {
    /// A format on its own device, without a generation.
    pub fn new(format: Format) -> FormatUse {
        FormatUse { format, generation: None, allows_gpu_fallback: false }
    }

    /// The same with a generation.
    #[must_use]
    pub fn on(self, generation: Generation) -> FormatUse {
        FormatUse { generation: Some(generation), ..self }
    }

    /// Returns `true` if the memory is that of the row-major order: the dims themselves, without padding.
    pub fn is_row_major(self) -> bool {
        self.format.row().is_row_major() && !self.is_on_dla()
    }

    /// The number of physical dims of a tensor with this many dims.
    pub fn physical_rank(self, rank: usize) -> usize {
        rank + usize::from(self.format.is_split())
    }

    /// Returns `true` if a DLA uses the tensor.
    pub fn is_on_dla(self) -> bool {
        self.generation.is_some() || !self.format.row().has_gpu()
    }
}

impl fmt::Display for FormatUse {
    /// The text between the brackets in the language: `chw4, orin, gpu_fallback`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.format.fmt(f)?;
        if let Some(generation) = self.generation {
            write!(f, ", {generation}")?;
        }
        if self.allows_gpu_fallback {
            write!(f, ", {GPU_FALLBACK}")?;
        }
        Ok(())
    }
}
