//! One run of the driver, from the arguments to the exit status.

use crate::chunks;
use crate::compile::{Compiler, Crash, Failure};
use crate::eval;
use crate::expected;
use crate::explain;
use crate::guard::guard;
use crate::options::{Color, Options, Stop};
use crate::output::Output;
use crate::plan::{self, Plan, USAGE};
use crate::render::{self, Style};
use crate::report::Reporter;
use crate::tables::{Counts, Timing};
use crate::{Driver, Env, input, lists, options, output};
use codegen::Emitter;
use ir::Verified;
use ir::diag::{Diag, Sink, code};
use ir::source::{SourceFile, SourceMap, Span};
use passes::Provenance;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::time::Instant;

/// The input is wrong, or a check failed.
const FAILED: i32 = 1;
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
    #[cfg(feature = "onnx")]
    if let Some((word, rest)) = args.split_first()
        && word == "import"
    {
        return match crate::import::parse(rest) {
            Ok(request) => crate::import::run(driver, &request, env),
            Err(stop) => stopped(stop, args, env),
        };
    }
    let parsed =
        match args.split_first() {
            Some((word, args)) if word == "eval" => eval::parse(args, driver)
                .map(|(options, request)| (options, Task::Evaluate(request))),
            Some((word, args)) if word == "explain" => explain::parse(args, driver)
                .map(|(options, request)| (options, Task::Explain(request))),
            _ => options::parse(args, driver).map(|options| (options, Task::Translate)),
        };
    let (options, task) = match parsed {
        Ok(parsed) => parsed,
        Err(stop) => return stopped(stop, args, env),
    };
    if let Some(text) = lists::lists(&options, driver) {
        return print(&text, env);
    }
    if let Task::Explain(explain::Request::Page { of }) = &task {
        return match explain::page(driver, of) {
            Ok(text) => print(&text, env),
            Err(diag) => stopped(Stop::Fault(diag), args, env),
        };
    }
    run_session(driver, options, &task, env)
}

/// What a run does with its input.
enum Task {
    /// Writes what the emitter makes of it.
    Translate,
    /// Answers questions about its layouts.
    Evaluate(eval::Request),
    /// Tells why a layout is as it is.
    Explain(explain::Request),
}

/// What a command line that asks for no run gives; the status.
fn stopped(stop: Stop, args: &[String], env: &mut Env<'_>) -> i32 {
    match stop {
        Stop::Text(text) => print(&text, env),
        Stop::Fault(diag) => {
            let style = Style { form: options::form_of(args), color: env.color };
            fail(*diag, style, env.stderr)
        }
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

fn run_session(driver: &Driver, options: Options, task: &Task, env: &mut Env<'_>) -> i32 {
    let style = Style { form: options.diagnostics, color: options.color.is_on(env.color) };
    let session = Session {
        driver,
        reporter: Reporter::new(style, options.error_limit),
        options,
        err: &mut *env.stderr,
        style,
        sources: SourceMap::default(),
        timing: Timing::default(),
        counts: Counts::default(),
        provenance: None,
    };
    session.run(task, &mut *env.stdin, &mut *env.stdout)
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
    /// What passes decided, where that is asked for.
    provenance: Option<Provenance>,
}

impl Session<'_> {
    fn run(mut self, task: &Task, stdin: &mut dyn Read, stdout: &mut dyn Write) -> i32 {
        let started = Instant::now();
        let status = match task {
            Task::Evaluate(request) => self.evaluate(request, stdin, stdout),
            Task::Explain(explain::Request::Layout { of } | explain::Request::Page { of }) => {
                self.explain(of, stdin, stdout)
            }
            Task::Translate => self.translate(stdin, stdout),
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

    /// Shows diagnostics at once.
    fn show(&mut self, diags: Vec<Diag>) {
        self.reporter.show(diags, &self.sources, self.err);
    }

    /// Reads the input and writes what the emitter makes of it; the status.
    fn translate(&mut self, stdin: &mut dyn Read, stdout: &mut dyn Write) -> Result<i32, i32> {
        let mut sink = Sink::default();
        let emitter = plan::emitter(&self.options, self.driver, &mut sink);
        let (plan, path) = self.plan(emitter, sink)?;
        let base = self.read(&path, stdin)?;
        let out = self.output(stdout);
        Ok(self.compile_all(&plan, base, out))
    }

    /// Reads the input and answers a request about it; the status.
    fn evaluate(
        &mut self,
        request: &eval::Request,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let (plan, path) = self.plan(Some(eval::EMITTER), Sink::default())?;
        let base = self.read(&path, stdin)?;
        let queries = match request {
            eval::Request::Queries { path, .. } => self.read(path, stdin)?,
            _ => base,
        };
        let chunk = Chunk { plan: &plan, base, range: 0..self.file(base).text.len() };
        let (result, diags) = self.with_compiler(&chunk, |it| it.compile());
        self.show(diags);
        match result {
            Ok(module) => {
                let out = self.output(stdout);
                Ok(self.answer(&chunk, &module, request, queries, out))
            }
            Err(Failure::Crash(crash)) => Ok(self.crash(&crash)),
            Err(Failure::Usage) => Ok(USAGE),
            Err(_) => Ok(FAILED),
        }
    }

    /// Reads the input, compiles it, and tells why the layout of a symbol is as it is; the status.
    fn explain(
        &mut self,
        of: &str,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let mut sink = Sink::default();
        let path = self.input_path(&mut sink);
        self.show(sink.take());
        let base = self.read(&path.ok_or(USAGE)?, stdin)?;
        let emitter = explain::emitter(&self.options, self.driver, &self.file(base).text, base);
        let (plan, _) = self.plan(Some(emitter), Sink::default())?;
        self.provenance = Some(Provenance::about(of));
        let chunk = Chunk { plan: &plan, base, range: 0..self.file(base).text.len() };
        let (result, diags) = self.with_compiler(&chunk, |it| it.compile());
        self.show(diags);
        match result {
            Ok(module) => {
                let out = self.output(stdout);
                Ok(self.tell(&chunk, &module, of, out))
            }
            Err(Failure::Crash(crash)) => Ok(self.crash(&crash)),
            Err(Failure::Usage) => Ok(USAGE),
            Err(_) => Ok(FAILED),
        }
    }

    /// Writes what is known of a symbol; the status.
    fn tell(&mut self, chunk: &Chunk<'_>, module: &Verified, of: &str, mut out: Output<'_>) -> i32 {
        let provenance = self.provenance.take().unwrap_or_default();
        let passes: Vec<&str> = chunk.plan.steps.iter().map(|step| step.name()).collect();
        let (registry, provenance) = (&self.driver.registry, &provenance);
        let job = explain::Job { module, registry, of, provenance, passes: &passes };
        match guard(|| explain::tell(&job)) {
            Ok(Ok(told)) => {
                // What is on a terminal is known of standard error only.
                let color = self.style.color && self.options.color == Color::Always;
                let style = Style { color, ..self.style };
                let lines = told.iter().map(|told| render::told(told, &self.sources, style));
                let text: String = lines.collect();
                match out.write_all(text.as_bytes()) {
                    Ok(()) => self.finish(out, 0),
                    Err(error) => self.status(Err(Failure::Output(error)), &out),
                }
            }
            Ok(Err(diag)) => {
                self.show(vec![*diag]);
                self.finish(out, FAILED)
            }
            Err(panic) => {
                let message = format!("layoutc panicked while explaining: {panic}");
                let (crash, _) = self.with_compiler(chunk, |it| it.crash_at_end(message, module));
                self.status(Err(crash), &out)
            }
        }
    }

    fn answer(
        &mut self,
        chunk: &Chunk<'_>,
        module: &Verified,
        request: &eval::Request,
        queries: u32,
        mut out: Output<'_>,
    ) -> i32 {
        let started = Instant::now();
        let (registry, text) = (&self.driver.registry, self.file(queries).text.clone());
        let job = eval::Job { module, registry, request, queries: (&text, queries) };
        let mut report = |diag| {
            let mut sink = Sink::default();
            sink.push(diag);
            self.reporter.show(sink.take(), &self.sources, self.err);
        };
        let result = guard(|| eval::answer(&job, &mut out, &mut report));
        self.timing.add("eval", started.elapsed());
        let status = match result {
            Ok(Ok(true)) => 0,
            Ok(Ok(false)) => FAILED,
            Ok(Err(error)) => return self.status(Err(Failure::Output(error)), &out),
            Err(panic) => {
                let message = format!("layoutc panicked while answering: {panic}");
                let (crash, _) = self.with_compiler(chunk, |it| it.crash_at_end(message, module));
                return self.status(Err(crash), &out);
            }
        };
        self.finish(out, status)
    }

    /// Ends the output; the status, which is another one where that fails.
    fn finish(&mut self, out: Output<'_>, status: i32) -> i32 {
        match out.finish(status == 0) {
            Ok(()) => status,
            Err(diag) => {
                self.show(vec![*diag]);
                USAGE
            }
        }
    }

    /// What will be done, and the path of the input.
    fn plan(&mut self, emitter: Option<Emitter>, mut sink: Sink) -> Result<(Plan, String), i32> {
        let plan = Plan::new(&self.options, emitter, self.driver, &mut self.sources, &mut sink);
        let path = self.input_path(&mut sink);
        // A target's file may have warnings.
        self.show(sink.take());
        Ok((plan?, path.ok_or(USAGE)?))
    }

    /// Reads a file or standard input; its base position.
    fn read(&mut self, path: &str, stdin: &mut dyn Read) -> Result<u32, i32> {
        let started = Instant::now();
        let base = input::read(path, stdin, &mut self.sources);
        self.timing.add("read", started.elapsed());
        base.map_err(|fault| {
            self.show(vec![fault.diag]);
            fault.status
        })
    }

    fn output<'o>(&self, stdout: &'o mut dyn Write) -> Output<'o> {
        Output::new(self.options.output.as_deref().unwrap_or("-"), stdout)
    }

    /// The one input; several are a fault, which may be a subcommand that is not there.
    fn input_path(&self, sink: &mut Sink) -> Option<String> {
        let message = match self.options.inputs.as_slice() {
            [] => return Some("-".to_owned()),
            [path] => return Some(path.clone()),
            [first, second, ..] => match input::subcommand(first) {
                Some(meant) => meant,
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
        if plan.emitter.binary && chunks.len() > 1 {
            self.show(vec![one_binary(plan.emitter.name, chunks.len())]);
            return USAGE;
        }
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
        self.finish(out, status)
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
            Err(Failure::Usage) => {
                self.show(diags);
                USAGE
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
            provenance: self.provenance.as_mut(),
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
            Err(Failure::Usage) => USAGE,
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

/// No text can stand between results that are none.
fn one_binary(emitter: &str, parts: usize) -> Diag {
    let message =
        format!("`--emit={emitter}` writes one binary, but the input is split into {parts} parts");
    Diag::error(code::OPTION, Span::NONE, message)
}
