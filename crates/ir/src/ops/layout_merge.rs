//! `layout.merge`: several dims as one, the first the slowest.

use crate::descriptor::Stage;
use crate::layout::transform::Merge;
use crate::registry::{Arity, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::AtLeast(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    syntax: Some(&[Syntax::Operands, Syntax::AttrDict, Syntax::Inferred]),
    stage: Some(Stage::Transform(|_| Some(Merge.into()))),
    ..OpDef::new("layout.merge", "several dims as one, the first the slowest")
};
