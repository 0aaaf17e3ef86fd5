//! The faults of a tensor type with a format.

use super::element::storage_kind;
use super::fault::Fault;
use super::shaped::{ShapedType, elem_size};
use crate::data::context::Context;
use crate::data::ids::Type;
use crate::data::types::{Extent, Signedness, TypeKind};
use crate::diag::{Severity, code};
use layout::{
    BufferError, ElemSize, FormatLayout, FormatType, FormatViolation, StorageError, Violation,
};

/// Returns the element type for a format, which does not distinguish signed and signless integers.
pub fn elem_type(ctx: &Context, elem: Type) -> FormatType {
    match storage_kind(ctx, elem) {
        TypeKind::Integer { width, sign: Signedness::Unsigned } => {
            FormatType::new(format!("ui{width}"))
        }
        TypeKind::Integer { width, .. } => FormatType::new(format!("i{width}")),
        TypeKind::Float(kind) => FormatType::new(kind.keyword()),
        TypeKind::Index => FormatType::new("index"),
        _ => FormatType::new("this element type"),
    }
}

/// Returns the size of the elements of a tensor, and the name of their type in MLIR as formats and notations distinguish
/// them: a signed integer is signless. `None` for other types, and for elements of unknown size.
pub fn named_elem(ctx: &Context, ty: Type) -> Option<(ElemSize, String)> {
    let elem = ShapedType::from_type(ctx, ty)?.elem;
    Some((elem_size(ctx, elem).ok()?, elem_type(ctx, elem).name().to_owned()))
}

/// Returns the faults of a format on a tensor with these lengths and this element type, including deprecations. The
/// layout has bounds in the place of dynamic lengths.
pub(super) fn faults(
    ctx: &Context,
    layout: &FormatLayout,
    dims: &[Extent],
    elem: Type,
) -> Vec<Fault> {
    let format = layout.format.or_version(ctx.format_version());
    let violations = format.violations_where(
        &layout.shape,
        |dim| dims.get(dim.index()).is_some_and(Option::is_none),
        &elem_type(ctx, elem),
    );
    let mut faults: Vec<Fault> = violations.iter().map(illegal).collect();
    faults.extend(format.deprecation().map(deprecated));
    if violations.is_empty() {
        faults.extend(memory(layout));
    }
    faults
}

fn illegal(violation: &FormatViolation) -> Fault {
    at_format(Fault::new(code::FORMAT, violation.text.clone())).note(violation.legal.clone())
}

fn deprecated(reason: String) -> Fault {
    at_format(Fault { severity: Severity::Warning, ..Fault::new(code::FORMAT, reason) })
}

fn at_format(fault: Fault) -> Fault {
    fault.at_entry("format").in_encoding()
}

/// Returns the storage faults of a legal format: its size, and requirements that it violates.
fn memory(layout: &FormatLayout) -> Vec<Fault> {
    match layout.violations() {
        Ok(broken) => broken.iter().map(|broken| contradicted(layout, broken)).collect(),
        // The strides of a shape with a dynamic inner length are not computed here.
        Err(StorageError::Strides(BufferError::Dynamic(_)) | StorageError::DynamicSplit(_)) => {
            Vec::new()
        }
        Err(StorageError::Strides(error)) => vec![Fault::new(code::SHAPE, error.to_string())],
        Err(error) => vec![at_format(Fault::new(code::FORMAT, error.to_string()))],
    }
}

fn contradicted(layout: &FormatLayout, broken: &Violation) -> Fault {
    let message = format!("`reqs` contradicts format `{}`: {broken}", layout.format);
    let fault = Fault::new(code::STRIDES_UNSOLVABLE, message).at_entry("reqs").in_encoding();
    let fault = match layout.physical() {
        Ok(memory) => {
            let strides = memory.stride_equations(broken.dim, Some(layout.elem));
            fault.note(format!("format `{}` requires {strides}", layout.format))
        }
        Err(_) => fault,
    };
    fault.note("a format fixes every stride; use `order` with `reqs` for other strides")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::FloatKind;
    use crate::layout::{Format, FormatVersion};

    #[test]
    fn format_types_are_types_of_the_language() {
        let mut ctx = Context::default();
        let types = Format::all().flat_map(|format| {
            let versions = FormatVersion::ALL.map(Some).into_iter().chain([None]);
            versions
                .flat_map(move |version| format.gpu_types(version).chain(format.dla_types(version)))
        });
        for name in types {
            let float = FloatKind::from_keyword(name).map(TypeKind::Float);
            let (name_of_int, sign) = match name.strip_prefix('u') {
                Some(int) => (int, Signedness::Unsigned),
                None => (name, Signedness::Signless),
            };
            let width = name_of_int.strip_prefix('i').and_then(|width| width.parse().ok());
            let int = width.map(|width| TypeKind::Integer { width, sign });
            let ty = ctx.ty(float.or(int).unwrap_or_else(|| panic!("`{name}` is not a type")));
            assert_eq!(elem_type(&ctx, ty).name(), name);
        }
    }
}
