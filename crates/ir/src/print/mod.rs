//! Prints modules: in custom form where an op has one, or all in MLIR's generic form.
//!
//! What prints also parses to the same module. `attrs` writes types and attributes, `ops` writes
//! ops, `names` chooses names; this file holds what they share.

mod attrs;
mod custom;
mod names;
mod ops;

use crate::attrs::Attr;
use crate::module::{Alias, Module};
use crate::registry::Registry;
use crate::source::SourceMap;
use crate::types::{Type, TypeKind};
pub(crate) use attrs::write_string;
use names::Names;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;

/// How to print.
#[derive(Clone, Copy, Default)]
pub struct PrintOptions<'a> {
    /// Every op in generic form, as `mlir-opt --mlir-print-op-generic` does.
    pub generic: bool,
    /// Print locations; those that no text gave come from the positions of the ops in these sources.
    pub locs: Option<&'a SourceMap>,
}

/// Prints a module with a line break at its end.
pub fn print(
    module: &Module,
    registry: &Registry,
    options: PrintOptions<'_>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut printer = Printer::new(module, Some(registry), options);
    printer.sink = Some(out);
    printer.module()?;
    printer.flush()
}

/// Prints a module in custom form to a string.
pub fn module_to_string(module: &Module, registry: &Registry, options: PrintOptions<'_>) -> String {
    let mut bytes = Vec::new();
    print(module, registry, options, &mut bytes).expect("a vector takes all that is written");
    String::from_utf8(bytes).expect("the printer writes UTF-8")
}

/// Texts for messages end here: aliases can make a short file's attributes exponentially long.
const MESSAGE_TEXT: usize = 400;

/// A type as text for messages, without aliases; a long one ends in `...`.
pub fn type_to_string(module: &Module, ty: Type) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.longest = MESSAGE_TEXT;
    printer.ty(ty);
    printer.out
}

/// An attribute as text for messages, without aliases; a long one ends in `...`.
pub fn attr_to_string(module: &Module, attr: Attr) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.longest = MESSAGE_TEXT;
    printer.attr(attr);
    printer.out
}

/// A type as its whole text, without aliases.
pub(crate) fn whole_type(module: &Module, ty: Type) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.ty(ty);
    printer.out
}

/// An attribute as its whole text, without aliases.
pub(crate) fn whole_attr(module: &Module, attr: Attr) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.attr(attr);
    printer.out
}

/// A value's name as it is printed in the text, with its sigil: `%conv1`, `%0#1`.
pub struct ValueNames<'a> {
    module: &'a Module,
    names: Names,
}

impl<'a> ValueNames<'a> {
    /// Chooses the names of all values of a module.
    pub fn new(module: &'a Module, registry: &Registry) -> ValueNames<'a> {
        ValueNames { module, names: Names::new(module, registry, module.root()) }
    }

    /// The name without `%`.
    pub fn get(&self, value: crate::module::Value) -> String {
        let mut out = String::new();
        self.names.write(self.module, value, &mut out);
        if let Some(member) = self.names.member(value) {
            out.push('#');
            write_number(member.place as u64, &mut out);
        }
        out
    }
}

fn write_number(number: u64, out: &mut String) {
    let mut digits = [0u8; 20];
    let (mut at, mut rest) = (digits.len(), number);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

/// Text is handed on when this much has gathered, so that memory does not grow with the module.
const CHUNK: usize = 1 << 16;

/// Longer texts of types and dictionaries are not kept for the next time.
const KEPT_TEXT: usize = 512;

/// At most this many texts are kept.
const KEPT_TEXTS: usize = 4096;

struct Printer<'a> {
    module: &'a Module,
    registry: Option<&'a Registry>,
    options: PrintOptions<'a>,
    out: String,
    sink: Option<&'a mut dyn io::Write>,
    indent: usize,
    /// A text in a message ends after this many bytes.
    longest: usize,
    names: Names,
    attr_aliases: FxHashMap<Attr, &'a str>,
    type_aliases: FxHashMap<Type, &'a str>,
    /// The place of the alias whose definition is being written.
    before: Option<usize>,
    /// The aliases that were written.
    used: FxHashSet<&'a str>,
    /// Aliases are written out, as what is printed goes into a dialect's own text.
    plain: bool,
    type_texts: FxHashMap<Type, Box<str>>,
    dict_texts: FxHashMap<Attr, Box<str>>,
    /// Aliases written out for a dialect's own text; none where that would be long.
    plain_attrs: FxHashMap<Attr, Option<Box<str>>>,
    plain_types: FxHashMap<Type, Option<Box<str>>>,
}

impl<'a> Printer<'a> {
    fn new(
        module: &'a Module,
        registry: Option<&'a Registry>,
        options: PrintOptions<'a>,
    ) -> Printer<'a> {
        Printer {
            module,
            registry,
            options,
            out: String::new(),
            sink: None,
            indent: 0,
            longest: usize::MAX,
            names: Names::default(),
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            before: None,
            used: FxHashSet::default(),
            plain: false,
            type_texts: FxHashMap::default(),
            dict_texts: FxHashMap::default(),
            plain_attrs: FxHashMap::default(),
            plain_types: FxHashMap::default(),
        }
    }

    /// Whether a text in a message is long enough; it is ended then.
    fn is_long_enough(&mut self) -> bool {
        let long = self.out.len() > self.longest;
        if long && !self.out.ends_with("...") {
            self.out.push_str("...");
        }
        long
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(sink) = &mut self.sink {
            sink.write_all(self.out.as_bytes())?;
            self.out.clear();
        }
        Ok(())
    }

    fn flush_if_long(&mut self) -> io::Result<()> {
        if self.out.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn module(&mut self) -> io::Result<()> {
        let registry = self.registry.expect("`print` passes a registry");
        self.names = Names::new(self.module, registry, self.module.root());
        if !self.module.aliases.is_empty() {
            self.aliases()?;
        }
        self.op(self.module.root())?;
        self.out.push('\n');
        self.resources();
        Ok(())
    }

    /// Writes the definitions of the aliases that the text will use, in their old order. Which
    /// ones those are is found by printing once to nowhere.
    fn aliases(&mut self) -> io::Result<()> {
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

    /// What an alias stands for, written with those that are defined before it.
    fn definition(&mut self, name: &str, alias: Alias) -> String {
        let outer = std::mem::replace(&mut self.before, self.module.aliases.get_index_of(name));
        let start = self.out.len();
        match alias {
            Alias::Attr(attr) => {
                self.attr_kind(self.module.ctx.attr_kind(attr), attrs::TypeSuffix::Always)
            }
            Alias::Type(ty) => self.type_kind(self.module.ctx.kind(ty)),
        }
        self.before = outer;
        self.out.split_off(start)
    }

    fn attr_alias_of(&self, attr: Attr) -> Option<&'a str> {
        self.attr_aliases.get(&attr).copied().filter(|alias| self.is_defined(alias))
    }

    fn type_alias_of(&self, ty: Type) -> Option<&'a str> {
        self.type_aliases.get(&ty).copied().filter(|alias| self.is_defined(alias))
    }

    /// Whether an alias is defined before what is written.
    fn is_defined(&self, alias: &str) -> bool {
        self.before.is_none_or(|before| {
            self.module.aliases.get_index_of(alias).is_some_and(|place| place < before)
        })
    }

    /// What is short reads better as itself wherever it stands.
    fn worth_an_alias(&self, attr: Attr) -> bool {
        use crate::attrs::{AttrKind as K, LocKind};
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

    /// Writes the file's resources, which stand after the module.
    fn resources(&mut self) {
        let module = self.module;
        let sections = [
            ("dialect_resources", &module.dialect_resources),
            ("external_resources", &module.external_resources),
        ];
        let present = sections.into_iter().filter(|section| !section.1.is_empty());
        let mut first = true;
        for (title, resources) in present {
            self.out.push_str(if first { "\n{-#\n" } else { ",\n" });
            first = false;
            self.out.push_str(&format!("  {title}: {{\n"));
            for (at, (dialect, entries)) in resources.iter().enumerate() {
                self.out.push_str(if at == 0 { "    " } else { ",\n    " });
                attrs::write_keyword_or_string(dialect, &mut self.out);
                self.out.push_str(": {\n");
                for (at, (key, value)) in entries.iter().enumerate() {
                    self.out.push_str(if at == 0 { "      " } else { ",\n      " });
                    attrs::write_keyword_or_string(key, &mut self.out);
                    self.out.push_str(": ");
                    self.out.push_str(value);
                }
                self.out.push_str("\n    }");
            }
            self.out.push_str("\n  }");
        }
        if !first {
            self.out.push_str("\n#-}\n");
        }
    }
}
