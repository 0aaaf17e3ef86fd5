//! The counts of the pass, and its remarks.

use super::form::Step;
use crate::pass::Stats;
use indexmap::IndexMap;
use ir::diag::{Diag, Severity, Sink, code, counted};
use ir::encoding::elem_size;
use ir::moves::MoveReport;
use ir::source::SourceLocation;
use ir::types::static_count;
use ir::views::{Subview, ViewMap};
use ir::{AttrKind, Module, Op, Registry, TypeKind, Value};

/// The counts of the pass, and the ops that keep their logical shape.
#[derive(Default)]
pub(super) struct Report {
    /// The number of constants with moved elements.
    pub(super) constants: u64,
    transposes: u64,
    reshapes: u64,
    bytes: u64,
    /// The ops that need their operands in logical order, with the reason, by name.
    kept: IndexMap<(String, String), (Op, usize)>,
}

impl Report {
    /// Counts an inserted step.
    pub(super) fn step(&mut self, module: &Module, value: Value, step: &Step) {
        match step {
            Step::Reshape(_) => self.reshapes += 1,
            Step::Transpose(_) | Step::Pad(_) | Step::Prefix(_) => {
                self.transposes += u64::from(matches!(step, Step::Transpose(_)));
                self.bytes = self.bytes.saturating_add(moved_bytes(module, value));
            }
        }
    }

    /// Records that an op keeps its logical shape.
    pub(super) fn keep(&mut self, module: &Module, op: Op, reason: &str) {
        let key = (module.name(op).to_owned(), reason.to_owned());
        self.kept.entry(key).or_insert((op, 0)).1 += 1;
    }

    /// Reports the ops that keep their logical shape, one remark for each name and reason.
    pub(super) fn remarks(&self, module: &Module, sink: &mut Sink) {
        for ((name, reason), (op, count)) in &self.kept {
            let ops = counted(*count, "op");
            let verb = if *count == 1 { "keeps its" } else { "keep their" };
            let message = format!("{ops} `{name}` {verb} logical shape: {reason}");
            let place = module.location(*op);
            let diag = Diag::new(Severity::Remark, code::MATERIALIZE, place, message);
            sink.push(
                diag.note("its operands and results are transposed where their layouts differ"),
            );
        }
    }

    /// Adds the counts after the pass.
    pub(super) fn count(&self, stats: &mut Stats) {
        stats.add("transposes after", self.transposes);
        stats.add("bytes that moves after read and write", self.bytes);
        stats.add("reshapes after", self.reshapes);
        stats.add("constants with moved elements", self.constants);
        let kept: usize = self.kept.values().map(|&(_, count)| count).sum();
        stats.add("ops that keep their logical shape", kept as u64);
    }
}

/// The entries of types that no shape expresses.
const INEXPRESSIBLE: [&str; 2] = ["reqs", "bounds"];

/// The values whose types have entries that no shape expresses, with the places of the types.
pub(super) struct Inexpressible {
    values: IndexMap<(&'static str, Value), SourceLocation>,
}

impl Inexpressible {
    /// Returns those of all results and arguments of a module.
    pub(super) fn new(module: &Module) -> Inexpressible {
        let mut values = IndexMap::default();
        for op in module.walk() {
            for value in module.results(op).chain(module.inner_arguments(op)) {
                for key in INEXPRESSIBLE.into_iter().filter(|key| has_entry(module, value, key)) {
                    values.insert((key, value), module.type_location(value));
                }
            }
        }
        Inexpressible { values }
    }

    /// Reports the entries that the types of a module no longer have, one remark for each key.
    pub(super) fn remarks(&self, module: &Module, sink: &mut Sink) {
        let kept = Inexpressible::new(module);
        for key in INEXPRESSIBLE {
            let all = self.values.iter().filter(|(value, _)| value.0 == key);
            let dropped = all.filter(|(value, _)| !kept.values.contains_key(*value));
            let places: Vec<&SourceLocation> = dropped.map(|(_, place)| place).collect();
            let Some(&first) = places.first() else { continue };
            let values = counted(places.len(), "value");
            let message = format!("`{key}` of {values} dropped: a shape cannot express it");
            sink.push(Diag::new(Severity::Remark, code::MATERIALIZE, first.clone(), message));
        }
    }
}

/// Returns `true` if the encoding of the type of a value has an entry.
fn has_entry(module: &Module, value: Value, key: &str) -> bool {
    let TypeKind::Tensor { encoding: Some(encoding), .. } = module.kind(value) else {
        return false;
    };
    if !matches!(module.ctx.attr_kind(*encoding), AttrKind::Dict(_)) {
        return false;
    }
    module.ctx.dict_entries(*encoding).iter().any(|&(name, _)| module.ctx.text(name) == key)
}

/// Returns the bytes that a copy of a tensor reads and writes; 0 if a length is dynamic.
pub(super) fn moved_bytes(module: &Module, value: Value) -> u64 {
    let TypeKind::Tensor { dims, elem, .. } = module.kind(value) else { return 0 };
    let Ok(size) = elem_size(&module.ctx, *elem) else { return 0 };
    let bits = static_count(dims)
        .and_then(|count| count.checked_mul(u64::try_from(size.bits().get()).ok()?));
    bits.map_or(0, |bits| bits.div_ceil(8).saturating_mul(2))
}

/// Adds the counts before the pass: the reorders of the module, and the transposes of its dialects that move data for a
/// tool without layouts.
pub(super) fn count_before(module: &Module, registry: &Registry, stats: &mut Stats) {
    let mut transposes = 0;
    let mut bytes = 0u64;
    for op in module.walk() {
        let Some(Ok(relations)) = registry.element_relations(module, op) else { continue };
        for Subview { whole, map, .. } in relations {
            let ViewMap::Transpose(dims) = map else { continue };
            let lens = module.kind(whole).tensor_dims().unwrap_or_default();
            let moved = dims.iter().filter(|&&dim| lens.get(dim) != Some(&Some(1)));
            if !moved.is_sorted() {
                transposes += 1;
                bytes = bytes.saturating_add(moved_bytes(module, whole));
            }
        }
    }
    let reorders = MoveReport::new(module, registry, module.root()).totals();
    stats.add("transposes before", transposes);
    stats.add("bytes that transposes before read and write", bytes);
    stats.add("reorders before", reorders.copies as u64);
    stats.add("bytes that reorders before read and write", reorders.bytes);
}
