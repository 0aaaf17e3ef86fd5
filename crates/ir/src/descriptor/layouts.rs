//! The layouts of a module by name and by type, each built once.

use super::Faults;
use super::build::{Descriptor, build};
use super::chain::{Chain, LayoutCycle, is_descriptor};
use super::module_ops::ModuleOps;
use super::nested::{Failure, NestedLayout};
use crate::diag::{Code, code, nearest};
use crate::encoding::{self, Fault, Reading, ShapedType};
use crate::foreign;
use crate::layout::{CheckBudget, Elems, FormatLayout, Layout, Len, ResolveError, TensorLayout};
use crate::module::{Module, Op};
use crate::registry::{OpDef, Registry};
use crate::source::{PathStep, Span};
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The most searches for a near name, each of which compares all names.
const MOST_SUGGESTIONS: u32 = 50;

/// The layouts of a module: of its descriptors, of ops that declare a tensor, and of types.
///
/// A layout is built at its first use, and kept; the module must not change meanwhile.
pub struct Layouts<'m> {
    pub(super) ops: ModuleOps<'m>,
    built: RefCell<FxHashMap<Op, Result<Rc<Descriptor>, Faults>>>,
    types: RefCell<FxHashMap<(Type, bool), Typed>>,
    /// The budget of the checks of all descriptors.
    checks: RefCell<CheckBudget>,
    /// The number of searches for a near name that are left.
    suggestions: Cell<u32>,
    /// The errors that are reported already.
    reported: FxHashSet<ReportedError>,
}

/// A reported error: its location, code and message.
pub(super) type ReportedError = (Span, Code, String);

/// The layout of a type; `None` if it has none.
type Typed = Result<Option<NestedLayout>, Failure>;

impl<'m> Layouts<'m> {
    /// Returns the layouts of a module. Names are those of the ops in the module's own body.
    pub fn new(module: &'m Module, registry: &'m Registry) -> Layouts<'m> {
        Layouts {
            ops: ModuleOps::new(module, registry),
            built: RefCell::default(),
            types: RefCell::default(),
            checks: RefCell::default(),
            suggestions: Cell::new(MOST_SUGGESTIONS),
            reported: FxHashSet::default(),
        }
    }

    /// Returns the same layouts for a caller that has reported these errors.
    pub(super) fn without(self, reported: FxHashSet<ReportedError>) -> Layouts<'m> {
        Layouts { reported, ..self }
    }

    /// Returns `true` if a fault is reported already at an op.
    pub(super) fn was_reported(&self, op: Op, fault: &Fault) -> bool {
        !self.reported.is_empty()
            && self.reported.contains(&(
                self.ops.module.span(op),
                fault.code,
                fault.message.clone(),
            ))
    }

    /// Returns the fault of a type's layout; `None` if it has none or it is one of the layout that it is built on.
    pub(super) fn own_fault(&self, ty: Type) -> Option<Fault> {
        match self.typed(ty, true) {
            Err(Failure::Fault(fault)) => Some(fault),
            Err(Failure::Reported) | Ok(_) => None,
        }
    }

    /// Returns the descriptor of an op.
    ///
    /// # Errors
    /// Its faults, at its stages; none if they are reported elsewhere: the verifier checks counts, attributes and dominance
    /// of all ops, and each descriptor by itself.
    pub fn descriptor(&self, op: Op) -> Result<Rc<Descriptor>, Faults> {
        if let Some(built) = self.built.borrow().get(&op) {
            return built.clone();
        }
        self.settle(op);
        // An op that is no descriptor has no stages.
        self.built.borrow().get(&op).cloned().unwrap_or_else(|| Err(Vec::new()))
    }

    /// Builds the layout of an op and all that it is built on, from the far end, so that a long chain takes no stack.
    fn settle(&self, op: Op) {
        let chain = Chain::of(&self.ops, op, |op| self.is_settled(op));
        if let Some(cycle) = chain.cycle() {
            self.refuse(&cycle);
        }
        for op in chain.links().filter(|&op| !self.is_settled(op)) {
            if is_descriptor(&self.ops, op) {
                let named = |name: &str| self.named(name);
                let built = build(&self.ops, &named, op, &self.checks).map(Rc::new);
                self.built.borrow_mut().insert(op, built);
            } else if let Some(ty) = self.declared(op) {
                let found = self.read(ty, true);
                self.types.borrow_mut().insert((ty, true), found);
            }
        }
    }

    fn is_settled(&self, op: Op) -> bool {
        let is_known = |ty: Type| self.types.borrow().contains_key(&(ty, true));
        self.built.borrow().contains_key(&op) || self.declared(op).is_some_and(is_known)
    }

    /// Returns the type of the tensor that an op declares; `None` if it declares none.
    fn declared(&self, op: Op) -> Option<Type> {
        let module = self.ops.module;
        let key = self.ops.registry.of(module, op)?.tensor?.type_key;
        module.ctx.as_type(module.attr(op, key)?)
    }

    /// Makes the layouts of a cycle faulty: one of them has the fault.
    fn refuse(&self, cycle: &LayoutCycle<'_>) {
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

    /// Returns the layout of a descriptor, or of an op that declares a tensor, by its name without `@`.
    ///
    /// # Errors
    /// No symbol of that name has a layout, or it is not well formed.
    pub fn symbol(&self, name: &str) -> Result<Rc<Layout>, Fault> {
        self.named(name).map(|named| named.layout).map_err(Failure::into_fault)
    }

    /// Returns the op that defines a symbol in the module's body.
    pub fn op(&self, name: &str) -> Option<Op> {
        self.ops.op(name)
    }

    /// Returns the layout of a type. A tensor without an encoding is row major at a `boundary` (a signature, a declared
    /// tensor). `None` for types that are no tensors, and within functions while no layout is chosen.
    ///
    /// # Errors
    /// The layout is not well formed, or has no strides.
    pub fn of_type(&self, ty: Type, boundary: bool) -> Result<Option<Rc<Layout>>, Fault> {
        let found = self.typed(ty, boundary).map_err(Failure::into_fault)?;
        Ok(found.map(|named| named.layout))
    }

    /// Returns the op of this name, which is a descriptor or declares a tensor. Its layout need not be well formed.
    ///
    /// # Errors
    /// No symbol of that name has a layout; the note suggests a near name.
    pub fn defined(&self, name: &str) -> Result<Op, Fault> {
        let op = self.op(name).ok_or_else(|| self.unknown(name).into_fault())?;
        match self.ops.registry.of(self.ops.module, op) {
            Some(def) if def.is_descriptor || def.tensor.is_some() => Ok(op),
            _ => Err(self.shapeless(name, op).into_fault()),
        }
    }

    fn shapeless(&self, name: &str, op: Op) -> Failure {
        let kind = self.ops.module.name(op);
        let message = format!("`@{name}` is a `{kind}`, which has no layout");
        Failure::new(code::DESCRIPTOR, message)
    }

    /// Returns a layout as [`Layouts::symbol`].
    pub(super) fn named(&self, name: &str) -> Result<NestedLayout, Failure> {
        let Some(op) = self.op(name) else { return Err(self.unknown(name)) };
        match self.ops.registry.of(self.ops.module, op) {
            Some(def) if def.is_descriptor => {
                let built = self.descriptor(op).map_err(|_| Failure::Reported)?;
                Ok(NestedLayout { layout: built.layout.clone(), depth: built.depth })
            }
            Some(OpDef { tensor: Some(_), .. }) => {
                let ty = self.declared(op).ok_or(Failure::Reported)?;
                self.settle(op);
                let named = self.typed(ty, true).map_err(|failure| match failure {
                    Failure::Fault(fault) if self.was_reported(op, &fault) => Failure::Reported,
                    _ => failure.at([]).note(Some(format!("that is the layout of `@{name}`"))),
                })?;
                named.ok_or(Failure::Reported)
            }
            _ => Err(self.shapeless(name, op)),
        }
    }

    fn unknown(&self, name: &str) -> Failure {
        let known = self.ops.module.ops(self.ops.module.body());
        let has_layout = |op: &Op| {
            let def = self.ops.registry.of(self.ops.module, *op);
            def.is_some_and(|def| def.is_descriptor || def.tensor.is_some())
        };
        let known = known.filter(has_layout).filter_map(|op| self.ops.module.symbol(op));
        let left = self.suggestions.get();
        self.suggestions.set(left.saturating_sub(1));
        let near = if left > 0 { nearest(name, known) } else { None };
        let near = near.map(|near| format!("@{near}"));
        let message = format!("no descriptor or tensor is named `@{name}`");
        Failure::Fault(Fault { near, ..Fault::new(code::UNDEFINED_SYMBOL, message) })
    }

    /// Returns a layout as [`Layouts::of_type`].
    fn typed(&self, ty: Type, boundary: bool) -> Typed {
        if let Some(found) = self.types.borrow().get(&(ty, boundary)) {
            return found.clone();
        }
        let found = self.read(ty, boundary);
        // The type may have been found to be part of a cycle meanwhile.
        self.types.borrow_mut().entry((ty, boundary)).or_insert(found).clone()
    }

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

    /// Returns the layout of a type with `{layout = @d}`.
    fn described(&self, ty: Type) -> Result<NestedLayout, Failure> {
        let ctx = &self.ops.module.ctx;
        let Some(ShapedType { dims, elem, encoding: Some(encoding) }) = ShapedType::of(ctx, ty)
        else {
            return Err(Failure::Reported);
        };
        let entry = || [PathStep::Encoding, PathStep::Attr("layout".into())];
        let name = ctx.dict_get(encoding, "layout").and_then(|attr| ctx.as_symbol(attr));
        let Some(name) = name else {
            let message = "`layout` must be the symbol of a descriptor such as `@d`";
            return Err(Failure::new(code::ENCODING_KEYS, message.to_owned()).at(entry()));
        };
        let named = self.named(name).map_err(|failure| failure.at(entry()))?;
        let shape = named.layout.shape();
        let same = |(dim, len): (&Option<u64>, &Len)| *dim == len.get().map(i64::unsigned_abs);
        if dims.len() != shape.len() || !dims.iter().zip(shape.values()).all(same) {
            let shown = |dim: &Option<u64>| dim.map_or("?".to_owned(), |dim| dim.to_string());
            let dims: Vec<String> = dims.iter().map(shown).collect();
            let message = format!(
                "the tensor has lengths [{}], but its layout `@{name}` has {shape}",
                dims.join(", ")
            );
            return Err(Failure::new(code::SHAPE, message).at(entry()));
        }
        let offset = ctx.dict_get(encoding, "offset").and_then(|attr| ctx.as_int(attr));
        let layout = (*named.layout).clone().with_elem(encoding::elem_size(ctx, elem)?);
        let layout = layout.moved(Elems::new(offset.unwrap_or(0)))?;
        Ok(NestedLayout { layout: Rc::new(layout), depth: named.depth })
    }
}

fn formatted(layout: &FormatLayout) -> Result<NestedLayout, Failure> {
    let layout = layout.layout().map_err(|error| Failure::new(code::SHAPE, error.to_string()))?;
    Ok(NestedLayout { layout: Rc::new(layout), depth: 0 })
}

fn resolved(layout: &TensorLayout) -> Result<NestedLayout, Failure> {
    let resolved = layout.resolve().map_err(|error| {
        let code = match error {
            ResolveError::Conflict(_) | ResolveError::Limits(_) => code::STRIDES_UNSOLVABLE,
            ResolveError::Overflow(_) if layout.strides().is_none() => code::STRIDES_UNSOLVABLE,
            ResolveError::Violations(_) | ResolveError::Overflow(_) => code::STRIDES_VIOLATED,
        };
        Failure::new(code, error.to_string())
    })?;
    Ok(NestedLayout { layout: Rc::new(resolved.layout()?), depth: 0 })
}
