//! Prints modules: in custom form where an op has one, or all in MLIR's generic form.
//!
//! What prints also parses to the same module. `attrs` writes types and attributes, `ops` writes
//! ops, `names` chooses names; this file holds what they share.

mod attrs;
mod custom;
mod names;
mod ops;

use crate::attrs::Attr;
use crate::module::{Alias, Module, Op};
use crate::registry::Registry;
use crate::source::SourceMap;
use crate::types::{Type, TypeKind};
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

/// A type as text, without aliases.
pub fn type_to_string(module: &Module, ty: Type) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.ty(ty);
    printer.out
}

/// An attribute as text, without aliases.
pub fn attr_to_string(module: &Module, attr: Attr) -> String {
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
    names: Names,
    attr_aliases: FxHashMap<Attr, &'a str>,
    type_aliases: FxHashMap<Type, &'a str>,
    type_texts: FxHashMap<Type, Box<str>>,
    dict_texts: FxHashMap<Attr, Box<str>>,
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
            names: Names::default(),
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            type_texts: FxHashMap::default(),
            dict_texts: FxHashMap::default(),
        }
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
        self.aliases();
        self.op(self.module.root())?;
        self.out.push('\n');
        self.resources();
        Ok(())
    }

    /// Writes the definitions of the aliases that the module's text will use, in their old order.
    fn aliases(&mut self) {
        if self.module.aliases.is_empty() {
            return;
        }
        let reached = Reached::from_module(self.module, self.options.locs.is_some());
        for (name, &alias) in &self.module.aliases {
            let first = match alias {
                Alias::Attr(attr) if reached.attrs.contains(&attr) && self.worth_an_alias(attr) => {
                    (!self.attr_aliases.contains_key(&attr)).then(|| self.define_attr(name, attr))
                }
                Alias::Type(ty) if reached.types.contains(&ty) && self.type_worth_an_alias(ty) => {
                    (!self.type_aliases.contains_key(&ty)).then(|| self.define_type(name, ty))
                }
                _ => None,
            };
            if first.is_some() {
                self.out.push('\n');
            }
        }
    }

    fn define_attr(&mut self, name: &'a str, attr: Attr) {
        self.out.push_str(name);
        self.out.push_str(" = ");
        self.attr(attr);
        self.attr_aliases.insert(attr, name);
    }

    fn define_type(&mut self, name: &'a str, ty: Type) {
        self.out.push_str(name);
        self.out.push_str(" = ");
        self.ty(ty);
        self.type_aliases.insert(ty, name);
        // Types that hold this one and are kept as text would miss the name.
        self.type_texts.clear();
    }

    /// Numbers read better as themselves wherever they stand.
    fn worth_an_alias(&self, attr: Attr) -> bool {
        use crate::attrs::AttrKind as K;
        !matches!(
            self.module.ctx.attr_kind(attr),
            K::Unit | K::Integer { .. } | K::Float { .. } | K::Type(_)
        )
    }

    fn type_worth_an_alias(&self, ty: Type) -> bool {
        use TypeKind as K;
        !matches!(self.module.ctx.kind(ty), K::Integer { .. } | K::Float(_) | K::Index | K::None)
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

/// The types and attributes that a module's ops refer to, directly or not.
#[derive(Default)]
struct Reached {
    attrs: FxHashSet<Attr>,
    types: FxHashSet<Type>,
}

impl Reached {
    fn from_module(module: &Module, locs: bool) -> Reached {
        let mut reached = Reached::default();
        for op in module.walk() {
            reached.op(module, op, locs);
        }
        reached
    }

    fn op(&mut self, module: &Module, op: Op, locs: bool) {
        self.attr(module, module.attrs(op));
        if let Some(props) = module.props(op) {
            self.attr(module, props);
        }
        if let Some(loc) = module.op_loc(op).filter(|_| locs) {
            self.attr(module, loc);
        }
        for value in module.results(op) {
            self.ty(module, module.ty(value));
        }
        for &value in module.operands(op) {
            self.ty(module, module.ty(value));
        }
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
        for &arg in blocks.flat_map(|&block| module.arguments(block)) {
            self.ty(module, module.ty(arg));
            if let Some(loc) = module.value_loc(arg).filter(|_| locs) {
                self.attr(module, loc);
            }
        }
    }

    // The parser bounds the depth of both, so recursion is safe.
    fn attr(&mut self, module: &Module, attr: Attr) {
        if self.attrs.insert(attr) {
            let mut parts = Parts::default();
            attrs::attr_parts(module.ctx.attr_kind(attr), &mut parts);
            self.parts(module, parts);
        }
    }

    fn ty(&mut self, module: &Module, ty: Type) {
        if self.types.insert(ty) {
            let mut parts = Parts::default();
            attrs::type_parts(module.ctx.kind(ty), &mut parts);
            self.parts(module, parts);
        }
    }

    fn parts(&mut self, module: &Module, parts: Parts) {
        for attr in parts.attrs {
            self.attr(module, attr);
        }
        for ty in parts.types {
            self.ty(module, ty);
        }
    }
}

/// What a type or attribute is made of.
#[derive(Default)]
struct Parts {
    attrs: Vec<Attr>,
    types: Vec<Type>,
}
