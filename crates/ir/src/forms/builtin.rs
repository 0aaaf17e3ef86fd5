//! The forms of the ops of `builtin`.

use crate::registry::{AssemblyForm, SpecialForm, pieces};

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    AssemblyForm {
        default_dialect: Some("builtin"),
        ..AssemblyForm::special("builtin.module", SpecialForm::Module)
    },
    AssemblyForm::new(
        "builtin.unrealized_conversion_cast",
        pieces!(?(%0* : type(%0)) to type(#0) {}),
    ),
];
