//! `tensor.empty`: a tensor without contents, as a destination. Any layout costs nothing.

use super::checks::tensor_result;
use super::tensor_shapes::index_operands;
use crate::choice::{Choice, Slot};
use crate::registry::{OpCheck, OpDef, SharedFn, text};

pub(super) const DEF: OpDef = OpDef {
    name: text("tensor.empty"),
    summary: text("a tensor without contents"),
    verify: Some(SharedFn::from_static(&verify)),
    choice: Some(SharedFn::from_static(&|| Choice::all(Slot::Any))),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let Some(result) = tensor_result(check) else { return };
    let module = check.module;
    let Some(dims) = result.dims else {
        return check.wrong_type(check.location().output(0), "the result", result.ty, "be ranked");
    };
    let lengths = module.operands(check.op).len();
    let dynamic = dims.iter().filter(|len| len.is_none()).count();
    let own = ("`tensor.empty`", lengths, "operand");
    check.same_count(check.location(), own, ("its result", dynamic, "dynamic dim"));
    index_operands(check, 0..lengths);
}
