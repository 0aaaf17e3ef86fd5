//! Lookup of the layouts of a module by name and by type. Each layout is built once.

use super::Faults;
use super::build::{Built, Descriptor, NamedBase, build};
use super::chain::{Chain, LayoutCycle, base_layout, is_descriptor};
use super::module_ops::ModuleOps;
use super::nested::{Failure, NestedLayout};
use crate::data::choice::LayoutName;
use crate::data::types::extent_text;
use crate::diag::{Code, code, nearest};
use crate::encoding::{self, Fault, Reading, ShapedType};
use crate::foreign;
use crate::layout::{
    CheckBudget, ElemSize, Elems, FormatLayout, Layout, LayoutFault, OpenDescriptor, ResolveError,
    TensorLayout,
};
use crate::module::{Module, Op};
use crate::registry::{CustomElement, CustomLayout, LayoutRule, OpDef, Registry};
use crate::source::{PathStep, Span};
use crate::types::Type;
use layout::joined;
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
    types: RefCell<FxHashMap<(Type, bool), Typed>>,
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
type Typed = Result<Option<NestedLayout>, Failure>;

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
    /// The faults of the descriptor, at its stages; that of open lengths, at the op. The list is empty if the verifier
    /// reports the fault elsewhere: it checks the counts, attributes and dominance of all ops, and each descriptor at its
    /// own op.
    pub fn descriptor(&self, op: Op) -> Result<Rc<Descriptor>, Faults> {
        match self.built(op)? {
            Built::Closed(descriptor) => Ok(descriptor),
            Built::Open(_) => {
                let module = self.ops.module;
                let name = module.symbol(op).unwrap_or_default();
                Err(vec![open_lengths(name).to_diag(module.location(op))])
            }
        }
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
        match self.named(symbol) {
            Ok(named) => LayoutRule::Fixed(Arc::new((*named.layout).clone())),
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
            Built::Closed(_) => Ok(None),
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
    /// The symbol is undefined or has no layout, or its layout is malformed.
    pub fn symbol(&self, name: &str) -> Result<Rc<Layout>, Fault> {
        self.named(name).map(|named| named.layout).map_err(Failure::into_fault)
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
    /// The layout is malformed, or its strides cannot be resolved.
    pub fn of_type(&self, ty: Type, boundary: bool) -> Result<Option<Rc<Layout>>, Fault> {
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
    /// As [`defined`](Self::defined), or the op is a descriptor with open lengths.
    pub(super) fn defined_without_shape(&self, name: &str) -> Result<Op, Fault> {
        match self.defined(name)? {
            _ if self.is_open(name) => Err(open_lengths(name)),
            op => Ok(op),
        }
    }

    /// Returns the failure of a symbol that has no layout.
    fn without_layout(&self, name: &str, op: Op) -> Failure {
        let kind = self.ops.module.name(op);
        let message = format!("`@{name}` is a `{kind}`, which has no layout");
        Failure::new(code::DESCRIPTOR, message)
    }

    /// Returns the layout of a symbol, as [`Layouts::symbol`] does, with the depth of its chain.
    pub(super) fn named(&self, name: &str) -> Result<NestedLayout, Failure> {
        let Some(op) = self.op(name) else { return Err(self.unknown(name)) };
        match self.ops.registry.op_def(self.ops.module, op) {
            Some(def) if def.is_descriptor => match self.built(op) {
                Ok(Built::Closed(built)) => {
                    Ok(NestedLayout { layout: built.layout.clone(), depth: built.depth })
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
        let found = self.ops.registry.read_notation(text);
        let found = found.map(|layout| NestedLayout { layout: Rc::new(layout), depth: 0 });
        let found = found.map_err(|_| Failure::Reported);
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

    /// Returns the layout of a type, as [`Layouts::of_type`] does, with the depth of its chain.
    fn typed(&self, ty: Type, boundary: bool) -> Typed {
        if let Some(found) = self.types.borrow().get(&(ty, boundary)) {
            return found.clone();
        }
        let found = self.read(ty, boundary);
        // `read` may have recorded the type as part of a cycle.
        self.types.borrow_mut().entry((ty, boundary)).or_insert(found).clone()
    }

    /// Reads the layout of a type without the cache.
    fn read(&self, ty: Type, boundary: bool) -> Typed {
        let ctx = &self.ops.module.ctx;
        match encoding::read(ctx, ty)? {
            None => Ok(foreign::read_memref(ctx, ty)?
                .map(|layout| NestedLayout { layout: Rc::new(layout), depth: 0 })),
            Some(Reading::Open) if !boundary => Ok(None),
            Some(Reading::Open) => match encoding::row_major(ctx, ty)? {
                Some(layout) => resolved(&layout).map(Some),
                None => Ok(None),
            },
            Some(Reading::Ordered(layout)) => resolved(&layout).map(Some),
            Some(Reading::Format(layout)) => formatted(&layout).map(Some),
            Some(Reading::Descriptor("layout")) => self.described(ty).map(Some),
            Some(Reading::Descriptor(_)) => Ok(None),
            Some(Reading::Opaque(opaque)) => Err(opaque.fault().into()),
        }
    }

    /// Returns the layout of a type with the encoding `{layout = @d}`.
    fn described(&self, ty: Type) -> Result<NestedLayout, Failure> {
        let ctx = &self.ops.module.ctx;
        let Some(ShapedType { elem, encoding: Some(encoding), .. }) =
            ShapedType::from_type(ctx, ty)
        else {
            return Err(Failure::Reported);
        };
        let dims = encoding::laid_out_lengths(ctx, ty).unwrap_or_default();
        fn entry() -> [PathStep; 2] {
            [PathStep::Encoding, PathStep::Attr("layout".into())]
        }
        let Some(name) = encoding::layout_name(ctx, ty) else {
            let message = "`layout` must be the symbol of a descriptor such as `@d`, an affine map or a notation";
            return Err(Failure::new(code::ENCODING_KEYS, message.to_owned()).at(entry()));
        };
        let offset = ctx.dict_get(encoding, "offset").and_then(|attr| ctx.as_int(attr));
        let offset = Elems::new(offset.unwrap_or(0));
        let size = encoding::elem_size(ctx, elem)?;
        let name = match &name {
            LayoutName::Symbol(symbol) if !self.is_open(symbol) => symbol,
            _ => return self.shaped(&name, ty, (size, offset)).map_err(|it| it.at(entry())),
        };
        let named = self.named(name).map_err(|failure| failure.at(entry()))?;
        let shape = named.layout.shape();
        if dims.len() != shape.len()
            || !dims
                .iter()
                .zip(shape.values())
                .all(|(dim, len)| *dim == len.get().map(i64::unsigned_abs))
        {
            let dims = joined(dims.iter().copied().map(extent_text), ", ");
            let message =
                format!("the tensor has lengths [{dims}], but its layout `@{name}` has {shape}");
            return Err(Failure::new(code::SHAPE, message).at(entry()));
        }
        if let Some(own) = named.layout.elem().filter(|&own| own != size) {
            let message = format!(
                "the tensor has elements of {}, but its layout `@{name}` has elements of {}",
                size.bits(),
                own.bits()
            );
            return Err(Failure::new(code::SHAPE, message).at(entry()));
        }
        let layout = (*named.layout).clone().with_elem(size);
        let layout = layout.translated(offset)?;
        Ok(NestedLayout { layout: Rc::new(layout), depth: named.depth })
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
    fn is_open(&self, name: &str) -> bool {
        let op = self.descriptor_op(name);
        matches!(op.map(|op| self.built(op)), Some(Ok(Built::Open(_))))
    }

    /// Returns the layout of a name for the shape of a type.
    fn shaped(
        &self,
        name: &LayoutName,
        ty: Type,
        (size, offset): (ElemSize, Elems),
    ) -> Result<NestedLayout, Failure> {
        let ctx = &self.ops.module.ctx;
        let lengths = encoding::laid_out_lengths(ctx, ty).unwrap_or_default();
        let elem = encoding::named_elem(ctx, ty).map(|elem| elem.1).unwrap_or_default();
        let layout = self.custom(name).layout(&lengths, CustomElement::new(size, &elem));
        let layout = layout.map_err(|fault| {
            let message = format!("the layout {name} does not fit the tensor: {}", fault.message);
            let own = LayoutFault::new(message);
            Failure::from(fault.notes.into_iter().fold(own, LayoutFault::note))
        })?;
        let layout = Layout::clone(&layout).translated(offset)?;
        Ok(NestedLayout { layout: Rc::new(layout), depth: 0 })
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

/// Returns the layout of a format.
fn formatted(layout: &FormatLayout) -> Result<NestedLayout, Failure> {
    let layout = layout.layout().map_err(|error| Failure::new(code::SHAPE, error.to_string()))?;
    Ok(NestedLayout { layout: Rc::new(layout), depth: 0 })
}

/// Returns the layout of an order with resolved strides.
fn resolved(layout: &TensorLayout) -> Result<NestedLayout, Failure> {
    let resolved = layout.resolve().map_err(|error| {
        let code = match error {
            ResolveError::Unsolvable(_) | ResolveError::Limits(_) => code::STRIDES_UNSOLVABLE,
            ResolveError::Overflow(_) if layout.strides().is_none() => code::STRIDES_UNSOLVABLE,
            _ => code::STRIDES_VIOLATED,
        };
        Failure::new(code, error.to_string())
    })?;
    Ok(NestedLayout { layout: Rc::new(resolved.layout()?), depth: 0 })
}
