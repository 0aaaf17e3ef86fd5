//! The custom forms of MLIR's ops that layoutc parses and prints: a table for each dialect, with one row for each op.
//!
//! An op with a row need not have a definition. To support the form of another op, add its row.

mod arith;
mod builtin;
mod cf;
mod func;
mod scf;
mod tensor;
mod tosa;

use crate::registry::AssemblyForm;

/// The tables of the dialects, each sorted by op name.
const DIALECTS: &[&[AssemblyForm<'static>]] =
    &[arith::FORMS, builtin::FORMS, cf::FORMS, func::FORMS, scf::FORMS, tensor::FORMS, tosa::FORMS];

/// The dialects that have rows for some of their ops only.
pub(crate) const PARTIAL: &[&str] = &["tensor", "tosa"];

/// Returns the form of every op, dialect by dialect.
pub(crate) fn all() -> impl Iterator<Item = &'static AssemblyForm<'static>> {
    DIALECTS.iter().copied().flatten()
}

#[cfg(test)]
mod tests {
    #[test]
    fn rows_are_sorted_by_name() {
        assert!(super::all().is_sorted_by(|a, b| a.name < b.name));
    }
}
