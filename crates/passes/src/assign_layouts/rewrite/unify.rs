//! The unification of equal types that have several spellings, for values that must have equal types.
//!
//! MLIR compares types by their text, and one layout has several spellings; for example, a type without encoding is row
//! major. Values that must have equal types get the spelling of the signature among them, if there is one. If there are
//! two such spellings, a `layout.view` converts between them.

use crate::assign_layouts::collect::equal_types::forwarded_operands;
use crate::assign_layouts::sites::candidate::{Candidate, is_plain};
use crate::assign_layouts::sites::{SiteOrigin, Sites};
use crate::edits::create_unary;
use crate::retype::set_value;
use crate::tensors::{Defs, Holder, TensorId, Tensors};
use indexmap::{IndexMap, IndexSet};
use ir::encoding;
use ir::registry::Registry;
use ir::views::VIEW_OP;
use ir::{Module, Op, Type, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// An operand or a result by its number.
#[derive(Clone, Copy, Debug)]
enum OpValue {
    Operand(usize),
    Result(usize),
}

/// Operands and results of one op that have equal types.
pub(super) struct EqualOpValues {
    op: Op,
    values: Vec<OpValue>,
}

impl EqualOpValues {
    fn values(&self, module: &Module) -> impl Iterator<Item = Value> {
        let operands = module.operands(self.op);
        self.values.iter().filter_map(move |value| match *value {
            OpValue::Operand(at) => operands.get(at).copied(),
            OpValue::Result(at) => module.result(self.op, at),
        })
    }

    fn operands(&self, module: &Module) -> impl Iterator<Item = (Op, usize, Value)> {
        let operands = module.operands(self.op);
        self.values.iter().filter_map(move |value| match *value {
            OpValue::Operand(at) => Some((self.op, at, *operands.get(at)?)),
            OpValue::Result(_) => None,
        })
    }
}

/// Returns the operands and results of equal types, for each unknown op. Such an op may require these types to be
/// equal.
pub(super) fn equal_op_values(module: &Module, sites: &Sites) -> Vec<EqualOpValues> {
    let unknown = sites.all.iter().filter(|site| match site.origin {
        SiteOrigin::Rule(origin, _) => origin.is_none(),
        origin => origin == SiteOrigin::Fixed,
    });
    let ops: IndexSet<Op, FxBuildHasher> = unknown.map(|site| site.op).collect();
    let mut all = Vec::new();
    for op in ops {
        let operands = module.operands(op).iter().copied().enumerate();
        let operands = operands.map(|(at, value)| (OpValue::Operand(at), value));
        let results =
            module.results(op).enumerate().map(|(at, value)| (OpValue::Result(at), value));
        let mut by_type: IndexMap<Type, Vec<OpValue>, FxBuildHasher> = IndexMap::default();
        for (op_value, value) in operands.chain(results) {
            by_type.entry(module.ty(value)).or_default().push(op_value);
        }
        let equal = by_type.into_values().filter(|values| values.len() > 1);
        all.extend(equal.map(|values| EqualOpValues { op, values }));
    }
    all
}

/// Unifies the spelling of types that must be equal and have equal layouts. Returns the number of views that it
/// inserted.
///
/// The types of a signature are kept. If two spellings of signatures meet because a reorder between them was removed, a
/// view converts between them.
pub(crate) fn unify(module: &mut Module, registry: &Registry, equal: &[EqualOpValues]) -> u64 {
    let tensors = Tensors::new(module, registry);
    let mut union = UnionFind::<usize>::new(tensors.all().count());
    for equal in equal {
        let values = equal.values(module);
        let classes: Vec<TensorId> =
            values.filter_map(|value| Some(tensors.class(tensors.of_value(value)?))).collect();
        for pair in classes.windows(2) {
            union.union(pair[0].index(), pair[1].index());
        }
    }
    let mut spelling: FxHashMap<usize, Type> = FxHashMap::default();
    for (id, tensor) in tensors.all() {
        if !matches!(tensor.holder, Holder::Value(_)) {
            spelling.entry(union.find(tensors.class(id).index())).or_insert(tensor.ty);
        }
    }
    let fixed = fixed_values(module, registry);
    for (id, tensor) in tensors.all() {
        let Holder::Value(value) = tensor.holder else { continue };
        let ty = *spelling.entry(union.find(tensors.class(id).index())).or_insert(tensor.ty);
        if !fixed.contains(&value) {
            respell(module, value, ty);
        }
    }
    let required = shared_uses(module, registry, equal).filter_map(|(op, operand, value)| {
        let class = tensors.class(tensors.of_value(value)?);
        Some((op, operand, *spelling.get(&union.find(class.index()))?))
    });
    let mut required: Vec<RequiredType> = required.collect();
    let declared = tensors.declared_uses().iter();
    required.extend(declared.map(|&(op, operand, tensor)| (op, operand, tensors.get(tensor).ty)));
    let mut views = FxHashMap::default();
    required.into_iter().for_each(|required| view_as(module, &mut views, required));
    views.len() as u64
}

/// Changes the type of a value to a type with an equal layout. A type with strides or requirements is kept, because they
/// are more than a spelling.
fn respell(module: &mut Module, value: Value, ty: Type) {
    let old = module.ty(value);
    if ty != old && is_plain(module, old) && meaning(module, ty) == meaning(module, old) {
        set_value(module, value, ty);
    }
}

/// Returns the values whose types are fixed by a signature: the arguments of functions, and the results of calls.
fn fixed_values(module: &Module, registry: &Registry) -> FxHashSet<Value> {
    let mut defs = Defs::new(module, registry);
    let mut fixed = FxHashSet::default();
    for op in module.walk() {
        let Some(def) = defs.get(op) else { continue };
        if def.callee.is_some() {
            fixed.extend(module.results(op));
        }
        if def.function.is_some() {
            let bodies = module.regions(op).iter();
            let entries = bodies.filter_map(|&body| module.blocks(body).first());
            fixed.extend(entries.flat_map(|&entry| module.arguments(entry)).copied());
        }
    }
    fixed
}

/// An operand, as its op and number, and the type that it must have.
type RequiredType = (Op, usize, Type);

/// Returns the operands, with their values, that must have the types of other values.
fn shared_uses<'a>(
    module: &'a Module,
    registry: &'a Registry,
    equal: &'a [EqualOpValues],
) -> impl Iterator<Item = (Op, usize, Value)> + 'a {
    let mut defs = Defs::new(module, registry);
    let related = module.walk().filter_map(move |op| {
        let equalities = defs.type_equalities(op)?(module, op);
        (!equalities.is_empty()).then_some((op, equalities))
    });
    let forwarded = related.flat_map(|(op, equalities)| {
        let shared: FxHashSet<Value> =
            equalities.into_iter().flat_map(<[Value; 2]>::from).collect();
        let forwarded = forwarded_operands(module, op).into_iter();
        forwarded.filter(move |(_, _, value)| shared.contains(value))
    });
    forwarded.chain(equal.iter().flat_map(move |equal| equal.operands(module)))
}

/// Replaces an operand by a view of its value with another type of equal layout. One view serves all operands of an op.
fn view_as(
    module: &mut Module,
    views: &mut FxHashMap<(Op, Value, Type), Value>,
    (op, operand, ty): RequiredType,
) {
    let value = module.operands(op)[operand];
    let old = module.ty(value);
    if ty == old || meaning(module, ty) != meaning(module, old) {
        return;
    }
    let form = *views.entry((op, value, ty)).or_insert_with(|| {
        let (view, form) = create_unary(module, VIEW_OP, value, ty, module.span(op));
        module.insert_before(view, op);
        form
    });
    module.set_operand(op, operand, form);
}

/// Returns the layout of a type; a type that states none is row major.
fn meaning(module: &Module, ty: Type) -> Option<Candidate> {
    Candidate::declared(module, ty).or_else(|| {
        let plain = encoding::row_major(&module.ctx, ty).ok()??;
        Some(Candidate::Order(plain.order()))
    })
}
