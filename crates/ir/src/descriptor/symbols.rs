//! The layouts of a module by name and by type, each built once.

use super::Faults;
use super::build::{Descriptor, build};
use super::chain::Chain;
use super::stage::Stage;
use crate::diag::{Code, code, nearest};
use crate::encoding::{self, Fault, Parts, Reading};
use crate::foreign;
use crate::layout::{Elems, FormatLayout, Layout, LayoutFault, Len, ResolveError, TensorLayout};
use crate::module::{Module, Op, Value};
use crate::print::ValueNames;
use crate::registry::{OpDef, Registry};
use crate::source::Span;
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// A search for a near name looks at all names, so there is no end of them.
const MOST_SUGGESTIONS: u32 = 50;

/// The layouts of a module: of its descriptors, of what declares a tensor, and of types.
///
/// Layouts are built when they are asked for, and kept; the module must not change meanwhile.
pub struct Layouts<'m> {
    pub(super) module: &'m Module,
    pub(super) registry: &'m Registry,
    /// The symbols of the module's body.
    symbols: FxHashMap<&'m str, Op>,
    names: OnceCell<ValueNames<'m>>,
    built: RefCell<FxHashMap<Op, Result<Rc<Descriptor>, Faults>>>,
    types: RefCell<FxHashMap<(Type, bool), Typed>>,
    /// How many near names will still be looked for.
    suggestions: Cell<u32>,
    /// Errors that need not be told again.
    told: FxHashSet<Told>,
}

/// An error that was told: where, which kind, and its message.
pub(super) type Told = (Span, Code, String);

/// A layout with how many others it is made from, one from the other.
#[derive(Clone)]
pub(super) struct Named {
    pub(super) layout: Rc<Layout>,
    pub(super) depth: usize,
}

/// What the layout of a type is; nothing for one without.
type Typed = Result<Option<Named>, Failure>;

/// Why a name or type has no layout.
#[derive(Clone)]
pub(super) enum Failure {
    /// The descriptor of this name is faulty, which is told there.
    Told,
    Fault(Fault),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

impl Failure {
    fn new(code: Code, message: String) -> Failure {
        Failure::Fault(Fault::new(code, message))
    }

    fn note(self, note: Option<String>) -> Failure {
        match self {
            Failure::Fault(mut fault) => {
                fault.notes.extend(note);
                Failure::Fault(fault)
            }
            Failure::Told => Failure::Told,
        }
    }

    /// The fault, for those who ask for a layout and tell nothing of descriptors themselves.
    fn into_fault(self) -> Fault {
        match self {
            Failure::Fault(fault) => fault,
            Failure::Told => {
                let message = "it is made from a descriptor that is not well formed".to_owned();
                Fault::new(code::DESCRIPTOR, message)
            }
        }
    }
}

impl From<LayoutFault> for Failure {
    fn from(fault: LayoutFault) -> Failure {
        let LayoutFault { message, notes, .. } = fault;
        Failure::Fault(Fault { notes, ..Fault::new(code::SHAPE, message) })
    }
}

impl<'m> Layouts<'m> {
    /// The layouts of a module. Names are those of the ops in the module's own body.
    pub fn new(module: &'m Module, registry: &'m Registry) -> Layouts<'m> {
        let ops = module.ops(module.body());
        let symbols = ops.filter_map(|op| Some((module.symbol(op)?, op))).collect();
        Layouts {
            module,
            registry,
            symbols,
            names: OnceCell::new(),
            built: RefCell::default(),
            types: RefCell::default(),
            suggestions: Cell::new(MOST_SUGGESTIONS),
            told: FxHashSet::default(),
        }
    }

    /// The same, for one who has told these errors.
    pub(super) fn without(self, told: FxHashSet<Told>) -> Layouts<'m> {
        Layouts { told, ..self }
    }

    /// Whether a fault was told at an op.
    pub(super) fn was_told(&self, op: Op, fault: &Fault) -> bool {
        !self.told.is_empty()
            && self.told.contains(&(self.module.span(op), fault.code, fault.message.clone()))
    }

    /// What is wrong with the layout of a type, and not told as a fault of what it is made from.
    pub(super) fn own_fault(&self, ty: Type) -> Option<Fault> {
        match self.typed(ty, true) {
            Err(Failure::Fault(fault)) => Some(fault),
            Err(Failure::Told) | Ok(_) => None,
        }
    }

    /// A descriptor op, built.
    ///
    /// # Errors
    /// What is wrong with it, at its stages. Nothing where that is told elsewhere: the verifier checks
    /// counts, attributes and dominance of all ops, and each descriptor for itself.
    pub fn descriptor(&self, op: Op) -> Result<Rc<Descriptor>, Faults> {
        if let Some(built) = self.built.borrow().get(&op) {
            return built.clone();
        }
        let chain = Chain::of(self, op, |op| self.built.borrow().contains_key(&op));
        if let Some((last, fault)) = chain.fault(self) {
            self.built.borrow_mut().insert(last, Err(vec![fault]));
        }
        for op in chain.descriptors(self) {
            if !self.built.borrow().contains_key(&op) {
                let built = build(self, op).map(Rc::new);
                self.built.borrow_mut().insert(op, built);
            }
        }
        // An op that is no descriptor has no stages.
        self.built.borrow().get(&op).cloned().unwrap_or_else(|| Err(Vec::new()))
    }

    /// The layout of a descriptor, or of an op that declares a tensor, by its name without `@`.
    ///
    /// # Errors
    /// Nothing of that name has a layout, or it is not well formed.
    pub fn symbol(&self, name: &str) -> Result<Rc<Layout>, Fault> {
        self.named(name).map(|named| named.layout).map_err(Failure::into_fault)
    }

    /// The op that defines a symbol in the module's body.
    pub fn op(&self, name: &str) -> Option<Op> {
        self.symbols.get(name).copied()
    }

    /// The layout of a type: row major at a `boundary` (a signature, a declared tensor) where nothing is said.
    /// Nothing for types that are no tensors, and within functions where no layout is chosen yet.
    ///
    /// # Errors
    /// The layout is not well formed, or has no strides.
    pub fn of_type(&self, ty: Type, boundary: bool) -> Result<Option<Rc<Layout>>, Fault> {
        let found = self.typed(ty, boundary).map_err(Failure::into_fault)?;
        Ok(found.map(|named| named.layout))
    }

    /// The part that an op has in a descriptor.
    pub(super) fn stage(&self, op: Op) -> Option<Stage> {
        self.registry.of(self.module, op).and_then(|def| def.stage)
    }

    /// The name of a value as it is printed, with `%`.
    pub(super) fn value_name(&self, value: Value) -> String {
        let names = self.names.get_or_init(|| ValueNames::new(self.module, self.registry));
        format!("%{}", names.get(value))
    }

    /// The op of this name, which is a descriptor or declares a tensor. Its layout need not be well formed.
    ///
    /// # Errors
    /// Nothing of that name has a layout; the note has the name that was probably meant.
    pub fn defined(&self, name: &str) -> Result<Op, Fault> {
        let op = self.op(name).ok_or_else(|| self.unknown(name).into_fault())?;
        match self.registry.of(self.module, op) {
            Some(def) if def.descriptor || def.tensor.is_some() => Ok(op),
            _ => Err(self.shapeless(name, op).into_fault()),
        }
    }

    fn shapeless(&self, name: &str, op: Op) -> Failure {
        let kind = self.module.name(op);
        let message = format!("`@{name}` is a `{kind}`, which has no layout");
        Failure::new(code::DESCRIPTOR, message)
    }

    /// As [`Layouts::symbol`].
    pub(super) fn named(&self, name: &str) -> Result<Named, Failure> {
        let Some(op) = self.op(name) else { return Err(self.unknown(name)) };
        match self.registry.of(self.module, op) {
            Some(def) if def.descriptor => {
                let built = self.descriptor(op).map_err(|_| Failure::Told)?;
                Ok(Named { layout: built.layout.clone(), depth: built.depth })
            }
            Some(OpDef { tensor: Some(tensor), .. }) => {
                let ty = self.module.attr(op, tensor.type_key);
                let ty = ty.and_then(|attr| self.module.ctx.as_type(attr)).ok_or(Failure::Told)?;
                let named = self.typed(ty, true).map_err(|failure| match failure {
                    Failure::Fault(fault) if self.was_told(op, &fault) => Failure::Told,
                    _ => failure.note(Some(format!("that is the layout of `@{name}`"))),
                })?;
                named.ok_or(Failure::Told)
            }
            _ => Err(self.shapeless(name, op)),
        }
    }

    fn unknown(&self, name: &str) -> Failure {
        let known = self.module.ops(self.module.body());
        let has_layout = |op: &Op| {
            let def = self.registry.of(self.module, *op);
            def.is_some_and(|def| def.descriptor || def.tensor.is_some())
        };
        let known = known.filter(has_layout).filter_map(|op| self.module.symbol(op));
        let left = self.suggestions.get();
        self.suggestions.set(left.saturating_sub(1));
        let near = if left > 0 { nearest(name, known) } else { None };
        let near = near.map(|near| format!("did you mean `@{near}`?"));
        let message = format!("no descriptor or tensor is named `@{name}`");
        Failure::new(code::UNDEFINED_SYMBOL, message).note(near)
    }

    /// As [`Layouts::of_type`].
    fn typed(&self, ty: Type, boundary: bool) -> Typed {
        if let Some(found) = self.types.borrow().get(&(ty, boundary)) {
            return found.clone();
        }
        let found = self.read(ty, boundary);
        self.types.borrow_mut().insert((ty, boundary), found.clone());
        found
    }

    fn read(&self, ty: Type, boundary: bool) -> Typed {
        let ctx = &self.module.ctx;
        match encoding::read(ctx, ty)? {
            None => Ok(foreign::read_memref(ctx, ty)?
                .map(|layout| Named { layout: Rc::new(layout), depth: 0 })),
            Some(Reading::Open) if !boundary => Ok(None),
            Some(Reading::Open) => match encoding::row_major(ctx, ty)? {
                Some(layout) => resolved(&layout).map(Some),
                None => Ok(None),
            },
            Some(Reading::Ordered(layout)) => resolved(&layout).map(Some),
            Some(Reading::Format(layout)) => formatted(&layout).map(Some),
            Some(Reading::Descriptor("layout")) => self.described(ty).map(Some),
            Some(Reading::Descriptor(_)) => Ok(None),
        }
    }

    /// The layout of a type with `{layout = @d}`.
    fn described(&self, ty: Type) -> Result<Named, Failure> {
        let ctx = &self.module.ctx;
        let Some(Parts { dims, elem, encoding: Some(encoding) }) = Parts::of(ctx, ty) else {
            return Err(Failure::Told);
        };
        let name = ctx.dict_get(encoding, "layout").and_then(|attr| ctx.as_symbol(attr));
        let Some(name) = name else {
            let message = "`layout` must be the symbol of a descriptor such as `@d`";
            return Err(Failure::new(code::ENCODING_KEYS, message.to_owned()));
        };
        let named = self.named(name)?;
        let shape = named.layout.shape();
        let same = |(dim, len): (&Option<u64>, &Len)| *dim == len.get().map(i64::unsigned_abs);
        if dims.len() != shape.len() || !dims.iter().zip(shape.values()).all(same) {
            let shown = |dim: &Option<u64>| dim.map_or("?".to_owned(), |dim| dim.to_string());
            let dims: Vec<String> = dims.iter().map(shown).collect();
            let message = format!(
                "the tensor has lengths [{}], but its layout `@{name}` has {shape}",
                dims.join(", ")
            );
            return Err(Failure::new(code::SHAPE, message));
        }
        let offset = ctx.dict_get(encoding, "offset").and_then(|attr| ctx.as_int(attr));
        let layout = (*named.layout).clone().with_elem(encoding::elem_size(ctx, elem)?);
        let layout = layout.moved(Elems::new(offset.unwrap_or(0)))?;
        Ok(Named { layout: Rc::new(layout), depth: named.depth })
    }
}

fn formatted(layout: &FormatLayout) -> Result<Named, Failure> {
    let layout = layout.layout().map_err(|error| Failure::new(code::SHAPE, error.to_string()))?;
    Ok(Named { layout: Rc::new(layout), depth: 0 })
}

fn resolved(layout: &TensorLayout) -> Result<Named, Failure> {
    let resolved = layout.resolve().map_err(|error| {
        let code = match error {
            ResolveError::Conflict(_) | ResolveError::Limits(_) => code::STRIDES_UNSOLVABLE,
            ResolveError::Violations(_) => code::STRIDES_VIOLATED,
        };
        Failure::new(code, error.to_string())
    })?;
    Ok(Named { layout: Rc::new(resolved.layout()?), depth: 0 })
}
