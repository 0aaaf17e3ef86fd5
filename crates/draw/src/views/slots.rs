//! The slots of a placement as matrices of indices: lanes are rows and registers columns, and axes outside of them become
//! small multiples.

use super::matrices::matrices;
use super::placed::PlacedShading;
use crate::options::{DrawError, DrawOptions};
use crate::picture::{CellLimits, Fill, Picture};
use crate::subject::DrawSubject;
use crate::view::PictureView;
use layout::Placement;
use std::borrow::Cow;

pub(super) const VIEW: PictureView = PictureView {
    name: "slots",
    summary: "the slots of a placement, lane by register, as matrices of indices",
    compute: picture,
};

fn picture(
    subject: DrawSubject<'_>,
    options: &DrawOptions,
    limits: CellLimits,
) -> Result<Picture, DrawError> {
    let placement = match subject.placement() {
        Some(placement) => Cow::Borrowed(placement),
        None => {
            let layout = subject.layout(VIEW.name, &options.name)?;
            let placement = Placement::of_layout(layout);
            Cow::Owned(placement.map_err(|fault| DrawError::new(fault.message))?)
        }
    };
    let shading = PlacedShading::new(&placement, options)?;
    let dims = shading.dims()?;
    let (tables, notes) = match dims.as_slice() {
        [] => (Vec::new(), vec!["no index has a slot".to_owned()]),
        dims => matrices(dims, limits, |slot| shading.cell_of_slot(slot))?,
    };
    let mut picture = shading.head(options);
    picture.add_fills(&tables, &[(Fill::Padding, "unused slot")]);
    Ok(Picture { tables, notes, ..picture })
}
