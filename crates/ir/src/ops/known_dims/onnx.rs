//! The dims of ONNX's ops, as onnx-mlir spells them, in the current forms and in those of older versions.
//!
//! Convolutions, pools, resizes and normalizations of images have fixed dims: N, C, and then the spatial ones.

use super::row::{DimRow, absorb, read, row};
use crate::module::{Module, Op, Value};
use crate::op_dims::ListSpec;
use crate::ops::known_kinds::onnx::{ELEMENTWISE, REDUCTION};
use crate::registry::{
    AbsorbOf, DimList, DimsResult, ListKind, ListPlace, OpEdit, Opaque, SharedFn, ValueDims,
};
use crate::types::TypeKind;
use crate::views::form::ListSource::{Attr, Operand};
use crate::views::op::ViewOp;
use std::sync::Arc;

const AXIS: ListSpec = ListSpec::new(ListKind::Axes, &[Attr("axis")]);

pub(super) const ROWS: &[DimRow] = &[
    row("* ... -> * ...", &[], ELEMENTWISE),
    row("* ... -> * ...", &[], "onnx.Swish"),
    row("* . -> *", &[], "onnx.CastLike"),
    read(softmax, "onnx.Hardmax onnx.LogSoftmax onnx.Softmax"),
    row("* -> *", &[AXIS.or(&[-1])], "onnx.LpNormalization"),
    read(layer_norm, "onnx.LayerNormalization onnx.RMSNormalization"),
    read(reduction, REDUCTION),
    row("* -> -", &[AXIS.or(&[0])], "onnx.ArgMax onnx.ArgMin"),
    row("* . -> * *", &[AXIS.or(&[-1])], "onnx.TopK"),
    row("* . -> *", &[ListSpec::new(ListKind::Axes, &[Operand(1)])], "onnx.CumSum"),
    row("* ... -> *", &[AXIS], "onnx.Concat"),
    row("* . -> * ...", &[AXIS.or(&[0])], "onnx.Split onnx.SplitV11 onnx.SplitV13"),
    read(slice, "onnx.Slice"),
    read(pad, "onnx.Pad"),
    row("* -> *", &[ListSpec::new(ListKind::Lists, &[Attr("pads")])], "onnx.PadV2"),
    row("* . -> *", &[ListSpec::new(ListKind::Lists, &[Operand(1)])], "onnx.Tile"),
    read(expand, "onnx.Expand"),
    read(gather, "onnx.Gather"),
    row("* * -> *", &[AXIS.or(&[0])], "onnx.GatherElements"),
    row("* * * -> *", &[AXIS.or(&[0])], "onnx.ScatterElements"),
    row(
        "* . -> *",
        &[
            ListSpec::new(ListKind::Axes, &[Attr("batch_axis")]).or(&[1]),
            ListSpec::new(ListKind::Axes, &[Attr("time_axis")]).or(&[0]),
        ],
        "onnx.ReverseSequence",
    ),
    row("*mn . -> *mn", &[], "onnx.Trilu"),
    row("*mk *kn -> *mn", &[], "onnx.MatMul"),
    row("*mk *kn . . -> *mn", &[], "onnx.MatMulInteger"),
    row("*mk . . *kn . . . . -> *mn", &[], "onnx.QLinearMatMul"),
    absorb(gemm, "onnx.Gemm"),
    absorb(product, "onnx.MatMul"),
    read(
        batch_normalization,
        "onnx.BatchNormalization onnx.BatchNormalizationInferenceMode onnx.BatchNormalizationV9",
    ),
    read(quantize, "onnx.DequantizeLinear onnx.QuantizeLinear"),
    row("* -> * . .", &[], "onnx.DynamicQuantizeLinear"),
];

/// The attribute of a module with the versions of its op sets, and the standard one.
const OP_SETS: &str = "onnx.opset_import";
const STANDARD: &str = "ai.onnx";
/// The first version of the op set whose softmax reduces a single dim.
const SINGLE_DIM_SOFTMAX: i64 = 13;

/// The first version of the op set whose `Gemm` needs no third operand.
const GEMM_OF_TWO: i64 = 11;

/// Returns the version of the standard op set of a module; `None` if the module states none.
fn op_set(module: &Module) -> Option<i64> {
    let sets = module.attr(module.root(), OP_SETS)?;
    module.ctx.as_int(module.ctx.dict_get(sets, STANDARD)?)
}

/// Returns the dims of a softmax. In old versions it reduces all dims from the axis on.
fn softmax(view: ViewOp<'_>) -> DimsResult {
    let version = op_set(view.module);
    if let Some(version) = version.filter(|&version| version < SINGLE_DIM_SOFTMAX) {
        return Err(Opaque::new(format!(
            "the dims after the axis are reduced, too, in op set {version}"
        )));
    }
    view.shared_dims("* -> *", &[AXIS.or(&[-1])])
}

/// Returns the dims of a normalization of each channel. The channels are dim 1, and the others have any order.
fn batch_normalization(view: ViewOp<'_>) -> DimsResult {
    let mut dims = view.shared_dims("* . ... -> * . ...", &[])?;
    let channels = dims.pinned.get_mut(1);
    *channels.ok_or_else(|| Opaque::new("the operand has no channels"))? = true;
    Ok(dims)
}

/// Returns the dims of a normalization of the last dims, which keep their positions.
fn layer_norm(view: ViewOp<'_>) -> DimsResult {
    let axis = view.axis("axis", view.operand(0))?.unwrap_or(-1);
    let rank = view.rank(view.operand(0)?).ok_or_else(|| Opaque::new("the rank is unknown"))?;
    let count = if axis < 0 {
        axis.checked_neg()
    } else {
        i64::try_from(rank).ok().map(|rank| rank - axis)
    };
    let count = count.and_then(|count| usize::try_from(count).ok()).filter(|&count| count <= 26);
    let count =
        count.ok_or_else(|| Opaque::new(format!("`axis` is {axis}, but the rank {rank}")))?;
    let word: String = std::iter::once('*').chain(('a'..='z').take(count)).collect();
    view.shared_dims(&format!("{word} ... -> {word} ..."), &[])
}

/// Returns the dims of a reduction. Without a list, it reduces all dims.
fn reduction(view: ViewOp<'_>) -> DimsResult {
    let axes = ListSpec::new(ListKind::AxisSet, &[Attr("axes"), Operand(1)]);
    let is_reduced = view.rank(view.result()?) != view.rank(view.operand(0)?);
    let has_list = view.list(axes.sources)?.is_some_and(|axes| !axes.is_empty());
    match (has_list, is_reduced) {
        (true, _) => view.shared_dims("* . -> -", &[axes]),
        (false, true) => view.shared_dims("* . -> .", &[]),
        (false, false) => view.shared_dims("* . -> *", &[]),
    }
}

/// Returns the dims of a slice. Without a list of axes, the other lists have an entry for each of the first dims.
fn slice(view: ViewOp<'_>) -> DimsResult {
    let text = "* . . . . -> *";
    let axes = ListSpec::new(ListKind::Axes, &[Operand(3)]);
    if view.ints_operand(3)?.is_some() {
        return view.shared_dims(text, &[axes]);
    }
    let lists = [&[Operand(1)][..], &[Operand(2)], &[Operand(4)]];
    view.shared_dims(text, &lists.map(|sources| ListSpec::new(ListKind::Lists, sources)))
}

/// Returns the dims of a padding. Without a list of axes, the amounts are those of all dims.
fn pad(view: ViewOp<'_>) -> DimsResult {
    let list = match view.ints_operand(3)? {
        Some(_) => ListSpec::new(ListKind::Axes, &[Operand(3)]),
        None => ListSpec::new(ListKind::Lists, &[Operand(1)]),
    };
    view.shared_dims("* . . . -> *", &[list])
}

/// Returns the dims of a broadcast, whose shape has an entry for each dim of the result.
fn expand(view: ViewOp<'_>) -> DimsResult {
    let mut dims = view.shared_dims("* . -> *", &[])?;
    let entries = view.required_ints_operand(1)?;
    let [ValueDims::Shared(result)] = &dims.results[..] else {
        return Err(Opaque::new("the rank is unknown"));
    };
    if entries.len() != result.len() {
        return Err(Opaque::new(format!(
            "the shape has {} entries, but the result rank {}",
            entries.len(),
            result.len()
        )));
    }
    let place = ListPlace::Operand(1);
    dims.lists.push(DimList { place, kind: ListKind::Lists, dims: result.clone(), entries });
    Ok(dims)
}

/// Returns the dims of a gather with a scalar index, whose result lacks the dim, or with a list of indices.
fn gather(view: ViewOp<'_>) -> DimsResult {
    match view.rank(view.operand(1)?) {
        Some(0) => view.shared_dims("* . -> -", &[AXIS.or(&[0])]),
        Some(1) => view.shared_dims("* . -> *", &[AXIS.or(&[0])]),
        _ => Err(Opaque::new("the indices have several dims")),
    }
}

/// Returns the dims of a quantization. The axis matters if there is a scale for each index, and a scale for each block has
/// the dims of the operand.
fn quantize(view: ViewOp<'_>) -> DimsResult {
    let axis = AXIS.or(&[1]);
    let scale = view.rank(view.operand(1)?);
    match scale {
        Some(0) => view.shared_dims("* . . -> *", &[]),
        Some(1) => view.shared_dims("* . . -> *", &[axis]),
        Some(_) if scale == view.rank(view.operand(0)?) => view.shared_dims("* * * -> *", &[axis]),
        _ => Err(Opaque::new("the scale has another rank")),
    }
}

/// Returns the change of a matrix product that reads its first two operands transposed.
fn gemm() -> AbsorbOf {
    SharedFn::new(Arc::new(transposed_operands))
}

fn transposed_operands(
    module: &mut Module,
    op: Op,
    orders: &[Option<Vec<usize>>],
) -> Option<OpEdit> {
    let (operands, others) = orders.split_at_checked(2)?;
    if others.iter().any(Option::is_some) {
        return None;
    }
    let mut edit = OpEdit::default();
    for (order, key) in operands.iter().zip(["transA", "transB"]) {
        let Some(order) = order else { continue };
        if order[..] != [1, 0] {
            return None;
        }
        let is_transposed = module.int_attr(op, key).unwrap_or(0) != 0;
        let new = module.ctx.int(i64::from(!is_transposed));
        edit.attrs.push((key.into(), Some(new)));
    }
    Some(edit)
}

/// Returns the change of a product of two matrices of floats into a `Gemm`, which reads them transposed. ONNX Runtime has
/// no `Gemm` of integers.
fn product() -> AbsorbOf {
    fn transposed(module: &mut Module, op: Op, orders: &[Option<Vec<usize>>]) -> Option<OpEdit> {
        let is_matrix = |&value: &Value| match module.kind(value) {
            TypeKind::Tensor { dims, elem, .. } => {
                dims.len() == 2 && matches!(module.ctx.kind(*elem), TypeKind::Float(_))
            }
            _ => false,
        };
        let is_old = op_set(module).is_some_and(|version| version < GEMM_OF_TWO);
        if is_old || !module.operands(op).iter().all(is_matrix) {
            return None;
        }
        let edit = transposed_operands(module, op, orders)?;
        Some(OpEdit { name: Some("onnx.Gemm".into()), ..edit })
    }
    SharedFn::new(Arc::new(transposed))
}
