//! The program of a kernel without a plan.

use crate::program::Program;
use crate::simplify::{CostModel, SimplifyFault, simplify};
use crate::unit::OffsetUnit;
use crate::{IndexType, Periodic, lower};
use ir::kernel::CopyKernel;
use ir::target::IndexCost;

/// Returns the program from each slot of the target of a kernel to the slot of its element in the source. It is the
/// cheapest by a cost model.
///
/// # Errors
/// The reason why there is no program.
pub fn slot_program(kernel: &CopyKernel, cost: CostModel) -> Result<Program, String> {
    let program = lowered(kernel)?;
    match simplify(&program, cost) {
        Ok(found) => Ok(found.program.unwrap_or(program)),
        Err(fault @ SimplifyFault::Contradiction(_)) => Err(fault.to_string()),
        Err(SimplifyFault::Unsupported(_)) => Ok(program),
    }
}

/// Returns the same map in periodic form; `None` if none is known.
pub fn periodic_slots(kernel: &CopyKernel) -> Option<Periodic> {
    Periodic::of_program(&lowered(kernel).ok()?)
}

/// Returns the map as it is lowered from the layouts.
fn lowered(kernel: &CopyKernel) -> Result<Program, String> {
    let map = kernel.slot_map().map_err(|fault| fault.message)?;
    let program = lower(&map, OffsetUnit::Element, IndexType::Auto);
    let program = program.map_err(|fault| fault.to_string())?;
    match program.tables().first() {
        Some(table) => Err(format!("kernels do not read tables, but a layout depends on {table}")),
        None => Ok(program),
    }
}

/// Returns the cost model of a measure of a target.
pub fn cost_model(cost: IndexCost) -> CostModel {
    match cost {
        IndexCost::Weight => CostModel::Weight,
        IndexCost::Ops => CostModel::Ops,
        IndexCost::Slots => CostModel::Slots,
    }
}
