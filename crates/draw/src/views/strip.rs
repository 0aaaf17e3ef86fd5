//! Memory slot by slot, with the owner of each slot, storage padding and gaps.
//!
//! *Padding* are slots by which a row, a block or an element count is rounded up. *Gaps* are slots between the elements
//! of a row, before the first one, or among strides that are not nested.

use super::head::{shaded_head, slot_title};
use super::shading::Shading;
use crate::options::{DrawError, DrawOptions};
use crate::picture::{
    CellLimits, Fill, Look, Picture, Table, TableCell, TableRow, WHOLE, index_text,
};
use crate::subject::DrawSubject;
use crate::view::PictureView;
use layout::{AddressError, Elems, Layout, dims_by_falling_strides};

pub(super) const VIEW: PictureView = PictureView {
    name: "strip",
    summary: "memory slot by slot, a row for each alignment unit",
    compute: picture,
};

/// The length of a row if no stride suggests another.
const ROW: i64 = 16;
/// The mark before the number of indices that share a slot.
const SHARED: char = '*';
/// The number of characters that are kept for the labels of rows.
const LABEL: i64 = 16;
/// The least and the greatest length of a row that a stride suggests.
const ROWS: std::ops::RangeInclusive<i64> = 2..=64;

fn picture(
    subject: DrawSubject<'_>,
    options: &DrawOptions,
    limits: CellLimits,
) -> Result<Picture, DrawError> {
    let layout = subject.layout(VIEW.name, &options.name)?;
    let shading = Shading::new(layout, options)?;
    let range = layout.offset_range().map_err(|error| undrawn(&options.name, error))?;
    let allocation = layout.allocation().map_err(|error| undrawn(&options.name, error))?;
    let low = range.map_or(0, |(low, _)| low.get().min(0));
    let end = allocation.get().saturating_add(low).max(low);
    let row = row_length(layout, limits);
    let slots = end.saturating_sub(low);
    // Rows begin at multiples of their length.
    let begin = low.div_euclid(row) * row;
    let shown =
        if slots <= WHOLE { end } else { low + slots.min(limits.cells.min(row * limits.rows * 2)) };
    let strip = Strip { layout, shading: &shading, nest: MemoryNest::new(layout) };
    let mut rows = Vec::new();
    let mut first = begin;
    while first < shown {
        let last = (first + row).min(shown);
        let cells = (first..last).map(|slot| strip.cell(slot, low));
        rows.push(TableRow {
            label: row_label(layout, first),
            cells: cells.collect::<Result<_, _>>()?,
        });
        first = last;
    }
    let width = row.min(end - begin).max(0);
    let columns = (0..width).map(|column| format!("+{column}")).collect();
    let corner = if layout.elem().is_some() { "slot (byte)" } else { "slot" }.to_owned();
    let note = format!("cut: the first {} of {slots} slots", shown - low);
    let notes = if shown < end { vec![note] } else { Vec::new() };
    let mut table = Table { caption: cell_caption(layout), corner, columns, rows };
    if shown < end {
        table.cut_rows();
    }
    let tables = vec![table];
    let mut picture = shaded_head(layout, options, &shading);
    if tables[0].rows.iter().flat_map(|row| &row.cells).any(|cell| cell.detail.contains(SHARED)) {
        let meaning = format!("{SHARED}n: n indices share the slot, and the least is shown");
        picture.facts.push(meaning);
    }
    let fills = [(Fill::Padding, "storage padding"), (Fill::Empty, "gap")];
    picture.add_fills(&tables, &fills);
    Ok(Picture { tables, notes, ..picture })
}

/// Returns the error for memory whose slots cannot be counted.
fn undrawn(name: &str, error: AddressError) -> DrawError {
    let message = format!("the memory of `{name}` cannot be drawn: {error}");
    DrawError::new(message).note("the view `grid` shows the first indices")
}

/// Returns the meaning of the numbers in the cells; empty for a layout without dims.
fn cell_caption(layout: &Layout) -> String {
    let dims: Vec<String> = layout.shape().dims().map(|dim| dim.to_string()).collect();
    if dims.is_empty() { String::new() } else { format!("index {} of each slot", dims.join(",")) }
}

/// Returns the number of slots of a row: the least stride above the innermost row that divides memory into rows of a
/// readable length, or a power of two that divides this stride.
fn row_length(layout: &Layout, limits: CellLimits) -> i64 {
    let row = suggested_row(layout);
    let last = layout.shape().values().map(|len| (len.or_stand_in() - 1).to_string().len() + 1);
    let chars = i64::try_from(last.sum::<usize>()).unwrap_or(i64::MAX).max(3);
    let fitting = ((limits.chars - LABEL) / chars).max(1);
    match row <= fitting {
        true => row,
        // The longest part of a row that fits and divides it, unless that is too short.
        false => (fitting / 2..=fitting)
            .rev()
            .find(|part| row % part == 0)
            .unwrap_or(1 << fitting.ilog2()),
    }
}

/// Returns the length of a row that the strides suggest.
fn suggested_row(layout: &Layout) -> i64 {
    let memory = layout.physical();
    let long = memory.shape().iter().filter(|(_, len)| !len.is_one()).map(|(dim, _)| dim);
    let mut strides: Vec<i64> = long.map(|dim| memory.strides()[dim].get()).collect();
    strides.retain(|stride| stride.abs() > 1);
    let Some(least) = strides.iter().map(|stride| stride.abs()).min() else { return ROW };
    match ROWS.contains(&least) {
        // Pixels of a few channels are grouped.
        true if least < 8 && strides.len() > 1 => {
            let larger = strides.iter().map(|stride| stride.abs()).filter(|&stride| stride > least);
            larger.min().filter(|larger| ROWS.contains(larger)).unwrap_or(least)
        }
        true => least,
        false => ROW.max(1 << least.trailing_zeros().min(5)),
    }
}

fn row_label(layout: &Layout, slot: i64) -> String {
    let byte = layout.elem().and_then(|elem| Elems::new(slot).to_bytes(elem));
    byte.map_or_else(|| slot.to_string(), |byte| format!("{slot} ({byte:#})"))
}

/// The strip of a layout.
struct Strip<'a> {
    layout: &'a Layout,
    shading: &'a Shading<'a>,
    nest: MemoryNest,
}

impl Strip<'_> {
    /// Returns the cell of a slot. Slots before `low` are not part of the buffer.
    fn cell(&self, slot: i64, low: i64) -> Result<TableCell, DrawError> {
        let empty = Look::of_fill(Fill::Empty);
        if slot < low {
            let title = "outside the buffer".to_owned();
            return Ok(TableCell { title, look: empty, ..TableCell::default() });
        }
        let owners = self.layout.owners_of(Elems::new(slot))?;
        let Some(first) = owners.first else {
            let padding = self.nest.is_padding(slot);
            let (what, look) = match padding {
                true => ("storage padding", Look::of_fill(Fill::Padding)),
                false => ("gap", empty),
            };
            let title = format!("{what}, {}", slot_title(self.layout, None, slot));
            return Ok(TableCell { title, offset: Some(slot), look, ..TableCell::default() });
        };
        let index: Vec<i64> = first.values().copied().collect();
        let mut title = slot_title(self.layout, Some(&index), slot);
        if owners.count > 1 {
            title.push_str(&format!(", the least of {} owners", owners.count));
        }
        let text = index_text(&index);
        let mut cell = TableCell { text, title, offset: Some(slot), ..TableCell::default() };
        cell.index = Some(index);
        self.shading.apply(&first, slot, &mut cell)?;
        cell.look.begins_group = false;
        if owners.count > 1 {
            let space = if cell.detail.is_empty() { "" } else { " " };
            cell.detail.push_str(&format!("{space}{SHARED}{}", owners.count));
        }
        Ok(cell)
    }
}

/// The strides of memory from the greatest to the least, if they are nested.
struct MemoryNest {
    offset: i64,
    /// By dim, outermost first: its stride and its length. Dims of length 1 are omitted. `None` if strides overlap.
    dims: Option<Vec<i64>>,
}

impl MemoryNest {
    fn new(layout: &Layout) -> MemoryNest {
        let memory = layout.physical();
        let strides = memory.strides().map(|_, &stride| Some(stride));
        let order = dims_by_falling_strides(memory.shape(), &strides);
        let long = order.into_iter().filter(|&dim| !memory.shape()[dim].is_one());
        let dims: Vec<(i64, i64)> = long
            .map(|dim| (memory.strides()[dim].get(), memory.shape()[dim].or_stand_in()))
            .collect();
        let is_nested = dims.windows(2).all(|pair| match pair {
            [(outer, _), (inner, length)] => {
                inner.checked_mul(*length).is_some_and(|row| row <= *outer)
            }
            _ => true,
        }) && dims.iter().all(|&(stride, _)| stride > 0);
        let strides = is_nested.then(|| dims.iter().map(|&(stride, _)| stride).collect());
        MemoryNest { offset: memory.offset().get(), dims: strides }
    }

    /// Returns `true` if a slot without an owner is padding and not a gap.
    fn is_padding(&self, slot: i64) -> bool {
        let Some(strides) = &self.dims else { return false };
        let Some(rest) = slot.checked_sub(self.offset).filter(|&rest| rest >= 0) else {
            return false;
        };
        strides.last().is_none_or(|&innermost| rest % innermost == 0)
    }
}
