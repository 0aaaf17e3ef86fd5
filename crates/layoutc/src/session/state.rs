//! The state of a run whose options are known, and what all kinds of runs do with it.

use crate::compile::{CompileFailure, CompilePlan, Compiler, Counts, Crash, Timing};
use crate::driver::Driver;
use crate::options::DriverOptions;
use crate::render::{self, DiagnosticReporter, Style};
use crate::status::{FAILED, INTERNAL, USAGE};
use crate::streams::input;
use crate::streams::output::{self, Output};
use codegen::Emitter;
use ir::diag::{Diag, Sink, code};
use ir::source::{SourceFile, SourceMap, Span};
use passes::Provenance;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::time::Instant;

/// A run whose options are known.
pub(super) struct Session<'a> {
    pub(super) driver: &'a Driver,
    pub(super) options: DriverOptions,
    pub(super) err: &'a mut dyn Write,
    pub(super) style: Style,
    pub(super) reporter: DiagnosticReporter,
    pub(super) sources: SourceMap,
    pub(super) timing: Timing,
    pub(super) counts: Counts,
    /// The decisions of passes; `None` if nothing is explained.
    pub(super) provenance: Option<Provenance>,
}

/// A chunk of the input and what to do with it.
pub(super) struct Chunk<'a> {
    pub(super) plan: &'a CompilePlan,
    /// The position of the input in the source map.
    pub(super) base: u32,
    /// The bytes of the chunk in the input.
    pub(super) range: Range<usize>,
}

impl<'a> Session<'a> {
    /// A run with these options that writes its diagnostics to `err`.
    pub(super) fn new(
        driver: &'a Driver,
        options: DriverOptions,
        color: bool,
        err: &'a mut dyn Write,
    ) -> Session<'a> {
        let style = Style { form: options.diagnostics, color: options.color.is_on(color) };
        Session {
            driver,
            reporter: DiagnosticReporter::new(style, options.error_limit),
            options,
            err,
            style,
            sources: SourceMap::default(),
            timing: Timing::default(),
            counts: Counts::default(),
            provenance: None,
        }
    }

    /// Shows diagnostics at once.
    pub(super) fn show(&mut self, diags: Vec<Diag>) {
        self.reporter.show(diags, &self.sources, self.err);
    }

    /// The plan, and the path of the input.
    pub(super) fn plan(
        &mut self,
        emitter: Option<Emitter>,
        mut sink: Sink,
    ) -> Result<(CompilePlan, String), i32> {
        let plan =
            CompilePlan::new(&self.options, emitter, self.driver, &mut self.sources, &mut sink);
        let path = self.input_path(&mut sink);
        // A target's file may have warnings.
        self.show(sink.take());
        Ok((plan?, path.ok_or(USAGE)?))
    }

    /// The one input; several are a fault, which may be a subcommand that is not there.
    pub(super) fn input_path(&self, sink: &mut Sink) -> Option<String> {
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

    /// Reads a file or standard input; its base position.
    pub(super) fn read(&mut self, path: &str, stdin: &mut dyn Read) -> Result<u32, i32> {
        let started = Instant::now();
        let base = input::read(path, stdin, &mut self.sources);
        self.timing.add("read", started.elapsed());
        base.map_err(|fault| {
            self.show(vec![fault.diag]);
            fault.status
        })
    }

    pub(super) fn file(&self, base: u32) -> &SourceFile {
        self.sources.file_at(base).expect("the input was added there")
    }

    pub(super) fn output<'o>(&self, stdout: &'o mut dyn Write) -> Output<'o> {
        Output::new(self.options.output.as_deref().unwrap_or("-"), stdout)
    }

    /// Does something with the compiler of a chunk, and gives the diagnostics of that.
    pub(super) fn with_compiler<T>(
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
        let mut diags = compiler.located_diagnostics();
        // Equal diagnostics of one place are one.
        diags.sort_by_key(|diag| diag.span().start);
        diags.dedup();
        (result, diags)
    }

    /// The status for what came of writing, with a message where there is none yet.
    pub(super) fn status(&mut self, result: Result<(), CompileFailure>, out: &Output<'_>) -> i32 {
        match result {
            Ok(()) => 0,
            Err(CompileFailure::Reported) => FAILED,
            Err(CompileFailure::Usage) => USAGE,
            Err(CompileFailure::Crash(crash)) => self.crash(&crash),
            Err(CompileFailure::Output(error)) => {
                self.show(vec![*out.fault(&error)]);
                USAGE
            }
        }
    }

    /// Ends the output; the status, which is another one where that fails.
    pub(super) fn finish(&mut self, out: Output<'_>, status: i32) -> i32 {
        match out.finish(status == 0) {
            Ok(()) => status,
            Err(diag) => {
                self.show(vec![*diag]);
                USAGE
            }
        }
    }

    /// Reports a fault of ours with a reproducer.
    pub(super) fn crash(&mut self, crash: &Crash) -> i32 {
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
        INTERNAL
    }
}
