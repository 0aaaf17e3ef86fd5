//! The dims of the ops of `linalg` and `tensor`.

use super::linalg_generic;
use super::row::{DimRow, absorb, read, row};
use crate::module::Value;
use crate::op_dims::ListSpec;
use crate::ops::known_kinds::linalg::{BINARY, UNARY};
use crate::registry::{DimsResult, ListKind, Opaque};
use crate::views::form::ListSource::Attr;
use crate::views::op::ViewOp;

pub(super) const ROWS: &[DimRow] = &[
    row("* ... -> *", &[], UNARY),
    row("* ... -> *", &[], BINARY),
    row("* ... -> *", &[], "linalg.select"),
    read(map, "linalg.map"),
    row(". * -> *", &[], "linalg.fill"),
    absorb(linalg_generic::absorb, "linalg.generic"),
    read(empty, "tensor.empty"),
    read(pad, "tensor.pad"),
    read(slice, "tensor.extract_slice"),
    read(insert, "tensor.insert_slice"),
    row("* ... -> *", &[ListSpec::new(ListKind::Axes, &[Attr("dim")])], "tensor.concat"),
];

const OFFSETS: [ListSpec; 3] = [
    ListSpec::new(ListKind::Lists, &[Attr("static_offsets")]),
    ListSpec::new(ListKind::Lists, &[Attr("static_sizes")]),
    ListSpec::new(ListKind::Lists, &[Attr("static_strides")]),
];

/// Checks that an op has so many operands. Any further ones are lengths or offsets, each of one dim.
fn without_dynamic(view: ViewOp<'_>, operands: usize) -> Result<(), Opaque> {
    let count = view.operands().len();
    if count == operands {
        return Ok(());
    }
    Err(Opaque::new(format!("it has {} operands for single dims", count.saturating_sub(operands))))
}

/// Returns the dims of a map, whose body must not read the numbers of its loops.
fn map(view: ViewOp<'_>) -> DimsResult {
    let mut inner = view.module.walk_from(view.op);
    if inner.any(|op| view.module.name(op) == "linalg.index") {
        return Err(Opaque::new("its body reads the index"));
    }
    view.shared_dims("* ... -> *", &[])
}

fn empty(view: ViewOp<'_>) -> DimsResult {
    without_dynamic(view, 0)?;
    view.shared_dims("-> *", &[])
}

fn pad(view: ViewOp<'_>) -> DimsResult {
    without_dynamic(view, 1)?;
    let low = ListSpec::new(ListKind::Lists, &[Attr("static_low")]);
    let high = ListSpec::new(ListKind::Lists, &[Attr("static_high")]);
    if !has_constant_body(view) {
        return Err(Opaque::new("the padding depends on the index"));
    }
    view.shared_dims("* -> *", &[low, high])
}

/// Returns `true` if the body of an op does not use its arguments, which are the components of the index.
fn has_constant_body(view: ViewOp<'_>) -> bool {
    let arguments: Vec<Value> = view.module.inner_arguments(view.op).collect();
    let mut inner = view.module.walk_from(view.op);
    inner.all(|op| view.module.operands(op).iter().all(|operand| !arguments.contains(operand)))
}

fn slice(view: ViewOp<'_>) -> DimsResult {
    without_dynamic(view, 1)?;
    same_rank(view, view.operand(0)?, view.result()?)?;
    view.shared_dims("* -> *", &OFFSETS)
}

fn insert(view: ViewOp<'_>) -> DimsResult {
    without_dynamic(view, 2)?;
    same_rank(view, view.operand(0)?, view.operand(1)?)?;
    view.shared_dims("* * -> *", &OFFSETS)
}

/// Checks that a slice has all dims.
fn same_rank(view: ViewOp<'_>, part: Value, whole: Value) -> Result<(), Opaque> {
    if view.rank(part) == view.rank(whole) {
        return Ok(());
    }
    Err(Opaque::new("the slice lacks dims"))
}
