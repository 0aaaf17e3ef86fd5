//! Chains of reshapes and transposes that merge dims which a later reshape splits again.
//!
//! A value inside a chain has one order of its dims. The dims that a reshape merges must be contiguous in memory, even if
//! a later reshape splits them. So each such chain is written as one split, one transpose and one merge, of the fewest dims
//! that its two ends need: every layout in which the first chain moves no data is one in which the other does not, and
//! their copies have equal sizes. The values inside have no other users, no layouts of their own, and no greater rank.
//!
//! ```mlir
//! // before: no order of %1 is the memory of an operand in the order (d0, d2, d1, d3)
//! %1 = "onnx.Reshape"(%0, %s) : (tensor<4x4x256x36xf16>, tensor<3xi64>) -> tensor<16x256x36xf16>
//! %2 = "onnx.Transpose"(%1) {perm = [0, 2, 1]} : (tensor<16x256x36xf16>) -> tensor<16x36x256xf16>
//! %3 = "onnx.Reshape"(%2, %t) : (tensor<16x36x256xf16>, tensor<4xi64>) -> tensor<4x4x36x256xf16>
//! // after
//! %3 = "onnx.Transpose"(%0) {perm = [0, 1, 3, 2]} : (tensor<4x4x256x36xf16>) -> tensor<4x4x36x256xf16>
//! ```

use super::prepared::SiteSources;
use crate::edits::replace_operands;
use crate::pure_ops::uses;
use indexmap::IndexMap;
use ir::choice::{ChoiceRule, RuleOrigin};
use ir::groups::GroupMatcher;
use ir::layout::transform::{Merge, Unmerge};
use ir::layout::{Layout, LayoutBuilder, LayoutFault, MixedRadix, RadixDigit};
use ir::module::Def;
use ir::stride_reqs::REQS_ATTR;
use ir::types::{Extent, static_lengths};
use ir::view_builder::{ViewBuilder, builds_views};
use ir::views::{Subview, ViewMap};
use ir::{Module, Op, Registry, TypeKind, Value};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A reshape or a transpose that can be a view.
struct Link {
    op: Op,
    whole: Value,
    map: ViewMap,
}

/// The links of a module, by the values that they define, and the number of uses of each value.
struct Links {
    of_value: IndexMap<Value, Link, FxBuildHasher>,
    uses: Vec<u32>,
    /// The values whose only user is a link.
    inner: FxHashSet<Value>,
}

/// A chain as one split, one transpose and one merge.
struct Route {
    /// The lengths after the split.
    split: Vec<Extent>,
    permutation: Vec<usize>,
}

/// A chain that is replaced.
struct Rerouted {
    /// The ops, the last one first.
    ops: Vec<Op>,
    root: Value,
    end: Value,
    route: Route,
}

/// Replaces each chain that merges dims which it splits again. Returns their number.
pub(super) fn reroute(module: &mut Module, from: SiteSources<'_>) -> u64 {
    let links = Links::new(module, from.registry);
    let mut found: Vec<Rerouted> = links.chains(module);
    if found.is_empty() {
        return 0;
    }
    let grouped = grouped_ops(module, from);
    found.retain(|chain| {
        chain.ops.iter().all(|&op| {
            let rule = ChoiceRule::for_op(module, op, from.registry, from.target);
            rule.origin == RuleOrigin::View && !grouped.contains(&op)
        })
    });
    let mut ends: FxHashMap<Value, Value> = FxHashMap::default();
    for chain in &found {
        if let Some(value) = chain.write(module) {
            ends.insert(chain.end, ends.get(&value).copied().unwrap_or(value));
        }
    }
    replace_operands(module, |_, value| ends.get(&value).copied());
    let uses = &mut uses(module);
    for chain in found.iter().filter(|chain| ends.contains_key(&chain.end)) {
        chain.ops.iter().for_each(|&op| erase(module, from.registry, uses, op));
    }
    ends.len() as u64
}

/// Returns the ops in the matches of groups, which are executed as they are.
fn grouped_ops(module: &Module, from: SiteSources<'_>) -> FxHashSet<Op> {
    let groups = from.target.map(|target| from.registry.ruled_groups(target)).unwrap_or_default();
    if groups.is_empty() {
        return FxHashSet::default();
    }
    let source = |value: Value| value;
    let matcher = GroupMatcher::new(module, from.registry, &source, &|_| false);
    matcher.find(&groups).into_iter().flat_map(|found| found.ops).collect()
}

impl Links {
    fn new(module: &Module, registry: &Registry) -> Links {
        let links = module.walk().filter_map(|op| link(module, registry, op));
        let of_value: IndexMap<Value, Link, FxBuildHasher> = links.collect();
        let uses = if of_value.is_empty() { Vec::new() } else { uses(module) };
        let wholes = of_value.values().map(|link| link.whole);
        let inner = wholes.filter(|&whole| {
            let is_plain = matches!(module.kind(whole), TypeKind::Tensor { encoding: None, .. });
            of_value.contains_key(&whole) && uses[whole.number()] == 1 && is_plain
        });
        let inner = inner.collect();
        Links { of_value, uses, inner }
    }

    /// Returns the chains that have a route, in the order of their last ops.
    fn chains(&self, module: &Module) -> Vec<Rerouted> {
        let ends = self.of_value.iter().filter(|(value, _)| !self.inner.contains(*value));
        let ends = ends.filter(|(value, _)| self.uses[value.number()] > 0);
        ends.filter_map(|(&end, last)| self.chain(module, end, last)).collect()
    }

    fn chain(&self, module: &Module, end: Value, last: &Link) -> Option<Rerouted> {
        let mut links = vec![last];
        let mut root = last.whole;
        while self.inner.contains(&root) {
            let link = &self.of_value[&root];
            links.push(link);
            root = link.whole;
        }
        let ops = links.iter().map(|link| link.op).collect();
        links.reverse();
        let maps: Vec<(&ViewMap, Vec<i64>)> = links
            .iter()
            .map(|link| Some((&link.map, lengths(module, module.result(link.op, 0)?)?)))
            .collect::<Option<_>>()?;
        let route = Route::new(&lengths(module, root)?, &maps)?;
        Some(Rerouted { ops, root, end, route })
    }
}

/// Removes an op, and the constants that only it used, by the number of uses of each value.
fn erase(module: &mut Module, registry: &Registry, uses: &mut [u32], op: Op) {
    let operands = module.operands(op).to_vec();
    module.erase(op);
    for value in operands {
        let uses = &mut uses[value.number()];
        *uses -= 1;
        if let (0, Def::Result(producer, _)) = (*uses, module.def(value))
            && registry.op_def(module, producer).is_some_and(|def| def.constant.is_some())
        {
            module.erase(producer);
        }
    }
}

/// Returns an op as a link, with the value that it defines; `None` for another op.
fn link(module: &Module, registry: &Registry, op: Op) -> Option<(Value, Link)> {
    if !builds_views(module, op) || module.attr(op, REQS_ATTR).is_some() {
        return None;
    }
    let relations = registry.view_relations(module, op)?.ok()?;
    let [Subview { whole, part, map }] = &relations[..] else { return None };
    let is_chained = matches!(map, ViewMap::Reshape | ViewMap::Transpose(_));
    let is_first = module.operands(op).first() == Some(whole) && module.results(op).len() == 1;
    let link = Link { op, whole: *whole, map: map.clone() };
    (is_chained && is_first && module.result(op, 0) == Some(*part)).then_some((*part, link))
}

/// Returns the lengths of a tensor; `None` if one is dynamic.
fn lengths(module: &Module, value: Value) -> Option<Vec<i64>> {
    static_lengths(module.kind(value).tensor_dims()?)
}

impl Route {
    /// Returns the route of a chain of views, each with the lengths of its part. `None` if a copy of one value of the
    /// chain can connect all layouts of the ends, or if the split has more dims than all values of the chain.
    fn new(root: &[i64], links: &[(&ViewMap, Vec<i64>)]) -> Option<Route> {
        let reshapes = links.iter().filter(|(map, _)| matches!(map, ViewMap::Reshape)).count();
        if reshapes < 2 {
            return None;
        }
        let forms = forms(root, links).ok()??;
        let (first, last) = (forms.first()?, forms.last()?);
        let digits = Digits::of(&forms)?;
        let pairs = forms.iter().map(|form| digits.pairs(form).collect());
        if has_free_value(&pairs.collect::<Vec<BTreeSet<Pair>>>()) {
            return None;
        }
        let digits = digits.joined(first, last);
        let rank = forms.iter().map(|form| form.lengths.len()).max()?;
        let count = digits.count();
        let split = (0..count).rev().map(|digit| u64::try_from(digits.length(digit)).ok());
        let permutation = digits.dims(last).into_iter().flatten();
        let permutation = permutation.map(|digit| count - 1 - digit).collect();
        (count <= rank).then(|| Route { split: split.collect(), permutation })
    }
}

/// Returns the digits of the row-major position in the root, of which the indices of each value of a chain consist; the
/// root is the first value. `None` if those of a value are no digits.
fn forms(
    root: &[i64],
    links: &[(&ViewMap, Vec<i64>)],
) -> Result<Option<Vec<MixedRadix>>, LayoutFault> {
    let builder = LayoutBuilder::packed(root)?;
    let dims = builder.base_dims().to_vec();
    let mut layout = builder.finish(&dims)?;
    let mut forms = vec![layout.modes()];
    for (map, lengths) in links {
        layout = after(&layout, map, lengths)?;
        forms.push(layout.modes());
    }
    Ok(forms.into_iter().collect())
}

/// Returns the layout of a part of these lengths from that of its whole.
fn after(whole: &Layout, map: &ViewMap, lengths: &[i64]) -> Result<Layout, LayoutFault> {
    let mut builder = LayoutBuilder::from_layout(whole);
    let dims = builder.base_dims().to_vec();
    let dims = match map {
        ViewMap::Transpose(permutation) => permutation.iter().map(|&dim| dims[dim]).collect(),
        _ => {
            let merged = builder.apply(Merge, &dims)?;
            builder.apply(Unmerge { lengths: lengths.to_vec() }, &merged)?
        }
    };
    builder.finish(&dims)
}

/// Returns `true` if a value of a chain merges only what both ends merge, the values before it only what the first one
/// merges, and those after it only what the last one merges. Each layout of an end is then one of that value. `pairs` are
/// the digits that each value merges.
fn has_free_value(pairs: &[BTreeSet<Pair>]) -> bool {
    let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else { return true };
    let before = pairs.iter().take_while(|of| of.is_subset(first)).count();
    let after = pairs.iter().rev().take_while(|of| of.is_subset(last)).count();
    before + after > pairs.len()
}

/// A digit and the one directly inside it.
type Pair = (usize, usize);

/// The digits of a position: digit i has the positions from `cuts[i]` to below `cuts[i + 1]` as its multiples.
struct Digits {
    cuts: Vec<i64>,
}

impl Digits {
    /// Returns the fewest digits of which the dims of all forms consist; `None` if there are none.
    fn of(forms: &[MixedRadix]) -> Option<Digits> {
        let mut cuts = BTreeSet::from([1]);
        for digit in forms.iter().flat_map(|form| form.dims.iter().flatten()) {
            cuts.extend([digit.stride, digit.stride.checked_mul(digit.length)?]);
        }
        let cuts: Vec<i64> = cuts.into_iter().collect();
        let is_chain = cuts[0] == 1 && cuts.windows(2).all(|pair| pair[1] % pair[0] == 0);
        is_chain.then_some(Digits { cuts })
    }

    fn count(&self) -> usize {
        self.cuts.len() - 1
    }

    fn length(&self, digit: usize) -> i64 {
        self.cuts[digit + 1] / self.cuts[digit]
    }

    /// Returns the digits of each dim of a form, the slowest first.
    fn dims(&self, form: &MixedRadix) -> Vec<Vec<usize>> {
        let of_digit = |digit: &RadixDigit| {
            let positions = digit.stride..digit.stride * digit.length;
            (0..self.count()).rev().filter(move |&at| positions.contains(&self.cuts[at]))
        };
        form.dims.iter().map(|digits| digits.iter().rev().flat_map(of_digit).collect()).collect()
    }

    /// Returns the digits that are contiguous in each dim of a form.
    fn pairs(&self, form: &MixedRadix) -> impl Iterator<Item = Pair> {
        let of_dim = |dim: Vec<usize>| dim.windows(2).map(|pair| (pair[0], pair[1])).collect();
        self.dims(form).into_iter().flat_map(move |dim| -> Vec<Pair> { of_dim(dim) })
    }

    /// Returns the digits that remain if those which are contiguous in both forms are joined.
    fn joined(&self, a: &MixedRadix, b: &MixedRadix) -> Digits {
        let a: BTreeSet<Pair> = self.pairs(a).collect();
        let both: BTreeSet<Pair> = self.pairs(b).filter(|pair| a.contains(pair)).collect();
        let is_joined = |at: usize| at > 0 && both.contains(&(at, at - 1));
        let cuts = self.cuts.iter().enumerate().filter(|(at, _)| !is_joined(*at));
        Digits { cuts: cuts.map(|(_, &cut)| cut).collect() }
    }
}

impl Rerouted {
    /// Inserts the new ops, and returns the value in the place of the last one. `None` if no op is left to have its type.
    fn write(&self, module: &mut Module) -> Option<Value> {
        let ty = module.ty(self.end);
        let label = module.label(self.end);
        let Route { split, permutation } = &self.route;
        let mut builder = ViewBuilder::new(module, self.ops[0])?;
        let ends = [self.root, self.end].map(|value| builder.dims(value));
        let mut value = self.root;
        if ends[0] != *split {
            value = builder.reshape(value, split);
        }
        if !permutation.is_sorted() {
            value = builder.transpose(value, permutation);
        }
        if builder.dims(value) != ends[1] {
            value = builder.reshape(value, &ends[1]);
        }
        if value == self.root {
            return (module.ty(self.root) == ty).then_some(value);
        }
        module.set_type(value, ty);
        module.set_label(value, label);
        Some(value)
    }
}
