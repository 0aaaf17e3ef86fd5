//! The forms of the ops of `scf`.

use crate::registry::FormSlot::Operands;
use crate::registry::GroupSize::{Many, One};
use crate::registry::{AssemblyForm, SpecialForm, TypeSource, pieces};

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    AssemblyForm::new("scf.condition", pieces!((%0) {} ?(%1* : type(%1))))
        .operands(&[One, Many])
        .results(&[])
        .types(&[(Operands(0), TypeSource::Bool)])
        .terminator(),
    AssemblyForm::new("scf.execute_region", pieces!(@ArrowTypes(0) @Blocks {})).operands(&[]),
    AssemblyForm::special("scf.for", SpecialForm::For),
    AssemblyForm::special("scf.forall", SpecialForm::Forall),
    AssemblyForm::new("scf.forall.in_parallel", pieces!(@Blocks {}))
        .operands(&[])
        .results(&[])
        .terminator(),
    AssemblyForm::special("scf.if", SpecialForm::If),
    AssemblyForm::special("scf.index_switch", SpecialForm::IndexSwitch),
    AssemblyForm::special("scf.parallel", SpecialForm::Parallel),
    AssemblyForm::special("scf.reduce", SpecialForm::Reduce).terminator(),
    AssemblyForm::new("scf.reduce.return", pieces!(%0 {} : type(%0)))
        .operands(&[One])
        .results(&[])
        .terminator(),
    AssemblyForm::special("scf.while", SpecialForm::While),
    AssemblyForm::new("scf.yield", pieces!({} ?(%0* : type(%0)))).results(&[]).terminator(),
];
