//! Writers of aliases, those of the source text and those of orders, and of their definitions.

use super::attrs::TypeSuffix;
use super::printer::Printer;
use crate::data::attrs::{AttrKind, LocKind};
use crate::data::ids::{Attr, Type};
use crate::data::module::Alias;
use crate::data::types::TypeKind;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::io;

impl<'a> Printer<'a> {
    /// Writes the definitions of the aliases that the text uses, in their original order. A dry print into a discarded
    /// output determines the used aliases.
    pub(super) fn aliases(&mut self) -> io::Result<()> {
        let module = self.module;
        for (name, &alias) in module.aliases.iter() {
            let kept = match alias {
                Alias::Attr(attr) => self.worth_an_alias(attr),
                Alias::Type(ty) => self.type_worth_an_alias(ty),
            };
            if kept {
                self.alias_names.entry(alias).or_insert(name);
            }
        }
        let mut discarded = io::sink();
        let mut dry = Printer::new(module, self.registry, self.options);
        dry.sink = Some(&mut discarded);
        dry.names = std::mem::take(&mut self.names);
        dry.alias_names = self.alias_names.clone();
        dry.orders = self.orders;
        dry.missing_uses = Some(dry.aliases_of_ops());
        dry.find_uses()?;
        // A definition uses only earlier aliases, so in reverse order all uses are known.
        let mut texts = Vec::new();
        for (name, &alias) in module.aliases.iter().rev() {
            if dry.used.contains(name) {
                texts.push(format!("{name} = {}\n", dry.definition(name, alias)));
            }
        }
        self.names = dry.names;
        self.type_texts = dry.type_texts;
        self.dict_texts = dry.dict_texts;
        self.out.extend(texts.into_iter().rev());
        Ok(())
    }

    /// Returns the names of the aliases that no definition of another alias uses. If the ops use all of these, all
    /// aliases are used.
    fn aliases_of_ops(&mut self) -> FxHashSet<&'a str> {
        for (name, &alias) in self.module.aliases.iter() {
            self.definition(name, alias);
        }
        let of_definitions = std::mem::take(&mut self.used);
        let names = self.alias_names.values().copied();
        names.filter(|name| !of_definitions.contains(name)).collect()
    }

    /// Prints the ops until all aliases are known to be used.
    fn find_uses(&mut self) -> io::Result<()> {
        match self.op(self.module.root()) {
            Err(_) if self.missing_uses.as_ref().is_some_and(FxHashSet::is_empty) => Ok(()),
            result => result,
        }
    }

    /// Returns the definition of an alias, written with the aliases that precede it.
    fn definition(&mut self, name: &str, alias: Alias) -> String {
        let outer = std::mem::replace(&mut self.before, self.module.aliases.position(name));
        let start = self.out.len();
        match alias {
            Alias::Attr(attr) => self.attr_value(attr, TypeSuffix::Always),
            Alias::Type(ty) => self.type_kind(self.module.ctx.kind(ty)),
        }
        self.before = outer;
        self.out.split_off(start)
    }

    /// Returns the name of the alias of a type or attribute; `None` if it has no alias, or the alias is defined later.
    pub(super) fn alias_of(&self, of: Alias) -> Option<&'a str> {
        self.alias_names.get(&of).copied().filter(|alias| self.is_defined(alias))
    }

    /// Returns `true` if an alias is defined before the current text.
    fn is_defined(&self, alias: &str) -> bool {
        self.before.is_none_or(|before| {
            self.module.aliases.position(alias).is_some_and(|index| index < before)
        })
    }

    /// Returns `false` for an attribute so short that it is printed without its alias.
    fn worth_an_alias(&self, attr: Attr) -> bool {
        use AttrKind as K;
        let ctx = &self.module.ctx;
        let is_short = matches!(ctx.attr_kind(attr), K::Unit | K::Integer { .. } | K::Float { .. })
            || ctx.as_loc(attr) == Some(&LocKind::Unknown);
        !is_short && self.module.ctx.as_type(attr).is_none_or(|ty| self.type_worth_an_alias(ty))
    }

    fn type_worth_an_alias(&self, ty: Type) -> bool {
        use TypeKind as K;
        !matches!(
            self.module.ctx.kind(ty),
            K::Integer { .. } | K::Float(_) | K::Index | K::None | K::LayoutDim(_)
        )
    }

    /// Writes the alias of a type or attribute. Aliases of the source text are also written inside a dialect's own
    /// text.
    pub(super) fn alias(&mut self, name: &'a str) {
        self.used.insert(name);
        if let Some(missing) = &mut self.missing_uses {
            missing.remove(name);
        }
        self.out.push_str(name);
    }
}

impl Printer<'_> {
    /// Writes the definitions of the aliases of orders, sorted by name.
    pub(super) fn order_aliases(&mut self) {
        let Some(orders) = self.orders else { return };
        let sorted: BTreeMap<&String, Attr> =
            orders.names.iter().map(|(&map, name)| (name, map)).collect();
        for (name, map) in sorted {
            self.out.push_str(name);
            self.out.push_str(" = ");
            self.attr_value(map, TypeSuffix::Always);
            self.out.push('\n');
        }
    }

    /// Writes the alias of an order. Returns `false` if the attribute has none. Other tools do not parse a dialect's
    /// own text, so that text contains no aliases of orders.
    pub(super) fn order_alias(&mut self, attr: Attr) -> bool {
        let name = self.orders.filter(|_| !self.is_plain).and_then(|all| all.names.get(&attr));
        self.out.push_str(name.map_or("", String::as_str));
        name.is_some()
    }
}
