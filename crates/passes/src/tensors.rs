//! The tensors of a module: everything that has a ranked tensor type, and which of them share one.
//!
//! An op is known by its interfaces alone: it has results, its regions have arguments, it may declare a
//! tensor, be a function, return from one or call one, or hand values on as others. Values of one *class* must have
//! the same type: what a function returns, its declared results and those of its calls, its declared inputs, its
//! entry block's arguments and what it is called with, what an op branches with or yields and what becomes of it.

use indexmap::IndexMap;
use ir::print::ValueNames;
use ir::registry::TypeEqualitiesOf;
use ir::source::Span;
use ir::views::ViewRelations;
use ir::{Module, Op, OpDef, Registry, Type, TypeKind, Value};
use petgraph::unionfind::UnionFind;

/// What has a tensor type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// A result of an op or an argument of a block.
    Value(Value),
    /// The tensor that an op declares by the attribute of this key.
    Declared(Op, &'static str),
    /// A declared input of a function.
    Input(Op, usize),
    /// A declared result of a function.
    Output(Op, usize),
}

/// One holder with its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tensor {
    pub(crate) holder: Holder,
    pub(crate) ty: Type,
}

/// The place of a tensor in [`Tensors::all`], in program order.
pub(crate) type TensorId = u32;

/// All tensors of a module with their classes.
pub(crate) struct Tensors {
    all: Vec<Tensor>,
    /// The class of each slot, named by one of its slots.
    class: Vec<TensorId>,
    /// Facts of each class, at its name; the other entries mean nothing.
    classes: Vec<Class>,
    /// The slot of each value by the value's number; [`NO_TENSOR`] for what is no tensor.
    of_value: Vec<TensorId>,
    functions: IndexMap<Op, Signature>,
}

const NO_TENSOR: TensorId = TensorId::MAX;

/// The functions by the op whose region they stand in, and their names.
type Named<'a> = IndexMap<(Op, &'a str), Op>;

/// The slots of a function's inputs and results; none for those that are no tensors.
#[derive(Default)]
struct Signature {
    inputs: Vec<Option<TensorId>>,
    outputs: Vec<Option<TensorId>>,
}

#[derive(Clone, Copy)]
struct Class {
    /// The member that speaks for the class in diagnostics.
    representative: TensorId,
    /// A member is part of a signature or declared, where no encoding means row major.
    boundary: bool,
}

/// The definitions of ops, each name looked up once.
pub(crate) struct Defs<'a> {
    module: &'a Module,
    registry: &'a Registry,
    by_name: Vec<Option<Option<&'a OpDef>>>,
    equalities_by_name: Vec<Option<Option<TypeEqualitiesOf>>>,
}

impl<'a> Defs<'a> {
    pub(crate) fn new(module: &'a Module, registry: &'a Registry) -> Defs<'a> {
        let count = module.ctx.names_len();
        let (by_name, equalities_by_name) = (vec![None; count], vec![None; count]);
        Defs { module, registry, by_name, equalities_by_name }
    }

    /// What an op hands on as what.
    fn type_equalities(&mut self, op: Op) -> Option<TypeEqualitiesOf> {
        let (module, registry) = (self.module, self.registry);
        let name = module.op_name(op).number();
        *self.equalities_by_name[name]
            .get_or_insert_with(|| registry.type_equalities(module.name(op)))
    }

    pub(crate) fn of(&mut self, op: Op) -> Option<&'a OpDef> {
        let (module, registry) = (self.module, self.registry);
        *self.by_name[module.op_name(op).number()].get_or_insert_with(|| registry.of(module, op))
    }

    /// The relations between the values of a view op; `None` if the op is no view.
    pub(crate) fn view_relations(&mut self, op: Op) -> Option<ViewRelations> {
        let relations = self.of(op)?.view_relations?;
        Some(relations(self.registry, self.module, op))
    }

    /// The function around an op.
    pub(crate) fn function_around(&mut self, op: Op) -> Option<Op> {
        let mut around = self.module.parent_op(op);
        while let Some(parent) = around {
            if self.of(parent).is_some_and(|def| def.function.is_some()) {
                return around;
            }
            around = self.module.parent_op(parent);
        }
        None
    }
}

impl Tensors {
    /// Finds all tensors and joins those that must have one type.
    pub(crate) fn new(module: &Module, registry: &Registry) -> Tensors {
        let mut tensors = Tensors {
            all: Vec::new(),
            class: Vec::new(),
            classes: Vec::new(),
            of_value: vec![NO_TENSOR; module.values_len()],
            functions: IndexMap::new(),
        };
        let mut defs = Defs::new(module, registry);
        for op in module.walk() {
            tensors.collect(module, op, defs.of(op));
        }
        tensors.join(module, &mut defs);
        tensors
    }

    fn collect(&mut self, module: &Module, op: Op, def: Option<&OpDef>) {
        if let Some(declares) = def.and_then(|def| def.tensor)
            && let Some(ty) = type_attr(module, op, declares.type_key)
        {
            self.push(module, Holder::Declared(op, declares.type_key), ty);
        }
        if let Some(function) = def.and_then(|def| def.function)
            && let Some(ty) = type_attr(module, op, function.type_key)
        {
            self.signature(module, op, ty);
        }
        for value in module.results(op) {
            self.value(module, value);
        }
        for &block in module.regions(op).iter().flat_map(|&region| module.blocks(region)) {
            module.arguments(block).iter().for_each(|&value| self.value(module, value));
        }
    }

    fn push(&mut self, module: &Module, holder: Holder, ty: Type) -> Option<TensorId> {
        let TypeKind::Tensor { .. } = module.ctx.kind(ty) else { return None };
        let slot = self.all.len() as TensorId;
        self.all.push(Tensor { holder, ty });
        Some(slot)
    }

    fn value(&mut self, module: &Module, value: Value) {
        if let Some(slot) = self.push(module, Holder::Value(value), module.ty(value)) {
            self.of_value[value.into_raw().into_u32() as usize] = slot;
        }
    }

    fn signature(&mut self, module: &Module, op: Op, ty: Type) {
        let TypeKind::Function { inputs, results } = module.ctx.kind(ty) else { return };
        let inputs = inputs.iter().enumerate();
        let inputs = inputs.map(|(at, &ty)| self.push(module, Holder::Input(op, at), ty)).collect();
        let outputs = results.iter().enumerate();
        let outputs =
            outputs.map(|(at, &ty)| self.push(module, Holder::Output(op, at), ty)).collect();
        self.functions.insert(op, Signature { inputs, outputs });
    }

    fn join(&mut self, module: &Module, defs: &mut Defs<'_>) {
        let mut union = UnionFind::new(self.all.len());
        let named = self
            .functions
            .keys()
            .filter_map(|&op| Some(((module.parent_op(op)?, module.symbol(op)?), op)));
        let named: Named<'_> = named.collect();
        for (&op, signature) in &self.functions {
            let entry = module.regions(op).first().and_then(|&body| module.blocks(body).first());
            let args = entry.map_or(&[][..], |&entry| module.arguments(entry));
            self.pair(&mut union, &signature.inputs, args);
        }
        for op in module.walk() {
            if defs.of(op).is_some_and(|def| def.returns)
                && let Some(function) = defs.function_around(op)
                && let Some(signature) = self.functions.get(&function)
            {
                self.pair(&mut union, &signature.outputs, module.operands(op));
            }
            self.tie(&mut union, module, &named, op, defs);
        }
        self.class = union.into_labeling();
        self.name_classes();
    }

    /// Joins what an op hands on with what it hands it on as: the nearest function of a name is the one that is called.
    fn tie(
        &self,
        union: &mut UnionFind<TensorId>,
        module: &Module,
        named: &Named<'_>,
        op: Op,
        defs: &mut Defs<'_>,
    ) {
        let type_equalities = defs
            .type_equalities(op)
            .map_or_else(Vec::new, |type_equalities| type_equalities(module, op));
        for (from, to) in type_equalities {
            if let (Some(from), Some(to)) = (self.of_value(from), self.of_value(to)) {
                union.union(from, to);
            }
        }
        let callee = defs.of(op).and_then(|def| def.callee);
        let callee = callee.and_then(|key| module.attr(op, key));
        let callee = callee.and_then(|callee| module.ctx.as_symbol(callee));
        let function = callee.and_then(|name| {
            let mut tables =
                std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
            tables.find_map(|table| named.get(&(table, name)).copied())
        });
        if let Some(signature) = function.and_then(|function| self.functions.get(&function)) {
            self.pair(union, &signature.inputs, module.operands(op));
            self.pair(union, &signature.outputs, &module.results(op).collect::<Vec<_>>());
        }
    }

    fn pair(&self, union: &mut UnionFind<TensorId>, slots: &[Option<TensorId>], values: &[Value]) {
        for (slot, &value) in slots.iter().zip(values) {
            if let (Some(slot), Some(other)) = (*slot, self.of_value(value)) {
                union.union(slot, other);
            }
        }
    }

    fn name_classes(&mut self) {
        self.classes = vec![Class { representative: NO_TENSOR, boundary: false }; self.all.len()];
        for (slot, tensor) in (0..).zip(&self.all) {
            let class = &mut self.classes[self.class[slot as usize] as usize];
            // A value or a symbol has a name, which tells more than a place in a signature.
            let named = matches!(tensor.holder, Holder::Value(_) | Holder::Declared(..));
            let has_name = |slot: TensorId| {
                matches!(self.all[slot as usize].holder, Holder::Value(_) | Holder::Declared(..))
            };
            if class.representative == NO_TENSOR || (named && !has_name(class.representative)) {
                class.representative = slot;
            }
            class.boundary |= !matches!(tensor.holder, Holder::Value(_));
        }
    }

    /// All tensors in program order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (TensorId, Tensor)> {
        (0..).zip(self.all.iter().copied())
    }

    /// The tensor in a slot.
    pub(crate) fn get(&self, slot: TensorId) -> Tensor {
        self.all[slot as usize]
    }

    /// The slot of a value, if it is a ranked tensor.
    pub(crate) fn of_value(&self, value: Value) -> Option<TensorId> {
        let slot = self.of_value[value.into_raw().into_u32() as usize];
        (slot != NO_TENSOR).then_some(slot)
    }

    /// The class of a slot, named by a slot.
    pub(crate) fn class(&self, slot: TensorId) -> TensorId {
        self.class[slot as usize]
    }

    /// The member that speaks for the class of a slot.
    pub(crate) fn representative(&self, slot: TensorId) -> TensorId {
        self.classes[self.class(slot) as usize].representative
    }

    /// Whether a slot's class has a member in a signature or a declaration, where no encoding means row major.
    pub(crate) fn is_boundary(&self, slot: TensorId) -> bool {
        self.classes[self.class(slot) as usize].boundary
    }

    /// The functions with tensors in their signatures, or with signatures at all.
    pub(crate) fn functions(&self) -> impl Iterator<Item = Op> {
        self.functions.keys().copied()
    }

    /// The slots of a function's inputs and of its results.
    pub(crate) fn signature_of(&self, op: Op) -> (&[Option<TensorId>], &[Option<TensorId>]) {
        self.functions
            .get(&op)
            .map_or((&[], &[]), |signature| (&signature.inputs, &signature.outputs))
    }
}

/// A type attribute of an op.
pub(crate) fn type_attr(module: &Module, op: Op, key: &str) -> Option<Type> {
    module.attr(op, key).and_then(|attr| module.ctx.as_type(attr))
}

impl Holder {
    /// Where it stands in the text.
    pub(crate) fn span(self, module: &Module) -> Span {
        match self {
            Holder::Value(value) => module.value_span(value),
            Holder::Declared(op, _) | Holder::Input(op, _) | Holder::Output(op, _) => {
                module.span(op)
            }
        }
    }

    /// How diagnostics call it.
    pub(crate) fn describe(self, module: &Module, names: &ValueNames<'_>) -> String {
        let symbol = |op| module.symbol(op).unwrap_or("<unnamed>").to_owned();
        match self {
            Holder::Value(value) => format!("`%{}`", names.get(value)),
            Holder::Declared(op, _) => format!("`@{}`", symbol(op)),
            Holder::Input(op, at) => format!("argument {at} of `@{}`", symbol(op)),
            Holder::Output(op, at) => format!("result {at} of `@{}`", symbol(op)),
        }
    }
}
