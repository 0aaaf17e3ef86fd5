//! Matrices over a box of integers: the last two dims are rows and columns, and the dims before them become small multiples.
//! Views compute the cells.

use crate::options::DrawError;
use crate::picture::{CellLimits, Table, TableCell, TableRow, WHOLE};
use layout::{IndexSpace, Shape, joined};

/// The number of indices of a dynamic dim that are shown.
const OF_DYNAMIC: i64 = crate::limits::DYNAMIC_INDICES as i64;

/// A dim of a box.
#[derive(Clone, Debug)]
pub(super) struct MatrixDim {
    /// The name.
    pub(super) name: String,
    /// The least coordinate.
    pub(super) start: i64,
    /// The number of coordinates; `None` if it is dynamic.
    pub(super) length: Option<i64>,
}

impl MatrixDim {
    /// Returns the dims of a logical index.
    pub(super) fn of_shape(shape: &Shape) -> Vec<MatrixDim> {
        let dims = shape.iter();
        dims.map(|(dim, length)| MatrixDim {
            name: dim.to_string(),
            start: 0,
            length: length.get(),
        })
        .collect()
    }
}

/// Returns the matrices over a box, and a note if some of it is not shown.
///
/// # Errors
/// As `cell`.
pub(super) fn matrices(
    dims: &[MatrixDim],
    limits: CellLimits,
    mut cell: impl FnMut(Vec<i64>) -> Result<TableCell, DrawError>,
) -> Result<(Vec<Table>, Vec<String>), DrawError> {
    let shown = ShownBox::new(dims, limits);
    let leads = IndexSpace::below(shown.lead().iter().copied());
    let tables = leads.iter().map(|lead| shown.table(&lead, &mut cell));
    Ok((tables.collect::<Result<_, _>>()?, shown.notes()))
}

/// The part of a box that is shown: the first coordinates of each dim.
struct ShownBox<'a> {
    dims: &'a [MatrixDim],
    /// The shown length of each dim.
    lengths: Vec<i64>,
    rows: i64,
    columns: i64,
}

impl ShownBox<'_> {
    fn new(dims: &[MatrixDim], limits: CellLimits) -> ShownBox<'_> {
        let lengths = dims.iter().map(|dim| dim.length.unwrap_or(OF_DYNAMIC));
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
        ShownBox { dims, rows, columns, lengths }
    }

    /// Returns the matrix whose outer dims have these positions.
    fn table(
        &self,
        lead: &[i64],
        cell: &mut impl FnMut(Vec<i64>) -> Result<TableCell, DrawError>,
    ) -> Result<Table, DrawError> {
        let matrix = &self.dims[lead.len()..];
        let mut rows = Vec::new();
        for row in 0..self.rows {
            let cells = (0..self.columns).map(|column| {
                let tail = [row, column];
                let tail = &tail[2 - matrix.len()..];
                let positions = lead.iter().chain(tail).zip(self.dims);
                cell(positions.map(|(at, dim)| dim.start + at).collect())
            });
            let label = match matrix {
                [dim, _] => (dim.start + row).to_string(),
                _ => String::new(),
            };
            rows.push(TableRow { label, cells: cells.collect::<Result<_, _>>()? });
        }
        let last = matrix.last();
        let columns = (0..self.columns)
            .map(|at| last.map_or_else(String::new, |dim| (dim.start + at).to_string()))
            .collect();
        let lead = lead.iter().zip(self.dims);
        let lead = lead.map(|(at, dim)| format!("{}={}", dim.name, dim.start + at));
        let corner = joined(matrix.iter().map(|dim| &dim.name), "\\");
        let mut table = Table { caption: joined(lead, " "), corner, columns, rows };
        let mut inner = self.dims.iter().rev();
        if inner.next().is_some_and(|dim| dim.length != Some(self.columns)) {
            table.cut_columns();
        }
        if inner.next().is_some_and(|dim| dim.length != Some(self.rows)) {
            table.cut_rows();
        }
        Ok(table)
    }

    /// Returns the shown lengths of the dims before the matrix.
    fn lead(&self) -> &[i64] {
        &self.lengths[..self.lengths.len() - self.lengths.len().min(2)]
    }

    /// Returns a note if some coordinates are not shown.
    fn notes(&self) -> Vec<String> {
        let cuts = self.dims.iter().zip(&self.lengths);
        let cuts = cuts.filter(|(dim, shown)| dim.length != Some(**shown));
        let cuts = cuts.map(|(dim, shown)| match dim.length {
            Some(len) => format!("{} to {shown} of {len}", dim.name),
            None => format!("{}, whose length is dynamic, to {shown}", dim.name),
        });
        let cuts = joined(cuts, ", ");
        if cuts.is_empty() { Vec::new() } else { vec![format!("cut: {cuts}")] }
    }
}
