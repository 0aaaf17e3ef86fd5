//! Provenance: the decisions of passes about the tensors of a module.
//!
//! A caller that explains layouts passes a [`Provenance`] to the manager
//! ([`PassManager::provenance`](crate::PassManager::provenance)). Passes record decisions in it with
//! [`PassContext::record`](crate::PassContext::record). Without a [`Provenance`], passes record nothing and format no
//! text. Subjects are ids of the module, which stay valid from pass to pass.

use indexmap::IndexMap;
use ir::diag::Note;
use ir::layout::{impl_display, impl_from};
use ir::source::{SourceLocation, Span};
use ir::{Module, Op, Value};
use rustc_hash::FxBuildHasher;

/// The subject of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// A value and the layout of its type.
    Value(Value),
    /// An op: the tensor that it declares, or why the op exists.
    Op(Op),
}

impl_from!(Subject { Value(Value), Op(Op) });

/// A decision of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// The name of the pass.
    pub pass: &'static str,
    /// The decision: a predicate whose subject is the name of the pass (`assigned the strides [64, 1]`).
    pub what: String,
    /// The reasons in the order of the derivation: each a sentence with its source location.
    pub because: Vec<Note>,
    /// The other layouts of the subject, whose texts are among the reasons.
    pub alternatives: Vec<Alternative>,
}

/// Another layout of a value. Its text states the cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Alternative {
    /// The layout.
    pub layout: String,
    /// The cost with this layout.
    pub cost: AlternativeCost,
}

/// The cost of a module in which a value has another layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AlternativeCost {
    /// The cost is higher by this number, or by less if `is_exact` is `false`. `unit` is a plural such as `bytes`.
    Higher {
        /// The additional cost.
        by: u64,
        /// Its unit.
        unit: &'static str,
        /// `true` if no solution costs less.
        is_exact: bool,
    },
    /// The layout is impossible, for this reason.
    Impossible(String),
}

impl_display!(Alternative {
    Self { layout, cost: AlternativeCost::Higher { by, unit, is_exact: true } } =>
        "with {layout} instead, the total cost would be {by} {unit} higher",
    Self { layout, cost: AlternativeCost::Higher { by, unit, is_exact: false } } =>
        "with {layout} instead, the total cost would be at most {by} {unit} higher",
    Self { layout, cost: AlternativeCost::Impossible(why) } => "it cannot be {layout}: {why}",
});

impl Decision {
    /// Returns a decision without reasons.
    pub fn new(pass: &'static str, what: impl Into<String>) -> Decision {
        Decision { pass, what: what.into(), because: Vec::new(), alternatives: Vec::new() }
    }

    /// Adds a reason without a source location.
    #[must_use]
    pub fn note(self, message: impl Into<String>) -> Decision {
        self.note_at(Span::NONE, message)
    }

    /// Adds another layout, and its text as a reason.
    #[must_use]
    pub fn alternative(mut self, alternative: Alternative) -> Decision {
        let text = alternative.to_string();
        self.alternatives.push(alternative);
        self.note(text)
    }

    /// Adds a reason with its source location.
    #[must_use]
    pub fn note_at(
        mut self,
        place: impl Into<SourceLocation>,
        message: impl Into<String>,
    ) -> Decision {
        self.because.push(Note::at(place, message));
        self
    }
}

/// All decisions by subject, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    decisions: IndexMap<Subject, Vec<Decision>, FxBuildHasher>,
    /// The symbol to explain, such as `@f:%x`; `None` for all tensors.
    about: Option<String>,
    /// `true` if the values that are moved to other layouts are explained.
    is_about_moves: bool,
}

impl Provenance {
    /// Returns an empty record for the explanation of one symbol. Passes still record all decisions, but derive
    /// expensive reasons only for this symbol.
    pub fn about(symbol: impl Into<String>) -> Provenance {
        Provenance { about: Some(symbol.into()), ..Provenance::default() }
    }

    /// Returns an empty record for the explanation of all values that are moved to other layouts.
    pub fn about_moves() -> Provenance {
        Provenance { is_about_moves: true, ..Provenance::default() }
    }

    /// Returns `true` if the values that are moved to other layouts are explained.
    pub fn is_about_moves(&self) -> bool {
        self.is_about_moves
    }

    /// Returns the other layouts of a value, from the last decision that has some.
    pub fn alternatives(&self, value: Value) -> &[Alternative] {
        let decisions = self.decisions(value).iter().rev();
        let mut known = decisions.map(|it| it.alternatives.as_slice());
        known.find(|alternatives| !alternatives.is_empty()).unwrap_or_default()
    }

    /// Returns `true` if this value, or a function around it, is the symbol to explain.
    pub fn is_about(&self, module: &Module, value: Value) -> bool {
        let Some(about) = &self.about else { return false };
        let (function, name) = about.split_once(':').unwrap_or((about, ""));
        let label = module.label(value).display(&module.ctx);
        let is_named = name.strip_prefix('%').is_none_or(|name| label.as_deref() == Some(name));
        let mut around = module.ancestors(module.enclosing_op(value));
        is_named
            && around.any(|op| module.symbol(op).is_some_and(|name| function == format!("@{name}")))
    }

    /// Adds a decision about a subject.
    pub fn record(&mut self, subject: impl Into<Subject>, decision: Decision) {
        self.decisions.entry(subject.into()).or_default().push(decision);
    }

    /// Appends the decisions of another record.
    pub fn extend(&mut self, other: Provenance) {
        for (subject, decisions) in other.decisions {
            self.decisions.entry(subject).or_default().extend(decisions);
        }
    }

    /// Returns the decisions about a subject, the first one first.
    pub fn decisions(&self, subject: impl Into<Subject>) -> &[Decision] {
        self.decisions.get(&subject.into()).map_or(&[], Vec::as_slice)
    }

    /// Returns the subjects in the order of their first decisions.
    pub fn subjects(&self) -> impl ExactSizeIterator<Item = Subject> {
        self.decisions.keys().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{Builder, Module};

    #[test]
    fn decisions_keep_order_for_each_subject() {
        let mut module = Module::new();
        let [a, b] = ["a", "b"].map(|_| Builder::new(&mut module).op("test.op", &[], &[], &[]));
        let mut first = Provenance::default();
        first.record(a, Decision::new("p", "one").note("since"));
        let mut second = Provenance::default();
        second.record(b, Decision::new("q", "two"));
        second.record(a, Decision::new("q", "three"));
        first.extend(second);
        let whats: Vec<&str> = first.decisions(a).iter().map(|it| it.what.as_str()).collect();
        assert_eq!(whats, ["one", "three"]);
        assert_eq!(first.decisions(a)[0].because[0].message, "since");
        assert_eq!(first.subjects().collect::<Vec<_>>(), [Subject::Op(a), Subject::Op(b)]);
        assert_eq!(Provenance::default().decisions(a), &[]);
    }
}
