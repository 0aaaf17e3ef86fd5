//! The contents of the values of a function that are known before execution: weights, and copies and views of weights.
//!
//! Contents are places in weights, not elements: only the elements of the values that are being written are in memory.

use super::reader::WeightReader;
use super::view::WeightView;
use ir::encoding::{self, Reading};
use ir::layout::{DimsOrder, checked_product};
use ir::progress::{Progress, ProgressReport};
use ir::types::static_lengths;
use ir::views::Subview;
use ir::{Module, Op, Registry, Type, TypeKind, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The elements of a value that is known before execution.
#[derive(Clone, Debug)]
pub(super) struct KnownContents {
    /// The names of the weights that the elements come from.
    pub(super) names: Rc<BTreeSet<String>>,
    /// The place of the elements.
    pub(super) source: ElementSource,
    /// The number of bytes of an element in memory, at least 1.
    pub(super) width: usize,
}

/// The place of the elements of a value.
#[derive(Clone, Debug)]
pub(super) enum ElementSource {
    /// Elements of a weight.
    Weight(Rc<WeightView>),
    /// The elements of another known value, by its position in the list of values.
    Copy(usize),
    /// Elements of other known values, by their positions in the list of values: one view each.
    Values(Rc<[(usize, Subview)]>),
}

/// The known values of a module, and which of them share memory.
pub(super) struct KnownValues {
    /// The values in program order, with their contents.
    known: Vec<(Value, KnownContents)>,
    /// The position of each value in `known`.
    position: FxHashMap<Value, usize>,
    /// Pairs of values that a view op relates.
    shared: Vec<(usize, usize)>,
    /// The values that ops other than copies and views read.
    read: BTreeSet<usize>,
}

impl KnownValues {
    /// Propagates the contents of weights through the copies and views of a module.
    pub(super) fn new(
        module: &Module,
        registry: &Registry,
        weights: Vec<(Value, KnownContents)>,
        progress: &mut dyn Progress,
    ) -> KnownValues {
        let known = Vec::new();
        let position = FxHashMap::default();
        let shared = Vec::new();
        let read = BTreeSet::new();
        let mut values = KnownValues { known, position, shared, read };
        for (value, contents) in weights {
            values.insert(value, contents);
        }
        let total = module.walk().count() as u64;
        for (done, op) in (0..).zip(module.walk()) {
            progress.report(ProgressReport { done, total, unit: "ops", item: module.name(op) });
            values.op(module, registry, op);
        }
        values
    }

    /// Returns the sets of values that share memory and are read, each in program order.
    pub(super) fn sets(&self) -> Vec<Vec<KnownValue<'_>>> {
        let mut related = vec![Vec::new(); self.known.len()];
        for &(a, b) in &self.shared {
            related[a].push(b);
            related[b].push(a);
        }
        let mut is_seen = vec![false; self.known.len()];
        let mut sets = Vec::new();
        for &first in &self.read {
            let mut set = Vec::new();
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                if !std::mem::replace(&mut is_seen[at], true) {
                    set.push(at);
                    open.extend(&related[at]);
                }
            }
            set.retain(|at| self.read.contains(at));
            set.sort_unstable();
            if !set.is_empty() {
                sets.push(set.iter().map(|&at| self.value(at)).collect());
            }
        }
        sets
    }

    /// Returns `true` if the contents of a value are known.
    pub(super) fn contains(&self, value: Value) -> bool {
        self.position.contains_key(&value)
    }

    /// Returns the contents of the value at a position.
    pub(super) fn contents(&self, position: usize) -> Option<&KnownContents> {
        self.known.get(position).map(|known| &known.1)
    }

    /// Returns the values that ops other than copies and views read.
    pub(super) fn read(&self) -> impl Iterator<Item = KnownValue<'_>> {
        self.read.iter().map(|&at| self.value(at))
    }

    fn value(&self, position: usize) -> KnownValue<'_> {
        let (value, contents) = &self.known[position];
        KnownValue { value: *value, position, contents }
    }

    /// Returns the elements of a value in row-major order of its indices.
    ///
    /// # Errors
    /// The elements cannot be read.
    pub(super) fn elements(
        &self,
        module: &Module,
        position: usize,
        weights: &mut WeightReader<'_, '_>,
    ) -> Result<Rc<[u8]>, String> {
        // Values follow those that they are views of.
        let mut needed = BTreeSet::from([position]);
        let mut open = vec![position];
        while let Some(at) = open.pop() {
            let sources: Vec<usize> = match &self.known[at].1.source {
                ElementSource::Weight(_) => Vec::new(),
                ElementSource::Copy(from) => vec![*from],
                ElementSource::Values(views) => views.iter().map(|view| view.0).collect(),
            };
            open.extend(sources.into_iter().filter(|&from| needed.insert(from)));
        }
        let mut known: FxHashMap<usize, Rc<[u8]>> = FxHashMap::default();
        for at in needed {
            let bytes = match &self.known[at].1.source {
                ElementSource::Weight(view) => weights.elements(view, self.known[at].1.width)?,
                ElementSource::Copy(from) => {
                    known.get(from).cloned().ok_or("its elements are unknown")?
                }
                ElementSource::Values(views) => self.joined(module, at, views, &known)?,
            };
            known.insert(at, bytes);
        }
        known.remove(&position).ok_or_else(|| "its elements are unknown".to_owned())
    }

    /// Returns the elements of a value from those of the values that it is related to.
    fn joined(
        &self,
        module: &Module,
        at: usize,
        views: &[(usize, Subview)],
        known: &FxHashMap<usize, Rc<[u8]>>,
    ) -> Result<Rc<[u8]>, String> {
        let unknown = || "its elements are unknown".to_owned();
        let (result, KnownContents { width, .. }) = &self.known[at];
        let count = element_count(module, *result).ok_or_else(unknown)?;
        let size = count.checked_mul(*width).ok_or("its memory is too large")?;
        let mut out = vec![0; size];
        for (from, view) in views {
            let source = known.get(from).ok_or_else(unknown)?;
            let positions = positions(module, view).ok_or_else(unknown)?;
            for (inner, outer) in positions.into_iter().enumerate() {
                let (read, write) =
                    if view.part == *result { (outer, inner) } else { (inner, outer) };
                let element = source.get(read * width..(read + 1) * width).ok_or_else(unknown)?;
                let slot = out.get_mut(write * width..(write + 1) * width).ok_or_else(unknown)?;
                slot.copy_from_slice(element);
            }
        }
        Ok(out.into())
    }

    fn insert(&mut self, value: Value, contents: KnownContents) {
        self.position.insert(value, self.known.len());
        self.known.push((value, contents));
    }

    fn op(&mut self, module: &Module, registry: &Registry, op: Op) {
        let operands = module.operands(op);
        if registry.op_def(module, op).is_some_and(|def| def.is_copy)
            && let (&[from], Some(to)) = (operands, module.result(op, 0))
            && let Some(&position) = self.position.get(&from)
        {
            let contents = &self.known[position].1;
            let source = match &contents.source {
                ElementSource::Weight(view) => ElementSource::Weight(view.clone()),
                _ => ElementSource::Copy(position),
            };
            return self.insert(to, KnownContents { source, ..contents.clone() });
        }
        let relations = registry.element_relations(module, op).and_then(Result::ok);
        let is_viewed = relations.is_some_and(|relations| self.view(module, op, &relations));
        if !is_viewed {
            let read = operands.iter().filter_map(|value| self.position.get(value).copied());
            self.read.extend(read);
        }
    }

    /// Computes the results of a view op. Returns `false` if the contents of a related operand are unknown.
    fn view(&mut self, module: &Module, op: Op, relations: &[Subview]) -> bool {
        let results: Vec<Value> = module.results(op).collect();
        let mut computed = Vec::new();
        for &result in &results {
            let own = relations.iter().filter(|view| view.part == result || view.whole == result);
            let own: Vec<&Subview> = own.collect();
            match self.viewed(module, result, &own) {
                Some(contents) => computed.push((result, contents)),
                None => return false,
            }
        }
        for (value, contents) in computed {
            self.insert(value, contents);
        }
        let at = |value| self.position.get(value).copied();
        let pairs = relations.iter().filter_map(|view| Some((at(&view.whole)?, at(&view.part)?)));
        self.shared.extend(pairs.collect::<Vec<_>>());
        !results.is_empty()
    }

    fn viewed(&self, module: &Module, result: Value, own: &[&Subview]) -> Option<KnownContents> {
        let part = lengths(module, module.ty(result))?;
        let mut names = BTreeSet::new();
        let mut views = Vec::new();
        let mut width = None;
        for view in own {
            let from = if view.part == result { view.whole } else { view.part };
            let position = *self.position.get(&from)?;
            let source = &self.known[position].1;
            names.extend(source.names.iter().cloned());
            width = Some(source.width);
            views.push((position, (*view).clone()));
        }
        let names = Rc::new(names);
        let width = width?;
        if let [(position, view)] = &views[..]
            && view.part == result
            && let ElementSource::Weight(whole) = &self.known[*position].1.source
            && let Some(found) = whole.part(&view.map, &part, orders(module, view))
        {
            let source = ElementSource::Weight(found.into());
            return Some(KnownContents { names, source, width });
        }
        // The positions are computed again when the elements are needed.
        for (_, view) in &views {
            positions(module, view)?;
        }
        Some(KnownContents { names, source: ElementSource::Values(views.into()), width })
    }
}

/// A known value, with its position in the list of values.
#[derive(Clone, Copy)]
pub(super) struct KnownValue<'a> {
    pub(super) value: Value,
    pub(super) position: usize,
    pub(super) contents: &'a KnownContents,
}

fn element_count(module: &Module, value: Value) -> Option<usize> {
    usize::try_from(checked_product(lengths(module, module.ty(value))?)?).ok()
}

/// Returns the lengths of a static tensor. `None` for other types.
pub(super) fn lengths(module: &Module, ty: Type) -> Option<Vec<i64>> {
    let TypeKind::Tensor { dims, .. } = module.ctx.kind(ty) else { return None };
    static_lengths(dims)
}

/// Returns the row-major position in the whole of each element of the part. `None` if a layout has no order in memory.
fn positions(module: &Module, view: &Subview) -> Option<Vec<usize>> {
    let [whole, part] = [view.whole, view.part].map(|value| lengths(module, module.ty(value)));
    view.map.elements(&whole?, &part?, orders(module, view)).ok()
}

/// Returns the orders of the dims of whole and part in memory. `None` if one has none.
fn orders(module: &Module, view: &Subview) -> Option<(DimsOrder, DimsOrder)> {
    let [whole, part] = [view.whole, view.part].map(|value| {
        let ty = module.ty(value);
        match encoding::read(&module.ctx, ty) {
            Ok(Some(Reading::Ordered(layout))) => Some(layout.order()),
            _ => DimsOrder::identity(lengths(module, ty)?.len()),
        }
    });
    whole.zip(part)
}
