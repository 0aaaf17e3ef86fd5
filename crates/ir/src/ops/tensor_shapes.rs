//! Checks that the ops of the dialect `tensor` share: groups of dims, and dynamic lengths.

use super::checks::{RankedOrNot, elements, tensor_operand, tensor_result};
use crate::data::types::extent_text;
use crate::diag::{code, counted};
use crate::module::Value;
use crate::print::type_to_string;
use crate::registry::OpCheck;
use crate::types::{Extent, TypeKind};
use std::ops::Range;

/// The key of the groups of dims.
pub(super) const REASSOCIATION: &str = "reassociation";

/// The entry that represents an SSA operand in a list of integers.
pub(super) const DYNAMIC: i64 = i64::MIN;

/// Checks that each dim of `coarse` is a group of dims of `fine`. Reports a fault and returns `false`.
pub(super) fn regrouped(check: &mut OpCheck<'_>, fine: Value, coarse: Value) -> bool {
    match regrouping_fault(check, fine, coarse) {
        None => true,
        Some(message) => {
            let name = check.module.name(check.op);
            check.error(code::TYPE_MISMATCH, format!("`{name}`: {message}"));
            false
        }
    }
}

fn regrouping_fault(check: &OpCheck<'_>, fine: Value, coarse: Value) -> Option<String> {
    let module = check.module;
    let (fine_dims, coarse_dims) = match (module.kind(fine), module.kind(coarse)) {
        (TypeKind::Tensor { dims: a, elem: x, .. }, TypeKind::Tensor { dims: b, elem: y, .. })
            if x == y =>
        {
            (a, b)
        }
        _ => {
            let [fine, coarse] = [fine, coarse].map(|it| type_to_string(module, module.ty(it)));
            return Some(format!(
                "`{fine}` and `{coarse}` must be ranked tensors of one element type"
            ));
        }
    };
    if fine_dims.len() <= coarse_dims.len() {
        let fine = counted(fine_dims.len(), "dim");
        let coarse = coarse_dims.len();
        return Some(format!("the finer shape has {fine}, but must have more than {coarse}"));
    }
    let groups = check.attr(REASSOCIATION).and_then(|attr| module.ctx.as_array(attr))?;
    let groups: Vec<Vec<i64>> =
        groups.iter().filter_map(|&group| module.ctx.as_int_list(group)).collect();
    if coarse_dims.is_empty() {
        let is_one = fine_dims.iter().all(|&dim| dim == Some(1));
        return (!is_one || !groups.is_empty()).then(|| {
            "a tensor of rank 0 requires lengths of 1 in the finer shape and no groups".to_owned()
        });
    }
    if groups.len() != coarse_dims.len() {
        let groups = counted(groups.len(), "group");
        let dims = counted(coarse_dims.len(), "dim");
        return Some(format!("the op has {groups}, but the coarser shape has {dims}"));
    }
    if !groups.iter().flatten().copied().eq(0..fine_dims.len() as i64)
        || groups.iter().any(Vec::is_empty)
    {
        let dims = counted(fine_dims.len(), "dim");
        return Some(format!("`{REASSOCIATION}` must list the {dims} of the finer shape in order"));
    }
    let mut rest = &fine_dims[..];
    for (dim, group) in groups.iter().enumerate() {
        let (own, others) = rest.split_at(group.len());
        rest = others;
        let product = elements(own);
        if product != coarse_dims[dim] {
            let product = extent_text(product);
            let length = extent_text(coarse_dims[dim]);
            return Some(format!(
                "group {dim} of `{REASSOCIATION}` has {product} elements, but d{dim} of the coarser shape has length {length}"
            ));
        }
    }
    None
}

/// Checks that a list of integers has as many dynamic entries as the op has operands for them.
pub(super) fn dynamic_operands(check: &mut OpCheck<'_>, key: &str, operands: Range<usize>) {
    let module = check.module;
    let Some(list) = check.attr(key).and_then(|attr| module.ctx.as_int_list(attr)) else { return };
    let open = list.iter().filter(|&&entry| entry == DYNAMIC).count();
    let name = module.name(check.op);
    if open != operands.len() {
        let open = counted(open, "dynamic entry");
        let given = counted(operands.len(), "operand");
        let message = format!("`{key}` of `{name}` has {open}, but the op has {given} for them");
        check.error_at(check.location().attr(key), code::COUNT, message);
    }
    index_operands(check, operands);
}

/// Checks that operands are of type `index`.
pub(super) fn index_operands(check: &mut OpCheck<'_>, operands: Range<usize>) {
    let module = check.module;
    let _name = module.name(check.op);
    for at in operands {
        let ty = module.ty(module.operands(check.op)[at]);
        if !matches!(module.ctx.kind(ty), TypeKind::Index) {
            let what = format!("operand {at}");
            check.wrong_type(check.location().input(at), &what, ty, "be `index`");
        }
    }
}

/// Returns the lengths of operand 0 and of the result, which must be ranked tensors of one element type. Reports other
/// types and returns `None`.
pub(super) fn ranked_pair<'a>(check: &mut OpCheck<'a>) -> Option<(&'a [Extent], &'a [Extent])> {
    let from = tensor_operand(check, 0)?;
    let to = tensor_result(check)?;
    match (&from, &to) {
        (
            RankedOrNot { dims: Some(a), elem: x, .. },
            RankedOrNot { dims: Some(b), elem: y, .. },
        ) if x == y => Some((a, b)),
        _ => {
            let name = check.module.name(check.op);
            let [from, to] = [from.ty, to.ty].map(|ty| type_to_string(check.module, ty));
            let message = format!(
                "operand and result of `{name}` must be ranked tensors of one element type, but are `{from}` and `{to}`"
            );
            check.error(code::TYPE_MISMATCH, message);
            None
        }
    }
}
