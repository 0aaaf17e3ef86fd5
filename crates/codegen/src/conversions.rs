//! The conversions of a module: its distinct kernels of `layout.reorder` ops, with their plans.

use address::arith::{self, ADDRESS_KEY, KERNEL_KEY, KernelFunction, PLAN_KEY};
use indexmap::IndexMap;
use ir::diag::{Diag, code};
use ir::encoding;
use ir::layout::CopyPlan;
use ir::print::ValueNames;
use ir::source::Span;
use ir::{Module, Op, Registry, TypeKind, Verified};
use std::collections::BTreeMap;

/// The kernel of one or more reorders.
pub(crate) struct ConversionKernel<'m> {
    /// The symbol of the kernel.
    pub(crate) name: &'m str,
    /// The plan of the copy; `None` if the layouts are not sums of digits.
    pub(crate) plan: Option<CopyPlan>,
    /// The map from target slots to source slots; `None` if a length is dynamic.
    pub(crate) map: Option<KernelFunction<'m>>,
    /// The size of an element in bits.
    pub(crate) elem_bits: i64,
    /// The slot of the target at which its storage begins: slots before it are not written.
    pub(crate) target_offset: i64,
    /// The location of the first reorder.
    pub(crate) span: Span,
    /// The reorders, such as `%x to %y of @f`.
    pub(crate) uses: Vec<String>,
}

/// Returns the conversions of a module in the order of its reorders, and a warning for each reorder without a kernel.
///
/// # Errors
/// A kernel or its plan is invalid.
pub(crate) fn conversions<'m>(
    module: &'m Verified,
    registry: &Registry,
) -> Result<(Vec<ConversionKernel<'m>>, Vec<Diag>), Diag> {
    let symbols = module.ops(module.body()).filter_map(|op| Some((module.symbol(op)?, op)));
    let symbols: BTreeMap<&str, Op> = symbols.collect();
    let names = ValueNames::new(module, registry);
    let mut found: IndexMap<Op, ConversionKernel<'m>> = IndexMap::new();
    let mut warnings = Vec::new();
    for op in registry.ops_with(module, |def| def.is_copy) {
        let kernel = module.attr(op, KERNEL_KEY).and_then(|attr| module.ctx.as_symbol(attr));
        let Some(&kernel) = kernel.and_then(|name| symbols.get(name)) else {
            warnings.push(without_kernel(module, op));
            continue;
        };
        let ends = (module.operands(op).first().copied(), module.result(op, 0));
        let (Some(source), Some(target)) = ends else { continue };
        let function = around(module, registry, op);
        let text = format!("%{} to %{}{function}", names.get(source), names.get(target));
        if let Some(known) = found.get_mut(&kernel) {
            known.uses.push(text);
            continue;
        }
        let TypeKind::Tensor { elem, .. } = *module.kind(source) else { continue };
        let elem = encoding::elem_size(&module.ctx, elem);
        let elem = elem.map_err(|fault| fault.to_diag(module.place(op)))?;
        let conversion = ConversionKernel {
            name: module.symbol(kernel).unwrap_or_default(),
            plan: plan(module, kernel)?,
            map: match module.attr(kernel, ADDRESS_KEY) {
                Some(_) => Some(arith::kernel(module, registry, kernel)?),
                None => None,
            },
            elem_bits: elem.bits().get(),
            target_offset: encoding::offset(&module.ctx, module.ty(target)).unwrap_or(0),
            span: module.span(op),
            uses: vec![text],
        };
        found.insert(kernel, conversion);
    }
    Ok((found.into_values().collect(), warnings))
}

fn without_kernel(module: &Module, op: Op) -> Diag {
    let message = format!("this `{}` has no kernel, so it is not written", module.name(op));
    Diag::warning(code::EMPTY_OUTPUT, module.place(op), message)
        .note("`lower-addressing` creates the kernel, or reports why it cannot")
}

/// Returns the plan of a kernel; `None` if it has none.
///
/// # Errors
/// The attribute with the plan is invalid.
pub(crate) fn plan(module: &Module, kernel: Op) -> Result<Option<CopyPlan>, Diag> {
    let Some(attr) = module.attr(kernel, PLAN_KEY) else { return Ok(None) };
    let wrong = |message| Diag::error(code::OP_ATTRIBUTE, module.place(kernel), message);
    arith::read_plan(module, attr).map(Some).map_err(wrong)
}

/// Returns the function around an op as text: ` of @f`; empty outside of functions.
fn around(module: &Module, registry: &Registry, op: Op) -> String {
    let mut around = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    let is_function = |op: &Op| registry.of(module, *op).is_some_and(|it| it.function.is_some());
    let name = around.find(is_function).and_then(|op| module.symbol(op));
    name.map_or(String::new(), |name| format!(" of @{name}"))
}
