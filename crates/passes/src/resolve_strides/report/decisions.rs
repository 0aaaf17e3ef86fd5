//! The decisions of the pass about a tensor: its strides, and the derivation of each stride.

use super::super::links::ViewLink;
use super::super::name::PASS;
use super::super::sharing::ClassMember;
use super::super::type_layouts::TypeLayout;
use super::derivation::Derived;
use super::origins::{MAX_NAMED, TensorGroup};
use super::reporter::StrideReporter;
use crate::provenance::Decision;
use crate::tensors::TensorId;
use ir::diag::{Diag, Note};
use ir::encoding::{self, Reading};
use ir::layout::{BufferDerivation, MemberLayout, TensorLayout};

/// A tensor of a group, with its resolved layout.
pub(in super::super) struct ResolvedTensor<'a> {
    pub(in super::super) group: TensorGroup<'a>,
    /// The index of the tensor in the buffer.
    pub(in super::super) at: usize,
    /// The links of the tensor.
    pub(in super::super) links: &'a [&'a ViewLink],
    /// The layout that its type states.
    pub(in super::super) declared: &'a TypeLayout,
    pub(in super::super) layout: &'a MemberLayout,
}

impl ResolvedTensor<'_> {
    fn member(&self) -> &ClassMember {
        &self.group.buffer.members[self.at]
    }

    /// Returns the decision about the tensor.
    fn decision(&self) -> String {
        let offset = self.layout.offset;
        let strides = self.member().order.to_logical(&self.layout.strides);
        let strides = strides.expect("the strides have the rank of the order");
        match self.declared.layout.strides() {
            _ if self.group.is_lone() => {
                format!("assigned the strides {strides}, the least that its requirements allow")
            }
            Some(_) => format!(
                "assigned the offset {offset} in a shared buffer; its type states the strides {strides}"
            ),
            None => format!(
                "assigned the strides {strides} and the offset {offset}, the least that all tensors of its buffer allow"
            ),
        }
    }
}

impl StrideReporter<'_> {
    /// Returns the decision about a tensor whose type is kept; `checked` is the number of its checked requirements.
    /// `None` if the type is invalid.
    pub(in super::super) fn unchanged(&self, class: TensorId, checked: usize) -> Option<Decision> {
        let slot = self.inputs.tensors.representative(class);
        let ty = self.inputs.tensors.get(slot).ty;
        let decision = match encoding::read(&self.inputs.module.ctx, ty).ok()?? {
            Reading::Open if self.inputs.tensors.is_boundary(slot) => {
                Decision::new(PASS, "kept it row major, without strides in its type")
                    .note_at(self.definition(slot), "in a signature or declaration, a type without an encoding is row major, and is kept")
                    .note("no constraint requires strides")
            }
            Reading::Open => Decision::new(PASS, "kept its layout open")
                .note_at(self.definition(slot), "its type states no order, strides or format")
                .note("no constraint requires strides: no requirement applies to it, and no tensor with a layout shares its memory"),
            Reading::Ordered(layout) => self.checked(slot, &layout),
            Reading::Format(layout) => {
                let format = &layout.format;
                let decision = Decision::new(PASS, format!("kept its format `{format}`"))
                    .note_at(self.definition(slot), format!("the type of {} states the format", self.name(slot)))
                    .note(format!("format `{}`: {}", format.format.name(), format.format.summary()));
                match layout.ordered() {
                    Ok(Some(ordered)) => fixed_strides(decision, &ordered),
                    _ => decision.note("C has no single stride, because the format splits it into vectors"),
                }
            }
            Reading::Opaque(_) => Decision::new(PASS, "kept its type")
                .note_at(self.definition(slot), "its encoding is opaque, so its layout is unknown"),
            Reading::Descriptor(key) => Decision::new(PASS, "kept its layout, which is a descriptor")
                .note_at(self.definition(slot), format!("`{key}` of its type maps each index to its element, so no strides are solved")),
        };
        Some(with_checks(decision, checked))
    }

    fn checked(&self, slot: TensorId, layout: &TensorLayout) -> Decision {
        let strides = layout.strides().map(ToString::to_string).unwrap_or_default();
        let text = format!("the type of {} states them", self.name(slot));
        Decision::new(PASS, format!("kept the strides {strides}"))
            .note_at(self.definition(slot), text)
    }

    /// Adds a note that the slots of a class must have equal types, if a class has several.
    pub(in super::super) fn of_all(&self, decision: Decision, class: &[TensorId]) -> Decision {
        let Some(&first) = class.first() else { return decision };
        let representative = self.inputs.tensors.representative(first);
        let others: Vec<TensorId> =
            class.iter().copied().filter(|&slot| slot != representative).collect();
        let Some(&other) = others.first() else { return decision };
        let name = self.name(other);
        let place = self.definition(other);
        let text = match others.len() - 1 {
            0 => format!("{} and {name} must have equal types", self.name(representative)),
            more => format!(
                "{}, {name} and {more} more must have equal types",
                self.name(representative)
            ),
        };
        decision.note_at(place, text)
    }

    /// Returns the decision about a tensor with resolved strides.
    pub(in super::super) fn resolved(
        &self,
        tensor: &ResolvedTensor<'_>,
        derivation: &BufferDerivation,
    ) -> Decision {
        let ResolvedTensor { group, at, declared, .. } = *tensor;
        let slot = self.slot(group, at);
        let root = self.slot(group, group.problem.root);
        let mut decision = Decision::new(PASS, tensor.decision());
        if !group.is_lone() {
            decision = self.sharing(decision, tensor);
        }
        decision = match declared.order {
            Some(order) => decision.note_at(
                self.definition(slot),
                format!("the type of {} states the order {order}", self.name(slot)),
            ),
            None if group.is_lone() => decision
                .note("it is row major: a requirement applies to it, and its type states no order"),
            None => decision.note(format!(
                "the order is {}, derived from the buffer of {}",
                tensor.member().order,
                self.name(root)
            )),
        };
        let derived = Derived { reporter: self, group, derivation };
        if slot != root {
            decision = decision.note(derived.describe(at, tensor.member().map.offset()));
        }
        derived.explain(decision, at)
    }

    /// Adds the tensors that share the buffer of a tensor, and the view ops that relate it to other tensors.
    fn sharing(&self, decision: Decision, tensor: &ResolvedTensor<'_>) -> Decision {
        let mut decision = decision.note(self.sharers(tensor.group));
        for link in tensor.links.iter().take(MAX_NAMED) {
            decision = decision.note_at(self.inputs.module.location(link.op), self.linked(link));
        }
        match tensor.links.len().saturating_sub(MAX_NAMED) {
            0 => decision,
            more => decision.note(format!("{more} more view ops relate it to other tensors")),
        }
    }

    /// Returns the reasons why the tensors of a view cannot share memory, so that a copy is inserted.
    pub(in super::super) fn cut(&self, link: &ViewLink, why: Diag) -> Vec<Note> {
        let first = Note::at(why.span(), why.message.clone());
        let op = self.inputs.module.name(link.op);
        let [whole, part] = link.classes.map(|class| self.class_name(class));
        let view = format!("as a view, `{op}` would make {part} a subview of {whole}");
        let linked = Note::at(self.inputs.module.location(link.op), view);
        // The last note of a refusal suggests the copy, which now exists.
        let rest = why.notes.into_iter().filter(|note| !note.message.contains("copies=insert"));
        std::iter::once(linked).chain([first]).chain(rest).collect()
    }

    /// Describes the view op of a link between two tensors.
    fn linked(&self, link: &ViewLink) -> String {
        let [whole, part] = link.classes.map(|class| self.class_name(class));
        let op = self.inputs.module.name(link.op);
        format!("`{op}` moves no data, so {part} is a subview of {whole}")
    }
}

/// Adds the number of checked requirements.
fn with_checks(decision: Decision, checked: usize) -> Decision {
    match checked {
        0 => decision,
        1 => decision.note("1 requirement was checked, and is satisfied"),
        _ => decision.note(format!("{checked} requirements were checked, and are satisfied")),
    }
}

fn fixed_strides(decision: Decision, layout: &TensorLayout) -> Decision {
    match layout.resolve() {
        Ok(resolved) => {
            decision.note(format!("the format fixes the strides {}", resolved.strides()))
        }
        Err(_) => decision,
    }
}
