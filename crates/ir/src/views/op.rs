//! The reader of view ops. A [`ViewOp`] reads an op's operands and attributes, and returns its relations.
//!
//! Each reader returns the error [`Opaque`] for an invalid or unknown input, which the function of a view op propagates
//! with `?`.

use super::constants::{attr_ints, length_of};
use super::dims::{
    ViewLen, axis_index, axis_indices, ensure, grouped, missing, permutation, same_lengths,
    same_rank,
};
use super::pair::{DimSlice, Pair};
use super::{Opaque, SliceDim, Subview, ViewMap, ViewRelations, constant_ints, is_none_value};
use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::diag::counted;
use crate::encoding::{self, Reading};
use crate::layout::{DimsOrder, Linear, MAX_RANK, TensorLayout};
use crate::module::{Module, Op, Value};
use crate::registry::Registry;
use crate::types::{Extent, Type, TypeKind};

/// An op that may be a view op.
#[derive(Clone, Copy)]
pub struct ViewOp<'m> {
    registry: &'m Registry,
    pub(crate) module: &'m Module,
    pub(crate) op: Op,
    /// `true` if the op views memrefs instead of tensors.
    has_memrefs: bool,
}

impl<'m> ViewOp<'m> {
    /// Returns a reader of an op of a module.
    pub fn new(registry: &'m Registry, module: &'m Module, op: Op) -> ViewOp<'m> {
        ViewOp { registry, module, op, has_memrefs: false }
    }

    /// Returns the reader of an op that views memrefs. A view relates logical indices, whatever the layouts.
    #[must_use]
    pub fn on_memrefs(self) -> ViewOp<'m> {
        ViewOp { has_memrefs: true, ..self }
    }

    /// Returns the lengths and the element type of a value; `None` if it is not a ranked tensor, or memref.
    fn shape(self, value: Value) -> Option<(&'m [Extent], Type)> {
        match self.module.kind(value) {
            TypeKind::Tensor { dims, elem, .. } if !self.has_memrefs => Some((dims, *elem)),
            TypeKind::MemRef { dims, elem, .. } if self.has_memrefs => Some((dims, *elem)),
            _ => None,
        }
    }

    /// Returns all operands.
    pub fn operands(self) -> &'m [Value] {
        self.module.operands(self.op)
    }

    /// Returns all results.
    pub fn results(self) -> Vec<Value> {
        self.module.results(self.op).collect()
    }

    /// Returns the operand at an index.
    ///
    /// # Errors
    /// The op has fewer operands.
    pub fn operand(self, index: usize) -> Result<Value, Opaque> {
        let operand = self.operands().get(index).copied();
        operand.ok_or_else(|| Opaque::new(format!("operand {index} is missing")))
    }

    /// Returns the only result.
    ///
    /// # Errors
    /// The op does not have exactly one result.
    pub fn result(self) -> Result<Value, Opaque> {
        match self.results()[..] {
            [result] => Ok(result),
            ref results => {
                let has = counted(results.len(), "result");
                Err(Opaque::new(format!("the op has {has}, but a view op must have 1")))
            }
        }
    }

    /// Returns operand 0 and the only result.
    ///
    /// # Errors
    /// One of them is missing, or their types are not ranked tensor types of one element type.
    pub fn pair(self) -> Result<Pair, Opaque> {
        let from = self.operand(0)?;
        let to = self.result()?;
        let before = self.lengths(from, "operand 0")?;
        let after = self.lengths(to, "the result")?;
        self.same_element(from, to)?;
        Ok(Pair { from, to, before, after })
    }

    /// Returns the integers of an operand. `None` if the operand is absent.
    ///
    /// # Errors
    /// The operand is not a constant list of integers.
    pub fn ints_operand(self, index: usize) -> Result<Option<Vec<i64>>, Opaque> {
        let operand = self.operands().get(index);
        let Some(&operand) =
            operand.filter(|&&operand| !is_none_value(self.registry, self.module, operand))
        else {
            return Ok(None);
        };
        match constant_ints(self.registry, self.module, operand) {
            Some(ints) => Ok(Some(ints)),
            None => Err(Opaque::new(format!("operand {index} is not a constant list of integers"))),
        }
    }

    /// Returns the integers of a required operand.
    ///
    /// # Errors
    /// The operand is absent, or not a constant list of integers.
    pub fn required_ints_operand(self, index: usize) -> Result<Vec<i64>, Opaque> {
        self.ints_operand(index)?.ok_or_else(|| Opaque::new(format!("operand {index} is missing")))
    }

    /// Returns `true` if an operand is the length of a dim of operand 0.
    pub fn is_own_length(self, operand: usize, dim: usize) -> bool {
        let length = self.operands().get(operand);
        let length = length.and_then(|&value| length_of(self.registry, self.module, value));
        length.is_some_and(|(source, at)| {
            self.operands().first() == Some(&source) && usize::try_from(at) == Ok(dim)
        })
    }

    /// Returns the value of an integer attribute. `None` if it is absent.
    ///
    /// # Errors
    /// The attribute is not a 64-bit integer.
    pub fn int(self, key: &str) -> Result<Option<i64>, Opaque> {
        self.read(key, "a 64-bit integer", Context::as_int)
    }

    /// Returns the value of an attribute that is a list of integers. `None` if it is absent.
    ///
    /// # Errors
    /// The attribute is not a list of integers.
    pub fn ints(self, key: &str) -> Result<Option<Vec<i64>>, Opaque> {
        self.read(key, "a list of integers", Context::as_int_list)
    }

    /// Returns the integers of an attribute that is a list of integers, one integer, or an affine map that permutes its
    /// dims. `None` if it is absent.
    ///
    /// # Errors
    /// The attribute is of another kind.
    pub fn dims(self, key: &str) -> Result<Option<Vec<i64>>, Opaque> {
        self.read(key, "a list of integers", |ctx, attr| {
            let dims = ctx.as_int(attr).map(|int| vec![int]).or_else(|| attr_ints(ctx, attr));
            dims.or_else(|| match ctx.attr_kind(attr) {
                AttrKind::AffineMap(map) => {
                    Some(map.as_permutation()?.into_iter().map(i64::from).collect())
                }
                _ => None,
            })
        })
    }

    /// Returns the value of an attribute by a function that refuses attributes other than `form`.
    fn read<T>(
        self,
        key: &str,
        form: &str,
        read: impl FnOnce(&Context, Attr) -> Option<T>,
    ) -> Result<Option<T>, Opaque> {
        let Some(attr) = self.module.attr(self.op, key) else { return Ok(None) };
        let value = read(&self.module.ctx, attr);
        value
            .map(Some)
            .ok_or_else(|| Opaque::malformed(format!("`{key}` is not {form}")).at_attr(key))
    }

    /// Returns the lengths of the results along an axis. `None` if a result does not have this dim, or a length is
    /// dynamic.
    pub fn result_lengths(self, axis: i64) -> Option<Vec<i64>> {
        self.results()
            .iter()
            .map(|&value| {
                let (dims, _) = self.shape(value)?;
                let dim = axis_index(axis, dims.len()).ok()?;
                i64::try_from(dims[dim]?).ok()
            })
            .collect()
    }

    /// Returns the axis of the value `of` in an integer attribute. `None` if the attribute is absent.
    ///
    /// # Errors
    /// The attribute is not an integer, or the value is a ranked tensor without this axis.
    pub fn axis(self, key: &str, of: Result<Value, Opaque>) -> Result<Option<i64>, Opaque> {
        let axis = self.int(key)?;
        if let Some(axis) = axis
            && let Some(rank) = of.ok().and_then(|value| self.rank(value))
        {
            axis_index(axis, rank).map_err(|opaque| opaque.at_attr(key))?;
        }
        Ok(axis)
    }

    /// Returns the permutation of the dims of operand 0 that an attribute lists. `None` if it is absent.
    ///
    /// # Errors
    /// The attribute is not a list of integers, or not a permutation of the dims of the ranked operand.
    pub fn permutation(self, key: &str) -> Result<Option<Vec<i64>>, Opaque> {
        let dims = self.ints(key)?;
        let rank = self.operand(0).ok().and_then(|value| self.rank(value));
        if let Some(dims) = &dims
            && let Some(rank) = rank
        {
            permutation(dims, rank).map_err(|opaque| opaque.at_attr(key))?;
        }
        Ok(dims)
    }

    /// Returns the rank of a value. `None` if it is not a ranked tensor.
    pub(crate) fn rank(self, value: Value) -> Option<usize> {
        self.shape(value).map(|(dims, _)| dims.len())
    }

    /// Returns the value of a required integer attribute.
    ///
    /// # Errors
    /// The attribute is absent, or not a 64-bit integer.
    pub fn required_int(self, key: &str) -> Result<i64, Opaque> {
        self.int(key)?.ok_or_else(|| missing(key))
    }

    /// Returns the value of a required attribute that is a list of integers.
    ///
    /// # Errors
    /// The attribute is absent, or not a list of integers.
    pub fn required_ints(self, key: &str) -> Result<Vec<i64>, Opaque> {
        self.ints(key)?.ok_or_else(|| missing(key))
    }

    /// Returns the value of a required attribute that is a list of lists of integers.
    ///
    /// # Errors
    /// The attribute is absent, or not a list of lists of integers.
    pub fn int_lists(self, key: &str) -> Result<Vec<Vec<i64>>, Opaque> {
        let lists = self.read(key, "a list of lists of integers", |ctx, attr| {
            ctx.as_array(attr)?.iter().map(|&list| ctx.as_int_list(list)).collect()
        });
        lists?.ok_or_else(|| missing(key))
    }

    /// Returns the relation of a result that is operand 0 without these dims of length 1. By default, all dims of
    /// length 1 are removed.
    ///
    /// # Errors
    /// The length of a listed dim is not 1, or the types do not match.
    pub fn squeeze(self, axes: Option<Vec<i64>>) -> ViewRelations {
        let pair = self.pair()?;
        let one = ViewLen::Static(1);
        let mut is_removed: Vec<bool> = pair.before.iter().map(|&len| len == one).collect();
        if let Some(axes) = axes {
            is_removed.fill(false);
            for dim in axis_indices(&axes, pair.before.len())? {
                let len = pair.before[dim];
                ensure(len.laid_out() == Some(1), || {
                    format!("d{dim} has length {len}, but a squeezed dim must have length 1")
                })?;
                is_removed[dim] = true;
            }
        }
        let dims = pair.before.iter().zip(is_removed).filter(|(_, is_removed)| !is_removed);
        let lengths: Vec<ViewLen> = dims.map(|(&len, _)| len).collect();
        pair.reshape(&lengths)
    }

    /// Returns the relation of a result whose dims are groups of the operand's dims, which an attribute lists.
    ///
    /// # Errors
    /// The attribute is absent or is not a list of lists, the groups do not fit, or the types do not match.
    pub fn collapse_shape(self, key: &str) -> ViewRelations {
        let pair = self.pair()?;
        grouped(&self.int_lists(key)?, &pair.after, &pair.before)?;
        let lengths = pair.after.clone();
        pair.reshape(&lengths)
    }

    /// Returns the relation of a result that splits the operand's dims into groups, which an attribute lists.
    ///
    /// # Errors
    /// The attribute is absent or is not a list of lists, the groups do not fit, or the types do not match.
    pub fn expand_shape(self, key: &str) -> ViewRelations {
        let pair = self.pair()?;
        grouped(&self.int_lists(key)?, &pair.before, &pair.after)?;
        let lengths = pair.after.clone();
        pair.reshape(&lengths)
    }

    /// Returns the relation of a result that is operand 0 with new dims of length 1 at these axes of the result.
    ///
    /// # Errors
    /// An axis is out of range or listed twice, or the types do not match.
    pub fn unsqueeze(self, axes: &[i64]) -> ViewRelations {
        let pair = self.pair()?;
        let rank = pair.before.len() + axes.len();
        same_rank(rank, pair.after.len(), "the result")?;
        let new = axis_indices(axes, rank)?;
        let mut old = pair.before.iter().copied();
        let one = ViewLen::Static(1);
        let lengths: Vec<ViewLen> = (0..rank)
            .map(|dim| if new.contains(&dim) { one } else { old.next().unwrap_or(one) })
            .collect();
        pair.reshape(&lengths)
    }

    /// Returns the relations of results that are consecutive parts of operand 0 along one dim, with these lengths. By
    /// default the lengths are equal, except that the last may be smaller.
    ///
    /// # Errors
    /// The sum of the lengths is not the length of the dim, a part begins at an index that is known at run time only, or
    /// the types do not match.
    pub fn split(self, axis: i64, lengths: Option<Vec<i64>>) -> ViewRelations {
        let whole = self.operand(0)?;
        let dims = self.lengths(whole, "operand 0")?;
        let axis = axis_index(axis, dims.len())?;
        let results = self.results();
        let length = match (lengths.is_none(), dims[axis]) {
            (true, ViewLen::Bounded(_)) => {
                return Err(Opaque::new(format!("d{axis} is dynamic, but split into equal parts")));
            }
            (_, length) => length.laid_out().unwrap_or(0),
        };
        let lengths = lengths.unwrap_or_else(|| equal_lengths(length, results.len()));
        ensure(lengths.len() == results.len(), || {
            let lengths = lengths.len();
            let results = results.len();
            format!("the op has {}, but {}", counted(lengths, "length"), counted(results, "result"))
        })?;
        self.along(whole, &dims, axis, &results, "result", |at, _| ViewLen::Static(lengths[at]))
    }

    /// Returns the relations of operands that are consecutive parts of the only result along one dim.
    ///
    /// # Errors
    /// The sum of the lengths is not the length of the dim, a part begins at an index that is known at run time only, or
    /// the types do not match.
    pub fn concat(self, axis: i64) -> ViewRelations {
        let whole = self.result()?;
        let dims = self.lengths(whole, "the result")?;
        let axis = axis_index(axis, dims.len())?;
        self.along(whole, &dims, axis, self.operands(), "operand", |_, found| found)
    }

    /// Returns the relations of values that are consecutive parts of `whole` along `axis`. `length` returns the
    /// required length of a part from its index and the length in its type. If the whole is dynamic along the axis, only
    /// the last part may be dynamic, too: the others determine where the next one begins.
    fn along(
        self,
        whole: Value,
        dims: &[ViewLen],
        axis: usize,
        values: &[Value],
        what: &str,
        length: impl Fn(usize, ViewLen) -> ViewLen,
    ) -> ViewRelations {
        let Some(total) = dims[axis].laid_out() else {
            return Err(Opaque::new(format!("d{axis} of the whole is dynamic")));
        };
        let mut begin = 0i64;
        let mut parts = Vec::with_capacity(values.len());
        for (at, &part) in values.iter().enumerate() {
            let what = format!("{what} {at}");
            let found = self.lengths(part, &what)?;
            self.same_element(whole, part)?;
            same_rank(dims.len(), found.len(), &what)?;
            let len = length(at, found[axis]);
            let Some(count) = len.laid_out() else {
                return Err(Opaque::new(format!("d{axis} of {what} is dynamic")));
            };
            let is_movable = dims[axis].is_dynamic() && len.is_dynamic() && at + 1 < values.len();
            ensure(!is_movable, || {
                format!("d{axis} of {what} is dynamic, so the next part begins at an unknown index")
            })?;
            let mut expected = dims.to_vec();
            expected[axis] = len;
            same_lengths(&expected, &found, &what)?;
            let mut slice: Vec<SliceDim> =
                dims.iter().copied().map(|len| DimSlice::whole(len).mapped()).collect();
            slice[axis] = SliceDim { begin, step: 1, len: count };
            let kept = (0..dims.len()).collect();
            parts.push(Subview { whole, part, map: ViewMap::Slice { dims: slice, kept } });
            // Each length is at least 1, so no later part can end within the dim again.
            begin = begin.checked_add(count).filter(|&end| end <= total).ok_or_else(|| {
                Opaque::new(format!("the parts up to {what} exceed the length {total}"))
            })?;
        }
        ensure(begin == total, || {
            format!("the lengths of the parts add up to {begin}, but must add up to {total}")
        })?;
        Ok(parts)
    }

    /// Returns the relation of a result with the elements of operand 0 in memory order.
    ///
    /// # Errors
    /// As for [`Pair::memory`].
    pub fn memory(self) -> ViewRelations {
        let pair = self.pair()?;
        let orders = self.orders(&pair);
        // One function of equal lengths maps equal indices, also where C is split or the type has no order.
        if pair.before == pair.after
            && let Some(from) = self.linear(pair.from)
            && self.linear(pair.to) == Some(from)
        {
            return Ok(pair.whole_memory());
        }
        pair.memory(orders)
    }

    /// Returns the strides and offset of a value, which is row major if its type has no layout. `None` if its layout is
    /// unknown or not affine.
    fn linear(self, value: Value) -> Option<Linear> {
        let ctx = &self.module.ctx;
        let ty = self.module.ty(value);
        fn ordered(layout: &TensorLayout) -> Option<Linear> {
            layout.resolve().ok()?.layout().ok()?.linear()
        }
        match encoding::read(ctx, ty).ok()?? {
            Reading::Open => ordered(&encoding::row_major(ctx, ty).ok()??),
            Reading::Ordered(layout) => ordered(&layout),
            Reading::Format(layout) => layout.layout().ok()?.linear(),
            Reading::Descriptor(_) | Reading::Opaque(_) => None,
        }
    }

    /// Returns the orders that the types of operand and result state.
    fn orders(self, pair: &Pair) -> [Option<DimsOrder>; 2] {
        [pair.from, pair.to].map(|value| {
            match encoding::read(&self.module.ctx, self.module.ty(value)) {
                Ok(Some(Reading::Ordered(layout))) => Some(layout.order()),
                Ok(Some(Reading::Format(layout))) => layout.order(),
                _ => None,
            }
        })
    }

    /// Returns the lengths of a value of ranked type.
    pub(super) fn lengths(self, value: Value, what: &str) -> Result<Vec<ViewLen>, Opaque> {
        let Some((dims, _)) = self.shape(value) else {
            let expected = if self.has_memrefs { "memref" } else { "tensor" };
            return Err(Opaque::new(format!("{what} is not a ranked {expected}")));
        };
        ensure(dims.len() <= MAX_RANK, || {
            format!("{what} must have at most {MAX_RANK} dims, but has {}", dims.len())
        })?;
        let bounds = encoding::bounds(&self.module.ctx, self.module.ty(value));
        dims.iter()
            .enumerate()
            .map(|(dim, len)| {
                let Some(extent) =
                    len.or_else(|| bounds.as_ref().and_then(|bounds| *bounds.get(dim)?))
                else {
                    return Ok(ViewLen::Dynamic);
                };
                let Some(fits) = i64::try_from(extent).ok().filter(|&len| len > 0) else {
                    return Err(Opaque::new(format!(
                        "unsupported length {extent} of d{dim} of {what}"
                    )));
                };
                Ok(if len.is_some() { ViewLen::Static(fits) } else { ViewLen::Bounded(fits) })
            })
            .collect()
    }

    pub(super) fn same_element(self, a: Value, b: Value) -> Result<(), Opaque> {
        let [a, b] = [a, b].map(|value| self.shape(value).map(|(_, elem)| elem));
        // The message omits the types: their text may be long, and untrusted input may have many such ops.
        ensure(a == b, || "the element types differ".to_owned())
    }
}

/// Splits a length into `parts` equal lengths, the last of which may be smaller.
fn equal_lengths(whole: i64, parts: usize) -> Vec<i64> {
    let parts = parts as i64;
    let quotient = whole / parts.max(1);
    let rest = whole % parts.max(1);
    let each = quotient + i64::from(rest > 0);
    (0..parts).map(|part| (whole - part.saturating_mul(each)).clamp(0, each)).collect()
}
