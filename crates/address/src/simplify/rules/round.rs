//! What the rules of one round look at: the classes as they were when it began.

use super::super::egraph::{ENode, IntegerGraph, SUMS_TRIED, Snapshot};
use super::super::integer::IntegerOp;
use crate::operation::CmpPredicate;
use egg::Id;
use indexmap::IndexMap;
use rustc_hash::FxHashSet;

/// Classes with factors.
type SumTerms = Vec<(i64, Id)>;

/// A constant plus multiples of e-classes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClassSum {
    pub(super) constant: i64,
    pub(super) terms: SumTerms,
}

impl ClassSum {
    /// Returns the sum that a node is, with each class once: a node may have classes that were joined later more than
    /// once. `None` if the node is no sum.
    pub(super) fn of(node: &ENode) -> Option<ClassSum> {
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

    /// One class times a factor.
    pub(super) fn term(factor: i64, operand: Id) -> ClassSum {
        ClassSum { constant: 0, terms: vec![(factor, operand)] }
    }

    /// The factor of a class; `None` if the sum does not have it.
    pub(super) fn factor_of(&self, operand: Id) -> Option<i64> {
        self.terms.iter().find(|term| term.1 == operand).map(|term| term.0)
    }

    /// This sum with a multiple of another added; `None` on overflow.
    pub(super) fn plus(&self, factor: i64, other: &ClassSum) -> Option<ClassSum> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let mut terms: IndexMap<Id, i64> =
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

    /// The terms whose factors are multiples of a number, and the others.
    pub(super) fn split(&self, by: i64) -> (SumTerms, SumTerms) {
        self.terms.iter().copied().partition(|(factor, _)| factor % by == 0)
    }
}

/// A sum of a class.
pub(super) struct KnownSum {
    pub(super) sum: ClassSum,
    /// `true` if this round is the first that has it.
    pub(super) fresh: bool,
}

/// The classes when a round began.
pub(super) struct Round<'a> {
    snapshot: &'a Snapshot,
    /// The classes that have a node which no round before has seen.
    fresh: FxHashSet<Id>,
    /// The nodes that rounds before have seen.
    seen: &'a FxHashSet<ENode>,
    /// The sums of each class, shortest first.
    pub(super) sums: IndexMap<Id, Vec<KnownSum>>,
    /// The quotients of each class: divisor and class.
    quotients: IndexMap<Id, Vec<(i64, Id)>>,
    /// The moduli of the remainders of each class.
    remainders: IndexMap<Id, Vec<i64>>,
}

impl<'a> Round<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, seen: &'a FxHashSet<ENode>) -> Round<'a> {
        let is_fresh = |nodes: &[ENode]| nodes.iter().any(|node| !seen.contains(node));
        let classes = snapshot.iter().filter(|(_, nodes)| is_fresh(nodes));
        let fresh = classes.map(|(&class, _)| class).collect();
        let sums = snapshot.iter().map(|(&class, nodes)| (class, sums_of(nodes, seen))).collect();
        let (mut quotients, mut remainders) = (IndexMap::new(), IndexMap::new());
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

    /// Returns `true` if a node or one of its operands was not there in the round before.
    pub(super) fn is_due(&self, node: &ENode) -> bool {
        !self.seen.contains(node) || node.operands.iter().any(|it| self.fresh.contains(it))
    }

    /// The nodes that a class had, also one that has joined another since.
    pub(super) fn nodes(&self, graph: &IntegerGraph, class: Id) -> &'a [ENode] {
        let own = self.snapshot.get(&class);
        let own = own.or_else(|| self.snapshot.get(&graph.egraph.find(class)));
        own.map_or(&[], Vec::as_slice)
    }

    /// The shortest sums of a class.
    pub(super) fn shortest(&self, graph: &IntegerGraph, class: Id) -> &[KnownSum] {
        let own = self.sums.get(&class).or_else(|| self.sums.get(&graph.egraph.find(class)));
        let own = own.map_or(&[][..], Vec::as_slice);
        &own[..own.len().min(SUMS_TRIED)]
    }

    /// The quotients of a class: divisor and class.
    pub(super) fn quotients(&self, class: Id) -> &[(i64, Id)] {
        self.quotients.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The moduli of the remainders of a class.
    pub(super) fn moduli(&self, class: Id) -> &[i64] {
        self.remainders.get(&class).map_or(&[], Vec::as_slice)
    }
}

/// The sums among the nodes of a class, shortest first.
fn sums_of(nodes: &[ENode], seen: &FxHashSet<ENode>) -> Vec<KnownSum> {
    let known = |node| Some(KnownSum { sum: ClassSum::of(node)?, fresh: !seen.contains(node) });
    let mut sums: Vec<KnownSum> = nodes.iter().filter_map(known).collect();
    sums.sort_by_key(|known| known.sum.terms.len() + usize::from(known.sum.constant != 0));
    sums
}

/// Joins a class with a sum, if there is room for it.
pub(super) fn join(graph: &mut IntegerGraph, rule: &'static str, class: Id, sum: &ClassSum) {
    if graph.has_room(class)
        && let Some(id) = graph.sum(sum.constant, &sum.terms)
    {
        graph.union(rule, class, id);
    }
}

/// A value of one bit as a boolean.
pub(super) fn bit(graph: &mut IntegerGraph, class: Id) {
    if graph.interval(class).within(0..2) && graph.interval(class).constant().is_none() {
        let condition = graph.add(IntegerOp::CompareTo(CmpPredicate::NotEqual, 0), &[class]);
        join(graph, "bit", class, &ClassSum::term(1, condition));
    }
}
