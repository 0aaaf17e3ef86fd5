//! Decisions of claims for all values: by digit rules, by the evaluation of all values, by a witness, or by a prover.

use super::claim::{Claim, divisors_of};
use super::expr::SymExpr;
use super::fault::{SymbolWitness, SymbolicFault};
use super::search::{Searched, enumerate, find_witness};
use super::set::{Relation, RelationKind, SymbolSet};
use super::smtlib::{Prover, SmtScript, Verdict};
use super::space::Space;

/// The means that decided a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Rules about polynomials and digits.
    Digits,
    /// The evaluation at all values and indices, or at the witness.
    Enumeration,
    /// The prover of the caller.
    Prover,
}

impl_display!(Method {
    Method::Digits => "digits",
    Method::Enumeration => "enumeration",
    Method::Prover => "z3",
});

/// The decision of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The claim holds for all values.
    Holds(Method),
    /// The claim does not hold at these values.
    Fails(SymbolWitness, Method),
    /// The claim is undecided, for this reason.
    Undecided(String),
}

/// A decider of claims, with the prover of the caller, if any.
#[derive(Default)]
pub struct Decider<'p> {
    prover: Option<&'p mut dyn Prover>,
    /// `true` if the prover decided a claim.
    prover_decided: bool,
}

impl std::fmt::Debug for Decider<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let prover = self.prover.as_ref().map(|_| "..");
        f.debug_struct("Decider")
            .field("prover", &prover)
            .field("prover_decided", &self.prover_decided)
            .finish()
    }
}

impl<'p> Decider<'p> {
    /// Returns a decider without a prover.
    pub fn new() -> Decider<'p> {
        Decider::default()
    }

    /// Returns a decider with a prover for the claims that no rule decides.
    pub fn with_prover(prover: &'p mut dyn Prover) -> Decider<'p> {
        Decider { prover: Some(prover), prover_decided: false }
    }

    /// Returns `true` if the prover decided a claim so far.
    pub fn used_prover(&self) -> bool {
        self.prover_decided
    }

    /// Decides a claim for all values. A relation that has no value somewhere, because a divisor is below 1, does not
    /// hold there.
    pub fn decide(&mut self, claim: &Claim<'_>) -> Decision {
        let mut divisors = Vec::new();
        divisors_of(&claim.relation.expr, &mut divisors);
        claim.lengths.iter().for_each(|length| divisors_of(length, &mut divisors));
        for divisor in divisors {
            let Ok(below) = SymExpr::operation("-", divisor, SymExpr::constant(1)) else {
                return Decision::Undecided("a divisor is too large an expression".to_owned());
            };
            let positive = Relation::non_negative(below);
            match self.decide_defined(&Claim { relation: &positive, ..*claim }) {
                Decision::Holds(_) => {}
                Decision::Fails(witness, method) if claim.is_refuted_by(&witness) => {
                    return Decision::Fails(witness, method);
                }
                Decision::Fails(..) => {
                    let text = positive.text(claim.symbols);
                    return Decision::Undecided(format!("a divisor may be below 1: not `{text}`"));
                }
                undecided => return undecided,
            }
        }
        self.decide_defined(claim)
    }

    /// Decides a claim all of whose divisors are at least 1.
    fn decide_defined(&mut self, claim: &Claim<'_>) -> Decision {
        if proves(claim) {
            return Decision::Holds(Method::Digits);
        }
        let searched = enumerate(claim);
        match searched {
            Searched::All => return Decision::Holds(Method::Enumeration),
            Searched::Witness(witness) => return Decision::Fails(witness, Method::Enumeration),
            Searched::Some => {}
        }
        if let Some(witness) = find_witness(claim) {
            return Decision::Fails(witness, Method::Enumeration);
        }
        let question = format!("whether `{}` holds for all values is undecided", claim.text());
        let Some(prover) = &mut self.prover else { return Decision::Undecided(question) };
        match prover.prove(&SmtScript::new(claim)) {
            Verdict::Proven => {
                self.prover_decided = true;
                Decision::Holds(Method::Prover)
            }
            Verdict::Refuted(values) => {
                let symbols = claim.symbols.len().min(values.len());
                let (values, index) = values.split_at(symbols);
                let witness = SymbolWitness::new(values.to_vec(), index.to_vec());
                if !claim.is_refuted_by(&witness) {
                    return Decision::Undecided(format!(
                        "{question}: the prover's values do not refute it"
                    ));
                }
                self.prover_decided = true;
                Decision::Fails(smaller(claim, witness), Method::Prover)
            }
            Verdict::Unknown(reason) => Decision::Undecided(format!("{question}: {reason}")),
        }
    }

    /// Returns `true` if a claim holds; `false` if it does not, or is undecided.
    pub(super) fn holds(&mut self, claim: &Claim<'_>) -> bool {
        matches!(self.decide(claim), Decision::Holds(_))
    }

    /// Checks that a relation holds for all values and indices.
    ///
    /// # Errors
    /// It does not, with a witness, or it is undecided. `message` is the fault of the former.
    pub fn require(
        &mut self,
        claim: &Claim<'_>,
        message: impl FnOnce(&SymbolWitness) -> String,
    ) -> Result<Method, SymbolicFault> {
        match self.decide(claim) {
            Decision::Holds(method) => Ok(method),
            Decision::Fails(witness, _) => {
                Err(SymbolicFault::new(message(&witness)).at(witness, claim.symbols))
            }
            Decision::Undecided(question) => Err(SymbolicFault::of_undecided(question)),
        }
    }
}

impl SymbolSet {
    /// Returns `true` if an expression over the symbols is at least another one for all values; `false` if it is not, or that
    /// is undecided.
    pub(super) fn is_at_least(
        &self,
        expr: &SymExpr,
        other: &SymExpr,
        decider: &mut Decider<'_>,
    ) -> bool {
        let relation = Relation::comparison(">=", expr.clone(), other.clone());
        relation.is_ok_and(|relation| decider.holds(&Claim::new(self, &[], &[], &relation)))
    }
}

/// Returns `true` if digit rules prove a claim.
pub(super) fn proves(claim: &Claim<'_>) -> bool {
    let Claim { symbols, lengths, conditions, relation } = *claim;
    let Some(mut space) = Space::new(symbols, lengths, conditions) else {
        return false;
    };
    let Some(polynomial) = space.polynomial(&relation.expr) else { return false };
    match relation.kind {
        RelationKind::NonNegative => space.is_nonnegative(&polynomial),
        RelationKind::Zero => space.is_zero(&polynomial),
    }
}

/// Returns a witness with smaller values, as far as one value at a time can be made smaller.
fn smaller(claim: &Claim<'_>, witness: SymbolWitness) -> SymbolWitness {
    let mut best = witness;
    for symbol in 0..best.values.len() {
        let range = &claim.symbols.symbols()[symbol];
        let mut step = best.values[symbol].saturating_sub(range.min) / range.divisor;
        while step > 0 {
            let mut next = best.clone();
            next.values[symbol] -= step * range.divisor;
            if claim.is_refuted_by(&next) { best = next } else { step /= 2 }
        }
    }
    for dim in 0..best.index.len() {
        let mut step = best.index[dim];
        while step > 0 {
            let mut next = best.clone();
            next.index[dim] = (next.index[dim] - step).max(0);
            if next.index[dim] < best.index[dim] && claim.is_refuted_by(&next) {
                best = next;
            } else {
                step /= 2;
            }
        }
    }
    best
}
