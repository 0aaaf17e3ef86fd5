//! Extraction of the cheapest expressions from an e-graph, with each class counted once.
//!
//! The price of a node is that of the instructions that `select` emits for it, given the intervals of its operands. The
//! module `choose` chooses a node for each class.

mod choose;

use super::cost::{CostModel, Price};
use super::egraph::{ENode, INLINE_OPERANDS, IntegerGraph};
use super::integer::{IntegerDag, IntegerOp};
use super::select::InstructionSelector;
use crate::operation::Width;
use crate::program::ValueId;
use choose::{ClassChoices, NodeChoice, distinct};
use egg::Id;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// The bounds of operands that the prices of nodes depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OperandBounds {
    /// A driver proves nothing for an operand.
    Unknown,
    /// A driver proves the least bound that a node of the operand's class shows.
    Visible,
}

impl OperandBounds {
    /// Returns the bounds for which a cost model has different prices. Compilers may widen the sums of a 64-bit program,
    /// so that the bounds of their terms are lost.
    pub(super) fn for_model(cost: CostModel, width: Width) -> &'static [OperandBounds] {
        match (cost, width) {
            (CostModel::Slots, Width::I32) => &[OperandBounds::Unknown, OperandBounds::Visible],
            _ => &[OperandBounds::Unknown],
        }
    }
}

/// Returns the cheapest expressions of the roots; `None` if a required class has no node whose operands fit words.
pub(super) fn cheapest(
    graph: &IntegerGraph,
    cost: CostModel,
    bounds: OperandBounds,
) -> Option<IntegerDag> {
    let classes = NeededClasses::new(graph, cost, bounds);
    let roots: Vec<usize> = graph.roots.iter().map(|&root| classes.index_of(graph, root)).collect();
    let chosen = classes.choices.cheapest(&roots)?;
    let mut writer = DagWriter {
        graph,
        classes: &classes,
        chosen: &chosen,
        dag: IntegerDag::default(),
        positions: vec![None; chosen.len()],
    };
    let roots = roots.iter().map(|&root| writer.write(root)).collect();
    Some(IntegerDag { roots, ..writer.dag })
}

/// The classes that the roots may depend on, with their candidate nodes.
struct NeededClasses {
    ids: IndexMap<Id, usize, FxBuildHasher>,
    /// The nodes of each class, indexed by class and by [`NodeChoice::node`].
    nodes: Vec<Vec<ENode>>,
    choices: ClassChoices,
}

impl NeededClasses {
    fn new(graph: &IntegerGraph, cost: CostModel, bounds: OperandBounds) -> NeededClasses {
        let mut ids: IndexMap<Id, usize, FxBuildHasher> = IndexMap::default();
        let mut open: Vec<Id> = graph.roots.iter().map(|&root| graph.egraph.find(root)).collect();
        let snapshot = graph.snapshot();
        while let Some(id) = open.pop() {
            if ids.contains_key(&id) {
                continue;
            }
            ids.insert(id, ids.len());
            let operands = snapshot[&id].iter().flat_map(|node| &node.operands);
            open.extend(operands.map(|&operand| graph.egraph.find(operand)));
        }
        let selector = InstructionSelector::new(&graph.egraph.analysis.signature, cost);
        let mut pricing = NodePricing { graph, selector, visible: FxHashMap::default() };
        if bounds == OperandBounds::Visible {
            let ends = ids.keys().map(|&id| (id, pricing.visible_end(id, &snapshot[&id])));
            pricing.visible = ends.collect();
        }
        let mut nodes = Vec::new();
        let mut choices = Vec::new();
        for &id in ids.keys() {
            let mut own = Vec::new();
            let mut all = Vec::new();
            for node in &snapshot[&id] {
                let Some(price) = pricing.price(id, node) else { continue };
                let needs = node.operands.iter().map(|&it| ids[&graph.egraph.find(it)]);
                let needs = distinct(needs.collect());
                all.push(NodeChoice { price, needs, node: own.len() });
                own.push(node.clone());
            }
            nodes.push(own);
            choices.push(all);
        }
        NeededClasses { ids, nodes, choices: ClassChoices::new(choices) }
    }

    fn index_of(&self, graph: &IntegerGraph, id: Id) -> usize {
        self.ids[&graph.egraph.find(id)]
    }
}

/// The prices of the nodes of an e-graph.
struct NodePricing<'a> {
    graph: &'a IntegerGraph,
    /// The instructions of one node at a time.
    selector: InstructionSelector<'a>,
    /// One more than the greatest word of each class that a driver can prove, where the model depends on it.
    visible: FxHashMap<Id, u128>,
}

impl NodePricing<'_> {
    /// Returns the price of the instructions of one node of a class; `None` if its operands do not fit words.
    fn price(&mut self, class: Id, node: &ENode) -> Option<Price> {
        if let IntegerOp::Param(_) = node.op {
            return Some(0);
        }
        let value = self.selected(class, node)?;
        Some(self.selector.price(value))
    }

    /// Returns one more than the greatest word of a class that a driver can prove from one of its nodes.
    fn visible_end(&mut self, class: Id, nodes: &[ENode]) -> u128 {
        let ends = nodes.iter().filter_map(|node| {
            let value = self.selected(class, node)?;
            Some(self.selector.visible_end(value))
        });
        ends.min().unwrap_or(u128::MAX)
    }

    /// Selects the instructions of one node, and returns the value of its result; `None` if its operands do not fit words.
    fn selected(&mut self, class: Id, node: &ENode) -> Option<ValueId> {
        let graph = self.graph;
        let needs_words = matches!(
            node.op,
            IntegerOp::Quotient(_)
                | IntegerOp::Remainder(_)
                | IntegerOp::Mask(_)
                | IntegerOp::Product(_)
                | IntegerOp::Word(_)
        );
        if needs_words && !node.operands.iter().all(|&operand| graph.is_exact(operand)) {
            return None;
        }
        self.selector.clear();
        let mut operands: SmallVec<[ValueId; INLINE_OPERANDS]> = SmallVec::new();
        for &operand in &node.operands {
            operands.push(self.operand(operand));
        }
        let width = self.selector.narrowest(graph.interval(class));
        Some(self.selector.select(&node.op, &operands, width))
    }

    fn operand(&mut self, operand: Id) -> ValueId {
        let graph = self.graph;
        let operand = graph.egraph.find(operand);
        let interval = graph.interval(operand);
        match interval.constant() {
            Some(value) if !graph.is_boolean(operand) => {
                let width = self.selector.narrowest(interval);
                self.selector.number(value, width)
            }
            _ => {
                let number = u32::try_from(usize::from(operand));
                let number = number.expect("class ids have 32 bits");
                let value = self.selector.operand(number, interval, graph.is_boolean(operand));
                if let Some(&end) = self.visible.get(&operand) {
                    let end = end.min(self.selector.visible_end(value));
                    self.selector.visible.limit(value, end);
                }
                value
            }
        }
    }
}

/// A writer of the chosen nodes, operands before users.
struct DagWriter<'a> {
    graph: &'a IntegerGraph,
    classes: &'a NeededClasses,
    chosen: &'a [Option<usize>],
    dag: IntegerDag,
    positions: Vec<Option<usize>>,
}

impl DagWriter<'_> {
    fn write(&mut self, class: usize) -> usize {
        if let Some(position) = self.positions[class] {
            return position;
        }
        let graph = self.graph;
        let classes = self.classes;
        let node = &classes.nodes[class][classes.choices.node(class, self.chosen[class])];
        let operands = node.operands.iter();
        let operands = operands.map(|&it| self.write(classes.index_of(graph, it))).collect();
        let id = classes.ids.get_index(class).expect("classes are numbered by index").0;
        let interval = Some(graph.interval(*id));
        let signature = &graph.egraph.analysis.signature;
        let position = self.dag.push(node.op.clone(), operands, interval, signature);
        self.positions[class] = Some(position);
        position
    }
}
