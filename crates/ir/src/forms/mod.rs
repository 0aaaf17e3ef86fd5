//! The custom forms of MLIR's ops that are read and printed: a table for each dialect, one row for an op.
//!
//! An op with a row need not have a definition. To read the form of one more op: add its row.

mod arith;
mod builtin;
mod cf;
mod func;
mod scf;
mod tensor;
mod tosa;

use crate::registry::AssemblyForm;

/// The dialects, each of which has its ops' rows sorted by name.
const DIALECTS: &[&[AssemblyForm]] =
    &[arith::FORMS, builtin::FORMS, cf::FORMS, func::FORMS, scf::FORMS, tensor::FORMS, tosa::FORMS];

/// The dialects of whose ops only some have a row.
pub(crate) const PARTIAL: &[&str] = &["tensor", "tosa"];

/// Returns the form of every op, dialect by dialect.
pub(crate) fn all() -> impl Iterator<Item = &'static AssemblyForm> {
    DIALECTS.iter().copied().flatten()
}

#[cfg(test)]
mod tests {
    #[test]
    fn rows_are_sorted_by_name() {
        assert!(super::all().is_sorted_by(|a, b| a.name < b.name));
    }
}
