//! `layout.modulo`: a dim that begins anew after every so many indices.

use crate::descriptor::Stage;
use crate::layout::transform::Modulo;
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec::required("modulus", AttrClass::Int),
        AttrSpec::required("length", AttrClass::Int),
    ],
    syntax: Some(&[
        Syntax::Operands,
        Syntax::Word("by"),
        Syntax::Int("modulus"),
        Syntax::Word("length"),
        Syntax::Int("length"),
        Syntax::AttrDict,
        Syntax::Inferred,
    ]),
    stage: Some(Stage::Transform(|op| {
        Some(Modulo { modulus: op.int("modulus")?, length: op.int("length")? }.into())
    })),
    ..OpDef::new("layout.modulo", "a dim that begins anew after every so many indices")
};
