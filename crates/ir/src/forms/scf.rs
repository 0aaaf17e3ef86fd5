//! The forms of the ops of `scf`.

use crate::registry::FormSlot::Operands;
use crate::registry::GroupSize::{Many, One};
use crate::registry::Syntax as S;
use crate::registry::{AssemblyForm, SpecialForm, TypeSource};

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    AssemblyForm::new(
        "scf.condition",
        &[
            S::Mark("("),
            S::Operand(0),
            S::Mark(")"),
            S::AttrDict,
            S::Optional(&[S::OperandList(1), S::Mark(":"), S::Types(Operands(1))]),
        ],
    )
    .operands(&[One, Many])
    .results(&[])
    .types(&[(Operands(0), TypeSource::Bool)])
    .terminator(),
    AssemblyForm::new("scf.execute_region", &[S::ArrowTypes(0), S::Blocks, S::AttrDict])
        .operands(&[]),
    AssemblyForm::special("scf.for", SpecialForm::For),
    AssemblyForm::special("scf.forall", SpecialForm::Forall),
    AssemblyForm::new("scf.forall.in_parallel", &[S::Blocks, S::AttrDict])
        .operands(&[])
        .results(&[])
        .terminator(),
    AssemblyForm::special("scf.if", SpecialForm::If),
    AssemblyForm::special("scf.index_switch", SpecialForm::IndexSwitch),
    AssemblyForm::special("scf.parallel", SpecialForm::Parallel),
    AssemblyForm::special("scf.reduce", SpecialForm::Reduce).terminator(),
    AssemblyForm::new(
        "scf.reduce.return",
        &[S::Operand(0), S::AttrDict, S::Mark(":"), S::Types(Operands(0))],
    )
    .operands(&[One])
    .results(&[])
    .terminator(),
    AssemblyForm::special("scf.while", SpecialForm::While),
    AssemblyForm::new(
        "scf.yield",
        &[S::AttrDict, S::Optional(&[S::OperandList(0), S::Mark(":"), S::Types(Operands(0))])],
    )
    .results(&[])
    .terminator(),
];
