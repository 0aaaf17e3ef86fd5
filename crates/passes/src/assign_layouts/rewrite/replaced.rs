//! The reorders of the input that the reorders of an assignment replace.
//!
//! A reorder that remains keeps its name, its location and the attributes with the prefix of a dialect, such as
//! `my.note`. All others state what its type does, such as the destination order of an `IE.Reorder`.

use crate::assign_layouts::sites::Sites;
use crate::assign_layouts::sites::candidate::Candidate;
use indexmap::IndexMap;
use ir::diag::{Diag, Severity, code};
use ir::{Attr, Module, Op, Value};
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;

/// The removed reorders of a module that no new reorder replaces yet.
pub(super) struct ReplacedReorders {
    /// The reorders of each value to each layout, in program order; `None` for a type that declares no layout.
    by_layout: IndexMap<(Value, Option<Candidate>), VecDeque<Op>, FxBuildHasher>,
}

impl ReplacedReorders {
    pub(super) fn new(module: &Module, sites: &Sites) -> ReplacedReorders {
        let mut by_layout: IndexMap<_, VecDeque<Op>, FxBuildHasher> = IndexMap::default();
        for &op in &sites.removed.0 {
            let Some(result) = module.result(op, 0) else { continue };
            let layout = Candidate::declared(module, module.ty(result));
            let source = sites.removed.source(module, result);
            by_layout.entry((source, layout)).or_default().push_back(op);
        }
        ReplacedReorders { by_layout }
    }

    /// Copies the name, the location and the attributes of the reorder that a new one replaces, if there is one, from a
    /// value to a layout.
    pub(super) fn replace(
        &mut self,
        module: &mut Module,
        (value, layout): (Value, Candidate),
        new: Op,
    ) {
        let mut keys = [Some(layout), None].into_iter();
        let Some(old) = keys.find_map(|key| self.by_layout.get_mut(&(value, key))?.pop_front())
        else {
            return;
        };
        module.set_span(new, module.span(old));
        if let Some(loc) = module.op_loc(old) {
            module.set_op_loc(new, loc);
        }
        if let [Some(old), Some(new)] = [old, new].map(|op| module.result(op, 0)) {
            module.set_label(new, module.label(old));
        }
        for (key, attr) in kept_attrs(module, old) {
            module.set_attr(new, &key, Some(attr));
        }
    }

    /// Returns a remark for each reorder with attributes that no reorder replaces.
    pub(super) fn lost(&self, module: &Module) -> Vec<Diag> {
        let left = self.by_layout.values().flatten();
        left.filter_map(|&op| {
            let key = kept_attrs(module, op).into_iter().next()?.0;
            let message = format!("this reorder is removed, and its attribute `{key}` with it");
            Some(Diag::new(Severity::Remark, code::ASSIGN, module.location(op), message))
        })
        .collect()
    }
}

/// Returns the attributes of a reorder with the prefix of a dialect.
fn kept_attrs(module: &Module, op: Op) -> Vec<(String, Attr)> {
    let attrs = module.all_attrs(op).map(|(key, attr)| (module.ctx.text(key).to_owned(), attr));
    attrs.filter(|(key, _)| key.contains('.')).collect()
}
