//! The kernel of each `layout.reorder`: an op that names the two layouts and the plan of the copy.
//!
//! ```mlir
//! // before
//! %y = layout.reorder %x : tensor<3x5xf32> -> tensor<3x5xf32, {order = #NC, reqs = #layout.reqs<...>, strides = [8, 1]}>
//! // after, and at the end of the module
//! %y = layout.reorder %x {layout.kernel = @reorder_f_y} : ...
//! layout.kernel @reorder_f_y {fills_padding, plan = {digits = [...], ...}}
//!     : (tensor<3x5xf32>) -> tensor<3x5xf32, {order = #NC, reqs = #layout.reqs<...>, strides = [8, 1]}>
//! ```
//!
//! A kernel states whether it sets the slots of the target without an element to zero, because they are storage padding
//! of this tensor, or does not write them, because they may belong to another tensor, as the gaps of a subview or of
//! plain strides. Emitters write loops from its plan ([`ir::layout::CopyPlan`]). Layouts that are not sums of digits have
//! no plan; emitters then write the map from each slot of the target to its slot of the source, so that map must have a
//! program. Equal conversions share one kernel.
//!
//! A reorder without a computable kernel is kept, with a remark that states the reason. A reorder that has a kernel
//! keeps it.

use crate::pass::PassContext;
use crate::provenance::Decision;
use crate::resolved::ResolvedLayouts;
use crate::symbols::NewSymbols;
use crate::tensors::{Defs, TensorId, Tensors};
use address::arith;
use indexmap::IndexSet;
use ir::descriptor::Layouts;
use ir::diag::{Diag, Severity, code};
use ir::encoding::Fault;
use ir::kernel::{self, CopyKernel, KERNEL_KEY};
use ir::layout::{CopyMachine, CopyPlan, Layout};
use ir::print::ValueNames;
use ir::target::Target;
use ir::views::ViewMap;
use ir::{Module, Op, Registry, Type, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The name of the pass.
const PASS: &str = "lower-addressing";

/// The distinct kernels of a module, each with the reorders that it executes.
#[derive(Default)]
struct Kernels {
    kernels: Vec<(CopyKernel, Uses)>,
    /// By the types of operand and result: the kernel of an earlier reorder.
    by_types: FxHashMap<EndTypes, usize>,
    /// By the plan and the numbers of slots: the kernel of an earlier reorder.
    by_plan: FxHashMap<(CopyPlan, Option<[i64; 2]>), usize>,
}

/// The reorders that one kernel executes.
struct Uses {
    ops: Vec<Op>,
    /// The types of the first operand and result.
    types: [Type; 2],
    /// The preferred symbol; another one is used if it is taken.
    name: String,
}

/// The types of the operand and of the result, whether each is at a boundary, and whether padding is filled.
type EndTypes = ([(Type, bool); 2], bool);

/// Adds the missing kernels. Inner values without a layout are row major if `unassigned_is_row_major`.
pub(super) fn add(module: &mut Module, cx: &mut PassContext<'_>, unassigned_is_row_major: bool) {
    let copies = cx.registry.ops_with(module, |def| def.is_copy);
    let layouts = Layouts::new(module, cx.registry);
    // Emitters write conversions between placements as shuffles.
    let is_in_memory = |op: &Op| kernel::placement_ends(module, &layouts, *op).is_none();
    let without = copies.filter(|&op| module.attr(op, KERNEL_KEY).is_none());
    let ops: Vec<Op> = without.filter(is_in_memory).collect();
    if ops.is_empty() {
        return;
    }
    let mut kernels = Kernels::default();
    let mut finder = KernelFinder::new(module, cx.registry, machine(cx.target));
    finder.resolved = finder.resolved.with_unassigned(unassigned_is_row_major);
    for op in ops {
        if let Err(fault) = finder.add(op, &mut kernels) {
            let message = format!("no kernel for this `{}`: {}", module.name(op), fault.message);
            let remark = Diag::new(Severity::Remark, code::ADDRESS, module.location(op), message);
            cx.sink.push(fault.into_notes().into_iter().fold(remark, Diag::note));
        }
    }
    let mut symbols = NewSymbols::new(module);
    for (kernel, uses) in &kernels.kernels {
        let symbol = symbols.claim(&uses.name);
        let op = kernel.write(module, &symbol, uses.types);
        module.set_span(op, module.span(uses.ops[0]));
        let named = module.ctx.symbol(&symbol);
        cx.stats.add("kernels created", 1);
        cx.stats.add("kernels with a plan", kernel.plan.is_some().into());
        for &op in &uses.ops {
            module.set_attr(op, KERNEL_KEY, Some(named));
            cx.record(op, || decision(kernel, &symbol));
        }
    }
}

/// Returns the plan of a copy as a decision about a reorder.
fn decision(kernel: &CopyKernel, name: &str) -> Decision {
    let Some(plan) = &kernel.plan else {
        let what = format!("copies by `@{name}`, element by element");
        let CopyKernel { source, target, fills_padding, .. } = kernel;
        let plan = source.copy_plan_to(target, *fills_padding, CopyMachine::DEFAULT);
        let reason = plan.err().map(|refused| format!("there is no plan of loops: {refused}"));
        return reason.into_iter().fold(Decision::new(PASS, what), Decision::note);
    };
    let text = plan.to_string();
    let mut lines = text.lines();
    let method = lines.next().unwrap_or_default();
    let decision = Decision::new(PASS, format!("copies by `@{name}`, {method}"));
    let decision = lines.fold(decision, |decision, line| decision.note(line.trim()));
    match plan.moved_bytes() {
        Ok((read, written)) => {
            decision.note(format!("reads {read} bytes and writes {written} bytes"))
        }
        Err(_) => decision,
    }
}

/// The construction of kernels for the reorders of a module.
struct KernelFinder<'m> {
    module: &'m Module,
    resolved: ResolvedLayouts<'m>,
    tensors: Tensors,
    defs: Defs<'m>,
    names: ValueNames<'m>,
    parts: SubviewBuffers,
    machine: CopyMachine,
}

impl<'m> KernelFinder<'m> {
    fn new(module: &'m Module, registry: &'m Registry, machine: CopyMachine) -> KernelFinder<'m> {
        let tensors = Tensors::new(module, registry);
        let mut defs = Defs::new(module, registry);
        KernelFinder {
            module,
            resolved: ResolvedLayouts::new(module, registry),
            names: ValueNames::new(module, registry),
            parts: SubviewBuffers::new(module, &tensors, &mut defs),
            tensors,
            defs,
            machine,
        }
    }

    /// Adds the kernel of a reorder, unless an earlier reorder has the same.
    fn add(&mut self, op: Op, kernels: &mut Kernels) -> Result<(), Fault> {
        let (source, target) = self.resolved.ends(op, &self.tensors)?;
        let from = self.module.operands(op)[0];
        let to = self.module.result(op, 0);
        let to = to.expect("a copy has a result");
        let fills = self.fills_padding(op, to, &target);
        let ends = [from, to].map(|it| (self.module.ty(it), self.tensors.is_value_at_boundary(it)));
        let types = (ends, fills);
        if let Some(&at) = kernels.by_types.get(&types) {
            kernels.kernels[at].1.ops.push(op);
            return Ok(());
        }
        let kernel = kernel(source, target, fills, self.machine)?;
        let ends = ends.map(|end| end.0);
        let at = kernels.find(self.module, &kernel, ends).unwrap_or_else(|| {
            let uses = Uses { ops: Vec::new(), types: ends, name: self.name(op, to) };
            kernels.add(kernel, uses)
        });
        kernels.kernels[at].1.ops.push(op);
        kernels.by_types.insert(types, at);
        Ok(())
    }

    /// Returns `true` if the slots of a target without an element are its storage padding. The slots of a subview may
    /// hold elements of other tensors, and so may the gaps of strides that no requirement explains.
    fn fills_padding(&self, op: Op, to: Value, target: &Layout) -> bool {
        if self.tensors.of_value(to).is_some_and(|slot| self.parts.has(slot)) {
            return false;
        }
        kernel::owns_padding(self.module, op, target)
    }

    fn name(&mut self, op: Op, target: Value) -> String {
        let function = self.defs.function_around(op).and_then(|op| self.module.symbol(op));
        let prefix = function.map_or(String::new(), |name| format!("{name}_"));
        format!("reorder_{prefix}{}", self.names.get(target))
    }
}

impl Kernels {
    /// Returns the kernel that is equal to another one between these types.
    fn find(&self, module: &Module, kernel: &CopyKernel, types: [Type; 2]) -> Option<usize> {
        if let Some(plan) = &kernel.plan {
            return self.by_plan.get(&(plan.clone(), kernel.slots())).copied();
        }
        self.kernels.iter().position(|(other, uses)| {
            let mut ends = uses.types.into_iter().zip(types);
            other.plan.is_none()
                && other.fills_padding == kernel.fills_padding
                && ends.all(|(a, b)| kernel::has_equal_memory(module, a, b))
        })
    }

    fn add(&mut self, kernel: CopyKernel, uses: Uses) -> usize {
        let at = self.kernels.len();
        if let Some(plan) = &kernel.plan {
            self.by_plan.insert((plan.clone(), kernel.slots()), at);
        }
        self.kernels.push((kernel, uses));
        at
    }
}

/// Returns the machine of a target.
fn machine(target: Option<&Target>) -> CopyMachine {
    let bytes = target.and_then(|target| target.workgroup_memory);
    let mut machine = CopyMachine::DEFAULT;
    machine.workgroup_bytes = bytes.map_or(0, i64::from);
    machine
}

/// Returns the kernel of a copy.
///
/// # Errors
/// The copy has neither a plan nor a program from slots to slots.
fn kernel(
    source: Rc<Layout>,
    target: Rc<Layout>,
    fills_padding: bool,
    machine: CopyMachine,
) -> Result<CopyKernel, Fault> {
    let plan = source.copy_plan_to(&target, fills_padding, machine);
    let refused = plan.as_ref().err().cloned();
    let kernel = CopyKernel::new(source, target, plan.ok(), fills_padding);
    if let Some(refused) = refused {
        let note = format!("there is no plan of loops either: {refused}");
        arith::lowered_slots(&kernel).map_err(|fault| fault.note(note))?;
    }
    Ok(kernel)
}

/// The buffers of tensors that are subviews of larger ones, so that their slots may hold elements of other tensors.
struct SubviewBuffers {
    buffers: UnionFind<usize>,
    parts: IndexSet<usize>,
}

impl SubviewBuffers {
    fn new(module: &Module, tensors: &Tensors, defs: &mut Defs<'_>) -> SubviewBuffers {
        let mut buffers = UnionFind::new(tensors.all().count());
        let mut slices = Vec::new();
        for op in module.walk() {
            // An op with unknown relations computes new values.
            let Some(Ok(parts)) = defs.view_relations(op) else { continue };
            for part in parts {
                let Some(inner) = tensors.class_of_value(part.part) else { continue };
                if let ViewMap::Slice { .. } = part.map {
                    slices.push(inner);
                } else if let Some(whole) = tensors.class_of_value(part.whole) {
                    buffers.union(whole.index(), inner.index());
                }
            }
        }
        let mut found = SubviewBuffers { buffers, parts: IndexSet::new() };
        for slot in tensors.all().map(|(slot, _)| slot) {
            found.buffers.union(slot.index(), tensors.class(slot).index());
        }
        found.parts = slices.into_iter().map(|slot| found.buffers.find(slot.index())).collect();
        found
    }

    fn has(&self, slot: TensorId) -> bool {
        self.parts.contains(&self.buffers.find(slot.index()))
    }
}
