//! Tensors that share no buffer: each type is resolved by itself, with the requirements that reach it.

use ir::Type;
use ir::context::Context;
use ir::encoding::{self, Fault, Reading};
use ir::layout::{
    FormatLayout, Req, ResolveError, StorageError, StrideLimits, StrideReqs, Strides, TensorLayout,
    Violation,
};

/// A type with the requirements that ops put on it, and whether its strides are described to a device.
pub(super) type LoneTensor = (Type, Vec<Req>, bool);

/// The result for a type under some requirements.
pub(super) enum LoneOutcome {
    /// The type is kept: it has no layout, and no requirements.
    Kept,
    /// Its strides are given, and satisfy all requirements.
    Checked,
    /// It gets these strides.
    Solved(Box<TensorLayout>, Strides),
    /// It cannot be resolved.
    Failed(Box<LoneFailure>),
}

/// Why a type cannot be resolved.
pub(super) enum LoneFailure {
    /// Its encoding is invalid.
    Invalid(Fault),
    /// Its layout is a descriptor, by the key, which has no strides to put requirements on.
    Descriptor(&'static str),
    /// The requirements, joined, have no solution. The layout has them all.
    Unresolved(TensorLayout, ResolveError),
    /// The requirements, joined, contradict the strides of a format. The layout has them all.
    Format(Box<FormatLayout>, Vec<Violation>),
    /// A format has no strides for the shape.
    NoStorage(StorageError),
}

impl From<LoneFailure> for LoneOutcome {
    fn from(failure: LoneFailure) -> LoneOutcome {
        LoneOutcome::Failed(Box::new(failure))
    }
}

/// Resolves a type. The limits apply if it is described to a device.
pub(super) fn resolve(
    ctx: &Context,
    question: &LoneTensor,
    limits: Option<&StrideLimits>,
) -> LoneOutcome {
    let (ty, reqs, described) = question;
    let limits = limits.filter(|_| *described);
    let reqs: StrideReqs = reqs.iter().copied().collect();
    let reading = match encoding::read(ctx, *ty) {
        Ok(reading) => reading,
        Err(fault) => return LoneFailure::Invalid(fault).into(),
    };
    match reading {
        None => LoneOutcome::Kept,
        Some(Reading::Open | Reading::Descriptor(_)) if reqs.is_empty() => LoneOutcome::Kept,
        Some(Reading::Open) => match encoding::row_major(ctx, *ty) {
            Ok(Some(layout)) => resolve_layout(layout.with_reqs(reqs), limits),
            Ok(None) => LoneOutcome::Kept,
            Err(fault) => LoneFailure::Invalid(fault).into(),
        },
        Some(Reading::Ordered(layout)) => {
            let joined = layout.reqs().join(&reqs);
            resolve_layout(layout.with_reqs(joined), limits)
        }
        Some(Reading::Format(mut layout)) => {
            layout.reqs = layout.reqs.join(&reqs);
            check_format(layout, limits)
        }
        Some(Reading::Descriptor(key)) => LoneFailure::Descriptor(key).into(),
    }
}

fn resolve_layout(layout: TensorLayout, limits: Option<&StrideLimits>) -> LoneOutcome {
    let resolved = match limits {
        Some(limits) => layout.resolve_within(limits),
        None => layout.resolve(),
    };
    match resolved {
        Ok(_) if layout.strides().is_some() => LoneOutcome::Checked,
        Ok(resolved) => LoneOutcome::Solved(Box::new(layout), resolved.strides()),
        Err(error) => LoneFailure::Unresolved(layout, error).into(),
    }
}

/// Checks requirements on the strides that a format gives, and those strides against limits.
fn check_format(layout: Box<FormatLayout>, limits: Option<&StrideLimits>) -> LoneOutcome {
    match layout.violations() {
        Ok(violations) if violations.is_empty() => {}
        Ok(violations) => return LoneFailure::Format(layout, violations).into(),
        Err(error) => return LoneFailure::NoStorage(error).into(),
    }
    match (layout.ordered(), limits) {
        (Ok(Some(ordered)), Some(limits)) => match ordered.resolve_within(limits) {
            Ok(_) => LoneOutcome::Checked,
            Err(error) => LoneFailure::Unresolved(ordered, error).into(),
        },
        _ => LoneOutcome::Checked,
    }
}
