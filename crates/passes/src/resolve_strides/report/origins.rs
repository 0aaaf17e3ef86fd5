//! The tensors of a conflict or derivation, and the origins of their constraints in sentences.

use super::super::links::ViewLink;
use super::super::sharing::ClassBuffer;
use super::reporter::StrideReporter;
use crate::tensors::TensorId;
use ir::diag::{CoreRequirement, Note};
use ir::layout::{BufferConstraints, BufferError, BufferProblem, Origin, StrideLimit};
use ir::source::{SourceLocation, Span};
use ir::target::{self, Target};

pub(super) const MAX_NAMED: usize = crate::limits::NAMED_TENSORS as usize;

/// The tensors of a conflict or derivation: those of a buffer, or a lone tensor, which represents all tensors of its
/// type.
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

    /// Returns the first link that needs a contiguity constraint.
    fn link(&self, contiguity: usize) -> &ViewLink {
        &self.links[self.buffer.contiguity[contiguity].1]
    }
}

impl StrideReporter<'_> {
    /// Returns the slot that names a member of a group in diagnostics.
    pub(super) fn slot(&self, group: TensorGroup<'_>, member: usize) -> TensorId {
        self.inputs.tensors.representative(group.buffer.members[member].tensor)
    }

    /// Returns a sentence such as "`%a`, `%b`, `%c` and 3 more share one buffer".
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

    /// Returns the name of an unknown: `m0`, or "m0 of `%x`" in a shared buffer.
    pub(super) fn unknown(
        &self,
        group: TensorGroup<'_>,
        constraints: &BufferConstraints,
        var: usize,
    ) -> String {
        match constraints.unknowns.get(var) {
            Some(&(_, dim)) if group.is_lone() => format!("m{dim}"),
            Some(&(member, dim)) => {
                format!("m{dim} of {}", self.name(self.slot(group, member)))
            }
            None => format!("unknown {var}"),
        }
    }

    /// Adds the origins of a constraint, without duplicates.
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
            notes.push(Note::plain(format!("{more} more require the same")));
        }
    }

    pub(super) fn origin(&self, group: TensorGroup<'_>, origin: Origin) -> Vec<Note> {
        let slot = self.slot(group, origin.member().unwrap_or(group.problem.root));
        let name = self.name(slot);
        vec![match origin {
            Origin::Requirement { req, .. } => return self.sources(slot, req),
            Origin::Given { .. } => {
                let text = format!("the type of {name} states its strides");
                Note::at(self.entry(slot, "strides"), text)
            }
            Origin::Nested { .. } => {
                Note::at(self.location(slot), format!("the elements of {name} must not overlap"))
            }
            Origin::Contiguity(at) => {
                let module = self.inputs.module;
                let op = group.link(at).op;
                let text = "merges dims, which must be contiguous in memory";
                Note::at(module.location(op), format!("`{}` {text}", module.name(op)))
            }
            Origin::Limit { limit, .. } => {
                let span = self.inputs.target.map_or(Span::NONE, Target::span);
                Note::at(span, self.limit(limit, &name))
            }
        }]
    }

    /// Returns the first limit of the target in the unsatisfiable core of an error; `None` if it has none.
    pub(in super::super) fn limit_in(
        &self,
        group: TensorGroup<'_>,
        error: &BufferError,
    ) -> Option<Note> {
        let BufferError::Conflict(conflict) = error else { return None };
        let mut origins = conflict.core.iter().flatten();
        let limit = origins.find(|origin| matches!(origin, Origin::Limit { .. }))?;
        self.origin(group, *limit).into_iter().next()
    }

    fn limit(&self, limit: StrideLimit, name: &str) -> String {
        let Some(target) = self.inputs.target else { return String::new() };
        let of = &target.name;
        match limit {
            StrideLimit::Innermost => {
                format!("for target `@{of}` the innermost stride of {name} must be one element")
            }
            StrideLimit::WholeBytes => {
                format!("for target `@{of}` strides of {name} must be whole bytes")
            }
            StrideLimit::Packed => {
                format!(
                    "target `@{of}` lacks `tensorNonPacked`, so strides of {name} must be packed"
                )
            }
            StrideLimit::MaxStride => {
                format!("{}, for the strides of {name}", target.describe(target::Limit::Stride))
            }
            StrideLimit::MaxSize => {
                format!("{}, for the bytes of {name}", target.describe(target::Limit::Size))
            }
        }
    }

    /// Returns a member of an unsatisfiable core: one constraint, which may have several origins.
    pub(super) fn core_member(
        &self,
        group: TensorGroup<'_>,
        origins: &[Origin],
    ) -> CoreRequirement {
        let first = origins.first().copied();
        let first = first.unwrap_or(Origin::Nested { member: group.problem.root });
        let more = match origins.len() {
            0 | 1 => String::new(),
            all => format!(" and {} more that require the same", all - 1),
        };
        let places = origins.iter().flat_map(|&origin| self.origin(group, origin));
        let places = places.map(Note::into_location).filter(SourceLocation::is_some).collect();
        let origin = first.map(
            |member| self.inputs.tensors.get(self.slot(group, member)).holder.entity(),
            |view| group.link(view).op.into(),
        );
        CoreRequirement::new(origin, places, self.short(group, first) + &more)
    }

    /// Describes a constraint briefly, by one of its origins.
    fn short(&self, group: TensorGroup<'_>, origin: Origin) -> String {
        let member = origin.member().unwrap_or(group.problem.root);
        let name = self.name(self.slot(group, member));
        match origin {
            Origin::Requirement { req, .. } if group.is_lone() => format!("`{req}`"),
            Origin::Requirement { req, .. } => format!("`{req}` of {name}"),
            Origin::Given { .. } => format!("the stated strides of {name}"),
            Origin::Nested { .. } => format!("the nested strides of {name}"),
            Origin::Contiguity(at) => {
                format!("the view op `{}`", self.inputs.module.name(group.link(at).op))
            }
            Origin::Limit { limit, .. } => match limit {
                StrideLimit::Innermost => "the limit on the innermost stride".to_owned(),
                StrideLimit::WholeBytes => "the limit to whole bytes".to_owned(),
                StrideLimit::Packed => "the limit to packed strides".to_owned(),
                StrideLimit::MaxStride => "`maxTensorStride`".to_owned(),
                StrideLimit::MaxSize => "`maxTensorSize`".to_owned(),
            },
        }
    }
}

/// Adds the notes that are not yet in the list.
pub(super) fn add_new(notes: &mut Vec<Note>, new: Vec<Note>) {
    for note in new {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
}
