//! A module with its text.

use crate::compilation::{Compilation, EmitForm, PassWatch, graph_file};
use crate::moves::ReportedMoves;
use crate::planned::{KnownPasses, PlannedPass, emitter_named};
use crate::report::Report;
use crate::symbols::SymbolTable;
use crate::targets::NamedTarget;
use codegen::{GRAPH_FLAG, GraphFile};
use ir::diag::{Diag, Sink, code};
use ir::layout::Layout;
use ir::print::{PrintOptions, module_to_string};
use ir::source::{SourceMap, Span};
use ir::target::Target;
use ir::{Registry, Verified};
use passes::Provenance;
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
                let ran = Vec::new();
                Ok(SourceModule { module, registry, sources, base, ran, provenance, warnings })
            }
            None => Err(report),
        }
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
        let (module, steps) = self.compile(target, |compilation| {
            let steps = steps(passes, base, compilation.sink());
            let target = compilation.target(&self.module);
            let steps = steps?;
            let target = target?;
            let watch = PassWatch { provenance, ..PassWatch::default() };
            Some((self.after(compilation, target.as_ref(), &steps, watch)?, steps))
        })?;
        self.module = module;
        self.ran.extend(steps.iter().map(|step| step.name().to_owned()));
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

    /// Returns the layout of a name: `@x` or `x` of a tensor, a descriptor or a notation, or `@f:%x` of a value.
    ///
    /// # Errors
    /// The name is unknown, or has no layout.
    pub fn layout(&self, name: &str) -> Result<Layout, Report> {
        let mut symbols = SymbolTable::new(&self.module, &self.registry);
        let found = symbols.element_layout(&with_sigil(name));
        found.map(|found| found.layout).map_err(|fault| self.report(fault.into_diag()))
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
        let text = self.sources.file_at(self.base).map_or("", |file| file.text.as_str());
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
