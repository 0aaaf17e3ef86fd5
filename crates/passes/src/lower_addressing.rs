//! `lower-addressing`: puts the function in the place of each `layout.address` that asks for one.
//!
//! ```mlir
//! // before
//! layout.tensor @x : tensor<4x5xf32, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [8, 1]}>
//! layout.address @offset_x of @x
//! // after
//! func.func @offset_x(%d0: i32, %d1: i32) -> i32
//!     attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "element"}} {
//!   %0 = "arith.constant"() <{value = 8 : i32}> : () -> i32
//!   %1 = "arith.muli"(%d0, %0) : (i32, i32) -> i32
//!   %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
//!   return %2 : i32
//! }
//! ```
//!
//! What a layout means is told by the core: it is evaluated over an algebra whose values are ops, so that no address
//! arithmetic is written a second time. In reading order: `words` is that algebra, and tells how an index that is
//! negative on its way becomes arithmetic without signs; `program` is what it writes; `function` chooses the
//! width; `write` makes ops of it. `kernels` does the same for each `layout.reorder`, whose copy is a layout, too.
//!
//! - For every index inside the lengths nothing wraps and nothing divides by zero. Where offsets are negative, the last op
//!   makes their two's complement.
//! - `auto` is `i32` where each value on the way provably fits 31 bits, else `i64`.
//! - The second result is there exactly when a predicate stands in the layout, a `pad`, even one that always holds: the
//!   signature does not depend on what can be proven.
//! - What a tensor is asked must be decided: its strides resolved, its lengths static.
//! - An attribute of the op that it does not know goes to the function.

mod function;
mod kernels;
mod program;
mod words;
mod write;

pub use function::{AddressFault, AddressFunction, IndexType, Unit};

use crate::address::{Resolved, fault, noted};
use crate::pass::{Pass, PassContext, PassInfo};
use ir::diag::code;
use ir::encoding::Fault;
use ir::{Module, Op, Registry};

pub(crate) const INFO: PassInfo = PassInfo {
    name: "lower-addressing",
    summary: "puts a function of `arith` ops in the place of each `layout.address`",
    page: include_str!("lower_addressing/page.md"),
    options: &[],
    build: |_| Ok(Box::new(LowerAddressing)),
};

/// The pass `lower-addressing`.
pub struct LowerAddressing;

impl Pass for LowerAddressing {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let mut functions = Vec::new();
        for (op, function) in all_functions(module, cx.registry) {
            match function {
                Ok(function) => functions.push((op, function)),
                Err(fault) => cx.sink.push(fault.to_diag(module.span(op))),
            }
        }
        for (op, (of, function)) in functions {
            replace(module, op, &of, &function);
            cx.stats.add("functions made", 1);
        }
        kernels::add(module, cx);
    }
}

/// An op with the name of its layout and the function that it asks for.
type Asked = (Op, Result<(String, AddressFunction), Fault>);

fn all_functions(module: &Module, registry: &Registry) -> Vec<Asked> {
    let asks = |op: &Op| registry.of(module, *op).is_some_and(|def| def.layout_of.is_some());
    let asking: Vec<Op> = module.ops(module.body()).filter(asks).collect();
    let resolved = Resolved::new(module, registry);
    asking.into_iter().map(|op| (op, function(module, &resolved, op))).collect()
}

/// The function that an op asks for.
fn function(
    module: &Module,
    resolved: &Resolved<'_>,
    op: Op,
) -> Result<(String, AddressFunction), Fault> {
    let of = module.attr(op, "of").and_then(|attr| module.ctx.as_symbol(attr)).unwrap_or("");
    let unit = module.str_attr(op, "unit").and_then(Unit::of_text).unwrap_or(Unit::Element);
    let index = module.str_attr(op, "index").and_then(IndexType::of_text);
    let layout = resolved.find(of)?;
    let function = AddressFunction::new(&layout, unit, index.unwrap_or(IndexType::Auto));
    function.map(|function| (of.to_owned(), function)).map_err(|refused| {
        let named = fault(code::ADDRESS, format!("`@{of}` has no such function: {refused}"));
        match refused.note() {
            Some(note) => noted(named, note),
            None => named,
        }
    })
}

/// Puts a function in the place of the op that asks for it.
fn replace(module: &mut Module, op: Op, of: &str, function: &AddressFunction) {
    let symbol = module.symbol(op).unwrap_or("").to_owned();
    let made = function.write(module, &symbol, of);
    let own = ["sym_name", "of", "unit", "index"];
    let others: Vec<_> =
        module.all_attrs(op).filter(|&(key, _)| !own.contains(&module.ctx.text(key))).collect();
    for (key, value) in others {
        let key = module.ctx.text(key).to_owned();
        if module.attr(made, &key).is_none() {
            module.set_attr(made, &key, Some(value));
        }
    }
    module.set_span(made, module.span(op));
    if let Some(loc) = module.op_loc(op) {
        module.set_op_loc(made, loc);
    }
    module.insert_before(made, op);
    module.erase(op);
}

#[cfg(test)]
mod tests;
