//! `dot`: the functions of a module as a graph for Graphviz, each one a cluster. Reorders are red and have the bytes that
//! they move; views are dashed.

use crate::emitter::{EmitContext, EmitError, Emitter};
use draw::{GraphNodeKind, LayoutGraph, layout_graph};
use ir::Verified;
use ir::layout::joined;
use std::fmt::Write;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter::text(
    "dot",
    "functions with layouts and reorders as a graph for Graphviz",
    &["resolve-strides"],
    emit,
);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let functions: Vec<_> = cx.registry.ops_with(module, |def| def.function.is_some()).collect();
    if functions.is_empty() {
        cx.warn_nothing_emitted(module, "functions", "add a function, such as `func.func @f`");
    }
    let mut text = String::from(
        "digraph layouts {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n  edge [fontname=\"monospace\", fontsize=8];\n",
    );
    for (number, function) in functions.into_iter().enumerate() {
        let graph = layout_graph(module, cx.registry, function);
        let name = module.symbol(function).unwrap_or_default();
        cluster(&graph, &format!("@{name}"), number, &mut text)
            .expect("a write to a string does not fail");
    }
    text.push_str("}\n");
    Ok(out.write_all(text.as_bytes())?)
}

fn cluster(graph: &LayoutGraph, name: &str, number: usize, out: &mut String) -> std::fmt::Result {
    writeln!(out, "  subgraph cluster_{number} {{")?;
    writeln!(out, "    label={};", quoted(&[name.to_owned()]))?;
    for (at, node) in graph.nodes.iter().enumerate() {
        let look = match node.kind {
            GraphNodeKind::Op => "",
            GraphNodeKind::View => ", style=dashed",
            GraphNodeKind::End | GraphNodeKind::ConstantCopy => ", style=rounded",
            GraphNodeKind::Copy(_) => ", color=red, fontcolor=red, penwidth=2",
        };
        writeln!(out, "    n{number}_{at} [label={}{look}];", quoted(&node.lines()))?;
    }
    for used in &graph.uses {
        let tooltip = quoted(std::slice::from_ref(&used.value));
        let from = used.from;
        let to = used.to;
        writeln!(out, "    n{number}_{from} -> n{number}_{to} [tooltip={tooltip}];")?;
    }
    writeln!(out, "  }}")
}

/// Returns lines of text as a quoted string of DOT, centered.
fn quoted(lines: &[String]) -> String {
    let escaped = lines.iter().map(|line| line.replace('\\', "\\\\").replace('"', "\\\""));
    format!("\"{}\"", joined(escaped, "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_has_no_free_quotes() {
        let lines = ["a \"b\"".to_owned(), "c\\d".to_owned()];
        assert_eq!(quoted(&lines), r#""a \"b\"\nc\\d""#);
    }
}
