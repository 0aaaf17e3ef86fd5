//! Writes the aliases of the text, and their definitions.

use super::attrs::TypeSuffix;
use super::printer::Printer;
use crate::data::attrs::{AttrKind, LocKind};
use crate::data::ids::{Attr, Type};
use crate::data::module::Alias;
use crate::data::types::TypeKind;
use std::io;

/// Inside a dialect's own text an alias is written out up to this length: other tools carry that
/// text unread, and would lose the alias.
const WRITTEN_OUT: usize = 4096;

impl<'a> Printer<'a> {
    /// Writes the definitions of the aliases that the text uses, in their old order. Printing once to nowhere finds
    /// which ones those are.
    pub(super) fn aliases(&mut self) -> io::Result<()> {
        let module = self.module;
        for (name, &alias) in &module.aliases {
            match alias {
                Alias::Attr(attr) if self.worth_an_alias(attr) => {
                    self.attr_aliases.entry(attr).or_insert(name);
                }
                Alias::Type(ty) if self.type_worth_an_alias(ty) => {
                    self.type_aliases.entry(ty).or_insert(name);
                }
                _ => {}
            }
        }
        let mut nowhere = io::sink();
        let mut dry = Printer::new(module, self.registry, self.options);
        dry.sink = Some(&mut nowhere);
        dry.names = std::mem::take(&mut self.names);
        dry.attr_aliases = self.attr_aliases.clone();
        dry.type_aliases = self.type_aliases.clone();
        dry.op(module.root())?;
        // A definition uses earlier ones only, so from the last to the first all uses are known.
        let mut texts = Vec::new();
        for (name, &alias) in module.aliases.iter().rev() {
            if dry.used.contains(name.as_str()) {
                texts.push(format!("{name} = {}\n", dry.definition(name, alias)));
            }
        }
        self.names = dry.names;
        self.out.extend(texts.into_iter().rev());
        Ok(())
    }

    /// Returns the definition of an alias, written with the aliases before it.
    fn definition(&mut self, name: &str, alias: Alias) -> String {
        let outer = std::mem::replace(&mut self.before, self.module.aliases.get_index_of(name));
        let start = self.out.len();
        match alias {
            Alias::Attr(attr) => {
                self.attr_kind(self.module.ctx.attr_kind(attr), TypeSuffix::Always)
            }
            Alias::Type(ty) => self.type_kind(self.module.ctx.kind(ty)),
        }
        self.before = outer;
        self.out.split_off(start)
    }

    pub(super) fn attr_alias_of(&self, attr: Attr) -> Option<&'a str> {
        self.attr_aliases.get(&attr).copied().filter(|alias| self.is_defined(alias))
    }

    pub(super) fn type_alias_of(&self, ty: Type) -> Option<&'a str> {
        self.type_aliases.get(&ty).copied().filter(|alias| self.is_defined(alias))
    }

    /// `true` if an alias is defined before the text that is written now.
    fn is_defined(&self, alias: &str) -> bool {
        self.before.is_none_or(|before| {
            self.module.aliases.get_index_of(alias).is_some_and(|place| place < before)
        })
    }

    /// `false` for a short attribute, which reads better as itself.
    fn worth_an_alias(&self, attr: Attr) -> bool {
        use AttrKind as K;
        !matches!(
            self.module.ctx.attr_kind(attr),
            K::Unit | K::Integer { .. } | K::Float { .. } | K::Loc(LocKind::Unknown)
        ) && self.module.ctx.as_type(attr).is_none_or(|ty| self.type_worth_an_alias(ty))
    }

    fn type_worth_an_alias(&self, ty: Type) -> bool {
        use TypeKind as K;
        !matches!(
            self.module.ctx.kind(ty),
            K::Integer { .. } | K::Float(_) | K::Index | K::None | K::LayoutDim(_)
        )
    }

    pub(super) fn type_alias(&mut self, ty: Type, alias: &'a str) {
        if self.plain {
            if !self.plain_types.contains_key(&ty) {
                let text = self.definition(alias, Alias::Type(ty));
                self.plain_types.insert(ty, (text.len() <= WRITTEN_OUT).then(|| text.into()));
            }
            if let Some(Some(text)) = self.plain_types.get(&ty) {
                return self.out.push_str(text);
            }
        }
        self.used.insert(alias);
        self.out.push_str(alias);
    }

    pub(super) fn attr_alias(&mut self, attr: Attr, alias: &'a str) {
        if self.plain {
            if !self.plain_attrs.contains_key(&attr) {
                let text = self.definition(alias, Alias::Attr(attr));
                self.plain_attrs.insert(attr, (text.len() <= WRITTEN_OUT).then(|| text.into()));
            }
            if let Some(Some(text)) = self.plain_attrs.get(&attr) {
                return self.out.push_str(text);
            }
        }
        self.used.insert(alias);
        self.out.push_str(alias);
    }
}
