//! The views. Each one is a file with its name, its summary, and the function that computes a picture.

mod head;
mod matrices;
mod placed;
mod shading;

use crate::options::{DrawError, named};
use crate::view::PictureView;

macro_rules! views {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// Every view, sorted by name.
        pub const VIEWS: &[PictureView] = &[$($file::VIEW),*];
    };
}

views! {
    blocks,
    graph,
    grid,
    pipeline,
    slots,
    strip,
}

/// Returns the view with a name.
///
/// # Errors
/// The name is unknown.
pub fn view(name: &str) -> Result<&'static PictureView, DrawError> {
    named("view", name, VIEWS, |view| view.name)
}
