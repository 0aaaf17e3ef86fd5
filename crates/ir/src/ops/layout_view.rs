//! `layout.view`: reads the same memory as another shape; no data moves.

use crate::diag::code;
use crate::print::type_to_string;
use crate::registry::{Arity, OpCheck, OpDef, Syntax};
use crate::types::{Extent, TypeKind};

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    syntax: Some(&[Syntax::Operands, Syntax::AttrDict, Syntax::FunctionTypes]),
    verify,
    ..OpDef::new("layout.view", "reads the same memory as another tensor; no data moves")
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
            match (elements(a), elements(b)) {
                (Some(a), Some(b)) if a != b => {
                    format!(
                        "`layout.view` of {a} elements ({from_text}) as {b} elements ({to_text})"
                    )
                }
                _ if x != y => {
                    format!(
                        "`layout.view` keeps the element type, but it is {} before and {} after",
                        shown(*x),
                        shown(*y)
                    )
                }
                _ => return,
            }
        }
        _ => format!("`layout.view` takes a ranked tensor to one, not {from_text} to {to_text}"),
    };
    check.error(code::TYPE_MISMATCH, message);
}

/// The number of elements; none if a dim is dynamic or the product passes 2^127.
fn elements(dims: &[Extent]) -> Option<u128> {
    dims.iter().try_fold(1u128, |product, dim| product.checked_mul(u128::from((*dim)?)))
}
