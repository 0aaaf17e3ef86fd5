//! `layout.xor`: two dims, the second mixed with the first by exclusive or.

use crate::descriptor::Stage;
use crate::layout::transform::Xor;
use crate::registry::{Arity, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(2),
    results: Arity::Exactly(2),
    regions: Arity::Exactly(0),
    syntax: Some(&[Syntax::Operands, Syntax::AttrDict, Syntax::Inferred]),
    stage: Some(Stage::Transform(|_| Some(Xor.into()))),
    ..OpDef::new("layout.xor", "two dims, the second mixed with the first by exclusive or")
};
