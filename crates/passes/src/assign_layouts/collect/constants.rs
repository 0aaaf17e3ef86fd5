//! The values whose contents are known before execution: constants, arguments of functions with the attribute
//! `layout.constant`, and views of these. Their conversions need no execution, so they cost nothing.

use crate::assign_layouts::sites::RemovedReorders;
use crate::tensors::Defs;
use indexmap::IndexSet;
use ir::data_graph::marked_arguments;
use ir::module::Def;
use ir::views::{COPY_OP, VIEW_OP};
use ir::{Module, Value};
use rustc_hash::FxBuildHasher;

/// Returns the constant values of a module.
pub(crate) fn constants(
    module: &Module,
    defs: &mut Defs<'_>,
    removed: &RemovedReorders,
) -> IndexSet<Value, FxBuildHasher> {
    let mut constants = IndexSet::default();
    for op in module.walk() {
        let Some(def) = defs.get(op) else { continue };
        if def.function.is_some() {
            constants.extend(marked_arguments(module, op));
        } else if def.constant.is_some() {
            constants.extend(module.results(op));
        } else if !module.operands(op).is_empty() && matches!(defs.view_relations(op), Some(Ok(_)))
        {
            let mut sources =
                module.operands(op).iter().map(|&value| removed.source(module, value));
            if sources.all(|value| constants.contains(&value)) {
                constants.extend(module.results(op));
            }
        }
    }
    constants
}

/// Returns `true` if a value is a constant, or a copy or a view of one.
pub(crate) fn is_converted_constant(
    module: &Module,
    constants: &IndexSet<Value, FxBuildHasher>,
    mut value: Value,
) -> bool {
    while !constants.contains(&value) {
        let Def::Result(op, _) = module.def(value) else { return false };
        match module.operands(op) {
            [source] if [COPY_OP, VIEW_OP].contains(&module.name(op)) => value = *source,
            _ => return false,
        }
    }
    true
}
