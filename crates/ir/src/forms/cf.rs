//! The forms of the ops of `cf`.

use crate::registry::FormSlot::Operands;
use crate::registry::GroupSize::{Many, One};
use crate::registry::Syntax as S;
use crate::registry::{AssemblyForm, SpecialForm, TypeSource};

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    AssemblyForm::new("cf.assert", &[S::Operand(0), S::Mark(","), S::Str("msg"), S::AttrDict])
        .operands(&[One])
        .results(&[])
        .types(&[(Operands(0), TypeSource::Bool)]),
    AssemblyForm::new("cf.br", &[S::Successor(0), S::AttrDict]).results(&[]).terminator(),
    AssemblyForm::new(
        "cf.cond_br",
        &[S::Operand(0), S::Mark(","), S::Successor(1), S::Mark(","), S::Successor(2), S::AttrDict],
    )
    .segments(&[One, Many, Many])
    .results(&[])
    .types(&[(Operands(0), TypeSource::Bool)])
    .terminator(),
    AssemblyForm::special("cf.switch", SpecialForm::Switch).terminator(),
];
