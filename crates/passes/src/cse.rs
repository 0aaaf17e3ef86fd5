//! `cse`: replaces an op by an equal op that dominates it, and removes ops whose results are unused.
//!
//! ```mlir
//! // before
//! %0 = layout.reorder %x : tensor<8x4xf16> -> tensor<8x4xf16, {order = #CN}>
//! %1 = layout.reorder %x : tensor<8x4xf16> -> tensor<8x4xf16, {order = #CN}>
//! %2 = "t.add"(%0, %1) : ...
//! // after
//! %0 = layout.reorder %x : tensor<8x4xf16> -> tensor<8x4xf16, {order = #CN}>
//! %2 = "t.add"(%0, %0) : ...
//! ```
//!
//! Two ops are equal if their names, operands, attributes and result types are equal. The pass replaces and removes
//! only ops that the registry knows to have no side effects ([`Registry::is_pure`]). Ops with regions and unknown ops
//! are kept, with their operands replaced. A constant whose values were elided from the text equals no other constant.
//!
//! The search walks the dominator tree of each region, with a table of the visited ops that dominate the current one. A
//! region sees the table around it, unless its op is isolated from above or may be.

mod table;

use crate::edits::replace_operands;
use crate::pass::{Pass, PassContext, PassInfo};
use crate::pure_ops::{is_elided, is_pure, remove_unused};
use ir::module::{Block, Region, dominated_blocks};
use ir::registry::Traits;
use ir::{Module, Op, Registry, Value};
use rustc_hash::FxHashMap;
use table::{Expression, ExpressionTable};

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "cse",
    "merges equal ops without side effects and removes unused ones",
    include_str!("cse/page.md"),
    &[],
    &|_| Ok(Box::new(Cse)),
)
.on_functions();

/// The pass `cse`.
pub struct Cse;

impl Pass for Cse {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let roots = cx.roots(module);
        let mut search = EqualOpSearch {
            module,
            registry: cx.registry,
            table: ExpressionTable::default(),
            replaced: FxHashMap::default(),
            equal: Vec::new(),
        };
        roots.iter().for_each(|&root| search.regions(root));
        let EqualOpSearch { replaced, equal, .. } = search;
        if !equal.is_empty() {
            merge(module, &replaced, &equal);
            cx.stats.add("ops merged", equal.len() as u64);
        }
        remove_unused(module, cx, &roots);
    }
}

/// Replaces the results of equal ops everywhere, and erases these ops.
fn merge(module: &mut Module, replaced: &FxHashMap<Value, Value>, equal: &[EqualOps]) {
    for &EqualOps { first, again } in equal {
        if let (None, Some(loc)) = (module.op_loc(first), module.op_loc(again)) {
            module.set_op_loc(first, loc);
        }
        module.erase(again);
    }
    replace_operands(module, |_, value| replaced.get(&value).copied());
}

/// Two equal ops; the first dominates the other.
struct EqualOps {
    first: Op,
    again: Op,
}

/// The search for equal ops.
struct EqualOpSearch<'a> {
    module: &'a Module,
    registry: &'a Registry,
    /// The visited ops that dominate the current one.
    table: ExpressionTable,
    /// The results of each op that equals an earlier one, mapped to the results of the earlier one.
    replaced: FxHashMap<Value, Value>,
    equal: Vec<EqualOps>,
}

impl EqualOpSearch<'_> {
    /// Visits the regions of an op. The verifier limits the nesting depth of regions.
    fn regions(&mut self, op: Op) {
        let module = self.module;
        if module.regions(op).is_empty() {
            return;
        }
        let outer = self.is_closed(op).then(|| std::mem::take(&mut self.table));
        for &region in module.regions(op) {
            self.region(region);
        }
        if let Some(outer) = outer {
            self.table = outer;
        }
    }

    /// Returns `true` if the regions of an op cannot use values defined around it, or if that is unknown.
    fn is_closed(&self, op: Op) -> bool {
        self.registry
            .op_def(self.module, op)
            .is_none_or(|def| def.traits.has(Traits::ISOLATED) || def.traits.has(Traits::FOREIGN))
    }

    /// Visits the blocks of a region, each after those that dominate it. Unreachable blocks are not visited.
    fn region(&mut self, region: Region) {
        let module = self.module;
        let Some(&entry) = module.blocks(region).first() else { return };
        let mut children = dominated_blocks(module, region);
        let mut path = vec![(entry, self.table.begin_scope())];
        self.block(entry);
        while let Some((block, scope)) = path.last() {
            match children.get_mut(block).and_then(Vec::pop) {
                Some(child) => {
                    path.push((child, self.table.begin_scope()));
                    self.block(child);
                }
                None => {
                    self.table.end_scope(*scope);
                    path.pop();
                }
            }
        }
    }

    fn block(&mut self, block: Block) {
        for op in self.module.ops(block) {
            self.regions(op);
            if is_pure(self.module, self.registry, op) && !is_elided(self.module, op) {
                self.pure_op(op);
            }
        }
    }

    fn pure_op(&mut self, again: Op) {
        let replaced = &self.replaced;
        let expression = Expression::new(self.module, again, |value| {
            replaced.get(value).copied().unwrap_or(*value)
        });
        let Some(first) = self.table.find_or_add(expression, again) else { return };
        let pairs = self.module.results(again).zip(self.module.results(first));
        self.replaced.extend(pairs);
        self.equal.push(EqualOps { first, again });
    }
}

#[cfg(test)]
mod tests;
