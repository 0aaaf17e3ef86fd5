//! A function: its ops with layouts, shared buffers, and copies with the bytes that they move.

use crate::graph::LayoutGraph;
use crate::options::{DrawError, DrawOptions};
use crate::picture::{CellLimits, Diagram, Picture};
use crate::subject::DrawSubject;
use crate::view::PictureView;

pub(super) const VIEW: PictureView = PictureView {
    name: "graph",
    summary: "the ops of a function with layouts, shared buffers, and copies with their bytes",
    compute: picture,
};

fn picture(
    subject: DrawSubject<'_>,
    options: &DrawOptions,
    limits: CellLimits,
) -> Result<Picture, DrawError> {
    let whole = subject.graphs(VIEW.name, &options.name)?;
    let graphs: Vec<LayoutGraph> = whole.iter().map(LayoutGraph::folded).collect();
    let most = usize::try_from(limits.cells).unwrap_or(usize::MAX);
    let diagrams: Vec<Diagram> = graphs.iter().map(|graph| graph.diagram(most)).collect();
    let notes = graphs
        .iter()
        .filter(|graph| graph.nodes.len() > most)
        .map(|graph| format!("cut: the first {most} of {} nodes", graph.nodes.len()));
    let facts = whole.iter().map(graph_facts);
    let heading = options.name.clone();
    let source = options.source.clone();
    let facts = facts.collect();
    let notes = notes.collect();
    Ok(Picture { heading, source, facts, diagrams, notes, ..Picture::default() })
}

/// Returns the numbers of ops and reorders of a graph, without the ops that are folded.
pub(super) fn graph_facts(whole: &LayoutGraph) -> String {
    let graph = whole.folded();
    let (copies, bytes) = graph.copies();
    // A copy of a constant may be folded into the op that uses it.
    let constants = match whole.constant_copies() {
        0 => String::new(),
        count => format!(", {count} constant{} copied", many(count)),
    };
    let colon = if graph.caption.is_empty() { "" } else { ": " };
    let ops = graph.ops();
    format!(
        "{}{colon}{ops} op{}, {copies} reorder{}, {bytes} bytes read and written{constants}",
        graph.caption,
        many(ops),
        many(copies)
    )
}

fn many(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
