//! The state of an execution with valid options, and the operations that all tasks share.

use crate::compile::{CompileFailure, CompilePlan, Compiler, Counts, Crash, Timing};
use crate::driver::Driver;
use crate::options::DriverOptions;
use crate::progress::ProgressLine;
use crate::render::{self, DiagnosticReporter, Style};
use crate::status::{FAILED, INTERNAL, Stopped, USAGE};
use crate::streams::input;
use crate::streams::mistaken;
use crate::streams::output::{self, Output};
use codegen::Emitter;
use ir::diag::{Diag, Sink};
use ir::source::{SourceFile, SourceMap};
use passes::Provenance;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::rc::Rc;
use std::time::Instant;

/// The state of an execution with valid options.
pub(super) struct Session<'a> {
    pub(super) driver: &'a Driver,
    pub(super) options: DriverOptions,
    pub(super) err: &'a mut dyn Write,
    pub(super) style: Style,
    pub(super) reporter: DiagnosticReporter,
    pub(super) sources: SourceMap,
    pub(super) timing: Timing,
    pub(super) counts: Counts,
    pub(super) progress: ProgressLine,
    /// The decisions of passes; `None` if the task is not an explanation.
    pub(super) provenance: Option<Provenance>,
    /// The input, if it is bytecode for the program of `--mlir-opt`.
    pub(super) bytecode: Option<Vec<u8>>,
}

/// A chunk of the input, with its plan.
#[derive(Clone)]
pub(super) struct Chunk {
    pub(super) plan: Rc<CompilePlan>,
    /// The number in the user's file, from 1.
    pub(super) number: usize,
    /// The position of the compiled text in the source map.
    pub(super) base: u32,
    /// The bytes of the chunk in that text.
    pub(super) range: Range<usize>,
    /// The chunk in the user's file. It differs from the compiled text only with `--mlir-opt`.
    pub(super) written: WrittenText,
}

/// The result of phases of a compilation, with their diagnostics.
pub(super) struct PhaseOutcome<T> {
    pub(super) result: T,
    pub(super) diags: Vec<Diag>,
}

/// A part of the user's file.
#[derive(Clone, Debug)]
pub(super) struct WrittenText {
    /// The position of the file in the source map.
    pub(super) base: u32,
    /// The bytes of the part in the file.
    pub(super) range: Range<usize>,
}

impl<'a> Session<'a> {
    /// Creates the state of an execution whose diagnostics go to `err`.
    pub(super) fn new(
        driver: &'a Driver,
        options: DriverOptions,
        color: bool,
        err: &'a mut dyn Write,
    ) -> Session<'a> {
        Session {
            driver,
            reporter: options.messages.reporter(color),
            style: options.messages.style(color),
            options,
            err,
            sources: SourceMap::default(),
            timing: Timing::default(),
            counts: Counts::default(),
            progress: ProgressLine::default(),
            provenance: None,
            bytecode: None,
        }
    }

    /// Prints diagnostics immediately.
    pub(super) fn show(&mut self, diags: Vec<Diag>) {
        self.reporter.show(diags, &self.sources, self.err);
    }

    /// Prints the diagnostics of an execution that stops. Returns the exit status.
    pub(super) fn stop(&mut self, stop: Stopped) -> i32 {
        self.show(stop.diags);
        stop.status
    }

    /// Returns the plan.
    pub(super) fn plan(
        &mut self,
        emitter: Option<Emitter>,
        mut sink: Sink,
    ) -> Result<Rc<CompilePlan>, i32> {
        let plan =
            CompilePlan::new(&self.options, emitter, self.driver, &mut self.sources, &mut sink);
        let path = self.input_path(&mut sink);
        // The file of a target can have warnings.
        self.show(sink.take());
        Ok(Rc::new(CompilePlan { input: path.ok_or(USAGE)?, ..plan? }))
    }

    /// Returns the path of the input; `None` if there are several. The error names the flag or subcommand that was
    /// probably meant.
    pub(super) fn input_path(&self, sink: &mut Sink) -> Option<String> {
        match self.options.inputs.as_slice() {
            [] => return Some("-".to_owned()),
            [path] => return Some(path.clone()),
            [first, second, ..] => {
                let passes = self.driver.passes.iter().map(|pass| &*pass.name);
                sink.push(mistaken::two_inputs(first, second, passes));
            }
        }
        None
    }

    /// Reads a file of queries or standard input. Returns its base position.
    pub(super) fn read(&mut self, path: &str, stdin: &mut dyn Read) -> Result<u32, i32> {
        let started = Instant::now();
        let base = input::read(path, stdin, &mut self.sources);
        self.timing.add("read", started.elapsed());
        base.map_err(|stop| self.stop(stop))
    }

    /// Reads the compiled file or standard input. Returns its base position.
    pub(super) fn read_input(&mut self, path: &str, stdin: &mut dyn Read) -> Result<u32, i32> {
        let started = Instant::now();
        let passes = self.driver.passes.iter().map(|pass| &*pass.name);
        #[cfg(feature = "onnx")]
        if let Some(dims) = self.options.model_dims.clone() {
            let imported = crate::import::text(path, dims, &self.driver.registry, stdin);
            let (text, remarks) = imported.map_err(|stop| self.stop(stop))?;
            self.show(remarks);
            let base = input::add_text(path, text, &mut self.sources);
            self.timing.add("read", started.elapsed());
            return base.map_err(|stop| self.stop(stop));
        }
        #[cfg(feature = "onnx")]
        if !self.options.dims.is_empty() && !self.options.reads_weights() {
            return Err(self.stop(mistaken::dims_of_text(path)));
        }
        let bytes = input::bytes(path, stdin)
            .map_err(|stop| stop.map(|diag| mistaken::explain_path(path, diag, passes.clone())));
        let sources = &mut self.sources;
        let mlir_opt = self.options.mlir_opt.is_some();
        let bytecode = &mut self.bytecode;
        let base = bytes.and_then(|bytes| {
            if mlir_opt && input::is_bytecode(&bytes) {
                *bytecode = Some(bytes);
                return input::add_text(path, Vec::new(), sources);
            }
            mistaken::check_kind(path, &bytes)?;
            input::add_text(path, bytes, sources)
        });
        self.timing.add("read", started.elapsed());
        base.map_err(|stop| self.stop(stop))
    }

    /// Returns the whole of a file as a part.
    pub(super) fn whole(&self, base: u32) -> WrittenText {
        WrittenText { base, range: 0..self.file(base).text.len() }
    }

    pub(super) fn file(&self, base: u32) -> &SourceFile {
        self.sources.file_at(base).expect("the input was added there")
    }

    pub(super) fn output<'o>(&self, stdout: &'o mut dyn Write) -> Output<'o> {
        Output::new(self.options.output.as_deref().unwrap_or("-"), stdout)
    }

    /// Calls `f` with the compiler of a chunk. Returns its result and its diagnostics.
    pub(super) fn with_compiler<T>(
        &mut self,
        chunk: &Chunk,
        f: impl FnOnce(&mut Compiler<'_>) -> T,
    ) -> PhaseOutcome<T> {
        let file = self.sources.file_at(chunk.base).expect("the input was added there");
        let text = &file.text[chunk.range.clone()];
        let base = chunk.base + chunk.range.start as u32;
        let mut compiler = Compiler {
            driver: self.driver,
            plan: &chunk.plan,
            options: &self.options,
            sources: &self.sources,
            text,
            base,
            timing: &mut self.timing,
            counts: &mut self.counts,
            number: chunk.number,
            progress: &mut self.progress,
            err: self.err,
            provenance: self.provenance.as_mut(),
            compilation: Compiler::phases(self.driver, &chunk.plan, text, base),
        };
        let result = f(&mut compiler);
        let mut diags = compiler.take_diagnostics();
        self.map_back(&mut diags, chunk);
        // Equal diagnostics at the same position are printed once.
        diags.sort_by_key(|diag| diag.span().start);
        diags.dedup();
        PhaseOutcome { result, diags }
    }

    /// Returns the exit status of a result, and reports an error that was not reported yet.
    pub(super) fn status(&mut self, result: Result<(), CompileFailure>, out: &Output<'_>) -> i32 {
        match result {
            Ok(()) => 0,
            Err(CompileFailure::Reported) => FAILED,
            Err(CompileFailure::Usage) => USAGE,
            Err(CompileFailure::Crash(crash)) => self.crash(&crash),
            Err(CompileFailure::Output(error)) => self.stop(out.fault(&error)),
        }
    }

    /// Finishes the output. Returns `status`, or another status if that fails.
    pub(super) fn finish(&mut self, out: Output<'_>, status: i32) -> i32 {
        match out.finish(status == 0) {
            Ok(()) => status,
            Err(stop) => self.stop(stop),
        }
    }

    /// Reports an internal error with a reproducer.
    pub(super) fn crash(&mut self, crash: &Crash) -> i32 {
        let mut diag = crash
            .diag
            .clone()
            .note("this is an internal error of layoutc; please report it with the reproducer");
        let mut shown = Some(&crash.reproducer);
        if let Some(path) = self.options.crash_reproducer.as_deref().filter(|&path| path != "-") {
            match output::write(path, crash.reproducer.as_bytes(), &mut io::sink()) {
                Ok(()) => {
                    diag = diag.note(format!("the reproducer is `{path}`"));
                    shown = None;
                }
                Err(stop) => {
                    diag = stop.diags.into_iter().fold(diag, |it, why| it.note(why.message))
                }
            }
        }
        // An internal error is printed even after the limit of errors.
        let mut text = render::render(&diag, &self.sources, self.style);
        text.extend(shown.map(String::as_str));
        let _ = self.err.write_all(text.as_bytes());
        INTERNAL
    }
}
