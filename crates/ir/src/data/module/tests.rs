//! Tests of program order, labels, and the size of entities.

use super::entity::{OpData, ValueData};
use super::*;
use crate::data::context::Context;

#[test]
fn module_links_erases_and_walks_ops_in_order() {
    let mut module = Module::new();
    let name = module.ctx.name("t.o");
    let ops: Vec<Op> = (0..4).map(|_| module.create_op(NewOp::new(name))).collect();
    let body = module.body();
    module.append_op(body, ops[0]);
    module.append_op(body, ops[3]);
    module.insert_before(ops[1], ops[3]);
    module.insert_after(ops[2], ops[1]);
    assert_eq!(module.ops(body).collect::<Vec<_>>(), ops);
    module.erase(ops[0]);
    module.erase(ops[3]);
    assert_eq!(module.walk().collect::<Vec<_>>(), [module.root(), ops[1], ops[2]]);
}

#[test]
fn op_and_value_sizes_are_bounded() {
    assert!(size_of::<OpData>() <= 48 && size_of::<ValueData>() <= 16);
}

#[test]
fn label_display_returns_the_parsed_text() {
    let mut ctx = Context::new();
    for text in ["0", "12", "007", "conv1", "4294967296"] {
        let label = Label::parse(text, &mut ctx);
        assert_eq!(label.display(&ctx).as_deref(), Some(text));
    }
}
