//! The pass manager: runs a pipeline, verifies between passes, and tells an observer.
//!
//! Passes neither verify nor print nor measure; whoever wants that observes.

use crate::pass::{PassContext, Stats};
use crate::pipeline::{Pipeline, PipelineStep};
use crate::provenance::Provenance;
use ir::diag::{Diag, Severity, Sink, code, counted};
use ir::source::Span;
use ir::target::Target;
use ir::{Module, Registry, Verified};

/// Is told of each pass before and after it runs. Positions count from 0.
pub trait Observer {
    /// A pass is about to run.
    fn before(&mut self, pass: &str, position: usize, module: &Module) {
        let _ = (pass, position, module);
    }

    /// A pass has run, whether it failed or not. The module is not verified yet.
    fn after(&mut self, pass: &str, position: usize, module: &Module, stats: &Stats) {
        let _ = (pass, position, module, stats);
    }

    /// A pass has reported an error, or left a module that does not verify.
    fn failed(&mut self, pass: &str, position: usize, module: &Module) {
        let _ = (pass, position, module);
    }
}

/// An observer that does nothing.
pub struct NoObserver;

impl Observer for NoObserver {}

/// Runs pipelines.
pub struct PassManager<'a> {
    registry: &'a Registry,
    verify_each: bool,
    target: Option<&'a Target>,
    observer: Option<&'a mut dyn Observer>,
    provenance: Option<&'a mut Provenance>,
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunErrorKind {
    /// The pass reported an error.
    PassFailed,
    /// What the pass left does not verify: a fault of the pass.
    BrokeIr,
    /// The module picks a target that does not exist; the pass, which is the first, has not run.
    NoTarget,
}

/// A run that stopped. To have the module as it was before the pass, run the steps before it again:
/// passes are deterministic, and a copy before each pass would cost every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunError {
    /// The pass at fault.
    pub pass: &'static str,
    /// Its place in the pipeline, from 0.
    pub position: usize,
    /// Why.
    pub kind: RunErrorKind,
}

impl<'a> PassManager<'a> {
    /// A manager that verifies after each pass, without a target and an observer.
    pub fn new(registry: &'a Registry) -> PassManager<'a> {
        PassManager { registry, verify_each: true, target: None, observer: None, provenance: None }
    }

    /// Whether to verify after each pass. The result is verified in any case.
    #[must_use]
    pub fn verify_each(self, verify_each: bool) -> PassManager<'a> {
        PassManager { verify_each, ..self }
    }

    /// The target that the user named; without one it is the module's own, if that picks one.
    #[must_use]
    pub fn target(self, target: Option<&'a Target>) -> PassManager<'a> {
        PassManager { target, ..self }
    }

    /// Who is told.
    #[must_use]
    pub fn observer(self, observer: &'a mut dyn Observer) -> PassManager<'a> {
        PassManager { observer: Some(observer), ..self }
    }

    /// Where passes record what they decide; without it they record nothing.
    #[must_use]
    pub fn provenance(self, provenance: Option<&'a mut Provenance>) -> PassManager<'a> {
        PassManager { provenance, ..self }
    }

    /// Runs all passes of a pipeline in turn.
    ///
    /// # Errors
    /// The module picks no known target; a pass reports an error, or leaves IR that does not verify. The sink
    /// has the reasons: those of the pass with a note that names it, or [`code::PASS_BROKE_IR`].
    pub fn run(
        &mut self,
        pipeline: &Pipeline,
        module: Verified,
        sink: &mut Sink,
    ) -> Result<Verified, RunError> {
        let own = self.own_target(pipeline, &module, sink)?;
        let target = self.target.or(own.as_ref());
        // Between passes that are not verified after, the module is only a module.
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

    /// The target that the module picks, where passes will run and the user named none.
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

    /// Runs one pass; whether it reported no error.
    fn step(
        &mut self,
        step: &PipelineStep,
        position: usize,
        target: Option<&Target>,
        module: &mut Module,
        sink: &mut Sink,
    ) -> bool {
        let name = step.info.name;
        if let Some(observer) = &mut self.observer {
            observer.before(name, position, module);
        }
        let (mut own, mut stats) = (Sink::default(), Stats::default());
        let registry = self.registry;
        let provenance = self.provenance.as_deref_mut();
        let (sink_of_pass, counts) = (&mut own, &mut stats);
        let anchor = step.anchor;
        let mut cx =
            PassContext { registry, target, anchor, sink: sink_of_pass, stats: counts, provenance };
        step.pass.run(module, &mut cx);
        if let Some(observer) = &mut self.observer {
            observer.after(name, position, module, &stats);
        }
        let is_fine = hand_on(name, own, sink);
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

    /// The module if it verifies after a pass; if not, one error names the pass and tells the faults.
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

/// Hands the diagnostics of a pass on, with a note that names the pass at its last error; whether there was none.
fn hand_on(pass: &str, mut from: Sink, to: &mut Sink) -> bool {
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
