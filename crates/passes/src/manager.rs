//! The pass manager: runs a pipeline, verifies the module between passes, and notifies an observer.
//!
//! Passes do not verify, print or measure; an observer can.

use crate::pass::{PassContext, Stats};
use crate::pipeline::{Pipeline, PipelineStep};
use crate::provenance::Provenance;
use ir::diag::{Diag, Severity, Sink, code, counted};
use ir::source::Span;
use ir::target::Target;
use ir::views::check_target_views;
use ir::{Module, Registry, Verified};

/// A receiver of notifications before and after each pass. Positions count from 0.
pub trait Observer {
    /// Receives the module before a pass runs.
    fn before(&mut self, pass: &str, position: usize, module: &Module) {
        let _ = (pass, position, module);
    }

    /// Receives the module after a pass, whether it failed or not. The module is not verified yet.
    fn after(&mut self, pass: &str, position: usize, module: &Module, stats: &Stats) {
        let _ = (pass, position, module, stats);
    }

    /// Receives the module after a pass that reported an error, or left a module that does not verify.
    fn failed(&mut self, pass: &str, position: usize, module: &Module) {
        let _ = (pass, position, module);
    }
}

/// An observer that does nothing.
pub struct NoObserver;

impl Observer for NoObserver {}

/// The runner of pipelines.
pub struct PassManager<'a> {
    registry: &'a Registry,
    verify_each: bool,
    target: Option<&'a Target>,
    observer: Option<&'a mut dyn Observer>,
    provenance: Option<&'a mut Provenance>,
}

/// The reason why a pipeline stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunErrorKind {
    /// The pass reported an error.
    PassFailed,
    /// The module does not verify after the pass: a bug in the pass.
    BrokeIr,
    /// The module selects an unknown target, or has an op that cannot be the view which a rule of the target declares.
    /// No pass has run; the error names the first.
    NoTarget,
}

/// A pipeline that stopped. To obtain the module before the failed pass, run the previous steps again: passes are
/// deterministic, and a copy before each pass would slow down every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunError {
    /// The pass that failed.
    pub pass: &'static str,
    /// Its position in the pipeline, from 0.
    pub position: usize,
    /// The reason.
    pub kind: RunErrorKind,
}

impl<'a> PassManager<'a> {
    /// Returns a manager that verifies after each pass, without a target or an observer.
    pub fn new(registry: &'a Registry) -> PassManager<'a> {
        PassManager { registry, verify_each: true, target: None, observer: None, provenance: None }
    }

    /// Sets whether to verify after each pass. The final module is always verified.
    #[must_use]
    pub fn verify_each(self, verify_each: bool) -> PassManager<'a> {
        PassManager { verify_each, ..self }
    }

    /// Sets the target that the user named. Without one, the manager uses the target that the module selects, if any.
    #[must_use]
    pub fn target(self, target: Option<&'a Target>) -> PassManager<'a> {
        PassManager { target, ..self }
    }

    /// Sets the observer to notify.
    #[must_use]
    pub fn observer(self, observer: &'a mut dyn Observer) -> PassManager<'a> {
        PassManager { observer: Some(observer), ..self }
    }

    /// Sets the record for the decisions of passes. Without one, passes record nothing.
    #[must_use]
    pub fn provenance(self, provenance: Option<&'a mut Provenance>) -> PassManager<'a> {
        PassManager { provenance, ..self }
    }

    /// Runs the passes of a pipeline in order.
    ///
    /// # Errors
    /// The module selects an unknown target, has an op that cannot be the view which a rule of the target declares, a
    /// pass reports an error, or a pass leaves IR that does not verify. The sink has the reasons: the diagnostics of the pass and a note with its name, or [`code::PASS_BROKE_IR`].
    pub fn run(
        &mut self,
        pipeline: &Pipeline,
        module: Verified,
        sink: &mut Sink,
    ) -> Result<Verified, RunError> {
        let own = self.own_target(pipeline, &module, sink)?;
        let target = self.target.or(own.as_ref());
        let viewing = self.with_target_views(pipeline, &module, target, sink)?;
        let target = (target, viewing.as_ref().unwrap_or(self.registry));
        // `Err` holds a module that was not verified after its last pass.
        let mut state = Ok(module);
        let last = pipeline.steps().len().saturating_sub(1);
        for (position, step) in pipeline.steps().iter().enumerate() {
            let mut module = state.map_or_else(|module| module, Verified::into_module);
            let pass = step.info.name;
            if !self.step(step, position, target, &mut module, sink) {
                return Err(RunError { pass, position, kind: RunErrorKind::PassFailed });
            }
            state = match self.verify_each || position == last {
                false => Err(module),
                true => match self.intact((pass, position), module, sink) {
                    Some(verified) => Ok(verified),
                    None => return Err(RunError { pass, position, kind: RunErrorKind::BrokeIr }),
                },
            };
        }
        Ok(state.expect("the module was verified after the last pass"))
    }

    /// Returns the target that the module selects, if the pipeline has passes and the user named no target.
    fn own_target(
        &self,
        pipeline: &Pipeline,
        module: &Module,
        sink: &mut Sink,
    ) -> Result<Option<Target>, RunError> {
        let Some(first) = pipeline.steps().first().filter(|_| self.target.is_none()) else {
            return Ok(None);
        };
        Target::of_module(module, self.registry).map_err(|faults| {
            faults.into_iter().for_each(|fault| sink.push(fault));
            RunError { pass: first.info.name, position: 0, kind: RunErrorKind::NoTarget }
        })
    }

    /// Returns the registry with the views that the rules of the target declare. `None` if they declare none.
    fn with_target_views(
        &self,
        pipeline: &Pipeline,
        module: &Module,
        target: Option<&Target>,
        sink: &mut Sink,
    ) -> Result<Option<Registry>, RunError> {
        let (Some(target), Some(first)) = (target, pipeline.steps().first()) else {
            return Ok(None);
        };
        let Some(registry) = self.registry.with_views_of(target) else { return Ok(None) };
        let errors = sink.errors();
        check_target_views(module, &registry, target, sink);
        match sink.errors() == errors {
            true => Ok(Some(registry)),
            false => {
                Err(RunError { pass: first.info.name, position: 0, kind: RunErrorKind::NoTarget })
            }
        }
    }

    /// Runs one pass. Returns `true` if the pass reported no error.
    fn step(
        &mut self,
        step: &PipelineStep,
        position: usize,
        (target, registry): (Option<&Target>, &Registry),
        module: &mut Module,
        sink: &mut Sink,
    ) -> bool {
        let name = step.info.name;
        if let Some(observer) = &mut self.observer {
            observer.before(name, position, module);
        }
        let (mut own, mut stats) = (Sink::default(), Stats::default());
        let provenance = self.provenance.as_deref_mut();
        let (sink_of_pass, counts) = (&mut own, &mut stats);
        let anchor = step.anchor;
        let mut cx =
            PassContext { registry, target, anchor, sink: sink_of_pass, stats: counts, provenance };
        step.pass.run(module, &mut cx);
        if let Some(observer) = &mut self.observer {
            observer.after(name, position, module, &stats);
        }
        let is_fine = forward_diagnostics(name, own, sink);
        if !is_fine {
            self.observe_failure(name, position, module);
        }
        is_fine
    }

    fn observe_failure(&mut self, pass: &str, position: usize, module: &Module) {
        if let Some(observer) = &mut self.observer {
            observer.failed(pass, position, module);
        }
    }

    /// Returns the module if it verifies after a pass. Otherwise reports one error with the name of the pass and the
    /// verifier's messages as notes.
    fn intact(
        &mut self,
        (pass, position): (&str, usize),
        module: Module,
        sink: &mut Sink,
    ) -> Option<Verified> {
        let mut faults = Sink::default();
        let broken = match Verified::new(module, self.registry, &mut faults) {
            Ok(verified) => return Some(verified),
            Err(broken) => broken,
        };
        self.observe_failure(pass, position, &broken);
        let message = format!("pass `{pass}` left IR that does not verify");
        let diag = Diag::error(code::PASS_BROKE_IR, Span::NONE, message);
        sink.push(faults.take().into_iter().fold(diag, |diag, fault| {
            let span = fault.span();
            diag.note_at(span, fault.message)
        }));
        None
    }
}

/// Moves the diagnostics of a pass to `to`, with a note that names the pass on its last error. Returns `true` if there
/// was no error.
fn forward_diagnostics(pass: &str, mut from: Sink, to: &mut Sink) -> bool {
    let count = from.errors();
    let mut diags = from.take();
    if let Some(last) = diags.iter_mut().rfind(|diag| diag.severity == Severity::Error) {
        let errors = counted(count, "error");
        let noted = last.clone().note(format!("pass `{pass}` failed with {errors}"));
        *last = noted;
    }
    diags.into_iter().for_each(|diag| to.push(diag));
    count == 0
}

#[cfg(test)]
mod tests;
