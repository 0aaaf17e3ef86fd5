//! Readers of attributes. Each returns `None`, or an empty list, for an attribute of another kind.

use super::Context;
use crate::affine::AffineMap;
use crate::data::attrs::{Attr, AttrKind, DenseData, LocKind};
use crate::data::ids::{AttrRow, Name};
use crate::data::types::{Type, TypeKind};

impl Context {
    /// Returns the entries of a dictionary, sorted by key; empty if the attribute is not a dictionary.
    pub fn dict_entries(&self, dict: Attr) -> &[(Name, Attr)] {
        match dict.row() {
            AttrRow::Dict(index) => self.dicts.get(index),
            _ => &[],
        }
    }

    /// Returns the value of a key of a dictionary; `None` if the dictionary lacks the key.
    pub fn dict_get(&self, dict: Attr, key: &str) -> Option<Attr> {
        let entry = self.dict_entries(dict).iter().find(|entry| self.text(entry.0) == key);
        entry.map(|entry| entry.1)
    }

    /// Returns the text of a string attribute; `None` if it is not UTF-8.
    pub fn as_str(&self, attr: Attr) -> Option<&str> {
        match self.attr_kind(attr) {
            AttrKind::String { value, .. } => std::str::from_utf8(value).ok(),
            _ => None,
        }
    }

    /// Returns the name of a flat symbol reference.
    pub fn as_symbol(&self, attr: Attr) -> Option<&str> {
        match self.attr_kind(attr) {
            AttrKind::Symbol { root, nested } if nested.is_empty() => Some(self.text(*root)),
            _ => None,
        }
    }

    /// Returns the type of a type attribute.
    pub fn as_type(&self, attr: Attr) -> Option<Type> {
        match self.attr_kind(attr) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// Returns the value of an integer attribute; `None` if it does not fit 64 bits.
    pub fn as_int(&self, attr: Attr) -> Option<i64> {
        match self.attr_kind(attr) {
            AttrKind::Integer { value, .. } => value.as_i64(),
            _ => None,
        }
    }

    /// Returns the elements of an array attribute.
    pub fn as_array(&self, attr: Attr) -> Option<&[Attr]> {
        match attr.row() {
            AttrRow::Array(index) => Some(self.arrays.get(index)),
            _ => None,
        }
    }

    /// Returns the map of an attribute that is a map over symbols alone, such as `affine_map<()[s0] -> (s0)>`.
    pub fn as_symbol_map(&self, attr: Attr) -> Option<&AffineMap> {
        match self.attr_kind(attr) {
            AttrKind::AffineMap(map) if map.num_dims() == 0 => Some(map),
            _ => None,
        }
    }

    /// Returns the integers of `[1, 2]` or `array<i64: 1, 2>`, of any integer type of up to 64 bits.
    pub fn as_int_list(&self, attr: Attr) -> Option<Vec<i64>> {
        if let Some(items) = self.as_array(attr) {
            return items.iter().map(|&item| self.as_int(item)).collect();
        }
        match self.attr_kind(attr) {
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

    /// Returns the location of a location attribute.
    pub fn as_loc(&self, attr: Attr) -> Option<&LocKind> {
        match self.attr_kind(attr) {
            AttrKind::Loc(kind) => Some(kind),
            _ => None,
        }
    }

    /// Returns the type and the elements of a dense attribute.
    pub fn as_dense(&self, attr: Attr) -> Option<(Type, &DenseData)> {
        match self.attr_kind(attr) {
            AttrKind::Dense { ty, data } => Some((*ty, &**data)),
            _ => None,
        }
    }
}

/// Returns the signed value of up to eight little-endian bytes.
pub(crate) fn sign_extend(bytes: &[u8]) -> i64 {
    let fill = if bytes.last().is_some_and(|last| last & 0x80 != 0) { 0xff } else { 0 };
    let mut whole = [fill; 8];
    whole[..bytes.len()].copy_from_slice(bytes);
    i64::from_le_bytes(whole)
}
