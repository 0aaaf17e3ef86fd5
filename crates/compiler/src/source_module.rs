//! A module with its text.

use crate::planned::{self, KnownPasses, unknown};
use crate::report::Report;
use codegen::{EmitContext, Emitter};
use ir::descriptor::Layouts;
use ir::diag::{Sink, code};
use ir::layout::Layout;
use ir::print::{PrintOptions, module_to_string};
use ir::source::{SourceMap, Span};
use ir::target::Target;
use ir::{Registry, Verified};
use passes::{PassManager, Pipeline};
use std::cell::RefCell;
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
        let (mut sources, mut sink) = (SourceMap::default(), Sink::default());
        let Some(base) = sources.add(path, text) else {
            sink.error(code::SYNTAX, Span::NONE, "the text has 4 GiB or more");
            return Err(Report::new(sink.take(), &sources));
        };
        let module = parser::parse_to_verify(text, base, &registry, &mut sink);
        let verified = module
            .filter(|_| !sink.has_errors())
            .and_then(|module| Verified::new(module, &registry, &mut sink).ok());
        let mut diags = sink.take();
        parser::locate(text, base, &registry, &mut diags);
        let report = Report::new(diags, &sources);
        match verified {
            Some(module) => {
                let ran = Vec::new();
                let warnings = Mutex::new(report);
                Ok(SourceModule { module, registry, sources, base, ran, warnings })
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
        let mut sink = Sink::default();
        let Some(base) = self.sources.add(PASSES, passes) else {
            sink.error(code::SYNTAX, Span::NONE, "the texts have 4 GiB or more");
            return Err(self.report(sink));
        };
        let pipeline = pipeline(passes, base, &mut sink);
        let target = self.target(target, &mut sink);
        let (Some(pipeline), Some(target)) = (pipeline, target) else {
            return Err(self.report(sink));
        };
        match self.after(&pipeline, target.as_ref(), &mut sink) {
            Some(module) => {
                self.module = module;
                self.ran.extend(pipeline.passes().map(str::to_owned));
                self.warn(sink);
                Ok(())
            }
            None => Err(self.report(sink)),
        }
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
        let mut sink = Sink::default();
        let emitter = emitter(kind, &mut sink);
        let target = self.target(target, &mut sink);
        let written = emitter
            .zip(target)
            .and_then(|(emitter, target)| self.written(&emitter, options, target, &mut sink));
        match written {
            Some(bytes) => {
                self.warn(sink);
                Ok(bytes)
            }
            None => Err(self.report(sink)),
        }
    }

    /// Returns the layout of a symbol: a tensor, a descriptor or a notation.
    ///
    /// # Errors
    /// The module has no such symbol, or the symbol has no layout.
    pub fn layout(&self, symbol: &str) -> Result<Layout, Report> {
        let layouts = Layouts::new(&self.module, &self.registry);
        let name = symbol.strip_prefix('@').unwrap_or(symbol);
        layouts.symbol(name).map(|layout| Layout::clone(&layout)).map_err(|fault| {
            let mut sink = Sink::default();
            sink.push(fault.to_diag(self.module.place(self.module.root())));
            self.report(sink)
        })
    }

    /// Returns the strides of a tensor that the module declares, in elements and in logical order; `None` if the symbol
    /// declares no tensor, or its strides are not resolved or not a number for each dim. A type without a layout is row
    /// major.
    pub fn strides(&self, symbol: &str) -> Option<Vec<i64>> {
        let module = &self.module;
        let name = symbol.strip_prefix('@').unwrap_or(symbol);
        let op = module.ops(module.body()).find(|&op| module.symbol(op) == Some(name))?;
        self.registry.of(module, op)?.tensor.as_ref()?;
        Some(passes::strides_of(module, &self.registry, op).ok()?.in_elements())
    }

    /// Returns the warnings and remarks of the calls so far.
    pub fn warnings(&self) -> Report {
        self.reported().clone()
    }

    fn reported(&self) -> MutexGuard<'_, Report> {
        // A report is whole after each change, whatever another thread did.
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the warnings and remarks of a call that succeeded.
    fn warn(&self, sink: Sink) {
        let warnings = self.report(sink);
        self.reported().diagnostics.extend(warnings.diagnostics);
    }

    /// Returns the module.
    pub fn module(&self) -> &Verified {
        &self.module
    }

    fn after(
        &self,
        pipeline: &Pipeline,
        target: Option<&Target>,
        sink: &mut Sink,
    ) -> Option<Verified> {
        let mut manager = PassManager::new(&self.registry).target(target);
        manager.run(pipeline, self.module.clone(), sink).ok()
    }

    fn written(
        &self,
        emitter: &Emitter,
        options: &[(&str, &str)],
        target: Option<Target>,
        sink: &mut Sink,
    ) -> Option<Vec<u8>> {
        let read = emitter.read_options(options);
        let options = read.map_err(|error| sink.error(code::OPTION, Span::NONE, error.message));
        let missing = emitter.passes.iter().filter(|pass| !self.ran.iter().any(|ran| ran == *pass));
        let missing: Vec<&str> = missing.copied().collect();
        let pipeline = pipeline(&missing.join(","), self.base, sink)?;
        let after = match missing.is_empty() {
            true => None,
            false => Some(self.after(&pipeline, target.as_ref(), sink)?),
        };
        let warnings = RefCell::<Sink>::default();
        let options = options.ok()?;
        let cx = EmitContext {
            registry: &self.registry,
            target: target.as_ref(),
            sources: None,
            elide_above: None,
            options: &options,
            warnings: &warnings,
        };
        let mut bytes = Vec::new();
        let emitted = (emitter.emit)(after.as_ref().unwrap_or(&self.module), &cx, &mut bytes);
        warnings.into_inner().take().into_iter().for_each(|warning| sink.push(warning));
        match emitted {
            Ok(()) => Some(bytes),
            Err(codegen::EmitError::Module(diag)) => {
                sink.push(*diag);
                None
            }
            Err(error) => {
                sink.error(code::OPTION, Span::NONE, error.to_string());
                None
            }
        }
    }

    /// Returns the target of a name, or else the one that the module selects, if any; `None` if it is unknown.
    fn target(&self, name: Option<&str>, sink: &mut Sink) -> Option<Option<Target>> {
        sink.value(match name.map(|name| name.strip_prefix('@').unwrap_or(name)) {
            Some(name) => Target::named(&self.module, &self.registry, name, Span::NONE).map(Some),
            None => Target::of_module(&self.module, &self.registry),
        })
    }

    /// Returns the diagnostics with their positions.
    fn report(&self, mut sink: Sink) -> Report {
        let mut diags = sink.take();
        if let Some(file) = self.sources.file_at(self.base) {
            parser::locate(&file.text, self.base, &self.registry, &mut diags);
        }
        Report::new(diags, &self.sources)
    }
}

/// The module in custom forms.
impl fmt::Display for SourceModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&module_to_string(&self.module, &self.registry, PrintOptions::default()))
    }
}

/// Returns the pipeline of a text at a position of the sources; `None` if it has errors.
fn pipeline(text: &str, base: u32, sink: &mut Sink) -> Option<Pipeline> {
    let known = KnownPasses { passes: passes::ALL, note: None };
    let steps = known.planned(text, base, sink)?;
    (!sink.has_errors()).then(|| planned::pipeline(&steps))
}

fn emitter(name: &str, sink: &mut Sink) -> Option<Emitter> {
    let found = codegen::ALL.iter().find(|emitter| emitter.name == name).copied();
    if found.is_none() {
        let known: Vec<&str> = codegen::ALL.iter().map(|emitter| emitter.name).collect();
        let diag = unknown("emitter", name, Span::NONE, known.iter().copied());
        sink.push(diag.note(format!("expected one of {}", known.join(", "))));
    }
    found
}
