//! The derivation of a conflict in sentences: one note for each constraint, with the bound that follows from it.

use super::origins::{MAX_NAMED, TensorGroup, add_new};
use super::reporter::StrideReporter;
use ir::diag::Note;
use ir::layout::{
    Bits, BoundKind, BufferReason, ConflictStep, Constraint, ElemSize, Origin, PhysicalLayout,
    Reason, Scaled, StepBound, size_text,
};
use ir::source::Span;

/// The constraints of a conflict, by name and with units.
pub(super) struct StrideSteps<'a, 'r> {
    pub(super) reporter: &'a StrideReporter<'r>,
    pub(super) group: TensorGroup<'a>,
    pub(super) reason: &'a BufferReason,
}

impl StrideSteps<'_, '_> {
    /// Adds a note for each constraint of a conflict at its origin, in the order of the derivation.
    pub(super) fn derive(&self, notes: &mut Vec<Note>) {
        for step in self.reason.steps() {
            let is_sound = !matches!(self.reason.reason, Reason::Malformed { .. });
            let equation = if is_sound { self.equation(&step) } else { String::new() };
            let origins = self.reason.constraints.origins(step.cause);
            if origins.is_empty() {
                let text = format!("elements do not overlap: {equation}");
                let root = self.reporter.slot(self.group, self.group.problem.root);
                add_new(notes, vec![Note::at(self.reporter.definition(root), text)]);
            }
            for &origin in origins.iter().take(MAX_NAMED) {
                let mut own = self.reporter.origin(self.group, origin);
                if let Some(first) = own.first_mut() {
                    let stated = first.message.trim_end_matches(" its strides");
                    first.message = match origin {
                        _ if !is_sound => first.message.clone(),
                        Origin::Given { .. } => format!("{stated} {equation}"),
                        _ => format!("{stated}: {equation}"),
                    };
                }
                add_new(notes, own);
            }
            if let more @ 1.. = origins.len().saturating_sub(MAX_NAMED) {
                let text = format!("{more} more constraints require the same");
                add_new(notes, vec![Note::at(Span::NONE, text)]);
            }
        }
    }

    /// Returns the name of an unknown.
    pub(super) fn name(&self, var: usize) -> String {
        self.reporter.unknown(self.group, &self.reason.constraints, var)
    }

    fn stride(&self, of: Scaled) -> String {
        let name = self.name(of.var);
        match of.times {
            1 => format!("stride({name})"),
            times => format!("{times} x stride({name})"),
        }
    }

    fn size(&self, elems: i128) -> String {
        size_text(elems, self.reason.constraints.elem)
    }

    fn bits(&self, bits: i128) -> String {
        size_text(bits, ElemSize::new(Bits::new(1)).expect("one bit is a size"))
    }

    fn equation(&self, step: &ConflictStep) -> String {
        let stated = match step.constraint {
            Constraint::Exactly { of, bits } => {
                let elems = self.elements(of, step.bound);
                format!("{} ={elems} {}", self.stride(of), self.bits(bits))
            }
            Constraint::Multiple { of, bits } => {
                let whole = format!("{} is a multiple of {}", self.stride(of), self.bits(bits));
                match step.bound.map(|bound| self.size(bound.elems)) {
                    Some(elems) if of.times == 1 && elems != self.bits(bits) => {
                        format!("{whole}, and of {elems} because elements have {}", self.size(1))
                    }
                    _ => whole,
                }
            }
            Constraint::AtMost { of, bits } => {
                format!("{} <= {}", self.stride(of), self.bits(bits))
            }
            Constraint::AtLeastElems(of, elems) => {
                format!("{} >= {}", self.stride(of), self.size(elems.into()))
            }
            Constraint::Equal(a, b) => self.relation(a, "=", b, step.bound),
            Constraint::AtLeast(a, b) => self.relation(a, ">=", b, step.bound),
        };
        stated + &self.conclusion(step)
    }

    /// Formats an exact stride in elements, if elements are not bytes.
    fn elements(&self, of: Scaled, bound: Option<StepBound>) -> String {
        match bound {
            Some(bound) if of.times == 1 && self.reason.constraints.elem.bits().get() != 8 => {
                let unit = if bound.elems == 1 { "element" } else { "elements" };
                format!(" {} {unit} =", bound.elems)
            }
            _ => String::new(),
        }
    }

    /// Returns a relation such as `stride(m0) >= 5 x stride(m1) = 5 x 8 bytes = 40 bytes`.
    fn relation(&self, a: Scaled, sign: &str, b: Scaled, bound: Option<StepBound>) -> String {
        let stated = format!("{} {sign} {}", self.stride(a), self.stride(b));
        match bound {
            Some(StepBound { var, elems, from: Some(from), .. })
                if var == a.var && a.times == 1 =>
            {
                let elems = self.size(elems);
                match b.times {
                    1 => format!("{stated} = {elems}"),
                    times => format!("{stated} = {times} x {} = {elems}", self.size(from)),
                }
            }
            _ => stated,
        }
    }

    /// Returns the bound that follows, unless the relation ends with it, and its rounding.
    fn conclusion(&self, step: &ConflictStep) -> String {
        let Some(bound) = step.bound else { return String::new() };
        let target = step.constraint.target();
        let mut text = String::new();
        if target.var != bound.var || target.times != 1 {
            let name = self.name(bound.var);
            let elems = self.size(bound.elems);
            let sign = match bound.kind {
                BoundKind::Exactly => "=",
                BoundKind::AtLeast => ">=",
                BoundKind::AtMost => "<=",
                BoundKind::MultipleOf => "is a multiple of",
            };
            let divided = self.division(step, bound);
            text = format!(", so stride({name}) {sign} {divided}{elems}");
        }
        if let Some((multiple, rounded)) = bound.rounded {
            let multiple = self.size(multiple);
            let rounded = self.size(rounded);
            let name = self.name(bound.var);
            text += &format!(
                ", so stride({name}) >= {rounded}, rounded up to a multiple of {multiple}"
            );
        }
        text
    }

    /// Returns a division such as `160 bytes / 5 = ` for the inner stride of an equality whose outer stride is known.
    fn division(&self, step: &ConflictStep, bound: StepBound) -> String {
        match (step.constraint, bound.from) {
            (Constraint::Equal(a, b), Some(from)) if b.var == bound.var && a.times == 1 => {
                match b.times {
                    1 => String::new(),
                    times => format!("{} / {times} = ", self.size(from)),
                }
            }
            _ => String::new(),
        }
    }
}

impl StrideReporter<'_> {
    /// Formats the strides that the type of a tensor states.
    pub(super) fn stated_strides(&self, memory: &PhysicalLayout, elem: ElemSize) -> String {
        let strides = memory.strides().iter().map(|(dim, stride)| {
            let stride = i128::from(stride.get());
            let unit = if stride == 1 { "element" } else { "elements" };
            format!("stride({dim}) = {stride} {unit} = {}", size_text(stride, elem))
        });
        strides.collect::<Vec<_>>().join(", ")
    }
}
