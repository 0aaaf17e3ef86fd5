//! Diagnostics about views that cannot share memory, and about conflicting constraints of several tensors.

use super::super::links::{OpaqueView, ViewLink};
use super::super::sharing::Refusal;
use super::core_script::core_script;
use super::origins::TensorGroup;
use super::reporter::StrideReporter;
use super::steps::StrideSteps;
use crate::tensors::TensorId;
use ir::diag::{Code, Diag, Severity, StrideConflict, code};
use ir::encoding::OpaqueEncoding;
use ir::layout::{
    BufferConflict, BufferError, BufferReason, MemoryOverflow, Scaled, SharingConflict,
};
use std::fmt::Display;

impl StrideReporter<'_> {
    /// Reports a view whose tensors cannot share memory.
    pub(in super::super) fn refused(&self, link: &ViewLink, refusal: &Refusal) -> Diag {
        let [whole, part] = link.classes.map(|class| self.class_name(class));
        let op = self.inputs.module.name(link.op);
        let message = format!("`{op}` cannot make {part} a subview of {whole}: {refusal}");
        let diag = Diag::error(code::VIEW, self.inputs.module.location(link.op), message);
        let diag = match refusal {
            Refusal::Conflict(SharingConflict::Elsewhere(root)) if *root != link.classes[1] => {
                let slot = self.inputs.tensors.representative(*root);
                let text = format!("it is a subview of {}", self.name(slot));
                diag.note_at(self.location(slot), text)
            }
            Refusal::NoStrides(slot, what) => {
                let text = format!("the layout of {} is {what}", self.name(*slot));
                diag.note_at(self.location(*slot), text)
            }
            _ => diag,
        };
        diag.note("use `resolve-strides{copies=insert}` to copy it with a `layout.reorder`")
    }

    /// Reports a view of a tensor with an opaque encoding, or whose result has one. A copy would be opaque, too.
    pub(in super::super) fn opaque_encoding(
        &self,
        link: &ViewLink,
        slot: TensorId,
        opaque: OpaqueEncoding,
    ) -> Diag {
        let op = self.inputs.module.name(link.op);
        let mut fault = opaque.fault();
        fault.message =
            format!("`{op}` requires the layout of {}: {}", self.name(slot), fault.message);
        let diag = fault.to_diag(self.location(slot));
        diag.note_at(
            self.inputs.module.location(link.op),
            "the tensors of this view share a buffer",
        )
    }

    /// Reports a view op whose relations are unknown.
    pub(in super::super) fn opaque_view(&self, opaque_view: &OpaqueView) -> Diag {
        let op = self.inputs.module.name(opaque_view.op);
        let message = format!(
            "`{op}` is treated as an op that moves data, not as a view: {}",
            opaque_view.reason
        );
        Diag::new(
            Severity::Remark,
            code::VIEW,
            self.inputs.module.location(opaque_view.op),
            message,
        )
    }

    /// Reports tensors without valid strides.
    pub(in super::super) fn error(&self, group: TensorGroup<'_>, error: &BufferError) -> Diag {
        match error {
            BufferError::Conflict(conflict) => self.contradiction(group, conflict),
            BufferError::Offset { member, given, required } => {
                let slot = self.slot(group, *member);
                let message = format!(
                    "the offset of {} must be {required} elements in its buffer, but is {given}",
                    self.name(slot)
                );
                let diag = Diag::error(code::STRIDES_VIOLATED, self.location(slot), message)
                    .note(self.sharers(group));
                self.explain_offset(diag, group, *member)
            }
            BufferError::TooLarge { member, overflow: Some(overflow) } => {
                let slot = self.slot(group, *member);
                let diag = self.overflow(code::STRIDES_UNSOLVABLE, slot, overflow);
                if group.is_lone() { diag } else { diag.note(self.sharers(group)) }
            }
            BufferError::TooLarge { member, overflow: None } => {
                let slot = self.slot(group, *member);
                let message =
                    format!("the strides and the offset of {} do not fit 64 bits", self.name(slot));
                Diag::error(code::STRIDES_UNSOLVABLE, self.location(slot), message)
            }
            _ => {
                let slot = self.slot(group, group.problem.root);
                let message = format!("the strides of {} are unknown: {error}", self.name(slot));
                Diag::error(code::STRIDES_UNSOLVABLE, self.location(slot), message)
            }
        }
    }

    /// Adds a note with the derivation of the offset of a member in its buffer.
    fn explain_offset(&self, diag: Diag, group: TensorGroup<'_>, member: usize) -> Diag {
        let mut free = group.problem.clone();
        free.members.iter_mut().for_each(|member| member.given_offset = None);
        let root = &group.problem.members[group.problem.root];
        let Ok(layouts) = free.solve(None) else { return diag };
        let strides = layouts[group.problem.root].strides.values();
        let name = self.name(self.slot(group, group.problem.root));
        let mut names = Vec::new();
        let mut values = Vec::new();
        for term in &group.problem.members[member].offset {
            let mut dims = root.strides.iter().zip(strides.clone()).enumerate();
            let of = Some(Scaled::once(term.var));
            let Some((dim, (_, stride))) = dims.find(|(_, (own, _))| **own == of) else {
                return diag;
            };
            let times = term.times;
            names.push(format!("{times} x stride(m{dim} of {name})"));
            values.push(format!("{times} x {}", stride.get()));
        }
        if names.is_empty() {
            return diag;
        }
        let names = names.join(" + ");
        let values = values.join(" + ");
        let slot = self.slot(group, member);
        let text = format!(
            "index zero of {} is {names} = {values} elements from index zero of {name}",
            self.name(slot)
        );
        match layouts.get(group.problem.root).zip(root.given_offset) {
            Some((_, base)) => diag
                .note_at(self.location(slot), text)
                .note(format!("the type of {name} states the offset {base}")),
            None => diag.note_at(self.location(slot), text),
        }
    }

    /// Reports memory whose size exceeds 64 bits.
    pub(super) fn overflow(&self, code: Code, slot: TensorId, overflow: &MemoryOverflow) -> Diag {
        let message = format!("the memory of {} is too large: {overflow}", self.name(slot));
        let diag = Diag::error(code, self.location(slot), message);
        let diag = match overflow.value {
            Some(value) => diag.note(format!("{value} = {}", overflow.sum)),
            None => diag.note(format!("the sum is {}", overflow.sum)),
        };
        diag.note("offsets, allocations and sizes in bytes are below 2^63")
    }

    /// Reports a conflict, in terms of the names of the tensors.
    fn contradiction(&self, group: TensorGroup<'_>, conflict: &BufferConflict) -> Diag {
        let BufferReason { reason, constraints, .. } = &conflict.reason;
        let diag = self.derived(
            group,
            conflict,
            reason.render(constraints.elem, &|var: usize| self.unknown(group, constraints, var)),
        );
        let root = self.class_name(group.buffer.root);
        diag.with_conflict(self.data(group, conflict), format_args!(" of {root}"))
    }

    /// Returns the error of a conflict for this reason, with the derivation of the numbers that disagree.
    pub(super) fn derived(
        &self,
        group: TensorGroup<'_>,
        conflict: &BufferConflict,
        reason: impl Display,
    ) -> Diag {
        let root = self.inputs.tensors.representative(group.buffer.root);
        let buffer = if group.is_lone() { "" } else { "the buffer of " };
        let message =
            format!("conflicting stride requirements on {buffer}{}: {reason}", self.name(root));
        let mut diag = Diag::error(code::STRIDES_UNSOLVABLE, self.location(root), message);
        if !group.is_lone() {
            diag = diag.note(self.sharers(group));
        }
        let steps = StrideSteps { reporter: self, group, reason: &conflict.reason };
        steps.derive(&mut diag.notes);
        if self.inputs.certifies {
            let text = core_script(conflict, &diag.message, &|var| steps.name(var));
            text.into_iter().for_each(|text| self.keep_conflict(text));
        }
        diag
    }

    /// Returns a conflict as the data of a diagnostic.
    pub(super) fn data(&self, group: TensorGroup<'_>, conflict: &BufferConflict) -> StrideConflict {
        let root = group.buffer.members.get(group.problem.root);
        conflict.map(
            (),
            |origins| self.core_member(group, origins),
            |strides| root?.order.to_logical(strides).ok(),
        )
    }
}
