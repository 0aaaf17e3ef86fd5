//! `layoutc draw`: pictures of layouts and of functions.
//!
//! `options` reads the command line into a [`DrawRequest`], and `source` has the text of a layout. The crate of pictures
//! draws.

mod options;
mod source;

pub(crate) use options::{DrawRequest, command, parse};

use crate::eval::lane_access;
use compiler::{QueriedSubject, SymbolTable};
use draw::{
    DrawError, DrawOptions, LayoutGraph, draw, draw_graphs, draw_placement, layout_graph, view,
};
use ir::diag::Diag;
use ir::layout::Placement;
use ir::{Module, Op};
use passes::QueryError;

/// Returns a picture. `before` is the module before the passes, if it is drawn, too; `color` is `true` for colored text.
///
/// # Errors
/// The symbol is unknown, or the view cannot show it.
pub(crate) fn picture(
    request: &DrawRequest,
    mut symbols: SymbolTable<'_>,
    before: Option<&Module>,
    color: bool,
) -> Result<String, Box<Diag>> {
    let of = request.of.as_str();
    let mut options = DrawOptions::default();
    options.name = of.to_owned();
    options.shade = request.shade;
    options.color = color;
    if let Some(function) = function(&mut symbols, of)? {
        let graphs = graphs(&symbols, before, function);
        let view = request.view.map_or_else(|| view("graph"), Ok).map_err(drawn)?;
        return draw_graphs(&graphs, view, request.format, &options).map_err(drawn);
    }
    if let QueriedSubject::Placement(placement) = symbols.subject(of).map_err(found)? {
        options.source = source::source(&mut symbols, of);
        return picture_of_placement(request, &placement, options);
    }
    let layout = symbols.element_layout(of).map_err(found)?.layout;
    let access = request.access.as_ref();
    let access = access.map(|access| lane_access(&layout, of, access, &access.dims));
    options.access = access.transpose().map_err(found)?;
    let view = request.view.map_or_else(|| view("grid"), Ok).map_err(drawn)?;
    options.source = source::source(&mut symbols, of);
    draw(&layout, view, request.format, &options).map_err(drawn)
}

/// Returns a picture of a placement, whose lanes are those of its axis.
///
/// # Errors
/// The view cannot show the placement, or the request has an access.
fn picture_of_placement(
    request: &DrawRequest,
    placement: &Placement,
    options: DrawOptions,
) -> Result<String, Box<Diag>> {
    if request.access.is_some() {
        let message = format!("`{}` is a placement, whose lanes are those of its axis", request.of);
        return Err(found(QueryError::new(message).note("remove `--access`")));
    }
    let view = request.view.map_or_else(|| view("grid"), Ok).map_err(drawn)?;
    draw_placement(placement, view, request.format, &options).map_err(drawn)
}

/// Returns the function of a name; `None` if the name is that of a layout.
fn function(symbols: &mut SymbolTable<'_>, of: &str) -> Result<Option<Op>, Box<Diag>> {
    if !of.starts_with('@') {
        return Ok(None);
    }
    symbols.function_op(of).map_err(found)
}

/// Returns the graph of a function, after its graph before the passes if that is drawn, too.
fn graphs(symbols: &SymbolTable<'_>, before: Option<&Module>, function: Op) -> Vec<LayoutGraph> {
    let registry = symbols.registry();
    let after = layout_graph(symbols.module(), registry, function);
    let name = symbols.module().symbol(function);
    let before = before.and_then(|module| {
        let mut functions = registry.ops_with(module, |def| def.function.is_some());
        let function = functions.find(|&op| module.symbol(op) == name)?;
        Some(layout_graph(module, registry, function))
    });
    match before {
        None => vec![after],
        Some(before) => vec![captioned(before, "before"), captioned(after, "after")],
    }
}

fn found(fault: QueryError) -> Box<Diag> {
    Box::new(fault.into_diag())
}

fn drawn(error: DrawError) -> Box<Diag> {
    found(error.notes.into_iter().fold(QueryError::new(error.message), QueryError::note))
}

/// Returns a graph with this caption.
fn captioned(mut graph: LayoutGraph, caption: &str) -> LayoutGraph {
    graph.caption = caption.to_owned();
    graph
}
