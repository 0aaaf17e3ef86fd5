//! One execution of the driver, from the arguments to the exit status.
//!
//! This module selects the task that the arguments request. `state` is the state of the execution, `translate`,
//! `query` and `drawing` are its tasks, and `generic_form` has another program rewrite the input.

mod drawing;
mod generic_form;
mod query;
mod state;
mod translate;

use crate::compile::guard;
use crate::convert;
use crate::draw;
use crate::driver::{Driver, Env};
use crate::eval;
use crate::explain;
use crate::lists;
use crate::options::{self, DriverOptions, EarlyExit};
use crate::render::{DiagnosticReporter, Style};
use crate::status::{INTERNAL, USAGE};
use crate::streams::output;
use ir::diag::{Diag, code};
use ir::source::SourceMap;
use state::Session;
use std::io::{Read, Write};
use std::time::Instant;

impl Driver {
    /// Runs layoutc with `args`, which exclude the program's name, and returns the exit status: 0 for success, 1 for
    /// invalid input or a failed check, 2 for an invalid command line, 101 for an internal error.
    ///
    /// For a status other than 0, a line on standard error states the reason. Panics do not leave this function. The
    /// first call wraps the panic hook of the process to keep these panics quiet.
    pub fn run(&self, args: &[String], mut env: Env<'_>) -> i32 {
        match guard(|| unguarded(self, args, &mut env)) {
            Ok(status) => status,
            Err(panic) => {
                let code = code::INTERNAL;
                let text = format!("layoutc: error[{code}]: layoutc panicked: {panic}\n");
                let _ = env.stderr.write_all(text.as_bytes());
                INTERNAL
            }
        }
    }
}

/// Returns the arguments with `help eval` rewritten to `eval --help`.
fn without_help_command(args: &[String]) -> Vec<String> {
    match args.split_first() {
        Some((word, rest)) if word == "help" && rest.len() < 2 => {
            rest.iter().cloned().chain(["--help".to_owned()]).collect()
        }
        _ => args.to_vec(),
    }
}

fn unguarded(driver: &Driver, args: &[String], env: &mut Env<'_>) -> i32 {
    let args = &without_help_command(args)[..];
    #[cfg(feature = "onnx")]
    if let Some((word, rest)) = args.split_first()
        && word == "import"
    {
        return match crate::import::parse(rest) {
            Ok(request) => crate::import::run(driver, &request, env),
            Err(stop) => stopped(stop, args, env),
        };
    }
    let parsed = match args.split_first() {
        Some((word, args)) if word == "eval" => eval::parse(args, driver)
            .map(|(options, request)| (options, RunTask::Evaluate(request))),
        Some((word, args)) if word == "convert" => convert::parse(args, driver)
            .map(|(options, request)| (options, RunTask::Convert(request))),
        Some((word, args)) if word == "draw" => {
            draw::parse(args, driver).map(|(options, request)| (options, RunTask::Draw(request)))
        }
        Some((word, args)) if word == "explain" => explain::parse(args, driver)
            .map(|(options, request)| (options, RunTask::Explain(request))),
        _ => options::parse(args, driver).map(|options| (options, RunTask::Translate)),
    };
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
enum RunTask {
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
fn stopped(stop: EarlyExit, args: &[String], env: &mut Env<'_>) -> i32 {
    match stop {
        EarlyExit::Text(text) => print(&text, env),
        EarlyExit::Fault(diag) => {
            let style = Style { form: options::form_of(args), color: env.color };
            fail(*diag, style, env.stderr)
        }
    }
}

/// Prints a text to standard output. Returns the exit status.
fn print(text: &str, env: &mut Env<'_>) -> i32 {
    match output::write("-", text.as_bytes(), env.stdout) {
        Ok(()) => 0,
        Err(fault) => {
            fail(fault.diag, Style::default(), env.stderr);
            fault.status
        }
    }
}

fn fail(diag: Diag, style: Style, err: &mut dyn Write) -> i32 {
    DiagnosticReporter::new(style, 0).show(vec![diag], &SourceMap::default(), err);
    USAGE
}

fn run_session(driver: &Driver, options: DriverOptions, task: &RunTask, env: &mut Env<'_>) -> i32 {
    let session = Session::new(driver, options, env.color, &mut *env.stderr);
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
