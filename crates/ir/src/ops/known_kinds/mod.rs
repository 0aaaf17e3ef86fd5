//! The kinds of other dialects' ops, one file for each dialect, one row for the ops of equal roles.
//!
//! To put an op in a kind, add its name to the row with its roles, or add a row.
//! [`OpRoles`](crate::registry::OpRoles) documents the text of roles; `row` has the type of a row.

mod ie;
pub(super) mod linalg;
mod microsoft;
pub(super) mod onnx;
mod row;
mod stablehlo;
pub(super) mod tosa;

use crate::registry::KindEntry;
use row::KindRow;
use std::borrow::Cow;
use std::sync::LazyLock;

fn rows() -> impl Iterator<Item = &'static KindRow> {
    [ie::ROWS, linalg::ROWS, microsoft::ROWS, onnx::ROWS, stablehlo::ROWS, tosa::ROWS]
        .into_iter()
        .flatten()
}

static ENTRIES: LazyLock<Vec<(&'static str, KindEntry)>> = LazyLock::new(|| {
    rows()
        .flat_map(|row| {
            let entry = row.entry();
            row.names().map(move |name| (name, entry.clone()))
        })
        .collect()
});

/// Returns the kinds of ops, by name.
pub(super) fn entries() -> impl Iterator<Item = (Cow<'static, str>, KindEntry)> {
    ENTRIES.iter().map(|(name, entry)| (Cow::Borrowed(*name), entry.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::keeps_types;
    use crate::forms;
    use crate::registry::{OpKind, OpRoles, Registry};
    use row::RowRoles;
    use std::collections::BTreeSet;

    #[test]
    fn ops_are_in_one_kind_of_valid_roles() {
        let mut names = BTreeSet::new();
        for row in rows() {
            if let RowRoles::Text(text) = row.roles {
                let roles = OpRoles::new(text);
                let roles = roles.unwrap_or_else(|fault| panic!("{}: {fault}", row.names));
                let required = row.kind.required_operands().unwrap_or(1);
                assert!(roles.operands(9).count() >= required, "{}", row.names);
                assert!(roles.results(9).count() >= 1, "{}", row.names);
            }
            for name in row.names() {
                assert!(names.insert(name), "{name} is in two kinds");
            }
        }
        assert_eq!(names.len(), ENTRIES.len());
    }

    /// A choice of its own, a constant or a type constraint would leave a rule for the kind without effect.
    #[test]
    fn ops_with_fixed_layouts_are_in_no_kind() {
        let registry = Registry::new();
        for (name, kind) in registry.kinds() {
            assert!(!keeps_types(name), "{name}");
            let Some(def) = registry.get(name) else { continue };
            assert!(def.choice.is_none() && def.constant.is_none() && !def.is_copy, "{name}");
            // A gather by one constant index is a slice.
            assert!(!registry.is_view(def) || kind == OpKind::Gather, "{name}");
        }
    }

    #[test]
    fn ops_are_ops_of_their_dialect() {
        let dialects = ["IE", "com.microsoft", "linalg", "onnx", "stablehlo", "tosa"];
        let forms: BTreeSet<&str> = forms::all().map(|form| form.name).collect();
        for row in rows() {
            for name in row.names() {
                let dialect = name.rsplit_once('.').map(|(dialect, _)| dialect);
                assert!(dialect.is_some_and(|dialect| dialects.contains(&dialect)), "{name}");
                assert!(dialect != Some("tosa") || forms.contains(name), "{name}");
            }
        }
    }

    #[test]
    fn roles_are_within_the_counts_of_definitions() {
        let registry = Registry::new();
        for row in rows() {
            let RowRoles::Text(text) = row.roles else { continue };
            let Some((operands, results)) = text.split_once("->") else { continue };
            for def in row.names().filter_map(|name| registry.get(name)) {
                for (words, arity) in [(operands, def.operands), (results, def.results)] {
                    let count = words.split_whitespace().filter(|word| *word != "...").count();
                    assert!(
                        (count..count + 64).any(|count| arity.admits(count)),
                        "{}: {words}",
                        def.name
                    );
                }
            }
        }
    }
}
