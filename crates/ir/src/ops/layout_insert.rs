//! `layout.insert`: a new dim that changes nothing.

use crate::descriptor::Stage;
use crate::layout::transform::Insert;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(0),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec::required("length", AttrClass::Int)],
    syntax: Some(&[Syntax::Int("length"), Syntax::AttrDict, Syntax::Inferred]),
    stage: Some(Stage::Transform(|op| Some(Insert { length: op.int("length")? }.into()))),
    ..OpDef::new("layout.insert", "a new dim that changes nothing")
};
