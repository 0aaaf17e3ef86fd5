//! A row of the table of kinds.

use crate::module::{Module, Op};
use crate::registry::{KindEntry, OpKind, OpRoles};

/// Ops of one kind with equal roles.
pub(super) struct KindRow {
    pub(super) kind: OpKind,
    pub(super) roles: RowRoles,
    /// The names, separated by whitespace.
    pub(super) names: &'static str,
}

/// The roles of the ops of a row.
#[derive(Clone, Copy)]
pub(super) enum RowRoles {
    /// The roles of this text.
    Text(&'static str),
    /// The roles of the text that a function returns. They depend on the op; `None` if their letters are unknown.
    OfOp(fn(&Module, Op) -> Option<String>),
}

/// Returns a row of ops whose roles have this text.
pub(super) const fn row(kind: OpKind, roles: &'static str, names: &'static str) -> KindRow {
    KindRow { kind, roles: RowRoles::Text(roles), names }
}

/// Returns a row of ops whose roles depend on the op.
pub(super) const fn of_op(
    kind: OpKind,
    roles: fn(&Module, Op) -> Option<String>,
    names: &'static str,
) -> KindRow {
    KindRow { kind, roles: RowRoles::OfOp(roles), names }
}

impl KindRow {
    /// Returns the names.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names.split_whitespace()
    }

    /// Returns the entry of the registry for each op of the row.
    pub(super) fn entry(&self) -> KindEntry {
        match self.roles {
            RowRoles::Text(text) => {
                let roles = OpRoles::new(text);
                KindEntry::new(self.kind, roles.expect("a test reads the roles of each row"))
            }
            RowRoles::OfOp(roles) => KindEntry::of_op(self.kind, move |module, op| {
                OpRoles::new(&roles(module, op)?).ok()
            }),
        }
    }
}
