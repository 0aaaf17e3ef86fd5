//! Edits of modules that passes share.

use ir::module::NewOp;
use ir::source::Span;
use ir::{Module, Op, Type, Value};

/// Creates an op with one operand and one result. Returns the op, which is not yet in a block, and its result.
pub(crate) fn create_unary(
    module: &mut Module,
    name: &str,
    operand: Value,
    result: Type,
    span: Span,
) -> (Op, Value) {
    let name = module.ctx.name(name);
    let operands = &[operand][..];
    let results = &[result][..];
    let op = module.create_op(NewOp { operands, results, span, ..NewOp::new(name) });
    (op, module.result(op, 0).expect("the op was made with one result"))
}

/// Replaces each operand for which `new` returns a value.
pub(crate) fn replace_operands(module: &mut Module, new: impl Fn(Op, Value) -> Option<Value>) {
    for op in module.walk().collect::<Vec<Op>>() {
        for place in 0..module.operands(op).len() {
            if let Some(value) = new(op, module.operands(op)[place]) {
                module.set_operand(op, place, value);
            }
        }
    }
}
