//! The attributes of a plan, on a function and on the ops in it.
//!
//! A reader of the module may know no target. So the ops themselves state what the target permits and declares, as far as the
//! plan depends on it.

use super::Plan;
use ir::arena::{
    ARENA_ALIGNMENT_ATTR, ARENA_SIZE_ATTR, ArenaRange, INPLACE_ATTR, InPlaceResult, set_ranges,
};
use ir::views::declare;
use ir::{Attr, Module, Op};

impl Plan {
    /// Writes the plan. Attributes of an earlier plan are replaced.
    pub(super) fn write(&self, module: &mut Module) {
        let function = self.buffers.function;
        let ops: Vec<Op> = self.buffers.ops().collect();
        for op in ops {
            set_ranges(module, op, |value| {
                let &(offset, size) = self.ranges.get(&self.buffers.number(value)?)?;
                Some(ArenaRange { offset, size })
            });
        }
        for result in &self.results {
            permit(module, result);
        }
        for (op, view) in &self.views {
            declare(module, *op, view);
        }
        // A function without tensors, such as an addressing function, has no arena.
        let has_tensors = !self.buffers.buffers.is_empty();
        for (key, number) in [(ARENA_SIZE_ATTR, self.size), (ARENA_ALIGNMENT_ATTR, self.alignment)]
        {
            let attr = has_tensors.then(|| int(module, number));
            if attr.is_some() || module.attr(function, key).is_some() {
                module.set_attr(function, key, attr);
            }
        }
    }
}

fn int(module: &mut Module, number: u64) -> Attr {
    module.ctx.int(i64::try_from(number).expect("sizes of an arena have 63 bits"))
}

/// Records on an op that it overwrites a value. The value may be several operands, all of which have the permission.
fn permit(module: &mut Module, result: &InPlaceResult) {
    let InPlaceResult { op, operand, .. } = *result;
    let operands = module.operands(op);
    let value = operands[operand];
    let all = operands.iter().zip(0i64..).filter(|(other, _)| **other == value);
    let mut listed: Vec<i64> = all.map(|(_, at)| at).collect();
    let stated = module.attr(op, INPLACE_ATTR).and_then(|attr| module.ctx.as_int_list(attr));
    let stated = stated.unwrap_or_default();
    if !listed.iter().all(|at| stated.contains(at)) {
        listed.extend(stated);
        listed.sort_unstable();
        listed.dedup();
        let attr = module.ctx.i64_array(&listed);
        module.set_attr(op, INPLACE_ATTR, Some(attr));
    }
}
