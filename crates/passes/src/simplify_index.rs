//! `simplify-index`: the cheapest function that gives the same addresses.
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
//! A function with the attribute `layout.address` tells how long each dim is; the new function is equal to the old one for
//! every index inside that, and nothing is promised outside. The parts, in reading order:
//! - `facts`, `op`, `form`: what is known of numbers; operations; lists of them;
//! - `cost`, `divide`, `sum`: prices, division by constants, the nesting of sums;
//! - `program`: instructions, and what each operation becomes;
//! - `read`: a function in normal form; `function`: the door to the IR.
//!
//! The option `cost` says what cheap means: `weight` counts a multiplication of either half as 3 and everything else
//! as 1, `ops` counts operations, `slots` counts issue slots of a GPU whose multiplications take 4. A function
//! that cannot be made cheaper stays as it is; so does one that has other ops than address functions have, which is counted.

mod cost;
mod divide;
mod facts;
mod form;
mod function;
mod op;
mod program;
mod read;
mod sum;

use crate::pass::{OptionInfo, Pass, PassContext, PassInfo};
use cost::Cost;
use ir::Module;

pub(crate) const INFO: PassInfo = PassInfo {
    name: "simplify-index",
    summary: "makes functions that compute addresses cheap",
    options: &[OptionInfo {
        name: "cost",
        values: &["weight", "ops", "slots"],
        default: "weight",
        summary: "what cheap means: weighted operations, operations, or issue slots",
    }],
    build: |options| Ok(Box::new(SimplifyIndex { cost: Cost::named(options.get("cost")) })),
};

/// The pass `simplify-index`.
pub struct SimplifyIndex {
    cost: Cost,
}

impl Pass for SimplifyIndex {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let funcs: Vec<_> = module.walk().collect();
        for func in funcs {
            self.function(module, func, cx);
        }
    }
}

impl SimplifyIndex {
    fn function(&self, module: &mut Module, func: ir::Op, cx: &mut PassContext<'_>) {
        let Some(block) = function::body(module, func) else { return };
        let lengths = function::lengths(module, func).unwrap_or_default();
        let (old, divides) = function::price(module, block, self.cost);
        let Ok((form, args)) = function::read(module, block, &lengths) else {
            cx.stats.add("functions left as they are", 1);
            return;
        };
        let (program, roots) = form.lower(&args, self.cost);
        let new = function::program_price(module, block, &program, &roots);
        cx.stats.add("cost before", Cost::counted(old));
        if new < old || divides {
            function::write(module, block, &program, &roots);
            cx.stats.add("functions simplified", 1);
        }
        cx.stats.add("cost after", Cost::counted(if divides { new } else { new.min(old) }));
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
