//! `layout.pass_through`: a dim as it is.

use crate::descriptor::Stage;
use crate::layout::transform::PassThrough;
use crate::registry::{Arity, OpDef, Syntax};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    syntax: Some(&[Syntax::Operands, Syntax::AttrDict, Syntax::Inferred]),
    stage: Some(Stage::Transform(|_| Some(PassThrough.into()))),
    ..OpDef::new("layout.pass_through", "a dim as it is")
};
