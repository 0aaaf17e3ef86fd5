//! The forms of the ops of `func`.

use crate::registry::FormSlot::{Operands, Results};
use crate::registry::GroupSize::{Many, One};
use crate::registry::{AssemblyForm, SpecialForm, TypeSource, pieces};

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    AssemblyForm::new("func.call", pieces!(@Symbol("callee") (%0*) {} @Signature)),
    AssemblyForm::new("func.call_indirect", pieces!(%0 (%1*) {} : type(%0)))
        .operands(&[One, Many])
        .types(&[
            (Operands(1), TypeSource::Inputs(Operands(0))),
            (Results(0), TypeSource::Outputs(Operands(0))),
        ]),
    AssemblyForm::new("func.constant", pieces!({} @Symbol("value") : type(#0)))
        .operands(&[])
        .results(&[One]),
    AssemblyForm {
        default_dialect: Some("func"),
        ..AssemblyForm::special("func.func", SpecialForm::Function)
    },
    AssemblyForm::new("func.return", pieces!({} ?(%0* : type(%0)))).results(&[]).terminator(),
];
