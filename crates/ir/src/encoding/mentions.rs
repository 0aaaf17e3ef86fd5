//! The types that an op contains, each with its place.

use crate::data::attrs::AttrKind;
use crate::data::ids::{Attr, Type};
use crate::data::module::{Module, Op};
use crate::data::types::TypeKind;
use crate::source::{PathStep, SourceLocation};

/// Calls `visit` with each type that an op contains: in its results, in the arguments of its blocks, in its attributes,
/// and inside of these types.
pub(crate) fn types_of_op(module: &Module, op: Op, visit: &mut impl FnMut(SourceLocation, Type)) {
    for value in module.results(op).chain(module.inner_arguments(op)) {
        of_type(module, module.type_location(value), module.ty(value), visit);
    }
    for (key, attr) in module.all_attrs(op) {
        of_attr(module, module.location(op).attr(module.ctx.text(key)), attr, visit);
    }
}

fn of_attr(
    module: &Module,
    place: SourceLocation,
    attr: Attr,
    visit: &mut impl FnMut(SourceLocation, Type),
) {
    match module.ctx.attr_kind(attr) {
        AttrKind::Type(ty) => of_type(module, place, *ty, visit),
        AttrKind::Array(_) => {
            for (index, &item) in module.ctx.as_array(attr).into_iter().flatten().enumerate() {
                of_attr(module, place.clone().element(index), item, visit);
            }
        }
        AttrKind::Dict(_) => {
            for &(key, value) in module.ctx.dict_entries(attr) {
                of_attr(module, place.clone().attr(module.ctx.text(key)), value, visit);
            }
        }
        _ => {}
    }
}

fn of_type(
    module: &Module,
    place: SourceLocation,
    ty: Type,
    visit: &mut impl FnMut(SourceLocation, Type),
) {
    let mut parts = |types: &[Type], step: fn(usize) -> PathStep| {
        for (index, &part) in types.iter().enumerate() {
            of_type(module, place.clone().step(step(index)), part, visit);
        }
    };
    match module.ctx.kind(ty) {
        TypeKind::Function { inputs, results } => {
            parts(inputs, PathStep::Input);
            parts(results, PathStep::Output);
        }
        TypeKind::Tuple(types) => parts(types, PathStep::Element),
        _ => visit(place, ty),
    }
}
