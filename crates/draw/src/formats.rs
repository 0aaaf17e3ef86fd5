//! The formats. Each one is a file with its name, its summary, its limits, and the function that writes a picture.

use crate::options::{DrawError, named};
use crate::picture_format::PictureFormat;

macro_rules! formats {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// Every format, sorted by name.
        pub const FORMATS: &[PictureFormat] = &[$($file::FORMAT),*];
    };
}

formats! {
    html,
    svg,
    text,
}

/// Returns the format with a name.
///
/// # Errors
/// The name is unknown.
pub fn format(name: &str) -> Result<&'static PictureFormat, DrawError> {
    named("format", name, FORMATS, |format| format.name)
}
