//! Translation of the input, chunk by chunk.

use super::state::{Chunk, PhaseOutcome, Session, WrittenText};
use crate::compile::{CompileFailure, CompilePlan, emitter};
use crate::expected;
use crate::options::ReportForm;
use crate::status::{FAILED, USAGE};
use crate::streams::chunks;
use crate::streams::output::Output;
use crate::streams::text::json_text;
use compiler::ReportedMoves;
use ir::Verified;
use ir::diag::{Diag, Sink, code};
use ir::source::Span;
use passes::Provenance;
use std::io::{Read, Write};
use std::rc::Rc;

impl Session<'_> {
    /// Reads the input and writes the emitter's output. Returns the exit status.
    pub(super) fn translate(
        &mut self,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let mut sink = Sink::default();
        let emitter = emitter(&self.options, self.driver, &mut sink);
        let plan = self.plan(emitter, sink)?;
        let base = self.read_input(&plan.input, stdin)?;
        let out = self.output(stdout);
        Ok(self.compile_all(&plan, base, out))
    }

    fn compile_all(&mut self, plan: &Rc<CompilePlan>, base: u32, mut out: Output<'_>) -> i32 {
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
            let chunk = self.chunk_of(plan, WrittenText { base, range });
            status = status.max(match chunk {
                Ok(chunk) => self.chunk(&Chunk { number: place + 1, ..chunk }, &mut out),
                Err(status) => status,
            });
            // No chunk is compiled after an internal error or a failed write.
            if status > FAILED || out.has_failed() {
                return status;
            }
        }
        self.finish(out, status)
    }

    /// Compiles a chunk and writes the output. Returns the exit status.
    fn chunk(&mut self, chunk: &Chunk, out: &mut Output<'_>) -> i32 {
        self.provenance = self.options.report.map(|_| Provenance::about_moves());
        let PhaseOutcome { result, diags } = self.with_compiler(chunk, |it| it.compile());
        match result {
            Err(CompileFailure::Crash(crash)) => {
                self.show(diags);
                self.crash(&crash)
            }
            Err(CompileFailure::Usage) => {
                self.show(diags);
                USAGE
            }
            _ if self.options.verify_diagnostics => self.checked(chunk, result.ok(), diags, out),
            Ok(module) => {
                // Diagnostics of the compilation come before the output.
                self.show(diags);
                if let Some(ReportForm::Json) = self.options.report {
                    let registry = &self.driver.registry;
                    let provenance = self.provenance.as_ref();
                    let moves = ReportedMoves::new(&module, registry, &self.sources, provenance);
                    let _ = writeln!(self.err, "{}", json_text(&moves));
                }
                let PhaseOutcome { result, diags } =
                    self.with_compiler(chunk, |it| it.emit(&module, out));
                self.show(diags);
                self.status(result, out)
            }
            Err(_) => {
                self.show(diags);
                FAILED
            }
        }
    }

    /// Compares the diagnostics of a chunk with the expectations in its comments. The output is written only if they
    /// agree.
    fn checked(
        &mut self,
        chunk: &Chunk,
        module: Option<Verified>,
        mut diags: Vec<Diag>,
        out: &mut Output<'_>,
    ) -> i32 {
        let mut held = Vec::new();
        if let Some(module) = module {
            let emitted = self.with_compiler(chunk, |it| it.emit(&module, &mut held));
            diags.extend(emitted.diags);
            if let Err(CompileFailure::Crash(crash)) = emitted.result {
                self.show(diags);
                return self.crash(&crash);
            }
        }
        let faults =
            expected::check(self.file(chunk.written.base), chunk.written.range.clone(), &diags);
        let fine = faults.is_empty();
        self.show(faults);
        match fine {
            true => {
                let written = out.write_all(&held).map_err(CompileFailure::Output);
                self.status(written, out)
            }
            false => FAILED,
        }
    }
}

/// Returns the error for a binary output in several parts, between which there is no separator.
fn one_binary(emitter: &str, parts: usize) -> Diag {
    let message =
        format!("`--emit={emitter}` writes one binary, but the input is split into {parts} parts");
    Diag::error(code::OPTION, Span::NONE, message)
}
