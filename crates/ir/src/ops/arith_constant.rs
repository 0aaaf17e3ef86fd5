//! `arith.constant`: a constant. View ops read shapes from it.

use crate::attrs::{Attr, AttrKind, DenseData};
use crate::diag::code;
use crate::module::Module;
use crate::print::type_to_string;
use crate::registry::{Arity, AttrClass, AttrSpec, Constant, OpCheck, OpDef, SharedFn, text};
use crate::types::{Signedness, Type, TypeKind};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text("arith.constant"),
    summary: text("a constant"),
    operands: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[AttrSpec::required("value", AttrClass::Any)]),
    constant: Some(Constant { keys: Cow::Borrowed(&[text("value")]) }),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let Some(value) = check.attr("value") else { return };
    let Some(result) = module.result(check.op, 0) else { return };
    let place = check.location().attr("value");
    let Some(ty) = type_of(module, value) else {
        return check.wrong_attr("value", value, "a number or dense elements");
    };
    if ty != module.ty(result) {
        let [value, result] = [ty, module.ty(result)].map(|ty| type_to_string(module, ty));
        let message = format!(
            "`value` of `arith.constant` is of type `{value}`, but the result is `{result}`"
        );
        return check.error_at(place, code::TYPE_MISMATCH, message);
    }
    if let Some(wrong) = unsupported(module, value, ty) {
        let shown = type_to_string(module, ty);
        check.error_at(
            place,
            code::TYPE_MISMATCH,
            format!("`arith.constant` of type `{shown}`: {wrong}"),
        );
    }
}

/// Returns the type of a number or of elements; `None` for other attributes.
fn type_of(module: &Module, value: Attr) -> Option<Type> {
    match module.ctx.attr_kind(value) {
        AttrKind::Integer { ty, .. }
        | AttrKind::Float { ty, .. }
        | AttrKind::Dense { ty, .. }
        | AttrKind::DenseResource { ty, .. }
        | AttrKind::Sparse { ty, .. } => Some(*ty),
        _ => None,
    }
}

/// Returns the reason why a constant cannot have a type; `None` if it can.
fn unsupported(module: &Module, value: Attr, ty: Type) -> Option<&'static str> {
    match module.ctx.kind(ty) {
        TypeKind::Integer { sign, .. } if *sign != Signedness::Signless => {
            Some("integers of `arith` must be signless")
        }
        TypeKind::Vector { dims, .. } if dims.iter().any(|&(_, scalable)| scalable) => {
            let AttrKind::Dense { data, .. } = module.ctx.attr_kind(value) else { return None };
            let is_splat = match &**data {
                DenseData::Raw { splat, .. } => *splat,
                DenseData::Strings(strings) => strings.len() == 1,
            };
            (!is_splat).then_some("the elements of a scalable vector must be equal")
        }
        _ => None,
    }
}
