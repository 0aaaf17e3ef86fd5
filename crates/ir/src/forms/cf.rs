//! The forms of the ops of `cf`.

use crate::registry::FormSlot::Operands;
use crate::registry::GroupSize::{Many, One};
use crate::registry::{AssemblyForm, SpecialForm, TypeSource, pieces};

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    AssemblyForm::new("cf.assert", pieces!(%0, @Str("msg") {}))
        .operands(&[One])
        .results(&[])
        .types(&[(Operands(0), TypeSource::Bool)]),
    AssemblyForm::new("cf.br", pieces!(@Successor(0) {})).results(&[]).terminator(),
    AssemblyForm::new("cf.cond_br", pieces!(%0, @Successor(1), @Successor(2) {}))
        .segments(&[One, Many, Many])
        .results(&[])
        .types(&[(Operands(0), TypeSource::Bool)])
        .terminator(),
    AssemblyForm::special("cf.switch", SpecialForm::Switch).terminator(),
];
