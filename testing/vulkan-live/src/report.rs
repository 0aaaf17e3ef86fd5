//! What was found, as a table.

use crate::description::TensorDescription;
use serde_json::{Value, json};
use std::fmt;

/// How many faults of a program are shown.
const SHOWN: usize = 10;

/// What was found in the tensors of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TensorRow {
    /// The program.
    pub name: String,
    /// The tensors that the driver created as described.
    pub tensors: u64,
    /// Those of them that have gaps.
    pub padded: u64,
    /// Those whose tiling is another than LINEAR.
    pub opaque: u64,
    /// The copies between two forms, two for a tensor.
    pub copies: u64,
    /// The bytes of elements that were copied.
    pub copied: u64,
    /// The bytes that were compared.
    pub compared: u64,
    /// Those of them that differed.
    pub mismatches: u64,
    /// What was wrong, a sentence each.
    pub faults: Vec<String>,
}

impl TensorRow {
    /// Counts a tensor that was created.
    pub(crate) fn count(&mut self, described: &TensorDescription) {
        self.tensors += 1;
        self.padded += u64::from(!described.is_packed);
        self.opaque += u64::from(!described.is_linear());
    }

    /// Counts a copy there and one back of so many bytes of elements.
    pub(crate) fn copied(&mut self, bytes: usize) {
        self.copies += 2;
        self.copied += 2 * bytes as u64;
    }

    /// Compares memory with what it must hold.
    pub(crate) fn compare(&mut self, expected: &[u8], found: &[u8], what: impl FnOnce() -> String) {
        self.compared += expected.len() as u64;
        if expected == found {
            return;
        }
        let missing = expected.len().abs_diff(found.len());
        let bytes = expected.iter().zip(found);
        let differing = bytes.clone().filter(|(expected, found)| expected != found).count();
        let differing = differing + missing;
        self.mismatches += differing as u64;
        let first = bytes.clone().position(|(expected, found)| expected != found);
        let first = first.unwrap_or(expected.len().min(found.len()));
        let of = expected.len();
        self.faults
            .push(format!("{}: {differing} of {of} bytes differ, first byte {first}", what()));
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "name": self.name, "tensors": self.tensors, "padded": self.padded, "opaque": self.opaque,
            "copies": self.copies, "copied": self.copied, "compared": self.compared,
            "mismatches": self.mismatches, "faults": self.faults,
        })
    }

    pub(crate) fn from_json(json: &Value) -> Option<TensorRow> {
        let number = |key: &str| json[key].as_u64();
        let faults = json["faults"].as_array()?.iter();
        Some(TensorRow {
            name: json["name"].as_str()?.to_owned(),
            tensors: number("tensors")?,
            padded: number("padded")?,
            opaque: number("opaque")?,
            copies: number("copies")?,
            copied: number("copied")?,
            compared: number("compared")?,
            mismatches: number("mismatches")?,
            faults: faults.map(|fault| Some(fault.as_str()?.to_owned())).collect::<Option<_>>()?,
        })
    }

    fn numbers(&self) -> [u64; 7] {
        let TensorRow { tensors, padded, opaque, copies, copied, compared, mismatches, .. } = *self;
        [tensors, padded, opaque, copies, copied, compared, mismatches]
    }
}

/// What was found in the addressing functions of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addressed {
    /// The program.
    pub name: String,
    /// The functions that were run.
    pub functions: u64,
    /// The indices that they were asked for.
    pub indices: u64,
    /// Those of them that have no memory.
    pub outside: u64,
    /// The indices for which a function did not say what the core says.
    pub mismatches: u64,
    /// What was wrong, a sentence each.
    pub faults: Vec<String>,
}

impl Addressed {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "name": self.name, "functions": self.functions, "indices": self.indices,
            "outside": self.outside, "mismatches": self.mismatches, "faults": self.faults,
        })
    }

    pub(crate) fn from_json(json: &Value) -> Option<Addressed> {
        let number = |key: &str| json[key].as_u64();
        let faults = json["faults"].as_array()?.iter();
        Some(Addressed {
            name: json["name"].as_str()?.to_owned(),
            functions: number("functions")?,
            indices: number("indices")?,
            outside: number("outside")?,
            mismatches: number("mismatches")?,
            faults: faults.map(|fault| Some(fault.as_str()?.to_owned())).collect::<Option<_>>()?,
        })
    }
}

impl fmt::Display for Addressed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Addressed { name, functions, indices, outside, mismatches, faults: found } = self;
        writeln!(
            f,
            "{name}: {functions} functions, {indices} indices, {outside} without memory, {mismatches} mismatches"
        )?;
        faults(f, name, found)
    }
}

/// What was found in the reorders of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reordered {
    /// The program.
    pub name: String,
    /// The entry points that were run.
    pub kernels: u64,
    /// The slots of their targets, all of which were compared.
    pub slots: u64,
    /// Those of them that hold no element.
    pub padding: u64,
    /// Those that did not hold what the core says.
    pub mismatches: u64,
    /// What was wrong, a sentence each.
    pub faults: Vec<String>,
}

impl Reordered {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "name": self.name, "kernels": self.kernels, "slots": self.slots,
            "padding": self.padding, "mismatches": self.mismatches, "faults": self.faults,
        })
    }

    pub(crate) fn from_json(json: &Value) -> Option<Reordered> {
        let number = |key: &str| json[key].as_u64();
        let faults = json["faults"].as_array()?.iter();
        Some(Reordered {
            name: json["name"].as_str()?.to_owned(),
            kernels: number("kernels")?,
            slots: number("slots")?,
            padding: number("padding")?,
            mismatches: number("mismatches")?,
            faults: faults.map(|fault| Some(fault.as_str()?.to_owned())).collect::<Option<_>>()?,
        })
    }
}

impl fmt::Display for Reordered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reordered { name, kernels, slots, padding, mismatches, faults: found } = self;
        writeln!(
            f,
            "{name}: {kernels} kernels, {slots} slots, {padding} without elements, {mismatches} mismatches"
        )?;
        faults(f, name, found)
    }
}

/// What was found in all programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveReport {
    /// What the device is called.
    pub device: String,
    /// A row for each program whose tensors were checked.
    pub rows: Vec<TensorRow>,
    /// One for each program whose addressing functions were.
    pub addressed: Vec<Addressed>,
    /// One for each program whose reorders were run.
    pub reordered: Vec<Reordered>,
    /// What was wrong beside the tensors: with the device, or an end of the driver before its time.
    pub faults: Vec<String>,
}

impl LiveReport {
    /// Whether nothing was wrong.
    pub fn is_clean(&self) -> bool {
        self.faults.is_empty()
            && self.rows.iter().all(|row| row.faults.is_empty())
            && self.addressed.iter().all(|row| row.faults.is_empty())
            && self.reordered.iter().all(|row| row.faults.is_empty())
    }

    /// The sums over all programs.
    pub fn total(&self) -> TensorRow {
        let mut total = TensorRow { name: "total".to_owned(), ..TensorRow::default() };
        for row in &self.rows {
            total.tensors += row.tensors;
            total.padded += row.padded;
            total.opaque += row.opaque;
            total.copies += row.copies;
            total.copied += row.copied;
            total.compared += row.compared;
            total.mismatches += row.mismatches;
        }
        total
    }
}

/// The heads of the columns, and how wide each is.
const HEADS: [(&str, usize); 7] = [
    ("tensors", 8),
    ("padded", 7),
    ("opaque", 7),
    ("copies", 7),
    ("bytes copied", 13),
    ("compared", 11),
    ("mismatches", 11),
];

impl fmt::Display for LiveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(8);
        writeln!(f, "on {}", self.device)?;
        self.addressed.iter().try_for_each(|row| row.fmt(f))?;
        self.reordered.iter().try_for_each(|row| row.fmt(f))?;
        if self.rows.is_empty() {
            return self.faults.iter().try_for_each(|fault| writeln!(f, "fault: {fault}"));
        }
        write!(f, "{:width$}", "program")?;
        HEADS.iter().try_for_each(|(head, wide)| write!(f, " {head:>wide$}"))?;
        writeln!(f)?;
        for row in self.rows.iter().chain([&self.total()]) {
            write!(f, "{:width$}", row.name)?;
            let mut cells = row.numbers().into_iter().zip(HEADS);
            cells.try_for_each(|(number, (_, wide))| write!(f, " {number:>wide$}"))?;
            writeln!(f)?;
        }
        self.faults.iter().try_for_each(|fault| writeln!(f, "fault: {fault}"))?;
        self.rows.iter().try_for_each(|row| faults(f, &row.name, &row.faults))
    }
}

/// Shows the first faults of a program.
fn faults(f: &mut fmt::Formatter<'_>, name: &str, faults: &[String]) -> fmt::Result {
    for fault in faults.iter().take(SHOWN) {
        writeln!(f, "fault: {name}: {fault}")?;
    }
    match faults.len().checked_sub(SHOWN) {
        Some(more @ 1..) => writeln!(f, "fault: {name}: and {more} more"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_differing_byte_is_counted_and_reported() {
        let mut row = TensorRow { name: "a.mlir".to_owned(), ..TensorRow::default() };
        row.compare(&[1, 2, 3], &[1, 2, 3], || "x".to_owned());
        assert_eq!((row.compared, row.mismatches, row.faults.len()), (3, 0, 0));
        row.compare(&[1, 2, 3], &[1, 0, 0], || "x".to_owned());
        row.compare(&[1, 2, 3], &[1, 2], || "y".to_owned());
        assert_eq!((row.compared, row.mismatches), (9, 3));
        assert_eq!(
            row.faults,
            ["x: 2 of 3 bytes differ, first byte 1", "y: 1 of 3 bytes differ, first byte 2"]
        );
        assert_eq!(TensorRow::from_json(&row.to_json()), Some(row.clone()));
        let report = LiveReport { rows: vec![row], ..LiveReport::default() };
        assert!(!report.is_clean() && report.to_string().contains("fault: a.mlir: x: 2 of 3"));
    }
}
