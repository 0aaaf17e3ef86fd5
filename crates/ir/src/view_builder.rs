//! Builds transposes and reshapes in the dialect of an op, for passes that add view ops.

use crate::data::attrs::{Attr, AttrKind, DenseData};
use crate::data::module::{Module, NewOp, Op, Value};
use crate::data::types::{Extent, Type, TypeKind};

/// A dialect with transposes and reshapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Onnx,
    StableHlo,
}

impl Dialect {
    fn of(name: &str) -> Option<Dialect> {
        match name.split_once('.')?.0 {
            "onnx" => Some(Dialect::Onnx),
            "stablehlo" => Some(Dialect::StableHlo),
            _ => None,
        }
    }
}

/// Returns `true` if a [`ViewBuilder`] can be made for an op.
pub fn builds_views(module: &Module, op: Op) -> bool {
    Dialect::of(module.name(op)).is_some()
}

/// Inserts view ops of one dialect before an op, with its location.
#[derive(Debug)]
pub struct ViewBuilder<'a> {
    module: &'a mut Module,
    dialect: Dialect,
    before: Op,
}

impl<'a> ViewBuilder<'a> {
    /// Returns a builder of ops of the dialect of an op. `None` if the dialect has no transposes and reshapes that are
    /// known here.
    pub fn new(module: &'a mut Module, before: Op) -> Option<ViewBuilder<'a>> {
        let dialect = Dialect::of(module.name(before))?;
        Some(ViewBuilder { module, dialect, before })
    }

    /// Inserts the next ops before another op.
    pub fn move_before(&mut self, op: Op) {
        self.before = op;
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
        let permutation: Vec<i64> =
            permutation.iter().filter_map(|&dim| i64::try_from(dim).ok()).collect();
        match self.dialect {
            Dialect::Onnx => {
                let ints: Vec<Attr> =
                    permutation.iter().map(|&dim| self.module.ctx.int(dim)).collect();
                let perm = self.module.ctx.array(&ints);
                self.op("onnx.Transpose", &[value], result, Some(("perm", perm)))
            }
            Dialect::StableHlo => {
                let perm = self.module.ctx.i64_array(&permutation);
                self.op("stablehlo.transpose", &[value], result, Some(("permutation", perm)))
            }
        }
    }

    /// Returns a tensor of static lengths with the elements of a value. Its type states no layout.
    pub fn reshape(&mut self, value: Value, dims: &[Extent]) -> Value {
        let result = self.with_dims(value, dims);
        match self.dialect {
            Dialect::Onnx => {
                let lens: Vec<u64> = dims.iter().flatten().copied().collect();
                let shape = self.constant(&lens);
                self.op("onnx.Reshape", &[value, shape], result, None)
            }
            Dialect::StableHlo => self.op("stablehlo.reshape", &[value], result, None),
        }
    }

    /// Returns a constant vector of integers.
    fn constant(&mut self, values: &[u64]) -> Value {
        let ctx = &mut self.module.ctx;
        let elem = ctx.int_type(64);
        let ty = ctx.tensor_type(&[Some(values.len() as u64)], elem, None);
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let data = Box::new(DenseData::Raw { bytes, splat: false });
        let value = ctx.attr(AttrKind::Dense { ty, data });
        self.op("onnx.Constant", &[], ty, Some(("value", value)))
    }

    /// Returns the type of a value with other lengths.
    fn with_dims(&mut self, value: Value, dims: &[Extent]) -> Type {
        let ty = self.module.ty(value);
        match *self.module.kind(value) {
            TypeKind::Tensor { elem, .. } => self.module.ctx.tensor_type(dims, elem, None),
            _ => ty,
        }
    }

    fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        result: Type,
        attr: Option<(&str, Attr)>,
    ) -> Value {
        let ViewBuilder { module, before, .. } = self;
        let span = module.span(*before);
        let name = module.ctx.name(name);
        let results = &[result][..];
        let op = module.create_op(NewOp { operands, results, span, ..NewOp::new(name) });
        if let Some((key, attr)) = attr {
            module.set_attr(op, key, Some(attr));
        }
        if let Some(loc) = module.op_loc(*before) {
            module.set_op_loc(op, loc);
        }
        module.insert_before(op, *before);
        module.result(op, 0).expect("the op was made with one result")
    }
}
