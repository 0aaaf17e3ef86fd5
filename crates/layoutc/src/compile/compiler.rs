//! Compiles one chunk: reads, verifies, runs the passes, emits.
//!
//! Each phase runs under a guard, so that a panic gives a reproducer that begins as late as it can.

use super::dumps::PassObserver;
use super::guard::{Panic, guard};
use super::plan::{self, CompilePlan, GENERIC};
use super::reproducer;
use super::tables::{Counts, Timing};
use crate::driver::Driver;
use crate::options::DriverOptions;
use crate::streams::chunks;
use crate::targets::{self, NamedTarget};
use codegen::{EmitContext, EmitError};
use ir::diag::{Diag, Sink, code};
use ir::print::{PrintOptions, module_to_string};
use ir::source::{SourceMap, Span};
use ir::target::Target;
use ir::{Module, Verified};
use passes::{PassManager, Provenance, RunErrorKind};
use std::io::{self, Write};
use std::time::Instant;

/// Everything that one chunk needs.
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
    pub(crate) err: &'a mut dyn Write,
    /// Where passes record what they decide, where that is asked for.
    pub(crate) provenance: Option<&'a mut Provenance>,
    /// What is reported.
    pub(crate) sink: Sink,
}

/// Why there is no output.
#[derive(Debug)]
pub(crate) enum CompileFailure {
    /// The sink says why.
    Reported,
    /// The sink says what is wrong with the command line.
    Usage,
    /// A fault of ours.
    Crash(Box<Crash>),
    /// The result cannot be written.
    Output(io::Error),
}

/// A fault of ours.
#[derive(Debug)]
pub(crate) struct Crash {
    /// What happened.
    pub(crate) diag: Diag,
    /// A test that shows it again.
    pub(crate) reproducer: String,
}

impl Compiler<'_> {
    /// Compiles the chunk to what the emitter takes.
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

    /// The diagnostics so far, at the parts of the text that they name. The sink is empty after it.
    pub(crate) fn located_diagnostics(&mut self) -> Vec<Diag> {
        let diags = self.sink.take();
        let mut located = diags.clone();
        let (text, base, registry) = (self.text, self.base, &self.driver.registry);
        // The parser can have panicked on this text before.
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
                Err(self.source_crash("the parser gave neither a module nor a reason".to_owned()))
            }
            Err(panic) => {
                Err(self.source_crash(format!("layoutc panicked while reading the input: {panic}")))
            }
        }
    }

    fn verify(&mut self, module: Module) -> Result<Verified, CompileFailure> {
        let started = Instant::now();
        let registry = &self.driver.registry;
        let verified = guard(|| Verified::new(module, registry, &mut self.sink));
        self.timing.add("verify", started.elapsed());
        match verified {
            Ok(verified) => verified.map_err(|_| CompileFailure::Reported),
            Err(panic) => {
                Err(self
                    .source_crash(format!("layoutc panicked while verifying the input: {panic}")))
            }
        }
    }

    /// The target that the user named. Only here is it known whether a name is one of the module's.
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
        let pipeline = plan::pipeline(&self.plan.steps);
        let mut watch = PassObserver {
            dumps: &self.plan.dumps,
            registry: &self.driver.registry,
            generic: self.plan.emitter.name == GENERIC,
            sources: self.options.print_locs.then_some(self.sources),
            err: self.err,
            timing: self.timing,
            counts: self.counts,
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
        let current = watch.current.take();
        match result {
            Ok(Ok(module)) => Ok(module),
            Ok(Err(error)) if error.kind != RunErrorKind::BrokeIr => Err(CompileFailure::Reported),
            Ok(Err(error)) => {
                let diag = self.take_broken(error.pass);
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

    /// Writes what the emitter makes of a compiled chunk.
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
        let context = EmitContext { registry, target, sources, elide_above, options };
        (emitter.emit)(module, &context, out).map_err(|error| match error {
            EmitError::Output(error) => CompileFailure::Output(error),
            EmitError::Module(diag) => {
                self.sink.push(*diag);
                CompileFailure::Reported
            }
        })
    }

    /// The target that the user named, or that the module picks. Emitters of IR, which ask for no passes, need
    /// none, so that IR that picks a target of elsewhere is still carried.
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

    /// A fault after the last pass, outside of any emitter.
    pub(crate) fn crash_at_end(&self, message: String, module: &Module) -> CompileFailure {
        self.pass_crash(fault(message), self.plan.steps.len(), Some(module))
    }

    /// The manager's diagnostic on a pass that broke the IR, taken out of the sink.
    fn take_broken(&mut self, pass: &str) -> Diag {
        let mut diags = self.sink.take();
        let place = diags.iter().rposition(|diag| diag.code == code::PASS_BROKE_IR);
        let broken = place.map(|place| diags.remove(place));
        diags.into_iter().for_each(|diag| self.sink.push(diag));
        broken.unwrap_or_else(|| fault(format!("pass `{pass}` left IR that does not verify")))
    }

    /// A fault before there is IR: the source itself shows it again.
    fn source_crash(&self, message: String) -> CompileFailure {
        self.source_failure(fault(message))
    }

    fn source_failure(&self, diag: Diag) -> CompileFailure {
        let reproducer = reproducer::text(self.passes_text(0).as_deref(), self.options, self.text);
        CompileFailure::Crash(Box::new(Crash { diag, reproducer }))
    }

    /// A fault at a step, or after the last one, with the IR before it.
    fn pass_crash(&self, diag: Diag, position: usize, before: Option<&Module>) -> CompileFailure {
        let registry = &self.driver.registry;
        let options = PrintOptions { generic: true, ..PrintOptions::default() };
        let printed =
            before.and_then(|module| guard(|| module_to_string(module, registry, options)).ok());
        let Some(ir) = printed else { return self.source_failure(diag) };
        let passes = Some(plan::pipeline(&self.plan.steps[position..]).to_string());
        let reproducer = reproducer::text(passes.as_deref(), self.options, &ir);
        CompileFailure::Crash(Box::new(Crash { diag, reproducer }))
    }

    /// The passes from a step on as text; none if the emitter chose them.
    fn passes_text(&self, position: usize) -> Option<String> {
        let chosen = self.options.passes.is_some() || self.options.pass_pipeline.is_some();
        chosen.then(|| plan::pipeline(&self.plan.steps[position..]).to_string())
    }

    /// The module before a step, made anew, as the one at hand went down with a pass. This costs a second
    /// run after a fault, and saves a copy before each pass of all other runs.
    fn before_step(&self, position: usize) -> Option<Module> {
        let (registry, mut sink) = (&self.driver.registry, Sink::default());
        let again = || {
            let module = parser::parse(self.text, self.base, registry, &mut sink)?;
            let module = Verified::new(module, registry, &mut sink).ok()?;
            let pipeline = plan::pipeline(&self.plan.steps[..position]);
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

/// The message and the step for a panic; one outside of any pass counts for the whole pipeline.
fn panic_in_pass(panic: &Panic, current: Option<(String, usize)>) -> (String, usize) {
    match current {
        Some((pass, position)) => (format!("layoutc panicked in pass `{pass}`: {panic}"), position),
        None => (format!("layoutc panicked between passes: {panic}"), 0),
    }
}
