//! The attributes and types of layoutc inside of attributes that other tools read.

use ir::attrs::{Attr, AttrKind};
use ir::diag::{Diag, code};
use ir::module::Alias;
use ir::print::attr_to_string;
use ir::types::{DialectText, Piece, Type, TypeKind};
use ir::{Context, Module};
use std::collections::BTreeMap;

/// The dialects of layoutc.
pub(super) const OWN_DIALECTS: [&str; 2] = ["layout", "vk"];

/// Returns the first attribute of a module that contains one of layoutc.
pub(super) fn fault(module: &Module) -> Option<Diag> {
    let mut mentions = Mentions::new(&module.ctx);
    module.walk().find_map(|op| {
        let (key, attr) = module.all_attrs(op).find(|&(_, attr)| mentions.attr(attr))?;
        let name = module.name(op);
        let key = module.ctx.text(key);
        let text = attr_to_string(module, attr);
        let message =
            format!("`{key}` of `{name}` has an attribute that tools for TOSA do not know");
        let diag = Diag::error(code::OUTPUT, module.location(op), message);
        Some(diag.note(format!("the attribute is `{text}`")).note(format!("remove `{key}`")))
    })
}

/// A search with the results so far, as aliases can nest attributes and types exponentially.
pub(super) struct Mentions<'a> {
    ctx: &'a Context,
    attrs: BTreeMap<Attr, bool>,
    types: BTreeMap<Type, bool>,
}

impl<'a> Mentions<'a> {
    pub(super) fn new(ctx: &'a Context) -> Mentions<'a> {
        Mentions { ctx, attrs: BTreeMap::new(), types: BTreeMap::new() }
    }

    /// Returns `true` if the attribute or type of an alias is one of layoutc's, or contains one.
    pub(super) fn alias(&mut self, alias: &Alias) -> bool {
        match *alias {
            Alias::Type(ty) => self.ty(ty),
            Alias::Attr(attr) => self.attr(attr),
        }
    }

    /// Returns `true` if an attribute is one of layoutc's, or contains one.
    fn attr(&mut self, attr: Attr) -> bool {
        if let Some(&found) = self.attrs.get(&attr) {
            return found;
        }
        let ctx = self.ctx;
        let found = match ctx.attr_kind(attr) {
            AttrKind::Layout(_) => true,
            AttrKind::Dialect { text, ty } => self.text(text) || ty.is_some_and(|ty| self.ty(ty)),
            AttrKind::Array(_) => {
                ctx.as_array(attr).unwrap_or_default().iter().any(|&item| self.attr(item))
            }
            AttrKind::Dict(_) => ctx.dict_entries(attr).iter().any(|&(_, value)| self.attr(value)),
            AttrKind::Distinct { inner, .. } => self.attr(*inner),
            AttrKind::Type(ty)
            | AttrKind::String { ty: Some(ty), .. }
            | AttrKind::Dense { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::Sparse { ty, .. } => self.ty(*ty),
            _ => false,
        };
        self.attrs.insert(attr, found);
        found
    }

    fn text(&mut self, text: &'a DialectText) -> bool {
        let is_own = OWN_DIALECTS.contains(&self.ctx.text(text.dialect));
        is_own
            || text.body.iter().any(|piece| match piece {
                Piece::Text(_) => false,
                Piece::Type(ty) => self.ty(*ty),
                Piece::Attr(attr) => self.attr(*attr),
            })
    }

    fn ty(&mut self, ty: Type) -> bool {
        if let Some(&found) = self.types.get(&ty) {
            return found;
        }
        let found = match self.ctx.kind(ty) {
            TypeKind::LayoutDim(_) => true,
            TypeKind::Dialect(text) => self.text(text),
            TypeKind::Tensor { elem, encoding, .. } => {
                self.ty(*elem) || encoding.is_some_and(|encoding| self.attr(encoding))
            }
            TypeKind::MemRef { elem, layout, space, .. } => {
                self.ty(*elem) || [layout, space].into_iter().flatten().any(|attr| self.attr(*attr))
            }
            TypeKind::Tuple(types) => types.iter().any(|&ty| self.ty(ty)),
            TypeKind::Function { inputs, results } => {
                inputs.iter().chain(results).any(|&ty| self.ty(ty))
            }
            _ => false,
        };
        self.types.insert(ty, found);
        found
    }
}
