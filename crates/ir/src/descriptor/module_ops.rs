//! The ops of a module as descriptors need them: by symbol, with their definitions, and the names of their values.

use crate::module::{Module, Op, Value};
use crate::print::ValueNames;
use crate::registry::DescriptorStage;
use crate::registry::Registry;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// The ops of a module, by symbol and by definition.
pub(super) struct ModuleOps<'m> {
    pub(super) module: &'m Module,
    pub(super) registry: &'m Registry,
    /// The symbols of the module's body.
    symbols: FxHashMap<&'m str, Op>,
    names: OnceCell<ValueNames<'m>>,
}

impl<'m> ModuleOps<'m> {
    /// Returns the ops of a module. Symbols are those of the ops in the module's own body.
    pub(super) fn new(module: &'m Module, registry: &'m Registry) -> ModuleOps<'m> {
        let ops = module.ops(module.body());
        let symbols = ops.filter_map(|op| Some((module.symbol(op)?, op))).collect();
        ModuleOps { module, registry, symbols, names: OnceCell::new() }
    }

    /// Returns the op that defines a symbol; `None` if there is none.
    pub(super) fn op(&self, name: &str) -> Option<Op> {
        self.symbols.get(name).copied()
    }

    /// Returns the part of an op in a descriptor; `None` if it has none.
    pub(super) fn stage(&self, op: Op) -> Option<DescriptorStage> {
        self.registry.of(self.module, op).and_then(|def| def.stage)
    }

    /// Returns the name of a value as it is printed, with `%`.
    pub(super) fn value_name(&self, value: Value) -> String {
        let names = self.names.get_or_init(|| ValueNames::new(self.module, self.registry));
        format!("%{}", names.get(value))
    }
}
