//! `layout.pad`: a dim with indices around it that no element has.

use crate::descriptor::Stage;
use crate::layout::transform::Pad;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec::required("low", AttrClass::Int), AttrSpec::required("high", AttrClass::Int)],
    syntax: Some(&[
        Syntax::Operands,
        Syntax::Word("low"),
        Syntax::Int("low"),
        Syntax::Word("high"),
        Syntax::Int("high"),
        Syntax::AttrDict,
        Syntax::Inferred,
    ]),
    stage: Some(Stage::Transform(|op| {
        Some(Pad { low: op.int("low")?, high: op.int("high")? }.into())
    })),
    ..OpDef::new("layout.pad", "a dim with indices around it that no element has")
};
