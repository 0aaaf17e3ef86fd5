//! Diagnostics about tensors that share no buffer.

use super::super::lone::LoneFailure;
use super::super::sharing::ClassBuffer;
use super::origins::TensorGroup;
use super::reporter::StrideReporter;
use crate::tensors::TensorId;
use ir::diag::{Diag, Note, code};
use ir::layout::{
    BufferError, FormatLayout, MemStrides, Origin, Req, ResolveError, TensorLayout, Violation,
};

impl StrideReporter<'_> {
    /// Reports why the strides of a slot's class cannot be resolved: one error for a conflict, one for each violation.
    pub(in super::super) fn failure(&self, slot: TensorId, failure: &LoneFailure) -> Vec<Diag> {
        let slot = self.inputs.tensors.representative(slot);
        match failure {
            LoneFailure::Invalid(fault) => {
                let mut fault = fault.clone();
                fault.message =
                    format!("cannot resolve the layout of {}: {}", self.name(slot), fault.message);
                vec![fault.to_diag(self.location(slot))]
            }
            LoneFailure::Descriptor(key) => vec![self.descriptor(slot, key)],
            LoneFailure::Unresolved(layout, ResolveError::Unsolvable(error)) => {
                vec![self.unsolvable(slot, layout, error)]
            }
            LoneFailure::Unresolved(layout, ResolveError::Violations(violations)) => {
                violations.iter().map(|found| self.violation(slot, layout, found)).collect()
            }
            LoneFailure::Unresolved(layout, ResolveError::Overflow(overflow)) => {
                let is_given = layout.strides().is_some();
                let code = if is_given { code::STRIDES_VIOLATED } else { code::STRIDES_UNSOLVABLE };
                vec![self.overflow(code, slot, overflow)]
            }
            LoneFailure::TooLarge(overflow) => {
                vec![self.overflow(code::STRIDES_VIOLATED, slot, overflow)]
            }
            LoneFailure::Unresolved(layout, ResolveError::Limits(error)) => {
                let problem = &layout.buffer(true);
                let class = self.inputs.tensors.class(slot);
                let buffer = &ClassBuffer::lone(class, problem.lens.clone(), layout.order());
                vec![self.error(TensorGroup { buffer, problem, links: &[] }, error)]
            }
            LoneFailure::Unresolved(_, error) => {
                let message = format!("cannot resolve the layout of {}: {error}", self.name(slot));
                vec![Diag::error(code::STRIDES_UNSOLVABLE, self.location(slot), message)]
            }
            LoneFailure::Format(layout, violations) => {
                violations.iter().map(|found| self.format(slot, layout, found)).collect()
            }
            LoneFailure::NoStorage(error) => {
                let message = format!("strides of {} cannot be computed: {error}", self.name(slot));
                vec![Diag::error(code::SHAPE, self.location(slot), message)]
            }
        }
    }

    fn descriptor(&self, slot: TensorId, key: &str) -> Diag {
        let name = self.name(slot);
        let message = format!(
            "the layout of {name} is a descriptor (`{key}`), which allows no stride requirements"
        );
        Diag::error(code::NOT_RESOLVED, self.location(slot), message)
            .note("stride requirements apply only to layouts with `order` or `format`")
    }

    fn format(&self, slot: TensorId, layout: &FormatLayout, found: &Violation) -> Diag {
        let name = self.name(slot);
        let format = layout.format;
        let message = format!("strides of {name} are fixed by format `{format}`: {found}");
        let mut diag = Diag::error(code::STRIDES_VIOLATED, self.entry(slot, "strides"), message);
        if let Some(req) = found.req {
            diag.notes.extend(self.sources(slot, req));
        }
        if let Ok(memory) = layout.physical() {
            let strides = memory.stride_equations(found.dim, Some(layout.elem));
            diag = diag.note_at(
                self.entry(slot, "format"),
                format!("format `{format}` defines {strides}"),
            );
        }
        diag.note("a format fixes every stride; use `order` with `reqs` for other strides")
    }

    fn unsolvable(&self, slot: TensorId, layout: &TensorLayout, error: &BufferError) -> Diag {
        let BufferError::Conflict(conflict) = error else {
            let message = format!("strides of {} cannot be resolved: {error}", self.name(slot));
            return Diag::error(code::SHAPE, self.location(slot), message).note(
                "a dim with an upper bound, an entry of `bounds`, is laid out as long as its bound",
            );
        };
        let problem = &layout.buffer(false);
        let class = self.inputs.tensors.class(slot);
        let buffer = &ClassBuffer::lone(class, problem.lens.clone(), layout.order());
        let group = TensorGroup { buffer, problem, links: &[] };
        let mut diag = self.derived(group, conflict, conflict);
        for req in conflict.core.iter().flatten().filter_map(Origin::req) {
            let unstated = self.unstated(slot, req, &diag);
            diag.notes.extend(unstated);
        }
        diag.with_conflict(self.data(group, conflict), "")
    }

    /// Returns the sources of a requirement that the notes of a diagnostic do not name yet.
    fn unstated(&self, slot: TensorId, req: Req, diag: &Diag) -> Vec<Note> {
        let sources = self.sources(slot, req).into_iter();
        sources
            .filter(|new| !diag.notes.iter().any(|it| it.message.starts_with(&new.message)))
            .collect()
    }

    fn violation(&self, slot: TensorId, layout: &TensorLayout, found: &Violation) -> Diag {
        let name = self.name(slot);
        let dynamic = found.req.is_none()
            && layout.mem_shape().get(found.dim).is_some_and(|len| len.is_dynamic());
        if dynamic && found.dim.index() > 0 {
            let message = format!("strides of {name} cannot be checked: {found}");
            return Diag::error(code::SHAPE, self.location(slot), message);
        }
        let message = format!("invalid strides of {name}: {found}");
        let mut diag = Diag::error(code::STRIDES_VIOLATED, self.entry(slot, "strides"), message);
        if let Some(req) = found.req {
            diag.notes.extend(self.sources(slot, req));
        }
        let given = layout.physical();
        if let Some(memory) = &given {
            let stated = self.stated_strides(memory, layout.elem());
            diag = diag.note_at(
                self.entry(slot, "strides"),
                format!("the type of {name} states {stated}"),
            );
        }
        if let Some(right) = found.right
            && let Some(given) = given
        {
            let mut strides = given.strides().clone();
            strides[found.dim] = right;
            let strides = logical(layout, &strides);
            diag =
                diag.note(format!("with the other strides unchanged, use `strides = {strides}`"));
        }
        diag
    }
}

/// Formats strides as in the key `strides` of a type.
fn logical(layout: &TensorLayout, strides: &MemStrides) -> String {
    let strides = layout.order().to_logical(strides);
    strides.expect("strides have the rank of the order").to_string()
}
