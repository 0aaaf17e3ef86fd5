//! Compiles one chunk: reads, verifies, runs the passes, emits.
//!
//! Each phase runs under a guard. After a panic the reproducer starts at the latest phase whose input can be printed.

use super::dumps::PassObserver;
use super::guard::{Panic, guard};
use super::plan::{CompilePlan, GENERIC};
use super::reproducer;
use super::tables::{Counts, Timing};
use crate::driver::Driver;
#[cfg(feature = "onnx")]
use crate::model_output::{self, ModelOutput};
use crate::options::DriverOptions;
#[cfg(feature = "onnx")]
use crate::progress::ActivityProgress;
use crate::progress::ProgressLine;
use crate::streams::chunks;
use crate::streams::output::Output;
use crate::targets;
#[cfg(feature = "onnx")]
use codegen::EmitError;
use codegen::GraphFile;
use compiler::{Compilation, EmitForm, PassWatch};
#[cfg(feature = "onnx")]
use import::ImportOptions;
use ir::diag::{Diag, code};
use ir::moves::MoveReport;
use ir::print::{PrintOptions, module_to_string};
use ir::source::{SourceMap, Span};
use ir::target::Target;
use ir::{Module, Verified};
use passes::{PassFile, Provenance, RunErrorKind};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// The inputs, outputs and options of the compilation of one chunk.
pub(crate) struct Compiler<'a> {
    pub(crate) driver: &'a Driver,
    pub(crate) plan: &'a CompilePlan,
    pub(crate) options: &'a DriverOptions,
    pub(crate) sources: &'a SourceMap,
    pub(crate) text: &'a str,
    /// The position of the chunk's first byte.
    pub(crate) base: u32,
    pub(crate) timing: &'a mut Timing,
    pub(crate) counts: &'a mut Counts,
    /// The number of the chunk in the user's file, from 1.
    pub(crate) number: usize,
    pub(crate) progress: &'a mut ProgressLine,
    pub(crate) err: &'a mut dyn Write,
    /// The record of what passes decide; `None` if no layout is explained.
    pub(crate) provenance: Option<&'a mut Provenance>,
    /// The phases, with the diagnostics of the chunk.
    pub(crate) compilation: Compilation<'a>,
}

/// The reason for the absence of output.
#[derive(Debug)]
pub(crate) enum CompileFailure {
    /// The sink holds the errors in the input.
    Reported,
    /// The sink holds an error of the command line.
    Usage,
    /// An internal error.
    Crash(Box<Crash>),
    /// The result cannot be written.
    Output(io::Error),
}

/// An internal error.
#[derive(Debug)]
pub(crate) struct Crash {
    /// The diagnostic of the error.
    pub(crate) diag: Diag,
    /// A test that reproduces the error.
    pub(crate) reproducer: String,
}

impl<'a> Compiler<'a> {
    /// Returns the phases of the compilation of a text.
    pub(crate) fn phases(
        driver: &'a Driver,
        plan: &'a CompilePlan,
        text: &'a str,
        base: u32,
    ) -> Compilation<'a> {
        Compilation::new(text, base, &driver.registry).for_target(plan.target.as_ref())
    }

    /// Compiles the chunk to the module that the emitter reads.
    pub(crate) fn compile(&mut self) -> Result<Verified, CompileFailure> {
        let module = self.read()?;
        self.lower(module)
    }

    /// Parses and verifies the chunk.
    pub(crate) fn read(&mut self) -> Result<Verified, CompileFailure> {
        if self.options.split_input_file {
            let near_misses = chunks::near_misses(self.text, self.base);
            near_misses.into_iter().for_each(|warning| self.compilation.sink().push(warning));
        }
        let module = match self.phase("parse", Compilation::parse) {
            Ok(Some(module)) => module,
            Ok(None) if self.compilation.sink().has_errors() => {
                return Err(CompileFailure::Reported);
            }
            Ok(None) => {
                let message = "the parser returned neither a module nor an error";
                return Err(self.source_crash(fault(message.to_owned())));
            }
            Err(panic) => return Err(self.source_panic("reading", &panic)),
        };
        match self.phase("verify", |compilation| compilation.verify(module)) {
            Ok(module) => module.ok_or(CompileFailure::Reported),
            Err(panic) => Err(self.source_panic("verifying", &panic)),
        }
    }

    /// Runs the passes of the plan on the module of the chunk.
    pub(crate) fn lower(&mut self, module: Verified) -> Result<Verified, CompileFailure> {
        if !self.compilation.has_target_for(&module, &self.plan.emitter) {
            return Err(CompileFailure::Usage);
        }
        self.count_transposes(&module, ["transposes before", "transposed bytes before"]);
        match self.compilation.named_target(&module) {
            Ok(target) => self.run_passes(module, target.as_ref()),
            Err(faults) => {
                self.compilation.sink().push(targets::not_named(faults));
                Err(CompileFailure::Usage)
            }
        }
    }

    /// Counts the transposes of a module that is exported, with the bytes that they read and write.
    fn count_transposes(&mut self, module: &Module, names: [&'static str; 2]) {
        let emitter = &self.plan.emitter;
        if !emitter.exports || !self.options.stats {
            return;
        }
        let report = MoveReport::with_transposes(module, &self.driver.registry, module.root());
        let totals = report.totals();
        for (name, count) in names.into_iter().zip([totals.copies as u64, totals.bytes]) {
            self.counts.add(emitter.name, name, count);
        }
    }

    /// Runs and times a phase.
    fn phase<T>(
        &mut self,
        name: &str,
        run: impl FnOnce(&mut Compilation<'a>) -> T,
    ) -> Result<T, Panic> {
        let started = Instant::now();
        let result = guard(|| run(&mut self.compilation));
        self.timing.add(name, started.elapsed());
        result
    }

    /// Returns the diagnostics so far, and removes them.
    pub(crate) fn take_diagnostics(&mut self) -> Vec<Diag> {
        // The diagnostics may come from a panic of the parser on the same text, which also locates them.
        guard(|| self.compilation.take()).unwrap_or_else(|_| self.compilation.sink().take())
    }

    fn run_passes(
        &mut self,
        module: Verified,
        target: Option<&Target>,
    ) -> Result<Verified, CompileFailure> {
        if self.plan.steps.is_empty() {
            return Ok(module);
        }
        let mut watch = PassObserver {
            dumps: &self.plan.dumps,
            registry: &self.driver.registry,
            generic: self.plan.emitter.name == GENERIC,
            sources: self.options.print_locs.then_some(self.sources),
            err: self.err,
            timing: self.timing,
            counts: self.counts,
            progress: self.progress,
            current: None,
            started: Instant::now(),
            text: None,
            files: Vec::new(),
        };
        let watch_of_passes = PassWatch {
            verifies_last_only: !self.options.verify_each,
            observer: Some(&mut watch),
            provenance: self.provenance.as_deref_mut(),
        };
        let steps = &self.plan.steps;
        let result = guard(|| self.compilation.run(module, target, steps, watch_of_passes));
        // A pass that panicked leaves its line.
        watch.clear_progress();
        let current = watch.current.take();
        let files = std::mem::take(&mut watch.files);
        match result {
            Ok(Ok(module)) => self.write_files(&files).map(|()| module),
            Ok(Err(error)) if error.kind != RunErrorKind::BrokeIr => {
                // The certificate of a conflict belongs to the error.
                self.write_files(&files)?;
                Err(CompileFailure::Reported)
            }
            Ok(Err(error)) => {
                let diag = self.take_broken(&error.pass);
                let before = self.before_step(error.position);
                Err(self.pass_crash(diag, error.position, before.as_ref()))
            }
            Err(panic) => {
                let (message, position) = panic_in_pass(&panic, current);
                let before = self.before_step(position);
                Err(self.pass_crash(fault(message), position, before.as_ref()))
            }
        }
    }

    /// Writes the files of the passes, each as a whole, after the last pass that ran. Those of the second chunk are in the folder
    /// `2` beside those of the first, and so on.
    fn write_files(&mut self, files: &[PassFile]) -> Result<(), CompileFailure> {
        for PassFile { path, text, .. } in files {
            let path = Path::new(path);
            let path = match (path.parent(), path.file_name()) {
                (Some(folder), Some(name)) if self.number > 1 => {
                    folder.join(self.number.to_string()).join(name)
                }
                _ => path.to_owned(),
            };
            let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
            // A folder that cannot be created is reported by the write.
            let _ = folder.map(fs::create_dir_all);
            let written =
                Output::new(&path.to_string_lossy(), &mut io::empty()).write_whole(text.as_bytes());
            if let Err(stopped) = written {
                stopped.diags.into_iter().for_each(|diag| self.compilation.sink().push(diag));
                return Err(CompileFailure::Reported);
            }
        }
        Ok(())
    }

    /// Writes the output of the emitter for a compiled chunk.
    pub(crate) fn emit(
        &mut self,
        module: &Verified,
        out: &mut dyn Write,
    ) -> Result<(), CompileFailure> {
        self.count_transposes(module, ["transposes after", "transposed bytes after"]);
        let emitter = &self.plan.emitter;
        let options = &self.plan.emitter_options;
        let graph = self.plan.graph.as_ref();
        #[cfg(feature = "onnx")]
        if emitter.name == model_output::NAME {
            return self.emit_model(module, out);
        }
        let form = EmitForm {
            sources: self.options.print_locs.then_some(self.sources),
            elide_above: self.options.mlir_elide_elementsattrs_if_larger,
            graph: graph.map(|(name, bytes)| GraphFile { name, bytes }),
        };
        let result = self.phase("emit", |it| it.emit(module, emitter, options, form, out));
        self.emitted(result, module)
    }

    /// Returns the outcome of an emitter. `false` means that the sink holds an error.
    fn emitted(
        &self,
        result: Result<io::Result<bool>, Panic>,
        module: &Module,
    ) -> Result<(), CompileFailure> {
        match result {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(CompileFailure::Reported),
            Ok(Err(error)) => Err(CompileFailure::Output(error)),
            Err(panic) => {
                let name = self.plan.emitter.name;
                Err(self.crash_at_end(
                    format!("layoutc panicked while emitting `{name}`: {panic}"),
                    module,
                ))
            }
        }
    }

    /// Writes a module as an ONNX model.
    #[cfg(feature = "onnx")]
    fn emit_model(&mut self, module: &Verified, out: &mut dyn Write) -> Result<(), CompileFailure> {
        let DriverOptions { dims, emitter_options, model_dims, output, .. } = self.options;
        let mut import = ImportOptions::default();
        import.dims.clone_from(dims);
        let given = emitter_options.iter().find(|option| option.0 == model_output::WEIGHTS);
        // The weights are those of the input, if that is a model.
        let input = &self.plan.input;
        let weights = given.map(|option| option.1.as_str());
        let weights = weights.or(model_dims.as_ref().map(|_| input.as_str()));
        let output = output.as_deref().filter(|&path| path != "-");
        let files = ModelOutput { input, weights, output, import: &import };
        let registry = &self.driver.registry;
        let line = std::mem::take(self.progress);
        let mut progress = ActivityProgress { activity: "emit", line, err: self.err };
        let started = Instant::now();
        let sink = self.compilation.sink();
        let result = guard(|| match files.write(module, registry, out, sink, &mut progress) {
            Ok(()) => Ok(true),
            Err(EmitError::Module(diag)) => {
                sink.push(*diag);
                Ok(false)
            }
            Err(EmitError::Output(error)) => Err(error),
        });
        progress.clear();
        *self.progress = progress.line;
        self.timing.add("emit", started.elapsed());
        self.emitted(result, module)
    }

    /// Returns an internal error after the last pass, outside of any emitter.
    pub(crate) fn crash_at_end(&self, message: String, module: &Module) -> CompileFailure {
        self.pass_crash(fault(message), self.plan.steps.len(), Some(module))
    }

    /// Removes the manager's diagnostic on a pass that broke the IR from the sink, and returns it.
    fn take_broken(&mut self, pass: &str) -> Diag {
        let sink = self.compilation.sink();
        let mut diags = sink.take();
        let place = diags.iter().rposition(|diag| diag.code == code::PASS_BROKE_IR);
        let broken = place.map(|place| diags.remove(place));
        diags.into_iter().for_each(|diag| sink.push(diag));
        broken.unwrap_or_else(|| fault(format!("pass `{pass}` left IR that does not verify")))
    }

    /// Returns an internal error before any IR exists. The source itself is the reproducer.
    fn source_crash(&self, diag: Diag) -> CompileFailure {
        let reproducer = reproducer::text(self.chosen_passes().as_deref(), self.options, self.text);
        CompileFailure::Crash(Box::new(Crash { diag, reproducer }))
    }

    fn source_panic(&self, doing: &str, panic: &Panic) -> CompileFailure {
        self.source_crash(fault(format!("layoutc panicked while {doing} the input: {panic}")))
    }

    /// Returns an internal error at a step, or after the last step. `before` is the IR before that step.
    fn pass_crash(&self, diag: Diag, position: usize, before: Option<&Module>) -> CompileFailure {
        let registry = &self.driver.registry;
        let options = PrintOptions { generic: true, ..PrintOptions::default() };
        let printed =
            before.and_then(|module| guard(|| module_to_string(module, registry, options)).ok());
        let Some(ir) = printed else { return self.source_crash(diag) };
        let passes = Some(compiler::pipeline(&self.plan.steps[position..]).to_string());
        let reproducer = reproducer::text(passes.as_deref(), self.options, &ir);
        CompileFailure::Crash(Box::new(Crash { diag, reproducer }))
    }

    /// Returns the passes as text; `None` if the emitter chose them.
    fn chosen_passes(&self) -> Option<String> {
        let chosen = self.options.passes.is_some() || self.options.pass_pipeline.is_some();
        chosen.then(|| compiler::pipeline(&self.plan.steps).to_string())
    }

    /// Recomputes the module before a step, because the failed pass consumed the module. Recomputing costs a second
    /// execution after an error, but spares a copy of the module before each pass.
    fn before_step(&self, position: usize) -> Option<Module> {
        guard(|| {
            let mut again = Compiler::phases(self.driver, self.plan, self.text, self.base);
            let module = again.parse()?;
            let module = again.verify(module)?;
            let target = again.named_target(&module).ok()?;
            let watch = PassWatch { verifies_last_only: true, ..PassWatch::default() };
            let steps = &self.plan.steps[..position];
            Some(again.run(module, target.as_ref(), steps, watch).ok()?.into_module())
        })
        .ok()?
    }
}

fn fault(message: String) -> Diag {
    Diag::error(code::INTERNAL, Span::NONE, message)
}

/// Returns the message and the step of a panic. A panic outside of any pass belongs to the whole pipeline.
fn panic_in_pass(panic: &Panic, current: Option<(String, usize)>) -> (String, usize) {
    match current {
        Some((pass, position)) => (format!("layoutc panicked in pass `{pass}`: {panic}"), position),
        None => (format!("layoutc panicked between passes: {panic}"), 0),
    }
}
