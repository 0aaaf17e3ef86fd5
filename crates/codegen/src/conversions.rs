//! The conversions of a module: its distinct kernels of `layout.reorder` ops.

use crate::emitter::EmitContext;
use address::arith;
use address::program::Program;
use address::simplify::CostModel;
use indexmap::IndexMap;
use ir::descriptor::Layouts;
use ir::diag::Diag;
use ir::encoding;
use ir::kernel::{self, CopyKernel};
use ir::{Module, Op, Registry, Verified};

/// The kernel of one or more reorders.
pub(crate) struct Conversion<'m> {
    /// The symbol of the kernel.
    pub(crate) name: &'m str,
    /// The op of the kernel.
    pub(crate) op: Op,
    pub(crate) kernel: CopyKernel,
    /// The first slot of the target that a kernel without a plan writes: slots before the storage of the target are not
    /// written.
    pub(crate) first_slot: i64,
    /// The reorders, in module order.
    pub(crate) reorders: Vec<Op>,
}

impl Conversion<'_> {
    /// Returns the program from slots of the target to slots of the source, for a kernel without a plan. It minimizes the
    /// cost of the target, or else the default cost.
    ///
    /// # Errors
    /// The reason why there is no program.
    pub(crate) fn slot_program(
        &self,
        cx: &EmitContext<'_>,
        default_cost: CostModel,
    ) -> Result<Program, String> {
        let cost = cx.target.and_then(|target| target.index_cost).map(arith::cost_model);
        arith::slot_program(&self.kernel, cost.unwrap_or(default_cost))
    }
}

/// Returns the conversions of a module in the order of their first reorders, and the reorders without a kernel.
///
/// # Errors
/// A kernel cannot be read.
pub(crate) fn conversions<'m>(
    module: &'m Verified,
    registry: &'m Registry,
) -> Result<(Vec<Conversion<'m>>, Vec<Op>), Diag> {
    let layouts = Layouts::new(module, registry);
    let mut found: IndexMap<Op, Conversion<'m>> = IndexMap::new();
    let mut missing = Vec::new();
    for reorder in registry.ops_with(module, |def| def.is_copy) {
        let op = kernel::kernel_name(module, reorder).and_then(|name| layouts.op(name));
        let Some(op) = op else {
            // Conversions between placements have shuffles instead.
            if kernel::placement_ends(module, &layouts, reorder).is_none() {
                missing.push(reorder);
            }
            continue;
        };
        if let Some(known) = found.get_mut(&op) {
            known.reorders.push(reorder);
            continue;
        }
        let kernel = CopyKernel::read(module, &layouts, op);
        let kernel = kernel.map_err(|fault| fault.to_diag(module.location(op)))?;
        let offset = kernel::ends(module, op).and_then(|[_, to]| encoding::offset(&module.ctx, to));
        let first_slot = offset.filter(|_| kernel.fills_padding).unwrap_or(0).max(0);
        let name = module.symbol(op).unwrap_or_default();
        found.insert(op, Conversion { name, op, kernel, first_slot, reorders: vec![reorder] });
    }
    Ok((found.into_values().collect(), missing))
}

/// Returns the symbol of the function around an op; `None` outside of functions.
pub(crate) fn function_around<'m>(
    module: &'m Module,
    registry: &Registry,
    op: Op,
) -> Option<&'m str> {
    let mut around = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    around
        .find(|op| registry.op_def(module, *op).is_some_and(|it| it.function.is_some()))
        .and_then(|op| module.symbol(op))
}
