//! `lower-addressing`: lowers each `layout.address` to a function of `arith` ops.
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
//! [`address::lower`] lowers a layout to a program. `kernels` does the same for each `layout.reorder`, whose copy map
//! is a layout, too.
//!
//! - The strides of the layout must be resolved. Its outermost length may be dynamic: the offset does not depend on it.
//!   The caller guarantees that offsets fit 31 or 63 bits, which bounds the index.
//! - Attributes of the op that other dialects define are copied to the function.

mod kernels;

use crate::pass::{Pass, PassContext, PassInfo};
use crate::resolved::{ResolvedLayouts, fault, noted};
use address::arith::{self, ADDRESS_KEY, AddressAttr, AddressedLayout};
use address::program::Program;
use address::{IndexType, OffsetUnit, lower};
use ir::diag::code;
use ir::encoding::Fault;
use ir::{Module, Op};

pub(crate) const INFO: PassInfo = PassInfo {
    name: "lower-addressing",
    summary: "lowers each `layout.address` to a function of `arith` ops",
    page: include_str!("lower_addressing/page.md"),
    options: &[],
    runs_on_functions: false,
    build: |_| Ok(Box::new(LowerAddressing)),
};

/// The pass `lower-addressing`.
pub struct LowerAddressing;

impl Pass for LowerAddressing {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let layout_of = |op: Op| cx.registry.of(module, op).and_then(|def| def.layout_of);
        let ops = module.ops(module.body()).filter_map(|op| Some((op, layout_of(op)?)));
        let resolved = ResolvedLayouts::new(module, cx.registry);
        let requests: Vec<(Op, Result<AddressRequest, Fault>)> =
            ops.map(|(op, key)| (op, AddressRequest::read(module, &resolved, op, key))).collect();
        for (op, request) in requests {
            match request {
                Ok(request) => {
                    request.replace(module, op);
                    cx.stats.add("functions created", 1);
                }
                Err(fault) => cx.sink.push(fault.to_diag(module.span(op))),
            }
        }
        kernels::add(module, cx);
    }
}

/// The addressing function that an op requests.
struct AddressRequest {
    /// The symbol of the layout.
    of: String,
    unit: OffsetUnit,
    program: Program,
}

impl AddressRequest {
    fn read(
        module: &Module,
        resolved: &ResolvedLayouts<'_>,
        op: Op,
        key: &str,
    ) -> Result<AddressRequest, Fault> {
        let of = module.attr(op, key).and_then(|attr| module.ctx.as_symbol(attr)).unwrap_or("");
        let unit = module.str_attr(op, "unit").and_then(OffsetUnit::of_text);
        let unit = unit.unwrap_or(OffsetUnit::Element);
        let index = module.str_attr(op, "index").and_then(IndexType::of_text);
        let layout = resolved.find(of)?;
        let program =
            lower(&layout, unit, index.unwrap_or(IndexType::Auto)).map_err(|refused| {
                let named =
                    fault(code::ADDRESS, format!("`@{of}` has no addressing function: {refused}"));
                match refused.note() {
                    Some(note) => noted(named, note),
                    None => named,
                }
            })?;
        Ok(AddressRequest { of: of.to_owned(), unit, program })
    }

    /// Replaces the op by its function.
    fn replace(&self, module: &mut Module, op: Op) {
        let function = self.function(module, op);
        let own = ["sym_name", "of", "unit", "index"];
        let others: Vec<_> =
            module.all_attrs(op).filter(|&(key, _)| !own.contains(&module.ctx.text(key))).collect();
        for (key, value) in others {
            let key = module.ctx.text(key).to_owned();
            if module.attr(function, &key).is_none() {
                module.set_attr(function, &key, Some(value));
            }
        }
        module.set_span(function, module.span(op));
        if let Some(loc) = module.op_loc(op) {
            module.set_op_loc(function, loc);
        }
        module.insert_before(function, op);
        module.erase(op);
    }

    fn function(&self, module: &mut Module, op: Op) -> Op {
        let symbol = module.symbol(op).unwrap_or("").to_owned();
        let lengths: Vec<i64> = self.program.params().iter().map(|param| param.length).collect();
        let labels: Vec<String> = (0..lengths.len()).map(|dim| format!("d{dim}")).collect();
        let layout = AddressedLayout::Of(&self.of);
        let attr = AddressAttr { layout, unit: self.unit, lengths, unknown_key: None };
        let attr = attr.write(module);
        arith::create_function(module, &symbol, &self.program, &[(ADDRESS_KEY, attr)], &labels)
    }
}
