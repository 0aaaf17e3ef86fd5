//! The logical index space as matrices of offsets. Dims before the last two become small multiples.

use super::head::{shaded_head, slot_title};
use super::shading::Shading;
use crate::options::{DrawError, DrawOptions};
use crate::picture::{
    CellLimits, Fill, Look, Picture, Table, TableCell, TableRow, WHOLE, index_text,
};
use crate::subject::DrawSubject;
use crate::view::PictureView;
use layout::{AddressError, Elems, Evaluator, IndexSpace, Layout, LogicalIndex, joined};

pub(super) const VIEW: PictureView = PictureView {
    name: "grid",
    summary: "the logical index space as matrices of offsets",
    compute: picture,
};

/// The number of indices of a dynamic dim that are shown.
const OF_DYNAMIC: i64 = crate::limits::DYNAMIC_INDICES as i64;

fn picture(
    subject: DrawSubject<'_>,
    options: &DrawOptions,
    limits: CellLimits,
) -> Result<Picture, DrawError> {
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
    let shown = ShownBox::new(layout, limits);
    let mut evaluator = layout.evaluator();
    let tables = IndexSpace::below(shown.lead().iter().copied());
    let tables = tables.iter().map(|lead| table(layout, shading, &shown, &lead, &mut evaluator));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
    let mut picture = shaded_head(layout, options, shading);
    picture.add_fills(&tables, &[(Fill::Empty, "virtual padding")]);
    Ok(Picture { tables, notes: shown.notes(layout), ..picture })
}

fn table(
    layout: &Layout,
    shading: &Shading<'_>,
    shown: &ShownBox,
    lead: &[i64],
    evaluator: &mut Evaluator<'_>,
) -> Result<Table, DrawError> {
    let mut rows = Vec::new();
    for row in 0..shown.rows {
        let cells = (0..shown.columns).map(|column| {
            let tail = [row, column];
            let tail = &tail[2 - shown.matrix_rank()..];
            let index: Vec<i64> = lead.iter().chain(tail).copied().collect();
            cell(layout, shading, index, evaluator)
        });
        let label = if shown.matrix_rank() == 2 { row.to_string() } else { String::new() };
        rows.push(TableRow { label, cells: cells.collect::<Result<_, _>>()? });
    }
    let rank = shown.lengths.len();
    let corner = match shown.matrix_rank() {
        2 => format!("d{}\\d{}", rank - 2, rank - 1),
        1 => format!("d{}", rank - 1),
        _ => String::new(),
    };
    let columns = (0..shown.columns)
        .map(|column| if rank == 0 { String::new() } else { column.to_string() })
        .collect();
    let names = lead.iter().enumerate().map(|(dim, at)| format!("d{dim}={at}"));
    let caption = joined(names, " ");
    let mut table = Table { caption, corner, columns, rows };
    let mut inner = layout.shape().values().rev().map(|length| length.get());
    if inner.next().is_some_and(|length| length != Some(shown.columns)) {
        table.cut_columns();
    }
    if inner.next().is_some_and(|length| length != Some(shown.rows)) {
        table.cut_rows();
    }
    Ok(table)
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

/// The part of the index space that is shown: the first indices of each dim.
struct ShownBox {
    /// The shown length of each dim.
    lengths: Vec<i64>,
    rows: i64,
    columns: i64,
}

impl ShownBox {
    fn new(layout: &Layout, limits: CellLimits) -> ShownBox {
        let lengths = layout.shape().values().map(|len| len.get().unwrap_or(OF_DYNAMIC));
        let mut lengths: Vec<i64> = lengths.collect();
        let total = lengths.iter().fold(1, |product: i64, &len| product.saturating_mul(len));
        if total > WHOLE {
            let mut others = total;
            let mut left = limits.cells;
            for (nth, length) in lengths.iter_mut().rev().enumerate() {
                others /= *length;
                let most = match nth {
                    0 => limits.columns.max(WHOLE / others.clamp(1, WHOLE)),
                    1 => limits.rows.max(WHOLE / (limits.cells / left) / others.clamp(1, WHOLE)),
                    _ => left,
                };
                *length = (*length).min(most).min(left).max(1);
                left = (left / *length).max(1);
            }
        }
        let mut inner = lengths.iter().rev().copied();
        let columns = inner.next().unwrap_or(1);
        let rows = inner.next().unwrap_or(1);
        ShownBox { rows, columns, lengths }
    }

    fn matrix_rank(&self) -> usize {
        self.lengths.len().min(2)
    }

    /// Returns the shown lengths of the dims before the matrix.
    fn lead(&self) -> &[i64] {
        &self.lengths[..self.lengths.len() - self.matrix_rank()]
    }

    /// Returns a note if some indices are not shown.
    fn notes(&self, layout: &Layout) -> Vec<String> {
        let whole = layout.shape().iter().map(|(dim, len)| (dim, len.get()));
        let cuts = whole.zip(&self.lengths).filter(|((_, len), shown)| *len != Some(**shown));
        let cuts = cuts.map(|((dim, len), shown)| match len {
            Some(len) => format!("{dim} to {shown} of {len}"),
            None => format!("{dim}, whose length is dynamic, to {shown}"),
        });
        let cuts = joined(cuts, ", ");
        if cuts.is_empty() { Vec::new() } else { vec![format!("cut: {cuts}")] }
    }
}
