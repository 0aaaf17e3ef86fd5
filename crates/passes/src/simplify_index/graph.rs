//! Phase 2: an e-graph of equal expressions, grown by the rules within fixed bounds.
//!
//! Sums are nodes of any number of terms, so that neither order nor grouping multiplies them. Of every class it
//! is known what range and what remainder its values have; as two facts about one value cannot contradict each
//! other, an empty meet shows a rule that is wrong, and the function is left as it was. There is no clock: bounds
//! count iterations and nodes, so the result is the same everywhere.

use super::form::{Args, Form};
use super::op::Op;
use super::rules;
use super::sum::MOST_TERMS;
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use indexmap::IndexMap;
use ir::layout::StridedInterval;
use rustc_hash::FxHashSet;
use std::mem::Discriminant;

/// No more rounds of rules than this.
const MOST_ROUNDS: usize = 8;

/// No rule is tried when there are more nodes than this.
const MOST_NODES: usize = 300;

/// So many sums of a class are tried where it stands in another sum.
pub(crate) const SUMS_TRIED: usize = 4;

/// A class has at most so many sums.
const MOST_SUMS: usize = 40;

/// An operation on classes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Term {
    /// What it does.
    pub(crate) op: Op,
    /// The classes of its operands.
    pub(crate) kids: Vec<Id>,
}

impl Language for Term {
    type Discriminant = Discriminant<Op>;

    fn discriminant(&self) -> Discriminant<Op> {
        std::mem::discriminant(&self.op)
    }

    fn matches(&self, other: &Term) -> bool {
        self.op == other.op && self.kids.len() == other.kids.len()
    }

    fn children(&self) -> &[Id] {
        &self.kids
    }

    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.kids
    }
}

/// What is known of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// Of every value.
    pub(crate) facts: StridedInterval,
    /// Whether it is a bool.
    pub(crate) is_bool: bool,
}

/// Finds what is known, and notices contradictions.
pub(crate) struct Facing {
    args: Args,
    rule: &'static str,
    fault: Option<String>,
}

impl Facing {
    /// The width of registers.
    pub(crate) fn bits(&self) -> u32 {
        self.args.bits
    }
}

impl Analysis<Term> for Facing {
    type Data = Known;

    fn make(graph: &mut EGraph<Term, Facing>, term: &Term, _: Id) -> Known {
        let kids: Vec<StridedInterval> =
            term.kids.iter().map(|&kid| graph[kid].data.facts).collect();
        let args = &graph.analysis.args;
        Known { facts: term.op.facts(&kids, &args.facts, args.bits), is_bool: term.op.is_bool() }
    }

    fn merge(&mut self, a: &mut Known, b: Known) -> DidMerge {
        let meet = a.facts.meet(b.facts).filter(|_| a.is_bool == b.is_bool);
        let Some(facts) = meet else {
            let rule = self.rule;
            self.fault.get_or_insert_with(|| {
                format!("rule `{rule}` joins values that differ: {a:?} and {b:?}")
            });
            return DidMerge(false, false);
        };
        let merged = DidMerge(facts != a.facts, facts != b.facts);
        a.facts = facts;
        merged
    }

    /// A class of one value keeps that alone, or the ways to make 0 would have no end.
    fn modify(graph: &mut EGraph<Term, Facing>, id: Id) {
        let Known { facts, is_bool } = graph[id].data;
        let Some(value) = facts.constant().and_then(|value| i64::try_from(value).ok()) else {
            return;
        };
        let op = if is_bool { Op::Truth(value != 0) } else { Op::Const(value) };
        let constant = graph.add(Term { op, kids: Vec::new() });
        graph.union(id, constant);
        graph[id].nodes.retain(|term| term.kids.is_empty());
    }
}

/// An e-graph with the ways to grow it.
pub(crate) struct Graph {
    pub(crate) egraph: EGraph<Term, Facing>,
    /// The classes of what the function returns.
    pub(crate) roots: Vec<Id>,
    /// How often each rule joined two classes.
    #[cfg(test)]
    pub(crate) fired: IndexMap<&'static str, usize>,
}

/// The classes as they were when a round began.
pub(crate) type Snapshot = IndexMap<Id, Vec<Term>>;

impl Graph {
    /// The classes of a form.
    pub(crate) fn new(form: &Form, args: &Args) -> Graph {
        let analysis = Facing { args: args.clone(), rule: "seed", fault: None };
        let mut graph = Graph {
            egraph: EGraph::new(analysis),
            roots: Vec::new(),
            #[cfg(test)]
            fired: IndexMap::new(),
        };
        let mut ids: Vec<Id> = Vec::new();
        for (node, &facts) in form.nodes.iter().zip(&form.facts) {
            let kids = node.kids.iter().map(|&kid| ids[kid]).collect();
            let id = graph.egraph.add(Term { op: node.op.clone(), kids });
            let known = graph.egraph[id].data;
            if let Some(facts) = known.facts.meet(facts)
                && facts != known.facts
            {
                graph.egraph.set_analysis_data(id, Known { facts, ..known });
            }
            ids.push(id);
        }
        graph.egraph.rebuild();
        graph.roots = form.roots.iter().map(|&root| ids[root]).collect();
        graph
    }

    /// Applies the rules until nothing is new or a bound is met.
    ///
    /// # Errors
    /// A rule joined two values that differ.
    pub(crate) fn grow(&mut self) -> Result<(), String> {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        for _ in 0..MOST_ROUNDS {
            let before = (self.nodes(), self.egraph.number_of_classes());
            let snapshot = self.snapshot();
            rules::apply(self, &snapshot, &seen);
            seen.extend(snapshot.into_values().flatten());
            self.egraph.rebuild();
            if let Some(fault) = self.egraph.analysis.fault.take() {
                return Err(fault);
            }
            let after = (self.nodes(), self.egraph.number_of_classes());
            if before == after || self.is_full() {
                break;
            }
        }
        Ok(())
    }

    /// How many nodes there are.
    pub(crate) fn nodes(&self) -> usize {
        self.egraph.total_number_of_nodes()
    }

    /// Whether there is no room for more.
    pub(crate) fn is_full(&self) -> bool {
        self.egraph.total_size() > MOST_NODES
    }

    /// All classes by number, with their nodes in order.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let mut ids: Vec<Id> = self.egraph.classes().map(|class| class.id).collect();
        ids.sort_unstable();
        let nodes = |id: Id| {
            let mut nodes = self.egraph[id].nodes.clone();
            nodes.sort();
            nodes
        };
        ids.into_iter().map(|id| (id, nodes(id))).collect()
    }

    /// What is known of a class.
    pub(crate) fn facts(&self, id: Id) -> StridedInterval {
        self.egraph[id].data.facts
    }

    /// Whether a class is of bools.
    pub(crate) fn is_bool(&self, id: Id) -> bool {
        self.egraph[id].data.is_bool
    }

    /// Whether a register holds the values of a class as they are.
    pub(crate) fn is_exact(&self, id: Id) -> bool {
        self.facts(id).within(0..1 << self.egraph.analysis.args.bits)
    }

    /// The class of an operation.
    pub(crate) fn add(&mut self, op: Op, kids: &[Id]) -> Id {
        self.egraph.add(Term { op, kids: kids.to_vec() })
    }

    /// The class of a quotient by a number above 0.
    pub(crate) fn quotient(&mut self, value: Id, divisor: i64) -> Id {
        if divisor == 1 { value } else { self.add(Op::Div(divisor), &[value]) }
    }

    /// The class of a sum, without constants among its operands, and each operand once. None where a factor
    /// does not fit or there are too many terms.
    pub(crate) fn sum(&mut self, constant: i64, terms: &[(i64, Id)]) -> Option<Id> {
        let mut constant = i128::from(constant);
        let mut factors: Vec<(Id, i128)> = Vec::new();
        for &(factor, kid) in terms {
            let (factor, kid) = (i128::from(factor), self.egraph.find(kid));
            match (self.facts(kid).constant(), factors.iter_mut().find(|known| known.0 == kid)) {
                (Some(value), _) => constant += factor * value,
                (None, Some(known)) => known.1 += factor,
                (None, None) => factors.push((kid, factor)),
            }
        }
        factors.retain(|&(_, factor)| factor != 0);
        factors.sort_unstable();
        if factors.len() > MOST_TERMS {
            return None;
        }
        let constant = i64::try_from(constant).ok()?;
        if let (0, [(kid, 1)]) = (constant, &*factors)
            && !self.is_bool(*kid)
        {
            return Some(*kid);
        }
        let kids: Vec<Id> = factors.iter().map(|&(kid, _)| kid).collect();
        let factors: Result<Box<[i64]>, _> =
            factors.iter().map(|&(_, factor)| i64::try_from(factor)).collect();
        let factors =
            factors.ok().filter(|all| all.iter().all(|&k| k.unsigned_abs() >> 48 == 0))?;
        let op = if kids.is_empty() { Op::Const(constant) } else { Op::Lin(constant, factors) };
        Some(self.add(op, &kids))
    }

    /// Joins two classes.
    pub(crate) fn union(&mut self, rule: &'static str, a: Id, b: Id) {
        self.egraph.analysis.rule = rule;
        let _joined = self.egraph.union(a, b);
        #[cfg(test)]
        if _joined {
            *self.fired.entry(rule).or_insert(0) += 1;
        }
    }

    /// Whether a class has room for one more sum.
    pub(crate) fn has_room(&self, id: Id) -> bool {
        let sums = self.egraph[id].nodes.iter().filter(|term| matches!(term.op, Op::Lin(..)));
        sums.count() < MOST_SUMS
    }
}

#[cfg(test)]
mod tests;
