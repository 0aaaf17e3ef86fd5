//! `check-addresses`: compares every addressing function with the layout that it came from.
//!
//! ```mlir
//! layout.tensor @x : tensor<4x5xf32>
//! func.func @offset_x(%d0: i32, %d1: i32) -> i32
//!     attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "element"}} {
//!   %0 = "arith.constant"() <{value = 6 : i32}> : () -> i32
//!   %1 = "arith.muli"(%d0, %0) : (i32, i32) -> i32
//!   %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
//!   return %2 : i32
//! }
//! // error: `@offset_x` and `@x` differ at index [1, 0]: the function gives 6, the layout 5
//! ```
//!
//! Both are evaluated, the function's ops one by one (`arith`), the layout by the core. That is done at every index inside
//! the lengths where these are at most 2^22; else at all corners and at seeded samples, and a remark says that the check is
//! not complete. The first difference of each function is an error. A division by zero and a shift by the whole
//! width are errors at any index inside the lengths, valid or not; what else a function gives for an index that is not
//! valid means nothing. The module is not changed.

mod claim;
mod compare;

use crate::address::{ADDRESS_KEY, Resolved};
use crate::arith::Function;
use crate::pass::{Pass, PassContext, PassInfo};
use claim::Claim;
use compare::{Comparison, Coverage};
use ir::diag::{Diag, Severity, code};
use ir::{Module, Op};

pub(crate) const INFO: PassInfo = PassInfo {
    name: "check-addresses",
    summary: "compares every addressing function with the layout that it came from",
    options: &[],
    build: |_| Ok(Box::new(CheckAddresses)),
};

/// The pass `check-addresses`.
pub struct CheckAddresses;

impl Pass for CheckAddresses {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let module = &*module;
        let resolved = Resolved::new(module, cx.registry);
        let registry = cx.registry;
        let is_function = |op: &Op| {
            let def = registry.of(module, *op);
            def.is_some_and(|def| def.function.is_some()) && module.attr(*op, ADDRESS_KEY).is_some()
        };
        for op in module.walk().filter(is_function) {
            match check(module, &resolved, cx, op) {
                Ok(None) => {}
                Ok(Some(remark)) => cx.sink.push(remark),
                Err(diag) => cx.sink.push(*diag),
            }
        }
    }
}

/// Checks one function; a remark where the check is not complete.
fn check(
    module: &Module,
    resolved: &Resolved<'_>,
    cx: &mut PassContext<'_>,
    op: Op,
) -> Result<Option<Diag>, Box<Diag>> {
    let at = |op: Op| move |fault: ir::encoding::Fault| Box::new(fault.to_diag(module.span(op)));
    let claim = Claim::read(module, op).map_err(at(op))?;
    let layout = resolved.find(claim.of).map_err(at(op))?;
    let function =
        Function::read(module, cx.registry, op).map_err(|(place, fault)| at(place)(fault))?;
    claim.fits(&layout, &function).map_err(at(op))?;
    let name = module.symbol(op).unwrap_or("");
    let comparison = Comparison { claim: &claim, layout: &layout, function: &function };
    let report = comparison.run().map_err(|difference| {
        let diag =
            Diag::error(code::ADDRESS_DIFFERS, module.span(op), difference.message(name, claim.of));
        Box::new(match difference.op() {
            Some(op) => diag.note_at(module.span(op), "by this op"),
            None => diag,
        })
    })?;
    cx.stats.add("functions checked", 1);
    cx.stats.add("indices compared", report.compared);
    cx.stats.add("functions that wrap", report.wraps.into());
    Ok(match report.coverage {
        Coverage::All => None,
        Coverage::Some(of) => {
            let message = format!(
                "`@{name}` was compared with `@{}` at {} of {of} indices, which does not show that they are the same",
                claim.of, report.compared
            );
            Some(Diag::new(Severity::Remark, code::ADDRESS_DIFFERS, module.span(op), message))
        }
    })
}
