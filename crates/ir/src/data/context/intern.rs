//! Shorthands for common types and attributes.

use super::Context;
use crate::data::attrs::{Attr, AttrKind, IntValue, LocKind};
use crate::data::ids::Name;
use crate::data::types::{Extent, Type, TypeKind};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

impl Context {
    /// Returns the signless integer type of a width, in bits.
    pub fn int_type(&mut self, width: u32) -> Type {
        match self.i64_type {
            Some(ty) if width == 64 => ty,
            _ => {
                let ty = self.ty(TypeKind::signless(width));
                self.i64_type = self.i64_type.or((width == 64).then_some(ty));
                ty
            }
        }
    }

    /// Returns the type `index`.
    pub fn index_type(&mut self) -> Type {
        self.ty(TypeKind::Index)
    }

    /// Returns a function type.
    pub fn function_type(&mut self, inputs: &[Type], results: &[Type]) -> Type {
        self.ty(TypeKind::Function { inputs: inputs.into(), results: results.into() })
    }

    /// Returns a ranked tensor type; lengths are in elements.
    pub fn tensor_type(&mut self, dims: &[Extent], elem: Type, encoding: Option<Attr>) -> Type {
        self.ty(TypeKind::Tensor { dims: dims.into(), elem, encoding })
    }

    /// Returns a location.
    pub fn loc(&mut self, kind: LocKind) -> Attr {
        self.attr(AttrKind::Loc(Box::new(kind)))
    }

    /// Returns `unit`.
    pub fn unit(&mut self) -> Attr {
        self.attr(AttrKind::Unit)
    }

    /// Returns `true` or `false`.
    pub fn bool(&mut self, value: bool) -> Attr {
        let ty = self.int_type(1);
        self.attr(AttrKind::Integer { value: IntValue::Small(value.into()), ty })
    }

    /// Returns `value : i64`.
    pub fn int(&mut self, value: i64) -> Attr {
        let ty = self.int_type(64);
        self.attr(AttrKind::Integer { value: IntValue::Small(value), ty })
    }

    /// Returns `"text"`.
    pub fn string(&mut self, text: &str) -> Attr {
        self.attr(AttrKind::String { value: text.as_bytes().into(), ty: None })
    }

    /// Returns `@name`.
    pub fn symbol(&mut self, name: &str) -> Attr {
        let root = self.name(name);
        self.attr(AttrKind::Symbol { root, nested: Box::new([]) })
    }

    /// Returns a type as an attribute.
    pub fn type_attr(&mut self, ty: Type) -> Attr {
        self.attr(AttrKind::Type(ty))
    }

    /// Returns `array<i64: ...>`.
    pub fn i64_array(&mut self, values: &[i64]) -> Attr {
        let elem = self.int_type(64);
        let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.attr(AttrKind::DenseArray { elem, data })
    }

    /// Returns a dictionary. Of several entries with one key, the last is kept.
    pub fn dict(&mut self, entries: impl IntoIterator<Item = (Name, Attr)>) -> Attr {
        let mut sorted: Vec<(Name, Attr)> = entries.into_iter().collect();
        // The sort is stable, so after reversal the last of equal keys comes first.
        sorted.reverse();
        sorted.sort_by(|a, b| self.text(a.0).cmp(self.text(b.0)));
        sorted.dedup_by_key(|entry| entry.0);
        self.sorted_dict(&sorted)
    }

    /// Returns the dictionary with one entry set, or removed if `value` is `None`.
    pub fn dict_with(&mut self, dict: Attr, key: Name, value: Option<Attr>) -> Attr {
        let kept = self.dict_entries(dict).iter().filter(|entry| entry.0 != key);
        let entries: Vec<_> = kept.copied().chain(value.map(|value| (key, value))).collect();
        self.dict(entries)
    }
}

impl Context {
    /// Returns `fused<metadata>[a, b]` in MLIR's canonical form (`FusedLoc::get`).
    ///
    /// Parts that are fused with the same metadata are flattened. Unknown and repeated locations are dropped. A single
    /// part without metadata replaces the fused location.
    pub fn fused_loc(&mut self, metadata: Option<Attr>, locs: &[Attr]) -> Attr {
        let mut parts: IndexSet<Attr, FxBuildHasher> = IndexSet::default();
        for &loc in locs {
            match self.as_loc(loc) {
                Some(LocKind::Fused { metadata: own, locs }) if *own == metadata => {
                    parts.extend(locs);
                }
                Some(LocKind::Unknown) => {}
                _ => {
                    parts.insert(loc);
                }
            }
        }
        let unknown = self.loc(LocKind::Unknown);
        match (parts.len(), metadata) {
            (0, None) => return unknown,
            (1, None) => return parts[0],
            (0, Some(_)) => {
                parts.insert(unknown);
            }
            _ => {}
        }
        self.loc(LocKind::Fused { metadata, locs: parts.into_iter().collect() })
    }
}
