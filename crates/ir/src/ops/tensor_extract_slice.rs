//! `tensor.extract_slice`: indices of each dim by offset, size and stride; dims of size 1 may be left out.

use crate::diag::counted;
use crate::module::{Module, Op};
use crate::registry::{OpDef, Registry};
use crate::views::op::{ViewOp, ensure};
use crate::views::{Opaque, SliceDim, ViewRelations};

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(view_relations),
    ..OpDef::foreign("tensor.extract_slice", "indices of each dim by offset, size and stride")
};

/// What MLIR writes for an offset, size or stride that is an operand.
const DYNAMIC: i64 = i64::MIN;

fn view_relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    let view = ViewOp::new(registry, module, op);
    let pair = view.pair()?;
    let rank = pair.before.len();
    let list = |key: &str| -> Result<Vec<i64>, Opaque> {
        let ints = view.required_ints(key)?;
        ensure(ints.len() == rank, || {
            format!("the operand has {}, but `{key}` {}", counted(rank, "dim"), ints.len())
        })?;
        ensure(!ints.contains(&DYNAMIC), || format!("`{key}` is not static"))?;
        Ok(ints)
    };
    let (begins, lens, steps) =
        (list("static_offsets")?, list("static_sizes")?, list("static_strides")?);
    let dims: Vec<SliceDim> = (0..rank)
        .map(|dim| SliceDim { begin: begins[dim], step: steps[dim], len: lens[dim] })
        .collect();
    pair.slice_reduced(&dims)
}
