//! The forms of the ops of `builtin`.

use crate::registry::FormSlot::{Operands, Results};
use crate::registry::Syntax as S;
use crate::registry::{AssemblyForm, SpecialForm};

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    AssemblyForm {
        default_dialect: Some("builtin"),
        ..AssemblyForm::special("builtin.module", SpecialForm::Module)
    },
    AssemblyForm::new(
        "builtin.unrealized_conversion_cast",
        &[
            S::Optional(&[S::OperandList(0), S::Mark(":"), S::Types(Operands(0))]),
            S::Word("to"),
            S::Types(Results(0)),
            S::AttrDict,
        ],
    ),
];
