//! An e-graph of equal expressions, grown by the rules within fixed bounds.
//!
//! Sums are nodes of any number of terms, so that neither order nor grouping multiplies them. Each class has a
//! [`StridedInterval`] of its values; as two intervals of one value have a value in common, an empty meet shows a rule
//! that is wrong, and the program is left as it was. There is no clock: bounds count rounds and nodes, so the result is
//! the same on every machine.

use super::integer::{IntegerDag, IntegerOp, ProgramSignature};
use super::sum::MOST_TERMS;
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use indexmap::IndexMap;
use layout::StridedInterval;
use std::mem::Discriminant;

/// No rule is applied when there are more nodes than this.
const MOST_NODES: usize = 300;

/// The number of sums of a class that are tried in its place as a term of another sum.
pub(super) const SUMS_TRIED: usize = 4;

/// A class has at most so many sums.
const MOST_SUMS: usize = 40;

/// An operation on classes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ENode {
    /// What it does.
    pub(super) op: IntegerOp,
    /// The classes of its operands.
    pub(super) operands: Vec<Id>,
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

/// What is known of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassFacts {
    /// Of every value.
    pub(super) interval: StridedInterval,
    /// `true` if the values are booleans.
    pub(super) is_boolean: bool,
}

/// The analysis of the e-graph: intervals of classes, and contradictions among them.
pub(super) struct IntervalAnalysis {
    pub(super) signature: ProgramSignature,
    rule: &'static str,
    contradiction: Option<String>,
}

impl Analysis<ENode> for IntervalAnalysis {
    type Data = ClassFacts;

    fn make(graph: &mut EGraph<ENode, IntervalAnalysis>, node: &ENode, _: Id) -> ClassFacts {
        let operands: Vec<StridedInterval> =
            node.operands.iter().map(|&it| graph[it].data.interval).collect();
        let interval = node.op.interval(&operands, &graph.analysis.signature);
        ClassFacts { interval, is_boolean: node.op.is_boolean() }
    }

    fn merge(&mut self, a: &mut ClassFacts, b: ClassFacts) -> DidMerge {
        let meet = a.interval.meet(b.interval).filter(|_| a.is_boolean == b.is_boolean);
        let Some(interval) = meet else {
            let rule = self.rule;
            self.contradiction.get_or_insert_with(|| {
                format!("rule `{rule}` joins values that differ: {a:?} and {b:?}")
            });
            return DidMerge(false, false);
        };
        let merged = DidMerge(interval != a.interval, interval != b.interval);
        a.interval = interval;
        merged
    }

    /// A class of one value keeps that alone, or the ways to make 0 would have no end.
    fn modify(graph: &mut EGraph<ENode, IntervalAnalysis>, id: Id) {
        let ClassFacts { interval, is_boolean } = graph[id].data;
        let Some(value) = interval.constant().and_then(|value| i64::try_from(value).ok()) else {
            return;
        };
        let op = if is_boolean { IntegerOp::Known(value != 0) } else { IntegerOp::Constant(value) };
        let constant = graph.add(ENode { op, operands: Vec::new() });
        graph.union(id, constant);
        graph[id].nodes.retain(|node| node.operands.is_empty());
    }
}

/// An e-graph with the ways to grow it.
pub(super) struct IntegerGraph {
    pub(super) egraph: EGraph<ENode, IntervalAnalysis>,
    /// The classes of what the program returns.
    pub(super) roots: Vec<Id>,
    /// How often each rule joined two classes.
    #[cfg(test)]
    pub(super) fired: IndexMap<&'static str, usize>,
}

/// The classes by number, each with its nodes in order.
pub(super) type Snapshot = IndexMap<Id, Vec<ENode>>;

impl IntegerGraph {
    /// Returns the classes of expressions.
    pub(super) fn new(dag: &IntegerDag, signature: &ProgramSignature) -> IntegerGraph {
        let (signature, rule) = (signature.clone(), "seed");
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
    /// A rule joined two values that differ.
    pub(super) fn rebuild(&mut self) -> Result<(), String> {
        self.egraph.rebuild();
        self.egraph.analysis.contradiction.take().map_or(Ok(()), Err)
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.egraph.total_number_of_nodes()
    }

    /// Returns `true` if there is no room for more.
    pub(super) fn is_full(&self) -> bool {
        self.egraph.total_size() > MOST_NODES
    }

    /// Returns all classes.
    pub(super) fn snapshot(&self) -> Snapshot {
        let mut ids: Vec<Id> = self.egraph.classes().map(|class| class.id).collect();
        ids.sort_unstable();
        let nodes = |id: Id| {
            let mut nodes = self.egraph[id].nodes.clone();
            nodes.sort();
            nodes
        };
        ids.into_iter().map(|id| (id, nodes(id))).collect()
    }

    /// Returns the interval of a class.
    pub(super) fn interval(&self, id: Id) -> StridedInterval {
        self.egraph[id].data.interval
    }

    /// Returns `true` if the values of a class are booleans.
    pub(super) fn is_boolean(&self, id: Id) -> bool {
        self.egraph[id].data.is_boolean
    }

    /// Returns `true` if a word holds the values of a class as they are.
    pub(super) fn is_exact(&self, id: Id) -> bool {
        self.egraph.analysis.signature.fits(self.interval(id))
    }

    /// Returns the class of an operation.
    pub(super) fn add(&mut self, op: IntegerOp, operands: &[Id]) -> Id {
        self.egraph.add(ENode { op, operands: operands.to_vec() })
    }

    /// Returns the class of a quotient by a number above 0.
    pub(super) fn quotient(&mut self, value: Id, divisor: i64) -> Id {
        if divisor == 1 { value } else { self.add(IntegerOp::Quotient(divisor), &[value]) }
    }

    /// Returns the class of a sum, without constants among its operands, and each operand once; `None` if a factor does
    /// not fit or there are too many terms.
    pub(super) fn sum(&mut self, constant: i64, terms: &[(i64, Id)]) -> Option<Id> {
        let mut constant = i128::from(constant);
        let mut factors: Vec<(Id, i128)> = Vec::new();
        for &(factor, operand) in terms {
            let (factor, operand) = (i128::from(factor), self.egraph.find(operand));
            let known = factors.iter_mut().find(|known| known.0 == operand);
            match (self.interval(operand).constant(), known) {
                (Some(value), _) => constant += factor * value,
                (None, Some(known)) => known.1 += factor,
                (None, None) => factors.push((operand, factor)),
            }
        }
        factors.retain(|&(_, factor)| factor != 0);
        factors.sort_unstable();
        if factors.len() > MOST_TERMS {
            return None;
        }
        let constant = i64::try_from(constant).ok()?;
        if let (0, [(operand, 1)]) = (constant, &*factors)
            && !self.is_boolean(*operand)
        {
            return Some(*operand);
        }
        let operands: Vec<Id> = factors.iter().map(|&(operand, _)| operand).collect();
        let factors: Result<Box<[i64]>, _> =
            factors.iter().map(|&(_, factor)| i64::try_from(factor)).collect();
        let factors =
            factors.ok().filter(|all| all.iter().all(|&k| k.unsigned_abs() >> 48 == 0))?;
        let op = match operands.is_empty() {
            true => IntegerOp::Constant(constant),
            false => IntegerOp::Linear(constant, factors),
        };
        Some(self.add(op, &operands))
    }

    /// Joins two classes.
    pub(super) fn union(&mut self, rule: &'static str, a: Id, b: Id) {
        self.egraph.analysis.rule = rule;
        let _joined = self.egraph.union(a, b);
        #[cfg(test)]
        if _joined {
            *self.fired.entry(rule).or_insert(0) += 1;
        }
    }

    /// Returns `true` if a class has room for one more sum.
    pub(super) fn has_room(&self, id: Id) -> bool {
        let nodes = self.egraph[id].nodes.iter();
        let sums = nodes.filter(|node| matches!(node.op, IntegerOp::Linear(..)));
        sums.count() < MOST_SUMS
    }
}
