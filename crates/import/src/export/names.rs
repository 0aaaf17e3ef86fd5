//! The names of values in a model, each of which is unique.

use ir::attrs::LocKind;
use ir::print::ValueNames;
use ir::{Attr, Module, Registry, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The names of the values of a model.
pub(super) struct ModelNames<'a> {
    printed: ValueNames<'a>,
    names: FxHashMap<Value, String>,
    used: UniqueNames,
}

/// Names that are all different.
#[derive(Default)]
pub(super) struct UniqueNames {
    used: FxHashSet<String>,
    /// The number of names that already have a suffix, by the name without it.
    suffixes: FxHashMap<String, u64>,
}

impl UniqueNames {
    /// Adds a name. Returns `false` if it is in use.
    fn reserve(&mut self, name: &str) -> bool {
        self.used.insert(name.to_owned())
    }

    /// Adds a name, with a number behind it if it is in use, and returns it.
    pub(super) fn fresh(&mut self, wanted: String) -> String {
        if self.reserve(&wanted) {
            return wanted;
        }
        let count = self.suffixes.entry(wanted.clone()).or_default();
        loop {
            *count += 1;
            let name = format!("{wanted}_{count}");
            if self.used.insert(name.clone()) {
                return name;
            }
        }
    }
}

impl<'a> ModelNames<'a> {
    /// Returns the names of a model without values.
    pub(super) fn new(module: &'a Module, registry: &Registry) -> ModelNames<'a> {
        let printed = ValueNames::new(module, registry);
        ModelNames { printed, names: FxHashMap::default(), used: UniqueNames::default() }
    }

    /// Reserves a name. Returns `false` if it is in use.
    pub(super) fn reserve(&mut self, name: &str) -> bool {
        self.used.reserve(name)
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
        let name = self.used.fresh(wanted);
        self.names.insert(value, name.clone());
        name
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
