//! The first mention of each type in a module, however deep it is in other types and in attributes.

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::module::{Module, Op};
use crate::types::{DialectText, Piece, Type, TypeKind};
use rustc_hash::FxHashSet;

/// A walk over the types and attributes of ops that visits each one once.
pub(super) struct Mentions<'a> {
    ctx: &'a Context,
    types: FxHashSet<Type>,
    attrs: FxHashSet<Attr>,
    /// The types that the current op is the first to mention.
    found: Vec<Type>,
}

impl<'a> Mentions<'a> {
    pub(super) fn new(ctx: &'a Context) -> Mentions<'a> {
        Mentions {
            ctx,
            types: FxHashSet::default(),
            attrs: FxHashSet::default(),
            found: Vec::new(),
        }
    }

    /// Returns the types that an op mentions and no earlier one of this walk did.
    pub(super) fn first_at(&mut self, module: &Module, op: Op) -> Vec<Type> {
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
        let arguments = blocks.flat_map(|&block| module.arguments(block)).copied();
        for value in module.results(op).chain(arguments) {
            self.ty(module.ty(value));
        }
        for (_, attr) in module.all_attrs(op) {
            self.attr(attr);
        }
        std::mem::take(&mut self.found)
    }

    fn each_type(&mut self, types: &[Type]) {
        types.iter().for_each(|&ty| self.ty(ty));
    }

    fn each_attr(&mut self, attrs: impl IntoIterator<Item = Attr>) {
        attrs.into_iter().for_each(|attr| self.attr(attr));
    }

    fn ty(&mut self, ty: Type) {
        if !self.types.insert(ty) {
            return;
        }
        self.found.push(ty);
        match self.ctx.kind(ty) {
            TypeKind::Complex(elem)
            | TypeKind::UnrankedTensor(elem)
            | TypeKind::Vector { elem, .. } => self.ty(*elem),
            TypeKind::Tuple(types) => self.each_type(types),
            TypeKind::Tensor { elem, encoding, .. } => {
                self.ty(*elem);
                self.each_attr(*encoding);
            }
            TypeKind::MemRef { elem, layout, space, .. } => {
                self.ty(*elem);
                self.each_attr(layout.iter().chain(space).copied());
            }
            TypeKind::UnrankedMemRef { elem, space } => {
                self.ty(*elem);
                self.each_attr(*space);
            }
            TypeKind::Function { inputs, results } => {
                self.each_type(inputs);
                self.each_type(results);
            }
            TypeKind::Dialect(text) => self.text(text),
            TypeKind::Integer { .. }
            | TypeKind::Float(_)
            | TypeKind::Index
            | TypeKind::None
            | TypeKind::LayoutDim(_) => {}
        }
    }

    fn attr(&mut self, attr: Attr) {
        if !self.attrs.insert(attr) {
            return;
        }
        match self.ctx.attr_kind(attr) {
            AttrKind::Type(ty)
            | AttrKind::Dense { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::Sparse { ty, .. } => self.ty(*ty),
            AttrKind::Array(attrs) => self.each_attr(attrs.iter().copied()),
            AttrKind::Dict(entries) => self.each_attr(entries.iter().map(|entry| entry.1)),
            AttrKind::Distinct { inner, .. } => self.attr(*inner),
            AttrKind::String { ty: Some(ty), .. } => self.ty(*ty),
            AttrKind::Dialect { text, ty } => {
                self.text(text);
                ty.iter().for_each(|&ty| self.ty(ty));
            }
            // The others hold numbers, names and scalar types.
            _ => {}
        }
    }

    fn text(&mut self, text: &DialectText) {
        for piece in &text.body {
            match piece {
                Piece::Text(_) => {}
                Piece::Attr(attr) => self.attr(*attr),
                Piece::Type(ty) => self.ty(*ty),
            }
        }
    }
}
