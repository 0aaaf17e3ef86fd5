//! Names of tensors, and the sources of requirements on them.

use super::super::inputs::Inputs;
use crate::tensors::TensorId;
use ir::diag::{Diag, Note, code};
use ir::encoding::{self, Reading};
use ir::layout::Req;
use ir::print::{ValueNames, type_to_string};
use ir::source::{PathStep, SourceLocation};
use std::cell::{OnceCell, RefCell};

const MAX_SOURCES: usize = crate::limits::NAMED_SOURCES as usize;

/// The formatter of diagnostics and decisions about classes of tensors.
pub(in super::super) struct StrideReporter<'a> {
    pub(super) inputs: Inputs<'a>,
    /// The names of all values of the module. Computed at the first use, so only if something is reported.
    names: OnceCell<ValueNames<'a>>,
    /// The conflicts that were reported, as SMT-LIB.
    conflicts: RefCell<Vec<String>>,
}

impl<'a> StrideReporter<'a> {
    pub(in super::super) fn new(inputs: Inputs<'a>) -> StrideReporter<'a> {
        StrideReporter { inputs, names: OnceCell::new(), conflicts: RefCell::default() }
    }

    /// Returns the conflicts that were reported, as SMT-LIB, and removes them.
    pub(in super::super) fn take_conflicts(&self) -> Vec<String> {
        self.conflicts.take()
    }

    /// Keeps a conflict as SMT-LIB, once.
    pub(super) fn keep_conflict(&self, text: String) {
        let mut all = self.conflicts.borrow_mut();
        if !all.contains(&text) {
            all.push(text);
        }
    }

    pub(super) fn name(&self, slot: TensorId) -> String {
        let Inputs { module, tensors, registry, .. } = self.inputs;
        let names = self.names.get_or_init(|| ValueNames::new(module, registry));
        tensors.get(slot).holder.describe(module, names)
    }

    /// Returns the name of the representative of a class.
    pub(super) fn class_name(&self, class: TensorId) -> String {
        self.name(self.inputs.tensors.representative(class))
    }

    /// Returns the source location of a tensor's type.
    pub(super) fn location(&self, slot: TensorId) -> SourceLocation {
        self.inputs.tensors.get(slot).holder.type_location(self.inputs.module)
    }

    /// Returns the source location of an entry's value in the encoding of a tensor's type.
    pub(super) fn entry(&self, slot: TensorId, key: &str) -> SourceLocation {
        self.location(slot).step(PathStep::Encoding).attr(key)
    }

    /// Returns the location of the definition of a tensor.
    pub(super) fn definition(&self, slot: TensorId) -> SourceLocation {
        self.inputs.tensors.get(slot).holder.location(self.inputs.module)
    }

    /// Reports a slot whose type differs from that of its class.
    pub(in super::super) fn type_mismatch(&self, slot: TensorId) -> Diag {
        let representative = self.inputs.tensors.representative(slot);
        let [own, required] = [slot, representative]
            .map(|slot| type_to_string(self.inputs.module, self.inputs.tensors.get(slot).ty));
        let of = self.name(representative);
        let name = self.name(slot);
        let message =
            format!("the type of {name} is `{own}`, but must be `{required}`, the type of {of}");
        Diag::error(code::TYPE_MISMATCH, self.location(slot), message)
            .note_at(self.location(representative), format!("{of} is here"))
    }

    /// Returns the type and the ops that state a requirement.
    pub(super) fn sources(&self, slot: TensorId, req: Req) -> Vec<Note> {
        let Inputs { module, tensors, requirements, .. } = self.inputs;
        let mut notes = Vec::new();
        if self.type_requires(slot, req) {
            let message = format!("`{req}` is requested by the type of {}", self.name(slot));
            notes.push(Note::at(self.entry(slot, "reqs").requirement(req), message));
        }
        let sources = requirements.sources(tensors.class(slot), req);
        notes.extend(sources.iter().take(MAX_SOURCES).map(|source| {
            let (place, what) = source.describe(module, req);
            Note::at(place, format!("`{req}` is requested by {what}"))
        }));
        if let more @ 1.. = sources.len().saturating_sub(MAX_SOURCES) {
            let message = format!("`{req}` is requested by {more} more ops");
            notes.push(Note::plain(message));
        }
        notes
    }

    fn type_requires(&self, slot: TensorId, req: Req) -> bool {
        match encoding::read(&self.inputs.module.ctx, self.inputs.tensors.get(slot).ty) {
            Ok(Some(Reading::Ordered(layout))) => layout.reqs().iter().any(|own| own == req),
            Ok(Some(Reading::Format(layout))) => layout.reqs.iter().any(|own| own == req),
            _ => false,
        }
    }
}
