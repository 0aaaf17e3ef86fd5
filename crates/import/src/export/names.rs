//! The names of values in a model, each of which is unique.

use ir::attrs::LocKind;
use ir::print::ValueNames;
use ir::{Attr, Module, Registry, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The names of the values of a model.
pub(super) struct ModelNames<'a> {
    printed: ValueNames<'a>,
    names: FxHashMap<Value, String>,
    used: FxHashSet<String>,
}

impl<'a> ModelNames<'a> {
    /// Returns the names of a model without values.
    pub(super) fn new(module: &'a Module, registry: &Registry) -> ModelNames<'a> {
        let printed = ValueNames::new(module, registry);
        ModelNames { printed, names: FxHashMap::default(), used: FxHashSet::default() }
    }

    /// Reserves a name. Returns `false` if it is in use.
    pub(super) fn reserve(&mut self, name: &str) -> bool {
        self.used.insert(name.to_owned())
    }

    /// Sets the name of a value to a reserved name.
    pub(super) fn set(&mut self, value: Value, name: &str) {
        self.names.insert(value, name.to_owned());
    }

    /// Returns `true` if a value has a name.
    pub(super) fn contains(&self, value: Value) -> bool {
        self.names.contains_key(&value)
    }

    /// Returns the name of a value. A value without one receives `wanted`, or else its name in printed IR, with a number if
    /// that name is in use.
    pub(super) fn name(&mut self, value: Value, wanted: Option<&str>) -> String {
        if let Some(name) = self.names.get(&value) {
            return name.clone();
        }
        let wanted = match wanted {
            Some(name) => name.to_owned(),
            None => self.printed.get(value).replace('#', "_"),
        };
        let name = self.fresh(wanted);
        self.names.insert(value, name.clone());
        name
    }

    /// Returns a name that no value has, which begins as requested.
    fn fresh(&mut self, wanted: String) -> String {
        if self.reserve(&wanted) {
            return wanted;
        }
        let numbered = (1u64..).map(|number| format!("{wanted}_{number}"));
        numbered.into_iter().find(|name| self.used.insert(name.clone())).unwrap_or(wanted)
    }
}

/// Returns the first name in a location. `None` if it has none.
pub(super) fn located_name(module: &Module, loc: Option<Attr>) -> Option<String> {
    let mut open = vec![loc?];
    while let Some(loc) = open.pop() {
        match module.ctx.as_loc(loc)? {
            LocKind::Name { name, .. } => {
                return std::str::from_utf8(name).ok().map(str::to_owned);
            }
            LocKind::Fused { locs, .. } => open.extend(locs.iter().rev()),
            LocKind::CallSite { callee, .. } => open.push(*callee),
            LocKind::Unknown | LocKind::File { .. } => {}
        }
    }
    None
}
