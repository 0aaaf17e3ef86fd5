//! Contracted dims: the pairs of dims over which an op sums the products of two operands.
//!
//! Any order of a contracted dim is the same sum: if both operands list its indices in another order, and in the same
//! one, the result has the same values, except for the rounding of floating-point sums. This is a fact of the op, as
//! its kind is; ops whose contracted dims are not known here have none.

use crate::data::module::{Module, Op};

/// A dim of an operand that an op sums over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContractedDim {
    /// The number of the operand.
    pub operand: usize,
    /// The logical dim.
    pub dim: usize,
}

/// Returns the dims of the two operands whose products an op sums. `None` if the op is not known to contract exactly one
/// pair of dims.
pub fn contracted_dims(module: &Module, op: Op) -> Option<[ContractedDim; 2]> {
    let of = Contraction { module, op };
    match module.name(op) {
        "onnx.Gemm" => Some([of.matrix(0, 1, "transA")?, of.matrix(1, 0, "transB")?]),
        "onnx.MatMul" | "onnx.MatMulInteger" | "tosa.matmul" => Some([of.columns(0)?, of.rows(1)?]),
        "onnx.QLinearMatMul" => Some([of.columns(0)?, of.rows(3)?]),
        "stablehlo.dot" => Some([of.columns(0)?, of.rows(1)?]),
        "tosa.fully_connected" => Some([of.columns(0)?, of.columns(1)?]),
        _ => None,
    }
}

/// The operands of an op that contracts dims.
#[derive(Clone, Copy)]
struct Contraction<'a> {
    module: &'a Module,
    op: Op,
}

impl Contraction<'_> {
    fn rank(self, operand: usize) -> Option<usize> {
        let value = *self.module.operands(self.op).get(operand)?;
        Some(self.module.kind(value).tensor_dims()?.len())
    }

    /// Returns the last dim of an operand.
    fn columns(self, operand: usize) -> Option<ContractedDim> {
        let dim = self.rank(operand)?.checked_sub(1)?;
        Some(ContractedDim { operand, dim })
    }

    /// Returns the dim before the last one, or the only dim of a vector.
    fn rows(self, operand: usize) -> Option<ContractedDim> {
        let ContractedDim { dim, .. } = self.columns(operand)?;
        Some(ContractedDim { operand, dim: dim.saturating_sub(1) })
    }

    /// Returns a dim of a matrix, which is the other one if this attribute is not 0.
    fn matrix(self, operand: usize, dim: usize, transposed: &str) -> Option<ContractedDim> {
        let attr = self.module.attr(self.op, transposed);
        let is_set = attr.and_then(|attr| self.module.ctx.as_int(attr)).is_some_and(|it| it != 0);
        let dim = if is_set { 1 - dim } else { dim };
        (self.rank(operand)? == 2).then_some(ContractedDim { operand, dim })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::types::TypeKind;
    use crate::float::FloatKind;
    use crate::{Builder, Module};

    /// The name of an op, the lengths of its operands, and its attributes that are 1.
    type Case = (&'static str, &'static [&'static [u64]], &'static [&'static str]);

    fn dims(name: &str, shapes: &[&[u64]], set: &[&str]) -> Option<[(usize, usize); 2]> {
        let mut module = Module::new();
        let elem = module.ctx.ty(TypeKind::Float(FloatKind::F16));
        let types: Vec<_> = shapes
            .iter()
            .map(|shape| {
                let lens: Vec<_> = shape.iter().map(|&len| Some(len)).collect();
                module.ctx.tensor_type(&lens, elem, None)
            })
            .collect();
        let one = module.ctx.int(1);
        let attrs: Vec<_> = set.iter().map(|&key| (key, one)).collect();
        let from = Builder::new(&mut module).op("test.from", &[], &types, &[]);
        let operands: Vec<_> = module.results(from).collect();
        let op = Builder::new(&mut module).op(name, &operands, &[], &attrs);
        contracted_dims(&module, op).map(|pair| pair.map(|it| (it.operand, it.dim)))
    }

    #[test]
    fn contracted_dims_have_equal_lengths() {
        let known: [Case; 9] = [
            ("onnx.Gemm", &[&[2, 7], &[7, 5]], &[]),
            ("onnx.Gemm", &[&[2, 7], &[5, 7], &[5]], &["transB"]),
            ("onnx.Gemm", &[&[7, 2], &[5, 7]], &["transA", "transB"]),
            ("onnx.MatMul", &[&[3, 2, 7], &[3, 7, 5]], &[]),
            ("onnx.MatMul", &[&[7], &[7]], &[]),
            ("onnx.QLinearMatMul", &[&[2, 7], &[], &[], &[7, 5]], &[]),
            ("stablehlo.dot", &[&[2, 7], &[7, 5]], &[]),
            ("tosa.fully_connected", &[&[2, 7], &[5, 7]], &[]),
            ("tosa.matmul", &[&[1, 2, 7], &[1, 7, 5]], &[]),
        ];
        for (name, shapes, set) in known {
            let pair = dims(name, shapes, set).unwrap();
            let lens = pair.map(|(operand, dim)| shapes[operand][dim]);
            assert_eq!(lens, [7, 7], "{name}");
        }
        assert_eq!(dims("onnx.Gemm", &[&[2, 3, 7], &[7, 5]], &[]), None);
        assert_eq!(dims("onnx.Add", &[&[2, 7], &[2, 7]], &[]), None);
        assert_eq!(dims("onnx.MatMul", &[&[2, 7]], &[]), None);
    }
}
