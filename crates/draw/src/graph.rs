//! The data of a graph view: the ops of a function with the layouts of their results.

use crate::picture::{BoxKind, Diagram, DiagramArrow, DiagramBox, Port};

/// A function as a graph of ops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayoutGraph {
    /// The text above the graph, such as `before`; empty if there is none.
    pub caption: String,
    /// The ops, in program order.
    pub nodes: Vec<GraphNode>,
    /// The uses of values, from the op that defines one to an op that uses it.
    pub uses: Vec<GraphUse>,
}

/// An op, an input, or a return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphNode {
    /// The name with the operands, `%1 = layout.reorder %0`.
    pub name: String,
    /// The types, the layouts and the shared buffers of the results, each on a line.
    pub details: Vec<String>,
    /// The name scope of the op, `layer1/block0`, by its location. `None` if it has none.
    pub scope: Option<String>,
    /// The kind.
    pub kind: GraphNodeKind,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphNodeKind {
    /// An op that computes.
    Op,
    /// An op that moves no data.
    View,
    /// An input, a constant, or a return.
    End,
    /// A copy into another layout, with the bytes that it reads and writes. `None` if a size is unknown.
    Copy(Option<u64>),
    /// A copy of a constant into another layout, which is made before execution.
    ConstantCopy,
}

/// A use of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphUse {
    /// The number of the node that defines the value.
    pub from: usize,
    /// The number of the node that uses it.
    pub to: usize,
    /// The value, with its type.
    pub value: String,
}

impl GraphNode {
    /// Returns the lines of a box of the node.
    pub fn lines(&self) -> Vec<String> {
        let copied = match self.kind {
            GraphNodeKind::Copy(Some(bytes)) => Some(format!("{bytes} bytes read and written")),
            GraphNodeKind::Copy(None) => Some("bytes unknown".to_owned()),
            GraphNodeKind::ConstantCopy => Some("copied before execution".to_owned()),
            _ => None,
        };
        let details = self.details.iter().cloned();
        std::iter::once(self.name.clone()).chain(details).chain(copied).collect()
    }

    /// Returns the box of the node.
    pub(crate) fn diagram_box(&self) -> DiagramBox {
        let lines = self.lines();
        let kind = match self.kind {
            GraphNodeKind::Op => BoxKind::Step,
            GraphNodeKind::View => BoxKind::View,
            GraphNodeKind::End | GraphNodeKind::ConstantCopy => BoxKind::End,
            GraphNodeKind::Copy(_) => BoxKind::Copy,
        };
        let results = Vec::new();
        let operands = Vec::new();
        DiagramBox { title: lines.join("; "), results, lines, operands, kind, part: None }
    }
}

impl LayoutGraph {
    /// Returns the number of ops that compute or view data.
    pub fn ops(&self) -> usize {
        self.nodes
            .iter()
            .filter(|node| matches!(node.kind, GraphNodeKind::Op | GraphNodeKind::View))
            .count()
    }

    /// Returns the number of copies of constants, which are made before execution.
    pub fn constant_copies(&self) -> usize {
        self.nodes.iter().filter(|node| node.kind == GraphNodeKind::ConstantCopy).count()
    }

    /// Returns the number of copies during execution, and the bytes that those of known size read and write.
    pub fn copies(&self) -> (usize, u64) {
        let copies = self.nodes.iter().filter_map(|node| match node.kind {
            GraphNodeKind::Copy(bytes) => Some(bytes.unwrap_or(0)),
            _ => None,
        });
        copies.fold((0, 0), |(count, sum), bytes| (count + 1, sum.saturating_add(bytes)))
    }

    /// Returns a graph without the inputs and constants of a single op, such as weights, and without views of them and
    /// copies of constants. They become details of the op, unless all of its operands are such inputs.
    #[must_use]
    pub fn folded(&self) -> LayoutGraph {
        let is_folded = self.folded_nodes();
        let mut nodes = self.nodes.clone();
        for used in self.uses.iter().filter(|used| is_folded[used.from] && !is_folded[used.to]) {
            let GraphNode { name, details, .. } = &self.nodes[used.from];
            let name = name.split(" = ").next().unwrap_or(name);
            let detail = details.first().map(String::as_str).unwrap_or_default();
            nodes[used.to].details.push(format!("with {name}: {detail}"));
        }
        let mut numbers = vec![0; nodes.len()];
        let mut kept = Vec::new();
        for (at, node) in nodes.into_iter().enumerate().filter(|(at, _)| !is_folded[*at]) {
            numbers[at] = kept.len();
            kept.push(node);
        }
        let uses = self.uses.iter().filter(|used| !is_folded[used.from]).map(|used| GraphUse {
            from: numbers[used.from],
            to: numbers[used.to],
            value: used.value.clone(),
        });
        LayoutGraph { caption: self.caption.clone(), nodes: kept, uses: uses.collect() }
    }

    /// Returns by node `true` if the node becomes a detail of an op.
    fn folded_nodes(&self) -> Vec<bool> {
        let count = self.nodes.len();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut operands: Vec<Vec<usize>> = vec![Vec::new(); count];
        for used in &self.uses {
            users[used.from].push(used.to);
            operands[used.to].push(used.from);
        }
        let mut is_single = vec![false; count];
        for (at, node) in self.nodes.iter().enumerate() {
            is_single[at] = users[at].len() == 1
                && match (node.kind, operands[at].as_slice()) {
                    (GraphNodeKind::End, operands) => operands.is_empty(),
                    (GraphNodeKind::View | GraphNodeKind::ConstantCopy, &[operand]) => {
                        is_single[operand]
                    }
                    _ => false,
                };
        }
        let mut is_folded = vec![false; count];
        for at in (0..count).rev().filter(|&at| is_single[at]) {
            is_folded[at] = users[at].iter().all(|&user| match self.nodes[user].kind {
                GraphNodeKind::Op => operands[user].iter().any(|&operand| !is_single[operand]),
                _ => is_folded[user],
            });
        }
        is_folded
    }

    /// Returns the diagram of the first `most` nodes.
    pub(crate) fn diagram(&self, most: usize) -> Diagram {
        let boxes = self.nodes.iter().take(most).map(GraphNode::diagram_box);
        let uses = self.uses.iter().filter(|used| used.from < most && used.to < most);
        let arrows = uses.map(|used| DiagramArrow {
            from: used.from,
            to: used.to,
            begin_port: Port::ONLY,
            end_port: Port::ONLY,
            title: used.value.clone(),
        });
        let caption = self.caption.clone();
        let boxes = boxes.collect();
        Diagram { caption, boxes, arrows: arrows.collect() }
    }
}
