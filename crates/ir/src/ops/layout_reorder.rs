//! `layout.reorder`: copies a tensor into another layout of the same logical shape.

use crate::diag::code;
use crate::print::type_to_string;
use crate::registry::{Arity, OpCheck, OpDef, Syntax};
use crate::types::TypeKind;

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    syntax: Some(&[Syntax::Operands, Syntax::AttrDict, Syntax::FunctionTypes]),
    verify,
    ..OpDef::new("layout.reorder", "copies a tensor into another layout of the same logical shape")
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let (Some(&from), Some(to)) =
        (module.operands(check.op).first(), module.results(check.op).next())
    else {
        return;
    };
    let shown = |ty| type_to_string(module, ty);
    let (from_text, to_text) = (shown(module.ty(from)), shown(module.ty(to)));
    let message = match (module.kind(from), module.kind(to)) {
        (TypeKind::Tensor { dims: a, elem: x, .. }, TypeKind::Tensor { dims: b, elem: y, .. }) => {
            if a != b {
                format!(
                    "`layout.reorder` keeps the logical shape, but {from_text} and {to_text} differ in it"
                )
            } else if x != y {
                format!(
                    "`layout.reorder` keeps the element type, but it is {} before and {} after",
                    shown(*x),
                    shown(*y)
                )
            } else {
                return;
            }
        }
        _ => format!("`layout.reorder` takes a ranked tensor to one, not {from_text} to {to_text}"),
    };
    check.error(code::TYPE_MISMATCH, message);
}
