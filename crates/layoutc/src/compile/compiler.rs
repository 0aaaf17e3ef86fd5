//! Compiles one chunk: reads, verifies, runs the passes, emits.
//!
//! Each phase runs under a guard. After a panic the reproducer starts at the latest phase whose input can be printed.

use super::dumps::PassObserver;
use super::guard::{Panic, guard};
use super::plan::{CompilePlan, GENERIC};
use super::reproducer;
use super::tables::{Counts, Timing};
use crate::driver::Driver;
use crate::options::DriverOptions;
use crate::progress::ProgressLine;
use crate::streams::chunks;
use crate::targets::{self, NamedTarget};
use codegen::{EmitContext, EmitError};
use ir::diag::{Diag, Sink, code};
use ir::print::{PrintOptions, module_to_string};
use ir::source::{SourceMap, Span};
use ir::target::Target;
use ir::{Module, Verified};
use passes::{PassManager, Provenance, RunErrorKind};
use std::cell::RefCell;
use std::io::{self, Write};
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
    pub(crate) progress: &'a mut ProgressLine,
    pub(crate) err: &'a mut dyn Write,
    /// The record of what passes decide; `None` if no layout is explained.
    pub(crate) provenance: Option<&'a mut Provenance>,
    /// The diagnostics of the chunk.
    pub(crate) sink: Sink,
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

impl Compiler<'_> {
    /// Compiles the chunk to the module that the emitter reads.
    pub(crate) fn compile(&mut self) -> Result<Verified, CompileFailure> {
        if self.options.split_input_file {
            let near_misses = chunks::near_misses(self.text, self.base);
            near_misses.into_iter().for_each(|warning| self.sink.push(warning));
        }
        let module = self.parse()?;
        let module = self.verify(module)?;
        match self.named_target(&module) {
            Ok(target) => self.run_passes(module, target.as_ref()),
            Err(fault) => {
                self.sink.push(*fault);
                Err(CompileFailure::Usage)
            }
        }
    }

    /// Removes the diagnostics from the sink, and returns them located at the text of the chunk.
    pub(crate) fn located_diagnostics(&mut self) -> Vec<Diag> {
        let diags = self.sink.take();
        let mut located = diags.clone();
        let (text, base, registry) = (self.text, self.base, &self.driver.registry);
        // The diagnostics may come from a panic of the parser on the same text.
        match guard(|| parser::locate(text, base, registry, &mut located)) {
            Ok(()) => located,
            Err(_) => diags,
        }
    }

    fn parse(&mut self) -> Result<Module, CompileFailure> {
        let started = Instant::now();
        let (text, base, registry) = (self.text, self.base, &self.driver.registry);
        let parsed = guard(|| parser::parse_to_verify(text, base, registry, &mut self.sink));
        self.timing.add("parse", started.elapsed());
        match parsed {
            Ok(Some(module)) if !self.sink.has_errors() => Ok(module),
            Ok(_) if self.sink.has_errors() => Err(CompileFailure::Reported),
            Ok(_) => {
                Err(self
                    .source_crash("the parser returned neither a module nor an error".to_owned()))
            }
            Err(panic) => {
                Err(self.source_crash(format!("layoutc panicked while reading the input: {panic}")))
            }
        }
    }

    fn verify(&mut self, module: Module) -> Result<Verified, CompileFailure> {
        let started = Instant::now();
        let mut sink = std::mem::take(&mut self.sink);
        let verified = guard(|| self.verified(module, &mut sink));
        self.sink = sink;
        self.timing.add("verify", started.elapsed());
        match verified {
            Ok(verified) => verified.map_err(|_| CompileFailure::Reported),
            Err(panic) => {
                Err(self
                    .source_crash(format!("layoutc panicked while verifying the input: {panic}")))
            }
        }
    }

    /// Verifies a module for the target that the user named, or that the module selects. An unknown name is reported
    /// later.
    fn verified(&self, module: Module, sink: &mut Sink) -> Result<Verified, Box<Module>> {
        let registry = &self.driver.registry;
        match self.named_target(&module) {
            Ok(Some(target)) => Verified::for_target(module, Some(&target), registry, sink),
            Ok(None) | Err(_) => Verified::new(module, registry, sink),
        }
    }

    /// Returns the target that the user named. A name can be that of a target op, which only the parsed module
    /// resolves.
    fn named_target(&self, module: &Module) -> Result<Option<Target>, Box<Diag>> {
        match &self.plan.target {
            Some(NamedTarget::Target(target)) => Ok(Some(target.clone())),
            Some(NamedTarget::Symbol(name)) => {
                let found = Target::named(module, &self.driver.registry, name, Span::NONE);
                found.map(Some).map_err(targets::not_named)
            }
            None => Ok(None),
        }
    }

    fn run_passes(
        &mut self,
        module: Verified,
        target: Option<&Target>,
    ) -> Result<Verified, CompileFailure> {
        if self.plan.steps.is_empty() {
            return Ok(module);
        }
        let pipeline = compiler::pipeline(&self.plan.steps);
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
        };
        let (registry, sink) = (&self.driver.registry, &mut self.sink);
        let (verify_each, provenance) = (self.options.verify_each, &mut self.provenance);
        let result = guard(|| {
            let manager = PassManager::new(registry).verify_each(verify_each).target(target);
            let manager = manager.provenance(provenance.as_deref_mut());
            manager.observer(&mut watch).run(&pipeline, module, sink)
        });
        // A pass that panicked leaves its line.
        watch.clear_progress();
        let current = watch.current.take();
        match result {
            Ok(Ok(module)) => Ok(module),
            Ok(Err(error)) if error.kind != RunErrorKind::BrokeIr => Err(CompileFailure::Reported),
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

    /// Writes the output of the emitter for a compiled chunk.
    pub(crate) fn emit(
        &mut self,
        module: &Verified,
        out: &mut dyn Write,
    ) -> Result<(), CompileFailure> {
        let started = Instant::now();
        let result = guard(|| self.write(module, out));
        self.timing.add("emit", started.elapsed());
        result.unwrap_or_else(|panic| {
            let name = self.plan.emitter.name;
            let diag = fault(format!("layoutc panicked while emitting `{name}`: {panic}"));
            Err(self.pass_crash(diag, self.plan.steps.len(), Some(module)))
        })
    }

    fn write(&mut self, module: &Verified, out: &mut dyn Write) -> Result<(), CompileFailure> {
        let emitter = &self.plan.emitter;
        let registry = &self.driver.registry;
        let sources = self.options.print_locs.then_some(self.sources);
        let target = self.target_to_emit(module).map_err(|faults| {
            faults.into_iter().for_each(|fault| self.sink.push(fault));
            CompileFailure::Reported
        })?;
        let options = &self.plan.emitter_options;
        let elide_above = self.options.mlir_elide_elementsattrs_if_larger;
        let target = target.as_ref();
        let warnings = RefCell::new(Sink::default());
        let context =
            EmitContext { registry, target, sources, elide_above, options, warnings: &warnings };
        let emitted = (emitter.emit)(module, &context, out);
        warnings.into_inner().take().into_iter().for_each(|warning| self.sink.push(warning));
        emitted.map_err(|error| match error {
            EmitError::Output(error) => CompileFailure::Output(error),
            EmitError::Module(diag) => {
                self.sink.push(*diag);
                CompileFailure::Reported
            }
        })
    }

    /// Returns the target that the user named, or that the module selects. Emitters without passes print IR and use no
    /// target, so the result for them is `None`. They print IR that selects an unknown target.
    fn target_to_emit(&self, module: &Module) -> Result<Option<Target>, Vec<Diag>> {
        if self.plan.emitter.passes.is_empty() {
            return Ok(None);
        }
        match self.named_target(module) {
            Ok(Some(target)) => Ok(Some(target)),
            Ok(None) => Target::of_module(module, &self.driver.registry),
            Err(fault) => Err(vec![*fault]),
        }
    }

    /// Returns an internal error after the last pass, outside of any emitter.
    pub(crate) fn crash_at_end(&self, message: String, module: &Module) -> CompileFailure {
        self.pass_crash(fault(message), self.plan.steps.len(), Some(module))
    }

    /// Removes the manager's diagnostic on a pass that broke the IR from the sink, and returns it.
    fn take_broken(&mut self, pass: &str) -> Diag {
        let mut diags = self.sink.take();
        let place = diags.iter().rposition(|diag| diag.code == code::PASS_BROKE_IR);
        let broken = place.map(|place| diags.remove(place));
        diags.into_iter().for_each(|diag| self.sink.push(diag));
        broken.unwrap_or_else(|| fault(format!("pass `{pass}` left IR that does not verify")))
    }

    /// Returns an internal error before any IR exists. The source itself is the reproducer.
    fn source_crash(&self, message: String) -> CompileFailure {
        self.source_failure(fault(message))
    }

    fn source_failure(&self, diag: Diag) -> CompileFailure {
        let reproducer = reproducer::text(self.passes_text(0).as_deref(), self.options, self.text);
        CompileFailure::Crash(Box::new(Crash { diag, reproducer }))
    }

    /// Returns an internal error at a step, or after the last step. `before` is the IR before that step.
    fn pass_crash(&self, diag: Diag, position: usize, before: Option<&Module>) -> CompileFailure {
        let registry = &self.driver.registry;
        let options = PrintOptions { generic: true, ..PrintOptions::default() };
        let printed =
            before.and_then(|module| guard(|| module_to_string(module, registry, options)).ok());
        let Some(ir) = printed else { return self.source_failure(diag) };
        let passes = Some(compiler::pipeline(&self.plan.steps[position..]).to_string());
        let reproducer = reproducer::text(passes.as_deref(), self.options, &ir);
        CompileFailure::Crash(Box::new(Crash { diag, reproducer }))
    }

    /// Returns the passes from a step on as text; `None` if the emitter chose them.
    fn passes_text(&self, position: usize) -> Option<String> {
        let chosen = self.options.passes.is_some() || self.options.pass_pipeline.is_some();
        chosen.then(|| compiler::pipeline(&self.plan.steps[position..]).to_string())
    }

    /// Recomputes the module before a step, because the failed pass consumed the module. Recomputing costs a second
    /// execution after an error, but spares a copy of the module before each pass.
    fn before_step(&self, position: usize) -> Option<Module> {
        let (registry, mut sink) = (&self.driver.registry, Sink::default());
        let again = || {
            let module = parser::parse(self.text, self.base, registry, &mut sink)?;
            let module = self.verified(module, &mut sink).ok()?;
            let pipeline = compiler::pipeline(&self.plan.steps[..position]);
            let target = self.named_target(&module).ok()?;
            let manager = PassManager::new(registry).verify_each(false);
            let mut manager = manager.target(target.as_ref());
            Some(manager.run(&pipeline, module, &mut sink).ok()?.into_module())
        };
        guard(again).ok()?
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
