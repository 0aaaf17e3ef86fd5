//! `layout.freeze`: one index of a dim, which is then gone.

use crate::descriptor::Stage;
use crate::layout::transform::Freeze;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec::required("at", AttrClass::Int)],
    syntax: Some(&[
        Syntax::Operands,
        Syntax::Word("at"),
        Syntax::Int("at"),
        Syntax::AttrDict,
        Syntax::Inferred,
    ]),
    stage: Some(Stage::Transform(|op| Some(Freeze { at: op.int("at")? }.into()))),
    ..OpDef::new("layout.freeze", "one index of a dim, which is then gone")
};
