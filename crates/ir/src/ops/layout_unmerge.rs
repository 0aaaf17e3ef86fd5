//! `layout.unmerge`: a dim as several, the first the slowest.

use crate::descriptor::Stage;
use crate::layout::transform::Unmerge;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec::required("lengths", AttrClass::Ints)],
    syntax: Some(&[
        Syntax::Operands,
        Syntax::Word("into"),
        Syntax::Ints("lengths"),
        Syntax::AttrDict,
        Syntax::Inferred,
    ]),
    stage: Some(Stage::Transform(|op| Some(Unmerge { lengths: op.ints("lengths")? }.into()))),
    ..OpDef::new("layout.unmerge", "a dim as several, the first the slowest")
};
