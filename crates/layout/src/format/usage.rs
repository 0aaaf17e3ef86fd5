//! A format, its element types, and the use of a format by a tensor.

use std::borrow::Cow;
use std::fmt;

use super::blocks::BlockStride;
use super::generation::Generation;
use super::table::{FormatFamily, ROWS, Row};
use super::version::FormatVersion;
use crate::messages::joined;
use crate::nearest::nearest;
use crate::space::{Bits, ElemSize};

/// A format: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Format(u8);

impl Format {
    /// Returns all formats, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Format> + Clone {
        (0..ROWS.len() as u8).map(Format)
    }

    /// Returns the format with this name, such as `hwc8`; `None` if the name is unknown.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::all().find(|format| format.name() == name)
    }

    /// Returns the format with this enumerator of TensorRT in any spelling: `kCHW32`, `CHW32` or `chw32`, after
    /// `TensorFormat::` or without it. `None` if the name is unknown.
    pub fn from_enumerator(name: &str) -> Option<Format> {
        let (plain, is_enumerator) = plain_enumerator(name);
        Format::all().find(|format| {
            let is_listed = format.family() == FormatFamily::TensorRt || !is_enumerator;
            (is_listed && format.name().to_ascii_uppercase() == plain)
                || (!is_enumerator && format.name() == plain)
        })
    }

    /// Returns the format whose name is nearest to an unknown name, apart from its case; `None` if none is near.
    pub fn nearest(name: &str) -> Option<Format> {
        let plain = plain_enumerator(name).0.to_ascii_lowercase();
        Format::from_name(&plain).or_else(|| {
            nearest(&plain, Format::all().map(Format::name)).and_then(Format::from_name)
        })
    }

    /// Returns the name in the language.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the specification that defines the format.
    pub fn family(self) -> FormatFamily {
        self.row().family
    }

    /// Returns the enumerator of TensorRT, such as `kCHW32`.
    pub fn enumerator(self) -> String {
        format!("k{}", self.name().to_ascii_uppercase())
    }

    /// Returns the physical array in one line, major to minor. Divisions round up.
    pub fn summary(self) -> String {
        self.row().summary()
    }

    /// Returns the minimum rank of its tensors.
    pub fn min_rank(self) -> usize {
        self.row().min_rank
    }

    /// Returns the number of adjacent values of C; 1 if nothing is rounded up.
    pub fn vector(self) -> i64 {
        self.row().vector
    }

    /// Returns `true` if dims are split into several dims of memory. Other formats are an order with padded strides.
    pub fn is_split(self) -> bool {
        self.row().added_dims() > 0
    }

    /// Returns the names of the element types on the GPU in a version, or in the table without a version.
    pub fn gpu_types(self, version: Option<FormatVersion>) -> impl Iterator<Item = &'static str> {
        self.row().types_for(version, false)
    }

    /// Returns the names of the element types on a DLA in a version, or in the table without a version.
    pub fn dla_types(self, version: Option<FormatVersion>) -> impl Iterator<Item = &'static str> {
        self.row().types_for(version, true)
    }

    pub(super) fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0)]
    }
}

/// Returns a name without its scope and its prefix `k`, and `true` if it has this prefix.
fn plain_enumerator(name: &str) -> (&str, bool) {
    let name = name.rsplit("::").next().unwrap_or(name);
    let plain = name.strip_prefix('k');
    (plain.unwrap_or(name), plain.is_some())
}

impl_display!(Format { format => "{}" (format.name()) });

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({self})")
    }
}

/// An element type, by its name in the language, such as `f16`. Signed integers are signless, such as `i8`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormatType(Cow<'static, str>);

impl FormatType {
    /// Returns the type with this name, which no format needs to support.
    pub fn new(name: impl Into<Cow<'static, str>>) -> FormatType {
        FormatType(name.into())
    }

    /// Returns the size that the number in the name states, as in `bf16` or `f8E4M3FN`; `None` for other names.
    pub(super) fn size(&self) -> Option<ElemSize> {
        let digits = self.0.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        let end = digits.find(|it: char| !it.is_ascii_digit()).unwrap_or(digits.len());
        ElemSize::new(Bits::new(digits[..end].parse().ok()?))
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl_display!(FormatType { Self(name) => "{name}" });

/// The use of a format by a tensor. [`violations`](FormatUse::violations) reports incompatible parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormatUse {
    /// The format.
    pub format: Format,
    /// The generation of the DLA that uses the tensor; `None` if none is named.
    pub generation: Option<Generation>,
    /// `true` if the GPU may replace the DLA. A DLA then does not round up the rows of a GPU format.
    pub allows_gpu_fallback: bool,
    /// The version of TensorRT whose types and generations are legal; `None` for the table without a version. The
    /// memory does not depend on it.
    pub version: Option<FormatVersion>,
    /// The number of interleaved blocks of a cooperative matrix; `None` for other formats.
    pub stride: Option<BlockStride>,
}

/// The keyword for [`FormatUse::allows_gpu_fallback`].
pub const GPU_FALLBACK: &str = "gpu_fallback";
/// The key of [`FormatUse::stride`].
pub(super) const STRIDE: &str = "stride";

impl FormatUse {
    /// Returns the use of a format on its own device, without a generation or a version.
    pub fn new(format: Format) -> FormatUse {
        FormatUse {
            format,
            generation: None,
            allows_gpu_fallback: false,
            version: None,
            stride: None,
        }
    }

    /// Returns the same use with a generation.
    #[must_use]
    pub fn on(self, generation: Generation) -> FormatUse {
        FormatUse { generation: Some(generation), ..self }
    }

    /// Returns the same use in a version, or in none.
    #[must_use]
    pub fn in_version(self, version: Option<FormatVersion>) -> FormatUse {
        FormatUse { version, ..self }
    }

    /// Returns the same use, in the given version if it has none of its own.
    #[must_use]
    pub fn or_version(self, version: Option<FormatVersion>) -> FormatUse {
        self.in_version(self.version.or(version))
    }

    /// Returns the names of the element types on the device that uses the tensor.
    pub fn types(self) -> impl Iterator<Item = &'static str> {
        self.format.row().types_for(self.version, self.is_on_dla())
    }

    /// Returns `true` if the memory is in row-major order, without padding.
    pub fn is_row_major(self) -> bool {
        self.format.row().is_row_major() && !self.is_on_dla()
    }

    /// Returns the number of physical dims of a tensor with this many dims.
    pub fn physical_rank(self, rank: usize) -> usize {
        rank + self.format.row().added_dims()
    }

    /// Returns `true` if a DLA uses the tensor.
    pub fn is_on_dla(self) -> bool {
        self.generation.is_some() || !self.format.row().has_gpu(self.version)
    }
}

impl fmt::Display for FormatUse {
    /// Prints the text between the brackets in the language: `chw4, orin, gpu_fallback, trt8` or
    /// `row_blocked_interleaved, stride = 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            Some(self.format.name()),
            self.generation.map(Generation::name),
            self.allows_gpu_fallback.then_some(GPU_FALLBACK),
            self.version.map(FormatVersion::keyword),
        ];
        let stride = self.stride.map(|stride| format!("{STRIDE} = {}", stride.get()));
        let words = words.into_iter().flatten().map(str::to_owned).chain(stride);
        f.write_str(&joined(words, ", "))
    }
}
