//! The facts that hovers and hints show of a tensor: type, shape, order, strides, size, vector width and Vulkan description.

use crate::analysis::AnalyzedModule;
use compiler::SymbolTable;
use draw::DrawOptions;
use ir::layout::{Layout, joined};
use ir::print::type_to_string;
use ir::source::Entity;
use ir::{Registry, Type, Value};
use passes::{QueryError, TensorQueries, TensorStrides};

/// The maximum number of elements of a layout with a picture.
const MOST_DRAWN: i64 = 64;

/// The tensors of a module, for facts about many of them.
pub(crate) struct TensorFacts<'m> {
    module: &'m AnalyzedModule,
    registry: &'m Registry,
    queries: TensorQueries<'m>,
    symbols: SymbolTable<'m>,
}

impl<'m> TensorFacts<'m> {
    /// Collects the tensors of a module.
    pub(crate) fn new(module: &'m AnalyzedModule, registry: &'m Registry) -> TensorFacts<'m> {
        let queries = TensorQueries::new(&module.module, registry);
        let queries = queries.target(module.target.as_ref());
        TensorFacts {
            module,
            registry,
            queries,
            symbols: SymbolTable::new(&module.module, registry),
        }
    }

    /// Returns the values of a name, with `%`, in the function of a symbol, with `@`; outside of all functions if that is
    /// empty.
    pub(crate) fn values(&mut self, function: &str, name: &str) -> Vec<Value> {
        self.symbols.values(function, name)
    }

    /// Returns the resolved strides of a value, in elements, as text: `[8, 1]`. `None` if it has none, or they are in its
    /// type in the text.
    pub(crate) fn inlay(&self, value: Value) -> Option<String> {
        let strides = self.queries.strides_of(value).ok()?;
        let offset = strides.offset.get();
        let offset = if offset == 0 { String::new() } else { format!(" + {offset}") };
        Some(format!("[{}]{offset}", joined(strides.in_elements(), ", ")))
    }

    /// Returns the lines on a value, in Markdown.
    pub(crate) fn of_value(&self, name: &str, value: Value) -> String {
        let ty = self.module.module.ty(value);
        self.lines(name, Some(ty), value.into())
    }

    /// Returns the lines on the op of a symbol, with `@`, in Markdown; `None` if it is undefined.
    pub(crate) fn of_symbol(&self, name: &str) -> Option<String> {
        let module = &self.module.module;
        let op = self.symbols.symbol(name)?;
        let summary = format!("`{name}` is a `{}`", module.name(op));
        let facts = self.facts(op.into());
        Some(if facts.is_empty() { summary } else { format!("{summary}\n\n{facts}") })
    }

    fn lines(&self, name: &str, ty: Option<Type>, entity: Entity) -> String {
        let ty = ty.map(|ty| type_to_string(&self.module.module, ty)).unwrap_or_default();
        let head = format!("`{name}: {ty}`");
        let facts = self.facts(entity);
        if facts.is_empty() { head } else { format!("{head}\n\n{facts}") }
    }

    /// Returns one line for each known fact of a tensor; an empty text if it has no layout.
    fn facts(&self, entity: Entity) -> String {
        let Ok(shape) = self.queries.shape_of(entity) else { return String::new() };
        let lengths = shape.values().map(|length| length.get());
        let lengths = lengths.map(|it| it.map_or("?".to_owned(), |length| length.to_string()));
        let mut facts = vec![("shape", joined(lengths, "x"))];
        if let Ok(order) = self.queries.order_of(entity) {
            facts.push(("order", order.to_string()));
        }
        match (self.queries.strides_of(entity), self.queries.layout_of(entity)) {
            (strides, Ok(layout)) => {
                facts.extend(strides.iter().map(|strides| ("strides", stride_text(strides))));
                facts.extend(sizes(&layout));
            }
            (Err(error), Err(_)) => facts.push(("strides", error.diag().message.clone())),
            (Ok(strides), Err(_)) => facts.push(("strides", stride_text(&strides))),
        }
        if self.is_tensor(entity) {
            facts.push(("Vulkan", self.vulkan(entity)));
        }
        let lines: String =
            facts.iter().map(|(name, text)| format!("- {name}: {text}\n")).collect();
        lines + &self.picture(entity).unwrap_or_default()
    }

    /// Returns the grid of a small layout, as a block of Markdown; `None` for another layout.
    fn picture(&self, entity: Entity) -> Option<String> {
        let layout = self.queries.layout_of(entity).ok()?;
        let mut lengths = layout.shape().values().map(|length| length.get());
        let count = lengths.try_fold(1, |count: i64, length| count.checked_mul(length?));
        count.filter(|&count| count <= MOST_DRAWN)?;
        let view = draw::view("grid").ok()?;
        let format = draw::format("text").ok()?;
        let grid = draw::draw(&layout, view, format, &DrawOptions::default()).ok()?;
        Some(format!("\n```text\n{}\n```\n", grid.trim_end()))
    }

    /// Returns `true` if Vulkan may describe an entity: a value, or a declared tensor.
    fn is_tensor(&self, entity: Entity) -> bool {
        let module = &self.module.module;
        module.value_of(entity).is_some()
            || module.op_of(entity).is_some_and(|op| {
                self.registry.op_def(module, op).is_some_and(|def| def.tensor.is_some())
            })
    }

    fn vulkan(&self, entity: Entity) -> String {
        match self.queries.description_of(entity) {
            Ok(description) => {
                let memory = &description.memory;
                let dims = joined(memory.dims(), ", ");
                match memory.strides() {
                    Some(strides) => {
                        format!("`pDimensions` {dims}; `pStrides` {} bytes", joined(strides, ", "))
                    }
                    None => format!("`pDimensions` {dims}; packed"),
                }
            }
            Err(error) => refusal(&error),
        }
    }
}

/// Returns why Vulkan does not describe a tensor, with the first note.
fn refusal(error: &QueryError) -> String {
    let diag = error.diag();
    let note = diag.notes.first().map(|note| format!("; {}", note.message));
    format!("none: {}{}", diag.message, note.unwrap_or_default())
}

fn stride_text(strides: &TensorStrides) -> String {
    let elements = format!("{} elements", joined(strides.in_elements(), ", "));
    match strides.in_bytes() {
        Some(bytes) => format!("{elements}; {} bytes", joined(bytes, ", ")),
        None => elements,
    }
}

/// Returns the facts that follow from the index map of a layout.
fn sizes(layout: &Layout) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Ok(allocation) = layout.allocation() {
        let bytes = layout.size_in_bytes().ok().map(|bytes| format!(", {} bytes", bytes.get()));
        let text = format!("{} elements{}", allocation.get(), bytes.unwrap_or_default());
        facts.push(("size", text));
        if let Some(count) = layout.shape().values().map(|it| it.get()).product::<Option<i64>>() {
            let padding = allocation.get() - count;
            let text = match padding {
                0 => "none".to_owned(),
                1.. => format!("{padding} elements"),
                _ => format!("none; {} elements share a slot or have none", -padding),
            };
            facts.push(("storage padding", text));
        }
    }
    if let Ok(widths) = layout.vector_widths() {
        facts.push(("vector width", joined(widths, ", ")));
    }
    facts
}
