//! Tensors that share no buffer: each type is resolved by itself, with the requirements that reach it.

use super::inputs::Inputs;
use crate::tensors::TensorId;
use ir::Type;
use ir::context::Context;
use ir::encoding::{self, Fault, Reading};
use ir::layout::{
    FormatLayout, MemoryOverflow, Req, ResolveError, StorageError, StrideLimits, StrideReqs,
    Strides, TensorLayout, Violation,
};

/// A type with the requirements that ops put on it, and whether its strides are described to a device.
pub(super) type LoneTensor = (Type, Vec<Req>, bool);

impl Inputs<'_> {
    /// Returns what the layout of a class depends on if it shares no buffer.
    pub(super) fn lone(self, class: TensorId) -> LoneTensor {
        let reqs = self.requirements.of(class).as_slice().to_vec();
        (self.tensor(class).ty, reqs, self.is_described(class))
    }
}

/// The result for a type under some requirements.
pub(super) enum LoneOutcome {
    /// The type is kept: it has no layout, and no requirements.
    Kept,
    /// Its strides are given, and satisfy all requirements.
    Checked,
    /// It gets these strides.
    Solved(Box<TensorLayout>, Strides),
}

/// The outcome, or why there is none.
pub(super) type LoneResult = Result<LoneOutcome, Box<LoneFailure>>;

/// Why a type cannot be resolved.
pub(super) enum LoneFailure {
    /// Its encoding is invalid, or opaque.
    Invalid(Fault),
    /// Its layout is a descriptor, by the key, which has no strides to put requirements on.
    Descriptor(&'static str),
    /// The requirements, joined, have no solution. The layout has them all.
    Unresolved(TensorLayout, ResolveError),
    /// The requirements, joined, contradict the strides of a format. The layout has them all.
    Format(Box<FormatLayout>, Vec<Violation>),
    /// The memory of a format has a size that does not fit 64 bits.
    TooLarge(MemoryOverflow),
    /// A format has no strides for the shape.
    NoStorage(StorageError),
}

/// Resolves a type. The limits apply if it is described to a device.
pub(super) fn resolve(
    ctx: &Context,
    question: &LoneTensor,
    limits: Option<&StrideLimits>,
) -> LoneResult {
    let (ty, reqs, described) = question;
    let limits = limits.filter(|_| *described);
    let reqs: StrideReqs = reqs.iter().copied().collect();
    match encoding::read(ctx, *ty).map_err(LoneFailure::Invalid)? {
        None => Ok(LoneOutcome::Kept),
        Some(Reading::Open | Reading::Descriptor(_) | Reading::Opaque(_)) if reqs.is_empty() => {
            Ok(LoneOutcome::Kept)
        }
        Some(Reading::Open) => match encoding::row_major(ctx, *ty).map_err(LoneFailure::Invalid)? {
            Some(layout) => resolve_layout(layout.with_reqs(reqs), limits),
            None => Ok(LoneOutcome::Kept),
        },
        Some(Reading::Ordered(layout)) => {
            let joined = layout.reqs().join(&reqs);
            resolve_layout(layout.with_reqs(joined), limits)
        }
        Some(Reading::Format(mut layout)) => {
            layout.reqs = layout.reqs.join(&reqs);
            check_format(layout, limits)
        }
        Some(Reading::Opaque(opaque)) => Err(LoneFailure::Invalid(opaque.fault()).into()),
        Some(Reading::Descriptor(key)) => Err(LoneFailure::Descriptor(key).into()),
    }
}

fn resolve_layout(layout: TensorLayout, limits: Option<&StrideLimits>) -> LoneResult {
    let resolved = match limits {
        Some(limits) => layout.resolve_within(limits),
        None => layout.resolve(),
    };
    match resolved {
        Ok(_) if layout.strides().is_some() => Ok(LoneOutcome::Checked),
        Ok(resolved) => Ok(LoneOutcome::Solved(Box::new(layout), resolved.strides())),
        Err(error) => Err(LoneFailure::Unresolved(layout, error).into()),
    }
}

/// Checks requirements on the strides that a format gives, and those strides against limits.
fn check_format(layout: Box<FormatLayout>, limits: Option<&StrideLimits>) -> LoneResult {
    let violations = layout.violations().map_err(LoneFailure::NoStorage)?;
    if !violations.is_empty() {
        return Err(LoneFailure::Format(layout, violations).into());
    }
    let physical = layout.physical().map_err(LoneFailure::NoStorage)?;
    if let Some(overflow) = physical.overflow() {
        return Err(LoneFailure::TooLarge(overflow).into());
    }
    match layout.ordered() {
        Ok(Some(ordered)) if limits.is_some() => resolve_layout(ordered, limits),
        _ => Ok(LoneOutcome::Checked),
    }
}
