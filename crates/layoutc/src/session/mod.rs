//! One execution of a task, from the options to the exit status.
//!
//! `state` is the state of the execution, `translate`, `query` and `drawing` are its tasks, and `generic_form` has another program rewrite the input.

mod drawing;
mod generic_form;
mod query;
mod state;
mod translate;

use crate::convert;
use crate::draw;
use crate::driver::{Driver, Env};
use crate::eval;
use crate::explain;
use crate::lists;
use crate::options::{self, DriverOptions, EarlyExit};
use crate::progress::ProgressLine;
use crate::render::{DiagnosticReporter, Style};
use crate::status::{Stopped, USAGE};
use crate::streams::output;
use ir::source::SourceMap;
use state::Session;
use std::io::{Read, Write};
use std::time::Instant;

/// Runs the task of a command line, and returns the exit status. `args` select the form of an error in themselves.
pub(crate) fn run(
    driver: &Driver,
    parsed: Result<(DriverOptions, RunTask), EarlyExit>,
    args: &[String],
    env: &mut Env<'_>,
) -> i32 {
    let (options, task) = match parsed {
        Ok(parsed) => parsed,
        Err(stop) => return stopped(stop, args, env),
    };
    if let Some(text) = lists::lists(&options, driver) {
        return print(&text, env);
    }
    if let RunTask::Explain(explain::ExplainRequest::Page { of }) = &task {
        return match explain::page(driver, of) {
            Ok(text) => print(&text, env),
            Err(diag) => stopped(EarlyExit::Fault(diag), args, env),
        };
    }
    run_session(driver, options, &task, env)
}

/// The tasks of an execution.
pub(crate) enum RunTask {
    /// Write the emitter's output.
    Translate,
    /// Answer queries about layouts.
    Evaluate(eval::EvalRequest),
    /// Write a layout in another notation.
    Convert(convert::ConvertRequest),
    /// Draw a layout or a function.
    Draw(draw::DrawRequest),
    /// Explain a layout.
    Explain(explain::ExplainRequest),
}

/// Ends an execution that reads no input. Returns the exit status.
pub(crate) fn stopped(stop: EarlyExit, args: &[String], env: &mut Env<'_>) -> i32 {
    match stop {
        EarlyExit::Text(text) => print(&text, env),
        EarlyExit::Fault(diag) => {
            let style = Style { form: options::form_of(args), color: env.color };
            let stop = Err(Stopped::new(*diag, USAGE));
            DiagnosticReporter::new(style, 0).end(stop, &SourceMap::default(), env.stderr)
        }
    }
}

/// Prints a text to standard output. Returns the exit status.
pub(crate) fn print(text: &str, env: &mut Env<'_>) -> i32 {
    match output::write("-", text.as_bytes(), env.stdout) {
        Ok(()) => 0,
        Err(stop) => {
            let reporter = DiagnosticReporter::new(Style::default(), 0);
            reporter.end(Err(stop), &SourceMap::default(), env.stderr)
        }
    }
}

fn run_session(driver: &Driver, options: DriverOptions, task: &RunTask, env: &mut Env<'_>) -> i32 {
    let mut session = Session::new(driver, options, env.color, &mut *env.stderr);
    let mode = session.options.messages.progress;
    let form = session.style.form;
    session.progress = ProgressLine::new(mode, form, env.progress);
    session.run(task, &mut *env.stdin, &mut *env.stdout)
}

impl Session<'_> {
    fn run(mut self, task: &RunTask, stdin: &mut dyn Read, stdout: &mut dyn Write) -> i32 {
        let started = Instant::now();
        let status = match task {
            RunTask::Evaluate(request) => self.evaluate(request, stdin, stdout),
            RunTask::Convert(request) => self.convert(request, stdin, stdout),
            RunTask::Draw(request) => self.draw(request, stdin, stdout),
            RunTask::Explain(
                explain::ExplainRequest::Layout { of } | explain::ExplainRequest::Page { of },
            ) => self.explain(of, stdin, stdout),
            RunTask::Translate => self.translate(stdin, stdout),
        };
        let status = status.unwrap_or_else(|status| status);
        self.reporter.finish(self.err);
        if self.options.stats {
            let _ = self.err.write_all(self.counts.table().as_bytes());
        }
        if self.options.timing {
            let _ = self.err.write_all(self.timing.table(started.elapsed()).as_bytes());
        }
        status
    }
}
