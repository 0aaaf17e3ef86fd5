//! The shape, the element type and the dictionary of a memref.

use layout::{DimsOrder, Len, NotationFault, Shape, nearest};
use pest::iterators::Pair;
use std::ops::Range;

use super::grammar::{MemrefRule as Rule, WrittenMap, counted, named_order, scalar};
use crate::element::ElementType;
use crate::grammar::{clip, integer, parts, range};
use crate::suffix::{agreed, element};

/// The shape and the element type of a memref.
pub(super) struct Memref {
    pub(super) shape: Shape,
    pub(super) elem: ElementType,
    pub(super) at: Range<usize>,
}

/// The numbers of `strided`, in elements; `None` for a dynamic one.
pub(super) struct Numbers {
    pub(super) strides: Vec<Option<i64>>,
    pub(super) offset: Option<i64>,
}

/// The parts of a dictionary, with strides and offset in elements.
pub(super) struct Encoding {
    pub(super) order: Option<DimsOrder>,
    pub(super) strides: Option<Vec<i64>>,
    pub(super) offset: i64,
}

impl Memref {
    /// Returns the shape and the element type of a match, which must have the element type of the option.
    ///
    /// # Errors
    /// A length or the element type is invalid, or there are too many dims.
    pub(super) fn new(
        part: Pair<'_, Rule>,
        given: Option<ElementType>,
    ) -> Result<Memref, NotationFault> {
        let at = range(&part);
        let mut lens = Vec::new();
        let mut elem = None;
        for part in parts(part) {
            let part_at = range(&part);
            match part.as_rule() {
                Rule::element => elem = Some(agreed(element(&part)?, given, part_at)?),
                _ => lens.push(scalar(&part)?.map_or(Ok(Len::DYNAMIC), |length| {
                    Len::new(length).ok_or_else(|| {
                        let dim = lens.len();
                        let message =
                            format!("the length of dim d{dim} must be at least 1, but is {length}");
                        NotationFault::new(part_at, message)
                    })
                })?),
            }
        }
        let shape = Shape::new(lens);
        let shape = shape.map_err(|error| NotationFault::new(at.clone(), error.to_string()))?;
        if let Some(message) = shape.excess() {
            return Err(NotationFault::new(at, message));
        }
        let elem =
            elem.ok_or_else(|| NotationFault::new(at.clone(), "expected an element type"))?;
        Ok(Memref { shape, elem, at })
    }

    /// Returns a fault of the shape.
    pub(super) fn fault(&self, message: String) -> NotationFault {
        NotationFault::new(self.at.clone(), message)
    }

    /// Checks the number of dims of a layout map.
    ///
    /// # Errors
    /// It is not that of the memref.
    pub(super) fn check_map_rank(
        &self,
        dims: usize,
        part: &Pair<'_, Rule>,
    ) -> Result<(), NotationFault> {
        if dims == self.shape.len() {
            return Ok(());
        }
        let own = counted(self.shape.len(), "dim");
        let message = format!("the memref has {own}, but its layout map has {dims}");
        Err(NotationFault::new(range(part), message))
    }

    /// Returns the strides and the offset of `strided<[8, ?], offset: 2>`.
    ///
    /// # Errors
    /// The number of strides is not that of the dims, or a stride is 0.
    pub(super) fn numbers(&self, part: &Pair<'_, Rule>) -> Result<Numbers, NotationFault> {
        let mut inner = parts(part.clone()).into_iter();
        let strides = inner.next().map_or_else(Vec::new, parts);
        let offset = inner.next().and_then(|offset| parts(offset).into_iter().next());
        let offset = offset.as_ref().map_or(Ok(Some(0)), scalar)?;
        if strides.len() != self.shape.len() {
            let dims = counted(self.shape.len(), "dim");
            let strides = counted(strides.len(), "stride");
            let message = format!("the memref has {dims}, but its layout has {strides}");
            return Err(NotationFault::new(range(part), message));
        }
        let strides = strides.iter().map(|stride| match scalar(stride)? {
            Some(0) => {
                let message = "a stride of `strided` must not be 0";
                let note = "write a broadcast as an affine map without the dim";
                Err(NotationFault::new(range(stride), message).note(note))
            }
            stride => Ok(stride),
        });
        Ok(Numbers { strides: strides.collect::<Result<_, _>>()?, offset })
    }

    /// Returns the parts of `{order = #NHWC, strides = [..], offset = 4}`. Without one of these keys it is a memory space.
    ///
    /// # Errors
    /// A key is unknown or unsupported, or its value is invalid.
    pub(super) fn dictionary(&self, part: &Pair<'_, Rule>) -> Result<Encoding, NotationFault> {
        let mut order = None;
        let mut strides = None;
        let mut offset = 0;
        let mut has_keys = false;
        let mut unknown = None;
        for entry in parts(part.clone()) {
            let at = range(&entry);
            let mut entry = parts(entry).into_iter();
            let Some(key) = entry.next() else { continue };
            let value = entry.next();
            match (key.as_str(), value) {
                ("order", value) => order = Some(self.order(value, at)?),
                ("strides", value) => strides = Some(self.entry_strides(value, at)?),
                ("offset", value) => {
                    let value = value.filter(|value| value.as_rule() == Rule::integer);
                    let value = value.as_ref().map(integer).transpose()?;
                    offset = value.filter(|&offset| offset >= 0).ok_or_else(|| {
                        NotationFault::new(at, "`offset` must be an integer of 0 or more")
                    })?;
                }
                (key, _) if UNSUPPORTED.contains(&key) => {
                    let message = format!("`{key}` is not supported in a notation");
                    return Err(NotationFault::new(at, message));
                }
                (name, _) => {
                    let keys = KEYS.iter().chain(UNSUPPORTED).copied();
                    let near = nearest(name, keys).map(str::to_owned);
                    let message =
                        format!("unknown key `{}` in the encoding of a tensor", clip(name));
                    let fault = NotationFault { near, ..NotationFault::new(range(&key), message) };
                    if fault.near.is_some() {
                        return Err(fault);
                    }
                    unknown = unknown.or(Some(fault));
                }
            }
            has_keys |= KEYS.contains(&key.as_str());
        }
        if let Some(fault) = unknown.filter(|_| has_keys) {
            return Err(fault);
        }
        Ok(Encoding { order, strides, offset })
    }

    fn entry_strides(
        &self,
        value: Option<Pair<'_, Rule>>,
        at: Range<usize>,
    ) -> Result<Vec<i64>, NotationFault> {
        let list = value.filter(|value| value.as_rule() == Rule::list);
        let list = list.map(|list| parts(list).into_iter().next().map_or_else(Vec::new, parts));
        let strides: Option<Vec<i64>> = match list {
            Some(list) => list.iter().map(scalar).collect::<Result<_, _>>()?,
            None => None,
        };
        let strides = strides.ok_or_else(|| {
            let message = "`strides` must be a list of integers, in elements, by logical dim";
            NotationFault::new(at.clone(), message)
        })?;
        if strides.len() != self.shape.len() {
            let entries = if strides.len() == 1 { "entry" } else { "entries" };
            let dims = counted(self.shape.len(), "dim");
            let message =
                format!("`strides` has {} {entries}, but the tensor has {dims}", strides.len());
            return Err(NotationFault::new(at, message));
        }
        Ok(strides)
    }

    /// Returns the order of `#NHWC`, `#layout.order<NHWC>` or a map that is a permutation.
    fn order(
        &self,
        value: Option<Pair<'_, Rule>>,
        at: Range<usize>,
    ) -> Result<DimsOrder, NotationFault> {
        let order = match value {
            Some(value) if value.as_rule() == Rule::order_alias => named_order(&value)?,
            Some(value) if value.as_rule() == Rule::affine => {
                WrittenMap::new(&value).order().map_err(|reason| {
                    let message = format!("`order` is not a permutation: {reason}");
                    NotationFault::new(at.clone(), message)
                })?
            }
            _ => {
                let message = "`order` must be an affine map or `#layout.order<NAME>`";
                return Err(NotationFault::new(at, message));
            }
        };
        if order.rank() != self.shape.len() {
            let dims = order.rank();
            let rank = self.shape.len();
            let message = format!("`order` has {dims} dims, but the tensor has {rank}");
            return Err(NotationFault::new(at, message));
        }
        Ok(order)
    }
}

/// The keys of a dictionary.
const KEYS: &[&str] = &["order", "strides", "offset"];

/// The keys of a dictionary whose values need a module.
const UNSUPPORTED: &[&str] = &["reqs", "format", "layout", "bounds"];
