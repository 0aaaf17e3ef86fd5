//! The kernel of each `layout.reorder`: a function that maps each slot of the target's buffer to the slot of its
//! element in the source, and returns whether the slot has an element.
//!
//! ```mlir
//! // before
//! %y = layout.reorder %x : tensor<3x5xf32> -> tensor<3x5xf32, {order = #NC, reqs = #layout.reqs<...>, strides = [8, 1]}>
//! // after, and at the end of the module
//! %y = layout.reorder %x {layout.kernel = @reorder_f_y} : ...
//! func.func private @reorder_f_y(%slot: i32) -> (i32, i1)
//!     attributes {layout.address = {kernel = "fill", lengths = array<i64: 24>, source = 15 : i64, unit = "element"},
//!                 layout.plan = {bits = 32 : i64, ...}} { ... }
//! ```
//!
//! A kernel is an addressing function of [`ir::layout::Layout::copy_map_to`], so all passes and emitters of addressing
//! functions apply to it. In its attribute, `lengths` is the number of slots of the target, `source` the number of
//! slots of the source, and `kernel` the treatment of target slots without an element: `fill` if they are storage
//! padding of this tensor, which is set to zero; `keep` if they may belong to another tensor, as the gaps of a subview
//! or of plain strides.
//!
//! The attribute `layout.plan` of the kernel holds the plan of the copy ([`ir::layout::CopyPlan`]), from which emitters
//! write loops. Layouts that are not sums of digits have no plan. A reorder of a dynamic length has only a plan: its
//! kernel is a declaration. Equal conversions share one kernel.
//!
//! A reorder without a computable kernel is kept, with a remark that states the reason. A reorder that has a kernel
//! keeps it.

use crate::pass::PassContext;
use crate::provenance::Decision;
use crate::resolved::{ResolvedLayouts, fault};
use crate::symbols::NewSymbols;
use crate::tensors::{Defs, TensorId, Tensors};
use address::arith::{
    self, ADDRESS_KEY, AddressAttr, AddressSignature, AddressedLayout, KERNEL_KEY, KernelFacts,
    PLAN_KEY,
};
use address::program::Program;
use address::{AddressForm, IndexType, OffsetUnit, lower};
use indexmap::{IndexMap, IndexSet};
use ir::diag::{Diag, Severity, code};
use ir::encoding::{self, Fault, Reading};
use ir::layout::{CopyMachine, CopyPlan, ElemSize, Layout};
use ir::print::ValueNames;
use ir::target::Target;
use ir::views::ViewMap;
use ir::{Module, Op, Registry, Type, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

/// The name of the pass.
const PASS: &str = "lower-addressing";

/// The attribute of an op with stride requirements on its operands and results.
const REQS_KEY: &str = "layout.reqs";

/// The distinct kernels of a module, each with the reorders that it executes.
#[derive(Default)]
struct Kernels {
    kernels: IndexMap<Kernel, Uses>,
    /// By the types of operand and result: the kernel of an earlier reorder.
    by_types: FxHashMap<EndTypes, usize>,
}

/// A kernel: the plan of its copy, and the map from target slots to source slots. One of both may be missing.
#[derive(PartialEq, Eq, Hash)]
struct Kernel {
    plan: Option<CopyPlan>,
    map: Option<(Program, KernelFacts)>,
    elem: Option<ElemSize>,
}

/// The reorders that one kernel executes.
struct Uses {
    ops: Vec<Op>,
    /// The preferred symbol; another one is used if it is taken.
    name: String,
}

/// The types of the operand and of the result, whether each is at a boundary, and whether padding is filled.
type EndTypes = ((Type, bool), (Type, bool), bool);

/// Adds the missing kernels.
pub(super) fn add(module: &mut Module, cx: &mut PassContext<'_>) {
    let copies = cx.registry.ops_with(module, |def| def.is_copy);
    let ops: Vec<Op> = copies.filter(|&op| module.attr(op, KERNEL_KEY).is_none()).collect();
    if ops.is_empty() {
        return;
    }
    let mut kernels = Kernels::default();
    let mut finder = KernelFinder::new(module, cx.registry, machine(cx.target));
    for op in ops {
        if let Err(fault) = finder.add(op, &mut kernels) {
            let message = format!("no kernel for this `{}`: {}", module.name(op), fault.message);
            let remark = Diag::new(Severity::Remark, code::ADDRESS, module.place(op), message);
            cx.sink.push(fault.into_notes().into_iter().fold(remark, Diag::note));
        }
    }
    let mut symbols = NewSymbols::new(module);
    for (kernel, uses) in &kernels.kernels {
        kernel.write(uses, module, &mut symbols);
        cx.stats.add("kernels created", 1);
        cx.stats.add("kernels with a plan", kernel.plan.is_some().into());
        for &op in &uses.ops {
            cx.record(op, || kernel.decision(module, op));
        }
    }
}

impl Kernel {
    /// Returns the plan of the copy as a decision about a reorder.
    fn decision(&self, module: &Module, op: Op) -> Decision {
        let name = module.attr(op, KERNEL_KEY).and_then(|attr| module.ctx.as_symbol(attr));
        let name = name.unwrap_or_default();
        let Some(plan) = &self.plan else {
            let what = format!("copies by `@{name}`, element by element");
            return Decision::new(PASS, what)
                .note("a layout is not a sum of digits of single dims");
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

    /// Adds the function of the kernel, and refers to it from its reorders.
    fn write(&self, uses: &Uses, module: &mut Module, symbols: &mut NewSymbols) {
        let symbol = symbols.claim(&uses.name);
        let mut attrs = vec![("sym_visibility", module.ctx.string("private"))];
        if let Some(plan) = &self.plan {
            attrs.push((PLAN_KEY, arith::write_plan(module, plan)));
        }
        let function = match &self.map {
            Some((program, facts)) => {
                let lengths =
                    program.params().iter().map(|param| param.end().cast_signed()).collect();
                let layout = AddressedLayout::Source(*facts);
                let unit = OffsetUnit::Element;
                let signature = AddressSignature::of_index(AddressForm::Offset, lengths);
                let attr = AddressAttr { layout, signature, unit, unknown_key: None }.write(module);
                attrs.push((ADDRESS_KEY, attr));
                arith::create_function(module, &symbol, program, &attrs, &["slot".to_owned()])
            }
            None => arith::create_declaration(module, &symbol, &attrs),
        };
        let body = module.body();
        module.append_op(body, function);
        let named = module.ctx.symbol(&symbol);
        for (at, &op) in uses.ops.iter().enumerate() {
            if at == 0 {
                module.set_span(function, module.span(op));
            }
            module.set_attr(op, KERNEL_KEY, Some(named));
        }
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
        let (from, to) = (self.module.operands(op)[0], self.module.result(op, 0));
        let to = to.expect("a copy has a result");
        let fills = self.fills_padding(op, to, &target);
        let end = |value: Value| {
            let tensor = self.tensors.of_value(value);
            let is_boundary = tensor.is_some_and(|tensor| self.tensors.is_boundary(tensor));
            (self.module.ty(value), is_boundary)
        };
        let types = (end(from), end(to), fills);
        if let Some(&at) = kernels.by_types.get(&types) {
            kernels.kernels[at].ops.push(op);
            return Ok(());
        }
        let kernel = kernel(&source, &target, fills, self.machine)?;
        let (at, uses) = match kernels.kernels.get_full_mut(&kernel) {
            Some((at, _, uses)) => (at, uses),
            None => {
                let uses = Uses { ops: Vec::new(), name: self.name(op, to) };
                let (at, _) = kernels.kernels.insert_full(kernel, uses);
                (at, &mut kernels.kernels[at])
            }
        };
        uses.ops.push(op);
        kernels.by_types.insert(types, at);
        Ok(())
    }

    /// Returns `true` if the slots of a target without an element are its storage padding. The slots of a subview may
    /// hold elements of other tensors, and so may the gaps of strides that no requirement explains.
    fn fills_padding(&self, op: Op, to: Value, target: &Layout) -> bool {
        if self.tensors.of_value(to).is_some_and(|slot| self.parts.has(slot)) {
            return false;
        }
        let has_reqs = self.module.attr(op, REQS_KEY).is_some();
        match encoding::read(&self.module.ctx, self.module.ty(to)) {
            Ok(Some(Reading::Ordered(layout))) => {
                let is_plain = layout.strides().is_some() && layout.reqs().as_slice().is_empty();
                !is_plain || has_reqs || is_packed(target)
            }
            _ => true,
        }
    }

    fn name(&mut self, op: Op, target: Value) -> String {
        let function = self.defs.function_around(op).and_then(|op| self.module.symbol(op));
        let prefix = function.map_or(String::new(), |name| format!("{name}_"));
        format!("reorder_{prefix}{}", self.names.get(target))
    }
}

/// Returns `true` if a layout has no slot without an element.
fn is_packed(layout: &Layout) -> bool {
    let lengths: Option<Vec<i64>> = layout.shape().values().map(|len| len.get()).collect();
    let elements = lengths.and_then(ir::layout::checked_product);
    layout.allocation().is_ok_and(|slots| Some(slots.get()) == elements)
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
/// The copy has neither a plan nor a map from slots to slots.
fn kernel(
    source: &Layout,
    target: &Layout,
    fills_padding: bool,
    machine: CopyMachine,
) -> Result<Kernel, Fault> {
    let plan = source.copy_plan_to(target, fills_padding, machine);
    let map = copy_map(source, target, fills_padding);
    match (plan, map) {
        (Err(_), Err(fault)) => Err(fault),
        // The map does not distinguish virtual padding of the source from slots that are not written.
        (Err(_), Ok(_)) if !fills_padding && !source.stores_elements_of(target) => Err(fault(
            code::ADDRESS,
            "a kernel without a plan cannot set virtual padding of the source to zero in a target whose gaps it must \
             not write"
                .to_owned(),
        )),
        (plan, map) => Ok(Kernel { plan: plan.ok(), map: map.ok(), elem: target.elem() }),
    }
}

/// Returns the program that maps each slot of the target to the slot of its element in the source.
fn copy_map(
    source: &Layout,
    target: &Layout,
    fills_padding: bool,
) -> Result<(Program, KernelFacts), Fault> {
    let refused = |reason: String| fault(code::ADDRESS, reason);
    let gathered = source.copy_map_to(target).map_err(|it| refused(it.to_string()))?;
    let program = lower(&gathered, OffsetUnit::Element, IndexType::Auto);
    let allocation = source.allocation().map_err(|it| refused(it.to_string()))?;
    let facts = KernelFacts { source_slots: allocation.get(), fills_padding };
    Ok((program.map_err(|it| refused(it.to_string()))?, facts))
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
                let class = |value| tensors.of_value(value).map(|slot| tensors.class(slot));
                match (class(part.whole), class(part.part), part.map) {
                    (_, Some(inner), ViewMap::Slice { .. }) => slices.push(inner),
                    (Some(whole), Some(inner), _) => {
                        buffers.union(whole.index(), inner.index());
                    }
                    _ => {}
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
