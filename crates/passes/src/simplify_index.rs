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
//! every index inside that, and nothing is promised outside. It is found in four phases:
//! 1. `read`: the function in the normal form of the core; tests of one number become one test;
//! 2. `graph` and `rules`: an e-graph of equal forms, grown from that one. It stops after 8 rounds or 300
//!    nodes; a class has at most 40 sums, of which the 4 shortest are put into others. Only what is new
//!    in a round is looked at in the next one, and nothing depends on a clock;
//! 3. `extract`: the cheapest form of the e-graph, each class counted once: a greedy choice, made better by exchanges and
//!    by branch and bound within 2,000 steps;
//! 4. `program`: instructions, with `divide` for division by constants and `sum` for the nesting of sums.
//!
//! What the phases share: `facts`, `op` and `form` (what is known of numbers; operations; lists of them) and
//! `cost`; `function` is the door to the IR. Phases 2 and 3 need the feature `egg`, without which the normal
//! form itself is written. The table of rules stands in `rules`. A rule that joins two values which cannot be
//! equal is a fault of this pass: it is told by the rule's name, and the function stays as it was.
//!
//! The option `cost` says what cheap means: `weight` counts a multiplication of either half as 3 and everything else
//! as 1, `ops` counts operations; for both, one multiplication gives both halves. `slots` counts issue slots of a GPU
//! whose multiplications take 4, but 1 for the low half where its driver sees that both factors are below 2^24: it
//! looks at shifts and masks, so what is known to be that small is masked. A function that cannot be made cheaper
//! stays as it is; so does one that has other ops than address functions have, which is counted.

mod cost;
mod divide;
#[cfg(feature = "egg")]
mod extract;
mod form;
mod function;
#[cfg(feature = "egg")]
mod graph;
mod op;
mod program;
mod read;
#[cfg(feature = "egg")]
mod rules;
mod sum;

use crate::pass::{OptionInfo, Pass, PassContext, PassInfo};
use cost::Cost;
use form::{Args, Form};
use ir::Module;
use ir::diag::{Diag, code};
use program::{Program, Reg};

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
        let (program, roots) = match self.best(&form, &args, cx) {
            Ok(best) => best,
            Err(fault) => return self.broken(module, func, &fault, cx),
        };
        let new = function::program_price(module, block, &program, &roots);
        cx.stats.add("cost before", Cost::counted(old));
        if new < old || divides {
            function::write(module, block, &program, &roots);
            cx.stats.add("functions simplified", 1);
        }
        cx.stats.add("cost after", Cost::counted(if divides { new } else { new.min(old) }));
    }

    /// The cheapest program for a form in normal form.
    ///
    /// # Errors
    /// A rule of the e-graph is wrong.
    fn best(
        &self,
        form: &Form,
        args: &Args,
        cx: &mut PassContext<'_>,
    ) -> Result<(Program, Vec<Reg>), String> {
        cx.stats.add("expressions read", u64::try_from(form.nodes.len()).unwrap_or(u64::MAX));
        let normal = form.lower(args, self.cost);
        #[cfg(feature = "egg")]
        {
            let mut graph = graph::Graph::new(form, args);
            graph.grow()?;
            let nodes = u64::try_from(graph.nodes()).unwrap_or(u64::MAX);
            cx.stats.add("expressions compared", nodes);
            if let Some(found) = extract::cheapest(&graph, args, self.cost) {
                let found = found.lower(args, self.cost);
                if found.0.price(&found.1) < normal.0.price(&normal.1) {
                    return Ok(found);
                }
            }
        }
        Ok(normal)
    }

    /// Tells that a rule is wrong: a fault of this pass.
    fn broken(&self, module: &Module, func: ir::Op, fault: &str, cx: &mut PassContext<'_>) {
        let message = format!("`simplify-index` contradicts itself: {fault}");
        let diag = Diag::error(code::INTERNAL, module.span(func), message);
        cx.sink.push(diag);
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
