//! `tensor.extract_slice`: indices of each dim by offset, size and stride; dims of size 1 may be left out.

use crate::module::{Module, Op};
use crate::registry::OpDef;
use crate::views::op::{ViewOp, same_number};
use crate::views::{Opaque, Parts, SliceDim};

pub(super) const DEF: OpDef = OpDef {
    parts: Some(parts),
    ..OpDef::new("tensor.extract_slice", "indices of each dim by offset, size and stride")
};

/// What MLIR writes for an offset, size or stride that is an operand.
const DYNAMIC: i64 = i64::MIN;

fn parts(module: &Module, op: Op) -> Parts {
    let view = ViewOp::new(module, op);
    let pair = view.pair()?;
    let rank = pair.before.len();
    let list = |key: &str| -> Result<Vec<i64>, Opaque> {
        let ints = view.required_ints(key)?;
        same_number("dims of the operand", rank, &format!("entries of `{key}`"), ints.len())?;
        match ints.contains(&DYNAMIC) {
            true => Err(Opaque::new(format!("`{key}` is not static"))),
            false => Ok(ints),
        }
    };
    let (begins, lens, steps) =
        (list("static_offsets")?, list("static_sizes")?, list("static_strides")?);
    let dims: Vec<SliceDim> = (0..rank)
        .map(|dim| SliceDim { begin: begins[dim], step: steps[dim], len: lens[dim] })
        .collect();
    let kept = kept(&lens, &pair.after)?;
    pair.slice(&dims, kept)
}

/// Which dims of the slice are dims of the result: as in MLIR the first that fits; the others have size 1.
fn kept(lens: &[i64], after: &[i64]) -> Result<Vec<usize>, Opaque> {
    let mut kept = Vec::with_capacity(after.len());
    for (dim, len) in lens.iter().enumerate() {
        if after.get(kept.len()) == Some(len) {
            kept.push(dim);
        } else if *len != 1 {
            return Err(Opaque::new(format!("d{dim} of size {len} is no dim of the result")));
        }
    }
    same_number("dims of the result", after.len(), "of the slice", kept.len())?;
    Ok(kept)
}
