//! Pictures of tensor layouts and placements, as text, SVG or HTML.
//!
//! ```
//! # use layout as layoutc_layout;
//! use layoutc_draw::{DrawOptions, draw, format, view};
//! use layoutc_layout::LayoutBuilder;
//!
//! // Rows of 5 elements, each at a multiple of 8.
//! let builder = LayoutBuilder::strided(&[4, 5], &[8, 1], 0)?;
//! let dims = builder.base_dims().to_vec();
//! let layout = builder.finish(&dims)?;
//! let mut options = DrawOptions::default();
//! options.name = "rows".to_owned();
//! let svg = draw(&layout, view("grid")?, format("svg")?, &options)?;
//! assert!(svg.contains(r#"data-index="1,2" data-offset="10""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A *view* computes a picture of a layout from the answers of the semantic core: cells, labels and marks without
//! positions. A *format* arranges and writes a picture. So each view has every format. To add a view or a format, write
//! its file in `views` or `formats`, and add the file name to the sorted list there.
//!
//! In reading order: `options` has the options and the error; `graph` has the data of a graph view, which `function`
//! reads from a module; `subject` is a layout, a placement or a graph; `picture` has the data of a picture; `blocks` groups the ops of a graph; `view` and
//! `picture_format` define a view and a format; `views` computes pictures; `arrange` places tables in a plane, and `layers`
//! the boxes of diagrams; `formats` writes pictures.

mod arrange;
mod blocks;
mod formats;
#[cfg(feature = "graph")]
mod function;
mod graph;
mod layers;
mod limits;
mod options;
mod picture;
mod picture_format;
mod subject;
mod view;
mod views;

pub use formats::{FORMATS, format};
#[cfg(feature = "graph")]
pub use function::layout_graph;
pub use graph::{GraphNode, GraphNodeKind, GraphUse, LayoutGraph};
pub use options::{DrawError, DrawOptions, SHADES, Shade, shade};
pub use picture_format::PictureFormat;
pub use view::PictureView;
pub use views::{VIEWS, view};

use layout::{Layout, Placement};
use subject::DrawSubject;

/// The limits of the crate, for the documentation.
pub const LIMITS: &[layout::Limit] = limits::ALL;

/// Returns a picture of a layout.
///
/// # Errors
/// The view does not show layouts, the access of the options is not valid for the layout, or an offset or a size cannot
/// be computed.
pub fn draw(
    layout: &Layout,
    view: &PictureView,
    format: &PictureFormat,
    options: &DrawOptions,
) -> Result<String, DrawError> {
    render(DrawSubject::Layout(layout), view, format, options)
}

/// Returns a picture of a placement: the slots of each index, or the index of each slot. A placement on the axis `m` without
/// copies is drawn as its layout.
///
/// # Errors
/// The view does not show placements, the shade is not that of an axis, or there are too many slots to compute.
pub fn draw_placement(
    placement: &Placement,
    view: &PictureView,
    format: &PictureFormat,
    options: &DrawOptions,
) -> Result<String, DrawError> {
    let subject = match placement.as_layout() {
        Some(layout) => DrawSubject::Layout(layout),
        None => DrawSubject::Placement(placement),
    };
    render(subject, view, format, options)
}

/// Returns a picture of a function, or of several versions of it side by side.
///
/// # Errors
/// The view does not show functions.
pub fn draw_graphs(
    graphs: &[LayoutGraph],
    view: &PictureView,
    format: &PictureFormat,
    options: &DrawOptions,
) -> Result<String, DrawError> {
    render(DrawSubject::Graphs(graphs), view, format, options)
}

fn render(
    subject: DrawSubject<'_>,
    view: &PictureView,
    format: &PictureFormat,
    options: &DrawOptions,
) -> Result<String, DrawError> {
    let picture = (view.compute)(subject, options, format.limits)?;
    Ok((format.write_picture)(&picture, options))
}

#[cfg(test)]
mod tests;
