//! What rules ask of an op, as the problem needs it: its offers, and who made them.

use super::candidate::Candidate;
use ir::choice::{self, Fitted, Origin, Rule, Wanted};
use ir::layout::StrideReqs;
use ir::source::Span;
use ir::target::Target;
use ir::{Module, Op, Registry, TypeKind, Value};

/// What an offer asks of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Nothing.
    Any,
    /// The layout of all other slots that ask this.
    Same,
    /// This layout.
    Exactly(Candidate),
}

/// One choice that an op has.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    /// What it asks of the slots.
    pub(super) asked: Vec<Asked>,
    /// What it costs by itself, in bytes.
    pub(super) cost: u64,
    /// Its place among the choices of its rule; none for the row major of an op that no choice fits.
    pub(super) choice: Option<usize>,
    /// What it requires of the strides of operands, then of results.
    pub(super) reqs: Vec<StrideReqs>,
}

impl Offer {
    fn new(module: &Module, op: Op, offer: choice::Offer) -> Offer {
        let Fitted { wanted, reqs, cost, .. } = offer.fitted;
        let values = module.operands(op).iter().copied().chain(module.results(op));
        let asked =
            wanted.into_iter().zip(values).map(|(wanted, value)| asked(module, wanted, value));
        Offer { asked: asked.collect(), cost, choice: offer.choice, reqs }
    }

    /// The offer to some of the operands and results, by their places.
    pub(super) fn only(self, places: &[usize]) -> Offer {
        let asked = places.iter().map(|&at| self.asked.get(at).copied().unwrap_or(Asked::Any));
        Offer { asked: asked.collect(), ..self }
    }
}

fn asked(module: &Module, wanted: Wanted, value: Value) -> Asked {
    let rank = match module.kind(value) {
        TypeKind::Tensor { dims, .. } => dims.len(),
        _ => 0,
    };
    match wanted {
        Wanted::Any => Asked::Any,
        Wanted::Same => Asked::Same,
        Wanted::Order(order) => Asked::Exactly(Candidate::Order(order)),
        Wanted::Format(format) => Asked::Exactly(Candidate::format(format, rank)),
    }
}

/// Who asks something of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A rule, and where it is written.
    Rule(Origin, Span),
    /// Control flow hands values on.
    Tied,
    /// A function's signature.
    Signature,
    /// The signature of the function that is called.
    Call,
    /// The op is a view.
    View,
    /// A constant.
    Constant,
    /// The op keeps what it has.
    Kept,
    /// The type that is written for a value.
    Written,
}

/// What rules ask of an op.
pub(super) struct Asks {
    pub(super) offers: Vec<Offer>,
    pub(super) origin: Origin,
    pub(super) span: Span,
}

/// What the rules of a module, its registry and a target ask of an op.
pub(super) fn asks(module: &Module, registry: &Registry, target: Option<&Target>, op: Op) -> Asks {
    let rule = Rule::of(module, op, registry, target);
    let offers =
        rule.offers(module, op).into_iter().map(|offer| Offer::new(module, op, offer)).collect();
    Asks { offers, origin: rule.origin, span: rule.span }
}
