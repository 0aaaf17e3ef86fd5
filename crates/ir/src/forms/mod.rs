//! The custom forms of MLIR's ops that layoutc parses and prints: a table for each dialect, with one row for each op.
//!
//! An op with a row need not have a definition. To support the form of another op, add its row.

/// Lists the forms of a dialect: those that a function returns for the names after it, then others.
macro_rules! forms {
    ($dialect:literal; [$($form:ident: $($name:ident)*;)*] $($other:expr,)*) => {
        &[$($($form(concat!($dialect, ".", stringify!($name))),)*)* $($other),*]
    };
}

mod arith;
mod builtin;
mod cast;
mod cf;
mod func;
mod scf;
mod stablehlo;
mod tensor;
mod tosa;

use crate::registry::AssemblyForm;
use std::sync::LazyLock;

/// The tables of the dialects, each sorted by op name.
const DIALECTS: &[&[AssemblyForm<'static>]] = &[
    arith::FORMS,
    builtin::FORMS,
    cf::FORMS,
    func::FORMS,
    scf::FORMS,
    stablehlo::FORMS,
    tensor::FORMS,
    tosa::FORMS,
];

/// The dialects that have rows for some of their ops only.
pub(crate) const PARTIAL: &[&str] = &["stablehlo", "tensor", "tosa"];

/// Returns all forms, sorted by name.
pub(crate) fn all() -> impl Iterator<Item = &'static AssemblyForm<'static>> {
    static ALL: LazyLock<Vec<&AssemblyForm<'static>>> = LazyLock::new(|| {
        let mut all: Vec<_> = DIALECTS.iter().copied().flatten().collect();
        all.sort_unstable_by_key(|form| form.name);
        all
    });
    ALL.iter().copied()
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_differ() {
        assert!(super::all().is_sorted_by(|a, b| a.name < b.name));
    }
}
