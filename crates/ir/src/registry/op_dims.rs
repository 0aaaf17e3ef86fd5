//! The dims of ops, by their names: the functions of a registry that permute them.

use super::def::Registry;
use super::dims::{AbsorbOf, DimsOf, DimsResult, OpEdit};
use super::kind::qualified_name;
use crate::data::module::{Module, Op};
use std::borrow::Cow;

impl Registry {
    /// Sets the function that returns the dims of the ops of a name, by which a pass permutes them. The ops need no
    /// definition.
    pub fn add_dims(&mut self, op: impl Into<Cow<'static, str>>, dims: DimsOf<Registry>) {
        self.dims.entry(op.into()).or_default().dims = Some(dims);
    }

    /// Sets the function that returns the change of an op which then computes on permuted values. It applies before
    /// the dims of [`Registry::add_dims`].
    pub fn add_absorb(&mut self, op: impl Into<Cow<'static, str>>, absorb: AbsorbOf) {
        self.dims.entry(op.into()).or_default().absorb = Some(absorb);
    }

    /// Returns the dims of an op, by its [`qualified_name`]; `None` if no function returns them. Dims that do not fit the
    /// ranks of the operands and results are [`Opaque`](super::Opaque), with the numbers that disagree.
    pub fn op_dims(&self, module: &Module, op: Op) -> Option<DimsResult> {
        let functions = self.dims.get(&*qualified_name(module, op))?;
        let dims = functions.dims.as_ref()?(self, module, op);
        Some(dims.and_then(|dims| {
            dims.check(module, op)?;
            Ok(dims)
        }))
    }

    /// Returns the change of an op that then computes on permuted values: for each operand and then each result the
    /// logical dim at each position, or `None` for a value that is not permuted. `None` if the op cannot compute on
    /// these.
    pub fn absorbed(
        &self,
        module: &mut Module,
        op: Op,
        orders: &[Option<Vec<usize>>],
    ) -> Option<OpEdit> {
        let functions = self.dims.get(&*qualified_name(module, op))?;
        functions.absorb.as_ref()?(module, op, orders)
    }

    /// Returns the names of all ops whose dims can be permuted, sorted.
    pub fn ops_with_dims(&self) -> impl Iterator<Item = &str> {
        self.dims.keys().map(|name| &**name)
    }
}
