//! A module with its text.

use crate::compilation::{Compilation, EmitForm, PassWatch, graph_file};
use crate::explain::{ExplainJob, Explanation, explain};
use crate::moves::ReportedMoves;
use crate::planned::{KnownPasses, PlannedPass, emitter_named};
use crate::report::Report;
use crate::symbols::SymbolTable;
use crate::targets::NamedTarget;
use codegen::{GRAPH_FLAG, GraphFile};
use ir::diag::{Diag, Sink, code};
use ir::layout::{Layout, joined};
use ir::print::{PrintOptions, module_to_string};
use ir::source::{SourceMap, Span};
use ir::target::Target;
use ir::{Module, Registry, Verified};
use notation::NotatedLayout;
use passes::{Observer, Provenance, Stats};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name of the text of passes in positions.
const PASSES: &str = "<passes>";

/// A verified module with its text, from which diagnostics have their positions.
#[derive(Debug)]
pub struct SourceModule {
    module: Verified,
    registry: Arc<Registry>,
    sources: SourceMap,
    /// The position of the first byte of the module in the sources.
    base: u32,
    /// The passes that ran, which an emitter does not run again.
    ran: Vec<String>,
    /// The texts of the passes that ran and their targets, call by call.
    runs: Vec<(String, Option<String>)>,
    /// The counts of the passes that ran.
    stats: Vec<PassStats>,
    /// The decisions of the passes that [`SourceModule::run_explained`] ran.
    provenance: Provenance,
    /// The warnings and remarks of the calls so far.
    warnings: Mutex<Report>,
}

impl SourceModule {
    /// Parses and verifies a module. `path` names the text in positions.
    ///
    /// # Errors
    /// The text is not a valid module.
    pub fn parse(
        text: &str,
        path: &str,
        registry: impl Into<Arc<Registry>>,
    ) -> Result<SourceModule, Report> {
        let registry = registry.into();
        let mut sources = SourceMap::default();
        let base = add(&mut sources, path, text)?;
        let mut compilation = Compilation::new(text, base, &registry);
        let module = compilation.parse().and_then(|module| compilation.verify(module));
        let report = Report::new(compilation.take(), &sources);
        match module {
            Some(module) => {
                let warnings = Mutex::new(report);
                let provenance = Provenance::default();
                let (ran, runs, stats) = (Vec::new(), Vec::new(), Vec::new());
                Ok(SourceModule {
                    module,
                    registry,
                    sources,
                    base,
                    ran,
                    runs,
                    stats,
                    provenance,
                    warnings,
                })
            }
            None => Err(report),
        }
    }

    /// Returns a module that was built, such as an imported model, with the remarks about it. Its text is the printed
    /// module with its locations.
    ///
    /// # Errors
    /// The module does not verify.
    pub fn of_module(
        module: &Module,
        path: &str,
        registry: impl Into<Arc<Registry>>,
        remarks: Vec<Diag>,
    ) -> Result<SourceModule, Report> {
        let registry = registry.into();
        let locations = SourceMap::default();
        let options = PrintOptions { locs: Some(&locations), ..PrintOptions::default() };
        let text = module_to_string(module, &registry, options);
        let own = SourceModule::parse(&text, path, registry)?;
        own.reported().diagnostics.splice(0..0, Report::from(remarks).diagnostics);
        Ok(own)
    }

    /// Runs passes, written as for the driver: `resolve-strides{copies=insert},lower-to-vulkan`. `target` is the name of
    /// a shipped target or of a `layout.target` in the module; without one, the target that the module selects is used.
    ///
    /// # Errors
    /// A name is unknown, or a pass reports an error. The module is unchanged.
    pub fn run(&mut self, passes: &str, target: Option<&str>) -> Result<(), Report> {
        self.run_recorded(passes, target, None)
    }

    /// Runs passes as [`SourceModule::run`] does, and records what other layouts of moved values cost, for
    /// [`SourceModule::moves`]. Each cost needs another solution of the whole module.
    ///
    /// # Errors
    /// As for [`SourceModule::run`].
    pub fn run_explained(&mut self, passes: &str, target: Option<&str>) -> Result<(), Report> {
        let mut provenance = Provenance::about_moves();
        self.run_recorded(passes, target, Some(&mut provenance))?;
        self.provenance.extend(provenance);
        Ok(())
    }

    /// Returns the moves of the module between layouts, with the operands that need them.
    pub fn moves(&self) -> ReportedMoves {
        ReportedMoves::new(&self.module, &self.registry, &self.sources, Some(&self.provenance))
    }

    fn run_recorded(
        &mut self,
        passes: &str,
        target: Option<&str>,
        provenance: Option<&mut Provenance>,
    ) -> Result<(), Report> {
        let base = add(&mut self.sources, PASSES, passes)?;
        let mut counts = PassCounts::default();
        let (module, steps) = self.compile(target, |compilation| {
            let steps = steps(passes, base, compilation.sink());
            let target = compilation.target(&self.module);
            let steps = steps?;
            let target = target?;
            let observer = Some(&mut counts as &mut dyn Observer);
            let watch = PassWatch { provenance, observer, ..PassWatch::default() };
            Some((self.after(compilation, target.as_ref(), &steps, watch)?, steps))
        })?;
        self.module = module;
        self.ran.extend(steps.iter().map(|step| step.name().to_owned()));
        self.runs.push((passes.to_owned(), target.map(str::to_owned)));
        self.stats.extend(counts.0);
        Ok(())
    }

    /// Returns what an emitter writes for the module. Passes that the emitter needs and that did not run before run on a
    /// copy.
    ///
    /// # Errors
    /// The kind, an option or the target is unknown, a pass reports an error, or the kind cannot express the module.
    pub fn emit(
        &self,
        kind: &str,
        options: &[(&str, &str)],
        target: Option<&str>,
    ) -> Result<Vec<u8>, Report> {
        self.compile(target, |compilation| {
            let sink = compilation.sink();
            let emitter = emitter_named(kind, codegen::ALL, "expected", sink);
            let options = emitter.and_then(|emitter| {
                let read = emitter.read_options(options);
                read.map_err(|error| sink.error(code::OPTION, Span::NONE, error.message)).ok()
            });
            let passes = emitter.map_or(&[][..], |emitter| emitter.passes).iter().copied();
            // A pass that ran with other options does not run again either.
            let missing = passes.filter(|pass| {
                let name = pass.split('{').next();
                self.ran.iter().all(|ran| Some(ran.as_str()) != name)
            });
            let missing: Vec<&str> = missing.collect();
            let steps = steps(&missing.join(","), self.base, sink);
            let target = compilation.target(&self.module);
            let emitter = emitter?;
            let options = options?;
            let steps = steps?;
            let target = target?;
            let ran = match steps.is_empty() {
                true => None,
                false => {
                    let watch = PassWatch::default();
                    Some(self.after(compilation, target.as_ref(), &steps, watch)?)
                }
            };
            let module = ran.as_ref().unwrap_or(&self.module);
            let name = options.get(GRAPH_FLAG);
            let graph = compilation.sink().value(graph_file(&options))?;
            let graph = graph.as_deref().map(|bytes| GraphFile { name, bytes });
            let form = EmitForm { graph, ..EmitForm::default() };
            let mut bytes = Vec::new();
            match compilation.emit(module, &emitter, &options, form, &mut bytes) {
                Ok(is_written) => is_written.then_some(bytes),
                Err(error) => {
                    compilation.sink().error(code::OPTION, Span::NONE, error.to_string());
                    None
                }
            }
        })
    }

    /// Returns the counts of the passes that ran, in their order: of changed ops, of inserted copies.
    pub fn stats(&self) -> &[PassStats] {
        &self.stats
    }

    /// Returns the reasons for the layout of a name, `@x` or `@f:%x`: facts with their reasons, as text. The passes of all
    /// calls so far run again, on the text of the module.
    ///
    /// # Errors
    /// The name is unknown, or has no layout.
    pub fn explain(&self, name: &str) -> Result<String, Report> {
        let of = with_sigil(name);
        let (text, path) = self.text();
        let mut again = SourceModule::parse(text, path, self.registry.clone())?;
        let mut provenance = Provenance::about(of.clone());
        for (passes, target) in &self.runs {
            again.run_recorded(passes, target.as_deref(), Some(&mut provenance))?;
        }
        let passes: Vec<&str> = again.ran.iter().map(String::as_str).collect();
        let (module, registry) = (&again.module, &*again.registry);
        let job =
            ExplainJob { module, registry, of: &of, provenance: &provenance, passes: &passes };
        let facts = explain(&job).map_err(|diag| again.report(*diag))?;
        Ok(joined(facts.iter().map(|fact| again.shown(fact)), "\n"))
    }

    /// Returns a fact as text, in the form of a diagnostic.
    fn shown(&self, fact: &Explanation) -> String {
        let place = self.sources.describe(fact.span);
        let notes = fact.notes.iter().map(|note| format!("\n  note: {}", note.message));
        let place = place.map_or_else(String::new, |place| format!("{place}: "));
        format!("{place}{}{}", fact.message, joined(notes, ""))
    }

    /// Returns the names of the module, for queries.
    pub fn symbols(&self) -> SymbolTable<'_> {
        SymbolTable::new(&self.module, &self.registry)
    }

    /// Returns the layout of a name with its element type, as [`SourceModule::layout`] returns it without.
    ///
    /// # Errors
    /// As for [`SourceModule::layout`].
    pub fn element_layout(&self, name: &str) -> Result<NotatedLayout, Report> {
        let found = self.symbols().element_layout(&with_sigil(name));
        found.map_err(|fault| self.report(fault.into_diag()))
    }

    /// Returns the layout of a name: `@x` or `x` of a tensor, a descriptor or a notation, or `@f:%x` of a value.
    ///
    /// # Errors
    /// The name is unknown, or has no layout.
    pub fn layout(&self, name: &str) -> Result<Layout, Report> {
        self.element_layout(name).map(|found| found.layout)
    }

    /// Returns the strides of a tensor that the module declares, in elements and in logical order; `None` if the symbol
    /// declares no tensor, or its strides are not resolved or not a number for each dim. A type without a layout is row
    /// major.
    pub fn strides(&self, symbol: &str) -> Option<Vec<i64>> {
        let module = &self.module;
        let named = SymbolTable::new(module, &self.registry).locate(&with_sigil(symbol)).ok()?;
        self.registry.op_def(module, module.op_of(named)?)?.tensor.as_ref()?;
        Some(passes::strides_of(module, &self.registry, named).ok()?.in_elements())
    }

    /// Returns the warnings and remarks of the calls so far.
    pub fn warnings(&self) -> Report {
        self.reported().clone()
    }

    fn reported(&self) -> MutexGuard<'_, Report> {
        // A report is whole after each change, whatever another thread did.
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the module.
    pub fn module(&self) -> &Verified {
        &self.module
    }

    /// Calls `run` with the compilation of the module's text. Keeps the warnings and remarks of a call that succeeds.
    ///
    /// # Errors
    /// `run` returns `None`; the report has the reasons.
    fn compile<T>(
        &self,
        target: Option<&str>,
        run: impl FnOnce(&mut Compilation<'_>) -> Option<T>,
    ) -> Result<T, Report> {
        let (text, _) = self.text();
        let target = target.map(NamedTarget::from);
        let compilation = Compilation::new(text, self.base, &self.registry);
        let mut compilation = compilation.for_target(target.as_ref());
        let result = run(&mut compilation);
        let report = Report::new(compilation.take(), &self.sources);
        match result {
            Some(value) => {
                self.reported().diagnostics.extend(report.diagnostics);
                Ok(value)
            }
            None => Err(report),
        }
    }

    /// Returns the text of the module, before the passes, and its path.
    fn text(&self) -> (&str, &str) {
        let file = self.sources.file_at(self.base);
        file.map_or(("", ""), |file| (file.text.as_str(), file.name.as_str()))
    }

    fn after(
        &self,
        compilation: &mut Compilation<'_>,
        target: Option<&Target>,
        steps: &[PlannedPass],
        watch: PassWatch<'_>,
    ) -> Option<Verified> {
        compilation.run(self.module.clone(), target, steps, watch).ok()
    }

    fn report(&self, diag: Diag) -> Report {
        Report::new(vec![diag], &self.sources)
    }
}

/// The counts of a pass that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PassStats {
    /// The name of the pass.
    pub pass: String,
    /// The names of the counts, in the order in which they were first counted, with their totals.
    pub counts: Vec<(&'static str, u64)>,
}

/// The counts of the passes of a call.
#[derive(Debug, Default)]
struct PassCounts(Vec<PassStats>);

impl Observer for PassCounts {
    fn after(&mut self, pass: &str, _position: usize, _module: &Module, stats: &Stats) {
        self.0.push(PassStats { pass: pass.to_owned(), counts: stats.iter().collect() });
    }
}

/// Adds a text to the sources and returns its base position.
///
/// # Errors
/// The texts are too long.
fn add(sources: &mut SourceMap, name: &str, text: &str) -> Result<u32, Report> {
    sources.add(name, text).ok_or_else(|| {
        let message = format!("`{name}` is longer than the limit of 4 GiB for all texts");
        Report::new(vec![Diag::error(code::SYNTAX, Span::NONE, message)], sources)
    })
}

/// Returns a name with its `@`.
fn with_sigil(name: &str) -> String {
    if name.starts_with('@') { name.to_owned() } else { format!("@{name}") }
}

/// The module in custom forms.
impl fmt::Display for SourceModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&module_to_string(&self.module, &self.registry, PrintOptions::default()))
    }
}

/// Returns the passes of a text at a position of the sources; `None` if it has errors.
fn steps(text: &str, base: u32, sink: &mut Sink) -> Option<Vec<PlannedPass>> {
    KnownPasses::ALL.planned(text, base, sink).filter(|_| !sink.has_errors())
}
