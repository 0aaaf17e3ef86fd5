//! The kernel of each `layout.reorder`: a function that maps each slot of the target's buffer to the slot of its
//! element in the source, and returns whether the slot has an element.
//!
//! ```mlir
//! // before
//! %y = layout.reorder %x : tensor<3x5xf32> -> tensor<3x5xf32, {order = #layout.order<NC>, strides = [8, 1]}>
//! // after, and at the end of the module
//! %y = layout.reorder %x {layout.kernel = @reorder_f_y} : ...
//! func.func private @reorder_f_y(%slot: i32) -> (i32, i1)
//!     attributes {layout.address = {kernel = "fill", lengths = array<i64: 24>, source = 15 : i64, unit = "element"}} { ... }
//! ```
//!
//! A kernel is an addressing function of [`ir::layout::Layout::copy_map_to`], so all passes and emitters of addressing
//! functions apply to it. In its attribute, `lengths` is the number of slots of the target, `source` the number of
//! slots of the source, and `kernel` the treatment of target slots without an element: `fill` if they are storage
//! padding of this tensor, which is set to zero; `keep` if the tensor is a subview of a larger one, whose other parts
//! they may hold.
//!
//! A reorder without a computable kernel is kept, with a remark that states the reason. A reorder that has a kernel
//! keeps it.

use crate::pass::PassContext;
use crate::resolved::{ResolvedLayouts, fault};
use crate::symbols::NewSymbols;
use crate::tensors::{Defs, TensorId, Tensors};
use address::arith::{
    self, ADDRESS_KEY, AddressAttr, AddressSignature, AddressedLayout, KERNEL_KEY, KernelFacts,
};
use address::program::Program;
use address::{AddressForm, IndexType, OffsetUnit, lower};
use indexmap::IndexSet;
use ir::diag::{Diag, Severity, code};
use ir::encoding::Fault;
use ir::print::ValueNames;
use ir::views::ViewMap;
use ir::{Module, Op, Registry, Value};
use petgraph::unionfind::UnionFind;

/// A kernel for an op.
struct NewKernel {
    op: Op,
    /// The preferred symbol; another one is used if it is taken.
    name: String,
    program: Program,
    facts: KernelFacts,
}

/// Adds the missing kernels.
pub(super) fn add(module: &mut Module, cx: &mut PassContext<'_>) {
    let copies = cx.registry.ops_with(module, |def| def.is_copy);
    let ops: Vec<Op> = copies.filter(|&op| module.attr(op, KERNEL_KEY).is_none()).collect();
    if ops.is_empty() {
        return;
    }
    let mut kernels = Vec::new();
    let mut finder = KernelFinder::new(module, cx.registry);
    for op in ops {
        match finder.kernel(op) {
            Ok(kernel) => kernels.push(kernel),
            Err(fault) => {
                let message =
                    format!("no kernel for this `{}`: {}", module.name(op), fault.message);
                let remark = Diag::new(Severity::Remark, code::ADDRESS, module.span(op), message);
                cx.sink.push(fault.into_notes().into_iter().fold(remark, Diag::note));
            }
        }
    }
    let mut symbols = NewSymbols::new(module);
    for kernel in kernels {
        kernel.write(module, &mut symbols);
        cx.stats.add("kernels created", 1);
    }
}

impl NewKernel {
    fn write(&self, module: &mut Module, symbols: &mut NewSymbols) {
        let symbol = symbols.claim(&self.name);
        let lengths = self.program.params().iter().map(|param| param.end().cast_signed()).collect();
        let layout = AddressedLayout::Source(self.facts);
        let unit = OffsetUnit::Element;
        let signature = AddressSignature::of_index(AddressForm::Offset, lengths);
        let attr = AddressAttr { layout, signature, unit, unknown_key: None }.write(module);
        let private = module.ctx.string("private");
        let attrs = [(ADDRESS_KEY, attr), ("sym_visibility", private)];
        let labels = ["slot".to_owned()];
        let function = arith::create_function(module, &symbol, &self.program, &attrs, &labels);
        module.set_span(function, module.span(self.op));
        let body = module.body();
        module.append_op(body, function);
        let named = module.ctx.symbol(&symbol);
        module.set_attr(self.op, KERNEL_KEY, Some(named));
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
}

impl<'m> KernelFinder<'m> {
    fn new(module: &'m Module, registry: &'m Registry) -> KernelFinder<'m> {
        let tensors = Tensors::new(module, registry);
        let mut defs = Defs::new(module, registry);
        KernelFinder {
            module,
            resolved: ResolvedLayouts::new(module, registry),
            names: ValueNames::new(module, registry),
            parts: SubviewBuffers::new(module, &tensors, &mut defs),
            tensors,
            defs,
        }
    }

    fn kernel(&mut self, op: Op) -> Result<NewKernel, Fault> {
        let (source, gathered) = self.resolved.copy(op, &self.tensors)?;
        let to = self.module.result(op, 0).expect("a copy has a result");
        let refused = |reason: String| fault(code::ADDRESS, reason);
        let program = lower(&gathered, OffsetUnit::Element, IndexType::Auto);
        let allocation = source.allocation().map_err(|it| refused(it.to_string()))?;
        let fills = !self.tensors.of_value(to).is_some_and(|slot| self.parts.has(slot));
        Ok(NewKernel {
            op,
            name: self.name(op, to),
            program: program.map_err(|it| refused(it.to_string()))?,
            facts: KernelFacts { source_slots: allocation.get(), fills_padding: fills },
        })
    }

    fn name(&mut self, op: Op, target: Value) -> String {
        let function = self.defs.function_around(op).and_then(|op| self.module.symbol(op));
        let prefix = function.map_or(String::new(), |name| format!("{name}_"));
        format!("reorder_{prefix}{}", self.names.get(target))
    }
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
