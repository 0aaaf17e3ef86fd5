//! The replacement of types everywhere in a module: in values, in attributes, inside other types.
//!
//! `set_value` changes the type of one value and of its elements. `retype` replaces types everywhere:
//! every occurrence of a type gets the same replacement. So equal types stay equal, and so do the types that an op,
//! even an unknown one, requires to be equal.

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::module::{Alias, Def, Module, Op, Value};
use crate::types::{DialectText, Piece, Type, TypeKind};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Replaces the keys of `new` by their values everywhere except in locations. Returns how many of the keys occurred.
pub fn retype(module: &mut Module, new: &BTreeMap<Type, Type>) -> u64 {
    let mut retyper = Retyper { new, types: FxHashMap::default(), attrs: FxHashMap::default() };
    for op in module.walk().collect::<Vec<Op>>() {
        retyper.op(module, op);
    }
    let mut aliases = std::mem::take(&mut module.aliases);
    for alias in aliases.values_mut() {
        *alias = match *alias {
            Alias::Type(ty) => Alias::Type(retyper.ty(&mut module.ctx, ty)),
            Alias::Attr(attr) => Alias::Attr(retyper.attr(&mut module.ctx, attr)),
        };
    }
    module.aliases = aliases;
    new.keys().filter(|ty| retyper.types.contains_key(*ty)).count() as u64
}

/// Sets the type of a value, and the type of the elements in the attributes of its op. The elements of a constant have
/// the type of its result.
pub fn set_value(module: &mut Module, value: Value, ty: Type) {
    let old = module.ty(value);
    module.set_type(value, ty);
    if let Def::Result(op, _) = module.def(value) {
        let carried: Vec<_> = module
            .all_attrs(op)
            .filter(|&(_, attr)| elements_type(module.ctx.attr_kind(attr)) == Some(old))
            .collect();
        for (key, attr) in carried {
            let key = module.ctx.text(key).to_owned();
            let attr = retyped(module, attr, ty);
            module.set_attr(op, &key, Some(attr));
        }
    }
}

/// Returns the type of an attribute of elements; `None` for other attributes.
fn elements_type(attr: &AttrKind) -> Option<Type> {
    match attr {
        AttrKind::Dense { ty, .. }
        | AttrKind::DenseResource { ty, .. }
        | AttrKind::Sparse { ty, .. } => Some(*ty),
        _ => None,
    }
}

/// Returns the same elements with another type.
fn retyped(module: &mut Module, attr: Attr, new: Type) -> Attr {
    let mut kind = module.ctx.attr_kind(attr).clone();
    if let AttrKind::Dense { ty, .. }
    | AttrKind::DenseResource { ty, .. }
    | AttrKind::Sparse { ty, .. } = &mut kind
    {
        *ty = new;
    }
    module.ctx.attr(kind)
}

/// Returns the keys of `new` that some ops mention, as types or inside of types and attributes.
pub fn mentioned(module: &mut Module, ops: &[Op], new: &BTreeMap<Type, Type>) -> BTreeSet<Type> {
    let mut retyper = Retyper { new, types: FxHashMap::default(), attrs: FxHashMap::default() };
    for &op in ops {
        for value in values(module, op) {
            let ty = module.ty(value);
            retyper.ty(&mut module.ctx, ty);
        }
        for attr in [Some(module.attrs(op)), module.props(op)].into_iter().flatten() {
            retyper.attr(&mut module.ctx, attr);
        }
    }
    new.keys().filter(|ty| retyper.types.contains_key(*ty)).copied().collect()
}

/// Returns the values that an op defines: the arguments of its blocks and its results.
fn values(module: &Module, op: Op) -> Vec<Value> {
    module.inner_arguments(op).chain(module.results(op)).collect()
}

/// The replacements of types and attributes, each computed once.
struct Retyper<'a> {
    new: &'a BTreeMap<Type, Type>,
    types: FxHashMap<Type, Type>,
    attrs: FxHashMap<Attr, Attr>,
}

impl Retyper<'_> {
    fn op(&mut self, module: &mut Module, op: Op) {
        for value in values(module, op) {
            let old = module.ty(value);
            let new = self.ty(&mut module.ctx, old);
            module.set_type(value, new);
        }
        let old = module.attrs(op);
        let new = self.attr(&mut module.ctx, old);
        module.set_attrs(op, new);
        if let Some(props) = module.props(op) {
            let props = self.attr(&mut module.ctx, props);
            module.set_props(op, Some(props));
        }
    }

    /// Returns the replacement of a type. The parser limits the nesting depth of types.
    fn ty(&mut self, ctx: &mut Context, ty: Type) -> Type {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let new = self.new.get(&ty).copied().unwrap_or_else(|| {
            let mut kind = ctx.kind(ty).clone();
            self.inside(ctx, &mut kind);
            ctx.ty(kind)
        });
        self.types.insert(ty, new);
        new
    }

    fn inside(&mut self, ctx: &mut Context, kind: &mut TypeKind) {
        match kind {
            TypeKind::Tuple(types) => *types = self.tys(ctx, types),
            TypeKind::Function { inputs, results } => {
                *inputs = self.tys(ctx, inputs);
                *results = self.tys(ctx, results);
            }
            TypeKind::Tensor { elem, encoding, .. } => {
                *elem = self.ty(ctx, *elem);
                *encoding = encoding.map(|encoding| self.attr(ctx, encoding));
            }
            TypeKind::MemRef { elem, layout, space, .. } => {
                *elem = self.ty(ctx, *elem);
                *layout = layout.map(|layout| self.attr(ctx, layout));
                *space = space.map(|space| self.attr(ctx, space));
            }
            TypeKind::UnrankedMemRef { elem, space } => {
                *elem = self.ty(ctx, *elem);
                *space = space.map(|space| self.attr(ctx, space));
            }
            TypeKind::Complex(elem)
            | TypeKind::UnrankedTensor(elem)
            | TypeKind::Vector { elem, .. } => *elem = self.ty(ctx, *elem),
            TypeKind::Dialect(text) => self.text(ctx, text),
            _ => {}
        }
    }

    fn tys<L: FromIterator<Type>>(&mut self, ctx: &mut Context, types: &[Type]) -> L {
        types.iter().map(|&ty| self.ty(ctx, ty)).collect()
    }

    fn text(&mut self, ctx: &mut Context, text: &mut DialectText) {
        for piece in &mut text.body {
            match piece {
                Piece::Text(_) => {}
                Piece::Type(ty) => *ty = self.ty(ctx, *ty),
                Piece::Attr(attr) => *attr = self.attr(ctx, *attr),
            }
        }
    }

    /// Returns the replacement of an attribute.
    fn attr(&mut self, ctx: &mut Context, attr: Attr) -> Attr {
        if let Some(&known) = self.attrs.get(&attr) {
            return known;
        }
        let new = match ctx.attr_kind(attr).clone() {
            AttrKind::Dict(_) => {
                let mut entries = ctx.dict_entries(attr).to_vec();
                entries.iter_mut().for_each(|entry| entry.1 = self.attr(ctx, entry.1));
                ctx.dict(entries)
            }
            AttrKind::Array(_) => {
                let mut items = ctx.as_array(attr).unwrap_or_default().to_vec();
                items.iter_mut().for_each(|item| *item = self.attr(ctx, *item));
                ctx.array(&items)
            }
            mut kind => {
                self.inside_attr(ctx, &mut kind);
                ctx.attr(kind)
            }
        };
        self.attrs.insert(attr, new);
        new
    }

    fn inside_attr(&mut self, ctx: &mut Context, kind: &mut AttrKind) {
        match kind {
            AttrKind::Type(ty)
            | AttrKind::Dense { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::String { ty: Some(ty), .. } => *ty = self.ty(ctx, *ty),
            AttrKind::Sparse { ty, indices, values } => {
                *ty = self.ty(ctx, *ty);
                *indices = self.attr(ctx, *indices);
                *values = self.attr(ctx, *values);
            }
            AttrKind::Distinct { inner, .. } => *inner = self.attr(ctx, *inner),
            AttrKind::Dialect { text, ty } => {
                self.text(ctx, text);
                *ty = ty.map(|ty| self.ty(ctx, ty));
            }
            _ => {}
        }
    }
}
