//! The definition of a view: its name, its summary, and the function that computes a picture.

use crate::options::{DrawError, DrawOptions};
use crate::picture::{CellLimits, Picture};
use crate::subject::DrawSubject;

/// A kind of picture.
#[derive(Clone, Copy, Debug)]
pub struct PictureView {
    /// The value of `--view`.
    pub name: &'static str,
    /// The summary in the help.
    pub summary: &'static str,
    pub(crate) compute: fn(DrawSubject<'_>, &DrawOptions, CellLimits) -> Result<Picture, DrawError>,
}
