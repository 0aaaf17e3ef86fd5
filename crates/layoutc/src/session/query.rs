//! Queries about a compiled input, and explanations of its layouts.

use super::state::{Chunk, PhaseOutcome, Session};
use crate::compile::{CompileFailure, CompilePlan, Panic, QUERIES, guard};
use crate::convert::{self, ConvertRequest};
use crate::eval;
use crate::explain;
use crate::options::Color;
use crate::render::{self, Style};
use crate::status::{FAILED, INTERNAL, USAGE};
use crate::streams::output::Output;
use compiler::SymbolTable;
use ir::diag::{Diag, Sink, code};
use ir::source::Span;
use ir::{Module, Verified};
use passes::Provenance;
use std::io::{self, Read, Write};
use std::rc::Rc;
use std::time::Instant;

/// The path of a notation on the command line, in diagnostics.
const NOTATION_PATH: &str = "--layout";

/// The module that queries are about.
pub(super) struct QueriedInput {
    /// The compiled text; `None` if all queried layouts are notations, so that the module is empty.
    pub(super) chunk: Option<Chunk>,
    pub(super) module: Verified,
}

impl<'a> Session<'a> {
    /// Answers a request about the input. Returns the exit status.
    pub(super) fn evaluate(
        &mut self,
        request: &eval::EvalRequest,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let input = self.queried_input(&request.layouts(), stdin)?;
        let queries = match request {
            eval::EvalRequest::Queries { path, .. } => {
                let base = self.read(path, stdin)?;
                (self.file(base).text.clone(), base)
            }
            _ => Default::default(),
        };
        let started = Instant::now();
        let mut out = self.output(stdout);
        let symbols = self.symbols(&input.module);
        let queries = (queries.0.as_str(), queries.1);
        let answered = guard(|| {
            eval::answer(symbols, request, queries, &mut out, &mut |diag| {
                self.reporter.show(vec![diag], &self.sources, self.err);
            })
        });
        self.timing.add("eval", started.elapsed());
        Ok(self.conclude(&input, "answering", answered, out))
    }

    /// Writes a layout in another notation. Returns the exit status.
    pub(super) fn convert(
        &mut self,
        request: &ConvertRequest,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let input = self.queried_input(&[&request.of], stdin)?;
        let mut symbols = self.symbols(&input.module);
        let converted = guard(|| convert::convert(&mut symbols, request));
        let text = converted.map(|converted| {
            converted.map(|(text, remark)| {
                self.show(remark.into_iter().collect());
                text + "\n"
            })
        });
        Ok(self.write_answer(&input, "converting", text, stdout))
    }

    /// Explains the layout of a symbol of the input. Returns the exit status.
    pub(super) fn explain(
        &mut self,
        of: &str,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let plan = self.plan(Some(explain::emitter(self.driver)), Sink::default())?;
        let base = self.read_input(&plan.input, stdin)?;
        let mut chunk = self.chunk_of(&plan, self.whole(base))?;
        let read = self.with_compiler(&chunk, |it| it.read());
        let module = self.shown(read)?;
        if self.options.passes.is_none() && self.options.pass_pipeline.is_none() {
            let mut plan = CompilePlan::clone(&plan);
            plan.steps.retain(|step| explain::runs(step.name(), &module, plan.target.is_some()));
            chunk.plan = Rc::new(plan);
        }
        self.provenance = Some(Provenance::about(of));
        let lowered = self.with_compiler(&chunk, |it| it.lower(module));
        let module = self.shown(lowered)?;
        let provenance = self.provenance.take().unwrap_or_default();
        let passes: Vec<&str> = chunk.plan.steps.iter().map(|step| step.name()).collect();
        let registry = &self.driver.registry;
        let job = compiler::ExplainJob {
            module: &module,
            registry,
            of,
            provenance: &provenance,
            passes: &passes,
        };
        let explained = guard(|| compiler::explain(&job));
        let text = explained.map(|facts| {
            facts.map(|mut facts| {
                self.map_explanations(&mut facts, &chunk);
                let style = Style { color: self.colors_output(), ..self.style };
                facts.iter().map(|fact| render::explain(fact, &self.sources, style)).collect()
            })
        });
        let input = QueriedInput { chunk: Some(chunk), module };
        Ok(self.write_answer(&input, "explaining", text, stdout))
    }

    /// Reads and compiles the input of queries about these layouts. If all of them are notations, no file is read.
    ///
    /// # Errors
    /// The exit status. The error itself was printed.
    pub(super) fn queried_input(
        &mut self,
        layouts: &[&str],
        stdin: &mut dyn Read,
    ) -> Result<QueriedInput, i32> {
        if self.options.reads_no_file {
            layouts.iter().try_for_each(|text| self.check_notation(text))?;
            return Ok(QueriedInput { chunk: None, module: self.empty_module()? });
        }
        let plan = self.plan(Some(QUERIES), Sink::default())?;
        let base = self.read_input(&plan.input, stdin)?;
        let chunk = self.chunk_of(&plan, self.whole(base))?;
        let module = self.compiled(&chunk)?;
        Ok(QueriedInput { chunk: Some(chunk), module })
    }

    /// Returns the names of a module.
    pub(super) fn symbols<'m>(&self, module: &'m Module) -> SymbolTable<'m>
    where
        'a: 'm,
    {
        SymbolTable::new(module, &self.driver.registry)
            .with_elem(self.options.elem)
            .with_values(self.options.with.clone())
    }

    /// Reports the fault of a notation at its position in the text.
    ///
    /// # Errors
    /// The exit status, if the text denotes no layout.
    fn check_notation(&mut self, text: &str) -> Result<(), i32> {
        let Err(fault) = notation::read_subject(text, self.options.elem) else { return Ok(()) };
        let diag = Diag::of_notation_text(fault, text, NOTATION_PATH, &mut self.sources);
        self.show(vec![diag]);
        Err(FAILED)
    }

    /// Returns a module without ops, in which notations are the only layouts.
    fn empty_module(&mut self) -> Result<Verified, i32> {
        let mut sink = Sink::default();
        let module = Verified::new(Module::new(), &self.driver.registry, &mut sink);
        self.show(sink.take());
        module.map_err(|_| FAILED)
    }

    /// Returns `true` if text on standard output is colored. The driver knows only of standard error if it is a terminal.
    pub(super) fn colors_output(&self) -> bool {
        self.style.color && self.options.messages.color == Color::Always
    }

    /// Compiles the whole input.
    ///
    /// # Errors
    /// The exit status, if there is no module. The error itself was printed.
    fn compiled(&mut self, chunk: &Chunk) -> Result<Verified, i32> {
        let compiled = self.with_compiler(chunk, |it| it.compile());
        self.shown(compiled)
    }

    /// Prints the diagnostics of phases, and returns their module.
    ///
    /// # Errors
    /// The exit status, if there is no module.
    fn shown(
        &mut self,
        compiled: PhaseOutcome<Result<Verified, CompileFailure>>,
    ) -> Result<Verified, i32> {
        self.show(compiled.diags);
        compiled.result.map_err(|failure| match failure {
            CompileFailure::Crash(crash) => self.crash(&crash),
            CompileFailure::Usage => USAGE,
            CompileFailure::Reported | CompileFailure::Output(_) => FAILED,
        })
    }

    /// Writes the text of an answer, or shows why there is none. Returns the exit status.
    pub(super) fn write_answer(
        &mut self,
        input: &QueriedInput,
        doing: &str,
        answer: Result<Result<String, Box<Diag>>, Panic>,
        stdout: &mut dyn Write,
    ) -> i32 {
        let mut out = self.output(stdout);
        let written = answer.map(|answer| match answer {
            Ok(text) => out.write_all(text.as_bytes()).map(|()| true),
            Err(diag) => {
                self.show(vec![*diag]);
                Ok(false)
            }
        });
        self.conclude(input, doing, written, out)
    }

    /// Finishes the output of answers, which is `true` if there was no error. Returns the exit status.
    fn conclude(
        &mut self,
        input: &QueriedInput,
        doing: &str,
        answered: Result<io::Result<bool>, Panic>,
        out: Output<'_>,
    ) -> i32 {
        match answered {
            Ok(Ok(is_successful)) => self.finish(out, if is_successful { 0 } else { FAILED }),
            Ok(Err(error)) => self.status(Err(CompileFailure::Output(error)), &out),
            Err(panic) => {
                let message = format!("layoutc panicked while {doing}: {panic}");
                let Some(chunk) = &input.chunk else {
                    self.show(vec![Diag::error(code::INTERNAL, Span::NONE, message)]);
                    return INTERNAL;
                };
                let module = &input.module;
                let crash = self.with_compiler(chunk, |it| it.crash_at_end(message, module));
                self.status(Err(crash.result), &out)
            }
        }
    }
}
