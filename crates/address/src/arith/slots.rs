//! The programs of kernels without a plan.

use crate::program::Program;
use crate::simplify::{CostModel, SimplifyFault, simplify};
use crate::unit::OffsetUnit;
use crate::{IndexType, Periodic, lower};
use ir::diag::code;
use ir::encoding::Fault;
use ir::kernel::CopyKernel;
use ir::layout::Layout;
use ir::target::IndexCost;

/// Returns the program from each slot of the target of a kernel to the slot of its element in the source. It is the
/// cheapest by a cost model.
///
/// # Errors
/// The reason why there is no program.
pub fn slot_program(kernel: &CopyKernel, cost: CostModel) -> Result<Program, String> {
    let program = lowered_slots(kernel).map_err(|fault| fault.message)?;
    simplified(program, cost)
}

/// Returns the program from each index of a layout to its offset, in elements. It is the cheapest by a cost model.
///
/// # Errors
/// The reason why there is no program.
pub fn layout_program(layout: &Layout, cost: CostModel) -> Result<Program, String> {
    let program = lowered(layout).map_err(|fault| fault.message)?;
    simplified(program, cost)
}

fn simplified(program: Program, cost: CostModel) -> Result<Program, String> {
    match simplify(&program, cost) {
        Ok(found) => Ok(found.program.unwrap_or(program)),
        Err(fault @ SimplifyFault::Contradiction(_)) => Err(fault.to_string()),
        Err(SimplifyFault::Unsupported(_)) => Ok(program),
    }
}

/// Returns the same map in periodic form; `None` if none is known.
pub fn periodic_slots(kernel: &CopyKernel) -> Option<Periodic> {
    Periodic::of_program(&lowered_slots(kernel).ok()?)
}

/// Returns the program from each slot of the target of a kernel to the slot of its element in the source, as it is lowered
/// from the layouts.
///
/// # Errors
/// There is no map from slots to slots, or it has no program, or reads a table.
pub fn lowered_slots(kernel: &CopyKernel) -> Result<Program, Fault> {
    lowered(&kernel.slot_map()?)
}

/// Returns the program of a layout as it is lowered.
fn lowered(layout: &Layout) -> Result<Program, Fault> {
    let program = lower(layout, OffsetUnit::Element, IndexType::Auto);
    let program = program.map_err(|refused| Fault::new(code::ADDRESS, refused.to_string()))?;
    match program.tables().first() {
        Some(table) => {
            let message = format!("kernels do not read tables, but a layout depends on `{table}`");
            Err(Fault::new(code::ADDRESS, message))
        }
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
