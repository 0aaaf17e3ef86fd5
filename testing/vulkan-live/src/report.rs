//! The results as a table.

use crate::description::TensorDescription;
use serde_json::{Value, json};
use std::fmt;

/// The number of printed faults of a program.
const SHOWN: usize = 10;

/// The results for the tensors of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TensorRow {
    /// The name of the program.
    pub name: String,
    /// The number of tensors that the driver created from descriptions.
    pub tensors: u64,
    /// The number of these tensors with gaps.
    pub padded: u64,
    /// The number of these tensors with a tiling other than LINEAR.
    pub opaque: u64,
    /// The number of copies between two forms, two for each tensor.
    pub copies: u64,
    /// The number of copied bytes of elements.
    pub copied: u64,
    /// The number of compared bytes.
    pub compared: u64,
    /// The number of compared bytes that differ.
    pub mismatches: u64,
    /// The failed checks, one sentence each.
    pub faults: Vec<String>,
}

impl TensorRow {
    /// Counts a created tensor.
    pub(crate) fn count(&mut self, described: &TensorDescription) {
        self.tensors += 1;
        self.padded += u64::from(!described.is_packed);
        self.opaque += u64::from(!described.is_linear());
    }

    /// Counts a copy of `bytes` bytes of elements, and the copy back.
    pub(crate) fn copied(&mut self, bytes: usize) {
        self.copies += 2;
        self.copied += 2 * bytes as u64;
    }

    /// Compares memory with its expected content.
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
        self.faults.push(format!(
            "{}: {differing} of {of} bytes differ; the first is byte {first}",
            what()
        ));
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

/// The results for the addressing functions of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addressed {
    /// The name of the program.
    pub name: String,
    /// The number of executed functions.
    pub functions: u64,
    /// The number of checked indices.
    pub indices: u64,
    /// The number of these indices without memory.
    pub outside: u64,
    /// The number of indices for which the function differs from the core.
    pub mismatches: u64,
    /// The failed checks, one sentence each.
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

/// The results for the reorders of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reordered {
    /// The name of the program.
    pub name: String,
    /// The number of executed entry points.
    pub kernels: u64,
    /// The number of slots of their targets, all of which are compared.
    pub slots: u64,
    /// The number of slots without an element.
    pub padding: u64,
    /// The number of slots that differ from the core.
    pub mismatches: u64,
    /// The failed checks, one sentence each.
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

/// The results for all programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveReport {
    /// The name of the device.
    pub device: String,
    /// The rows of programs whose tensors are checked.
    pub rows: Vec<TensorRow>,
    /// The rows of programs whose addressing functions are checked.
    pub addressed: Vec<Addressed>,
    /// The rows of programs whose reorders are checked.
    pub reordered: Vec<Reordered>,
    /// Other failures: of the device, or an early end of the driver's process.
    pub faults: Vec<String>,
}

impl LiveReport {
    /// Returns `true` if all checks passed.
    pub fn is_clean(&self) -> bool {
        self.faults.is_empty()
            && self.rows.iter().all(|row| row.faults.is_empty())
            && self.addressed.iter().all(|row| row.faults.is_empty())
            && self.reordered.iter().all(|row| row.faults.is_empty())
    }

    /// Returns the sums over all programs.
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

/// The heads of the columns, and the width of each.
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

/// Prints the first faults of a program.
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
    fn compare_counts_and_reports_differing_bytes() {
        let mut row = TensorRow { name: "a.mlir".to_owned(), ..TensorRow::default() };
        row.compare(&[1, 2, 3], &[1, 2, 3], || "x".to_owned());
        assert_eq!((row.compared, row.mismatches, row.faults.len()), (3, 0, 0));
        row.compare(&[1, 2, 3], &[1, 0, 0], || "x".to_owned());
        row.compare(&[1, 2, 3], &[1, 2], || "y".to_owned());
        assert_eq!((row.compared, row.mismatches), (9, 3));
        assert_eq!(
            row.faults,
            [
                "x: 2 of 3 bytes differ; the first is byte 1",
                "y: 1 of 3 bytes differ; the first is byte 2"
            ]
        );
        assert_eq!(TensorRow::from_json(&row.to_json()), Some(row.clone()));
        let report = LiveReport { rows: vec![row], ..LiveReport::default() };
        assert!(!report.is_clean() && report.to_string().contains("fault: a.mlir: x: 2 of 3"));
    }
}
