//! Pictures of a compiled input.

use super::state::Session;
use crate::compile::{CompileFailure, guard};
use crate::draw::{self, DrawJob, DrawRequest};
use crate::eval::SymbolTable;
use crate::options::Color;
use crate::status::{FAILED, INTERNAL};
use ir::Verified;
use ir::diag::{Diag, Sink, code};
use ir::source::Span;
use std::io::{Read, Write};

/// The pass before which a function is drawn, too.
const ASSIGNMENT: &str = "assign-layouts";

impl Session<'_> {
    /// Draws a layout or a function. Returns the exit status.
    pub(super) fn draw(
        &mut self,
        request: &DrawRequest,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let (before, module) = match self.options.reads_no_file {
            true => {
                self.check_notation(&request.of)?;
                (None, self.empty_module()?)
            }
            false => self.modules(stdin)?,
        };
        let (registry, elem) = (&self.driver.registry, self.options.elem);
        // The driver knows only of standard error if it is a terminal.
        let color = self.style.color && self.options.color == Color::Always;
        let symbols = SymbolTable::with_elem(&module, registry, elem);
        let before = before.as_deref();
        let job = DrawJob { request, module: &module, before, registry, symbols, color };
        let result = guard(|| draw::picture(job));
        let mut out = self.output(stdout);
        let diag = match result {
            Ok(Ok(text)) => {
                return match out.write_all(text.as_bytes()) {
                    Ok(()) => Ok(self.finish(out, 0)),
                    Err(error) => Ok(self.status(Err(CompileFailure::Output(error)), &out)),
                };
            }
            Ok(Err(diag)) => *diag,
            Err(panic) => {
                let message = format!("layoutc panicked while drawing: {panic}");
                self.show(vec![Diag::error(code::INTERNAL, Span::NONE, message)]);
                return Ok(self.finish(out, INTERNAL));
            }
        };
        self.show(vec![diag]);
        Ok(self.finish(out, FAILED))
    }

    /// Reads and compiles the input. If layouts are assigned, the first module is that before the passes.
    fn modules(&mut self, stdin: &mut dyn Read) -> Result<(Option<Verified>, Verified), i32> {
        let (mut plan, path) = self.plan(Some(draw::EMITTER), Sink::default())?;
        let base = self.read_input(&path, stdin)?;
        let mut before = None;
        if plan.steps.iter().any(|step| step.name() == ASSIGNMENT) {
            let steps = std::mem::take(&mut plan.steps);
            let chunk = self.chunk_of(&plan, &path, self.whole(base))?;
            // Diagnostics of the text are shown with those of the passes.
            before = self.with_compiler(&chunk, |it| it.compile()).0.ok();
            plan.steps = steps;
        }
        let chunk = self.chunk_of(&plan, &path, self.whole(base))?;
        Ok((before, self.compiled(&chunk)?))
    }
}
