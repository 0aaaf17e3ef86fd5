//! An operand of a matrix instruction: its name, its element types and its digits, read from a row of the table.

use layout::{AxisName, LayoutFault, Placement};

use super::table::{AtomRow, ROWS};
use crate::axis_digits::{AxisDigit, DigitPlacement};
use crate::element::ElementType;

/// The number of columns of which a digit `N` counts one.
const COLUMNS: i64 = 8;
/// The greatest number of columns.
const MAX_COLUMNS: i64 = 256;

/// A digit of an index, or of copies.
#[derive(Clone, Copy, Debug)]
struct Digit<'a> {
    /// The number of values as the table writes it.
    length: &'a str,
    /// The letter of the axis.
    axis: char,
    /// The distance on the axis between adjacent values.
    stride: i64,
}

impl<'a> Digit<'a> {
    /// Reads `8l4`; `None` for other texts.
    fn new(text: &'a str) -> Option<Digit<'a>> {
        let at = text.find(['r', 'l', 'w'])?;
        let axis = text[at..].chars().next()?;
        Some(Digit { length: &text[..at], axis, stride: text[at + 1..].parse().ok()? })
    }

    /// Returns the number of values for a number of columns; `None` if it depends on one that is not given.
    fn length(self, columns: Option<i64>) -> Option<i64> {
        match self.length {
            "N" => columns.map(|columns| columns / COLUMNS),
            length => length.parse().ok(),
        }
    }

    fn axis(self) -> AxisName {
        match self.axis {
            'l' => AxisName::LANE,
            'w' => AxisName::WARP,
            _ => AxisName::REGISTER,
        }
    }
}

/// An operand of a matrix instruction.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    row: &'static AtomRow,
    /// The name of the type of A and B, and the element type.
    kind: (&'static str, &'static str),
    /// The name.
    name: &'static str,
    dims: &'static str,
    copies: &'static str,
}

/// Returns the operands of all rows.
pub(super) fn operands() -> impl Iterator<Item = Operand> {
    ROWS.iter().flat_map(|row| {
        row.types.split(' ').flat_map(move |kind| {
            let kind = kind.split_once('=').unwrap_or((kind, kind));
            row.operands.split("; ").filter_map(move |text| {
                let (name, digits) = text.split_once(": ")?;
                let (dims, copies) = digits.split_once(" + ").unwrap_or((digits, ""));
                Some(Operand { row, kind, name, dims, copies })
            })
        })
    })
}

impl Operand {
    /// Returns the name for a number of columns, `mma.m16n8k16.f16.A`. Without the number, `N` is in its place.
    pub(super) fn full_name(&self, columns: Option<i64>) -> String {
        let instruction = match columns {
            Some(columns) => self.row.instruction.replacen('N', &columns.to_string(), 1),
            None => self.row.instruction.to_owned(),
        };
        format!("{instruction}.{}.{}", self.kind.0, self.name)
    }

    /// Returns the number of columns, if any, with which the operand has this name; `None` if it has another name. `D` is
    /// another name of `C`.
    pub(super) fn match_name(&self, name: &str) -> Option<Option<i64>> {
        let own = self.full_name(None);
        let rest = match name.rsplit_once(".D") {
            Some((before, after)) if after.is_empty() || after.starts_with('.') => {
                format!("{before}.C{after}")
            }
            _ => name.to_owned(),
        };
        let Some((before, after)) = own.split_once('N') else {
            return (rest == own).then_some(None);
        };
        let columns = rest.strip_prefix(before)?.strip_suffix(after)?;
        let number: i64 = columns.parse().ok()?;
        let is_plain = number.to_string() == columns;
        (is_plain && self.has_columns(number)).then_some(Some(number))
    }

    /// Returns the numbers of columns that the instruction can have; none if its name has no `N`.
    pub(super) fn columns(&self) -> impl Iterator<Item = i64> {
        let multiples = (1..=MAX_COLUMNS / COLUMNS).map(|count| count * COLUMNS);
        multiples.filter(|&columns| self.has_columns(columns))
    }

    fn has_columns(&self, columns: i64) -> bool {
        let is_multiple = columns > 0 && columns <= MAX_COLUMNS && columns % COLUMNS == 0;
        // Sums of integers exist for 8, 24, and multiples of 16.
        let is_sum = self.row.sums != "i32" || columns % 16 == 0 || columns < 32;
        self.row.instruction.contains('N') && is_multiple && is_sum
    }

    /// Returns the element types that the operand can have; none if every type is possible.
    pub(super) fn elems(&self) -> Vec<ElementType> {
        let names = match self.name.split_once('.').unwrap_or((self.name, "")) {
            ("C", "") => self.row.sums,
            ("C", own) => own,
            _ => self.kind.1,
        };
        names.split(' ').filter_map(ElementType::from_name).collect()
    }

    fn dims(&self) -> impl Iterator<Item = Vec<Digit<'static>>> {
        self.dims.split(", ").map(|dim| dim.split(' ').filter_map(Digit::new).collect())
    }

    fn copies(&self) -> Vec<Digit<'static>> {
        self.copies.split(' ').filter_map(Digit::new).collect()
    }

    /// Returns the lengths of the index; `None` for a length that depends on a number of columns that is not given.
    pub(super) fn shape(&self, columns: Option<i64>) -> Vec<Option<i64>> {
        self.dims()
            .map(|digits| digits.into_iter().map(|digit| digit.length(columns)).product())
            .collect()
    }

    /// Returns the number of coordinates on each axis, innermost first; `None` if it depends on the number of columns.
    pub(super) fn extents(&self) -> Vec<(AxisName, Option<i64>)> {
        let digits: Vec<Digit<'_>> = self.dims().flatten().chain(self.copies()).collect();
        let axes = [AxisName::REGISTER, AxisName::LANE, AxisName::WARP].into_iter();
        axes.filter_map(|axis| {
            let own = digits.iter().filter(|digit| digit.axis() == axis);
            let last = |digit: &Digit<'_>| Some((digit.length(None)? - 1) * digit.stride);
            let last: Option<i64> = own.clone().map(last).sum();
            own.clone().next().map(|_| (axis, last.map(|last| last + 1)))
        })
        .collect()
    }

    /// Returns the number of copies.
    pub(super) fn copy_count(&self) -> i64 {
        self.copies().into_iter().filter_map(|digit| digit.length(None)).product()
    }

    /// Returns the placement for a number of columns.
    ///
    /// # Errors
    /// A digit depends on a number of columns that is not given.
    pub(super) fn placement(&self, columns: Option<i64>) -> Result<Placement, LayoutFault> {
        let unknown = || LayoutFault::new("the number of columns is unknown");
        let on_axis = |digit: Digit<'_>| {
            let length = digit.length(columns).ok_or_else(unknown)?;
            Ok(AxisDigit::on(&digit.axis(), length, digit.stride))
        };
        // The table has the greatest digit first, and `DigitPlacement` the fastest.
        let dims = self.dims().map(|digits| digits.into_iter().rev().map(on_axis).collect());
        let dims = dims.collect::<Result<Vec<Vec<_>>, LayoutFault>>()?;
        let copies = self.copies().into_iter().map(on_axis).collect::<Result<_, LayoutFault>>()?;
        let lengths: Option<Vec<i64>> = self.shape(columns).into_iter().collect();
        let placed = DigitPlacement::by_dim(lengths.ok_or_else(unknown)?, dims);
        DigitPlacement { copies, ..placed }.placement()
    }
}
