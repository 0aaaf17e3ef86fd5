//! The dims of other dialects' ops, one file for each dialect, one row for the ops of equal form.
//!
//! To let a pass permute the dims of an op, add its name to the row of its form, or add a row. [`crate::op_dims`]
//! documents the text of a row. Concats, slices and splits that [`known_views`](super::known_views) describes by a form
//! need no row.

mod linalg;
mod linalg_generic;
mod onnx;
mod row;
mod tosa;

use super::known_views;
use crate::op_dims::ListSpec;
use crate::registry::{DimsResult, ListKind, Registry, SharedFn};
use crate::views::form::ViewForm;
use crate::views::op::ViewOp;
use row::{DimRow, RowDims};
use std::sync::Arc;

fn rows() -> impl Iterator<Item = &'static DimRow> {
    [linalg::ROWS, onnx::ROWS, tosa::ROWS].into_iter().flatten()
}

/// Adds the dims of all rows to a registry.
pub(super) fn add_to(registry: &mut Registry) {
    for (name, form) in known_views::forms() {
        registry.add_dims(
            name,
            SharedFn::new(Arc::new(move |registry, module, op| {
                of_form(ViewOp::new(registry, module, op), form)
            })),
        );
    }
    for row in rows() {
        for name in row.names() {
            match row.dims {
                RowDims::Text(text, lists) => registry.add_dims(
                    name,
                    SharedFn::new(Arc::new(move |registry, module, op| {
                        ViewOp::new(registry, module, op).shared_dims(text, lists)
                    })),
                ),
                RowDims::Read(read) => registry.add_dims(
                    name,
                    SharedFn::new(Arc::new(move |registry, module, op| {
                        read(ViewOp::new(registry, module, op))
                    })),
                ),
                RowDims::Absorb(absorb) => registry.add_absorb(name, absorb()),
            }
        }
    }
}

/// Returns the dims of a view op by its form. A transpose or reshape has none: its result has other dims.
fn of_form(view: ViewOp<'_>, form: ViewForm<'static>) -> DimsResult {
    match form {
        ViewForm::Identity => view.shared_dims("* -> *", &[]),
        ViewForm::Concat { axis } => {
            view.shared_dims("* ... -> *", &[ListSpec::new(ListKind::Axes, axis)])
        }
        ViewForm::Split { axis } => {
            view.shared_dims("* . ... -> * ...", &[ListSpec::new(ListKind::Axes, axis)])
        }
        ViewForm::Slice { offsets, sizes, ends, strides } => {
            let lists = [offsets, sizes, ends, strides];
            let lists = lists.map(|sources| ListSpec::new(ListKind::Lists, sources));
            view.shared_dims("* . ... -> *", &lists)
        }
        ViewForm::Transpose { .. } | ViewForm::Reshape | ViewForm::Memory => {
            view.shared_dims(". ... -> . ...", &[])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ops_are_in_one_row_of_each_sort() {
        let mut names = BTreeSet::new();
        for row in rows() {
            let is_absorb = matches!(row.dims, RowDims::Absorb(_));
            for name in row.names() {
                assert!(names.insert((name, is_absorb)), "{name} is in two rows");
                assert!(
                    known_views::forms().all(|(known, _)| known != name),
                    "{name} has dims by its form"
                );
            }
        }
    }

    #[test]
    fn words_of_rows_are_known() {
        for row in rows() {
            let RowDims::Text(text, _) = row.dims else { continue };
            assert!(text.contains(" -> "), "{text}");
            for word in
                text.split_whitespace().filter(|word| !matches!(*word, "->" | "..." | "." | "-"))
            {
                let letters = word.strip_prefix('*').unwrap_or_else(|| panic!("{text}: {word}"));
                assert!(letters.chars().all(|letter| letter.is_ascii_lowercase()), "{text}");
            }
        }
    }
}
