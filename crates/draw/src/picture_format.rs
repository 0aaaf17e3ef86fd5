//! The definition of a format: its name, its summary, its limits, and the function that writes a picture.

use crate::options::DrawOptions;
use crate::picture::{CellLimits, Picture};

/// A format of pictures.
#[derive(Clone, Copy, Debug)]
pub struct PictureFormat {
    /// The value of `--as`.
    pub name: &'static str,
    /// The summary in the help.
    pub summary: &'static str,
    pub(crate) limits: CellLimits,
    pub(crate) write_picture: fn(&Picture, &DrawOptions) -> String,
}
