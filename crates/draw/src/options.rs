//! The options of a picture, and the reason why there is none.

use layout::{Access, AccessError, AddressError, Bits, Dim, ElemSize, Layout, near_or_all};
use std::fmt;

/// The options of a picture.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DrawOptions {
    /// The name of the layout, for the heading.
    pub name: String,
    /// The text of the subject in the language, below the heading; empty if there is none.
    pub source: String,
    /// The meaning of the shades of cells.
    pub shade: Shade,
    /// The access whose lanes and banks are shown. `None` if the lanes step through all logical dims, 32 at a time, with
    /// 32 banks of 4 bytes.
    pub access: Option<Access>,
    /// The greatest number of characters in a line of text.
    pub width: usize,
    /// `true` if text is colored by escape sequences of terminals.
    pub color: bool,
}

impl Default for DrawOptions {
    fn default() -> DrawOptions {
        DrawOptions {
            name: String::new(),
            source: String::new(),
            shade: Shade::Vector,
            access: None,
            width: 80,
            color: false,
        }
    }
}

/// The meaning of the shades of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shade {
    /// Neighboring vectors have different shades; in a placement, the lanes.
    #[default]
    Vector,
    /// A greater offset has a darker shade.
    Offset,
    /// The lane that touches the element of a layout, or holds that of a placement.
    Lane,
    /// The memory bank of the element.
    Bank,
    /// The register that holds the element.
    Register,
    /// The warp that holds the element.
    Warp,
}

/// The shades by name.
pub const SHADES: &[(&str, Shade)] = &[
    ("bank", Shade::Bank),
    ("lane", Shade::Lane),
    ("offset", Shade::Offset),
    ("register", Shade::Register),
    ("vector", Shade::Vector),
    ("warp", Shade::Warp),
];

/// Returns the shade with a name.
///
/// # Errors
/// The name is unknown.
pub fn shade(name: &str) -> Result<Shade, DrawError> {
    named("shade", name, SHADES, |(name, _)| name).map(|(_, shade)| *shade)
}

/// Returns the row of a table with a name.
pub(crate) fn named<'a, T>(
    what: &str,
    name: &str,
    table: &'a [T],
    name_of: fn(&'a T) -> &'a str,
) -> Result<&'a T, DrawError> {
    table.iter().find(|&row| name_of(row) == name).ok_or_else(|| {
        let remedy = near_or_all(&format!("{what}s"), name, table.iter().map(name_of));
        DrawError::new(format!("unknown {what} `{name}`")).note(remedy)
    })
}

/// The reason why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawError {
    /// The message.
    pub message: String,
    /// Remedies and further facts.
    pub notes: Vec<String>,
}

impl DrawError {
    /// Returns an error without notes.
    pub fn new(message: impl Into<String>) -> DrawError {
        DrawError { message: message.into(), notes: Vec::new() }
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> DrawError {
        self.notes.push(note.into());
        self
    }
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.notes.iter().try_for_each(|note| write!(f, "; {note}"))
    }
}

impl std::error::Error for DrawError {}

impl From<AddressError> for DrawError {
    fn from(error: AddressError) -> DrawError {
        DrawError::new(error.to_string())
    }
}

impl From<AccessError> for DrawError {
    fn from(error: AccessError) -> DrawError {
        DrawError::new(error.to_string())
    }
}

impl DrawOptions {
    /// Returns the access whose lanes and banks are shown.
    pub(crate) fn access_of(&self, layout: &Layout) -> Option<Access> {
        self.access.clone().or_else(|| {
            let elem = layout.elem().or_else(|| ElemSize::new(Bits::new(32)))?;
            let dims: Vec<Dim> = layout.shape().dims().collect();
            Some(Access { dims, lanes: 32, banks: 32, bank_bytes: 4, elem })
        })
    }
}
