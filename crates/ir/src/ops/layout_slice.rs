//! `layout.slice`: a part of a dim.

use crate::descriptor::Stage;
use crate::layout::transform::Slice;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec::required("begin", AttrClass::Int),
        AttrSpec::required("end", AttrClass::Int),
    ],
    syntax: Some(&[
        Syntax::Operands,
        Syntax::Word("from"),
        Syntax::Int("begin"),
        Syntax::Word("to"),
        Syntax::Int("end"),
        Syntax::AttrDict,
        Syntax::Inferred,
    ]),
    stage: Some(Stage::Transform(|op| {
        Some(Slice { begin: op.int("begin")?, end: op.int("end")? }.into())
    })),
    ..OpDef::new("layout.slice", "a part of a dim")
};
