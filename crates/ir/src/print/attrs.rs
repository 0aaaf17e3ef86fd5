//! Writers of attributes in MLIR's syntax.

use super::printer::Printer;
use crate::data::attrs::{AttrKind, IntValue, LayoutAttr};
use crate::data::ids::{Attr, Name, Type};
use crate::data::module::Alias;
use crate::data::text::{write_keyword_or_string, write_number, write_string, write_symbol};
use crate::data::types::extent_text;
use crate::data::types::{Signedness, TypeKind};
use crate::float::{FloatKind, format_float};
use layout::joined;
use std::fmt::Write;

/// The rule that decides whether a number is followed by its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeSuffix {
    Always,
    /// Omitted for the types that the parser assumes: `i64` and `f64`.
    UnlessDefault,
    Never,
}

impl Printer<'_> {
    pub(super) fn attr(&mut self, attr: Attr) {
        self.attr_with(attr, TypeSuffix::Always);
    }

    fn attr_with(&mut self, attr: Attr, suffix: TypeSuffix) {
        if self.is_truncated() {
            return;
        }
        match self.alias_of(Alias::Attr(attr)) {
            Some(alias) => self.alias(alias),
            None if self.order_alias(attr) => {}
            None => self.attr_value(attr, suffix),
        }
    }

    /// Writes an attribute itself, not its alias.
    pub(super) fn attr_value(&mut self, attr: Attr, suffix: TypeSuffix) {
        let ctx = &self.module.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Unit => self.out.push_str("unit"),
            AttrKind::Integer { value, ty } => self.integer(value, *ty, suffix),
            AttrKind::Float { bits, ty } => self.float(bits.get(), *ty, suffix),
            AttrKind::String { value, ty } => {
                write_string(value, &mut self.out);
                self.type_suffix(*ty);
            }
            AttrKind::Symbol { root, nested } => self.symbol(*root, nested),
            AttrKind::Type(ty) => self.ty(*ty),
            AttrKind::Array(_) => self.array(ctx.as_array(attr).unwrap_or_default()),
            AttrKind::Dict(_) => self.dict_entries(attr),
            AttrKind::DenseArray { elem, data } => self.dense_array(*elem, data),
            AttrKind::Dense { ty, data } => self.dense(*ty, data),
            AttrKind::DenseResource { key, ty } => {
                self.dense_resource(ctx.text(*key), *ty);
            }
            AttrKind::Sparse { ty, indices, values } => self.sparse(*ty, *indices, *values),
            AttrKind::AffineMap(map) => self.display("affine_map<", map),
            AttrKind::IntegerSet(set) => self.display("affine_set<", set),
            AttrKind::Strided(own) => self.strided(own.strides(), own.offset()),
            AttrKind::Distinct { id, inner } => {
                let _ = write!(self.out, "distinct[{id}]<");
                if !matches!(ctx.attr_kind(*inner), AttrKind::Unit) {
                    self.attr(*inner);
                }
                self.out.push('>');
            }
            AttrKind::Loc(loc) => self.bracket("loc(", ')', |printer| printer.loc(loc)),
            AttrKind::Layout(LayoutAttr::Reqs(reqs)) => self.layout_attr("#layout.reqs<", reqs),
            AttrKind::Layout(LayoutAttr::Format(format)) => {
                self.layout_attr("#layout.format<", format)
            }
            AttrKind::Layout(LayoutAttr::Choice(choice)) => {
                self.layout_attr("#layout.choice<", choice)
            }
            AttrKind::Layout(LayoutAttr::Pattern(pattern)) => {
                self.layout_attr("#layout.pattern<", pattern)
            }
            AttrKind::Dialect { text, ty } => {
                self.dialect_text('#', text);
                self.type_suffix(*ty);
            }
        }
    }

    /// Writes a constant by the key of its elements.
    pub(super) fn dense_resource(&mut self, key: &str, ty: Type) {
        self.out.push_str("dense_resource<");
        write_keyword_or_string(key, &mut self.out);
        self.out.push('>');
        self.type_suffix(Some(ty));
    }

    fn display(&mut self, opening: &str, body: &dyn std::fmt::Display) {
        let _ = write!(self.out, "{opening}{body}>");
    }

    /// Writes an attribute of the layout dialect. Its parameter is the text, in quotes for IRDL.
    fn layout_attr(&mut self, opening: &str, body: &dyn std::fmt::Display) {
        if !self.options.irdl {
            return self.display(opening, body);
        }
        self.out.push_str(opening);
        write_string(body.to_string().as_bytes(), &mut self.out);
        self.out.push('>');
    }

    pub(super) fn type_suffix(&mut self, ty: Option<Type>) {
        if let Some(ty) = ty {
            self.out.push_str(" : ");
            self.ty(ty);
        }
    }

    pub(super) fn integer(&mut self, value: &IntValue, ty: Type, suffix: TypeSuffix) {
        let kind = self.module.ctx.kind(ty);
        if let TypeKind::Integer { width: 1, sign: Signedness::Signless } = kind {
            return self.out.push_str(if value.as_i64() == Some(0) { "false" } else { "true" });
        }
        match value {
            IntValue::Small(value) => write_number(*value, &mut self.out),
            IntValue::Big(value) => {
                let _ = write!(self.out, "{value}");
            }
        }
        let default = matches!(kind, TypeKind::Integer { width: 64, sign: Signedness::Signless });
        self.number_type(ty, suffix, default);
    }

    fn float(&mut self, bits: u128, ty: Type, suffix: TypeSuffix) {
        let TypeKind::Float(kind) = *self.module.ctx.kind(ty) else { return };
        let text = format_float(kind, bits);
        self.out.push_str(&text);
        // Without its type, a hexadecimal bit pattern would be parsed as an integer.
        let default = kind == FloatKind::F64 && !text.starts_with("0x");
        self.number_type(ty, suffix, default);
    }

    fn number_type(&mut self, ty: Type, suffix: TypeSuffix, default: bool) {
        match suffix {
            TypeSuffix::Never => {}
            TypeSuffix::UnlessDefault if default => {}
            _ => self.type_suffix(Some(ty)),
        }
    }

    fn symbol(&mut self, root: Name, nested: &[Name]) {
        write_symbol(self.module.ctx.text(root), &mut self.out);
        for &name in nested {
            self.out.push_str("::");
            write_symbol(self.module.ctx.text(name), &mut self.out);
        }
    }

    pub(super) fn array(&mut self, attrs: &[Attr]) {
        self.out.push('[');
        self.list(attrs, |printer, &attr| printer.attr_with(attr, TypeSuffix::UnlessDefault));
        self.out.push(']');
    }

    /// Writes `{a = 1, b}` without an alias, where MLIR allows none.
    pub(super) fn dict_body(&mut self, dict: Attr) {
        if let Some(text) = self.dict_texts.get(dict).filter(|_| self.before.is_none()) {
            return self.out.push_str(text);
        }
        let start = self.out.len();
        self.dict_entries(dict);
        if self.before.is_none() {
            self.dict_texts.keep(dict, &self.out[start..]);
        }
    }

    fn dict_entries(&mut self, dict: Attr) {
        let entries = self.module.ctx.dict_entries(dict).iter().copied();
        self.bracket("{", '}', |printer| printer.entries(entries));
    }

    pub(super) fn entries(&mut self, entries: impl Iterator<Item = (Name, Attr)>) {
        self.list(entries, |printer, (key, value)| {
            write_keyword_or_string(printer.module.ctx.text(key), &mut printer.out);
            if !matches!(printer.module.ctx.attr_kind(value), AttrKind::Unit) {
                printer.out.push_str(" = ");
                printer.attr(value);
            }
        });
    }

    fn strided(&mut self, strides: &[Option<i64>], offset: Option<i64>) {
        let strides = joined(strides.iter().copied().map(extent_text), ", ");
        let _ = write!(self.out, "strided<[{strides}]");
        if offset != Some(0) {
            let _ = write!(self.out, ", offset: {}", extent_text(offset));
        }
        self.out.push('>');
    }
}
