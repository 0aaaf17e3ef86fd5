//! The analysis of one version of a text: tokens, names, diagnostics, and the module with its layouts.
//!
//! The diagnostics are those of the driver: of the parser, the verifier and `resolve-strides`, and for a module that
//! selects a target also of `verify-vulkan`.

use crate::names::Names;
use crate::tokens::{TextToken, tokens};
use ir::diag::{Diag, Sink, code};
use ir::source::Span;
use ir::target::{TARGET_ATTR, Target};
use ir::{Module, Op, Registry, Value, Verified};
use passes::{PassManager, Pipeline};
use rustc_hash::FxHashMap;

/// One version of a text, analyzed.
#[derive(Debug)]
pub(crate) struct TextAnalysis {
    /// The tokens of the text.
    pub(crate) tokens: Vec<TextToken>,
    /// The names of the text.
    pub(crate) names: Names,
    /// The diagnostics, with the bytes of the text as positions.
    pub(crate) diags: Vec<Diag>,
    /// The module; `None` if the text is not valid.
    pub(crate) module: Option<AnalyzedModule>,
}

/// A module with resolved strides, as far as they have a solution, and the places of its tensors in the text.
#[derive(Debug)]
pub(crate) struct AnalyzedModule {
    /// The module.
    pub(crate) module: Module,
    /// The target that the module selects.
    pub(crate) target: Option<Target>,
    /// The values of each name, by the symbol of the function and the name. A name of several results has several.
    values: FxHashMap<(String, String), Vec<Value>>,
    /// The ops of symbols.
    symbols: FxHashMap<String, Op>,
}

impl AnalyzedModule {
    /// Returns the values of a name, with `%`, in the function of a symbol, with `@`; empty outside of all functions.
    pub(crate) fn values(&self, function: &str, name: &str) -> &[Value] {
        let key = (function.to_owned(), name.to_owned());
        self.values.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Returns the op of a symbol, with `@`.
    pub(crate) fn symbol(&self, name: &str) -> Option<Op> {
        self.symbols.get(name).copied()
    }
}

impl TextAnalysis {
    /// Analyzes a text.
    pub(crate) fn new(text: &str, registry: &Registry) -> TextAnalysis {
        let tokens = tokens(text);
        let names = Names::new(text, &tokens);
        if u32::try_from(text.len()).is_err() {
            let diag = Diag::error(code::SYNTAX, Span::new(0, 0), "the text has 4 GiB or more");
            return TextAnalysis { tokens, names, diags: vec![diag], module: None };
        }
        let mut sink = Sink::default();
        let module = resolved(text, registry, &mut sink);
        let mut diags = sink.take();
        parser::locate(text, 0, registry, &mut diags);
        let module = module.map(|(module, target)| {
            let (values, symbols) = (values_of(text, &names, &module), symbols_of(&module));
            AnalyzedModule { module, target, values, symbols }
        });
        TextAnalysis { tokens, names, diags, module }
    }
}

/// Returns the module of a text after the passes, with its target.
fn resolved(text: &str, registry: &Registry, sink: &mut Sink) -> Option<(Module, Option<Target>)> {
    let module = parser::parse_to_verify(text, 0, registry, sink)?;
    let module = Verified::new(module, registry, sink).ok()?;
    let target = Target::of_module(&module, registry).ok().flatten();
    let selects = module.attr(module.root(), TARGET_ATTR).is_some();
    let module = match run(&["resolve-strides"], module, registry, sink) {
        Ok(module) => module,
        Err(module) => return Some((*module, target)),
    };
    if selects {
        // The ops of descriptions are not in the text, so the module before these passes is kept.
        let _ = run(&["lower-to-vulkan", "verify-vulkan"], module.clone(), registry, sink);
    }
    Some((module.into_module(), target))
}

/// Returns a module after passes.
///
/// # Errors
/// The module of a pass that fails.
fn run(
    passes: &[&str],
    module: Verified,
    registry: &Registry,
    sink: &mut Sink,
) -> Result<Verified, Box<Module>> {
    let mut pipeline = Pipeline::new();
    for pass in passes {
        if let Err(error) = pipeline.add(pass, &[]) {
            sink.error(code::OPTION, Span::NONE, error.message);
            return Err(Box::new(module.into_module()));
        }
    }
    PassManager::new(registry).run(&pipeline, module, sink).map_err(|error| error.module)
}

/// Returns the values of each name of a text.
fn values_of(
    text: &str,
    names: &Names,
    module: &Module,
) -> FxHashMap<(String, String), Vec<Value>> {
    let mut found: FxHashMap<(String, String), Vec<Value>> = FxHashMap::default();
    let mut add = |number: usize, value: Value| {
        let it = names.occurrence(number);
        let function = it.function.map(|function| names.occurrence(function).token.text(text));
        let key = (function.unwrap_or_default().to_owned(), it.token.text(text).to_owned());
        found.entry(key).or_default().push(value);
    };
    for op in module.walk() {
        let span = module.span(op);
        let numbers = if span.is_some() { names.results(span.start as usize) } else { Vec::new() };
        for (at, value) in module.results(op).enumerate() {
            // The last name of a list has all further results.
            if let Some(&number) = numbers.get(at).or(numbers.last()) {
                add(number, value);
            }
        }
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
        for &value in blocks.flat_map(|&block| module.arguments(block)) {
            let span = module.value_span(value);
            let at = names.at(span.start as usize).filter(|_| span.is_some());
            if let Some(at) = at.filter(|&at| names.occurrence(at).definition == Some(at)) {
                add(at, value);
            }
        }
    }
    found
}

fn symbols_of(module: &Module) -> FxHashMap<String, Op> {
    let ops = module.walk().filter_map(|op| Some((format!("@{}", module.symbol(op)?), op)));
    ops.collect()
}
