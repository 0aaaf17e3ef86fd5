//! The tensors of a module: every owner of a ranked tensor type, and the tensors that must have equal types.
//!
//! Ops are classified by their interfaces alone: an op has results, its regions have arguments, and it may declare a
//! tensor, be a function, return, call, or forward values. The tensors of one *equivalence class* must have the same
//! type: the declared results of a function, the operands of its returns and the results of its calls; its declared
//! inputs, the arguments of its entry block and the operands of its calls; the operands of a branch or yield and the
//! values that receive them; a result and the destination that its op writes.

use indexmap::IndexMap;
use ir::context::Name;
use ir::groups::is_in_group;
use ir::print::ValueNames;
use ir::registry::TypeEqualitiesOf;
use ir::source::{Entity, SourceLocation};
use ir::views::ViewRelations;
use ir::{Module, Op, OpDef, Registry, Type, TypeKind, Value};
use petgraph::unionfind::UnionFind;

/// The owner of a tensor type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// A result of an op or an argument of a block.
    Value(Value),
    /// The tensor that an op declares by the attribute of this key.
    Declared(Op, Name),
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

/// Returns the tensor that an op declares; `None` if it declares none.
pub(crate) fn declared(module: &Module, op: Op, def: &OpDef) -> Option<Tensor> {
    let key = module.ctx.find_name(&def.tensor.as_ref()?.type_key)?;
    let ty = module.type_attr(op, module.ctx.text(key))?;
    Some(Tensor { holder: Holder::Declared(op, key), ty })
}

/// A tensor of a module, numbered in program order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TensorId(u32);

impl TensorId {
    /// Returns the tensor of a number.
    pub(crate) fn new(index: usize) -> TensorId {
        TensorId(u32::try_from(index).expect("tensors are numbered in 32 bits"))
    }

    /// Returns the number of the tensor.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All tensors of a module with their classes.
pub(crate) struct Tensors {
    all: Vec<Tensor>,
    /// The class of each tensor, identified by one of its members.
    class: Vec<TensorId>,
    /// The properties of each class, stored at the tensor that identifies it; `None` for all others.
    classes: Vec<Option<EquivalenceClass>>,
    /// The tensor of each value, indexed by the number of the value.
    of_value: Vec<Option<TensorId>>,
    functions: IndexMap<Op, Signature>,
    /// The operands of returns and calls, each with the declared result or input whose type it must have.
    declared_uses: Vec<DeclaredUse>,
}

/// An operand, as its op and number, and the declared tensor whose type it must have.
pub(crate) type DeclaredUse = (Op, usize, TensorId);

/// The functions by name and by the op whose region holds them.
type FunctionsByName<'a> = IndexMap<(Op, &'a str), Op>;

/// The tensors of the inputs and results of a function; `None` for types that are not tensors.
#[derive(Default)]
struct Signature {
    inputs: Vec<Option<TensorId>>,
    outputs: Vec<Option<TensorId>>,
}

/// Two tensors that an op requires to have one type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TensorJoin {
    pub(crate) op: Op,
    pub(crate) tensors: [TensorId; 2],
}

/// The joined tensors, and the pairs that were joined if they are recorded.
struct Joined {
    union: UnionFind<usize>,
    recorded: Option<Vec<TensorJoin>>,
}

impl Joined {
    fn join(&mut self, op: Op, from: TensorId, to: TensorId) {
        self.union.union(from.index(), to.index());
        if let Some(recorded) = &mut self.recorded {
            recorded.push(TensorJoin { op, tensors: [from, to] });
        }
    }
}

/// The properties of the tensors that must have one type.
#[derive(Clone, Copy)]
struct EquivalenceClass {
    /// The member that names the class in diagnostics.
    representative: TensorId,
    /// `true` if a member is declared or part of a signature, where a type without encoding is row major.
    is_boundary: bool,
}

/// The definitions of ops, each looked up once by name.
pub(crate) struct Defs<'a> {
    module: &'a Module,
    registry: &'a Registry,
    by_name: Vec<Option<Option<&'a OpDef>>>,
    equalities_by_name: Vec<Option<Option<&'a TypeEqualitiesOf>>>,
}

impl<'a> Defs<'a> {
    pub(crate) fn new(module: &'a Module, registry: &'a Registry) -> Defs<'a> {
        let count = module.ctx.names_len();
        let by_name = vec![None; count];
        let equalities_by_name = vec![None; count];
        Defs { module, registry, by_name, equalities_by_name }
    }

    /// Returns the type-equality constraints in the definition of an op.
    pub(crate) fn type_equalities(&mut self, op: Op) -> Option<&'a TypeEqualitiesOf> {
        let module = self.module;
        let registry = self.registry;
        let name = module.op_name(op).number();
        *self.equalities_by_name[name]
            .get_or_insert_with(|| registry.type_equalities(module.name(op)))
    }

    /// Returns the definition of an op.
    pub(crate) fn get(&mut self, op: Op) -> Option<&'a OpDef> {
        let module = self.module;
        let registry = self.registry;
        *self.by_name[module.op_name(op).number()]
            .get_or_insert_with(|| registry.op_def(module, op))
    }

    /// Returns the operands that an op writes, each with its result.
    pub(crate) fn destinations(&self, op: Op) -> Vec<(usize, Value)> {
        self.registry.destinations(self.module, op)
    }

    /// Returns the relations between the values of a view op that share memory; `None` if the op is not a view op, copies,
    /// or is in a group.
    pub(crate) fn view_relations(&mut self, op: Op) -> Option<ViewRelations> {
        if self.registry.copies_view(self.module, op) {
            return None;
        }
        self.element_relations(op)
    }

    /// Returns the relations between the elements of the values of a view op, also of one that copies; `None` if the op is
    /// not a view op, or is in a group.
    pub(crate) fn element_relations(&mut self, op: Op) -> Option<ViewRelations> {
        if is_in_group(self.module, op) {
            return None;
        }
        if let Some(declared) = self.registry.declared_view(self.module, op) {
            return Some(declared);
        }
        let def = self.get(op)?;
        self.registry.defined_view(def, self.module, op)
    }

    /// Returns the function around an op.
    pub(crate) fn function_around(&mut self, op: Op) -> Option<Op> {
        let mut around = self.module.ancestors(self.module.parent_op(op));
        around.find(|&parent| self.get(parent).is_some_and(|def| def.function.is_some()))
    }
}

impl Tensors {
    /// Collects all tensors and joins those that must have equal types.
    pub(crate) fn new(module: &Module, registry: &Registry) -> Tensors {
        Tensors::collected(module, registry, None).0
    }

    /// Collects all tensors, and returns the pairs that must have equal types, too.
    pub(crate) fn with_joins(module: &Module, registry: &Registry) -> (Tensors, Vec<TensorJoin>) {
        let (tensors, joins) = Tensors::collected(module, registry, Some(Vec::new()));
        (tensors, joins.unwrap_or_default())
    }

    fn collected(
        module: &Module,
        registry: &Registry,
        recorded: Option<Vec<TensorJoin>>,
    ) -> (Tensors, Option<Vec<TensorJoin>>) {
        let mut tensors = Tensors {
            all: Vec::new(),
            class: Vec::new(),
            classes: Vec::new(),
            of_value: vec![None; module.values_len()],
            functions: IndexMap::new(),
            declared_uses: Vec::new(),
        };
        let mut defs = Defs::new(module, registry);
        for op in module.walk() {
            tensors.collect(module, op, defs.get(op));
        }
        let recorded = tensors.join(module, &mut defs, recorded);
        (tensors, recorded)
    }

    fn collect(&mut self, module: &Module, op: Op, def: Option<&OpDef>) {
        if let Some(Tensor { holder, ty }) = def.and_then(|def| declared(module, op, def)) {
            self.push(module, holder, ty);
        }
        if let Some(function) = def.and_then(|def| def.function.as_ref())
            && let Some(ty) = module.type_attr(op, &function.type_key)
        {
            self.signature(module, op, ty);
        }
        for value in module.results(op).chain(module.inner_arguments(op)) {
            self.value(module, value);
        }
    }

    fn push(&mut self, module: &Module, holder: Holder, ty: Type) -> Option<TensorId> {
        let TypeKind::Tensor { .. } = module.ctx.kind(ty) else { return None };
        let id = TensorId::new(self.all.len());
        self.all.push(Tensor { holder, ty });
        Some(id)
    }

    fn value(&mut self, module: &Module, value: Value) {
        let id = self.push(module, Holder::Value(value), module.ty(value));
        self.of_value[value.number()] = id;
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

    fn join(
        &mut self,
        module: &Module,
        defs: &mut Defs<'_>,
        recorded: Option<Vec<TensorJoin>>,
    ) -> Option<Vec<TensorJoin>> {
        let mut joined = Joined { union: UnionFind::new(self.all.len()), recorded };
        let named = self
            .functions
            .keys()
            .filter_map(|&op| Some(((module.parent_op(op)?, module.symbol(op)?), op)));
        let named: FunctionsByName<'_> = named.collect();
        let mut uses = Vec::new();
        for (&op, signature) in &self.functions {
            let entry = module.regions(op).first().and_then(|&body| module.blocks(body).first());
            let args = entry.map_or(&[][..], |&entry| module.arguments(entry));
            self.pair(&mut joined, op, &signature.inputs, args);
        }
        for op in module.walk() {
            if defs.get(op).is_some_and(|def| def.returns)
                && let Some(function) = defs.function_around(op)
                && let Some(signature) = self.functions.get(&function)
            {
                self.pair(&mut joined, op, &signature.outputs, module.operands(op));
                uses.extend(declared_uses(op, &signature.outputs));
            }
            if let Some(signature) = self.join_op(&mut joined, module, &named, op, defs) {
                uses.extend(declared_uses(op, &signature.inputs));
            }
        }
        self.declared_uses = uses;
        self.class = joined.union.into_labeling().into_iter().map(TensorId::new).collect();
        self.name_classes();
        joined.recorded
    }

    /// Joins the values that an op forwards with those that receive them. Returns the signature of the callee if the op
    /// is a call: that of the nearest function of its name.
    fn join_op(
        &self,
        joined: &mut Joined,
        module: &Module,
        named: &FunctionsByName<'_>,
        op: Op,
        defs: &mut Defs<'_>,
    ) -> Option<&Signature> {
        let equalities = defs.type_equalities(op).map_or_else(Vec::new, |of| of(module, op));
        for (from, to) in equalities {
            if let (Some(from), Some(to)) = (self.of_value(from), self.of_value(to)) {
                joined.join(op, from, to);
            }
        }
        for (operand, result) in defs.destinations(op) {
            let pair = (self.of_value(module.operands(op)[operand]), self.of_value(result));
            if let (Some(from), Some(to)) = pair {
                joined.join(op, from, to);
            }
        }
        let callee = defs.get(op).and_then(|def| def.callee.as_deref());
        let callee = callee.and_then(|key| module.symbol_attr(op, key));
        let function = callee.and_then(|name| {
            let mut tables = module.ancestors(module.parent_op(op));
            tables.find_map(|table| named.get(&(table, name)).copied())
        });
        let signature = self.functions.get(&function?)?;
        self.pair(joined, op, &signature.inputs, module.operands(op));
        self.pair(joined, op, &signature.outputs, &module.results(op).collect::<Vec<_>>());
        Some(signature)
    }

    fn pair(&self, joined: &mut Joined, op: Op, tensors: &[Option<TensorId>], values: &[Value]) {
        for (tensor, &value) in tensors.iter().zip(values) {
            if let (Some(tensor), Some(other)) = (*tensor, self.of_value(value)) {
                joined.join(op, tensor, other);
            }
        }
    }

    fn name_classes(&mut self) {
        self.classes = vec![None; self.all.len()];
        // A value or a symbol has a name, which identifies a tensor better than a position in a signature.
        fn has_name(tensor: &Tensor) -> bool {
            matches!(tensor.holder, Holder::Value(_) | Holder::Declared(..))
        }
        for (at, tensor) in self.all.iter().enumerate() {
            let id = TensorId::new(at);
            let class = &mut self.classes[self.class[at].index()];
            let class =
                class.get_or_insert(EquivalenceClass { representative: id, is_boundary: false });
            if has_name(tensor) && !has_name(&self.all[class.representative.index()]) {
                class.representative = id;
            }
            class.is_boundary |= !matches!(tensor.holder, Holder::Value(_));
        }
    }

    /// Returns all tensors in program order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (TensorId, Tensor)> {
        self.all.iter().enumerate().map(|(at, tensor)| (TensorId::new(at), *tensor))
    }

    /// Returns a tensor.
    pub(crate) fn get(&self, id: TensorId) -> Tensor {
        self.all[id.index()]
    }

    /// Returns the tensor of a value; `None` if the value is not a ranked tensor.
    pub(crate) fn of_value(&self, value: Value) -> Option<TensorId> {
        self.of_value[value.number()]
    }

    /// Returns the class of a tensor, identified by a member.
    pub(crate) fn class(&self, id: TensorId) -> TensorId {
        self.class[id.index()]
    }

    fn class_of(&self, id: TensorId) -> EquivalenceClass {
        self.classes[self.class(id).index()]
            .expect("the tensor that identifies a class has its properties")
    }

    /// Returns the member of a tensor's class that names the class in diagnostics.
    pub(crate) fn representative(&self, id: TensorId) -> TensorId {
        self.class_of(id).representative
    }

    /// Returns `true` if a member of a tensor's class is declared or part of a signature, where a type without encoding
    /// is row major.
    pub(crate) fn is_boundary(&self, id: TensorId) -> bool {
        self.class_of(id).is_boundary
    }

    /// Returns `true` if a value is a tensor whose class is at a boundary.
    pub(crate) fn is_value_at_boundary(&self, value: Value) -> bool {
        self.of_value(value).is_some_and(|id| self.is_boundary(id))
    }

    /// Returns the class of the tensor of a value; `None` if the value is not a ranked tensor.
    pub(crate) fn class_of_value(&self, value: Value) -> Option<TensorId> {
        self.of_value(value).map(|id| self.class(id))
    }

    /// Returns the tensor operands of returns and calls, each with the declared tensor whose type it must have.
    pub(crate) fn declared_uses(&self) -> &[DeclaredUse] {
        &self.declared_uses
    }

    /// Returns the functions with signatures.
    pub(crate) fn functions(&self) -> impl Iterator<Item = Op> {
        self.functions.keys().copied()
    }

    /// Returns the tensors of a function's inputs and of its results.
    pub(crate) fn signature_of(&self, op: Op) -> (&[Option<TensorId>], &[Option<TensorId>]) {
        self.functions
            .get(&op)
            .map_or((&[], &[]), |signature| (&signature.inputs, &signature.outputs))
    }
}

/// Returns the operands of an op that must have the types of declared tensors.
fn declared_uses(op: Op, tensors: &[Option<TensorId>]) -> impl Iterator<Item = DeclaredUse> {
    let tensors = tensors.iter().enumerate();
    tensors.filter_map(move |(operand, tensor)| Some((op, operand, (*tensor)?)))
}

/// The usual key of a function's type. For a function with another key, diagnostics point at the whole function.
const FUNCTION_TYPE: &str = "function_type";

impl Holder {
    /// Returns the value, or the op of the tensor.
    pub(crate) fn entity(self) -> Entity {
        match self {
            Holder::Value(value) => value.into(),
            Holder::Declared(op, _) | Holder::Input(op, _) | Holder::Output(op, _) => op.into(),
        }
    }

    /// Returns the location of the value's definition, or of the op.
    pub(crate) fn location(self, module: &Module) -> SourceLocation {
        match self {
            Holder::Value(value) => module.definition_location(value),
            Holder::Declared(op, _) | Holder::Input(op, _) | Holder::Output(op, _) => {
                module.location(op)
            }
        }
    }

    /// Returns the source location of the tensor's type.
    pub(crate) fn type_location(self, module: &Module) -> SourceLocation {
        match self {
            Holder::Value(value) => module.type_location(value),
            Holder::Declared(op, key) => module.location(op).attr(module.ctx.text(key)),
            Holder::Input(op, at) => module.location(op).attr(FUNCTION_TYPE).input(at),
            Holder::Output(op, at) => module.location(op).attr(FUNCTION_TYPE).output(at),
        }
    }

    /// Returns the name in diagnostics.
    pub(crate) fn describe(self, module: &Module, names: &ValueNames<'_>) -> String {
        let symbol = module.op_of(self.entity()).and_then(|op| module.symbol(op));
        let symbol = symbol.unwrap_or("<unnamed>");
        match self {
            Holder::Value(value) => format!("`%{}`", names.get(value)),
            Holder::Declared(..) => format!("`@{symbol}`"),
            Holder::Input(_, at) => format!("argument {at} of `@{symbol}`"),
            Holder::Output(_, at) => format!("result {at} of `@{symbol}`"),
        }
    }
}
