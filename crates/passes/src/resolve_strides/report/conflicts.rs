//! Diagnostics about views that share no memory, and about constraints of several tensors that contradict each other.

use super::super::links::{OpaqueView, ViewLink};
use super::super::sharing::{ClassBuffer, Refusal};
use super::reporter::StrideReporter;
use crate::tensors::TensorId;
use ir::diag::{Diag, Note, Severity, code};
use ir::layout::{
    BufferConflict, BufferError, BufferProblem, Correction, MemStrides, Origin, Req,
    SharingConflict, StrideLimit,
};
use ir::source::Span;
use ir::target::{self, Target};

/// The most tensors of a buffer that are named.
pub(super) const MAX_NAMED: usize = 3;

/// The tensors of a conflict or derivation: those of a buffer, or a lone one, which represents all of its type.
#[derive(Clone, Copy)]
pub(in super::super) struct TensorGroup<'a> {
    pub(in super::super) buffer: &'a ClassBuffer,
    pub(in super::super) problem: &'a BufferProblem,
    /// All links of the module.
    pub(in super::super) links: &'a [ViewLink],
}

impl TensorGroup<'_> {
    pub(super) fn is_lone(&self) -> bool {
        self.buffer.members.len() == 1
    }

    fn req(&self, member: usize, at: usize) -> Option<Req> {
        self.problem.members[member].reqs.get(at).copied()
    }

    /// Returns the link that first needs a contiguity constraint.
    fn link(&self, contiguity: usize) -> &ViewLink {
        &self.links[self.buffer.contiguity[contiguity].1]
    }
}

impl StrideReporter<'_> {
    /// Reports a view that shares no memory.
    pub(in super::super) fn refused(&self, link: &ViewLink, refusal: &Refusal) -> Diag {
        let (whole, part) = link.classes;
        let op = self.inputs.module.name(link.op);
        let message = format!(
            "`{op}` cannot read {} as part of {}: {refusal}",
            self.class_name(part),
            self.class_name(whole)
        );
        let diag = Diag::error(code::VIEW, self.inputs.module.span(link.op), message);
        let diag = match refusal {
            Refusal::Conflict(SharingConflict::Elsewhere(root)) if *root != part => {
                let slot = self.inputs.tensors.representative(*root);
                let text = format!("it lies in the buffer of {}", self.name(slot));
                diag.note_at(self.span(slot), text)
            }
            Refusal::NoStrides(slot, what) => {
                let text = format!("the layout of {} is {what}", self.name(*slot));
                diag.note_at(self.span(*slot), text)
            }
            _ => diag,
        };
        diag.note("`resolve-strides{copies=insert}` copies it by a `layout.reorder`")
    }

    /// Reports a view op whose relations are unknown.
    pub(in super::super) fn opaque_view(&self, opaque_view: &OpaqueView) -> Diag {
        let op = self.inputs.module.name(opaque_view.op);
        let message = format!(
            "`{op}` is taken for an op that computes, not for a view: {}",
            opaque_view.reason
        );
        Diag::new(Severity::Remark, code::VIEW, self.inputs.module.span(opaque_view.op), message)
    }

    /// Returns the slot that names a member of a group.
    pub(super) fn slot(&self, group: TensorGroup<'_>, member: usize) -> TensorId {
        self.inputs.tensors.representative(group.buffer.members[member].tensor)
    }

    /// Reports tensors that have no strides.
    pub(in super::super) fn error(&self, group: TensorGroup<'_>, error: &BufferError) -> Diag {
        match error {
            BufferError::Conflict(conflict) => self.contradiction(group, conflict),
            BufferError::Offset { member, given, required } => {
                let slot = self.slot(group, *member);
                let message = format!(
                    "the offset of {} is {given}, but in its buffer it begins at element {required}",
                    self.name(slot)
                );
                Diag::error(code::STRIDES_VIOLATED, self.span(slot), message)
                    .note(self.sharers(group))
            }
            BufferError::TooLarge { member } => {
                let slot = self.slot(group, *member);
                let message = format!(
                    "strides and offset of {} do not fit 64 bits of elements",
                    self.name(slot)
                );
                Diag::error(code::STRIDES_UNSOLVABLE, self.span(slot), message)
            }
        }
    }

    fn contradiction(&self, group: TensorGroup<'_>, conflict: &BufferConflict) -> Diag {
        let unknown = |var: usize| match conflict.unknowns.get(var) {
            Some(&(member, dim)) => {
                format!("m{dim} of {}", self.name(self.slot(group, member)))
            }
            None => format!("unknown {var}"),
        };
        let root = self.inputs.tensors.representative(group.buffer.root);
        let reason = conflict.reason.render(conflict.elem, &unknown);
        let what = if group.is_lone() { self.name(root) } else { "a shared buffer".to_owned() };
        let message = format!("no strides of {what} satisfy all requirements: {reason}");
        let mut diag = Diag::error(code::STRIDES_UNSOLVABLE, self.span(root), message);
        if !group.is_lone() {
            diag = diag.note(self.sharers(group));
        }
        for correction in &conflict.unsat_core {
            self.all_origins(&mut diag.notes, group, &correction.origins);
        }
        for Correction { origins, strides } in &conflict.unsat_core {
            if let (Some(strides), Some(first)) = (strides, origins.first()) {
                let more = match origins.len() - 1 {
                    0 => String::new(),
                    more => format!(" and {more} more that ask the same"),
                };
                let without = self.short(group, *first) + &more;
                let (root, strides) = (self.name(root), root_strides(group, strides));
                let text = format!("without {without} the least strides of {root} are {strides}");
                diag = diag.note(text);
            }
        }
        diag
    }

    /// Returns `%a`, `%b` and 3 more share one buffer.
    pub(super) fn sharers(&self, group: TensorGroup<'_>) -> String {
        let members = group.buffer.members.iter();
        let names: Vec<String> =
            members.clone().take(MAX_NAMED).map(|member| self.class_name(member.tensor)).collect();
        let named = names.join(", ");
        match members.len().saturating_sub(MAX_NAMED) {
            0 => format!("{named} share one buffer"),
            more => format!("{named} and {more} more share one buffer"),
        }
    }

    /// Adds the origins of a constraint, those with the same words at the same place once.
    pub(super) fn all_origins(
        &self,
        notes: &mut Vec<Note>,
        group: TensorGroup<'_>,
        origins: &[Origin],
    ) {
        for &origin in origins.iter().take(MAX_NAMED) {
            add_new(notes, self.origin(group, origin));
        }
        if let more @ 1.. = origins.len().saturating_sub(MAX_NAMED) {
            notes.push(Note::plain(format!("{more} more ask the same")));
        }
    }

    fn origin(&self, group: TensorGroup<'_>, origin: Origin) -> Vec<Note> {
        let slot = |member| self.slot(group, member);
        let (message, span) = match origin {
            Origin::Requirement { member, at } => {
                let req = group.req(member, at);
                return req.map_or_else(Vec::new, |req| self.sources(slot(member), req));
            }
            Origin::Given { member } => {
                let name = self.name(slot(member));
                (format!("the type of {name} gives its strides"), self.span(slot(member)))
            }
            Origin::Nested { member } => {
                let name = self.name(slot(member));
                let text = "has steps, and each of its strides must span what is inside it";
                (format!("{name} {text}"), self.span(slot(member)))
            }
            Origin::Contiguity(at) => {
                let (module, op) = (self.inputs.module, group.link(at).op);
                let text = "reads dims as one, which must follow each other in memory";
                (format!("`{}` {text}", module.name(op)), module.span(op))
            }
            Origin::Limit { member, limit } => {
                let span = self.inputs.target.map_or(Span::NONE, Target::span);
                (self.limit(limit, &self.name(slot(member))), span)
            }
        };
        vec![Note::at(span, message)]
    }

    fn limit(&self, limit: StrideLimit, name: &str) -> String {
        let Some(target) = self.inputs.target else { return String::new() };
        match limit {
            StrideLimit::Innermost => {
                format!(
                    "for target `@{}` the innermost stride of {name} must be one element",
                    target.name
                )
            }
            StrideLimit::WholeBytes => {
                format!("for target `@{}` strides of {name} must be whole bytes", target.name)
            }
            StrideLimit::Packed => format!(
                "target `@{}` lacks `tensorNonPacked`, so that strides of {name} leave no gaps",
                target.name
            ),
            StrideLimit::MaxStride => {
                format!("{}, for the strides of {name}", target.describe(target::Limit::Stride))
            }
            StrideLimit::MaxSize => {
                format!("{}, for the bytes of {name}", target.describe(target::Limit::Size))
            }
        }
    }

    /// Returns a constraint in a few words, by one of its origins.
    fn short(&self, group: TensorGroup<'_>, origin: Origin) -> String {
        let name = |member| self.name(self.slot(group, member));
        match origin {
            Origin::Requirement { member, at } => {
                let req = group.req(member, at).map_or_else(String::new, |req| req.to_string());
                match group.is_lone() {
                    true => format!("`{req}`"),
                    false => format!("`{req}` of {}", name(member)),
                }
            }
            Origin::Given { member } => format!("the given strides of {}", name(member)),
            Origin::Nested { member } => format!("the steps of {}", name(member)),
            Origin::Contiguity(at) => {
                format!("the view by `{}`", self.inputs.module.name(group.link(at).op))
            }
            Origin::Limit { limit, .. } => match limit {
                StrideLimit::Innermost => "the rule of the innermost stride".to_owned(),
                StrideLimit::WholeBytes => "the rule of whole bytes".to_owned(),
                StrideLimit::Packed => "the lack of `tensorNonPacked`".to_owned(),
                StrideLimit::MaxStride => "`maxTensorStride`".to_owned(),
                StrideLimit::MaxSize => "`maxTensorSize`".to_owned(),
            },
        }
    }
}

/// Adds the notes that are not among those before.
pub(super) fn add_new(notes: &mut Vec<Note>, new: Vec<Note>) {
    for note in new {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
}

/// Returns the strides of the root by logical dim.
fn root_strides(group: TensorGroup<'_>, strides: &MemStrides) -> String {
    let root = group.buffer.members.get(group.problem.root);
    let logical = root.and_then(|root| root.order.to_logical(strides).ok());
    logical.map_or_else(|| strides.to_string(), |strides| strides.to_string())
}
