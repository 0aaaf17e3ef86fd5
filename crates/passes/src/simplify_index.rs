//! `simplify-index`: replaces each addressing function by the cheapest one that computes the same addresses.
//!
//! ```mlir
//! // before: n, c, h, w from one number, in steps of the source; then the offset in the target
//! func.func @offset_x(%d0: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 786432>}} {
//!   %c768 = arith.constant 768 : i32
//!   %c1024 = arith.constant 1024 : i32
//!   %0 = arith.divui %d0, %c768 : i32
//!   %1 = arith.remui %d0, %c768 : i32
//!   %2 = arith.muli %1, %c1024 : i32
//!   %3 = arith.addi %2, %0 : i32
//!   return %3 : i32
//! }
//! // after: one high half of a product, one product, a shift and a difference
//! ```
//!
//! The lengths in the attribute `layout.address` bound the index; the new function is equal to the old one inside them, and
//! computes anything outside. [`address::simplify`] finds it. The option `cost` chooses the cost model: `weight` counts a
//! multiplication of either half as 3 and everything else as 1, `ops` counts operations; for both, one multiplication gives
//! both halves. `slots` counts issue slots of a GPU whose multiplications take 4, but 1 for the low half where its driver
//! sees that both factors are below 2^24: it looks at shifts and masks, so what is known to be that small is masked.
//!
//! A function that cannot be made cheaper stays as it is; so does one that has other ops than addressing functions have,
//! which is counted. A contradiction within the simplifier is an error, and the function stays as it was.

use crate::pass::{OptionInfo, Pass, PassContext, PassInfo};
use address::arith;
use address::simplify::{CostModel, Simplified, SimplifyFault, simplify};
use ir::diag::{Diag, code};
use ir::{Module, Op};

pub(crate) const INFO: PassInfo = PassInfo {
    name: "simplify-index",
    summary: "makes functions that compute addresses cheap",
    page: include_str!("simplify_index/page.md"),
    options: &[OptionInfo {
        name: "cost",
        values: &["weight", "ops", "slots"],
        default: "weight",
        summary: "what cheap means: weighted operations, operations, or issue slots",
    }],
    runs_on_functions: false,
    build: |options| {
        let cost = CostModel::named(options.get("cost")).unwrap_or(CostModel::Weight);
        Ok(Box::new(SimplifyIndex { cost }))
    },
};

/// The pass `simplify-index`.
pub struct SimplifyIndex {
    /// What cheap means.
    pub cost: CostModel,
}

impl Pass for SimplifyIndex {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let ops: Vec<Op> = module.walk().collect();
        for op in ops {
            let Some(block) = arith::body(module, cx.registry, op) else { continue };
            let Ok(program) = arith::program(module, cx.registry, op) else {
                cx.stats.add("functions left as they are", 1);
                continue;
            };
            match simplify(&program, self.cost) {
                Ok(found) => {
                    count(&found, cx);
                    if let Some(program) = found.program {
                        arith::replace_body(module, block, &program);
                    }
                }
                Err(SimplifyFault::Unsupported(_)) => cx.stats.add("functions left as they are", 1),
                Err(SimplifyFault::Contradiction(fault)) => {
                    let message = format!("`simplify-index` contradicts itself: {fault}");
                    cx.sink.push(Diag::error(code::INTERNAL, module.span(op), message));
                }
            }
        }
    }
}

fn count(found: &Simplified, cx: &mut PassContext<'_>) {
    let counted = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    cx.stats.add("expressions read", counted(found.expressions));
    if found.compared > 0 {
        cx.stats.add("expressions compared", counted(found.compared));
    }
    cx.stats.add("cost before", CostModel::counted(found.before));
    if found.program.is_some() {
        cx.stats.add("functions simplified", 1);
    }
    cx.stats.add("cost after", CostModel::counted(found.after));
}

#[cfg(test)]
mod tests;
