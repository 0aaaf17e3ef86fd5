//! Lookup of the layouts of a module by name and by type. Each layout is built once.

use super::Faults;
use super::base::NamedBase;
use super::build::{Built, Descriptor, build};
use super::chain::{Chain, LayoutCycle, base_layout, is_descriptor};
use super::module_ops::ModuleOps;
use super::nested::{Failure, NestedLayout};
use crate::data::choice::LayoutName;
use crate::diag::{Code, code, nearest};
use crate::encoding::{self, Fault};
use crate::layout::{CheckBudget, Layout, OpenDescriptor, Placement, RecordTensor};
use crate::module::{Module, Op};
use crate::registry::{
    BlockRole, CustomLayout, DescribedLayout, LayoutRule, OpDef, Registry, not_concrete,
    not_in_memory,
};
use crate::source::{PathStep, Span};
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

const MAX_SUGGESTIONS: u32 = crate::limits::SUGGESTIONS as u32;

/// The layouts of a module: of its descriptors and notations, of ops that declare a tensor, and of types.
///
/// Each layout is built at its first use and cached, so the borrowed module cannot change meanwhile.
pub struct Layouts<'m> {
    pub(super) ops: ModuleOps<'m>,
    built: RefCell<FxHashMap<Op, Result<Built, Faults>>>,
    pub(super) types: RefCell<FxHashMap<(Type, bool), Typed>>,
    notations: RefCell<FxHashMap<Op, Result<NestedLayout, Failure>>>,
    /// The layouts that types define themselves.
    custom: RefCell<FxHashMap<LayoutName, Arc<CustomLayout>>>,
    /// The budget of the index range checks, which all descriptors share.
    checks: RefCell<CheckBudget>,
    /// The remaining number of searches for a near name.
    suggestions: Cell<u32>,
    /// The errors that are already reported.
    reported: FxHashSet<ReportedError>,
}

/// A reported error: its location, code and message.
pub(super) type ReportedError = (Span, Code, String);

/// The layout of a type. `None` if the type has no layout.
pub(super) type Typed = Result<Option<NestedLayout>, Failure>;

impl<'m> Layouts<'m> {
    /// Returns the layouts of a module. Only ops in the module's own body define its symbols.
    pub fn new(module: &'m Module, registry: &'m Registry) -> Layouts<'m> {
        Layouts {
            ops: ModuleOps::new(module, registry),
            built: RefCell::default(),
            types: RefCell::default(),
            notations: RefCell::default(),
            custom: RefCell::default(),
            checks: RefCell::default(),
            suggestions: Cell::new(MAX_SUGGESTIONS),
            reported: FxHashSet::default(),
        }
    }

    /// Returns the same layouts, with errors that the caller has already reported.
    pub(super) fn without(self, reported: FxHashSet<ReportedError>) -> Layouts<'m> {
        Layouts { reported, ..self }
    }

    /// Returns `true` if a fault is already reported at an op.
    pub(super) fn was_reported(&self, op: Op, fault: &Fault) -> bool {
        !self.reported.is_empty()
            && self.reported.contains(&(
                self.ops.module.span(op),
                fault.code,
                fault.message.clone(),
            ))
    }

    /// Returns the fault of a type's layout. `None` if the layout is valid, or if the layout on which it is built is
    /// faulty.
    pub(super) fn own_fault(&self, ty: Type) -> Option<Fault> {
        match self.typed(ty, true) {
            Err(Failure::Fault(fault)) => Some(fault),
            Err(Failure::Reported) | Ok(_) => None,
        }
    }

    /// Returns the descriptor of an op.
    ///
    /// # Errors
    /// The faults of the descriptor, at its stages; that of open lengths or of a placement, at the op. The list is empty if the verifier
    /// reports the fault elsewhere: it checks the counts, attributes and dominance of all ops, and each descriptor at its
    /// own op.
    pub fn descriptor(&self, op: Op) -> Result<Rc<Descriptor>, Faults> {
        let module = self.ops.module;
        let name = module.symbol(op).unwrap_or_default();
        let fault = match self.built(op)? {
            Built::Closed(descriptor) => return Ok(descriptor),
            Built::Open(_) => open_lengths(name),
            Built::Placed(built) => needs_memory(name, &built.placement),
            Built::Symbolic(built) => {
                let message = not_concrete(&format!("`@{name}`"), &built.layout);
                Fault::new(code::DESCRIPTOR, message)
            }
        };
        Err(vec![fault.to_diag(module.location(op))])
    }

    /// Returns the descriptor of an op, with or without open lengths.
    ///
    /// # Errors
    /// As [`descriptor`](Self::descriptor).
    pub(super) fn built(&self, op: Op) -> Result<Built, Faults> {
        if let Some(built) = self.built.borrow().get(&op) {
            return built.clone();
        }
        self.build_chain(op);
        // An op that is not a descriptor is never built.
        self.built.borrow().get(&op).cloned().unwrap_or_else(|| Err(Vec::new()))
    }

    /// Returns the layout that a name denotes for tensors of all shapes that it fits. The layout of an undefined or
    /// malformed symbol fits no shape.
    pub fn custom(&self, name: &LayoutName) -> Arc<CustomLayout> {
        if let Some(known) = self.custom.borrow().get(name) {
            return known.clone();
        }
        let found = match name {
            LayoutName::Symbol(symbol) => CustomLayout::new(name.clone(), self.rule(symbol)),
            _ => self.ops.registry.custom_layout(name).expect("only a symbol needs a module"),
        };
        self.custom.borrow_mut().entry(name.clone()).or_insert(Arc::new(found)).clone()
    }

    /// Returns the layout of the descriptor that defines a name, anywhere in the module, such as in a target. A malformed
    /// descriptor, and one that is built on another layout than a descriptor, fits no shape.
    pub(crate) fn defined_by(&self, name: &LayoutName, op: Op) -> Arc<CustomLayout> {
        let rule = match self.above_memory(op) {
            Some(descriptor) => LayoutRule::Descriptor(descriptor),
            None if self.placed(op).is_some() => {
                LayoutRule::Unknown("it is a placement, not a layout in memory".to_owned())
            }
            None => LayoutRule::Unknown(
                "it is malformed, or built on another layout than a descriptor".to_owned(),
            ),
        };
        Arc::new(CustomLayout::new(name.clone(), rule))
    }

    /// Returns the source of the layout of a symbol.
    fn rule(&self, symbol: &str) -> LayoutRule {
        if let Some(op) = self.descriptor_op(symbol)
            && let Some(descriptor) = self.above_memory(op)
        {
            return LayoutRule::Descriptor(descriptor);
        }
        match self.memory(symbol) {
            Ok(layout) => LayoutRule::Fixed(Arc::new((*layout).clone())),
            Err(failure) => LayoutRule::Unknown(failure.into_fault().message),
        }
    }

    /// Returns a descriptor with all its transforms above memory; `None` if it is malformed, or a base is no descriptor.
    fn above_memory(&self, op: Op) -> Option<OpenDescriptor> {
        // Building the chain reports cycles, and bounds its depth.
        self.built(op).ok()?;
        self.opened(op).ok()?
    }

    /// Builds a descriptor as one with open lengths. `None` if a base is no descriptor.
    fn opened(&self, op: Op) -> Result<Option<OpenDescriptor>, Faults> {
        if self.placed(op).is_some() {
            return Ok(None);
        }
        let base = |name: &str| match self.descriptor_op(name) {
            Some(op) => match self.opened(op) {
                Ok(Some(descriptor)) => Ok(NamedBase::Open(descriptor, 0)),
                Ok(None) => self.named(name).map(NamedBase::Layout),
                Err(_) => Err(Failure::Reported),
            },
            None => self.named(name).map(NamedBase::Layout),
        };
        match build(&self.ops, &base, op, &self.checks, true)? {
            Built::Open(built) => Ok(Some(built.descriptor.clone())),
            Built::Closed(_) | Built::Placed(_) | Built::Symbolic(_) => Ok(None),
        }
    }

    /// Returns the placement of a descriptor; `None` if it is faulty, or a layout in memory.
    fn placed(&self, op: Op) -> Option<Rc<Placement>> {
        match self.built(op) {
            Ok(Built::Placed(built)) => Some(built.placement.clone()),
            _ => None,
        }
    }

    /// Returns the layout of a base `layout.from`.
    fn base_of(&self, name: &str) -> Result<NamedBase, Failure> {
        match self.descriptor_op(name).map(|op| self.built(op)) {
            Some(Ok(Built::Open(built))) => {
                Ok(NamedBase::Open(built.descriptor.clone(), built.depth))
            }
            _ => self.named(name).map(NamedBase::Layout),
        }
    }

    /// Builds the layout of an op and the chain of layouts below it. The far end is built first, without recursion.
    fn build_chain(&self, op: Op) {
        let chain = Chain::follow(&self.ops, op, |op| self.is_built(op));
        if let Some(cycle) = chain.cycle() {
            self.reject(&cycle);
        }
        for op in chain.links().filter(|&op| !self.is_built(op)) {
            if is_descriptor(&self.ops, op) {
                let named = |name: &str| self.base_of(name);
                let built = build(&self.ops, &named, op, &self.checks, false);
                self.built.borrow_mut().insert(op, built);
            } else if let Some(ty) = self.declared(op) {
                let found = self.read(ty, true);
                self.types.borrow_mut().insert((ty, true), found);
            }
        }
    }

    /// Returns `true` if the layout of an op was built, with or without success.
    fn is_built(&self, op: Op) -> bool {
        self.built.borrow().contains_key(&op)
            || self.declared(op).is_some_and(|ty| self.types.borrow().contains_key(&(ty, true)))
    }

    /// Returns the type of the tensor that an op declares. `None` if the op does not declare a tensor.
    fn declared(&self, op: Op) -> Option<Type> {
        self.ops.registry.declared_type(self.ops.module, op)
    }

    /// Records the layouts of a cycle as faulty. One of them gets the fault; the others refer to it.
    fn reject(&self, cycle: &LayoutCycle<'_>) {
        if let Some(last) = cycle.last_descriptor(&self.ops) {
            let fault = vec![cycle.diag(&self.ops, last)];
            self.built.borrow_mut().insert(last, Err(fault));
            return;
        }
        let fault = Failure::new(code::DESCRIPTOR, cycle.message(&self.ops));
        let mut fault = Some(fault.at([PathStep::Encoding, PathStep::Attr("layout".into())]));
        for ty in cycle.links().filter_map(|op| self.declared(op)) {
            let failure = fault.take().unwrap_or(Failure::Reported);
            self.types.borrow_mut().entry((ty, true)).or_insert(Err(failure));
        }
    }

    /// Returns the layout of a descriptor, of a notation, or of an op that declares a tensor, by its name without `@`.
    ///
    /// # Errors
    /// The symbol is undefined or has no layout, or its layout is malformed or a placement.
    pub fn symbol(&self, name: &str) -> Result<Rc<Layout>, Fault> {
        self.memory(name).map_err(Failure::into_fault)
    }

    /// Returns the layout or the placement of a name, as [`symbol`](Self::symbol) does.
    ///
    /// # Errors
    /// The symbol is undefined or has no layout, or its layout is malformed.
    pub fn described_symbol(&self, name: &str) -> Result<DescribedLayout, Fault> {
        self.named(name).map(|named| named.layout).map_err(Failure::into_fault)
    }

    /// Returns the placement of a name; that of a layout in memory is on the axis `m`.
    ///
    /// # Errors
    /// As [`described_symbol`](Self::described_symbol), or a length is dynamic.
    pub fn placement(&self, name: &str) -> Result<Rc<Placement>, Fault> {
        let placement = self.described_symbol(name)?.placement();
        placement.map_err(|fault| Failure::from(fault).into_fault())
    }

    /// Returns the op that defines a symbol in the module's body. `None` if the symbol is undefined.
    pub fn op(&self, name: &str) -> Option<Op> {
        self.ops.op(name)
    }

    /// Returns the op on which the layout of an op is built: that of the base of a descriptor, or the descriptor that
    /// the type of a tensor names. `None` if the layout is built on memory, or the symbol is undefined.
    pub fn base(&self, op: Op) -> Option<Op> {
        base_layout(&self.ops, op)
    }

    /// Returns the layout of a type. A tensor without an encoding is row major at a `boundary`, which is a signature or
    /// a declared tensor. `None` if the type is not a tensor, or has no encoding and is not at a boundary.
    ///
    /// # Errors
    /// The layout is malformed, a placement or has symbols, or its strides cannot be resolved.
    pub fn of_type(&self, ty: Type, boundary: bool) -> Result<Option<Rc<Layout>>, Fault> {
        let Some(layout) = self.described_type(ty, boundary)? else { return Ok(None) };
        if let DescribedLayout::Memory(layout) = layout {
            return Ok(Some(layout));
        }
        let name = encoding::layout_name(&self.ops.module.ctx, ty);
        let name = name.map_or_else(|| "the layout".to_owned(), |name| format!("`{name}`"));
        let layout = layout.memory(&name).cloned();
        layout.map(Some).map_err(|message| Fault::new(code::DESCRIPTOR, message))
    }

    /// Returns the layout or the placement of a type, as [`of_type`](Self::of_type) does.
    ///
    /// # Errors
    /// The layout is malformed, or its strides cannot be resolved.
    pub fn described_type(
        &self,
        ty: Type,
        boundary: bool,
    ) -> Result<Option<DescribedLayout>, Fault> {
        let found = self.typed(ty, boundary).map_err(Failure::into_fault)?;
        Ok(found.map(|named| named.layout))
    }

    /// Returns the op of this name, which is a descriptor or a notation, or declares a tensor. The layout may be
    /// malformed.
    ///
    /// # Errors
    /// The symbol is undefined or has no layout; the fault suggests a near name.
    pub fn defined(&self, name: &str) -> Result<Op, Fault> {
        let op = self.op(name).ok_or_else(|| self.unknown(name).into_fault())?;
        match self.ops.registry.op_def(self.ops.module, op) {
            Some(def) if def.has_layout() => Ok(op),
            _ => Err(self.without_layout(name, op).into_fault()),
        }
    }

    /// Returns the op of this name as [`defined`](Self::defined) does.
    ///
    /// # Errors
    /// As [`defined`](Self::defined), or the op is a descriptor with open lengths, or a placement.
    pub(super) fn defined_without_shape(&self, name: &str) -> Result<Op, Fault> {
        let op = self.defined(name)?;
        match self.named(name) {
            _ if self.is_open(name) => Err(open_lengths(name)),
            Ok(NestedLayout { layout: DescribedLayout::Placement(placement), .. }) => {
                Err(needs_memory(name, &placement))
            }
            _ => Ok(op),
        }
    }

    /// Returns the failure of a symbol that has no layout.
    fn without_layout(&self, name: &str, op: Op) -> Failure {
        let kind = self.ops.module.name(op);
        let message = format!("`@{name}` is a `{kind}`, which has no layout");
        Failure::new(code::DESCRIPTOR, message)
    }

    /// Returns the layout in memory of a symbol.
    fn memory(&self, name: &str) -> Result<Rc<Layout>, Failure> {
        self.named(name)?.memory(&format!("`@{name}`"))
    }

    /// Returns the layout of a symbol, as [`Layouts::described_symbol`] does, with the depth of its chain.
    pub(super) fn named(&self, name: &str) -> Result<NestedLayout, Failure> {
        let Some(op) = self.op(name) else { return Err(self.unknown(name)) };
        match self.ops.registry.op_def(self.ops.module, op) {
            Some(def) if def.is_descriptor => match self.built(op) {
                Ok(Built::Closed(built)) => {
                    let layout = DescribedLayout::Memory(built.layout.clone());
                    Ok(NestedLayout { layout, depth: built.depth })
                }
                Ok(Built::Placed(built)) => {
                    let layout = DescribedLayout::Placement(built.placement.clone());
                    Ok(NestedLayout { layout, depth: built.depth })
                }
                Ok(Built::Symbolic(built)) => {
                    let layout = DescribedLayout::Symbolic(built.layout.clone());
                    Ok(NestedLayout { layout, depth: built.depth })
                }
                Ok(Built::Open(_)) => Err(open_lengths(name).into()),
                Err(_) => Err(Failure::Reported),
            },
            Some(OpDef { tensor: Some(_), .. }) => {
                let ty = self.declared(op).ok_or(Failure::Reported)?;
                self.build_chain(op);
                let named = self.typed(ty, true).map_err(|failure| match failure {
                    Failure::Fault(fault) if self.was_reported(op, &fault) => Failure::Reported,
                    _ => failure.at([]).note(Some(format!("this is the layout of `@{name}`"))),
                })?;
                named.ok_or(Failure::Reported)
            }
            Some(OpDef { notation: Some(key), .. }) => self.notated(op, key),
            _ => Err(self.without_layout(name, op)),
        }
    }

    /// Returns the layout of the notation in an attribute of an op. Its fault is reported at the op.
    fn notated(&self, op: Op, key: &str) -> Result<NestedLayout, Failure> {
        if let Some(found) = self.notations.borrow().get(&op) {
            return found.clone();
        }
        let text = self.ops.module.str_attr(op, key).unwrap_or_default();
        let found = self.ops.registry.read_described(text);
        let found = found.map(|layout| NestedLayout { layout, depth: 0 });
        let found = found.map_err(|fault| match self.ops.registry.read_records(text) {
            // The op is valid, but it is no layout.
            Some(_) => Failure::Fault(Fault::new(code::DESCRIPTOR, fault.message)),
            None => Failure::Reported,
        });
        self.notations.borrow_mut().insert(op, found.clone());
        found
    }

    /// Returns the failure of an undefined symbol, with a near name.
    fn unknown(&self, name: &str) -> Failure {
        let known = self.ops.module.ops(self.ops.module.body());
        let known = known
            .filter(|op| {
                let def = self.ops.registry.op_def(self.ops.module, *op);
                def.is_some_and(OpDef::has_layout)
            })
            .filter_map(|op| self.ops.module.symbol(op));
        let left = self.suggestions.get();
        self.suggestions.set(left.saturating_sub(1));
        let near = if left > 0 { nearest(name, known) } else { None };
        let near = near.map(|near| format!("@{near}"));
        let message = format!("unknown symbol `@{name}`; expected a descriptor or a tensor");
        Failure::Fault(Fault { near, ..Fault::new(code::UNDEFINED_SYMBOL, message) })
    }

    /// Returns the module.
    pub fn module(&self) -> &'m Module {
        self.ops.module
    }

    /// Returns the role of an op in the description of data in blocks; `None` if it has none.
    pub fn block_role(&self, op: Op) -> Option<BlockRole> {
        self.ops.registry.block_role(self.ops.module, op)
    }

    /// Returns `true` if a symbol names a tensor of records: an op of its own, or a notation of records.
    pub(crate) fn names_records(&self, name: &str) -> bool {
        self.op(name).is_some_and(|op| {
            self.block_role(op) == Some(BlockRole::Blocks) || self.records_of(op).is_some()
        })
    }

    /// Returns the tensor of records that the notation of an op denotes; `None` if it denotes none.
    pub(crate) fn records_of(&self, op: Op) -> Option<Rc<RecordTensor>> {
        let key = self.ops.registry.op_def(self.ops.module, op)?.notation.as_deref()?;
        let text = self.ops.module.str_attr(op, key)?;
        self.ops.registry.read_records(text).map(Rc::new)
    }

    /// Returns `true` if an op is a descriptor.
    pub(crate) fn is_descriptor(&self, op: Op) -> bool {
        is_descriptor(&self.ops, op)
    }

    /// Returns the descriptor of this name; `None` if the symbol is undefined or another op.
    fn descriptor_op(&self, name: &str) -> Option<Op> {
        self.op(name).filter(|&op| self.is_descriptor(op))
    }

    /// Returns `true` if a symbol is a descriptor with open lengths.
    pub(super) fn is_open(&self, name: &str) -> bool {
        let op = self.descriptor_op(name);
        matches!(op.map(|op| self.built(op)), Some(Ok(Built::Open(_))))
    }
}

/// Returns the fault of a descriptor with open lengths that is used without a shape.
fn open_lengths(name: &str) -> Fault {
    let message = format!(
        "`@{name}` has open lengths (`?`), so only the shape of a tensor determines its layout"
    );
    let note =
        format!("name it in the type of a tensor: `tensor<1x64x8x8xf32, {{layout = @{name}}}>`");
    Fault::new(code::DESCRIPTOR, message).note(note)
}

/// Returns the fault of a placement that is used where a layout in memory is needed.
fn needs_memory(name: &str, placement: &Placement) -> Fault {
    Fault::new(code::DESCRIPTOR, not_in_memory(&format!("`@{name}`"), placement))
}
