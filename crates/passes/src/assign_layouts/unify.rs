//! One spelling for the types of values that must have equal types.
//!
//! MLIR compares types by their text, and one layout has several spellings: no encoding is row major, too. Values that must
//! have one type take the spelling of the signature among them, if there is one.

use super::candidate::Candidate;
use super::sites::{SiteOrigin, Sites};
use crate::tensors::{Holder, TensorId, Tensors};
use indexmap::{IndexMap, IndexSet};
use ir::choice::RuleOrigin;
use ir::encoding;
use ir::registry::Registry;
use ir::{Module, Op, Type, Value};
use petgraph::unionfind::UnionFind;

/// An operand or a result by its number.
#[derive(Clone, Copy, Debug)]
enum OpValue {
    Operand(usize),
    Result(usize),
}

/// Operands and results of one op that have the same type.
pub(super) struct EqualOpValues {
    op: Op,
    values: Vec<OpValue>,
}

/// Returns the operands and results of one type, for each unknown op, which may require their types to be equal.
pub(super) fn equal_op_values(module: &Module, sites: &Sites) -> Vec<EqualOpValues> {
    let is_unknown =
        |origin| matches!(origin, SiteOrigin::Rule(RuleOrigin::RowMajor, _) | SiteOrigin::Kept);
    let unknown = sites.all.iter().filter(|site| is_unknown(site.origin));
    let ops: IndexSet<Op> = unknown.map(|site| site.op).collect();
    let mut all = Vec::new();
    for op in ops {
        let operands = module.operands(op).iter().copied().enumerate();
        let operands = operands.map(|(at, value)| (OpValue::Operand(at), value));
        let results =
            module.results(op).enumerate().map(|(at, value)| (OpValue::Result(at), value));
        let mut by_type: IndexMap<Type, Vec<OpValue>> = IndexMap::new();
        for (op_value, value) in operands.chain(results) {
            by_type.entry(module.ty(value)).or_default().push(op_value);
        }
        let equal = by_type.into_values().filter(|values| values.len() > 1);
        all.extend(equal.map(|values| EqualOpValues { op, values }));
    }
    all
}

/// Unifies the spelling of types that must be equal and mean the same.
pub(super) fn unify(module: &mut Module, registry: &Registry, equal: &[EqualOpValues]) {
    let tensors = Tensors::new(module, registry);
    let mut union = UnionFind::<usize>::new(tensors.all().count());
    for EqualOpValues { op, values } in equal {
        let results: Vec<Value> = module.results(*op).collect();
        let values = values.iter().map(|value| match *value {
            OpValue::Operand(at) => module.operands(*op)[at],
            OpValue::Result(at) => results[at],
        });
        let classes: Vec<TensorId> =
            values.filter_map(|value| Some(tensors.class(tensors.of_value(value)?))).collect();
        for pair in classes.windows(2) {
            union.union(pair[0].index(), pair[1].index());
        }
    }
    let mut spelling: IndexMap<usize, Type> = IndexMap::new();
    for (id, tensor) in tensors.all() {
        if !matches!(tensor.holder, Holder::Value(_)) {
            spelling.entry(union.find(tensors.class(id).index())).or_insert(tensor.ty);
        }
    }
    for (id, tensor) in tensors.all() {
        let Holder::Value(value) = tensor.holder else { continue };
        let ty = *spelling.entry(union.find(tensors.class(id).index())).or_insert(tensor.ty);
        if ty != tensor.ty && meaning(module, ty) == meaning(module, tensor.ty) {
            module.set_type(value, ty);
        }
    }
}

/// Returns the layout of a type; one that declares none is row major.
fn meaning(module: &Module, ty: Type) -> Option<Candidate> {
    Candidate::declared(module, ty).or_else(|| {
        let plain = encoding::row_major(&module.ctx, ty).ok()??;
        Some(Candidate::Order(plain.order()))
    })
}
