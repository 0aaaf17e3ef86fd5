//! `layout.replicate`: new dims along which all repeats.

use crate::descriptor::Stage;
use crate::layout::transform::Replicate;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec::required("lengths", AttrClass::Ints)],
    syntax: Some(&[Syntax::Ints("lengths"), Syntax::AttrDict, Syntax::Inferred]),
    stage: Some(Stage::Transform(|op| Some(Replicate { lengths: op.ints("lengths")? }.into()))),
    ..OpDef::new("layout.replicate", "new dims along which all repeats")
};
