//! The expected lengths of dynamic dims, by which costs count them.
//!
//! The attribute [`EXPECTED_ATTR`] lists them for an argument of a function or for the results of an op. They hold for
//! all dims that are known to have the same length: those of copies and of views, of values with equal types, of
//! destinations, and of values that a choice of the op requires in one layout, as elementwise ops do.

use crate::attrs::{Attr, AttrKind};
use crate::choice::{ChoiceRule, RequiredLayout};
use crate::context::Context;
use crate::layout::Len;
use crate::module::{Module, Op, Value};
use crate::registry::{Registry, Subview};
use crate::target::Target;
use crate::types::Extent;
use crate::views::ViewMap;
use rustc_hash::FxHashMap;

/// The key of the attribute: a dictionary such as `{d0 = 8 : i64}`, also read as `[d0: 8]`, or for an op with several
/// results a list with an entry for each, `unit` for none.
pub const EXPECTED_ATTR: &str = "layout.expected";

/// A dim of a value.
type ValueDim = (Value, usize);

/// The expected lengths of the dynamic dims of a module.
#[derive(Clone, Debug, Default)]
pub struct ExpectedLengths {
    by_dim: FxHashMap<ValueDim, u64>,
}

impl ExpectedLengths {
    /// Returns the expected lengths in a module. Without a target, the rules of a target are unknown.
    pub fn new(module: &Module, registry: &Registry, target: Option<&Target>) -> ExpectedLengths {
        let mut lengths = ExpectedLengths::default();
        lengths.extend(module, registry, target);
        lengths
    }

    /// Adds the lengths of the values that a pass added to the module.
    pub fn extend(&mut self, module: &Module, registry: &Registry, target: Option<&Target>) {
        if module.ctx.find_name(EXPECTED_ATTR).is_none() {
            return;
        }
        let mut equal: FxHashMap<ValueDim, Vec<ValueDim>> = FxHashMap::default();
        let mut listed = Vec::new();
        for op in module.walk() {
            for (value, attr) in listed_values(module, registry, op) {
                let entries = read(&module.ctx, attr).unwrap_or_default();
                listed.extend(entries.into_iter().map(|(dim, length)| ((value, dim), length)));
            }
            for [a, b] in equal_dims(module, registry, target, op) {
                equal.entry(a).or_default().push(b);
                equal.entry(b).or_default().push(a);
            }
        }
        // A length that is listed wins over one that is propagated, and of several, the first one wins.
        let mut known: Vec<(ValueDim, u64)> =
            self.by_dim.iter().map(|(&at, &it)| (at, it)).collect();
        known.sort_unstable_by_key(|((value, dim), _)| (value.number(), *dim));
        known.extend(listed);
        known.iter().for_each(|&(dim, length)| {
            self.by_dim.entry(dim).or_insert(length);
        });
        known.reverse();
        while let Some((dim, length)) = known.pop() {
            for &other in equal.get(&dim).into_iter().flatten() {
                self.by_dim.entry(other).or_insert_with(|| {
                    known.push((other, length));
                    length
                });
            }
        }
    }

    /// Returns the expected length of a dim; `None` if it is unknown.
    pub fn get(&self, value: Value, dim: usize) -> Option<u64> {
        self.by_dim.get(&(value, dim)).copied()
    }
}

/// Returns the length that costs count for a dim: the expected one, if the dim is dynamic.
pub fn counted(len: Len, expected: Option<u64>) -> Len {
    let expected = expected.filter(|_| len.is_dynamic());
    expected.and_then(|it| i64::try_from(it).ok()).and_then(Len::new).unwrap_or(len)
}

/// Returns the dims and lengths of an entry; `None` if it is not a dictionary of lengths of at least 1.
pub fn read(ctx: &Context, attr: Attr) -> Option<Vec<(usize, u64)>> {
    let AttrKind::Dict(_) = ctx.attr_kind(attr) else { return None };
    let mut lengths = Vec::new();
    for &(key, length) in ctx.dict_entries(attr) {
        let dim = ctx.text(key).strip_prefix('d')?;
        let dim = dim.parse().ok().filter(|number: &usize| number.to_string() == dim)?;
        lengths.push((dim, u64::try_from(ctx.as_int(length)?).ok().filter(|&it| it > 0)?));
    }
    Some(lengths)
}

/// Returns the values of which an op lists lengths, each with its entry: its results, or the arguments of a function.
fn listed_values(module: &Module, registry: &Registry, op: Op) -> Vec<(Value, Attr)> {
    if registry.op_def(module, op).is_some_and(|def| def.function.is_some()) {
        let entry = module.regions(op).first().and_then(|&body| module.blocks(body).first());
        let arguments = entry.map_or(&[][..], |&entry| module.arguments(entry));
        let listed = arguments.iter().enumerate().filter_map(|(at, &argument)| {
            Some((argument, module.argument_attr(op, at, EXPECTED_ATTR)?))
        });
        return listed.collect();
    }
    let Some(attr) = module.attr(op, EXPECTED_ATTR) else { return Vec::new() };
    match module.ctx.as_array(attr) {
        Some(entries) => module.results(op).zip(entries.iter().copied()).collect(),
        None => module.results(op).take(1).map(|result| (result, attr)).collect(),
    }
}

/// Returns the pairs of dynamic dims that an op relates, which have equal lengths.
fn equal_dims(
    module: &Module,
    registry: &Registry,
    target: Option<&Target>,
    op: Op,
) -> Vec<[ValueDim; 2]> {
    let mut equal = Vec::new();
    let mut values: Vec<[Value; 2]> = Vec::new();
    if registry.op_def(module, op).is_some_and(|def| def.is_copy) {
        let ends = module.operands(op).first().copied().zip(module.result(op, 0));
        values.extend(ends.map(<[Value; 2]>::from));
    }
    if let Some(Ok(subviews)) = registry.element_relations(module, op) {
        subviews.iter().for_each(|subview| view_dims(module, subview, &mut equal));
    }
    if let Some(equalities) = registry.type_equalities(module.name(op)) {
        values.extend(equalities(module, op).into_iter().map(<[Value; 2]>::from));
    }
    let destinations = registry.destinations(module, op).into_iter();
    values.extend(destinations.map(|(operand, result)| [module.operands(op)[operand], result]));
    let rule = ChoiceRule::for_op(module, op, registry, target);
    for offer in rule.offers(module, op).iter().filter(|offer| offer.choice.is_some()) {
        let same = module.operands_and_results(op).zip(&offer.fitted.required);
        let same: Vec<Value> =
            same.filter(|it| *it.1 == RequiredLayout::Same).map(|it| it.0).collect();
        values.extend(same.windows(2).map(|pair| [pair[0], pair[1]]));
    }
    for [a, b] in values {
        let [Some(own), Some(other)] = [a, b].map(|value| module.kind(value).tensor_dims()) else {
            continue;
        };
        let shared = own.iter().zip(other).enumerate();
        let dynamic = shared.filter(|_| own.len() == other.len());
        let dynamic = dynamic.filter(|(_, (a, b))| a.is_none() && b.is_none());
        equal.extend(dynamic.map(|(dim, _)| [(a, dim), (b, dim)]));
    }
    equal
}

/// Adds the pairs of equal dynamic dims of a whole and a part.
fn view_dims(module: &Module, subview: &Subview, equal: &mut Vec<[ValueDim; 2]>) {
    let Subview { whole, part, map } = subview;
    let dims = [*whole, *part].map(|value| module.kind(value).tensor_dims());
    let [Some(of_whole), Some(of_part)] = dims else { return };
    let single = |dims: &[Extent]| {
        let mut dynamic = dims.iter().enumerate().filter(|(_, len)| len.is_none());
        let (dim, _) = dynamic.next()?;
        let elements: Option<u64> =
            dims.iter().flatten().try_fold(1u64, |product, &len| product.checked_mul(len));
        dynamic.next().is_none().then_some((dim, elements?))
    };
    let pairs: Vec<(usize, usize)> = match map {
        ViewMap::Transpose(dims) => dims.iter().copied().zip(0..).collect(),
        ViewMap::Slice { kept, .. } => kept.iter().copied().zip(0..).collect(),
        ViewMap::Reshape | ViewMap::Memory if of_whole == of_part => {
            (0..of_whole.len()).map(|dim| (dim, dim)).collect()
        }
        ViewMap::Reshape | ViewMap::Memory => match (single(of_whole), single(of_part)) {
            (Some((whole, elements)), Some((part, others))) if elements == others => {
                vec![(whole, part)]
            }
            _ => Vec::new(),
        },
    };
    let is_dynamic = |dims: &[Extent], at: usize| dims.get(at).is_some_and(Option::is_none);
    let pairs =
        pairs.into_iter().filter(|&(a, b)| is_dynamic(of_whole, a) && is_dynamic(of_part, b));
    equal.extend(pairs.map(|(a, b)| [(*whole, a), (*part, b)]));
}
