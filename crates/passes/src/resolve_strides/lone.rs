//! Tensors that share no buffer. Each type is resolved on its own, with the requirements that apply to it.

use super::inputs::Inputs;
use super::sharing::ClassBuffer;
use super::type_layouts::TypeLayouts;
use crate::tensors::TensorId;
use ir::Type;
use ir::context::Context;
use ir::encoding::{self, Fault, Reading};
use ir::layout::{
    FormatLayout, MemoryOverflow, Req, ResolveError, StorageError, StrideLimits, StrideReqs,
    Strides, TensorLayout, Violation,
};

/// A type, the requirements of ops on it, and `true` if a device accesses it through its strides.
pub(super) type LoneTensor = (Type, Vec<Req>, bool);

impl Inputs<'_> {
    /// Returns the properties that determine the layout of a class that shares no buffer.
    pub(super) fn lone(self, class: TensorId) -> LoneTensor {
        let reqs = self.requirements.get(class).as_slice().to_vec();
        (self.tensor(class).ty, reqs, self.is_described(class))
    }
}

/// The result for a type with its requirements.
pub(super) enum LoneOutcome {
    /// The type is kept: it has no layout, and no requirements.
    Unchanged,
    /// The type states strides, which satisfy all requirements.
    Checked,
    /// The type gets these strides.
    Solved(Box<TensorLayout>, Strides),
}

/// The outcome, or the reason for its failure.
pub(super) type LoneResult = Result<LoneOutcome, Box<LoneFailure>>;

/// The reason why the strides of a type cannot be resolved.
pub(super) enum LoneFailure {
    /// The encoding is invalid or opaque.
    Invalid(Fault),
    /// The type has requirements, but its layout is a descriptor, which has no strides. The string is the key of the
    /// type.
    Descriptor(&'static str),
    /// The joined requirements have no solution. The layout contains all of them.
    Unresolved(TensorLayout, ResolveError),
    /// The joined requirements contradict the strides of a format. The layout contains all of them.
    Format(Box<FormatLayout>, Vec<Violation>),
    /// The size of the memory of a format exceeds 64 bits.
    TooLarge(MemoryOverflow),
    /// The format has no strides for the shape.
    NoStorage(StorageError),
}

/// Resolves a type. The limits apply if a device accesses it through its strides.
pub(super) fn resolve(
    ctx: &Context,
    tensor: &LoneTensor,
    limits: Option<&StrideLimits>,
) -> LoneResult {
    let (ty, reqs, described) = tensor;
    let limits = limits.filter(|_| *described);
    let reqs: StrideReqs = reqs.iter().copied().collect();
    match encoding::read(ctx, *ty).map_err(LoneFailure::Invalid)? {
        None => Ok(LoneOutcome::Unchanged),
        Some(Reading::Open | Reading::Descriptor(_) | Reading::Opaque(_)) if reqs.is_empty() => {
            Ok(LoneOutcome::Unchanged)
        }
        Some(Reading::Open) => match encoding::row_major(ctx, *ty).map_err(LoneFailure::Invalid)? {
            Some(layout) => resolve_layout(layout.with_reqs(reqs), limits),
            None => Ok(LoneOutcome::Unchanged),
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

/// Returns the first tensor of a buffer that has no strides, because a dim other than its outermost one is dynamic.
pub(super) fn dynamic_inside(
    inputs: Inputs<'_>,
    types: &mut TypeLayouts,
    buffer: &ClassBuffer,
) -> Option<(TensorId, LoneFailure)> {
    buffer.members.iter().find_map(|member| {
        let declared = types.get(inputs, inputs.tensor(member.tensor).ty)?;
        let shape = declared.layout.shape();
        shape.first_dynamic()?;
        let layout = TensorLayout::new(shape.clone(), member.order, declared.layout.elem()).ok()?;
        let error = layout.resolve().err()?;
        let slot = inputs.tensors.representative(member.tensor);
        Some((slot, LoneFailure::Unresolved(layout, error)))
    })
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

/// Checks requirements against the strides of a format, and these strides against limits.
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
