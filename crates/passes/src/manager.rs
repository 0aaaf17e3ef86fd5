//! The pass manager: runs a pipeline, verifies the module between passes, and notifies an observer.
//!
//! Passes do not verify, print or measure; an observer can.

use crate::pass::{PassContext, PassFile, Stats};
use crate::pipeline::{Pipeline, PipelineStep};
use crate::plan_memory;
use crate::provenance::Provenance;
use ir::arena::remove_plans;
use ir::diag::{Diag, Severity, Sink, code, counted};
use ir::layout::impl_error;
use ir::progress::{Progress, ProgressReport};
use ir::source::Span;
use ir::target::Target;
use ir::views::check_target_views;
use ir::{Module, Registry, Verified};
use std::borrow::Cow;

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

    /// Receives a report about the work of the running pass.
    fn progress(&mut self, pass: &str, position: usize, report: ProgressReport<'_>) {
        let _ = (pass, position, report);
    }

    /// Receives a file that a pass has written, after [`after`](Observer::after), even if the pass reported an error. Without
    /// an observer that writes it, there is no file.
    fn file(&mut self, pass: &str, file: PassFile) {
        let _ = (pass, file);
    }

    /// Receives the module after a pass that reported an error, or left a module that does not verify.
    fn failed(&mut self, pass: &str, position: usize, module: &Module) {
        let _ = (pass, position, module);
    }
}

/// An observer that does nothing.
pub struct NoObserver;

impl Observer for NoObserver {}

/// The progress of one pass, for the observer.
struct PassProgress<'a, 'o> {
    observer: Option<&'a mut (dyn Observer + 'o)>,
    pass: &'a str,
    position: usize,
}

impl Progress for PassProgress<'_, '_> {
    fn report(&mut self, report: ProgressReport<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.progress(self.pass, self.position, report);
        }
    }
}

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
#[non_exhaustive]
pub enum RunErrorKind {
    /// The pass reported an error.
    PassFailed,
    /// The module does not verify after the pass: a bug in the pass.
    BrokeIr,
    /// The module selects an unknown target, has an op that cannot be the view which a rule of the target declares, or
    /// has a format that the target's version of TensorRT does not support. No pass has run; the error names the first.
    NoTarget,
}

/// A pipeline that stopped, with the module.
///
/// To obtain the module before the failed pass, run the previous steps again: passes are deterministic, and a copy
/// before each pass would slow down every run.
#[derive(Debug)]
#[non_exhaustive]
pub struct RunError {
    /// The pass that failed.
    pub pass: String,
    /// Its position in the pipeline, from 0.
    pub position: usize,
    /// The reason.
    pub kind: RunErrorKind,
    /// The module as the failed pass left it. It does not verify if the reason is [`RunErrorKind::BrokeIr`], and may
    /// not if it is [`RunErrorKind::PassFailed`].
    pub module: Box<Module>,
}

impl_error!(RunError {
    Self { pass, position, kind: RunErrorKind::PassFailed, .. } =>
        "pass `{pass}` (position {position}) failed",
    Self { pass, position, kind: RunErrorKind::BrokeIr, .. } =>
        "pass `{pass}` (position {position}) left IR that does not verify",
    Self { pass, kind: RunErrorKind::NoTarget, .. } =>
        "the target cannot be used; no pass has run, the first is `{pass}`",
});

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
    /// pass reports an error, or a pass leaves IR that does not verify. The sink has the reasons: the diagnostics of the
    /// pass and a note with its name, or [`code::PASS_BROKE_IR`]. The error holds the module.
    pub fn run(
        &mut self,
        pipeline: &Pipeline,
        module: Verified,
        sink: &mut Sink,
    ) -> Result<Verified, RunError> {
        let Some((target, registry)) = self.target_and_registry(pipeline, &module, sink) else {
            return Err(stopped(pipeline, 0, RunErrorKind::NoTarget, module.into_module()));
        };
        let target = (target.as_deref(), &*registry);
        let module = self.for_target(pipeline, module, target.0, sink)?;
        // `Err` holds a module that was not verified after its last pass.
        let mut state = Ok(module);
        let last = pipeline.steps().len().saturating_sub(1);
        for (position, step) in pipeline.steps().iter().enumerate() {
            let mut module = state.map_or_else(|module| module, Verified::into_module);
            if !self.step(step, position, target, &mut module, sink) {
                return Err(stopped(pipeline, position, RunErrorKind::PassFailed, module));
            }
            state = match self.verify_each || position == last {
                false => Err(module),
                true => match self.intact((&step.info.name, position), module, target.0, sink) {
                    Ok(verified) => Ok(verified),
                    Err(broken) => {
                        return Err(stopped(pipeline, position, RunErrorKind::BrokeIr, *broken));
                    }
                },
            };
        }
        Ok(state.expect("the module was verified after the last pass"))
    }

    /// Returns the target of a run, and the registry with the views that its rules declare. Without passes there is no
    /// target. `None` if the module selects an unknown target, or an op cannot be the view of a rule; the sink has the
    /// reasons.
    fn target_and_registry(
        &self,
        pipeline: &Pipeline,
        module: &Module,
        sink: &mut Sink,
    ) -> Option<(Option<Cow<'a, Target>>, Cow<'a, Registry>)> {
        let own = Cow::Borrowed(self.registry);
        if pipeline.steps().is_empty() {
            return Some((None, own));
        }
        let target = match self.target {
            Some(named) => Some(Cow::Borrowed(named)),
            None => sink.value(Target::of_module(module, self.registry))?.map(Cow::Owned),
        };
        let Some(viewing) = target.as_deref().and_then(|it| self.registry.with_views_of(it)) else {
            return Some((target, own));
        };
        let errors = sink.errors();
        if let Some(target) = &target {
            check_target_views(module, &viewing, target, sink);
        }
        (sink.errors() == errors).then_some((target, Cow::Owned(viewing)))
    }

    /// Verifies the module again if the formats of its tensors have another version of TensorRT for the target.
    fn for_target(
        &self,
        pipeline: &Pipeline,
        module: Verified,
        target: Option<&Target>,
        sink: &mut Sink,
    ) -> Result<Verified, RunError> {
        let version = target.and_then(|target| target.format_version);
        if pipeline.steps().is_empty() || module.ctx.format_version() == version {
            return Ok(module);
        }
        Verified::for_target(module.into_module(), target, self.registry, sink)
            .map_err(|broken| stopped(pipeline, 0, RunErrorKind::NoTarget, *broken))
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
        let name = &*step.info.name;
        if let Some(observer) = &mut self.observer {
            observer.before(name, position, module);
        }
        let mut own = Sink::default();
        let mut stats = Stats::default();
        let mut files = Vec::new();
        let progress =
            &mut PassProgress { observer: self.observer.as_deref_mut(), pass: name, position };
        let mut cx = PassContext {
            registry,
            target,
            anchor: step.anchor,
            sink: &mut own,
            stats: &mut stats,
            provenance: self.provenance.as_deref_mut(),
            progress,
            files: &mut files,
        };
        step.pass.run(module, &mut cx);
        if let Some(observer) = &mut self.observer {
            observer.after(name, position, module, &stats);
        }
        let is_fine = forward_diagnostics(name, own, sink);
        if let Some(observer) = self.observer.as_deref_mut() {
            files.into_iter().for_each(|file| observer.file(name, file));
        }
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

    /// Returns the module as verified. If it does not verify after a pass, reports one error with the name of the pass
    /// and the verifier's messages as notes, and returns the module as the error.
    fn intact(
        &mut self,
        (pass, position): (&str, usize),
        module: Module,
        target: Option<&Target>,
        sink: &mut Sink,
    ) -> Result<Verified, Box<Module>> {
        let mut faults = Sink::default();
        let broken = match Verified::for_target(module, target, self.registry, &mut faults) {
            Ok(verified) => return Ok(verified),
            Err(broken) => broken,
        };
        if pass != plan_memory::NAME
            && let Some(verified) = self.without_plans(pass, &broken, target, sink)
        {
            return Ok(verified);
        }
        self.observe_failure(pass, position, &broken);
        let message = format!("pass `{pass}` left IR that does not verify");
        let diag = Diag::error(code::PASS_BROKE_IR, Span::NONE, message);
        sink.push(faults.take().into_iter().fold(diag, |diag, fault| {
            let span = fault.span();
            diag.note_at(span, fault.message)
        }));
        Err(broken)
    }

    /// Returns a module without its memory plans, with a remark, if it verifies without them. A pass that changes layouts or
    /// uses need not know of a plan that depends on them.
    fn without_plans(
        &self,
        pass: &str,
        broken: &Module,
        target: Option<&Target>,
        sink: &mut Sink,
    ) -> Option<Verified> {
        let mut module = broken.clone();
        let had_plans = remove_plans(&mut module);
        let verified = had_plans.then(|| {
            Verified::for_target(module, target, self.registry, &mut Sink::default()).ok()
        });
        let verified = verified.flatten()?;
        let message = format!(
            "pass `{pass}` changed what the memory plan of the module depends on, so the plan is removed"
        );
        let place = verified.location(verified.root());
        let diag = Diag::new(Severity::Remark, code::MEMORY, place, message);
        sink.push(diag.note("run `plan-memory` after this pass"));
        Some(verified)
    }
}

/// Returns the error of a pipeline that stopped at a pass.
fn stopped(pipeline: &Pipeline, position: usize, kind: RunErrorKind, module: Module) -> RunError {
    let pass = pipeline.steps().get(position).map_or("", |step| &*step.info.name).to_owned();
    RunError { pass, position, kind, module: Box::new(module) }
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
