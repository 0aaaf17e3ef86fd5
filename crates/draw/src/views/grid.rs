//! The logical index space as matrices of offsets, or of the slots of a placement. Dims before the last two become small
//! multiples.

use super::head::{shaded_head, slot_title};
use super::matrices::{MatrixDim, matrices};
use super::placed::PlacedShading;
use super::shading::Shading;
use crate::options::{DrawError, DrawOptions};
use crate::picture::{CellLimits, Fill, Look, Picture, Table, TableCell, index_text};
use crate::subject::DrawSubject;
use crate::view::PictureView;
use layout::{AddressError, Elems, Evaluator, Layout, LogicalIndex, Placement};

pub(super) const VIEW: PictureView = PictureView {
    name: "grid",
    summary: "the logical index space as matrices of offsets, or of lanes and registers",
    compute: picture,
};

fn picture(
    subject: DrawSubject<'_>,
    options: &DrawOptions,
    limits: CellLimits,
) -> Result<Picture, DrawError> {
    if let Some(placement) = subject.placement() {
        return placed_grid(placement, options, limits);
    }
    let layout = subject.layout(VIEW.name, &options.name)?;
    let shading = Shading::new(layout, options)?;
    let mut picture = grid(layout, &shading, options, limits)?;
    if let Some((proposal, change)) = shading.proposal(layout, &options.name)? {
        let access = DrawOptions { access: options.access_of(layout), ..options.clone() };
        let shading = Shading::new(&proposal, &access)?;
        let mut beside = grid(&proposal, &shading, options, limits)?;
        label(&mut picture.tables, "as is");
        label(&mut beside.tables, "proposed");
        picture.tables.append(&mut beside.tables);
        picture.notes.extend(shading.facts().pop().map(|cost| format!("proposed: {cost}")));
        let text = change.as_deref().unwrap_or_default();
        picture.notes.extend(text.lines().map(str::to_owned));
    }
    Ok(picture)
}

/// Puts a word before the captions of tables.
fn label(tables: &mut [Table], word: &str) {
    for table in tables {
        let space = if table.caption.is_empty() { "" } else { ", " };
        table.caption = format!("{word}{space}{}", table.caption);
    }
}

/// Returns the grid of one layout.
fn grid(
    layout: &Layout,
    shading: &Shading<'_>,
    options: &DrawOptions,
    limits: CellLimits,
) -> Result<Picture, DrawError> {
    let mut evaluator = layout.evaluator();
    let dims = MatrixDim::of_shape(layout.shape());
    let cell = |index| cell(layout, shading, index, &mut evaluator);
    let (tables, notes) = matrices(&dims, limits, cell)?;
    let mut picture = shaded_head(layout, options, shading);
    picture.add_fills(&tables, &[(Fill::Empty, "virtual padding")]);
    Ok(Picture { tables, notes, ..picture })
}

/// Returns the grid of a placement: the slots of each index.
fn placed_grid(
    placement: &Placement,
    options: &DrawOptions,
    limits: CellLimits,
) -> Result<Picture, DrawError> {
    let shading = PlacedShading::new(placement, options)?;
    let dims = MatrixDim::of_shape(placement.shape());
    let (tables, notes) = matrices(&dims, limits, |index| shading.cell_of_index(index))?;
    let mut picture = shading.head(options);
    picture.add_fills(&tables, &[(Fill::Empty, "virtual padding")]);
    Ok(Picture { tables, notes, ..picture })
}

fn cell(
    layout: &Layout,
    shading: &Shading<'_>,
    index: Vec<i64>,
    evaluator: &mut Evaluator<'_>,
) -> Result<TableCell, DrawError> {
    let at = LogicalIndex::new(index.iter().copied()).map_err(AddressError::from)?;
    let Some(offset) = evaluator.offset_of(&at)?.map(Elems::get) else {
        let title = format!("index ({}), virtual padding: no element slot", index_text(&index));
        let look = Look::of_fill(Fill::Empty);
        return Ok(TableCell { title, index: Some(index), look, ..TableCell::default() });
    };
    let mut cell = TableCell {
        text: offset.to_string(),
        title: slot_title(layout, Some(&index), offset),
        index: Some(index),
        offset: Some(offset),
        ..TableCell::default()
    };
    shading.apply(&at, offset, &mut cell)?;
    Ok(cell)
}
