//! One run of the driver, from the arguments to the exit status.

use crate::chunks;
use crate::compile::{Compiler, Crash, Failure};
use crate::expected;
use crate::guard::guard;
use crate::options::{Color, Options, Stop};
use crate::output::Output;
use crate::plan::Plan;
use crate::render::{self, Style};
use crate::report::Reporter;
use crate::tables::{Counts, Timing};
use crate::{Driver, Env, input, lists, options, output};
use ir::Verified;
use ir::diag::{Diag, Sink, code};
use ir::source::{SourceFile, SourceMap, Span};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::time::Instant;

/// The input is wrong, or a check failed.
const FAILED: i32 = 1;
/// The command line is wrong.
const USAGE: i32 = 2;
/// A fault of ours; what a Rust program that panics ends with.
const FAULT: i32 = 101;

/// Runs the driver; see [`Driver::run`].
pub(crate) fn run(driver: &Driver, args: &[String], mut env: Env<'_>) -> i32 {
    match guard(|| unguarded(driver, args, &mut env)) {
        Ok(status) => status,
        Err(panic) => {
            let text = format!("layoutc: error[{}]: layoutc panicked: {panic}\n", code::INTERNAL);
            let _ = env.stderr.write_all(text.as_bytes());
            FAULT
        }
    }
}

fn unguarded(driver: &Driver, args: &[String], env: &mut Env<'_>) -> i32 {
    let options = match options::parse(args) {
        Ok(options) => options,
        Err(Stop::Text(text)) => return print(&text, env),
        Err(Stop::Fault(diag)) => {
            let style = Style { form: options::form_of(args), color: env.color };
            return fail(*diag, style, env.stderr);
        }
    };
    match lists::lists(&options, driver) {
        Some(text) => print(&text, env),
        None => run_session(driver, options, env),
    }
}

/// Prints what was asked for in place of a run.
fn print(text: &str, env: &mut Env<'_>) -> i32 {
    match output::write("-", text.as_bytes(), env.stdout) {
        Ok(()) => 0,
        Err(diag) => fail(*diag, Style::default(), env.stderr),
    }
}

fn fail(diag: Diag, style: Style, err: &mut dyn Write) -> i32 {
    Reporter::new(style, 0).show(vec![diag], &SourceMap::default(), err);
    USAGE
}

fn run_session(driver: &Driver, options: Options, env: &mut Env<'_>) -> i32 {
    let color = match options.color {
        Color::Auto => env.color,
        Color::Always => true,
        Color::Never => false,
    };
    let style = Style { form: options.diagnostics, color };
    let session = Session {
        driver,
        reporter: Reporter::new(style, options.error_limit),
        options,
        err: &mut *env.stderr,
        style,
        sources: SourceMap::default(),
        timing: Timing::default(),
        counts: Counts::default(),
    };
    session.run(&mut *env.stdin, &mut *env.stdout)
}

/// A run whose options are known.
struct Session<'a> {
    driver: &'a Driver,
    options: Options,
    err: &'a mut dyn Write,
    style: Style,
    reporter: Reporter,
    sources: SourceMap,
    timing: Timing,
    counts: Counts,
}

impl Session<'_> {
    fn run(mut self, stdin: &mut dyn Read, stdout: &mut dyn Write) -> i32 {
        let started = Instant::now();
        let status = self.work(stdin, stdout);
        self.reporter.finish(self.err);
        if self.options.stats {
            let _ = self.err.write_all(self.counts.table().as_bytes());
        }
        if self.options.timing {
            let _ = self.err.write_all(self.timing.table(started.elapsed()).as_bytes());
        }
        status
    }

    /// Shows diagnostics at once.
    fn show(&mut self, diags: Vec<Diag>) {
        self.reporter.show(diags, &self.sources, self.err);
    }

    fn work(&mut self, stdin: &mut dyn Read, stdout: &mut dyn Write) -> i32 {
        let mut sink = Sink::default();
        let plan = Plan::new(&self.options, self.driver, &mut self.sources, &mut sink);
        let path = self.input_path(&mut sink);
        let (Some(plan), Some(path)) = (plan, path) else {
            self.show(sink.take());
            return USAGE;
        };
        let started = Instant::now();
        let base = input::read(&path, stdin, &mut self.sources);
        self.timing.add("read", started.elapsed());
        match base {
            Ok(base) => {
                let path = self.options.output.clone().unwrap_or("-".to_owned());
                self.compile_all(&plan, base, Output::new(&path, stdout))
            }
            Err(fault) => {
                self.show(vec![fault.diag]);
                fault.status
            }
        }
    }

    /// The one input; several are a fault, which may be a subcommand that is not there.
    fn input_path(&self, sink: &mut Sink) -> Option<String> {
        let message = match self.options.inputs.as_slice() {
            [] => return Some("-".to_owned()),
            [path] => return Some(path.clone()),
            [first, second, ..] => match input::subcommand(first) {
                Some(name) => {
                    format!("`{name}` is a subcommand that this version of layoutc does not have")
                }
                None => format!("one input is read, but `{first}` and `{second}` are given"),
            },
        };
        sink.error(code::OPTION, Span::NONE, message);
        None
    }

    fn compile_all(&mut self, plan: &Plan, base: u32, mut out: Output<'_>) -> i32 {
        let text = self.file(base).text.clone();
        let chunks = match self.options.split_input_file {
            true => chunks::split(&text),
            false => std::iter::once(0..text.len()).collect(),
        };
        let mut status = 0;
        for (place, range) in chunks.into_iter().enumerate() {
            if place > 0 {
                out.separate();
            }
            status = status.max(self.chunk(&Chunk { plan, base, range }, &mut out));
            // Neither what a fault of ours leaves behind nor a full disk is ground to go on.
            if status > FAILED {
                return status;
            }
        }
        match out.finish(status == 0) {
            Ok(()) => status,
            Err(diag) => {
                self.show(vec![*diag]);
                USAGE
            }
        }
    }

    fn file(&self, base: u32) -> &SourceFile {
        self.sources.file_at(base).expect("the input was added there")
    }

    /// Compiles a chunk and writes what comes of it; the status.
    fn chunk(&mut self, chunk: &Chunk<'_>, out: &mut Output<'_>) -> i32 {
        let (result, diags) = self.with_compiler(chunk, |it| it.compile());
        match result {
            Err(Failure::Crash(crash)) => {
                self.show(diags);
                self.crash(&crash)
            }
            _ if self.options.verify_diagnostics => self.checked(chunk, result.ok(), diags, out),
            Ok(module) => {
                // They are shown before the result, as they came before it.
                self.show(diags);
                let (result, diags) = self.with_compiler(chunk, |it| it.emit(&module, out));
                self.show(diags);
                self.status(result, out)
            }
            Err(_) => {
                self.show(diags);
                FAILED
            }
        }
    }

    /// Does something with the compiler of a chunk, and gives the diagnostics of that.
    fn with_compiler<T>(
        &mut self,
        chunk: &Chunk<'_>,
        f: impl FnOnce(&mut Compiler<'_>) -> T,
    ) -> (T, Vec<Diag>) {
        let file = self.sources.file_at(chunk.base).expect("the input was added there");
        let mut compiler = Compiler {
            driver: self.driver,
            plan: chunk.plan,
            options: &self.options,
            sources: &self.sources,
            text: &file.text[chunk.range.clone()],
            base: chunk.base + chunk.range.start as u32,
            timing: &mut self.timing,
            counts: &mut self.counts,
            err: self.err,
            sink: Sink::default(),
        };
        let result = f(&mut compiler);
        let mut diags = compiler.sink.take();
        // What is said twice of one place in the same words is one fault.
        diags.sort_by_key(|diag| diag.span().start);
        diags.dedup();
        (result, diags)
    }

    /// The status for what came of writing, with a message where there is none yet.
    fn status(&mut self, result: Result<(), Failure>, out: &Output<'_>) -> i32 {
        match result {
            Ok(()) => 0,
            Err(Failure::Reported) => FAILED,
            Err(Failure::Crash(crash)) => self.crash(&crash),
            Err(Failure::Output(error)) => {
                self.show(vec![*out.fault(&error)]);
                USAGE
            }
        }
    }

    /// Holds the diagnostics of a chunk against those that its comments expect. The result is held back
    /// until they are known to agree.
    fn checked(
        &mut self,
        chunk: &Chunk<'_>,
        module: Option<Verified>,
        mut diags: Vec<Diag>,
        out: &mut Output<'_>,
    ) -> i32 {
        let mut held = Vec::new();
        if let Some(module) = module {
            let (result, more) = self.with_compiler(chunk, |it| it.emit(&module, &mut held));
            diags.extend(more);
            if let Err(Failure::Crash(crash)) = result {
                self.show(diags);
                return self.crash(&crash);
            }
        }
        let faults = expected::check(self.file(chunk.base), chunk.range.clone(), &diags);
        let fine = faults.is_empty();
        self.show(faults);
        match fine {
            true => {
                let written = out.write_all(&held).map_err(Failure::Output);
                self.status(written, out)
            }
            false => FAILED,
        }
    }

    /// Reports a fault of ours with a reproducer.
    fn crash(&mut self, crash: &Crash) -> i32 {
        let mut diag = crash
            .diag
            .clone()
            .note("this is a fault of layoutc; please report it with the reproducer");
        let mut shown = Some(&crash.reproducer);
        if let Some(path) = self.options.crash_reproducer.as_deref().filter(|&path| path != "-") {
            match output::write(path, crash.reproducer.as_bytes(), &mut io::sink()) {
                Ok(()) => {
                    diag = diag.note(format!("the reproducer is `{path}`"));
                    shown = None;
                }
                Err(fault) => diag = diag.note(fault.message),
            }
        }
        // It is shown even where the limit of errors is reached.
        let mut text = render::render(&diag, &self.sources, self.style);
        text.extend(shown.map(String::as_str));
        let _ = self.err.write_all(text.as_bytes());
        FAULT
    }
}

/// A chunk of the input and what to do with it.
struct Chunk<'a> {
    plan: &'a Plan,
    /// Where the input begins in the source map.
    base: u32,
    /// The bytes of the input that it is.
    range: Range<usize>,
}
