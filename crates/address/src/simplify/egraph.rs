//! An e-graph of equal expressions, grown by the rules within fixed bounds.
//!
//! A sum is one node with any number of terms, so orders and groupings do not multiply nodes. Each class has a
//! [`StridedInterval`] that contains its values. If a rule merges two classes whose intervals are disjoint, the rule is
//! wrong; simplification then fails and the program is unchanged. Rounds and nodes are bounded, not time, so the result
//! is the same on every machine.

use super::integer::{IntegerDag, IntegerOp, ProgramSignature};
use super::rule::Rule;
use super::sum::MAX_TERMS;
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use indexmap::IndexMap;
use layout::StridedInterval;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::mem::Discriminant;

/// The maximum number of nodes: no rule is applied to a larger e-graph.
const MAX_NODES: usize = crate::limits::EGRAPH_NODES as usize;

/// The maximum number of sums of a class that replace the class as a term of another sum.
pub(super) const SUMS_TRIED: usize = 4;

const MAX_SUMS: usize = crate::limits::SUMS as usize;

/// The number of operands that a node stores without an allocation.
pub(super) const INLINE_OPERANDS: usize = 4;

/// A node of the e-graph: an operation on classes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ENode {
    /// The operation.
    pub(super) op: IntegerOp,
    /// The classes of its operands.
    pub(super) operands: SmallVec<[Id; INLINE_OPERANDS]>,
}

impl Language for ENode {
    type Discriminant = Discriminant<IntegerOp>;

    fn discriminant(&self) -> Discriminant<IntegerOp> {
        std::mem::discriminant(&self.op)
    }

    fn matches(&self, other: &ENode) -> bool {
        self.op == other.op && self.operands.len() == other.operands.len()
    }

    fn children(&self) -> &[Id] {
        &self.operands
    }

    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.operands
    }
}

/// The analysis data of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassFacts {
    /// An interval that contains every value of the class.
    pub(super) interval: StridedInterval,
    /// `true` if the values are booleans.
    pub(super) is_boolean: bool,
}

/// The analysis of the e-graph: intervals of classes, and the first contradiction between merged classes.
pub(super) struct IntervalAnalysis {
    pub(super) signature: ProgramSignature,
    /// The rule applied last; `None` before the first.
    rule: Option<Rule>,
    contradiction: Option<String>,
}

impl Analysis<ENode> for IntervalAnalysis {
    type Data = ClassFacts;

    fn make(graph: &mut EGraph<ENode, IntervalAnalysis>, node: &ENode, _: Id) -> ClassFacts {
        let operands = node.operands.iter().map(|&it| graph[it].data.interval);
        let operands: SmallVec<[StridedInterval; INLINE_OPERANDS]> = operands.collect();
        let interval = node.op.interval(&operands, &graph.analysis.signature);
        ClassFacts { interval, is_boolean: node.op.is_boolean() }
    }

    fn merge(&mut self, a: &mut ClassFacts, b: ClassFacts) -> DidMerge {
        let meet = a.interval.meet(b.interval).filter(|_| a.is_boolean == b.is_boolean);
        let Some(interval) = meet else {
            let rule = self.rule.map_or("none", Rule::name);
            self.contradiction.get_or_insert_with(|| {
                format!("rule `{rule}` merges values that differ: {a:?} and {b:?}")
            });
            return DidMerge(false, false);
        };
        let merged = DidMerge(interval != a.interval, interval != b.interval);
        a.interval = interval;
        merged
    }

    /// Reduces a class with a single possible value to its constant. Otherwise expressions equal to 0 would grow
    /// without bound.
    fn modify(graph: &mut EGraph<ENode, IntervalAnalysis>, id: Id) {
        let ClassFacts { interval, is_boolean } = graph[id].data;
        let Some(value) = interval.constant().and_then(|value| i64::try_from(value).ok()) else {
            return;
        };
        let op = if is_boolean { IntegerOp::Known(value != 0) } else { IntegerOp::Constant(value) };
        let constant = graph.add(ENode { op, operands: SmallVec::new() });
        graph.union(id, constant);
        graph[id].nodes.retain(|node| node.operands.is_empty());
    }
}

/// An e-graph of integer expressions.
pub(super) struct IntegerGraph {
    pub(super) egraph: EGraph<ENode, IntervalAnalysis>,
    /// The classes of the results of the program.
    pub(super) roots: Vec<Id>,
    /// The number of times that each rule merged two classes.
    #[cfg(test)]
    pub(super) fired: IndexMap<Rule, usize>,
}

/// The classes in the order of their ids, each with its nodes sorted.
pub(super) type Snapshot = IndexMap<Id, Vec<ENode>, FxBuildHasher>;

impl IntegerGraph {
    /// Returns the e-graph of a DAG of expressions.
    pub(super) fn new(dag: &IntegerDag, signature: &ProgramSignature) -> IntegerGraph {
        let signature = signature.clone();
        let rule = None;
        let mut graph = IntegerGraph {
            egraph: EGraph::new(IntervalAnalysis { signature, rule, contradiction: None }),
            roots: Vec::new(),
            #[cfg(test)]
            fired: IndexMap::new(),
        };
        let mut ids: Vec<Id> = Vec::new();
        for (node, &interval) in dag.nodes.iter().zip(&dag.intervals) {
            let operands = node.operands.iter().map(|&it| ids[it]).collect();
            let id = graph.egraph.add(ENode { op: node.op.clone(), operands });
            let known = graph.egraph[id].data;
            if let Some(interval) = known.interval.meet(interval)
                && interval != known.interval
            {
                graph.egraph.set_analysis_data(id, ClassFacts { interval, ..known });
            }
            ids.push(id);
        }
        graph.egraph.rebuild();
        graph.roots = dag.roots.iter().map(|&root| ids[root]).collect();
        graph
    }

    /// Restores the invariants of the e-graph after a round of rules.
    ///
    /// # Errors
    /// A rule merged two values that differ.
    pub(super) fn rebuild(&mut self) -> Result<(), String> {
        self.egraph.rebuild();
        self.egraph.analysis.contradiction.take().map_or(Ok(()), Err)
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.egraph.total_number_of_nodes()
    }

    /// Returns `true` if the e-graph has only the nodes of a DAG, each in a class of its own.
    pub(super) fn is_only(&self, dag: &IntegerDag) -> bool {
        let count = dag.nodes.len();
        self.egraph.total_size() == count && self.egraph.number_of_classes() == count
    }

    /// Returns `true` if the e-graph exceeds its maximum number of nodes.
    pub(super) fn is_full(&self) -> bool {
        self.egraph.total_size() > MAX_NODES
    }

    /// Returns a copy of all classes.
    pub(super) fn snapshot(&self) -> Snapshot {
        let mut ids: Vec<Id> = self.egraph.classes().map(|class| class.id).collect();
        ids.sort_unstable();
        let classes = ids.into_iter().map(|id| {
            let mut nodes = self.egraph[id].nodes.clone();
            nodes.sort();
            (id, nodes)
        });
        classes.collect()
    }

    /// Returns the interval of a class.
    pub(super) fn interval(&self, id: Id) -> StridedInterval {
        self.egraph[id].data.interval
    }

    /// Returns `true` if the values of a class are booleans.
    pub(super) fn is_boolean(&self, id: Id) -> bool {
        self.egraph[id].data.is_boolean
    }

    /// Returns `true` if the values of a class fit a word.
    pub(super) fn is_exact(&self, id: Id) -> bool {
        self.egraph.analysis.signature.fits(self.interval(id))
    }

    /// Returns the class of an operation.
    pub(super) fn add(&mut self, op: IntegerOp, operands: &[Id]) -> Id {
        self.egraph.add(ENode { op, operands: SmallVec::from_slice(operands) })
    }

    /// Returns the class of a quotient by a constant above 0.
    pub(super) fn quotient(&mut self, value: Id, divisor: i64) -> Id {
        if divisor == 1 { value } else { self.add(IntegerOp::Quotient(divisor), &[value]) }
    }

    /// Returns the class of a sum. Constant operands are folded into the constant, and the terms of equal operands are
    /// added. `None` if a factor has more than 48 bits, the constant overflows, or the sum has too many terms.
    pub(super) fn sum(&mut self, constant: i64, terms: &[(i64, Id)]) -> Option<Id> {
        let mut constant = i128::from(constant);
        let mut factors: SmallVec<[(Id, i128); 2 * INLINE_OPERANDS]> = SmallVec::new();
        for &(factor, operand) in terms {
            let factor = i128::from(factor);
            let operand = self.egraph.find(operand);
            let known = factors.iter_mut().find(|known| known.0 == operand);
            match (self.interval(operand).constant(), known) {
                (Some(value), _) => constant += factor * value,
                (None, Some(known)) => known.1 += factor,
                (None, None) => factors.push((operand, factor)),
            }
        }
        factors.retain(|term| term.1 != 0);
        factors.sort_unstable();
        if factors.len() > MAX_TERMS {
            return None;
        }
        let constant = i64::try_from(constant).ok()?;
        if constant == 0
            && let [(operand, 1)] = &*factors
            && !self.is_boolean(*operand)
        {
            return Some(*operand);
        }
        let operands = factors.iter().map(|&(operand, _)| operand);
        let operands: SmallVec<[Id; INLINE_OPERANDS]> = operands.collect();
        let factors: Result<SmallVec<[i64; 2 * INLINE_OPERANDS]>, _> =
            factors.iter().map(|&(_, factor)| i64::try_from(factor)).collect();
        let factors =
            factors.ok().filter(|all| all.iter().all(|&k| k.unsigned_abs() >> 48 == 0))?;
        let op = match operands.is_empty() {
            true => IntegerOp::Constant(constant),
            false => IntegerOp::Linear(constant, factors[..].into()),
        };
        Some(self.egraph.add(ENode { op, operands }))
    }

    /// Merges two classes.
    pub(super) fn union(&mut self, rule: Rule, a: Id, b: Id) {
        self.egraph.analysis.rule = Some(rule);
        let _merged = self.egraph.union(a, b);
        #[cfg(test)]
        if _merged {
            *self.fired.entry(rule).or_insert(0) += 1;
        }
    }

    /// Returns `true` if a class has fewer than the maximum number of sums.
    pub(super) fn has_room(&self, id: Id) -> bool {
        let nodes = self.egraph[id].nodes.iter();
        let sums = nodes.filter(|node| matches!(node.op, IntegerOp::Linear(..)));
        sums.count() < MAX_SUMS
    }
}
