//! `simplify-index`: replaces each addressing function by the cheapest equivalent that it finds.
//!
//! ```mlir
//! // before: n, c, h, w from one number with the strides of the source; then the offset in the target
//! func.func @offset_x(%d0: i32) -> i32 attributes {layout.address = {of = @x, unit = "element", lengths = array<i64: 786432>}} {
//!   %c768 = arith.constant 768 : i32
//!   %c1024 = arith.constant 1024 : i32
//!   %0 = arith.divui %d0, %c768 : i32
//!   %1 = arith.remui %d0, %c768 : i32
//!   %2 = arith.muli %1, %c1024 : i32
//!   %3 = arith.addi %2, %0 : i32
//!   return %3 : i32
//! }
//! // after: the high half of a product, a product, a shift and a difference
//! ```
//!
//! The lengths in the attribute `layout.address` bound the index. The new function equals the old one within these
//! bounds; outside them, its result is unspecified. [`address::simplify`] finds it. The option `cost`, or else the target,
//! selects the cost model:
//!
//! - `weight` counts a multiplication, low or high half, as 3 and every other operation as 1;
//! - `ops` counts operations. A division or remainder is one operation, so it is kept where that is cheapest;
//! - `slots` counts issue slots of a GPU: 4 for a multiplication, but 1 for a low half whose factors the driver knows
//!   to be below 2^24. The driver derives such bounds from shifts and masks only, so the simplifier adds masks. Two
//!   operations that one instruction computes, such as a shift and a sum, count as 1.
//!
//! In `weight` and `ops`, one multiplication computes both halves. In `weight` and `slots`, a multiplication of 64-bit
//! words counts as 12; `slots` does not count conversions between 32 and 64 bits.
//!
//! In a function of 64-bit words, each value that fits 32 bits is computed in 32 bits, and extended where it is first
//! needed. Where conversions cost more than that saves, a function uses 64 bits throughout: by `ops` any function, by
//! `weight` a function whose result needs 64 bits, and which would otherwise weigh more than its own ops, one by one, with
//! shifts and masks for powers of two.
//!
//! A function that cannot be made cheaper is kept. A function with other ops than addressing functions have is kept and
//! counted. An inconsistency in the simplifier is reported as an error, and the function is kept.

use crate::pass::{OptionInfo, Pass, PassContext, PassInfo};
use address::arith;
use address::simplify::{CostModel, Simplified, SimplifyFault, simplify_all};
use ir::Module;
use ir::diag::{Diag, code};
use ir::target::{IndexCost, Target};

const OPTIONS: &[OptionInfo] = &[
    OptionInfo::constant(
        COST,
        &IndexCost::NAMES,
        "",
        "the cost to minimize: weighted operations, operations, or issue slots; default is that of the target",
    ),
    OptionInfo::constant(
        DEFAULT,
        &IndexCost::NAMES,
        "weight",
        "the cost to minimize if neither `cost` nor the target names one",
    ),
];

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "simplify-index",
    "rewrites addressing functions to cheaper equivalent ones",
    include_str!("simplify_index/page.md"),
    OPTIONS,
    &|options| {
        let named = |option: &str| IndexCost::named(options.get(option)).map(arith::cost_model);
        let default_cost = named(DEFAULT).unwrap_or(CostModel::Weight);
        Ok(Box::new(SimplifyIndex { cost: named(COST), default_cost }))
    },
);

const COST: &str = "cost";
const DEFAULT: &str = "default";

/// The pass `simplify-index`.
pub struct SimplifyIndex {
    /// The cost model to minimize; `None` for that of the target.
    pub cost: Option<CostModel>,
    /// The cost model to minimize if neither `cost` nor the target names one.
    pub default_cost: CostModel,
}

impl SimplifyIndex {
    fn cost(&self, target: Option<&Target>) -> CostModel {
        self.cost.or_else(|| target?.index_cost.map(arith::cost_model)).unwrap_or(self.default_cost)
    }
}

impl Pass for SimplifyIndex {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let mut functions = Vec::new();
        let mut programs = Vec::new();
        for op in module.walk() {
            let Some(block) = arith::body(module, cx.registry, op) else { continue };
            match arith::program(module, cx.registry, op) {
                Ok(program) => {
                    functions.push((op, block));
                    programs.push((program, arith::derivable_form(module, op)));
                }
                Err(_) => cx.stats.add("functions kept unchanged", 1),
            }
        }
        let results = simplify_all(&programs, self.cost(cx.target));
        for ((op, block), result) in functions.into_iter().zip(results) {
            match &*result {
                Ok(found) => {
                    count(found, cx);
                    if let Some(program) = &found.program {
                        arith::replace_body(module, block, program);
                    }
                }
                Err(SimplifyFault::Contradiction(fault)) => {
                    let message = format!(
                        "`simplify-index` found an inconsistency in its own result: {fault}"
                    );
                    cx.sink.push(Diag::error(code::INTERNAL, module.location(op), message));
                }
                Err(_) => cx.stats.add("functions kept unchanged", 1),
            }
        }
    }
}

fn count(found: &Simplified, cx: &mut PassContext<'_>) {
    fn counted(number: usize) -> u64 {
        u64::try_from(number).unwrap_or(u64::MAX)
    }
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
