//! The proof of the plan of a kernel: each slot of the target is written once, with the right element or with zero.

use super::reorders::{ReorderEnds, Reorders};
use crate::resolved::{fault, noted};
use address::arith::{PLAN_KEY, read_plan};
use ir::diag::code;
use ir::encoding::Fault;
use ir::layout::CopyPlan;
use ir::{Module, Op};

/// The numbers of proofs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlanCounts {
    /// The proven plans.
    pub(super) proven: u64,
    /// The plans whose writes were also compared with the copy slot by slot.
    pub(super) compared: u64,
}

/// Proves the plan of a kernel for each of its reorders.
///
/// # Errors
/// The plan cannot be read, or is not the copy of one of the reorders.
pub(super) fn check(module: &Module, layouts: &Reorders<'_>, op: Op) -> Result<PlanCounts, Fault> {
    let attr = module.attr(op, PLAN_KEY).ok_or_else(|| fault(code::OP_ATTRIBUTE, "no plan"))?;
    let plan = read_plan(module, attr).map_err(|message| fault(code::OP_ATTRIBUTE, message))?;
    let name = module.symbol(op).unwrap_or_default();
    let mut is_compared = true;
    for reorder in layouts.ends(op)? {
        is_compared &= prove(&plan, &reorder, name)?;
    }
    Ok(PlanCounts { proven: 1, compared: is_compared.into() })
}

/// Proves a plan for one reorder. Returns `true` if its writes were compared, too.
fn prove(plan: &CopyPlan, reorder: &ReorderEnds<'_>, name: &str) -> Result<bool, Fault> {
    let ReorderEnds { of, source, target } = reorder;
    if target.elem().is_some_and(|elem| elem.bits().get() != plan.elem_bits) {
        let message = format!("the plan of `@{name}` has another element size than `@{of}`");
        return Err(fault(code::ADDRESS_DIFFERS, message));
    }
    let differs = |reason: String| {
        let message = format!("the plan of `@{name}` is not the copy of `@{of}`: {reason}");
        noted(fault(code::ADDRESS_DIFFERS, message), "`lower-addressing` writes `layout.plan`")
    };
    // The comparison reports the slot of a difference, so it comes first.
    let is_compared = plan.compare(source, target).map_err(|it| differs(it.to_string()))?;
    plan.prove(source, target).map_err(|it| differs(it.to_string()))?;
    Ok(is_compared)
}
