//! A function as blocks of ops: an overview, and a picture of each block.

use super::graph::graph_facts;
use crate::blocks::{BlockItem, GraphBlock, blocks, op_of};
use crate::graph::{GraphNode, GraphNodeKind, GraphUse, LayoutGraph};
use crate::options::{DrawError, DrawOptions};
use crate::picture::{BoxKind, CellLimits, Diagram, DiagramArrow, DiagramBox, Picture, Port};
use crate::subject::DrawSubject;
use crate::view::PictureView;
use layout::joined;
use std::collections::BTreeMap;
use std::ops::Range;

pub(super) const VIEW: PictureView = PictureView {
    name: "blocks",
    summary: "a function as blocks of ops by name scopes and repetitions, each of which opens in HTML",
    compute: picture,
};

/// The number of lines on the results of a block.
const LISTED: usize = 4;
/// The begin of a line on an operand that is folded into an op.
const FOLDED: &str = "with %";
/// The begin of a line on a buffer.
const BUFFER: &str = "shared buffer";

fn picture(
    subject: DrawSubject<'_>,
    options: &DrawOptions,
    _limits: CellLimits,
) -> Result<Picture, DrawError> {
    let whole = subject.graphs(VIEW.name, &options.name)?;
    let mut picture = Picture {
        heading: options.name.clone(),
        source: options.source.clone(),
        facts: whole.iter().map(graph_facts).collect(),
        ..Picture::default()
    };
    for graph in whole {
        let graph = graph.folded();
        let mut pages =
            BlockPages { graph: &graph, parts: &mut picture.parts, known: BTreeMap::new() };
        let overview = pages.diagram(&blocks(&graph), 0..graph.nodes.len());
        picture.diagrams.push(Diagram { caption: graph.caption.clone(), ..overview });
    }
    Ok(picture)
}

/// The pictures of the blocks of a graph.
struct BlockPages<'g, 'p> {
    graph: &'g LayoutGraph,
    parts: &'p mut Vec<Picture>,
    /// The name of the first block of each list of ops and layouts.
    known: BTreeMap<String, String>,
}

impl<'g> BlockPages<'g, '_> {
    /// Returns the diagram of some boxes, which have these nodes, and adds the pictures of its blocks.
    fn diagram(&mut self, items: &[BlockItem], nodes: Range<usize>) -> Diagram {
        let mut box_of = BTreeMap::new();
        let mut boxes = Vec::new();
        let inputs = self.crossing(&nodes, true);
        boxes.extend(inputs.iter().map(|used| self.end_box(used)));
        for item in items {
            box_of.extend(item.nodes().map(|node| (node, boxes.len())));
            boxes.push(match item {
                BlockItem::Node(node) => self.graph.nodes[*node].diagram_box(),
                BlockItem::Block(block) => self.block(block),
            });
        }
        let outputs = self.crossing(&nodes, false);
        let first_output = boxes.len();
        boxes.extend(outputs.iter().map(|used| self.end_box(used)));
        let mut values: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
        for used in &self.graph.uses {
            let from = box_of.get(&used.from).copied();
            let to = box_of.get(&used.to).copied();
            let ends = match (from, to) {
                (Some(from), Some(to)) => Some((from, to)),
                (None, Some(to)) => position(&inputs, used).map(|from| (from, to)),
                (Some(from), None) => position(&outputs, used).map(|to| (from, first_output + to)),
                (None, None) => None,
            };
            let Some(ends) = ends.filter(|(from, to)| from < to) else { continue };
            let values = values.entry(ends).or_default();
            if !values.contains(&used.value.as_str()) {
                values.push(&used.value);
            }
        }
        let arrows = values.into_iter().map(|((from, to), values)| DiagramArrow {
            from,
            to,
            begin_port: Port::ONLY,
            end_port: Port::ONLY,
            title: joined(values, "; "),
        });
        Diagram { caption: String::new(), arrows: arrows.collect(), boxes }
    }

    /// Returns the uses of values across the begin or the end of some nodes, one for each value.
    fn crossing(&self, nodes: &Range<usize>, is_input: bool) -> Vec<&'g GraphUse> {
        let mut crossing: Vec<&'g GraphUse> = Vec::new();
        for used in &self.graph.uses {
            let inside = [used.from, used.to].map(|node| nodes.contains(&node));
            let crosses = inside == [!is_input, is_input];
            if crosses && position(&crossing, used).is_none() {
                crossing.push(used);
            }
        }
        crossing
    }

    /// Returns the box of a value that enters or leaves a block.
    fn end_box(&self, used: &GraphUse) -> DiagramBox {
        let name = used.value.split(": ").next().unwrap_or(&used.value).to_owned();
        let details = results(&self.graph.nodes[used.from..=used.from]);
        DiagramBox {
            results: Vec::new(),
            lines: std::iter::once(name).chain(details).collect(),
            operands: Vec::new(),
            title: used.value.clone(),
            kind: BoxKind::End,
            part: None,
        }
    }

    /// Returns the box of a block, and adds its picture.
    fn block(&mut self, block: &GraphBlock) -> DiagramBox {
        let nodes = &self.graph.nodes[block.nodes.clone()];
        let part = LayoutGraph { nodes: nodes.to_vec(), ..LayoutGraph::default() };
        let mut lines = vec![block.name.clone(), counts(&part)];
        lines.extend(results(nodes));
        let signature = nodes.iter().map(signature).collect::<Vec<_>>().join("\n");
        match self.known.get(&signature) {
            Some(first) => lines.push(format!("ops and layouts of {first}")),
            None => drop(self.known.insert(signature, block.name.clone())),
        }
        let number = self.parts.len();
        self.parts.push(Picture::default());
        let diagram = self.diagram(&block.items, block.nodes.clone());
        self.parts[number] = Picture {
            heading: block.name.clone(),
            facts: vec![counts(&part)],
            diagrams: vec![diagram],
            ..Picture::default()
        };
        let has_copies = part.copies().0 > 0;
        let kind = if has_copies { BoxKind::Copy } else { BoxKind::Step };
        let title = lines.join("; ");
        DiagramBox {
            results: Vec::new(),
            lines,
            operands: Vec::new(),
            title,
            kind,
            part: Some(number),
        }
    }
}

/// Returns the position of the use of the same value.
fn position(uses: &[&GraphUse], used: &GraphUse) -> Option<usize> {
    uses.iter().position(|it| it.from == used.from && it.value == used.value)
}

/// Returns the number of ops and reorders.
fn counts(graph: &LayoutGraph) -> String {
    let (copies, bytes) = graph.copies();
    let ops = graph.ops();
    let ops = if ops == 1 { "1 op".to_owned() } else { format!("{ops} ops") };
    match copies {
        0 => ops,
        1 => format!("{ops}, 1 reorder, {bytes} bytes"),
        copies => format!("{ops}, {copies} reorders, {bytes} bytes"),
    }
}

/// Returns the type and the layout of the last op of a block.
fn results(nodes: &[GraphNode]) -> Vec<String> {
    let mut last = nodes.iter().rev();
    let last = last.find(|node| node.kind != GraphNodeKind::End).or(nodes.last());
    let lines = last.into_iter().flat_map(|node| &node.details);
    lines.filter(|line| !line.starts_with(FOLDED)).take(LISTED).cloned().collect()
}

/// Returns the op of a node with the types and layouts of its results, without names.
fn signature(node: &GraphNode) -> String {
    let details = node.details.iter().map(String::as_str);
    let details = details.filter(|line| !line.starts_with(FOLDED) && !line.starts_with(BUFFER));
    joined(std::iter::once(op_of(node)).chain(details), " ")
}
