//! The words for tensors that cannot be resolved: who asks for what, and what would be right.

mod buffers;
mod decisions;

use super::{Failure, gather::Asked, gather::KEY};
use crate::tensors::{TensorId, Tensors};
use buffers::About;
pub(super) use decisions::InBuffer;
use ir::diag::{Diag, code};
use ir::encoding::{self, Reading};
use ir::layout::{
    Conflict, ConflictKind, FormatLayout, MemStrides, Repair, Req, ResolveError, TensorLayout,
    Violation,
};
use ir::print::{ValueNames, type_to_string};
use ir::source::Span;
use ir::target::Target;
use ir::{Module, Registry};
use std::cell::OnceCell;

/// At most this many askers of one requirement are named.
const MAX_ASKERS: usize = 4;

/// Makes diagnostics about classes of tensors.
pub(super) struct Reporter<'a> {
    module: &'a Module,
    tensors: &'a Tensors,
    asked: &'a Asked,
    registry: &'a Registry,
    target: Option<&'a Target>,
    /// Names are chosen for the whole module at once, so only when there is something to report.
    names: OnceCell<ValueNames<'a>>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        module: &'a Module,
        tensors: &'a Tensors,
        asked: &'a Asked,
        registry: &'a Registry,
        target: Option<&'a Target>,
    ) -> Reporter<'a> {
        Reporter { module, tensors, asked, registry, target, names: OnceCell::new() }
    }

    fn name(&self, slot: TensorId) -> String {
        let names = self.names.get_or_init(|| ValueNames::new(self.module, self.registry));
        self.tensors.get(slot).holder.describe(self.module, names)
    }

    fn span(&self, slot: TensorId) -> Span {
        self.tensors.get(slot).holder.span(self.module)
    }

    /// A member of a class has another type than the class.
    pub(super) fn two_types(&self, slot: TensorId) -> Diag {
        let representative = self.tensors.representative(slot);
        let shown = |slot| type_to_string(self.module, self.tensors.get(slot).ty);
        let message = format!(
            "{} is {}, but must be {} as {} is",
            self.name(slot),
            shown(slot),
            shown(representative),
            self.name(representative)
        );
        Diag::error(code::TYPE_MISMATCH, self.span(slot), message)
            .note_at(self.span(representative), format!("{} is here", self.name(representative)))
    }

    /// Why the class of a slot is not resolved: one error for a conflict, one for each violation.
    pub(super) fn failure(&self, slot: TensorId, failure: &Failure) -> Vec<Diag> {
        let representative = self.tensors.representative(slot);
        match failure {
            Failure::Fault(fault) => {
                let mut fault = fault.clone();
                fault.message =
                    format!("the layout of {}: {}", self.name(representative), fault.message);
                vec![fault.to_diag(self.span(representative))]
            }
            Failure::Other(key) => vec![self.other(representative, key)],
            Failure::Unresolved(layout, ResolveError::Conflict(conflict)) => {
                vec![self.conflict(representative, layout, conflict)]
            }
            Failure::Unresolved(layout, ResolveError::Violations(violations)) => violations
                .iter()
                .map(|found| self.violation(representative, layout, found))
                .collect(),
            Failure::Fixed(layout, violations) => {
                violations.iter().map(|found| self.fixed(representative, layout, found)).collect()
            }
            Failure::Limits(fault) => vec![self.fault(&About::Tensor(representative), fault)],
            Failure::NoStorage(error) => {
                let message =
                    format!("strides of {} cannot be told: {error}", self.name(representative));
                vec![Diag::error(code::SHAPE, self.span(representative), message)]
            }
        }
    }

    fn other(&self, representative: TensorId, key: &str) -> Diag {
        let name = self.name(representative);
        let message = format!(
            "the layout of {name} is a descriptor (`{key}`), whose strides nobody can ask for"
        );
        Diag::error(code::NOT_RESOLVED, self.span(representative), message)
            .note("requirements go with layouts that are given by `order` or `format`")
    }

    fn fixed(&self, representative: TensorId, layout: &FormatLayout, found: &Violation) -> Diag {
        let (name, format) = (self.name(representative), layout.format);
        let message = format!("strides of {name} are those of format `{format}`: {found}");
        let mut diag = Diag::error(code::STRIDES_VIOLATED, self.span(representative), message);
        if let Some(id) = found.req {
            diag = self.origins(diag, representative, layout.reqs.as_slice()[id]);
        }
        diag.note("a format fixes every stride; other strides are written as `order` with `reqs`")
    }

    fn conflict(
        &self,
        representative: TensorId,
        layout: &TensorLayout,
        conflict: &Conflict,
    ) -> Diag {
        let name = self.name(representative);
        if conflict.kind == ConflictKind::Dynamic {
            let message = format!("strides of {name} cannot be resolved: {conflict}");
            return Diag::error(code::SHAPE, self.span(representative), message);
        }
        let message = format!("no strides of {name} satisfy all requirements: {conflict}");
        let mut diag = Diag::error(code::STRIDES_UNSOLVABLE, self.span(representative), message);
        for &id in &conflict.core {
            diag = self.origins(diag, representative, layout.reqs().as_slice()[id]);
        }
        for Repair { dropped, strides } in &conflict.repairs {
            if let Some(strides) = strides {
                let req = layout.reqs().as_slice()[*dropped];
                let strides = logical(layout, strides);
                diag = diag.note(format!("without `{req}` the least strides are {strides}"));
            }
        }
        diag
    }

    fn violation(
        &self,
        representative: TensorId,
        layout: &TensorLayout,
        found: &Violation,
    ) -> Diag {
        let name = self.name(representative);
        let dynamic = found.req.is_none()
            && layout.mem_shape().get(found.dim).is_some_and(|len| len.is_dynamic());
        if dynamic && found.dim.index() > 0 {
            let message = format!("strides of {name} cannot be checked: {found}");
            return Diag::error(code::SHAPE, self.span(representative), message);
        }
        let message = format!("strides of {name}: {found}");
        let mut diag = Diag::error(code::STRIDES_VIOLATED, self.span(representative), message);
        if let Some(id) = found.req {
            diag = self.origins(diag, representative, layout.reqs().as_slice()[id]);
        }
        let given = layout.physical();
        if let (Some(right), Some(given)) = (found.right, given) {
            let mut strides = given.strides().clone();
            strides[found.dim] = right;
            let strides = logical(layout, &strides);
            diag =
                diag.note(format!("with the others as they are, right is `strides = {strides}`"));
        }
        diag
    }

    /// Who asks a requirement: the type, the ops, or both.
    fn origins(&self, diag: Diag, representative: TensorId, req: Req) -> Diag {
        let mut diag = diag;
        if self.type_asks(representative, req) {
            let message = format!("`{req}` is asked by the type of {}", self.name(representative));
            diag = diag.note_at(self.span(representative), message);
        }
        let askers = self.asked.askers(self.tensors.class(representative), req);
        for &op in askers.iter().take(MAX_ASKERS) {
            let message = format!("`{req}` is asked by `{KEY}` of op `{}`", self.module.name(op));
            diag = diag.note_at(self.module.span(op), message);
        }
        match askers.len().saturating_sub(MAX_ASKERS) {
            0 => diag,
            more => diag.note(format!("`{req}` is asked by {more} more ops")),
        }
    }

    fn type_asks(&self, slot: TensorId, req: Req) -> bool {
        match encoding::read(&self.module.ctx, self.tensors.get(slot).ty) {
            Ok(Some(Reading::Ordered(layout))) => layout.reqs().iter().any(|own| own == req),
            Ok(Some(Reading::Format(layout))) => layout.reqs.iter().any(|own| own == req),
            _ => false,
        }
    }
}

/// Strides as the key `strides` of a type has them.
fn logical(layout: &TensorLayout, strides: &MemStrides) -> String {
    let strides = layout.order().to_logical(strides);
    strides.expect("strides have the rank of the order").to_string()
}
