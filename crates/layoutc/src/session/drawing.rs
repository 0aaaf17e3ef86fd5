//! Pictures of a compiled input.

use super::query::QueriedInput;
use super::state::{Chunk, Session};
use crate::compile::{CompilePlan, guard};
use crate::draw::{self, DrawJob, DrawRequest};
use compiler::SymbolTable;
use ir::Verified;
use std::io::{Read, Write};
use std::rc::Rc;

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
        let input = self.queried_input(&[&request.of], stdin)?;
        let before = input.chunk.as_ref().and_then(|chunk| self.before_assignment(chunk));
        let QueriedInput { module, .. } = &input;
        let (registry, before) = (&self.driver.registry, before.as_deref());
        let symbols = SymbolTable::new(module, registry).with_elem(self.options.elem);
        let color = self.colors_output();
        let job = DrawJob { request, module, before, registry, symbols, color };
        let picture = guard(|| draw::picture(job));
        Ok(self.write_answer(&input, "drawing", picture, stdout))
    }

    /// Returns the module before the passes if they assign layouts. The diagnostics were shown with those of the passes.
    fn before_assignment(&mut self, chunk: &Chunk) -> Option<Verified> {
        chunk.plan.steps.iter().any(|step| step.name() == ASSIGNMENT).then_some(())?;
        let plan = Rc::new(CompilePlan { steps: Vec::new(), ..CompilePlan::clone(&chunk.plan) });
        self.with_compiler(&Chunk { plan, ..chunk.clone() }, |it| it.compile()).0.ok()
    }
}
