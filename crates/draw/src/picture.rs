//! The data of a picture: cells, labels and marks, without positions and independent of formats.

use layout::joined;
use std::borrow::Cow;

/// A picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picture {
    /// The name of the subject.
    pub(crate) heading: String,
    /// Facts about the subject, each on a line.
    pub(crate) facts: Vec<String>,
    /// The text of the subject in the language; empty if there is none.
    pub(crate) source: String,
    /// The meanings of the looks of cells. Looks without a meaning belong to the next one.
    pub(crate) key: Vec<(Look, String)>,
    /// The matrices of cells, in reading order.
    pub(crate) tables: Vec<Table>,
    /// The diagrams, from left to right.
    pub(crate) diagrams: Vec<Diagram>,
    /// The pictures that boxes open.
    pub(crate) parts: Vec<Picture>,
    /// The omissions and further facts, below the picture.
    pub(crate) notes: Vec<String>,
}

impl Picture {
    /// Returns the picture for a format without interaction: a note states that boxes have pictures of their own.
    pub(crate) fn without_parts(&self) -> Cow<'_, Picture> {
        let blocks = self.parts.len();
        if blocks == 0 {
            return Cow::Borrowed(self);
        }
        let mut picture = Picture { parts: Vec::new(), ..self.clone() };
        let s = if blocks == 1 { "" } else { "s" };
        picture
            .notes
            .push(format!("{blocks} block{s}, which a page of HTML opens: use the format `html`"));
        Cow::Owned(picture)
    }

    /// Adds the meanings of the fillings that cells of some tables have.
    pub(crate) fn add_fills(&mut self, tables: &[Table], meanings: &[(Fill, &str)]) {
        for &(fill, meaning) in meanings {
            if tables
                .iter()
                .flat_map(|table| &table.rows)
                .flat_map(|row| &row.cells)
                .any(|cell| cell.look.fill == fill)
            {
                self.key.push((Look::of_fill(fill), meaning.to_owned()));
            }
        }
    }
}

/// A matrix of cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// The text above the table; empty if there is none.
    pub(crate) caption: String,
    /// The names of the dims of rows and columns.
    pub(crate) corner: String,
    /// The labels of the columns. Labels stay with their columns if a table is broken into bands.
    pub(crate) columns: Vec<String>,
    /// The rows.
    pub(crate) rows: Vec<TableRow>,
}

impl Table {
    /// The label of a row or a column in place of those that are not shown.
    const CUT: &str = "...";

    /// Marks that columns after the last one are not shown.
    pub(crate) fn cut_columns(&mut self) {
        self.columns.push(Table::CUT.to_owned());
    }

    /// Marks that rows after the last one are not shown.
    pub(crate) fn cut_rows(&mut self) {
        self.rows.push(TableRow { label: Table::CUT.to_owned(), cells: Vec::new() });
    }
}

/// A row of a table.
#[derive(Clone, Debug)]
pub(crate) struct TableRow {
    /// The text before the row.
    pub(crate) label: String,
    /// The cells, as many as there are columns or fewer.
    pub(crate) cells: Vec<TableCell>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableCell {
    /// The text.
    pub(crate) text: String,
    /// A second text, such as the lane or the bank; empty if there is none.
    pub(crate) detail: String,
    /// A description that viewers show under the pointer.
    pub(crate) title: String,
    /// The logical index of the cell; `None` if the slot holds none.
    pub(crate) index: Option<Vec<i64>>,
    /// The offset of the slot; `None` if the index has none.
    pub(crate) offset: Option<i64>,
    /// The slot of a placement, `lane=5,register=3`, the first one of an index; `None` if there is none.
    pub(crate) slot: Option<String>,
    /// The look.
    pub(crate) look: Look,
}

/// The look of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    /// The shade, from 0, the lightest, to 7; `None` for no shade.
    pub(crate) tone: Option<u8>,
    /// The filling.
    pub(crate) fill: Fill,
    /// `true` if a mark warns of the cell.
    pub(crate) is_marked: bool,
    /// `true` if a frame accents the cell.
    pub(crate) is_framed: bool,
    /// `true` if a group of cells begins with this one.
    pub(crate) begins_group: bool,
}

/// The filling of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fill {
    /// An element.
    #[default]
    Element,
    /// Storage padding: a slot without an element.
    Padding,
    /// No slot, or a slot outside the layout.
    Empty,
}

impl Look {
    /// The number of shades.
    pub(crate) const TONES: i64 = 8;

    /// Returns the look of a shade. Greater numbers repeat the shades.
    pub(crate) fn of_tone(number: i64) -> Look {
        let tone = u8::try_from(number.rem_euclid(Look::TONES)).ok();
        Look { tone, ..Look::default() }
    }

    /// Returns the look of a filling.
    pub(crate) fn of_fill(fill: Fill) -> Look {
        Look { fill, ..Look::default() }
    }
}

/// Boxes that are connected by arrows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagram {
    /// The text above the diagram; empty if there is none.
    pub(crate) caption: String,
    /// The boxes. An arrow leads from an earlier box to a later one.
    pub(crate) boxes: Vec<DiagramBox>,
    /// The arrows.
    pub(crate) arrows: Vec<DiagramArrow>,
}

/// An arrow from a box to another one.
#[derive(Clone, Debug)]
pub(crate) struct DiagramArrow {
    /// The number of the box at which the arrow begins.
    pub(crate) from: usize,
    /// The number of the box at which the arrow ends.
    pub(crate) to: usize,
    /// The part of the lower edge at which the arrow begins.
    pub(crate) begin_port: Port,
    /// The part of the upper edge at which the arrow ends.
    pub(crate) end_port: Port,
    /// A description that viewers show under the pointer.
    pub(crate) title: String,
}

/// One of several equal parts of an edge, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Port {
    /// The number of the part.
    pub(crate) nth: usize,
    /// The number of parts, at least 1.
    pub(crate) count: usize,
}

impl Port {
    /// The whole edge.
    pub(crate) const ONLY: Port = Port { nth: 0, count: 1 };

    /// Returns the distance of the middle of the part from the middle of an edge of this width.
    pub(crate) fn shift(self, width: i64) -> i64 {
        fn number(count: usize) -> i64 {
            i64::try_from(count).unwrap_or(i64::MAX)
        }
        let part = number(self.nth);
        let count = number(self.count).max(1);
        let middle = i128::from(width) * i128::from(2 * part + 1 - count) / i128::from(2 * count);
        i64::try_from(middle).unwrap_or(0)
    }
}

/// A box of a diagram.
#[derive(Clone, Debug)]
pub(crate) struct DiagramBox {
    /// The names of the result dims, one above each equal part of the upper edge.
    pub(crate) results: Vec<String>,
    /// The lines of text, the name first.
    pub(crate) lines: Vec<String>,
    /// The names of the operand dims, one for each equal part of the lower edge.
    pub(crate) operands: Vec<String>,
    /// A description that viewers show under the pointer.
    pub(crate) title: String,
    /// The kind.
    pub(crate) kind: BoxKind,
    /// The number of the picture that the box opens; `None` if it opens none.
    pub(crate) part: Option<usize>,
}

/// The kind of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoxKind {
    /// An operation or a transform.
    Step,
    /// An operation that moves no data.
    View,
    /// An input, an output, or memory.
    End,
    /// A copy.
    Copy,
}

/// The greatest parts of a large table that a format shows. A table of up to [`WHOLE`] cells is never cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellLimits {
    /// The number of columns.
    pub(crate) columns: i64,
    /// The number of rows.
    pub(crate) rows: i64,
    /// The number of cells of all tables, or of boxes.
    pub(crate) cells: i64,
    /// The number of characters of a row of a strip.
    pub(crate) chars: i64,
}

/// The number of cells up to which a picture shows all.
pub(crate) const WHOLE: i64 = crate::limits::WHOLE_CELLS as i64;

/// Returns an index as text, `1,2`.
pub(crate) fn index_text(index: &[i64]) -> String {
    joined(index, ",")
}
