//! `layout.embed`: a dim as several, each with a stride of its own.

use crate::descriptor::Stage;
use crate::layout::transform::Embed;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec::required("lengths", AttrClass::Ints),
        AttrSpec::required("strides", AttrClass::Ints),
    ],
    syntax: Some(&[
        Syntax::Operands,
        Syntax::Word("into"),
        Syntax::Ints("lengths"),
        Syntax::Word("strides"),
        Syntax::Ints("strides"),
        Syntax::AttrDict,
        Syntax::Inferred,
    ]),
    stage: Some(Stage::Transform(|op| {
        Some(Embed { lengths: op.ints("lengths")?, strides: op.ints("strides")? }.into())
    })),
    ..OpDef::new("layout.embed", "a dim as several, each with a stride of its own")
};
