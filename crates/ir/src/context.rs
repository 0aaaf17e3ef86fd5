//! The context of a module: interned names, types and attributes.
//!
//! Ids of one context mean nothing in another. Nothing is ever removed.

use crate::attrs::{Attr, AttrKind, DenseData, IntValue, LocKind};
use crate::types::{DialectText, Extent, Piece, Signedness, Type, TypeKind};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smol_str::SmolStr;
use std::num::NonZeroU32;

/// An interned text: the name of an op, attribute, dialect, symbol or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) NonZeroU32);

impl Name {
    /// A small number, dense from 0, for tables beside the context.
    pub fn number(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The deepest nesting of types, attributes and regions that is accepted.
pub const MAX_DEPTH: u16 = 256;

type Set<T> = IndexSet<T, FxBuildHasher>;

/// Interned names, types and attributes.
#[derive(Clone, Debug, Default)]
pub struct Context {
    names: Set<SmolStr>,
    types: Set<TypeKind>,
    attrs: Set<AttrKind>,
    type_depths: Vec<u16>,
    attr_depths: Vec<u16>,
}

fn id(index: usize) -> NonZeroU32 {
    let number = u32::try_from(index + 1).expect("fewer than 2^32 interned entities fit in memory");
    NonZeroU32::new(number).expect("one more than an index is not zero")
}

impl Context {
    /// An empty context.
    pub fn new() -> Context {
        Context::default()
    }

    /// The id of a text.
    pub fn name(&mut self, text: &str) -> Name {
        // A hit, the common case, allocates nothing.
        match self.names.get_index_of(text) {
            Some(index) => Name(id(index)),
            None => Name(id(self.names.insert_full(SmolStr::new(text)).0)),
        }
    }

    /// The id of a text that was interned before.
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.names.get_index_of(text).map(|index| Name(id(index)))
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.names[name.number()]
    }

    /// How many names there are; [`Name::number`] is below it.
    pub fn names_len(&self) -> usize {
        self.names.len()
    }

    /// The id of a type.
    pub fn ty(&mut self, kind: TypeKind) -> Type {
        let (index, new) = self.types.insert_full(kind);
        if new {
            self.type_depths.push(self.type_kind_depth(&self.types[index]));
        }
        Type(id(index))
    }

    /// What a type is.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.types[ty.0.get() as usize - 1]
    }

    /// All types, in the order they were made.
    pub fn types(&self) -> impl Iterator<Item = (Type, &TypeKind)> {
        self.types.iter().enumerate().map(|(index, kind)| (Type(id(index)), kind))
    }

    /// The id of an attribute.
    pub fn attr(&mut self, kind: AttrKind) -> Attr {
        let (index, new) = self.attrs.insert_full(kind);
        if new {
            self.attr_depths.push(self.attr_kind_depth(&self.attrs[index]));
        }
        Attr(id(index))
    }

    /// What an attribute is.
    pub fn attr_kind(&self, attr: Attr) -> &AttrKind {
        &self.attrs[attr.0.get() as usize - 1]
    }

    /// How deep a type nests; above [`MAX_DEPTH`] it is refused by the parser and the verifier.
    pub fn type_depth(&self, ty: Type) -> u16 {
        self.type_depths[ty.0.get() as usize - 1]
    }

    /// How deep an attribute nests.
    pub fn attr_depth(&self, attr: Attr) -> u16 {
        self.attr_depths[attr.0.get() as usize - 1]
    }

    fn types_depth(&self, types: &[Type]) -> u16 {
        types.iter().map(|&ty| self.type_depth(ty)).max().unwrap_or(0)
    }

    fn attrs_depth(&self, attrs: impl IntoIterator<Item = Attr>) -> u16 {
        attrs.into_iter().map(|attr| self.attr_depth(attr)).max().unwrap_or(0)
    }

    fn text_depth(&self, text: &DialectText) -> u16 {
        let depth = |piece: &Piece| match piece {
            Piece::Text(_) => 0,
            Piece::Attr(attr) => self.attr_depth(*attr),
            Piece::Type(ty) => self.type_depth(*ty),
        };
        text.body.iter().map(depth).max().unwrap_or(0)
    }

    fn type_kind_depth(&self, kind: &TypeKind) -> u16 {
        let inner = match kind {
            TypeKind::Integer { .. }
            | TypeKind::Float(_)
            | TypeKind::Index
            | TypeKind::None
            | TypeKind::LayoutDim(_) => return 1,
            TypeKind::Complex(elem)
            | TypeKind::UnrankedTensor(elem)
            | TypeKind::Vector { elem, .. } => self.type_depth(*elem),
            TypeKind::Tuple(types) => self.types_depth(types),
            TypeKind::Tensor { elem, encoding, .. } => {
                self.type_depth(*elem).max(self.attrs_depth(*encoding))
            }
            TypeKind::MemRef { elem, layout, space, .. } => {
                self.type_depth(*elem).max(self.attrs_depth(layout.iter().chain(space).copied()))
            }
            TypeKind::UnrankedMemRef { elem, space } => {
                self.type_depth(*elem).max(self.attrs_depth(*space))
            }
            TypeKind::Function { inputs, results } => {
                self.types_depth(inputs).max(self.types_depth(results))
            }
            TypeKind::Dialect(text) => self.text_depth(text),
        };
        inner.saturating_add(1)
    }

    fn attr_kind_depth(&self, kind: &AttrKind) -> u16 {
        let inner = match kind {
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::Type(ty)
            | AttrKind::Dense { ty, .. }
            | AttrKind::Sparse { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::DenseArray { elem: ty, .. }
            | AttrKind::String { ty: Some(ty), .. } => self.type_depth(*ty),
            AttrKind::Array(attrs) => self.attrs_depth(attrs.iter().copied()),
            AttrKind::Dict(entries) => self.attrs_depth(entries.iter().map(|entry| entry.1)),
            AttrKind::Distinct { inner, .. } => self.attr_depth(*inner),
            AttrKind::Loc(loc) => self.loc_depth(loc),
            AttrKind::Dialect { text, ty } => {
                self.text_depth(text).max(ty.map_or(0, |ty| self.type_depth(ty)))
            }
            AttrKind::Unit
            | AttrKind::String { .. }
            | AttrKind::Symbol { .. }
            | AttrKind::AffineMap(_)
            | AttrKind::IntegerSet(_)
            | AttrKind::Strided { .. }
            | AttrKind::Layout(_) => 0,
        };
        inner.saturating_add(1)
    }

    fn loc_depth(&self, loc: &LocKind) -> u16 {
        match loc {
            LocKind::Unknown | LocKind::File { .. } => 0,
            LocKind::Name { child, .. } => self.attrs_depth(*child),
            LocKind::CallSite { callee, caller } => self.attrs_depth([*callee, *caller]),
            LocKind::Fused { metadata, locs } => {
                self.attrs_depth(locs.iter().chain(metadata).copied())
            }
        }
    }
}

/// Short ways to what is made often.
impl Context {
    /// A signless integer type.
    pub fn int_type(&mut self, width: u32) -> Type {
        self.ty(TypeKind::Integer { width, sign: Signedness::Signless })
    }

    /// The type `index`.
    pub fn index_type(&mut self) -> Type {
        self.ty(TypeKind::Index)
    }

    /// A function type.
    pub fn function_type(&mut self, inputs: &[Type], results: &[Type]) -> Type {
        self.ty(TypeKind::Function { inputs: inputs.into(), results: results.into() })
    }

    /// A ranked tensor type; lengths in elements.
    pub fn tensor_type(&mut self, dims: &[Extent], elem: Type, encoding: Option<Attr>) -> Type {
        self.ty(TypeKind::Tensor { dims: dims.into(), elem, encoding })
    }

    /// `unit`.
    pub fn unit(&mut self) -> Attr {
        self.attr(AttrKind::Unit)
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> Attr {
        let ty = self.int_type(1);
        self.attr(AttrKind::Integer { value: IntValue::Small(value.into()), ty })
    }

    /// `value : i64`.
    pub fn int(&mut self, value: i64) -> Attr {
        let ty = self.int_type(64);
        self.attr(AttrKind::Integer { value: IntValue::Small(value), ty })
    }

    /// `"text"`.
    pub fn string(&mut self, text: &str) -> Attr {
        self.attr(AttrKind::String { value: text.as_bytes().into(), ty: None })
    }

    /// `@name`.
    pub fn symbol(&mut self, name: &str) -> Attr {
        let root = self.name(name);
        self.attr(AttrKind::Symbol { root, nested: Box::new([]) })
    }

    /// A type as an attribute.
    pub fn type_attr(&mut self, ty: Type) -> Attr {
        self.attr(AttrKind::Type(ty))
    }

    /// `[...]`.
    pub fn array(&mut self, attrs: &[Attr]) -> Attr {
        self.attr(AttrKind::Array(attrs.into()))
    }

    /// `array<i64: ...>`.
    pub fn i64_array(&mut self, values: &[i64]) -> Attr {
        let elem = self.int_type(64);
        let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.attr(AttrKind::DenseArray { elem, data })
    }

    /// A dictionary; of two entries with one key the last wins.
    pub fn dict(&mut self, entries: impl IntoIterator<Item = (Name, Attr)>) -> Attr {
        let mut sorted: Vec<(Name, Attr)> = entries.into_iter().collect();
        // The sort is stable, so the last of equal keys is the first from behind.
        sorted.reverse();
        sorted.sort_by(|a, b| self.text(a.0).cmp(self.text(b.0)));
        sorted.dedup_by_key(|entry| entry.0);
        self.attr(AttrKind::Dict(sorted.into()))
    }

    /// The dictionary with one entry set, or removed where `value` is none.
    pub fn dict_with(&mut self, dict: Attr, key: Name, value: Option<Attr>) -> Attr {
        let kept = self.dict_entries(dict).iter().filter(|entry| entry.0 != key);
        let entries: Vec<_> = kept.copied().chain(value.map(|value| (key, value))).collect();
        self.dict(entries)
    }
}

/// Locations.
impl Context {
    /// `fused<metadata>[a, b]` in MLIR's canonical form (`FusedLoc::get`): parts that are fused with
    /// the same metadata are opened, what is unknown or repeated is dropped, and one part without
    /// metadata is that part.
    pub fn fused_loc(&mut self, metadata: Option<Attr>, locs: &[Attr]) -> Attr {
        let mut parts: IndexSet<Attr, FxBuildHasher> = IndexSet::default();
        for &loc in locs {
            match self.attr_kind(loc) {
                AttrKind::Loc(LocKind::Fused { metadata: own, locs }) if *own == metadata => {
                    parts.extend(locs)
                }
                AttrKind::Loc(LocKind::Unknown) => {}
                _ => {
                    parts.insert(loc);
                }
            }
        }
        let unknown = self.attr(AttrKind::Loc(LocKind::Unknown));
        match (parts.len(), metadata) {
            (0, None) => return unknown,
            (1, None) => return parts[0],
            (0, Some(_)) => {
                parts.insert(unknown);
            }
            _ => {}
        }
        self.attr(AttrKind::Loc(LocKind::Fused { metadata, locs: parts.into_iter().collect() }))
    }
}

/// Readers that answer none for what is of another kind.
impl Context {
    /// The entries of a dictionary, sorted by key; none for another kind.
    pub fn dict_entries(&self, dict: Attr) -> &[(Name, Attr)] {
        match self.attr_kind(dict) {
            AttrKind::Dict(entries) => entries,
            _ => &[],
        }
    }

    /// An entry of a dictionary.
    pub fn dict_get(&self, dict: Attr, key: &str) -> Option<Attr> {
        let entry = self.dict_entries(dict).iter().find(|entry| self.text(entry.0) == key);
        entry.map(|entry| entry.1)
    }

    /// A string attribute's text, if it is UTF-8.
    pub fn as_str(&self, attr: Attr) -> Option<&str> {
        match self.attr_kind(attr) {
            AttrKind::String { value, .. } => std::str::from_utf8(value).ok(),
            _ => None,
        }
    }

    /// A flat symbol reference's name.
    pub fn as_symbol(&self, attr: Attr) -> Option<&str> {
        match self.attr_kind(attr) {
            AttrKind::Symbol { root, nested } if nested.is_empty() => Some(self.text(*root)),
            _ => None,
        }
    }

    /// A type attribute's type.
    pub fn as_type(&self, attr: Attr) -> Option<Type> {
        match self.attr_kind(attr) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// An integer attribute's value, if it fits 64 bits.
    pub fn as_int(&self, attr: Attr) -> Option<i64> {
        match self.attr_kind(attr) {
            AttrKind::Integer { value, .. } => value.as_i64(),
            _ => None,
        }
    }

    /// An array attribute's elements.
    pub fn as_array(&self, attr: Attr) -> Option<&[Attr]> {
        match self.attr_kind(attr) {
            AttrKind::Array(attrs) => Some(attrs),
            _ => None,
        }
    }

    /// A list of integers, spelled `[1, 2]` or `array<i64: 1, 2>` (of any integer type of up to 64 bits).
    pub fn as_int_list(&self, attr: Attr) -> Option<Vec<i64>> {
        match self.attr_kind(attr) {
            AttrKind::Array(attrs) => attrs.iter().map(|&attr| self.as_int(attr)).collect(),
            AttrKind::DenseArray { elem, data } => self.dense_ints(*elem, data),
            _ => None,
        }
    }

    fn dense_ints(&self, elem: Type, data: &[u8]) -> Option<Vec<i64>> {
        let TypeKind::Integer { width: width @ 1..=64, .. } = *self.kind(elem) else {
            return None;
        };
        let bytes = width.div_ceil(8) as usize;
        Some(data.chunks_exact(bytes).map(sign_extend).collect())
    }

    /// A dense attribute's data.
    pub fn as_dense(&self, attr: Attr) -> Option<(Type, &DenseData)> {
        match self.attr_kind(attr) {
            AttrKind::Dense { ty, data } => Some((*ty, data)),
            _ => None,
        }
    }
}

/// The signed value of up to eight little-endian bytes.
fn sign_extend(bytes: &[u8]) -> i64 {
    let fill = if bytes.last().is_some_and(|last| last & 0x80 != 0) { 0xff } else { 0 };
    let mut whole = [fill; 8];
    whole[..bytes.len()].copy_from_slice(bytes);
    i64::from_le_bytes(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_things_have_equal_ids_and_depth_counts_nesting() {
        let mut ctx = Context::new();
        let i32_type = ctx.int_type(32);
        assert_eq!(i32_type, ctx.int_type(32));
        let tuple = ctx.ty(TypeKind::Tuple([i32_type].into()));
        assert_eq!((ctx.type_depth(i32_type), ctx.type_depth(tuple)), (1, 2));
        let (a, b) = (ctx.name("a"), ctx.name("b"));
        let one = ctx.int(1);
        assert_eq!(ctx.dict([(b, one), (a, one)]), ctx.dict([(a, one), (b, one)]));
    }

    #[test]
    fn integer_lists_are_read_in_both_spellings() {
        let mut ctx = Context::new();
        let dense = ctx.i64_array(&[-1, 7]);
        let items = [ctx.int(-1), ctx.int(7)];
        let plain = ctx.array(&items);
        assert_eq!(ctx.as_int_list(dense), Some(vec![-1, 7]));
        assert_eq!(ctx.as_int_list(dense), ctx.as_int_list(plain));
        let (elem, data) = (ctx.int_type(128), Box::from([0; 32]));
        let wide = ctx.attr(AttrKind::DenseArray { elem, data });
        assert_eq!(ctx.as_int_list(wide), None);
    }
}
