//! The forms of the ops of `func`.

use crate::registry::FormSlot::{Operands, Results};
use crate::registry::GroupSize::{Many, One};
use crate::registry::Syntax as S;
use crate::registry::{AssemblyForm, SpecialForm, TypeSource};

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    AssemblyForm::new(
        "func.call",
        &[
            S::Symbol("callee"),
            S::Mark("("),
            S::OperandList(0),
            S::Mark(")"),
            S::AttrDict,
            S::Signature,
        ],
    ),
    AssemblyForm::new(
        "func.call_indirect",
        &[
            S::Operand(0),
            S::Mark("("),
            S::OperandList(1),
            S::Mark(")"),
            S::AttrDict,
            S::Mark(":"),
            S::Types(Operands(0)),
        ],
    )
    .operands(&[One, Many])
    .types(&[
        (Operands(1), TypeSource::Inputs(Operands(0))),
        (Results(0), TypeSource::Outputs(Operands(0))),
    ]),
    AssemblyForm::new(
        "func.constant",
        &[S::AttrDict, S::Symbol("value"), S::Mark(":"), S::Types(Results(0))],
    )
    .operands(&[])
    .results(&[One]),
    AssemblyForm {
        default_dialect: Some("func"),
        ..AssemblyForm::special("func.func", SpecialForm::Function)
    },
    AssemblyForm::new(
        "func.return",
        &[S::AttrDict, S::Optional(&[S::OperandList(0), S::Mark(":"), S::Types(Operands(0))])],
    )
    .results(&[])
    .terminator(),
];
