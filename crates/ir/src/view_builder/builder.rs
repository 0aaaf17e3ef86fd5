//! The builder of ops that move data, and the form of a dialect's row.

use crate::data::attrs::{Attr, AttrKind, DenseData};
use crate::data::module::{Block, Module, NewOp, Op, Value};
use crate::data::types::{Extent, Type, TypeKind};
use crate::dense::element_bytes;
use crate::source::Span;

/// Returns a value of this type, made from an operand and a list of numbers.
pub(super) type Movement<T> = fn(&mut ViewBuilder<'_>, Value, &[T], Type) -> Value;

/// How a dialect spells the ops that move data. Lengths are those of the results.
#[derive(Debug)]
pub(super) struct MovementDialect {
    /// The dialects whose ops are next to these ops.
    pub(super) dialects: &'static [&'static str],
    /// Returns a value whose dim i is dim `permutation[i]` of the operand.
    pub(super) transpose: Movement<usize>,
    /// Returns a value of another static shape with the elements in row-major order.
    pub(super) reshape: Movement<u64>,
    /// Returns a value with zeros after the elements of each dim; the numbers of zeros by dim.
    pub(super) pad: Movement<u64>,
    /// Returns the first elements of each dim.
    pub(super) slice: Movement<u64>,
    /// Returns a constant with these dense elements.
    pub(super) constant: fn(&mut ViewBuilder<'_>, Attr, Type) -> Value,
}

/// The dialect of new ops that move data, and its version.
#[derive(Clone, Copy, Debug)]
pub struct Movements {
    pub(super) dialect: &'static MovementDialect,
    /// `true` if the module has ops in the forms of an older version of the dialect.
    pub(super) is_old: bool,
}

/// The place of new ops.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Before(Op),
    EndOf(Block),
}

/// Inserts view ops of one dialect, with the location of an op.
#[derive(Debug)]
pub struct ViewBuilder<'a> {
    pub(super) module: &'a mut Module,
    pub(super) movements: Movements,
    pub(super) place: Place,
    pub(super) span: Span,
    pub(super) loc: Option<Attr>,
}

impl<'a> ViewBuilder<'a> {
    /// Returns a builder of ops that are inserted directly after the definition of a value.
    pub fn after(module: &'a mut Module, value: Value, movements: Movements) -> ViewBuilder<'a> {
        use crate::data::module::Def;
        let span = module.value_span(value);
        let (block, next, loc) = match module.def(value) {
            Def::Argument(block, _) => (block, module.ops(block).next(), module.value_loc(value)),
            Def::Result(op, _) => {
                let block = module.block_of(op).expect("an op with a used result is in a block");
                (block, module.next_op(op), module.op_loc(op))
            }
        };
        let place = next.map_or(Place::EndOf(block), Place::Before);
        ViewBuilder { module, movements, place, span, loc }
    }

    /// Inserts the next ops before another op.
    pub fn move_before(&mut self, op: Op) {
        self.place = Place::Before(op);
        self.span = self.module.span(op);
        self.loc = self.module.op_loc(op);
    }

    /// Returns the module.
    pub fn module(&mut self) -> &mut Module {
        self.module
    }

    /// Returns the lengths of a tensor; none for another value.
    pub fn dims(&self, value: Value) -> Vec<Extent> {
        self.module.kind(value).tensor_dims().unwrap_or_default().to_vec()
    }

    /// Returns a tensor whose dim i is dim `permutation[i]` of a value. Its type states no layout.
    pub fn transpose(&mut self, value: Value, permutation: &[usize]) -> Value {
        let dims = self.dims(value);
        let permuted: Vec<Extent> =
            permutation.iter().filter_map(|&dim| dims.get(dim).copied()).collect();
        let result = self.with_dims(value, &permuted);
        (self.movements.dialect.transpose)(self, value, permutation, result)
    }

    /// Returns a tensor of static lengths with the elements of a value. Its type states no layout.
    pub fn reshape(&mut self, value: Value, dims: &[Extent]) -> Value {
        let result = self.with_dims(value, dims);
        let lens: Vec<u64> = dims.iter().flatten().copied().collect();
        (self.movements.dialect.reshape)(self, value, &lens, result)
    }

    /// Returns a tensor of static lengths with zeros after the elements of each dim. `None` if a length is dynamic or too
    /// large.
    pub fn pad(&mut self, value: Value, zeros: &[u64]) -> Option<Value> {
        let dims = self.dims(value).into_iter().zip(zeros);
        let dims = dims.map(|(len, zeros)| len?.checked_add(*zeros));
        let dims = dims.map(|len| len.map(Some)).collect::<Option<Vec<Extent>>>()?;
        let result = self.with_dims(value, &dims);
        Some((self.movements.dialect.pad)(self, value, zeros, result))
    }

    /// Returns the first elements of each dim of a tensor.
    pub fn prefix(&mut self, value: Value, lens: &[u64]) -> Value {
        let dims: Vec<Extent> = lens.iter().copied().map(Some).collect();
        let result = self.with_dims(value, &dims);
        (self.movements.dialect.slice)(self, value, lens, result)
    }

    /// Returns a constant with the elements of a dense attribute, whose type it has.
    pub fn constant(&mut self, elements: Attr) -> Option<Value> {
        let AttrKind::Dense { ty, .. } = *self.module.ctx.attr_kind(elements) else { return None };
        Some((self.movements.dialect.constant)(self, elements, ty))
    }

    /// Returns `array<i32: ...>`. The values fit 32 bits.
    pub(super) fn i32_array(&mut self, values: &[i64]) -> Attr {
        let elem = self.module.ctx.int_type(32);
        let data = values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(4));
        let data = data.collect();
        self.module.ctx.attr(AttrKind::DenseArray { elem, data })
    }

    /// Returns a constant vector of integers.
    pub(super) fn int_vector(&mut self, width: u32, dims: &[u64], values: &[i64]) -> (Attr, Type) {
        let elem = self.module.ctx.int_type(width);
        self.int_elements(elem, dims, values)
    }

    /// Returns dense integers of an element type, and their type.
    pub(super) fn int_elements(
        &mut self,
        elem: Type,
        dims: &[u64],
        values: &[i64],
    ) -> (Attr, Type) {
        let ctx = &mut self.module.ctx;
        let width = element_bytes(ctx, elem);
        let dims: Vec<Extent> = dims.iter().copied().map(Some).collect();
        let ty = ctx.tensor_type(&dims, elem, None);
        let splat = values.len() > 1 && values.iter().all(|value| *value == values[0]);
        let stored = if splat { &values[..1] } else { values };
        let splat = splat || values.len() == 1;
        let bytes = stored.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width));
        let data = Box::new(DenseData::Raw { bytes: bytes.collect(), splat });
        (ctx.attr(AttrKind::Dense { ty, data }), ty)
    }

    /// Returns dense zeros of a type, as one element that all elements are.
    pub(super) fn zeros(&mut self, ty: Type) -> Attr {
        let ctx = &mut self.module.ctx;
        let elem = match ctx.kind(ty) {
            TypeKind::Tensor { elem, .. } => *elem,
            _ => ty,
        };
        let bytes = vec![0; element_bytes(ctx, elem)].into();
        let data = Box::new(DenseData::Raw { bytes, splat: true });
        ctx.attr(AttrKind::Dense { ty, data })
    }

    /// Returns the type of a value with other lengths.
    pub(super) fn with_dims(&mut self, value: Value, dims: &[Extent]) -> Type {
        let ty = self.module.ty(value);
        match *self.module.kind(value) {
            TypeKind::Tensor { elem, .. } => self.module.ctx.tensor_type(dims, elem, None),
            _ => ty,
        }
    }

    /// Returns the element type of a tensor; the type itself for another type.
    pub(super) fn elem(&self, ty: Type) -> Type {
        match *self.module.ctx.kind(ty) {
            TypeKind::Tensor { elem, .. } => elem,
            _ => ty,
        }
    }

    /// Inserts an op. Its attributes are pairs of key and value.
    pub(super) fn insert(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        attrs: &[(&str, Attr)],
    ) -> Op {
        let ViewBuilder { module, place, span, loc, .. } = self;
        let name = module.ctx.name(name);
        let op = module.create_op(NewOp { operands, results, span: *span, ..NewOp::new(name) });
        for (key, attr) in attrs {
            module.set_attr(op, key, Some(*attr));
        }
        if let Some(loc) = *loc {
            module.set_op_loc(op, loc);
        }
        match *place {
            Place::Before(before) => module.insert_before(op, before),
            Place::EndOf(block) => module.append_op(block, op),
        }
        op
    }

    /// Inserts an op with one result, and returns the result.
    pub(super) fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        result: Type,
        attrs: &[(&str, Attr)],
    ) -> Value {
        let op = self.insert(name, operands, &[result], attrs);
        self.module.result(op, 0).expect("the op was made with one result")
    }
}

/// Returns lengths as signed integers. Lengths of laid out tensors fit 63 bits.
pub(super) fn signed(lens: &[u64]) -> Vec<i64> {
    lens.iter().map(|&len| i64::try_from(len).unwrap_or(i64::MAX)).collect()
}

/// Returns numbers of dims as integers of an attribute.
pub(super) fn dim_numbers(dims: &[usize]) -> Vec<i64> {
    dims.iter().filter_map(|&dim| i64::try_from(dim).ok()).collect()
}
