//! Checks that the verifiers of ops share.

use crate::diag::{Diag, code, nearest};
use crate::module::Value;
use crate::print::type_to_string;
use crate::registry::OpCheck;
use crate::source::Place;
use crate::types::{Extent, Type, TypeKind};

/// Reports a text at a place that is not one of the names that its attribute may have.
pub(super) fn known<'a>(
    check: &mut OpCheck<'_>,
    place: Place,
    key: &str,
    got: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) {
    if names.clone().any(|name| name == got) {
        return;
    }
    let name = check.module.name(check.op);
    let message = format!("`{key}` of `{name}` has no value \"{got}\"");
    let mut diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
    if let Some(near) = nearest(got, names.clone()) {
        diag = diag.did_you_mean(place, Some(&format!("\"{near}\"")));
    }
    let all = names.collect::<Vec<_>>();
    if all.len() <= 12 {
        diag = diag.note(format!("known are {}", all.join(", ")));
    }
    check.push(diag);
}

/// Reports each value whose type is not the wanted one at its index. `at` is the place of an index; `message` gets both
/// types as text.
pub(super) fn same_types(
    check: &mut OpCheck<'_>,
    values: &[Value],
    wanted: &[Type],
    at: impl Fn(usize) -> Place,
    message: impl Fn(usize, String, String) -> String,
) {
    let module = check.module;
    for (place, (&value, &wanted)) in values.iter().zip(wanted).enumerate() {
        if module.ty(value) != wanted {
            let shown = |ty| type_to_string(module, ty);
            let text = message(place, shown(module.ty(value)), shown(wanted));
            check.error_at(at(place), code::TYPE_MISMATCH, text);
        }
    }
}

/// Returns the lengths of the operand and of the result of an op from a ranked tensor to one of the same element type.
/// `None` if the op has other types, which is reported.
pub(super) fn tensor_to_tensor<'a>(
    check: &mut OpCheck<'a>,
) -> Option<(&'a [Extent], &'a [Extent])> {
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
