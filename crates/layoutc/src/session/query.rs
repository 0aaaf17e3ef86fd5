//! Queries about a compiled input, and explanations of its layouts.

use super::state::{Chunk, Session, WrittenText};
use crate::compile::{CompileFailure, guard};
use crate::convert::{self, ConvertRequest};
use crate::eval::{self, SymbolTable};
use crate::explain;
use crate::options::Color;
use crate::render::{self, Style};
use crate::status::{FAILED, USAGE};
use crate::streams::output::Output;
use ir::diag::{Diag, Sink};
use ir::{Module, Verified};
use passes::Provenance;
use std::io::{Read, Write};
use std::time::Instant;

/// The path of a notation on the command line, in diagnostics.
const NOTATION_PATH: &str = "--layout";

impl Session<'_> {
    /// Reads the input and answers a request about it. Returns the exit status.
    pub(super) fn evaluate(
        &mut self,
        request: &eval::EvalRequest,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        if self.options.reads_no_file {
            return self.evaluate_notation(request, stdin, stdout);
        }
        let (plan, path) = self.plan(Some(eval::EMITTER), Sink::default())?;
        let base = self.read_input(&path, stdin)?;
        let queries = match request {
            eval::EvalRequest::Queries { path, .. } => self.read(path, stdin)?,
            _ => base,
        };
        let chunk = self.chunk_of(&plan, &path, self.whole(base))?;
        let module = self.compiled(&chunk)?;
        let out = self.output(stdout);
        Ok(self.answer(&chunk, &module, request, queries, out))
    }

    /// Answers a request about notations. Returns the exit status.
    fn evaluate_notation(
        &mut self,
        request: &eval::EvalRequest,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        for text in request.layouts() {
            self.check_notation(text)?;
        }
        let queries = match request {
            eval::EvalRequest::Queries { path, .. } => self.read(path, stdin)?,
            _ => 0,
        };
        let queries = self.sources.file_at(queries).map(|file| (file.text.clone(), file.base));
        let (text, base) = queries.unwrap_or_default();
        let module = self.empty_module()?;
        let (registry, elem) = (&self.driver.registry, self.options.elem);
        let job =
            eval::EvalJob { module: &module, registry, request, queries: (&text, base), elem };
        let mut out = self.output(stdout);
        let mut report = |diag| self.reporter.show(vec![diag], &self.sources, self.err);
        match eval::answer(&job, &mut out, &mut report) {
            Ok(is_successful) => Ok(self.finish(out, if is_successful { 0 } else { FAILED })),
            Err(error) => Ok(self.status(Err(CompileFailure::Output(error)), &out)),
        }
    }

    /// Reports the fault of a notation at its position in the text.
    ///
    /// # Errors
    /// The exit status, if the text denotes no layout.
    pub(super) fn check_notation(&mut self, text: &str) -> Result<(), i32> {
        let Err(fault) = notation::read(text, self.options.elem) else { return Ok(()) };
        let diag = Diag::of_notation_text(fault, text, NOTATION_PATH, &mut self.sources);
        self.show(vec![diag]);
        Err(FAILED)
    }

    /// Returns a module without ops, in which notations are the only layouts.
    pub(super) fn empty_module(&mut self) -> Result<Verified, i32> {
        let mut sink = Sink::default();
        let module = Verified::new(Module::new(), &self.driver.registry, &mut sink);
        self.show(sink.take());
        module.map_err(|_| FAILED)
    }

    /// Writes a layout in another notation. Returns the exit status.
    pub(super) fn convert(
        &mut self,
        request: &ConvertRequest,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let module = match self.options.reads_no_file {
            true => {
                self.check_notation(&request.of)?;
                self.empty_module()?
            }
            false => {
                let (plan, path) = self.plan(Some(eval::EMITTER), Sink::default())?;
                let base = self.read_input(&path, stdin)?;
                let chunk = self.chunk_of(&plan, &path, self.whole(base))?;
                self.compiled(&chunk)?
            }
        };
        let mut out = self.output(stdout);
        let elem = self.options.elem;
        let mut symbols = SymbolTable::with_elem(&module, &self.driver.registry, elem);
        match convert::convert(&mut symbols, request) {
            Ok((text, remark)) => {
                self.show(remark.into_iter().collect());
                match out.write_all(format!("{text}\n").as_bytes()) {
                    Ok(()) => Ok(self.finish(out, 0)),
                    Err(error) => Ok(self.status(Err(CompileFailure::Output(error)), &out)),
                }
            }
            Err(diag) => {
                self.show(vec![*diag]);
                Ok(self.finish(out, FAILED))
            }
        }
    }

    fn answer(
        &mut self,
        chunk: &Chunk<'_>,
        module: &Verified,
        request: &eval::EvalRequest,
        queries: u32,
        mut out: Output<'_>,
    ) -> i32 {
        let started = Instant::now();
        let (registry, text) = (&self.driver.registry, self.file(queries).text.clone());
        let elem = self.options.elem;
        let job = eval::EvalJob { module, registry, request, queries: (&text, queries), elem };
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
            Ok(Err(error)) => return self.status(Err(CompileFailure::Output(error)), &out),
            Err(panic) => {
                let message = format!("layoutc panicked while answering: {panic}");
                return self.crash_at_end(chunk, module, message, &out);
            }
        };
        self.finish(out, status)
    }

    /// Reads the input, compiles it, and explains the layout of a symbol. Returns the exit status.
    pub(super) fn explain(
        &mut self,
        of: &str,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let mut sink = Sink::default();
        let path = self.input_path(&mut sink);
        self.show(sink.take());
        let path = path.ok_or(USAGE)?;
        let base = self.read_input(&path, stdin)?;
        let written = self.whole(base);
        let WrittenText { base, range } = self.compiled_text(&path, &written)?;
        let emitter = explain::emitter(&self.options, self.driver, &self.file(base).text, base);
        let (plan, _) = self.plan(Some(emitter), Sink::default())?;
        self.provenance = Some(Provenance::about(of));
        let chunk = Chunk { plan: &plan, base, range, written };
        let module = self.compiled(&chunk)?;
        let out = self.output(stdout);
        Ok(self.write_explanations(&chunk, &module, of, out))
    }

    /// Writes the explanations of a symbol. Returns the exit status.
    fn write_explanations(
        &mut self,
        chunk: &Chunk<'_>,
        module: &Verified,
        of: &str,
        mut out: Output<'_>,
    ) -> i32 {
        let provenance = self.provenance.take().unwrap_or_default();
        let passes: Vec<&str> = chunk.plan.steps.iter().map(|step| step.name()).collect();
        let (registry, provenance) = (&self.driver.registry, &provenance);
        let job = explain::ExplainJob { module, registry, of, provenance, passes: &passes };
        match guard(|| explain::explain(&job)) {
            Ok(Ok(mut facts)) => {
                self.map_explanations(&mut facts, chunk);
                // The driver knows only of standard error if it is a terminal.
                let color = self.style.color && self.options.color == Color::Always;
                let style = Style { color, ..self.style };
                let lines = facts.iter().map(|fact| render::explain(fact, &self.sources, style));
                let text: String = lines.collect();
                match out.write_all(text.as_bytes()) {
                    Ok(()) => self.finish(out, 0),
                    Err(error) => self.status(Err(CompileFailure::Output(error)), &out),
                }
            }
            Ok(Err(diag)) => {
                self.show(vec![*diag]);
                self.finish(out, FAILED)
            }
            Err(panic) => {
                let message = format!("layoutc panicked while explaining: {panic}");
                self.crash_at_end(chunk, module, message, &out)
            }
        }
    }

    /// Compiles the whole input.
    ///
    /// # Errors
    /// The exit status, if there is no module. The error itself was printed.
    pub(super) fn compiled(&mut self, chunk: &Chunk<'_>) -> Result<Verified, i32> {
        let (result, diags) = self.with_compiler(chunk, |it| it.compile());
        self.show(diags);
        result.map_err(|failure| match failure {
            CompileFailure::Crash(crash) => self.crash(&crash),
            CompileFailure::Usage => USAGE,
            CompileFailure::Reported | CompileFailure::Output(_) => FAILED,
        })
    }

    /// Reports an internal error after the last pass. Returns the exit status.
    fn crash_at_end(
        &mut self,
        chunk: &Chunk<'_>,
        module: &Verified,
        message: String,
        out: &Output<'_>,
    ) -> i32 {
        let (crash, _) = self.with_compiler(chunk, |it| it.crash_at_end(message, module));
        self.status(Err(crash), out)
    }
}
