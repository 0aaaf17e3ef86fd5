//! The kernel of each `layout.reorder`: a function that tells, of each slot of the target's buffer, which element of
//! the source belongs there, and whether one does.
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
//! It is an addressing function of [`ir::layout::Layout::copy_map_to`], so everything that is done with those is done with it. In
//! its attribute `lengths` has the slots of the target, `source` is how many slots the source has, and `kernel` tells
//! what becomes of slots that hold nothing: `fill` where they are padding of this very tensor, and are made zero;
//! `keep` where the tensor is a part of a larger one, whose other parts are in them.
//!
//! A reorder whose kernel cannot be told is left, with a remark that says why. One that has its kernel keeps it.

use super::{AddressFunction, IndexType, Unit};
use crate::address::{KERNEL_KEY, Resolved, fault};
use crate::pass::PassContext;
use crate::symbols::NewSymbols;
use crate::tensors::{Defs, TensorId, Tensors};
use indexmap::IndexSet;
use ir::diag::{Diag, Severity, code};
use ir::encoding::Fault;
use ir::print::ValueNames;
use ir::views::{COPY_OP, ViewMap};
use ir::{Module, Op, Registry, Value};
use petgraph::unionfind::UnionFind;

/// What is known of a kernel beside its operations.
#[derive(Clone, Copy, Debug)]
pub(super) struct KernelFacts {
    /// The slots of the source's buffer.
    pub(super) source: i64,
    /// Whether slots without an element are made zero.
    pub(super) fills: bool,
}

/// A kernel for an op.
struct Kernel {
    op: Op,
    /// What it is called, unless something else is.
    name: String,
    function: AddressFunction,
    facts: KernelFacts,
}

/// Adds the kernels that are not there yet.
pub(super) fn add(module: &mut Module, cx: &mut PassContext<'_>) {
    let open = |op: &Op| module.name(*op) == COPY_OP && module.attr(*op, KERNEL_KEY).is_none();
    let ops: Vec<Op> = module.walk().filter(open).collect();
    if ops.is_empty() {
        return;
    }
    let mut kernels = Vec::new();
    let mut reader = Reader::new(module, cx.registry);
    for op in ops {
        match reader.kernel(op) {
            Ok(kernel) => kernels.push(kernel),
            Err(fault) => {
                let message = format!("this `{COPY_OP}` gets no kernel: {}", fault.message);
                let remark = Diag::new(Severity::Remark, code::ADDRESS, module.span(op), message);
                cx.sink.push(fault.notes.into_iter().fold(remark, Diag::note));
            }
        }
    }
    let mut symbols = NewSymbols::new(module);
    for kernel in kernels {
        kernel.write(module, &mut symbols);
        cx.stats.add("kernels made", 1);
    }
}

impl Kernel {
    fn write(&self, module: &mut Module, symbols: &mut NewSymbols) {
        let symbol = symbols.claim(&self.name);
        let function = self.function.write_kernel(module, &symbol, self.facts);
        module.set_span(function, module.span(self.op));
        let body = module.body();
        module.append_op(body, function);
        let named = module.ctx.symbol(&symbol);
        module.set_attr(self.op, KERNEL_KEY, Some(named));
    }
}

/// Finds out what kernels are.
struct Reader<'m> {
    module: &'m Module,
    resolved: Resolved<'m>,
    tensors: Tensors,
    defs: Defs<'m>,
    names: ValueNames<'m>,
    parts: Parts,
}

impl<'m> Reader<'m> {
    fn new(module: &'m Module, registry: &'m Registry) -> Reader<'m> {
        let tensors = Tensors::new(module, registry);
        let mut defs = Defs::new(module, registry);
        Reader {
            module,
            resolved: Resolved::new(module, registry),
            names: ValueNames::new(module, registry),
            parts: Parts::new(module, &tensors, &mut defs),
            tensors,
            defs,
        }
    }

    fn kernel(&mut self, op: Op) -> Result<Kernel, Fault> {
        let (source, gathered) = self.resolved.copy(op, &self.tensors)?;
        let to = self.module.result(op, 0).expect("what has a copy has a result");
        let refused = |reason: String| fault(code::ADDRESS, reason);
        let function = AddressFunction::new(&gathered, Unit::Element, IndexType::Auto);
        let allocation = source.allocation().map_err(|it| refused(it.to_string()))?;
        let fills = !self.tensors.of_value(to).is_some_and(|slot| self.parts.has(slot));
        Ok(Kernel {
            op,
            name: self.name(op, to),
            function: function.map_err(|it| refused(it.to_string()))?,
            facts: KernelFacts { source: allocation.get(), fills },
        })
    }

    fn name(&mut self, op: Op, target: Value) -> String {
        let function = self.defs.function_around(op).and_then(|op| self.module.symbol(op));
        let prefix = function.map_or(String::new(), |name| format!("{name}_"));
        format!("reorder_{prefix}{}", self.names.get(target))
    }
}

/// The tensors that are parts of larger ones, whose buffers hold other things, too.
struct Parts {
    buffers: UnionFind<usize>,
    parts: IndexSet<usize>,
}

impl Parts {
    fn new(module: &Module, tensors: &Tensors, defs: &mut Defs<'_>) -> Parts {
        let mut buffers = UnionFind::new(tensors.all().count());
        let mut slices = Vec::new();
        for op in module.walk() {
            // What an op does not tell, it computes.
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
        let mut found = Parts { buffers, parts: IndexSet::new() };
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
