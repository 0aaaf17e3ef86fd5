//! The ops that layoutc knows: one file each, listed here in order of their names. The transforms of descriptors come
//! from the core's own list, through `layout_transform`.
//!
//! To add an op: write its file and put its name into the list.

use crate::diag::{Diag, code, nearest};
use crate::module::{Block, Module, Op, Value};
use crate::print::type_to_string;
use crate::registry::{OpCheck, OpDef, TypeEqualities, TypeEqualitiesOf};
use crate::types::{Extent, Type, TypeKind};
use std::sync::LazyLock;

mod layout_transform;

macro_rules! ops {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// The ops that have a file of their own.
        const LISTED: &[OpDef] = &[$($file::DEF),*];
    };
}

ops! {
    arith_constant,
    module,
    cf_br,
    cf_cond_br,
    func_call,
    func_func,
    func_return,
    layout_address,
    layout_aligned,
    layout_descriptor,
    layout_from,
    layout_packed,
    layout_reorder,
    layout_rule,
    layout_strided,
    layout_target,
    layout_tensor,
    layout_view,
    layout_yield,
    onnx_concat,
    onnx_constant,
    onnx_flatten,
    onnx_identity,
    onnx_no_value,
    onnx_reshape,
    onnx_slice,
    onnx_split,
    onnx_split_v11,
    onnx_split_v13,
    onnx_squeeze,
    onnx_squeeze_v11,
    onnx_transpose,
    onnx_unsqueeze,
    onnx_unsqueeze_v11,
    scf_for,
    scf_if,
    tensor_cast,
    tensor_collapse_shape,
    tensor_concat,
    tensor_expand_shape,
    tensor_extract_slice,
    tensor_reshape,
    vk_tensor_description,
}

static ALL: LazyLock<Vec<OpDef>> = LazyLock::new(|| {
    let mut all: Vec<OpDef> = LISTED.iter().copied().chain(layout_transform::defs()).collect();
    all.sort_by_key(|def| def.name);
    all
});

/// Returns the definition of every op, sorted by name.
pub fn all() -> &'static [OpDef] {
    &ALL
}

/// Returns the definition of an op; `None` if there is none of this name.
pub fn by_name(name: &str) -> Option<&'static OpDef> {
    let place = ALL.binary_search_by(|def| def.name.cmp(name)).ok()?;
    Some(&ALL[place])
}

/// Dialects whose ops, but for those that are known, keep types equal, and the rule that says so.
pub const DIALECTS: &[(&str, TypeEqualitiesOf)] =
    &[("arith", one_type), ("math", one_type), ("scf", alike_around)];

/// The operands and results that have the type of the first result: an op on elements keeps it.
fn one_type(module: &Module, op: Op) -> TypeEqualities {
    let Some(first) = module.result(op, 0) else { return Vec::new() };
    let others = module.operands(op).iter().copied().chain(module.results(op).skip(1));
    let alike = others.filter(|&value| module.ty(value) == module.ty(first));
    alike.map(|value| (value, first)).collect()
}

/// The operands of an op with regions, the arguments of these, what their blocks hand out and the results: those of one type
/// may become each other, so that they keep one type.
fn alike_around(module: &Module, op: Op) -> TypeEqualities {
    let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let blocks: Vec<Block> = blocks.copied().collect();
    let ends = blocks.iter().filter_map(|&block| module.last_op(block));
    let handed = ends.flat_map(|end| module.operands(end)).copied();
    let arguments = blocks.iter().flat_map(|&block| module.arguments(block)).copied();
    let made: Vec<Value> = module.results(op).chain(arguments.clone()).collect();
    if blocks.is_empty() || made.is_empty() {
        return Vec::new();
    }
    let all = module.operands(op).iter().copied().chain(made.iter().copied()).chain(handed);
    let face = |value| made.iter().copied().find(|&face| module.ty(face) == module.ty(value));
    let pairs = all.filter_map(|value| Some((value, face(value)?)));
    pairs.filter(|(from, to)| from != to || !made.contains(from)).collect()
}

/// What the last op of a block hands out of it, each with the result that it becomes.
fn yielded(module: &Module, block: Block, results: &[Value]) -> TypeEqualities {
    let last = module.last_op(block);
    let operands = last.map_or(&[][..], |last| module.operands(last));
    operands.iter().copied().zip(results.iter().copied()).collect()
}

/// Reports a text that is not one of the names that its attribute may have.
fn known<'a>(
    check: &mut OpCheck<'_>,
    key: &str,
    got: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) {
    if names.clone().any(|name| name == got) {
        return;
    }
    let (name, span) = (check.module.name(check.op), check.module.span(check.op));
    let message = format!("`{key}` of `{name}` has no value \"{got}\"");
    let mut diag = Diag::error(code::UNKNOWN_NAME, span, message);
    if let Some(near) = nearest(got, names.clone()) {
        diag = diag.note(format!("did you mean \"{near}\"?"));
    }
    let all = names.collect::<Vec<_>>();
    if all.len() <= 12 {
        diag = diag.note(format!("known are {}", all.join(", ")));
    }
    check.push(diag);
}

/// Reports each value whose type is not the one wanted in its place; `message` gets both as text.
fn same_types(
    check: &mut OpCheck<'_>,
    values: &[Value],
    wanted: &[Type],
    message: impl Fn(usize, String, String) -> String,
) {
    let module = check.module;
    for (place, (&value, &wanted)) in values.iter().zip(wanted).enumerate() {
        if module.ty(value) != wanted {
            let shown = |ty| type_to_string(module, ty);
            let text = message(place, shown(module.ty(value)), shown(wanted));
            check.error(code::TYPE_MISMATCH, text);
        }
    }
}

/// The lengths of the one operand and the one result of an op that takes a ranked tensor to another of
/// the same element type; none where that is not so, which is reported.
fn tensor_to_tensor<'a>(check: &mut OpCheck<'a>) -> Option<(&'a [Extent], &'a [Extent])> {
    let (module, op) = (check.module, check.op);
    let (from, to) = (*module.operands(op).first()?, module.results(op).next()?);
    let name = module.name(op);
    let shown = |ty| type_to_string(module, ty);
    let message = match (module.kind(from), module.kind(to)) {
        (TypeKind::Tensor { dims: a, elem: x, .. }, TypeKind::Tensor { dims: b, elem: y, .. }) => {
            if x == y {
                return Some((a, b));
            }
            let (x, y) = (shown(*x), shown(*y));
            format!("`{name}` keeps the element type, but it is {x} before and {y} after")
        }
        _ => {
            let (from, to) = (shown(module.ty(from)), shown(module.ty(to)));
            format!("`{name}` takes a ranked tensor to one, not {from} to {to}")
        }
    };
    check.error(code::TYPE_MISMATCH, message);
    None
}

#[cfg(test)]
mod tests {
    #[test]
    fn ops_are_sorted_and_have_a_summary() {
        assert!(super::LISTED.is_sorted_by(|a, b| a.name < b.name));
        assert!(super::all().is_sorted_by(|a, b| a.name < b.name));
        assert!(super::all().iter().all(|def| !def.summary.is_empty()));
    }
}
