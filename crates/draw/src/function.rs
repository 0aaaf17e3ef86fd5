//! The graph of a function of a module.

use crate::graph::{GraphNode, GraphNodeKind, GraphUse, LayoutGraph};
use ir::attrs::LocKind;
use ir::descriptor::Layouts;
use ir::encoding::{self, Reading};
use ir::layout::Layout;
use ir::module::Def;
use ir::moves::{Move, MoveKind, MoveReport};
use ir::print::{ValueNames, type_to_string};
use ir::views::is_none_value;
use ir::{Module, Op, Registry, Type, TypeKind, Value};
use layout::joined;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Returns the graph of a function: its ops, including those in regions, with the layouts of their results.
pub fn layout_graph(module: &Module, registry: &Registry, function: Op) -> LayoutGraph {
    let moves = MoveReport::new(module, registry, function).moves.into_iter();
    let mut reader = FunctionReader {
        module,
        registry,
        names: ValueNames::new(module, registry),
        layouts: Layouts::new(module, registry),
        buffers: shared_buffers(module, registry, function),
        moves: moves.map(|it| (it.op, it)).collect(),
        defined: BTreeMap::new(),
        nodes: BTreeMap::new(),
        graph: LayoutGraph::default(),
    };
    for op in module.walk_from(function) {
        reader.visit(op, function);
    }
    reader.graph
}

/// The reader of a function.
struct FunctionReader<'m> {
    module: &'m Module,
    registry: &'m Registry,
    names: ValueNames<'m>,
    layouts: Layouts<'m>,
    /// By value that shares memory with another one: the number of the buffer.
    buffers: BTreeMap<Value, usize>,
    /// By op: the move that it is.
    moves: BTreeMap<Op, Move>,
    /// By value: the node that defines it.
    defined: BTreeMap<Value, usize>,
    /// By op: its node.
    nodes: BTreeMap<Op, usize>,
    graph: LayoutGraph,
}

impl FunctionReader<'_> {
    fn visit(&mut self, op: Op, function: Op) {
        let module = self.module;
        let result = module.results(op).next();
        if result.is_some_and(|value| is_none_value(self.registry, module, value)) {
            return;
        }
        let node = (op != function).then(|| self.add_op(op));
        for &region in module.regions(op) {
            for &block in module.blocks(region) {
                for &argument in module.arguments(block) {
                    let node = node.unwrap_or_else(|| self.add_input(argument));
                    self.defined.insert(argument, node);
                }
            }
        }
    }

    fn add_input(&mut self, argument: Value) -> usize {
        let name = format!("%{}", self.names.get(argument));
        let details = self.details(argument).into_iter().collect();
        self.add(GraphNode { name, details, scope: None, kind: GraphNodeKind::End })
    }

    /// Returns the names of values, separated by commas.
    fn list(&self, values: &[Value]) -> String {
        let names = values.iter().map(|&value| format!("%{}", self.names.get(value)));
        joined(names, ", ")
    }

    fn add_op(&mut self, op: Op) -> usize {
        let module = self.module;
        let results: Vec<Value> = module.results(op).collect();
        let equals = if results.is_empty() { "" } else { " = " };
        let operands = module.operands(op);
        let name =
            format!("{}{equals}{} {}", self.list(&results), module.name(op), self.list(operands));
        let details = results.iter().flat_map(|&result| self.details(result)).collect();
        let kind = self.kind(op);
        let name = name.trim_end().to_owned();
        let node = self.add(GraphNode { name, details, scope: self.scope(op), kind });
        let first = self.graph.uses.len();
        for &operand in operands {
            let ty = type_to_string(module, module.ty(operand));
            let value = format!("%{}: {ty}", self.names.get(operand));
            for from in self.sources(operand) {
                let used = GraphUse { from, to: node, value: value.clone() };
                if !self.graph.uses[first..].contains(&used) {
                    self.graph.uses.push(used);
                }
            }
        }
        self.nodes.insert(op, node);
        self.defined.extend(results.into_iter().map(|result| (result, node)));
        node
    }

    /// Returns the nodes that a value comes from: the op that defines it, and the ends of its regions.
    fn sources(&self, value: Value) -> Vec<usize> {
        let module = self.module;
        let mut sources: Vec<usize> = self.defined.get(&value).copied().into_iter().collect();
        if let Def::Result(op, _) = module.def(value) {
            let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
            let ends = blocks.filter_map(|&block| module.ops(block).last());
            sources.extend(ends.filter_map(|end| self.nodes.get(&end)));
        }
        sources
    }

    fn add(&mut self, node: GraphNode) -> usize {
        self.graph.nodes.push(node);
        self.graph.nodes.len() - 1
    }

    fn kind(&self, op: Op) -> GraphNodeKind {
        let module = self.module;
        let def = self.registry.op_def(module, op);
        match self.moves.get(&op) {
            Some(Move { kind: MoveKind::Copy, bytes, .. }) => return GraphNodeKind::Copy(*bytes),
            Some(Move { kind: MoveKind::Constant, .. }) => return GraphNodeKind::ConstantCopy,
            Some(Move { kind: MoveKind::Free, .. }) | None => {}
        }
        if self.registry.view_relations(module, op).is_some_and(|relations| relations.is_ok()) {
            return GraphNodeKind::View;
        }
        match def {
            Some(def) if def.returns || def.constant.is_some() => GraphNodeKind::End,
            _ => GraphNodeKind::Op,
        }
    }

    /// Returns the scope of an op: the name of its location up to the last `/`. `None` if it has no such name, or that of
    /// the module, which is a file.
    fn scope(&self, op: Op) -> Option<String> {
        let module = self.module;
        let loc = module.op_loc(op).filter(|&loc| module.op_loc(module.root()) != Some(loc))?;
        let LocKind::Name { name, .. } = module.ctx.as_loc(loc)? else { return None };
        let name = std::str::from_utf8(name).ok()?;
        name.rsplit_once('/').map(|(scope, _)| scope.to_owned()).filter(|scope| !scope.is_empty())
    }

    /// Returns the type, the layout and the shared buffer of a value.
    fn details(&self, value: Value) -> Vec<String> {
        let ty = self.module.ty(value);
        let buffer = self.buffers.get(&value).map(|buffer| format!("shared buffer {buffer}"));
        type_lines(self.module, ty, self.layout(value).as_deref())
            .into_iter()
            .chain(buffer)
            .collect()
    }

    fn layout(&self, value: Value) -> Option<Rc<Layout>> {
        let ty = self.module.ty(value);
        let is_input = matches!(self.module.def(value), Def::Argument(..));
        self.layouts.of_type(ty, is_input).ok().flatten()
    }
}

/// Returns a type as lines of text: lengths and elements with the order or format, and the strides.
fn type_lines(module: &Module, ty: Type, layout: Option<&Layout>) -> Vec<String> {
    let TypeKind::Tensor { elem, dims, .. } = module.ctx.kind(ty) else {
        return vec![type_to_string(module, ty)];
    };
    let lengths = dims.iter().map(|len| len.map_or("?".to_owned(), |len| len.to_string()));
    let mut line = joined(lengths.chain([type_to_string(module, *elem)]), "x");
    match encoding::read(&module.ctx, ty) {
        Ok(Some(Reading::Ordered(ordered))) => line.push_str(&format!(" {}", ordered.order())),
        Ok(Some(Reading::Format(format))) => line.push_str(&format!(" {}", format.format)),
        Ok(Some(Reading::Descriptor(_))) => line.push_str(" descriptor"),
        Ok(Some(Reading::Opaque(_))) => line.push_str(" opaque encoding"),
        Ok(Some(Reading::Open) | None) | Err(_) => {}
    }
    let strides = layout.map(|layout| format!("strides {}", layout.physical().strides()));
    std::iter::once(line).chain(strides).collect()
}

/// Returns the number of the shared buffer of each value that shares memory with another one, by the view ops of a
/// function.
fn shared_buffers(module: &Module, registry: &Registry, function: Op) -> BTreeMap<Value, usize> {
    let mut parents: BTreeMap<Value, Value> = BTreeMap::new();
    for op in module.walk_from(function) {
        let Some(Ok(relations)) = registry.view_relations(module, op) else { continue };
        for relation in relations {
            let [a, b] = [relation.whole, relation.part].map(|value| root(&mut parents, value));
            parents.insert(a.max(b), a.min(b));
        }
    }
    let values: Vec<Value> = parents.keys().copied().collect();
    let mut numbers = BTreeMap::new();
    let mut buffers = BTreeMap::new();
    for value in values {
        let next = numbers.len() + 1;
        let number = *numbers.entry(root(&mut parents, value)).or_insert(next);
        buffers.insert(value, number);
    }
    buffers
}

/// Returns the least value of the buffer of a value, and shortens the path to it.
fn root(parents: &mut BTreeMap<Value, Value>, value: Value) -> Value {
    let mut least = value;
    while let Some(&parent) = parents.get(&least).filter(|&&parent| parent != least) {
        least = parent;
    }
    parents.insert(value, least);
    parents.insert(least, least);
    least
}
