//! `tensor.empty`: a tensor without contents, as a destination. Any layout costs nothing.

use super::checks::tensor_result;
use super::tensor_shapes::index_operands;
use crate::choice::{Choice, Slot};
use crate::diag::{code, counted};
use crate::print::type_to_string;
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
        let shown = type_to_string(module, result.ty);
        let message = format!("the result of `tensor.empty` is `{shown}`, but must be ranked");
        return check.error_at(check.location().output(0), code::TYPE_MISMATCH, message);
    };
    let lengths = module.operands(check.op).len();
    let dynamic = dims.iter().filter(|len| len.is_none()).count();
    if lengths != dynamic {
        let operands = counted(lengths, "operand");
        let dynamic = counted(dynamic, "dynamic dim");
        let message = format!("`tensor.empty` has {operands}, but its result has {dynamic}");
        check.error(code::COUNT, message);
    }
    index_operands(check, 0..lengths);
}
