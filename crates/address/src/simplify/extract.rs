//! Extraction of the cheapest expressions from an e-graph, with each class counted once.
//!
//! The price of a node is that of the instructions that `select` emits for it, given the intervals of its operands. The
//! module `choose` chooses a node for each class.

mod choose;

use super::cost::{CostModel, Price};
use super::egraph::{ENode, IntegerGraph};
use super::integer::{IntegerDag, IntegerOp};
use super::select::InstructionSelector;
use crate::program::ValueId;
use choose::{ClassChoices, NodeChoice, distinct};
use egg::Id;
use indexmap::IndexMap;

/// Returns the cheapest expressions of the roots; `None` if a required class has no node whose operands fit words.
pub(super) fn cheapest(graph: &IntegerGraph, cost: CostModel) -> Option<IntegerDag> {
    let classes = NeededClasses::new(graph, cost);
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
    ids: IndexMap<Id, usize>,
    /// The nodes of each class, indexed by class and by [`NodeChoice::node`].
    nodes: Vec<Vec<ENode>>,
    choices: ClassChoices,
}

impl NeededClasses {
    fn new(graph: &IntegerGraph, cost: CostModel) -> NeededClasses {
        let mut ids: IndexMap<Id, usize> = IndexMap::new();
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
        let (mut nodes, mut choices) = (Vec::new(), Vec::new());
        for &id in ids.keys() {
            let priced = snapshot[&id].iter().filter_map(|node| {
                let price = price(graph, id, node, cost)?;
                let needs = node.operands.iter().map(|&it| ids[&graph.egraph.find(it)]);
                let needs = distinct(needs.collect());
                Some((node.clone(), price, needs))
            });
            let (mut own, mut all) = (Vec::new(), Vec::new());
            for (position, (node, price, needs)) in priced.enumerate() {
                own.push(node);
                all.push(NodeChoice { price, needs, node: position });
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

/// Returns the price of the instructions of one node of a class; `None` if its operands do not fit words.
fn price(graph: &IntegerGraph, class: Id, node: &ENode, cost: CostModel) -> Option<Price> {
    let needs_words = match node.op {
        IntegerOp::Param(_) => return Some(0),
        IntegerOp::Quotient(_)
        | IntegerOp::Remainder(_)
        | IntegerOp::Mask(_)
        | IntegerOp::Product(_)
        | IntegerOp::Word(_) => true,
        _ => false,
    };
    if needs_words && !node.operands.iter().all(|&operand| graph.is_exact(operand)) {
        return None;
    }
    let mut selector = InstructionSelector::new(&graph.egraph.analysis.signature, cost);
    let operands: Vec<ValueId> =
        node.operands.iter().map(|&it| operand(graph, &mut selector, it)).collect();
    let width = selector.narrowest(graph.interval(class));
    let value = selector.select(&node.op, &operands, width);
    Some(selector.price(value))
}

fn operand(graph: &IntegerGraph, selector: &mut InstructionSelector<'_>, operand: Id) -> ValueId {
    let operand = graph.egraph.find(operand);
    let interval = graph.interval(operand);
    match interval.constant() {
        Some(value) if !graph.is_boolean(operand) => {
            let width = selector.narrowest(interval);
            selector.number(value, width)
        }
        _ => {
            let number = u32::try_from(usize::from(operand));
            let number = number.expect("class ids have 32 bits");
            selector.operand(number, interval, graph.is_boolean(operand))
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
        let (graph, classes) = (self.graph, self.classes);
        let node = &classes.nodes[class][classes.choices.node(class, self.chosen[class])];
        let operands = node.operands.iter();
        let operands = operands.map(|&it| self.write(classes.index_of(graph, it))).collect();
        let (&id, _) = classes.ids.get_index(class).expect("classes are numbered by index");
        let interval = Some(graph.interval(id));
        let signature = &graph.egraph.analysis.signature;
        let position = self.dag.push(node.op.clone(), operands, interval, signature);
        self.positions[class] = Some(position);
        position
    }
}
