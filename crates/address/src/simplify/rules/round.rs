//! The input of the rules in one round: the classes at the start of the round.

use super::super::egraph::{ENode, IntegerGraph, SUMS_TRIED, Snapshot};
use super::super::integer::IntegerOp;
use super::super::rule::Rule;
use crate::operation::CmpPredicate;
use egg::Id;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// Pairs of a factor and a class.
type SumTerms = Vec<(i64, Id)>;

/// A constant plus multiples of e-classes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClassSum {
    pub(super) constant: i64,
    pub(super) terms: SumTerms,
}

impl ClassSum {
    /// Returns the sum of a node; `None` if the node is not a sum. Each class occurs once, even if classes among the
    /// operands were merged later.
    pub(super) fn from_node(node: &ENode) -> Option<ClassSum> {
        let IntegerOp::Linear(constant, factors) = &node.op else { return None };
        let mut terms: Vec<(i64, Id)> = Vec::with_capacity(factors.len());
        for (&factor, &operand) in factors.iter().zip(&node.operands) {
            match terms.iter_mut().find(|term| term.1 == operand) {
                Some(term) => term.0 += factor,
                None => terms.push((factor, operand)),
            }
        }
        terms.retain(|term| term.0 != 0);
        Some(ClassSum { constant: *constant, terms })
    }

    /// Returns a single class times a factor.
    pub(super) fn term(factor: i64, operand: Id) -> ClassSum {
        ClassSum { constant: 0, terms: vec![(factor, operand)] }
    }

    /// Returns the factor of a class; `None` if the sum does not contain it.
    pub(super) fn factor_of(&self, operand: Id) -> Option<i64> {
        self.terms.iter().find(|term| term.1 == operand).map(|term| term.0)
    }

    /// Returns this sum plus a multiple of another; `None` on overflow.
    pub(super) fn plus(&self, factor: i64, other: &ClassSum) -> Option<ClassSum> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let mut terms: IndexMap<Id, i64, FxBuildHasher> =
            self.terms.iter().map(|&(factor, operand)| (operand, factor)).collect();
        for &(own, operand) in &other.terms {
            let sum = terms.entry(operand).or_insert(0);
            *sum = sum.checked_add(own.checked_mul(factor)?)?;
        }
        terms.retain(|_, factor| *factor != 0);
        let terms = terms.into_iter().map(|(operand, factor)| (factor, operand)).collect();
        Some(ClassSum { constant, terms })
    }

    pub(super) fn without(&self, operand: Id) -> ClassSum {
        let terms = self.terms.iter().copied().filter(|term| term.1 != operand).collect();
        ClassSum { constant: self.constant, terms }
    }

    pub(super) fn with(&self, factor: i64, operand: Id) -> ClassSum {
        let mut sum = self.clone();
        sum.terms.push((factor, operand));
        sum
    }

    /// Returns the terms whose factors are multiples of `by`, and the other terms.
    pub(super) fn split(&self, by: i64) -> [SumTerms; 2] {
        self.terms.iter().copied().partition(|(factor, _)| factor % by == 0).into()
    }
}

/// A sum among the nodes of a class.
pub(super) struct KnownSum {
    pub(super) sum: ClassSum,
    /// `true` if no earlier round has seen the sum.
    pub(super) fresh: bool,
}

/// The classes at the start of a round.
pub(super) struct Round<'a> {
    snapshot: &'a Snapshot,
    /// The classes with a node that no earlier round has seen.
    fresh: FxHashSet<Id>,
    /// The nodes that earlier rounds have seen.
    seen: &'a FxHashSet<ENode>,
    /// The sums of each class, shortest first.
    pub(super) sums: IndexMap<Id, Vec<KnownSum>, FxBuildHasher>,
    /// The quotients of each class, as divisor and class of the quotient.
    quotients: IndexMap<Id, Vec<(i64, Id)>, FxBuildHasher>,
    /// The moduli of the remainders of each class.
    remainders: IndexMap<Id, Vec<i64>, FxBuildHasher>,
}

impl<'a> Round<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, seen: &'a FxHashSet<ENode>) -> Round<'a> {
        let classes =
            snapshot.iter().filter(|(_, nodes)| nodes.iter().any(|node| !seen.contains(node)));
        let fresh = classes.map(|(&class, _)| class).collect();
        let sums = snapshot.iter().map(|(&class, nodes)| (class, sums_of(nodes, seen))).collect();
        let mut quotients = IndexMap::default();
        let mut remainders = IndexMap::default();
        for (&class, node) in
            snapshot.iter().flat_map(|(id, all)| all.iter().map(move |it| (id, it)))
        {
            match node.op {
                IntegerOp::Quotient(divisor) => {
                    let all: &mut Vec<_> = quotients.entry(node.operands[0]).or_default();
                    all.push((divisor, class));
                }
                IntegerOp::Remainder(modulus) => {
                    let all: &mut Vec<_> = remainders.entry(node.operands[0]).or_default();
                    all.push(modulus);
                }
                _ => {}
            }
        }
        Round { snapshot, fresh, seen, sums, quotients, remainders }
    }

    /// Returns `true` if earlier rounds have not seen the node or one of its operands.
    pub(super) fn is_due(&self, node: &ENode) -> bool {
        !self.seen.contains(node) || node.operands.iter().any(|it| self.fresh.contains(it))
    }

    /// Returns the nodes that a class had at the start of the round. The class may have been merged since.
    pub(super) fn nodes(&self, graph: &IntegerGraph, class: Id) -> &'a [ENode] {
        let own = self.snapshot.get(&class);
        let own = own.or_else(|| self.snapshot.get(&graph.egraph.find(class)));
        own.map_or(&[], Vec::as_slice)
    }

    /// Returns the shortest sums of a class, at most [`SUMS_TRIED`].
    pub(super) fn shortest(&self, graph: &IntegerGraph, class: Id) -> &[KnownSum] {
        let own = self.sums.get(&class).or_else(|| self.sums.get(&graph.egraph.find(class)));
        let own = own.map_or(&[][..], Vec::as_slice);
        &own[..own.len().min(SUMS_TRIED)]
    }

    /// Returns the quotients of a class, as divisor and class of the quotient.
    pub(super) fn quotients(&self, class: Id) -> &[(i64, Id)] {
        self.quotients.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Returns the moduli of the remainders of a class.
    pub(super) fn moduli(&self, class: Id) -> &[i64] {
        self.remainders.get(&class).map_or(&[], Vec::as_slice)
    }
}

/// Returns the sums among the nodes of a class, shortest first.
fn sums_of(nodes: &[ENode], seen: &FxHashSet<ENode>) -> Vec<KnownSum> {
    let sums = nodes.iter().filter_map(|node| {
        Some(KnownSum { sum: ClassSum::from_node(node)?, fresh: !seen.contains(node) })
    });
    let mut sums: Vec<KnownSum> = sums.collect();
    sums.sort_by_key(|known| known.sum.terms.len() + usize::from(known.sum.constant != 0));
    sums
}

/// A class to which rules are applied in a round.
pub(super) struct RuleSite<'a> {
    pub(super) graph: &'a mut IntegerGraph,
    pub(super) round: &'a Round<'a>,
    pub(super) class: Id,
}

impl RuleSite<'_> {
    /// Merges the class with another one.
    pub(super) fn merge(&mut self, rule: Rule, other: Id) {
        self.graph.union(rule, self.class, other);
    }

    /// Merges the class with a sum, unless it has the maximum number of sums.
    pub(super) fn join(&mut self, rule: Rule, sum: &ClassSum) {
        if self.graph.has_room(self.class)
            && let Some(id) = self.graph.sum(sum.constant, &sum.terms)
        {
            self.merge(rule, id);
        }
    }

    /// Applies "bit": merges a class of values 0 and 1 with the boolean `x != 0` as an integer.
    pub(super) fn bit(&mut self) {
        let interval = self.graph.interval(self.class);
        if interval.within(0..2) && interval.constant().is_none() {
            let op = IntegerOp::CompareTo(CmpPredicate::NotEqual, 0);
            let condition = self.graph.add(op, &[self.class]);
            self.join(Rule::Bit, &ClassSum::term(1, condition));
        }
    }
}
