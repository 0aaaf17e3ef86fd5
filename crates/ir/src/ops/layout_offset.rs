//! `layout.offset`: a dim that is moved.

use crate::descriptor::Stage;
use crate::layout::transform::Offset;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec::required("by", AttrClass::Int)],
    syntax: Some(&[
        Syntax::Operands,
        Syntax::Word("by"),
        Syntax::Int("by"),
        Syntax::AttrDict,
        Syntax::Inferred,
    ]),
    stage: Some(Stage::Transform(|op| Some(Offset { by: op.int("by")? }.into()))),
    ..OpDef::new("layout.offset", "a dim that is moved")
};
