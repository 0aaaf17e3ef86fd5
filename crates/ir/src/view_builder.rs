//! Builds transposes, reshapes, paddings and constants in the dialect of an op, for passes that add ops that move data.
//!
//! `builder` inserts the ops, by the row of a dialect; each row has a file of its own.

mod builder;
mod linalg;
mod onnx;
mod stablehlo;
mod tosa;

use crate::data::module::{Module, Op};
use builder::{MovementDialect, Place};

pub use builder::{Movements, ViewBuilder};
pub use linalg::EMPTY_OP;

/// The op that converts a tensor to a compatible type, such as one with an encoding.
pub const CAST_OP: &str = "tensor.cast";

const DIALECTS: &[&MovementDialect] =
    &[&onnx::MOVEMENT, &stablehlo::MOVEMENT, &tosa::MOVEMENT, &linalg::MOVEMENT];

fn dialect_of(name: &str) -> Option<&'static MovementDialect> {
    let dialect = name.split_once('.')?.0;
    DIALECTS.iter().copied().find(|row| row.dialects.contains(&dialect))
}

/// Returns `true` if a [`ViewBuilder`] can be made for an op.
pub fn builds_views(module: &Module, op: Op) -> bool {
    dialect_of(module.name(op)).is_some()
}

impl Movements {
    /// Returns the dialect of an op; `None` if it has no transposes and reshapes that are known here.
    pub fn of_op(module: &Module, op: Op) -> Option<Movements> {
        let dialect = dialect_of(module.name(op))?;
        Some(Movements { dialect, is_old: tosa::is_old(module) })
    }

    /// Returns the dialect of the first op in the regions of an op that has one, or else that of `linalg`.
    pub fn within(module: &Module, op: Op) -> Movements {
        let found = module.walk_from(op).find_map(|op| dialect_of(module.name(op)));
        Movements { dialect: found.unwrap_or(&linalg::MOVEMENT), is_old: tosa::is_old(module) }
    }
}

impl<'a> ViewBuilder<'a> {
    /// Returns a builder of ops of the dialect of an op, which are inserted before it. `None` if the dialect has no
    /// transposes and reshapes that are known here.
    pub fn new(module: &'a mut Module, before: Op) -> Option<ViewBuilder<'a>> {
        let movements = Movements::of_op(module, before)?;
        let span = module.span(before);
        let loc = module.op_loc(before);
        Some(ViewBuilder { module, movements, place: Place::Before(before), span, loc })
    }
}
