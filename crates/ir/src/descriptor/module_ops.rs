//! Lookup of the ops of a module: by symbol, by definition, and the printed names of their values.

use crate::module::{Module, Op, Value};
use crate::print::ValueNames;
use crate::registry::DescriptorStage;
use crate::registry::Registry;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// Lookup of the ops of a module by symbol and by definition.
pub(super) struct ModuleOps<'m> {
    pub(super) module: &'m Module,
    pub(super) registry: &'m Registry,
    /// The ops in the module's body that define a symbol.
    symbols: FxHashMap<&'m str, Op>,
    names: OnceCell<ValueNames<'m>>,
}

impl<'m> ModuleOps<'m> {
    /// Returns the lookup of a module. Only ops in the module's own body define its symbols.
    pub(super) fn new(module: &'m Module, registry: &'m Registry) -> ModuleOps<'m> {
        let ops = module.ops(module.body());
        let symbols = ops.filter_map(|op| Some((module.symbol(op)?, op))).collect();
        ModuleOps { module, registry, symbols, names: OnceCell::new() }
    }

    /// Returns the op that defines a symbol. `None` if the symbol is undefined.
    pub(super) fn op(&self, name: &str) -> Option<Op> {
        self.symbols.get(name).copied()
    }

    /// Returns the stage interface of an op. `None` if the op is not a stage.
    pub(super) fn stage(&self, op: Op) -> Option<&'m DescriptorStage> {
        self.registry.op_def(self.module, op).and_then(|def| def.stage.as_ref())
    }

    /// Returns the printed name of a value, with `%`.
    pub(super) fn value_name(&self, value: Value) -> String {
        let names = self.names.get_or_init(|| ValueNames::new(self.module, self.registry));
        format!("%{}", names.get(value))
    }
}
