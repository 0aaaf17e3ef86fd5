//! Turns options into a plan, before any input is read.

use super::dumps::Dumps;
use crate::driver::Driver;
use crate::options::mistakes::subcommand_usage;
use crate::options::{DriverOptions, MLIR};
use crate::status::USAGE;
use crate::targets;
use codegen::{Emitter, GRAPH_FLAG};
use compiler::{KnownPasses, NamedTarget, PlannedPass, emitter_named, graph_file};
use ir::diag::{Diag, Sink, code};
use ir::layout::joined;
use ir::source::{SourceMap, Span};
use passes::PassInfo;
use std::sync::Arc;

/// The emitter of IR in generic form.
pub(super) const GENERIC: &str = "generic";
/// The name of the text of `--passes` in diagnostics.
const PASSES: &str = "<passes>";

/// The emitter of subcommands that answer queries: it defines their default passes, and writes nothing.
pub(crate) const QUERIES: Emitter = Emitter {
    name: "none",
    summary: "answers to queries",
    passes: &["resolve-strides"],
    options: &[],
    binary: false,
    exports: false,
    emit: |_, _, _| Ok(()),
};

/// The steps for each chunk of the input.
#[derive(Clone)]
pub(crate) struct CompilePlan {
    /// The path of the input.
    pub(crate) input: String,
    pub(crate) emitter: Emitter,
    pub(crate) emitter_options: ir::options::Options,
    /// The name and the content of the file with data graphs that the emitter joins; `None` if it joins none.
    pub(crate) graph: Option<(String, Arc<[u8]>)>,
    pub(crate) target: Option<NamedTarget>,
    pub(crate) steps: Vec<PlannedPass>,
    pub(crate) dumps: Dumps,
}

impl CompilePlan {
    /// Reads the options, adds all errors to the sink, and adds the text of the passes and the file of a target to the
    /// sources. If the emitter is unknown, the other options are still checked.
    ///
    /// # Errors
    /// The exit status.
    pub(crate) fn new(
        options: &DriverOptions,
        emitter: Option<Emitter>,
        driver: &Driver,
        sources: &mut SourceMap,
        sink: &mut Sink,
    ) -> Result<CompilePlan, i32> {
        let dumps = dumps(options, driver, sink);
        let emitter_options =
            emitter.as_ref().map(|emitter| options_of(emitter, options, driver, sink));
        let emitter_options = emitter_options.unwrap_or_default();
        let graph = sink.value(graph_file(&emitter_options)).ok_or(USAGE)?;
        let graph_name = emitter_options.get(GRAPH_FLAG).to_owned();
        let graph = graph.map(|bytes| (graph_name, bytes.into()));
        let text = options.passes.as_ref().or(options.pass_pipeline.as_ref());
        let steps = match (text, &emitter) {
            (Some(text), _) => steps_of_text(text, driver, sources, sink),
            (None, Some(emitter)) => {
                steps_of_text(&emitter.passes.join(","), driver, sources, sink)
            }
            (None, None) => None,
        };
        let faulty = sink.has_errors();
        let target = options.target.as_deref();
        let target =
            target.map(|text| targets::named(text, &driver.registry, sources, sink)).transpose();
        match (emitter, steps, target) {
            (Some(emitter), Some(steps), Ok(target)) if !faulty => {
                let input = "-".to_owned();
                Ok(CompilePlan { input, emitter, emitter_options, graph, target, steps, dumps })
            }
            (.., Err(status)) if !faulty => Err(status),
            (.., target) => {
                // No module is compiled, so no target op can have this name.
                if let Ok(Some(NamedTarget::Symbol(name))) = target {
                    sink.push(targets::unknown(&name, &driver.registry));
                }
                Err(USAGE)
            }
        }
    }
}

/// Returns the emitter that the options name; `None` if it is unknown.
pub(crate) fn emitter(
    options: &DriverOptions,
    driver: &Driver,
    sink: &mut Sink,
) -> Option<Emitter> {
    let name = options.emit.as_deref().unwrap_or(MLIR);
    emitter_named(name, &driver.emitters, "`--emit` is", sink)
}

/// Returns the given options of an emitter. Flags of other emitters have no effect; one that a subcommand has, too, is an
/// error, because it is the subcommand that was meant.
fn options_of(
    emitter: &Emitter,
    options: &DriverOptions,
    driver: &Driver,
    sink: &mut Sink,
) -> ir::options::Options {
    let given = options.emitter_options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let (given, others): (Vec<_>, Vec<_>) = given.partition(|(name, _)| has_option(emitter, name));
    for (name, _) in others {
        let Some(usage) = subcommand_usage(name) else { continue };
        let readers = driver.emitters.iter().filter(|other| has_option(other, name));
        let readers = joined(readers.map(|other| format!("`--emit={}`", other.name)), " and ");
        let message = format!("`--{name}` has no effect on `--emit={}`", emitter.name);
        let diag = Diag::error(code::OPTION, Span::NONE, message);
        let diag = diag.note(format!("it is a flag of {readers}"));
        sink.push(diag.note(format!("or use `{usage}`")));
    }
    emitter.read_options(&given).unwrap_or_else(|error| {
        sink.error(code::OPTION, Span::NONE, error.message);
        ir::options::Options::default()
    })
}

fn has_option(emitter: &Emitter, name: &str) -> bool {
    emitter.options.iter().any(|option| option.name == name)
}

/// Returns the passes that the driver knows.
fn known(driver: &Driver) -> KnownPasses<'_> {
    KnownPasses { passes: &driver.passes, note: Some("`layoutc --list-passes` lists them") }
}

fn pass_named(name: &str, driver: &Driver, sink: &mut Sink) -> Option<PassInfo> {
    known(driver).named(name, Span::NONE, sink)
}

/// Returns the requested dumps, and reports unknown names of passes.
fn dumps(options: &DriverOptions, driver: &Driver, sink: &mut Sink) -> Dumps {
    let elide_above = options.mlir_elide_elementsattrs_if_larger;
    let mut dumps = Dumps { elide_above, ..Dumps::default() };
    for name in &options.print_ir_before {
        match name.as_str() {
            "all" => dumps.before_all = true,
            _ => dumps.before.extend(pass_named(name, driver, sink).map(|pass| pass.name)),
        }
    }
    for name in &options.print_ir_after {
        match name.as_str() {
            "all" => dumps.after_all = true,
            "change" => dumps.only_changes = true,
            "failure" | "fail" => dumps.after_failure = true,
            _ => dumps.after.extend(pass_named(name, driver, sink).map(|pass| pass.name)),
        }
    }
    dumps
}

fn steps_of_text(
    text: &str,
    driver: &Driver,
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Option<Vec<PlannedPass>> {
    // An empty text is an empty pipeline.
    if text.trim().is_empty() {
        return Some(Vec::new());
    }
    let Some(base) = sources.add(PASSES, text) else {
        sink.error(
            code::OPTION,
            Span::NONE,
            "the text of the passes is longer than the limit of 4 GiB for all sources",
        );
        return None;
    };
    known(driver).planned(text, base, sink)
}
