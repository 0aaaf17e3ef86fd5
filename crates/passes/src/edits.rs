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

/// Returns a copy of an op without regions, which is not yet in a block.
pub(crate) fn clone_op(module: &mut Module, op: Op) -> Op {
    let name = module.op_name(op);
    let span = module.span(op);
    let operands = module.operands(op).to_vec();
    let results: Vec<Type> = module.results(op).map(|value| module.ty(value)).collect();
    let copy = module.create_op(NewOp {
        operands: &operands,
        results: &results,
        span,
        ..NewOp::new(name)
    });
    let attrs = module.attrs(op);
    let props = module.props(op);
    module.set_attrs(copy, attrs);
    module.set_props(copy, props);
    if let Some(loc) = module.op_loc(op) {
        module.set_op_loc(copy, loc);
    }
    copy
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
