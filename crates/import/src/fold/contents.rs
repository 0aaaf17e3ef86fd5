//! The contents of the values of a function that are known before execution: weights, and copies and views of weights.

use ir::encoding::{self, Reading};
use ir::layout::{DimsOrder, checked_product};
use ir::progress::{Progress, ProgressReport};
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
    /// The elements in row-major order of their logical indices, each in `width` bytes.
    pub(super) bytes: Rc<[u8]>,
    /// The number of bytes of an element, at least 1.
    pub(super) width: usize,
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
    pub(super) fn sets(&self) -> Vec<Vec<(Value, &KnownContents)>> {
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
                sets.push(set.iter().map(|&at| (self.known[at].0, &self.known[at].1)).collect());
            }
        }
        sets
    }

    fn insert(&mut self, value: Value, contents: KnownContents) {
        self.position.insert(value, self.known.len());
        self.known.push((value, contents));
    }

    fn get(&self, value: Value) -> Option<&KnownContents> {
        self.position.get(&value).map(|&at| &self.known[at].1)
    }

    fn op(&mut self, module: &Module, registry: &Registry, op: Op) {
        let operands = module.operands(op);
        if registry.op_def(module, op).is_some_and(|def| def.is_copy)
            && let (&[from], Some(to)) = (operands, module.result(op, 0))
            && let Some(contents) = self.get(from).cloned()
        {
            return self.insert(to, contents);
        }
        let relations = registry.view_relations(module, op).and_then(Result::ok);
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
        let lengths = lengths(module, module.ty(result))?;
        let count = usize::try_from(checked_product(lengths)?).ok()?;
        let mut names = BTreeSet::new();
        let mut width = 1;
        let mut out: Option<Vec<u8>> = None;
        for view in own {
            let from = if view.part == result { view.whole } else { view.part };
            let source = self.get(from)?;
            names.extend(source.names.iter().cloned());
            width = source.width;
            let out = out.get_or_insert_with(|| vec![0; count * width]);
            for (inner, outer) in positions(module, view)?.into_iter().enumerate() {
                let (read, write) =
                    if view.part == result { (outer, inner) } else { (inner, outer) };
                let element = source.bytes.get(read * width..(read + 1) * width)?;
                out.get_mut(write * width..(write + 1) * width)?.copy_from_slice(element);
            }
        }
        Some(KnownContents { names: names.into(), bytes: out?.into(), width })
    }
}

/// Returns the lengths of a static tensor. `None` for other types.
pub(super) fn lengths(module: &Module, ty: Type) -> Option<Vec<i64>> {
    let TypeKind::Tensor { dims, .. } = module.ctx.kind(ty) else { return None };
    dims.iter().map(|len| i64::try_from((*len)?).ok()).collect()
}

/// Returns the row-major position in the whole of each element of the part. `None` if a layout has no order in memory.
fn positions(module: &Module, view: &Subview) -> Option<Vec<usize>> {
    let [whole, part] = [view.whole, view.part].map(|value| lengths(module, module.ty(value)));
    let whole = whole?;
    let part = part?;
    fn order(module: &Module, value: Value, rank: usize) -> Option<DimsOrder> {
        match encoding::read(&module.ctx, module.ty(value)) {
            Ok(Some(Reading::Ordered(layout))) => Some(layout.order()),
            _ => DimsOrder::identity(rank),
        }
    }
    let orders = order(module, view.whole, whole.len()).zip(order(module, view.part, part.len()));
    view.map.elements(&whole, &part, orders).ok()
}
