//! Conversion kernels: the ops `layout.kernel`, each a copy between two layouts and its plan.
//!
//! ```mlir
//! %y = layout.reorder %x {layout.kernel = @reorder_f_y} : tensor<4x6xf16> -> tensor<4x6xf16, {order = #CN, strides = [1, 4]}>
//! layout.kernel @reorder_f_y {fills_padding, plan = {digits = [...], ...}}
//!     : (tensor<4x6xf16>) -> tensor<4x6xf16, {order = #CN, strides = [1, 4]}>
//! ```
//!
//! A kernel has no body: its plan ([`CopyPlan`]) is its code. `check` proves each plan for the layouts of the kernel's
//! types, so that a verified module has no plan that is not the copy. A kernel without a plan copies slot by slot, by the
//! map that follows from its layouts ([`CopyKernel::slot_map`]); one of them is then not a sum of digits.
//!
//! `plan` reads and writes the attribute of the plan, `records` the kernels between tensors of records, and `check` is the
//! part of the verifier.

mod check;
mod plan;
mod records;

pub(crate) use check::check;
pub(crate) use records::{FROM_KEY, TO_KEY};
pub use records::{RecordKernel, is_of_records};

use crate::build::Builder;
use crate::descriptor::Layouts;
use crate::diag::code;
use crate::encoding::{self, Fault, Reading};
use crate::layout::{CopyPlan, Layout, Placement, checked_product};
use crate::module::{Module, Op};
use crate::registry::DescribedLayout;
use crate::source::PathStep;
use crate::stride_reqs::REQS_ATTR;
use crate::types::{Type, TypeKind};
use std::rc::Rc;

/// The name of the op of a kernel.
pub const KERNEL_OP: &str = "layout.kernel";

/// The attribute of a `layout.reorder` that names its kernel.
pub const KERNEL_KEY: &str = "layout.kernel";

/// The key of the function type from the source to the target of a kernel.
pub(crate) const TYPE_KEY: &str = "type";

/// The key of the unit attribute of a kernel that sets padding to zero.
pub(crate) const FILLS_KEY: &str = "fills_padding";

/// A conversion kernel.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CopyKernel {
    /// The layout of the source.
    pub source: Rc<Layout>,
    /// The layout of the target.
    pub target: Rc<Layout>,
    /// The plan of the copy; `None` if a layout is not a sum of digits.
    pub plan: Option<CopyPlan>,
    /// `true` if the slots of the target without an element are set to zero; `false` if they are not written.
    pub fills_padding: bool,
}

impl CopyKernel {
    /// Returns a kernel.
    pub fn new(
        source: Rc<Layout>,
        target: Rc<Layout>,
        plan: Option<CopyPlan>,
        fills_padding: bool,
    ) -> CopyKernel {
        CopyKernel { source, target, plan, fills_padding }
    }

    /// Returns the kernel of an op `layout.kernel`. Its plan is proven only if the module is verified.
    ///
    /// # Errors
    /// A layout is unresolved, or the plan cannot be read. The path of the fault starts at the op.
    pub fn read(module: &Module, layouts: &Layouts<'_>, op: Op) -> Result<CopyKernel, Fault> {
        let [source, target] = ends(module, op)
            .ok_or_else(|| Fault::new(code::TYPE_MISMATCH, "the kernel has no types"))?;
        let source = layout(layouts, source, PathStep::Input(0))?;
        let target = layout(layouts, target, PathStep::Output(0))?;
        let fills_padding = module.attr(op, FILLS_KEY).is_some();
        let elem_bits = target.elem().map_or(0, |elem| elem.bits().get());
        let plan = module
            .attr(op, plan::PLAN_KEY)
            .map(|attr| plan::read(module, attr, elem_bits, fills_padding).map_err(in_plan))
            .transpose()?;
        Ok(CopyKernel { source, target, plan, fills_padding })
    }

    /// Returns the map from each slot of the target to the slot of its element in the source, for a kernel without a
    /// plan.
    ///
    /// # Errors
    /// The map cannot be computed, or does not state what the kernel must write.
    pub fn slot_map(&self) -> Result<Layout, Fault> {
        fn refused(reason: String) -> Fault {
            Fault::new(code::ADDRESS, reason)
        }
        let map = self.source.copy_map_to(&self.target).map_err(|it| refused(it.to_string()))?;
        // The map does not distinguish virtual padding of the source from slots that are not written.
        if self.fills_padding || self.source.stores_elements_of(&self.target) {
            return Ok(map);
        }
        Err(refused(
            "a kernel without a plan cannot set virtual padding of the source to zero in a target whose gaps it must \
             not write"
                .to_owned(),
        ))
    }

    /// Returns the numbers of slots of the source and of the target; `None` if a length is dynamic.
    pub fn slots(&self) -> Option<[i64; 2]> {
        fn slots(layout: &Layout) -> Option<i64> {
            layout.allocation().ok().map(|slots| slots.get())
        }
        Some([slots(&self.source)?, slots(&self.target)?])
    }

    /// Appends the op of a kernel between tensors of these types to a module.
    pub fn write(&self, module: &mut Module, symbol: &str, [source, target]: [Type; 2]) -> Op {
        let ty = module.ctx.function_type(&[source], &[target]);
        let mut attrs =
            vec![("sym_name", module.ctx.string(symbol)), (TYPE_KEY, module.ctx.type_attr(ty))];
        if self.fills_padding {
            attrs.push((FILLS_KEY, module.ctx.unit()));
        }
        if let Some(plan) = &self.plan {
            attrs.push((plan::PLAN_KEY, plan::write(module, plan)));
        }
        Builder::new(module).op(KERNEL_OP, &[], &[], &attrs)
    }
}

/// Returns a fault of a plan as one of its kernel.
fn in_plan(fault: Fault) -> Fault {
    fault.inside([PathStep::Attr(plan::PLAN_KEY.into())])
}

/// Returns the layout of a type of a kernel; a type without an encoding is row major.
fn layout(layouts: &Layouts<'_>, ty: Type, step: PathStep) -> Result<Rc<Layout>, Fault> {
    let found = layouts.of_type(ty, true).and_then(|found| {
        found.ok_or_else(|| Fault::new(code::NOT_RESOLVED, "the type has no layout"))
    });
    found.map_err(|fault| fault.inside([PathStep::Attr(TYPE_KEY.into()), step]))
}

/// Returns the types of the source and of the target of a kernel; `None` if its type is malformed.
pub fn ends(module: &Module, op: Op) -> Option<[Type; 2]> {
    let ty = module.type_attr(op, TYPE_KEY)?;
    let TypeKind::Function { inputs, results } = module.ctx.kind(ty) else { return None };
    match (&inputs[..], &results[..]) {
        (&[source], &[target]) => Some([source, target]),
        _ => None,
    }
}

/// The placements of the operand and the result of a reorder, with their types.
pub type PlacementEnds = ([Type; 2], [Rc<Placement>; 2]);

/// Returns the placements of a reorder; `None` if both are layouts in memory, or one has none.
pub fn placement_ends(module: &Module, layouts: &Layouts<'_>, op: Op) -> Option<PlacementEnds> {
    let from = *module.operands(op).first()?;
    let types = [module.ty(from), module.ty(module.result(op, 0)?)];
    let [from, to] = types.map(|ty| layouts.described_type(ty, true).ok().flatten());
    let (from, to) = from.zip(to)?;
    if let (DescribedLayout::Memory(_), DescribedLayout::Memory(_)) = (&from, &to) {
        return None;
    }
    Some((types, [from.placement().ok()?, to.placement().ok()?]))
}

/// Returns the symbol of the kernel of an op; `None` if the op names none.
pub fn kernel_name(module: &Module, op: Op) -> Option<&str> {
    module.symbol_attr(op, KERNEL_KEY)
}

/// Returns `true` if tensors of two types have equal layouts by their text: equal lengths, encodings and element sizes.
pub fn has_equal_memory(module: &Module, a: Type, b: Type) -> bool {
    let kinds = (module.ctx.kind(a), module.ctx.kind(b));
    let (
        TypeKind::Tensor { dims: a, elem: x, encoding: own },
        TypeKind::Tensor { dims: b, elem: y, encoding: other },
    ) = kinds
    else {
        return false;
    };
    let [one, two] = [x, y].map(|&elem| encoding::elem_size(&module.ctx, elem).ok());
    a == b && own == other && (x == y || (one.is_some() && one == two))
}

/// Returns `true` if the slots without an element in the target of a copy are storage padding of its result. The gaps of
/// strides that no requirement explains may belong to other tensors.
pub fn owns_padding(module: &Module, op: Op, target: &Layout) -> bool {
    let has_reqs = module.attr(op, REQS_ATTR).is_some();
    let result = module.result(op, 0).map(|result| module.ty(result));
    match result.map(|ty| encoding::read(&module.ctx, ty)) {
        Some(Ok(Some(Reading::Ordered(layout)))) => {
            let is_plain = layout.strides().is_some() && layout.reqs().as_slice().is_empty();
            !is_plain || has_reqs || is_packed(target)
        }
        _ => true,
    }
}

/// Returns `true` if a layout has no slot without an element.
fn is_packed(layout: &Layout) -> bool {
    let lengths: Option<Vec<i64>> = layout.shape().values().map(|len| len.get()).collect();
    let elements = lengths.and_then(checked_product);
    layout.allocation().is_ok_and(|slots| Some(slots.get()) == elements)
}
