//! One run of the driver, from the arguments to the exit status.

use crate::chunks::{self, SEPARATOR};
use crate::compile::{Compiler, Crash, Failure};
use crate::expected;
use crate::guard::guard;
use crate::options::{Color, Options, Stop};
use crate::plan::Plan;
use crate::render::{self, Style};
use crate::report::Reporter;
use crate::tables::{Counts, Timing};
use crate::{Driver, Env, input, lists, options, output};
use ir::diag::{Diag, Sink, code};
use ir::source::{SourceMap, Span};
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
            let sources = SourceMap::default();
            return fail(*diag, USAGE, &mut Reporter::new(style, 0), &sources, env);
        }
    };
    if let Some(text) = lists::lists(&options, driver) {
        return print(&text, env);
    }
    Session::new(driver, options, env).run()
}

fn print(text: &str, env: &mut Env<'_>) -> i32 {
    match output::write("-", text.as_bytes(), env.stdout) {
        Ok(()) => 0,
        Err(diag) => {
            fail(*diag, USAGE, &mut Reporter::new(Style::default(), 0), &SourceMap::default(), env)
        }
    }
}

fn fail(
    diag: Diag,
    status: i32,
    reporter: &mut Reporter,
    sources: &SourceMap,
    env: &mut Env<'_>,
) -> i32 {
    reporter.show(vec![diag], sources, env.stderr);
    status
}

/// A run whose options are known.
struct Session<'d, 'e, 's> {
    driver: &'d Driver,
    options: Options,
    env: &'e mut Env<'s>,
    style: Style,
    reporter: Reporter,
    sources: SourceMap,
    timing: Timing,
    counts: Counts,
    started: Instant,
}

impl<'d, 'e, 's> Session<'d, 'e, 's> {
    fn new(driver: &'d Driver, options: Options, env: &'e mut Env<'s>) -> Session<'d, 'e, 's> {
        let color = match options.color {
            Color::Auto => env.color,
            Color::Always => true,
            Color::Never => false,
        };
        let style = Style { form: options.diagnostics, color };
        Session {
            driver,
            reporter: Reporter::new(style, options.error_limit),
            options,
            env,
            style,
            sources: SourceMap::default(),
            timing: Timing::default(),
            counts: Counts::default(),
            started: Instant::now(),
        }
    }

    fn run(mut self) -> i32 {
        let status = self.work();
        self.reporter.finish(self.env.stderr);
        if self.options.stats {
            let _ = self.env.stderr.write_all(self.counts.table().as_bytes());
        }
        if self.options.timing {
            let table = self.timing.table(self.started.elapsed());
            let _ = self.env.stderr.write_all(table.as_bytes());
        }
        status
    }

    /// Shows diagnostics at once.
    fn show(&mut self, diags: Vec<Diag>) {
        self.reporter.show(diags, &self.sources, self.env.stderr);
    }

    fn work(&mut self) -> i32 {
        let mut sink = Sink::default();
        let plan = Plan::new(&self.options, self.driver, &mut self.sources, &mut sink);
        let path = self.input_path(&mut sink);
        let (Some(plan), Some(path)) = (plan, path) else {
            self.show(sink.take());
            return USAGE;
        };
        let started = Instant::now();
        let base = input::read(&path, self.env.stdin, &mut self.sources);
        self.timing.add("read", started.elapsed());
        match base {
            Ok(base) => self.compile_all(&plan, base),
            Err(fault) => {
                self.show(vec![fault.diag]);
                fault.status
            }
        }
    }

    /// The one input; several are a fault, which may be a subcommand that is not there.
    fn input_path(&self, sink: &mut Sink) -> Option<String> {
        match self.options.inputs.as_slice() {
            [] => Some("-".to_owned()),
            [path] => Some(path.clone()),
            [first, second, ..] => {
                let diag = match input::subcommand(first) {
                    Some(name) => format!(
                        "`{name}` is a subcommand that this version of layoutc does not have"
                    ),
                    None => format!(
                        "there is one input at most, but `{first}` and `{second}` are given"
                    ),
                };
                sink.error(code::OPTION, Span::NONE, diag);
                None
            }
        }
    }

    fn compile_all(&mut self, plan: &Plan, base: u32) -> i32 {
        let file = self.sources.file_at(base).expect("the input was added there");
        let text = file.text.clone();
        let chunks = match self.options.split_input_file {
            true => chunks::split(&text),
            false => std::iter::once(0..text.len()).collect(),
        };
        let mut status = 0;
        let mut outputs = Vec::new();
        for chunk in chunks {
            let (output, result) = self.chunk(plan, base, chunk);
            outputs.push(output);
            status = status.max(result);
            // What a fault of ours leaves behind is no ground to go on.
            if status == FAULT {
                return FAULT;
            }
        }
        self.write(&outputs, status)
    }

    /// Compiles a chunk and tells what came of it: the output and the status.
    fn chunk(&mut self, plan: &Plan, base: u32, chunk: Range<usize>) -> (Vec<u8>, i32) {
        let file = self.sources.file_at(base).expect("the input was added there");
        let mut compiler = Compiler {
            driver: self.driver,
            plan,
            options: &self.options,
            sources: &self.sources,
            text: &file.text[chunk.clone()],
            base: base + chunk.start as u32,
            timing: &mut self.timing,
            counts: &mut self.counts,
            err: self.env.stderr,
            sink: Sink::default(),
        };
        if self.options.split_input_file {
            let warnings = chunks::near_misses(compiler.text, compiler.base);
            warnings.into_iter().for_each(|warning| compiler.sink.push(warning));
        }
        let result = compiler.compile();
        let mut diags = compiler.sink.take();
        // What is said twice of one place in the same words is one fault.
        diags.sort_by_key(|diag| diag.span().start);
        diags.dedup();
        let checked = self.options.verify_diagnostics && !matches!(result, Err(Failure::Crash(_)));
        let mut status = i32::from(result.is_err()) * FAILED;
        if checked {
            diags = expected::check(file, chunk, &diags);
            status = i32::from(!diags.is_empty()) * FAILED;
        }
        self.show(diags);
        match result {
            Ok(output) if status == 0 => (output, 0),
            Err(Failure::Crash(crash)) => (Vec::new(), self.crash(&crash)),
            _ => (Vec::new(), status),
        }
    }

    /// Reports a fault of ours with a reproducer.
    fn crash(&mut self, crash: &Crash) -> i32 {
        let mut diag = crash
            .diag
            .clone()
            .note("this is a fault of layoutc; please report it with the reproducer");
        let mut shown = Some(&crash.reproducer);
        if let Some(path) = &self.options.crash_reproducer {
            match output::write(path, crash.reproducer.as_bytes(), self.env.stdout) {
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
        let _ = self.env.stderr.write_all(text.as_bytes());
        FAULT
    }

    fn write(&mut self, outputs: &[Vec<u8>], status: i32) -> i32 {
        let path = self.options.output.clone().unwrap_or("-".to_owned());
        let nothing = outputs.iter().all(Vec::is_empty);
        // A file is written only if all went well, and standard output only if there is something.
        if (status != 0 && path != "-") || (nothing && path == "-") {
            return status;
        }
        let started = Instant::now();
        let separator = format!("{SEPARATOR}\n");
        let joined: Vec<u8>;
        let bytes = match outputs {
            [only] => only,
            _ if nothing => &[][..],
            _ => {
                joined = outputs.join(separator.as_bytes());
                &joined
            }
        };
        let result = output::write(&path, bytes, self.env.stdout);
        self.timing.add("write", started.elapsed());
        match result {
            Ok(()) => status,
            Err(diag) => fail(*diag, USAGE, &mut self.reporter, &self.sources, self.env),
        }
    }
}
