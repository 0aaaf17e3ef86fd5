//! The faults of a tensor type that has a format.

use super::fault::Fault;
use crate::data::context::Context;
use crate::data::ids::Type;
use crate::data::types::{Signedness, TypeKind};
use crate::diag::{Severity, code};
use crate::float::FloatKind;
use layout::{ConflictKind, FormatLayout, FormatType, FormatViolation, StorageError};

/// The element type as formats know it: the sign of an integer that is not unsigned does not matter.
pub fn elem_type(ctx: &Context, elem: Type) -> FormatType {
    match ctx.kind(elem) {
        TypeKind::Integer { width: 8, sign } if *sign != Signedness::Unsigned => FormatType::I8,
        TypeKind::Integer { width: 32, sign } if *sign != Signedness::Unsigned => FormatType::I32,
        TypeKind::Integer { width, sign: Signedness::Unsigned } => other(&format!("ui{width}")),
        TypeKind::Integer { width, .. } => other(&format!("i{width}")),
        TypeKind::Float(FloatKind::F16) => FormatType::F16,
        TypeKind::Float(FloatKind::F32) => FormatType::F32,
        TypeKind::Float(kind) => other(kind.keyword()),
        TypeKind::Index => other("index"),
        _ => other("its element type"),
    }
}

fn other(name: &str) -> FormatType {
    FormatType::Other(name.into())
}

/// Returns the faults of a format on a tensor, deprecations included.
pub(super) fn faults(layout: &FormatLayout, elem: &FormatType) -> Vec<Fault> {
    let violations = layout.format.violations(&layout.shape, elem);
    let mut faults: Vec<Fault> = violations.iter().map(illegal).collect();
    faults.extend(layout.format.deprecation().map(deprecated));
    if violations.is_empty() {
        faults.extend(memory(layout));
    }
    faults
}

fn illegal(violation: &FormatViolation) -> Fault {
    Fault::new(code::FORMAT, violation.text.clone()).note(violation.legal.clone())
}

fn deprecated(reason: String) -> Fault {
    Fault { severity: Severity::Warning, ..Fault::new(code::FORMAT, reason) }
}

/// Returns the faults of the memory of a legal format: its size, and requirements beside it.
fn memory(layout: &FormatLayout) -> Vec<Fault> {
    match layout.violations() {
        Ok(broken) => broken.iter().map(|broken| contradicted(layout, &broken.text)).collect(),
        // Strides of a shape with an inner dynamic length are not asked for here.
        Err(StorageError::Strides(conflict)) if conflict.kind == ConflictKind::Dynamic => {
            Vec::new()
        }
        Err(StorageError::DynamicSplit(_)) => Vec::new(),
        Err(StorageError::Strides(conflict)) => {
            vec![Fault::new(code::SHAPE, conflict.because)]
        }
        Err(error) => vec![Fault::new(code::FORMAT, error.to_string())],
    }
}

fn contradicted(layout: &FormatLayout, text: &str) -> Fault {
    let message = format!("`reqs` contradicts format `{}`: {text}", layout.format);
    Fault::new(code::STRIDES_UNSOLVABLE, message)
        .note("a format fixes every stride; other strides are written as `order` with `reqs`")
}
